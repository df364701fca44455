//! One exploration from the command line: settings to mission, one run, and its outcome.
//!
//! Nothing is printed here: [`RunReporter`] shows the run while it lasts, `render` its outcome. Start at
//! [`Exploration::run`].

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use rutter_agent::{Agent, Briefing, Joined, Mission, RunLimits};
use rutter_domain::{Conversation, Ending, Timestamp, Totals};
use rutter_knowledge::UnreadLines;
use rutter_provider::language::Connected;
use rutter_store::{StoreUrl, open_runs};
use rutter_tools::code::changed::Changed;
use rutter_tools::code::overview::Overview;
use rutter_tools::code::references::References;
use rutter_tools::knowledge::record_entries::RecordEntries;
use rutter_tools::knowledge::review::ReviewEntry;
use rutter_tools::{Confinement, Mode, Session, Tool as _, Toolbox};
use serde::Serialize;

use crate::arguments::{ModeArg, PermissionArgs};
use crate::context::Context;
use crate::exit::Exit;
use crate::run_recorder::RunRecorder;
use crate::run_reporter::RunReporter;
use crate::settings::ModelSettings;
use crate::{consent, runtime, settings};

/// How long a server may take to name its model.
pub const PREPARE_TIMEOUT: Duration = Duration::from_secs(10);

/// A model with a smaller context window than this gets a short opening.
const SMALL_WINDOW_TOKENS: u64 = 16_000;

/// What a model with a small window is not offered: descriptions of tools take room.
const WITHHELD_FROM_SMALL: [&str; 5] =
    [ReviewEntry::NAME, Overview::NAME, References::NAME, Changed::NAME, RecordEntries::NAME];

/// What to explore, with which model.
pub struct Task {
    pub settings: ModelSettings,
    pub connected: Connected,
    /// A folder or file of the repository, relative to its root.
    pub focus: Option<String>,
    pub permissions: PermissionArgs,
}

/// The outcome of an exploration.
#[derive(Debug, Serialize)]
pub struct Exploration {
    pub run: String,
    pub model: String,
    pub ending: Ending,
    pub totals: Totals,
    /// The last text of the model, if it answered.
    pub answer: Option<String>,
}

impl Exploration {
    /// Explores until the model answers, a cap is reached or the user presses Ctrl-C.
    pub fn run(task: &Task, ctx: &mut Context) -> anyhow::Result<Exploration> {
        let Task { settings, connected, focus, permissions } = task;
        let model = connected.model.as_ref();
        let mission = mission(settings);
        let opening = opening(&ctx.toolbox, settings, focus.as_deref())?;
        let run_guard = ctx.signals.begin_run();
        let runtime = runtime::for_run()?;
        let preparing = model.prepare(&run_guard.cancel);
        // A failure here comes again with the first request, and is reported then.
        let _ = runtime.block_on(async { tokio::time::timeout(PREPARE_TIMEOUT, preparing).await });
        mission.check(model)?;
        let runs = open_runs(&StoreUrl::folder(&ctx.toolbox.engine.layout.data));
        let record = runs.create(Timestamp::of(SystemTime::now()))?;
        let run = record.id().to_owned();
        let session = Arc::new(session(&run, model.name(), permissions, settings));
        let recorder = RunRecorder::new(record);
        let reporter = RunReporter::new(ctx.verbosity, ctx.format);
        let observer = Joined(vec![&recorder, &reporter]);
        let agent = Agent { model, toolbox: &ctx.toolbox, session: &session, observer: &observer };
        let mut conversation = Conversation::default();
        let running = agent.run(&mission, &mut conversation, &opening, &run_guard.cancel);
        let outcome = runtime.block_on(running);
        drop(run_guard);
        reporter.finish();
        // Do not wait for a tool that still runs after a cancel.
        runtime.shutdown_background();
        let outcome = outcome?;
        Ok(Exploration {
            run,
            model: model.name().to_owned(),
            ending: outcome.ending,
            totals: outcome.totals,
            answer: outcome.answer,
        })
    }

    pub fn exit(&self) -> Exit {
        exit_of(&self.ending)
    }
}

/// The exit code of a model's run.
pub fn exit_of(ending: &Ending) -> Exit {
    match ending {
        Ending::Answered
        | Ending::MaxTurns { .. }
        | Ending::MaxTokens { .. }
        | Ending::MaxCost { .. } => Exit::Found,
        Ending::Failed { .. } => Exit::Bad,
        Ending::Cancelled => Exit::Interrupted,
    }
}

fn session(
    run: &str,
    author: &str,
    permissions: &PermissionArgs,
    settings: &ModelSettings,
) -> Session {
    let mode = match permissions.mode {
        Some(ModeArg::Ask) => Mode::Ask,
        None | Some(ModeArg::Plan) => Mode::Plan,
        Some(ModeArg::Build) => Mode::Build,
    };
    let mut session = Session::new(mode, author);
    session.run = Some(run.to_owned());
    session.confirm = consent::confirm(permissions);
    session.shell =
        if permissions.unconfined { Confinement::Waived } else { Confinement::Required };
    session.environment = settings::environment();
    // What it has not read, it can read: a guess is not worth keeping.
    session.unread = UnreadLines::Refused;
    // A model that explores has work enough, and its own entries are not for it to review.
    session.withheld = match settings.context {
        Some(context) if context < SMALL_WINDOW_TOKENS => &WITHHELD_FROM_SMALL,
        Some(_) | None => &[ReviewEntry::NAME],
    };
    session
}

/// The mission with the caps that the user set.
fn mission(settings: &ModelSettings) -> Mission {
    let mut mission = rutter_agent::explore();
    mission.limits = RunLimits {
        max_turns: settings.max_turns.unwrap_or(mission.limits.max_turns),
        max_tokens: settings.max_tokens,
        max_cost: settings.max_cost,
    };
    mission.limit_output_tokens = settings.max_output.unwrap_or(mission.limit_output_tokens);
    mission.context_tokens = settings.context.unwrap_or(mission.context_tokens);
    mission
}

/// The first message, short if the model's context window is small.
fn opening(
    toolbox: &Toolbox,
    settings: &ModelSettings,
    focus: Option<&str>,
) -> anyhow::Result<String> {
    let limit_tokens = match settings.context {
        Some(context) if context < SMALL_WINDOW_TOKENS => 600,
        Some(_) | None => 2_000,
    };
    Ok(rutter_agent::opening(&Briefing::gather(toolbox, focus, limit_tokens)?))
}
