//! Asks a model one question after the other about the codebase.

use std::sync::{Arc, PoisonError};
use std::time::SystemTime;

use rutter_agent::{Agent, AskBriefing, Joined, Mission, Observer, RunLimits, ask};
use rutter_domain::{Citation, Conversation, Ending, Timestamp, Totals};
use rutter_knowledge::store_url;
use rutter_provider::language::Connected;
use rutter_store::open_runs;
use rutter_tools::knowledge::citation_marks::{MarkStyle, mark};
use rutter_tools::{Confinement, Consent, Declaration, Mode, Session, Toolbox};
use tokio_util::sync::CancellationToken;

use super::call_log::{CallLog, CalledTool};
use super::instructions;
use super::saved_chat::SavedChat;
use crate::arguments::{ModeArg, PermissionArgs};
use crate::consent::Confirm;
use crate::run_recorder::RunRecorder;
use crate::settings::ModelSettings;
use crate::{model, runtime, settings};

/// Tokens of the briefing.
const BRIEFING_TOKENS: usize = 2_000;
/// Tokens of the briefing for a model with a small context window.
const SMALL_BRIEFING_TOKENS: usize = 400;

/// The mode of a model that answers questions: it only reads unless the flags allow more.
pub fn mode_of(permissions: &PermissionArgs) -> Mode {
    match permissions.mode {
        None | Some(ModeArg::Ask) => Mode::Ask,
        Some(ModeArg::Plan) => Mode::Plan,
        Some(ModeArg::Build) => Mode::Build,
    }
}

/// A model, the chat with it, and what it may do.
pub struct Assistant {
    pub connected: Connected,
    pub mission: Mission,
    pub saved: Arc<SavedChat>,
    pub mode: Mode,
    pub confirm: Confirm,
    pub shell: Confinement,
}

/// An answer, or why there is none.
#[derive(Debug)]
pub struct Answered {
    pub run: String,
    pub ending: Ending,
    pub totals: Totals,
    pub answer: Option<String>,
    pub citations: Vec<Citation>,
    pub calls: Vec<CalledTool>,
    /// Tokens of the last request and its reply, if the provider counted them.
    pub context_tokens: Option<u64>,
    /// The answer with a mark at each citation that does not hold.
    pub marked: Option<String>,
}

impl Assistant {
    /// `name` is the name of the mission: `ask` or `chat`.
    pub fn new(
        name: &str,
        connected: Connected,
        settings: &ModelSettings,
        saved: Arc<SavedChat>,
        toolbox: &Toolbox,
    ) -> anyhow::Result<Assistant> {
        let is_small = settings.is_small();
        let limit_tokens = if is_small { SMALL_BRIEFING_TOKENS } else { BRIEFING_TOKENS };
        let instructions = instructions::gather(toolbox);
        // Without an index the model can still list, read and grep.
        let briefing = AskBriefing::gather(toolbox, instructions.clone(), limit_tokens);
        let briefing = briefing.unwrap_or_else(|_| AskBriefing {
            instructions,
            limit_tokens,
            ..AskBriefing::default()
        });
        let mut mission = ask(name, &briefing);
        mission.searches_first = is_small;
        mission.limits = RunLimits {
            max_turns: settings.max_turns.unwrap_or(mission.limits.max_turns),
            max_tokens: settings.max_tokens,
            max_cost: settings.max_cost,
        };
        let usual = mission.limit_output_tokens + connected.model.thinking_tokens();
        mission.limit_output_tokens = settings.max_output.unwrap_or(usual);
        mission.context_tokens = settings.context.unwrap_or(mission.context_tokens);
        mission.check(connected.model.as_ref())?;
        Ok(Assistant {
            connected,
            mission,
            saved,
            mode: Mode::Ask,
            confirm: Arc::new(|_| Consent::No),
            shell: Confinement::Required,
        })
    }

    /// Asks one question. The chat is saved after every step.
    pub fn ask<'a>(
        &mut self,
        question: &str,
        observer: &dyn Fn(&Arc<Session>) -> Box<dyn Observer + 'a>,
        cancel: &CancellationToken,
        toolbox: &Toolbox,
    ) -> anyhow::Result<Answered> {
        let model = self.connected.model.as_ref();
        let runtime = runtime::for_run()?;
        model::prepare(&runtime, model, cancel);
        let runs = open_runs(&store_url(&toolbox.engine.layout));
        let record = runs.create(Timestamp::of(SystemTime::now()))?;
        let run = record.id().to_owned();
        let chat = self.saved.chat();
        let session = Arc::new(self.session(&run, &chat.seen));
        self.saved.begin_question(&run, question, &session);
        let mut conversation: Conversation = chat.conversation;
        let mut mission = self.mission.clone();
        if !conversation.messages.is_empty() {
            // The nudge to look at the code first is for the first question.
            mission.nudge = None;
        }
        let recorder = RunRecorder::new(record);
        let log = CallLog::default();
        let shown = observer(&session);
        let observer = Joined(vec![&recorder, &*self.saved, &log, &*shown]);
        let agent = Agent { model, toolbox, session: &session, observer: &observer };
        let running = agent.run(&mission, &mut conversation, question, cancel);
        let outcome = runtime.block_on(running);
        // Do not wait for a tool that still runs after a cancel.
        runtime.shutdown_background();
        let outcome = outcome?;
        self.saved.change(|chat| {
            chat.totals.add(&outcome.totals);
            chat.totals.elapsed_ms += outcome.totals.elapsed_ms;
        })?;
        drop(observer);
        drop(shown);
        let answer = outcome.answer.filter(|answer| !answer.trim().is_empty());
        let marked =
            answer.as_ref().map(|answer| mark(answer, &outcome.citations, MarkStyle::Plain));
        let logged = log.finish();
        let citations = outcome.citations.into_iter().map(|placed| placed.citation).collect();
        Ok(Answered {
            run,
            ending: outcome.ending,
            totals: outcome.totals,
            answer,
            citations,
            calls: logged.calls,
            context_tokens: logged.context_tokens,
            marked,
        })
    }

    /// A session that may record entries about what the chat has shown.
    pub fn keeping_session(&self, run: &str) -> Session {
        let mut session = self.session(run, &self.saved.chat().seen);
        session.mode = session.mode.max(Mode::Plan);
        session
    }

    /// The tools of the model in this mode, with their descriptions.
    pub fn tools(&self, toolbox: &Toolbox) -> Vec<Declaration> {
        let session = self.session("", &self.saved.chat().seen);
        toolbox.declarations(&self.mission.narrow(&session))
    }

    fn session(&self, run: &str, seen: &rutter_domain::Seen) -> Session {
        let mut session = Session::new(self.mode, self.connected.model.name());
        session.run = Some(run.to_owned());
        session.chat = Some(self.saved.record(run));
        session.confirm = Arc::clone(&self.confirm);
        session.shell = self.shell;
        session.environment = settings::environment();
        *session.seen.lock().unwrap_or_else(PoisonError::into_inner) = seen.clone();
        session
    }
}
