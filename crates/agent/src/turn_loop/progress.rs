//! Progress of an exploration: what it has recorded, and which parts of its plan have no entry yet.
//!
//! The notebook is asked after every turn that recorded something, not the results of calls: it knows
//! which symbol an entry landed on, and whether it holds.

use std::collections::BTreeMap;

use rutter_domain::{
    EntryStatus, ExplorationPlan, KnownEntry, ListedEntry, PlanProgress, SeenSymbol, Timestamp,
    Totals,
};
use serde_json::json;

use super::tool_runner::{CallYield, ToolRunner};
use crate::RunLimits;
use crate::budget::grouped;

/// Symbols without an entry that are named. The line is added in every turn, so it must be short.
const MOST_NAMED: usize = 6;

#[derive(Debug, Default)]
pub(super) struct Progress {
    /// The entries of this run, as they stood when they were last looked up.
    own: BTreeMap<String, (Timestamp, EntryStatus)>,
    pub(super) plan: PlanProgress,
    is_known: bool,
    /// A symbol that the model has read and not recorded, as long as it has recorded nothing.
    read: Option<SeenSymbol>,
}

/// An entry that this turn has brought, and that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NewEntry {
    pub(super) path: String,
    pub(super) title: String,
}

impl Progress {
    /// Looks up what the run has recorded; returns what is new. The yields are those of the last turn.
    pub(super) async fn survey(
        &mut self,
        tools: &ToolRunner,
        plan: &ExplorationPlan,
        yields: &[CallYield],
    ) -> Vec<NewEntry> {
        let has_recorded = yields.iter().any(CallYield::has_recorded);
        if self.own.is_empty() && !has_recorded {
            self.note_read(tools, yields).await;
        }
        if self.is_known && !has_recorded {
            return Vec::new();
        }
        let (toolbox, run) = (tools.toolbox.clone(), tools.session.run.clone());
        let looked_up = tokio::task::spawn_blocking(move || {
            let knowledge = toolbox.knowledge().ok()?;
            let own = run.map(|run| knowledge.entries_of_run(&run).ok());
            Some((knowledge.known().ok()?, own.unwrap_or_default()?))
        });
        // A notebook that cannot be read is reported by the tools. Until then nothing is known.
        let Ok(Some((known, own))) = looked_up.await else { return Vec::new() };
        self.update(plan, &known, own)
    }

    /// Notes a symbol that the last turn has shown.
    async fn note_read(&mut self, tools: &ToolRunner, yields: &[CallYield]) {
        let mut shown = yields.iter().rev().flat_map(|one| one.shown_paths.first());
        let (Some(path), toolbox) = (shown.next().cloned(), tools.toolbox.clone()) else { return };
        let seen = tools.seen().clone();
        let looked_up =
            tokio::task::spawn_blocking(move || toolbox.knowledge().ok()?.first_seen(&path, &seen));
        self.read = looked_up.await.ok().flatten().or(self.read.take());
    }

    /// Advice for a model that has recorded nothing. Small models need to be shown the call.
    pub(super) fn next_step(&self) -> String {
        let Some(SeenSymbol { symbol, path, start_line, end_line }) = &self.read else {
            let central = self.plan.missing_central.first();
            let central = central.map_or_else(String::new, |one| format!(", such as {one}"));
            return format!(
                "Go on with a tool call: read the code of a central symbol{central}, then call \
                 create_index_entry for it."
            );
        };
        let evidence = json!([{
            "file_path": path, "start_line": start_line, "end_line": end_line
        }]);
        format!(
            "You have read `{symbol}`. Call create_index_entry now with the symbol \"{symbol}\", the \
             file_path \"{path}\", a summary of your own in one sentence that says what these lines \
             do, and the evidence {evidence}."
        )
    }

    fn update(
        &mut self,
        plan: &ExplorationPlan,
        known: &[KnownEntry],
        own: Vec<ListedEntry>,
    ) -> Vec<NewEntry> {
        self.plan = plan.progress(known);
        self.is_known = true;
        let before = std::mem::take(&mut self.own);
        let mut new = Vec::new();
        for entry in own {
            let stands = (entry.created_at, entry.status);
            if entry.status.is_good() && before.get(&entry.id) != Some(&stands) {
                let title = entry.title().to_owned();
                new.push(NewEntry { path: entry.path.clone(), title });
            }
            self.own.insert(entry.id, stands);
        }
        new
    }

    /// One line for the model: the turn that begins, what is left, what is recorded, what is not.
    pub(super) fn line(&self, turn: u32, limits: &RunLimits, totals: &Totals) -> String {
        let mut parts = vec![format!("turn {turn} of {}", limits.max_turns)];
        parts.push(match limits.max_tokens {
            Some(limit) => {
                let left = limit.saturating_sub(totals.tokens());
                format!("{} tokens left of {}", grouped(left), grouped(limit))
            }
            None => format!("{} tokens used", grouped(totals.tokens())),
        });
        match (totals.cost, limits.max_cost) {
            (Some(cost), Some(limit)) => {
                parts.push(format!("${:.3} left of ${limit}", (limit - cost).max(0.0)));
            }
            (Some(cost), None) if cost > 0.0 => parts.push(format!("${cost:.3} spent")),
            (Some(_), None) | (None, _) => {}
        }
        parts.push(match self.own.len() {
            1 => "1 entry recorded".to_owned(),
            n => format!("{n} entries recorded"),
        });
        parts.push(match self.plan.missing(MOST_NAMED) {
            Some(missing) => format!("no entry yet: {missing}"),
            None => "everything central has an entry".to_owned(),
        });
        format!("[{}]", parts.join("; "))
    }
}
