//! Runs one exploration from the command line: turns settings into a mission, runs it, and reports the outcome.
//!
//! Nothing is printed here: [`RunReporter`] shows the run while it lasts, `render` its outcome. Start at
//! [`Exploration::run`].

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::Context as _;
use rutter_agent::{Agent, Briefing, Joined, Mission, RunLimits};
use rutter_domain::{
    Conversation, Ending, EntryStatus, ExplorationPlan, PlanProgress, Timestamp, Totals,
};
use rutter_knowledge::{UnreadLines, store_url};
use rutter_provider::language::{Connected, ModelLimits};
use rutter_store::open_runs;
use rutter_tools::{Confinement, Mode, Session, Toolbox};
use serde::Serialize;

use crate::arguments::{ModeArg, PermissionArgs};
use crate::context::Context;
use crate::exit::Exit;
use crate::run_recorder::RunRecorder;
use crate::run_reporter::RunReporter;
use crate::settings::ModelSettings;
use crate::{consent, model, runtime, settings};

/// Longest conversation with a model whose window is larger: several providers charge
/// more for longer requests.
const LONGEST_CONTEXT_TOKENS: u64 = 200_000;

/// The user's own instruction, in the data folder.
const OWN_INSTRUCTION: &str = "prompts/explore.md";

/// An exploration to run.
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
    /// The last text of the model, if there is one.
    pub answer: Option<String>,
    /// `None` if the entries could not be read at the end.
    pub report: Option<ExplorationReport>,
}

/// The entries of an exploration, and what is left to do.
#[derive(Debug, Default, Serialize)]
pub struct ExplorationReport {
    /// The entries that the run wrote, by their current status. An entry that it wrote twice counts once.
    pub entries: BTreeMap<EntryStatus, usize>,
    /// How far entries that hold, of this run or an earlier one, cover the plan.
    pub coverage: PlanProgress,
    /// Input and output tokens of the run for each entry.
    pub tokens_per_entry: Option<u64>,
    /// In US dollars.
    pub cost_per_entry: Option<f64>,
    pub next_steps: Vec<String>,
}

impl Exploration {
    /// Explores until the model answers, a cap is reached or the user presses Ctrl-C.
    pub fn run(task: &Task, ctx: &mut Context) -> anyhow::Result<Exploration> {
        let Task { settings, connected, focus, permissions } = task;
        let model = connected.model.as_ref();
        let briefing = briefing(&ctx.toolbox, settings, focus.as_deref())?;
        let run_guard = ctx.signals.begin_run();
        let runtime = runtime::for_run()?;
        model::prepare(&runtime, model, &run_guard.cancel);
        let data = &ctx.toolbox.engine.layout.data;
        let mut mission = mission(settings, model.name(), own_instruction(data)?.as_deref());
        mission.plan = briefing.plan.clone();
        let opening = rutter_agent::opening(&briefing);
        mission.check(model)?;
        let runs = open_runs(&store_url(&ctx.toolbox.engine.layout));
        let record = runs.create(Timestamp::of(SystemTime::now()))?;
        let run = record.id().to_owned();
        let session = Arc::new(session(&run, model.name(), permissions));
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
        let report = report(&ctx.toolbox, &run, &briefing.plan, &outcome.ending, &outcome.totals);
        Ok(Exploration {
            run,
            model: model.name().to_owned(),
            ending: outcome.ending,
            totals: outcome.totals,
            answer: outcome.answer,
            report: report.ok(),
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
        Ending::Failed { .. } => Exit::Error,
        Ending::Cancelled => Exit::Interrupted,
    }
}

fn session(run: &str, author: &str, permissions: &PermissionArgs) -> Session {
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
    // The model can read the lines first, so an entry about unread lines is a guess.
    session.unread = UnreadLines::Refused;
    session
}

/// The mission with the caps that the user set, and what is known of the model.
fn mission(settings: &ModelSettings, model: &str, own_instruction: Option<&str>) -> Mission {
    let mut mission = match own_instruction {
        Some(instruction) => rutter_agent::explore_by(instruction),
        None if settings.is_small() => rutter_agent::explore_with_small_model(),
        None => rutter_agent::explore(),
    };
    let known = ModelLimits::of(model);
    let window = known.context_tokens.map(|tokens| tokens.min(LONGEST_CONTEXT_TOKENS));
    mission.limits = RunLimits {
        max_turns: settings.max_turns.unwrap_or(mission.limits.max_turns),
        max_tokens: settings.max_tokens,
        max_cost: settings.max_cost,
    };
    mission.limit_output_tokens =
        settings.max_output.or(known.output_tokens).unwrap_or(mission.limit_output_tokens);
    mission.context_tokens = settings.context.or(window).unwrap_or(mission.context_tokens);
    mission
}

/// The instruction that the user wrote instead of ours, if there is one.
fn own_instruction(data: &Path) -> anyhow::Result<Option<String>> {
    let text = read_prompt(&data.join(OWN_INSTRUCTION))?;
    Ok(text.filter(|text| !text.trim().is_empty()))
}

/// Reads a prompt that the user wrote; `None` if the file does not exist.
pub fn read_prompt(path: &Path) -> anyhow::Result<Option<String>> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => {
            Err(error).with_context(|| format!("cannot read the prompt `{}`", path.display()))
        }
    }
}

/// Gathers the briefing of the first message, a short one if the model's context window is small.
fn briefing(
    toolbox: &Toolbox,
    settings: &ModelSettings,
    focus: Option<&str>,
) -> anyhow::Result<Briefing> {
    let limit_tokens = if settings.is_small() { 600 } else { 2_000 };
    Ok(Briefing::gather(toolbox, focus, limit_tokens)?)
}

/// Compares the recorded entries with the plan after a run.
fn report(
    toolbox: &Toolbox,
    run: &str,
    plan: &ExplorationPlan,
    ending: &Ending,
    totals: &Totals,
) -> anyhow::Result<ExplorationReport> {
    let knowledge = toolbox.knowledge()?;
    let own = knowledge.entries_of_run(run)?;
    let known = knowledge.known()?;
    let mut entries: BTreeMap<EntryStatus, usize> = BTreeMap::new();
    for entry in &own {
        *entries.entry(entry.status).or_default() += 1;
    }
    let coverage = plan.progress(&known);
    let n_stale = known.iter().filter(|known| known.status == EntryStatus::Stale).count();
    let is_some = !own.is_empty();
    Ok(ExplorationReport {
        tokens_per_entry: is_some.then(|| totals.tokens() / own.len() as u64),
        cost_per_entry: totals.cost.filter(|_| is_some).map(|cost| cost / own.len() as f64),
        next_steps: next_steps(ending, totals, &entries, &coverage, n_stale),
        entries,
        coverage,
    })
}

/// Suggests what the user can do next.
fn next_steps(
    ending: &Ending,
    totals: &Totals,
    entries: &BTreeMap<EntryStatus, usize>,
    coverage: &PlanProgress,
    n_stale: usize,
) -> Vec<String> {
    let was_never_answered = totals.turns == 0;
    let mut steps = Vec::new();
    match ending {
        Ending::Failed { .. } if was_never_answered => {
            let step = "`rutter doctor` shows which model is asked and why, and tries it";
            return vec![step.to_owned()];
        }
        Ending::MaxTokens { .. } | Ending::MaxCost { .. } if was_never_answered => {
            let step =
                "the cap leaves no room for a single request; raise it, or lower `--context`";
            return vec![step.to_owned()];
        }
        Ending::Answered => {}
        Ending::Failed { .. }
        | Ending::Cancelled
        | Ending::MaxTurns { .. }
        | Ending::MaxTokens { .. }
        | Ending::MaxCost { .. } => {
            steps.push("`rutter explore` continues from what is recorded".to_owned());
        }
    }
    if *ending == Ending::Answered && coverage.missing(1).is_some() {
        steps.push("`rutter explore` goes on with what has no entry".to_owned());
    }
    if n_stale > 0 {
        steps.push("`rutter entries list --stale` shows what is out of date".to_owned());
    }
    let n_weak: usize =
        entries.iter().filter(|(status, _)| !status.is_good()).map(|(_, n)| n).sum();
    if n_weak > 0 {
        steps.push("`rutter entries list` shows why entries did not pass".to_owned());
    }
    if entries.contains_key(&EntryStatus::Checked) {
        steps.push("`rutter entries review` has the entries read a second time".to_owned());
    }
    steps
}
