//! Finds the shortest chain of uses from one name to another.

use rutter_domain::{Freshness, Vocabulary, Worded};
use rutter_graph::{Certainty, SymbolAt, WayBounds, WaySearch, WayStep};
use serde::Serialize;

use crate::Error;
use crate::query::definitions::{DefinitionPlace, definitions, place};
use crate::query::graph::IndexedCode;
use crate::query::paths::refuse_path;
use crate::query::snapshot::Snapshot;
use crate::query::symbols::near_names;
use crate::query::tracked::missing_uses;

/// Definitions of a name that a way may start or end at.
const MOST_ENDS: usize = 50;
/// At most this many symbols are visited.
const MOST_SYMBOLS: usize = 5_000;

/// The shortest way from one name to another.
#[derive(Debug, Clone, Serialize)]
pub struct PathAnswer {
    pub from: String,
    pub to: String,
    pub index: Freshness,
    pub outcome: PathOutcome,
    /// From the first symbol to the last.
    pub steps: Vec<PathStep>,
    /// Number of steps that were allowed.
    pub max_steps: u32,
    /// The name that has no definition, if one has none.
    pub missing: Option<String>,
    /// Similar names, if one has no definition.
    pub near: Vec<String>,
}

impl Worded for PathAnswer {
    fn word(&mut self, vocabulary: &dyn Vocabulary) {
        self.index.word(vocabulary);
    }
}

/// The outcome of the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PathOutcome {
    /// Over edges that can be relied upon.
    Sure,
    /// Only over edges some of which may mean something else.
    Unsure,
    /// Everything that the first symbol reaches was visited, and the second was not there.
    NotReached,
    /// None within the allowed steps.
    NotWithinSteps,
    /// Nothing uses the second symbol.
    NeverUsed,
    /// A name has no definition.
    Unknown,
}

/// A symbol uses the next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PathStep {
    pub symbol: String,
    /// The file of the use.
    pub path: String,
    /// Line of the use.
    pub line: u32,
    pub kind: &'static str,
    pub provenance: String,
    /// The definition that is used.
    pub to: DefinitionPlace,
}

/// The shortest way by which `from` reaches `to`.
pub fn find_path(
    snapshot: &Snapshot,
    from: &str,
    to: &str,
    max_steps: u32,
) -> Result<PathAnswer, Error> {
    let code = IndexedCode::new(snapshot);
    let graph = code.graph();
    let ends = |name: &str| -> Vec<SymbolAt> {
        definitions(snapshot, &graph, name).iter().take(MOST_ENDS).map(|at| at.at).collect()
    };
    let (starts, goals) = (ends(from), ends(to));
    let mut answer = PathAnswer {
        from: from.to_owned(),
        to: to.to_owned(),
        index: snapshot.freshness.clone(),
        outcome: PathOutcome::Unknown,
        steps: Vec::new(),
        max_steps,
        missing: None,
        near: Vec::new(),
    };
    for (name, found) in [(from, &starts), (to, &goals)] {
        if found.is_empty() {
            refuse_path(snapshot, name)?;
            answer.near = near_names(snapshot, name);
            answer.missing = Some(name.to_owned());
            return Ok(answer);
        }
    }
    let uses = graph.uses_of(&goals);
    if uses.list.is_empty() && uses.n_unlisted == 0 {
        let goals = definitions(snapshot, &graph, to);
        answer.outcome = match missing_uses(snapshot, &graph, to, &goals, &uses) {
            Some(_) => PathOutcome::NotReached,
            None => PathOutcome::NeverUsed,
        };
        return Ok(answer);
    }
    let bounds = WayBounds { max_steps, max_symbols: MOST_SYMBOLS };
    answer.outcome = PathOutcome::NotReached;
    for (certainty, outcome) in
        // A sure way is better than a shorter one that is a guess.
        [(Certainty::Sure, PathOutcome::Sure), (Certainty::Any, PathOutcome::Unsure)]
    {
        match graph.way(&starts, &goals, certainty, bounds) {
            WaySearch::Found(steps) => {
                answer.steps = steps.iter().filter_map(|step| described(snapshot, step)).collect();
                answer.outcome = outcome;
                return Ok(answer);
            }
            WaySearch::Bounded => answer.outcome = PathOutcome::NotWithinSteps,
            WaySearch::None => {}
        }
    }
    Ok(answer)
}

fn described(snapshot: &Snapshot, step: &WayStep) -> Option<PathStep> {
    let from = place(snapshot, step.from)?;
    Some(PathStep {
        symbol: from.symbol,
        path: from.path,
        line: step.line,
        kind: step.kind.name(),
        provenance: step.provenance.to_string(),
        to: place(snapshot, step.to)?,
    })
}
