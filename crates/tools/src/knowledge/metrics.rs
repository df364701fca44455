//! Counts the usage of models from the recorded runs, by day.

use std::collections::BTreeMap;

use rutter_domain::{Event, Timestamp};
use rutter_knowledge::store_url;
use rutter_store::{RunStore, open_runs};
use serde::Serialize;

use crate::code::search::Search;
use crate::code::similar::Similar;
use crate::files::grep::Grep;
use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Missions that answer a question of the user.
const QUESTIONS: [&str; 2] = ["ask", "chat"];

/// Counts the usage of the recorded runs.
#[derive(Debug, Clone, Copy)]
pub struct UsageMetrics;

#[derive(Debug, Clone, Copy)]
pub struct MetricsArgs {
    /// Earlier runs are not counted.
    pub since: Timestamp,
}

/// The usage in total, and on each day with a run, oldest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct MetricsAnswer {
    pub total: DayMetrics,
    pub days: Vec<DayMetrics>,
    /// Records that could not be read, and why.
    #[serde(skip)]
    pub problems: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct DayMetrics {
    /// `2026-11-16`; empty for the total.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub day: String,
    pub runs: u32,
    /// Runs that answer a question: `ask` and `chat`.
    pub questions: u32,
    /// Calls of tools in these runs.
    pub question_calls: u32,
    /// `None` without a question.
    pub calls_per_question: Option<f64>,
    /// Calls that search by meaning, in all runs.
    pub semantic_calls: u32,
    pub grep_calls: u32,
    /// Semantic searches among all searches; `None` without one.
    pub semantic_share: Option<f64>,
    pub requests: u32,
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// The part of the input that providers read from their caches.
    pub cached_tokens: u64,
    /// Replies that came from rutter's own cache.
    pub cached_replies: u32,
    /// In US dollars, of the runs whose price is known.
    pub cost: f64,
    /// Runs whose price is not known.
    pub runs_without_price: u32,
    pub citations: u32,
    pub citations_failed: u32,
}

impl DayMetrics {
    fn add(&mut self, part: &DayMetrics) {
        self.runs += part.runs;
        self.questions += part.questions;
        self.question_calls += part.question_calls;
        self.semantic_calls += part.semantic_calls;
        self.grep_calls += part.grep_calls;
        self.requests += part.requests;
        self.input_tokens += part.input_tokens;
        self.output_tokens += part.output_tokens;
        self.cached_tokens += part.cached_tokens;
        self.cached_replies += part.cached_replies;
        self.cost += part.cost;
        self.runs_without_price += part.runs_without_price;
        self.citations += part.citations;
        self.citations_failed += part.citations_failed;
        self.derive();
    }

    fn derive(&mut self) {
        let share = |part: u32, all: u32| (all > 0).then(|| f64::from(part) / f64::from(all));
        self.calls_per_question = share(self.question_calls, self.questions);
        self.semantic_share = share(self.semantic_calls, self.semantic_calls + self.grep_calls);
    }
}

impl Tool for UsageMetrics {
    const NAME: &'static str = "metrics";
    const PERMISSION: Permission = Permission::people(Effect::Read);
    type Args = MetricsArgs;
    type Answer = MetricsAnswer;

    fn run(
        &self,
        toolbox: &Toolbox,
        _: &Session,
        args: MetricsArgs,
    ) -> Result<MetricsAnswer, ToolError> {
        let store = open_runs(&store_url(&toolbox.engine.layout));
        let listed = store.list()?;
        let mut answer = MetricsAnswer { problems: listed.problems, ..MetricsAnswer::default() };
        let mut days = BTreeMap::<String, DayMetrics>::new();
        for run in listed.runs.iter().filter(|run| run.started_at >= args.since) {
            let day: String = run.started_at.to_string().chars().take(10).collect();
            let part = match count(&*store, run) {
                Ok(part) => part,
                Err(problem) => {
                    answer.problems.push(problem);
                    continue;
                }
            };
            answer.total.add(&part);
            days.entry(day.clone())
                .or_insert_with(|| DayMetrics { day, ..DayMetrics::default() })
                .add(&part);
        }
        answer.days = days.into_values().collect();
        Ok(answer)
    }
}

/// Counts the usage of one run.
fn count(store: &dyn RunStore, run: &rutter_store::Run) -> Result<DayMetrics, String> {
    let totals = &run.totals;
    let calls = |name: &str| totals.calls.get(name).copied().unwrap_or_default();
    let is_question = QUESTIONS.contains(&run.mission.as_str());
    let n_calls: u32 = totals.calls.values().sum();
    let mut part = DayMetrics {
        runs: 1,
        questions: u32::from(is_question),
        question_calls: if is_question { n_calls } else { 0 },
        semantic_calls: calls(Search::NAME) + calls(Similar::NAME),
        grep_calls: calls(Grep::NAME),
        requests: totals.turns,
        input_tokens: totals.input_tokens,
        output_tokens: totals.output_tokens,
        cached_tokens: totals.cached_tokens,
        cost: totals.cost.unwrap_or_default(),
        runs_without_price: u32::from(totals.cost.is_none() && totals.turns > 0),
        ..DayMetrics::default()
    };
    let recorded = store.read(&run.id).map_err(|error| format!("{}: {error}", run.id))?;
    for moment in &recorded.moments {
        if let Event::Usage { is_cached: true, .. } = moment.event {
            part.cached_replies += 1;
        }
        if let Event::Citations { citations, .. } = &moment.event {
            let n_bad = citations.iter().filter(|citation| !citation.holds).count();
            part.citations += u32::try_from(citations.len()).unwrap_or(u32::MAX);
            part.citations_failed += u32::try_from(n_bad).unwrap_or(u32::MAX);
        }
    }
    part.derive();
    Ok(part)
}
