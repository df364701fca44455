//! A repository, its tools, and runs on them as text.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use rutter_agent::{Agent, Error, Mission, Observer, RunOutcome};
use rutter_domain::{Conversation, Event, Moment, Recording};
use rutter_engine::{Engine, Extent, Refresh};
use rutter_fixture::Tree;
use rutter_provider::language::LanguageModel;
use rutter_tools::{Mode, Session, Toolbox};
use rutter_workspace::RepoLayout;
use tokio_util::sync::CancellationToken;

/// The first message of the user.
pub const MESSAGE: &str = "Look around.";

pub const FILES: &str = "\
//- src/lib.rs
/// Adds two prices.
pub fn add(a: u32, b: u32) -> u32 {
    a + b
}
/// Takes a rebate off.
pub fn rebate(price: u32) -> u32 {
    price - add(1, 2)
}
//- README.md
# Prices
";

/// A repository with an index, a session on it, and a conversation.
pub struct Harness {
    pub tree: Tree,
    pub toolbox: Toolbox,
    pub session: Arc<Session>,
    pub cancel: CancellationToken,
}

/// A run that is over.
pub struct FinishedRun {
    pub outcome: RunOutcome,
    pub moments: Vec<Moment>,
    /// As the run left it.
    pub conversation: Conversation,
}

impl Harness {
    pub fn new(files: &str) -> Harness {
        Harness::in_mode(files, Mode::Plan)
    }

    pub fn in_mode(files: &str, mode: Mode) -> Harness {
        Harness::on(Tree::new(files), mode)
    }

    pub fn on(tree: Tree, mode: Mode) -> Harness {
        let engine = Engine::new(RepoLayout::exactly(tree.path(), None).unwrap());
        let cancelled = Arc::new(AtomicBool::new(false));
        engine.index(Extent::Changed, &|_| {}, &cancelled).unwrap();
        let toolbox = Toolbox::new(engine, Refresh::Never, Box::new(|_| {}), cancelled);
        let mut session = Session::new(mode, "script");
        session.run = Some("run-1".to_owned());
        let cancel = CancellationToken::new();
        Harness { tree, toolbox, session: Arc::new(session), cancel }
    }

    pub fn run(&self, mission: &Mission, model: &dyn LanguageModel) -> FinishedRun {
        self.try_run(mission, model, &|_: &Moment| {}).unwrap()
    }

    /// Runs with one more observer.
    pub fn try_run(
        &self,
        mission: &Mission,
        model: &dyn LanguageModel,
        also: &dyn Observer,
    ) -> Result<FinishedRun, Error> {
        self.go_on(mission, Conversation::default(), MESSAGE, model, also)
    }

    /// Runs on a conversation that may have messages already.
    pub fn go_on(
        &self,
        mission: &Mission,
        mut conversation: Conversation,
        message: &str,
        model: &dyn LanguageModel,
        also: &dyn Observer,
    ) -> Result<FinishedRun, Error> {
        let moments = Mutex::new(Vec::new());
        let keep = |moment: &Moment| moments.lock().unwrap().push(moment.clone());
        let observer = rutter_agent::Joined(vec![&keep, also]);
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build();
        let runtime = runtime.unwrap();
        let agent =
            Agent { model, toolbox: &self.toolbox, session: &self.session, observer: &observer };
        let outcome =
            runtime.block_on(agent.run(mission, &mut conversation, message, &self.cancel));
        runtime.shutdown_background();
        let moments = moments.into_inner().unwrap();
        Ok(FinishedRun { outcome: outcome?, moments, conversation })
    }
}

impl FinishedRun {
    /// Every event on a line, without what differs from run to run.
    pub fn transcript(&self) -> String {
        self.moments.iter().map(|moment| line(&moment.event) + "\n").collect()
    }

    pub fn remarks(&self) -> Vec<&str> {
        let remarks = self.moments.iter().filter_map(|moment| match &moment.event {
            Event::Remark { text } => Some(text.as_str()),
            _ => None,
        });
        remarks.collect()
    }

    /// The results of calls, in order, as `name: text`.
    pub fn results(&self) -> Vec<String> {
        let results = self.moments.iter().filter_map(|moment| match &moment.event {
            Event::ToolResult { name, result, .. } => Some(format!("{name}: {result}")),
            _ => None,
        });
        results.collect()
    }
}

fn line(event: &Event) -> String {
    let first = |text: &str| text.lines().next().unwrap_or_default().to_owned();
    match event {
        Event::Started { run, mission, model, mode, .. } => {
            format!("started {run}: {mission} with {model}, may {mode}")
        }
        Event::Instruction { text } => format!("instruction: {}", first(text)),
        Event::UserInput { text } => format!("user: {}", first(text)),
        Event::Asking { turn } => format!("asking {turn}"),
        Event::Paused { reason, seconds } => format!("paused {seconds} s: {reason}"),
        Event::Usage { turn, input_tokens, output_tokens, cost, .. } => {
            format!("usage {turn}: {input_tokens} in, {output_tokens} out, {cost:?}")
        }
        Event::AssistantText { turn, text } => format!("text {turn}: {text}"),
        Event::ToolCall { id, name, arguments, .. } => format!("call {id}: {name} {arguments}"),
        Event::ToolStarted { id, name, .. } => format!("begun {id}: {name}"),
        Event::ToolResult { id, is_error, recordings, .. } => {
            let recording = |recording: &Recording| match recording {
                Recording::Recorded { status, .. } => format!(", {status}"),
                Recording::Refused { .. } => ", refused".to_owned(),
            };
            let recordings: String = recordings.iter().map(recording).collect();
            format!("result {id}: {}{recordings}", if *is_error { "error" } else { "fine" })
        }
        Event::Phase { phase } => format!("phase {phase}"),
        Event::Thought { text } => format!("thought: {}", first(text)),
        Event::Action { name, arguments } => format!("action: {name} {arguments}"),
        Event::Observation { text } => format!("observation: {}", first(text)),
        Event::GapSettled { state, attempts, .. } => {
            format!("settled: {state} after {attempts} attempts")
        }
        Event::Compacted { .. } => "compacted".to_owned(),
        Event::Citations { citations, .. } => {
            let n_good = citations.iter().filter(|citation| citation.holds).count();
            format!("citations: {n_good} of {} hold", citations.len())
        }
        Event::Remark { text } => format!("remark: {text}"),
        Event::Finished { ending, totals } => format!(
            "finished: {ending:?} after {} turns and {} tokens, {:?}",
            totals.turns,
            totals.tokens(),
            totals.calls
        ),
    }
}
