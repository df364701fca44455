//! Runs `entries review`: turns settings into a mission, reviews entries, and reports the outcome.
//!
//! Nothing is printed here: [`RunReporter`] shows the run while it lasts, `render` its outcome.

use std::sync::Arc;
use std::time::SystemTime;

use rutter_agent::{Agent, EntryReview, Joined, Mission, ReviewVerdict, RunLimits};
use rutter_domain::{Ending, EntryStatus, Timestamp, Totals};
use rutter_knowledge::store_url;
use rutter_provider::language::Connected;
use rutter_store::open_runs;
use rutter_tools::knowledge::review::{ListWaiting, WaitingArgs};
use rutter_tools::{Mode, Session};
use serde::Serialize;

use crate::context::Context;
use crate::run_recorder::RunRecorder;
use crate::run_reporter::RunReporter;
use crate::settings::ModelSettings;
use crate::{model, runtime};

/// A run of reviews.
pub struct ReviewTask {
    pub settings: ModelSettings,
    pub connected: Connected,
    /// Ids or their first characters; if empty, the entries that wait for a review.
    pub ids: Vec<String>,
    pub globs: Vec<String>,
    pub limit: usize,
}

/// The outcome of a run of reviews.
#[derive(Debug, Serialize)]
pub struct ReviewReport {
    /// `None` if there was nothing to review.
    pub run: Option<String>,
    pub model: String,
    pub ending: Ending,
    pub confirmed: usize,
    pub disputed: usize,
    /// Reviews that counted and neither confirmed nor disputed their entry.
    pub undecided: usize,
    pub not_counted: usize,
    /// Entries that wait beyond the limit.
    pub n_more: usize,
    pub totals: Totals,
    pub reviews: Vec<EntryReview>,
}

/// Reviews until all entries are done, a cap is reached or the user presses Ctrl-C.
pub fn run(task: &ReviewTask, ctx: &mut Context) -> anyhow::Result<ReviewReport> {
    let model = task.connected.model.as_ref();
    let mission = mission(&task.settings, task.connected.model.thinking_tokens());
    let run_guard = ctx.signals.begin_run();
    let runtime = runtime::for_run()?;
    model::prepare(&runtime, model, &run_guard.cancel);
    mission.check(model)?;
    let name = model.name().to_owned();
    let runs = open_runs(&store_url(&ctx.toolbox.engine.layout));
    let args = WaitingArgs {
        reader: name.clone(),
        // Any run tells this reader from an author of the same name.
        run: Some(String::new()),
        ids: task.ids.clone(),
        globs: task.globs.clone(),
        limit: task.limit,
    };
    let waiting = ctx.run(&ListWaiting, args)?;
    if waiting.entries.is_empty() {
        return Ok(ReviewReport::new(None, name, Ending::Answered, Totals::default(), Vec::new()));
    }
    let record = runs.create(Timestamp::of(SystemTime::now()))?;
    let run = record.id().to_owned();
    let mut session = Session::new(Mode::Plan, &name);
    session.run = Some(run.clone());
    let session = Arc::new(session);
    let recorder = RunRecorder::new(record);
    let reporter = RunReporter::new(ctx.verbosity, ctx.format);
    let observer = Joined(vec![&recorder, &reporter]);
    let agent = Agent { model, toolbox: &ctx.toolbox, session: &session, observer: &observer };
    let reviewing =
        rutter_agent::review_entries(&agent, &mission, &waiting.entries, &run_guard.cancel);
    let outcome = runtime.block_on(reviewing);
    drop(run_guard);
    reporter.finish();
    // Do not wait for a tool that still runs after a cancel.
    runtime.shutdown_background();
    let outcome = outcome?;
    let mut report =
        ReviewReport::new(Some(run), name, outcome.ending, outcome.totals, outcome.reviews);
    report.n_more = waiting.n_more + waiting.entries.len() - report.reviews.len();
    Ok(report)
}

impl ReviewReport {
    fn new(
        run: Option<String>,
        model: String,
        ending: Ending,
        totals: Totals,
        reviews: Vec<EntryReview>,
    ) -> ReviewReport {
        let mut report = ReviewReport {
            run,
            model,
            ending,
            confirmed: 0,
            disputed: 0,
            undecided: 0,
            not_counted: 0,
            n_more: 0,
            totals,
            reviews,
        };
        for review in &report.reviews {
            let counter = match &review.verdict {
                ReviewVerdict::Counted { status: EntryStatus::Confirmed } => &mut report.confirmed,
                ReviewVerdict::Counted { status: EntryStatus::Disputed } => &mut report.disputed,
                ReviewVerdict::Counted { .. } => &mut report.undecided,
                ReviewVerdict::NotCounted { .. } => &mut report.not_counted,
            };
            *counter += 1;
        }
        report
    }
}

/// The mission with the caps that the user set.
fn mission(settings: &ModelSettings, thinking_tokens: u32) -> Mission {
    let mut mission = rutter_agent::review();
    mission.limits = RunLimits {
        max_turns: settings.max_turns.unwrap_or(mission.limits.max_turns),
        max_tokens: settings.max_tokens,
        max_cost: settings.max_cost,
    };
    mission.limit_output_tokens =
        settings.max_output.unwrap_or(mission.limit_output_tokens + thinking_tokens);
    mission.context_tokens = settings.context.unwrap_or(mission.context_tokens);
    mission
}
