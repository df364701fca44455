//! One exploration: a model, its tools, who watches, and what it came to.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use rutter_agent::{Agent, Briefing, Joined, Mission, Observer, RunLimits};
use rutter_domain::{Conversation, Ending, Moment, Timestamp, Totals};
use rutter_provider::language::Connected;
use rutter_store::{RunWriter, Runs};
use rutter_tools::{Confinement, Mode, Session, Toolbox};
use serde::Serialize;

use crate::arguments::{Format, ModeArg, PermissionArgs};
use crate::consent;
use crate::context::Context;
use crate::exit::Exit;
use crate::render;
use crate::run_reporter::RunReporter;
use crate::settings::ModelSettings;
use crate::verbosity::Verbosity;

/// How long a server may take to say what it has.
const NAMING_TAKES: Duration = Duration::from_secs(10);
/// A model with a smaller context window than this gets a short opening.
const SMALL_WINDOW_TOKENS: u64 = 16_000;

/// What a model shall explore, and how.
pub struct Task {
    pub settings: ModelSettings,
    pub connected: Connected,
    /// A folder or file of the repository, relative to its root.
    pub focus: Option<String>,
    pub permissions: PermissionArgs,
}

/// What an exploration came to.
#[derive(Debug, Serialize)]
pub struct Exploration {
    pub run: String,
    pub model: String,
    pub ending: Ending,
    pub totals: Totals,
    /// The model's last words.
    pub answer: Option<String>,
}

impl Exploration {
    /// Explores until the model is through, a cap is reached or the user has enough.
    pub fn run(task: &Task, ctx: &mut Context) -> anyhow::Result<Exploration> {
        let Task { settings, connected, focus, permissions } = task;
        let model = connected.model.as_ref();
        let mission = mission(settings);
        let opening = opening(&ctx.toolbox, settings, focus.as_deref())?;
        let run_guard = ctx.signals.begin_run();
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let naming = model.prepare(&run_guard.cancel);
        // A server that does not say what it has is asked all the same, and told of then.
        let _ = runtime.block_on(async { tokio::time::timeout(NAMING_TAKES, naming).await });
        mission.check(model)?;
        let log =
            Runs::open(&ctx.toolbox.engine.layout.data).create(Timestamp::of(SystemTime::now()))?;
        let run = log.id.clone();
        let mut session = Session::new(mode(permissions.mode), model.name());
        session.run = Some(run.clone());
        session.confirm = consent::confirm(permissions);
        session.shell =
            if permissions.unconfined { Confinement::Waived } else { Confinement::Required };
        session.environment = crate::settings::environment();
        let recorder = Recorder { writer: log, has_failed: AtomicBool::new(false) };
        let reporter = RunReporter::new(ctx.verbosity, ctx.format);
        let observer = Joined(vec![&recorder, &reporter]);
        let session = Arc::new(session);
        let agent = Agent { model, toolbox: &ctx.toolbox, session: &session, observer: &observer };
        let mut conversation = Conversation::default();
        let outcome =
            runtime.block_on(agent.run(&mission, &mut conversation, &opening, &run_guard.cancel));
        drop(run_guard);
        reporter.finish();
        // A tool that still runs after a cancel must not hold us.
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

    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        render::ending(out, &self.ending)?;
        match self.ending {
            Ending::Failed { .. } | Ending::Cancelled => {}
            Ending::Answered
            | Ending::MaxTurns { .. }
            | Ending::MaxTokens { .. }
            | Ending::MaxCost { .. } => writeln!(out, "Indexing complete.")?,
        }
        render::totals(out, &self.totals)
    }

    /// What the user may do now, where the end was not what they wanted.
    pub fn hint(&self) -> Option<&'static str> {
        match self.ending {
            Ending::Failed { .. } if self.totals.turns == 0 => {
                Some("`rutter doctor` tells which model is asked and why, and tries it")
            }
            Ending::Failed { .. } | Ending::Cancelled => {
                Some("`rutter explore` goes on from what is recorded")
            }
            Ending::MaxTokens { .. } | Ending::MaxCost { .. } if self.totals.turns == 0 => {
                Some("the cap leaves no room for a single request; raise it, or lower `--context`")
            }
            Ending::Answered
            | Ending::MaxTurns { .. }
            | Ending::MaxTokens { .. }
            | Ending::MaxCost { .. } => None,
        }
    }

    pub fn exit(&self) -> Exit {
        match self.ending {
            Ending::Answered
            | Ending::MaxTurns { .. }
            | Ending::MaxTokens { .. }
            | Ending::MaxCost { .. } => Exit::Found,
            Ending::Failed { .. } => Exit::Bad,
            Ending::Cancelled => Exit::Interrupted,
        }
    }
}

/// Says that it begins.
pub fn announce(ctx: &mut Context) -> io::Result<()> {
    if ctx.verbosity != Verbosity::Quiet && ctx.format == Format::Text {
        writeln!(ctx.out, "Starting indexing...")?;
        ctx.out.flush()?;
    }
    Ok(())
}

/// Writes every moment down. A disk that is full ends the record, not the run.
struct Recorder {
    writer: RunWriter,
    has_failed: AtomicBool,
}

impl Observer for Recorder {
    fn see(&self, moment: &Moment) {
        if self.has_failed.load(Ordering::Relaxed) {
            return;
        }
        if let Err(error) = self.writer.append(moment) {
            self.has_failed.store(true, Ordering::Relaxed);
            anstream::eprintln!("{error}; the run goes on without its record");
        }
    }
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

fn mode(asked: Option<ModeArg>) -> Mode {
    match asked {
        Some(ModeArg::Ask) => Mode::Ask,
        None | Some(ModeArg::Plan) => Mode::Plan,
        Some(ModeArg::Build) => Mode::Build,
    }
}
