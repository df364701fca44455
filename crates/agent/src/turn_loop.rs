//! The turn loop: ask, run the tools that the reply calls, ask again with their results.
//!
//! A reply without calls is the answer and ends the run. Everything else is reported as an event, and
//! the run ends with an [`Ending`]; what was recorded on the way is kept. The loop knows nothing of
//! what a run is for: that is in the [`Mission`]. Start at [`Agent::run`]; `reply.rs` decides what a
//! reply leads to.

mod citations;
mod first_search;
mod notes;
mod overview;
mod progress;
mod recorded_calls;
mod repetition;
mod reply;
mod tool_runner;

use std::sync::Arc;

use rutter_domain::{Conversation, Ending, Event, Message, Seen, Turn};
use rutter_provider::language::{self, LanguageModel, Reply, Request, ToolChoice, ToolDeclaration};
use rutter_tools::Effect;
use tokio_util::sync::CancellationToken;

use self::progress::Progress;
use self::repetition::{Reaction, Repetition};
use self::reply::Retry;
use self::tool_runner::ToolRunner;
use crate::budget::{Budget, CodeLog, Cuts, Permit, TokenEstimator, compact, grouped, shorten};
use crate::event_sink::{EventSink, usage_of};
use crate::prompts::{BUDGET_END, REPEATED_CALLS};
use crate::{Agent, Error, Goal, Mission, RunOutcome};

/// A request is shortened at most this many times in one turn.
const MOST_SHORTENINGS: u32 = 4;

/// Room for a reply, at least: the estimate that leaves less may be wrong.
const LEAST_REPLY_TOKENS: u64 = 256;

impl Agent<'_> {
    /// Appends the user's message to the conversation and lets the model work on it until it answers
    /// or has to stop.
    ///
    /// However the run ends, the conversation stays valid for another one. The run and its tools end
    /// soon after `cancel` is cancelled. Needs a tokio runtime with time.
    pub async fn run(
        &self,
        mission: &Mission,
        conversation: &mut Conversation,
        message: &str,
        cancel: &CancellationToken,
    ) -> Result<RunOutcome, Error> {
        mission.check(self.model)?;
        conversation.add_user_message(message);
        let session = Arc::new(mission.narrow(self.session));
        let agent = Agent { session: &session, ..*self };
        Ok(TurnLoop::new(&agent, mission, conversation, cancel).run(message).await)
    }
}

/// One run.
struct TurnLoop<'a> {
    mission: &'a Mission,
    conversation: &'a mut Conversation,
    model: &'a dyn LanguageModel,
    tools: ToolRunner,
    events: EventSink<'a>,
    cancel: &'a CancellationToken,
    budget: Budget<'a>,
    estimator: TokenEstimator,
    /// The next request: instruction and tools, to which the conversation is added.
    request: Request,
    /// The context window, which may turn out to be smaller than the mission says.
    context_tokens: u64,
    repetition: Repetition,
    retry: Retry,
    /// Reaction to the results of the last turn, until the next request is sent.
    reaction: Option<Reaction>,
    /// The results that show code.
    code: CodeLog,
    /// Progress of an exploration; `None` if the run has another goal, or may not record.
    progress: Option<Progress>,
    /// Whether the model was asked to go on after an answer.
    is_asked_on: bool,
    /// Lines that the model had been shown before the calls of the last reply.
    seen_before: Seen,
    answer: Option<String>,
    /// The answer before, after which the model was asked to go on.
    early_answer: Option<String>,
}

impl<'a> TurnLoop<'a> {
    fn new(
        agent: &Agent<'a>,
        mission: &'a Mission,
        conversation: &'a mut Conversation,
        cancel: &'a CancellationToken,
    ) -> TurnLoop<'a> {
        let declarations = agent.toolbox.declarations(agent.session);
        let with_effect = |effect: Effect| {
            let tools = declarations.iter().filter(move |tool| tool.effect == effect);
            tools.map(|tool| tool.name.to_owned()).collect()
        };
        let tools = ToolRunner {
            toolbox: agent.toolbox.clone(),
            session: agent.session.clone(),
            recorders: with_effect(Effect::Record),
            writers: with_effect(Effect::Write),
        };
        let declared = declarations.into_iter().map(|tool| ToolDeclaration {
            name: tool.name.to_owned(),
            description: tool.description,
            parameters: tool.parameters,
        });
        let request = Request {
            system: mission.system.clone(),
            messages: Vec::new(),
            tools: declared.collect(),
            tool_choice: ToolChoice::Auto,
            limit_output_tokens: None,
            temperature: mission.temperature,
            schema: None,
            delivery: mission.delivery,
        };
        let is_exploring =
            mission.goal == Goal::Entries && agent.session.mode.offers(Effect::Record);
        TurnLoop {
            mission,
            conversation,
            model: agent.model,
            tools,
            events: EventSink::new(agent.observer),
            cancel,
            budget: Budget { limits: mission.limits, model: agent.model },
            estimator: TokenEstimator::new(&request),
            request,
            context_tokens: mission.context_tokens,
            repetition: Repetition::default(),
            retry: Retry::Left,
            reaction: None,
            code: CodeLog::default(),
            progress: is_exploring.then(Progress::default),
            is_asked_on: false,
            seen_before: Seen::default(),
            answer: None,
            early_answer: None,
        }
    }

    /// Runs to the end. The user's message is already part of the conversation.
    async fn run(mut self, message: &str) -> RunOutcome {
        self.begin(message);
        self.search_first(message).await;
        self.events.conversation(self.conversation);
        let ending = self.take_turns().await;
        if self.answer.is_some() {
            self.drop_unanswered_nudge();
        }
        self.events.conversation(self.conversation);
        let citations = self.check_citations(message, &ending).await;
        let overview = self.keep_overview(&ending).await;
        let totals = self.events.finish(&ending);
        let answer = self.answer.or(self.early_answer);
        RunOutcome { ending, totals, answer, citations, overview }
    }

    fn begin(&mut self, message: &str) {
        let session = &self.tools.session;
        self.events.emit(Event::Started {
            run: session.run.clone().unwrap_or_default(),
            mission: self.mission.name.clone(),
            model: self.model.name().to_owned(),
            mode: session.mode.name().to_owned(),
            root: self.tools.toolbox.engine.layout.root.display().to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            session: session.chat.as_ref().map(|chat| chat.id.clone()),
        });
        self.events.emit(Event::Instruction { text: self.mission.system.clone() });
        self.events.emit(Event::UserInput { text: message.to_owned() });
    }

    async fn take_turns(&mut self) -> Ending {
        let max_turns = self.mission.limits.max_turns;
        for turn in 1..=max_turns {
            let reply = match self.ask(turn).await {
                Ok(reply) => reply,
                // It had answered already, and was only asked whether that was all.
                Err(Ending::Failed { reason }) if self.answer.is_some() => {
                    self.events.remark(reason);
                    return Ending::Answered;
                }
                Err(ending) => return ending,
            };
            let ending = if reply.turn.calls.is_empty() {
                self.conclude(reply)
            } else {
                self.run_tools(turn, reply).await
            };
            self.events.conversation(self.conversation);
            if let Some(ending) = ending {
                return ending;
            }
        }
        Ending::MaxTurns { limit: max_turns }
    }

    /// Sends the conversation so far, if the budget allows it.
    async fn ask(&mut self, turn: u32) -> Result<Reply, Ending> {
        if self.cancel.is_cancelled() {
            return Err(Ending::Cancelled);
        }
        self.add_notes(turn);
        self.fit();
        let mut n_shortened = 0;
        let reply = loop {
            let length = self.estimator.estimate(&self.conversation.messages);
            self.permit(length)?;
            if n_shortened == 0 {
                self.events.emit(Event::Asking { turn });
            }
            match self.send().await {
                Ok(reply) => break reply,
                Err(language::Error::Cancelled) => {
                    self.keep_partial(turn, "stopped by the user");
                    return Err(Ending::Cancelled);
                }
                Err(language::Error::TooLong { limit_tokens, .. })
                    if n_shortened < MOST_SHORTENINGS && self.narrow(length, limit_tokens) =>
                {
                    n_shortened += 1;
                }
                Err(error) => {
                    self.keep_partial(turn, "the reply broke off here");
                    return Err(Ending::Failed { reason: error.to_string() });
                }
            }
        };
        self.account_for(turn, &reply);
        let text = &reply.turn.text;
        if !text.trim().is_empty() {
            self.events.emit(Event::AssistantText { turn, text: text.clone() });
        }
        Ok(reply)
    }

    /// Adds what the model has to know before this turn: how far it is, and at most one thing to do. Two
    /// could contradict each other.
    fn add_notes(&mut self, turn: u32) {
        let reaction = self.reaction.take();
        if reaction.is_some()
            && let Some(progress) = &self.progress
        {
            let line = progress.line(turn, &self.mission.limits, &self.events.totals);
            notes::append(&mut self.conversation.messages, &line);
        }
        let mode = self.tools.session.mode;
        let note = if turn > 1 && turn == self.mission.limits.max_turns {
            self.events.remark("the model is on its last turn, and was warned");
            Some(self.mission.last_turn.clone())
        } else if reaction.is_some() && self.progress.is_some() && self.is_budget_at_end() {
            self.events.remark("the budget is nearly used up, and the model was warned");
            Some(BUDGET_END.to_owned())
        } else {
            match reaction {
                Some(Reaction::Warn) => {
                    self.events.remark("the model repeats itself, and was warned");
                    Some(REPEATED_CALLS.to_owned())
                }
                Some(Reaction::GoOn) => {
                    let reminder = self.mission.due_reminder(&self.events.totals, mode);
                    let next = || self.progress.as_ref().map(Progress::next_step);
                    reminder.map(|text| text.replace("{next}", &next().unwrap_or_default()))
                }
                Some(Reaction::Stop) | None => None,
            }
        };
        if let Some(note) = note {
            notes::append(&mut self.conversation.messages, &note);
        }
    }

    /// Whether the caps leave room for one more request, and not for two.
    fn is_budget_at_end(&self) -> bool {
        let length = self.estimator.estimate(&self.conversation.messages);
        self.budget.is_last(&self.events.totals, length, self.mission.limit_output_tokens)
    }

    /// Keeps what came of a reply that did not come to its end.
    fn keep_partial(&mut self, turn: u32, why: &str) {
        let text = self.events.take_partial();
        if text.trim().is_empty() {
            return;
        }
        self.events.emit(Event::AssistantText { turn, text: text.clone() });
        let text = format!("{text}\n[{why}]");
        self.conversation.messages.push(Message::Model(Turn { text, ..Turn::default() }));
    }

    /// Checks the caps for a request of about `length` tokens, and limits the length of its reply.
    fn permit(&mut self, length: u64) -> Result<(), Ending> {
        let room = self.context_tokens.saturating_sub(length).max(LEAST_REPLY_TOKENS);
        let longest = u32::try_from(room).unwrap_or(u32::MAX).min(self.mission.limit_output_tokens);
        match self.budget.permit(&self.events.totals, length, longest) {
            Permit::Go { limit_output_tokens } => {
                self.request.limit_output_tokens = Some(limit_output_tokens);
            }
            Permit::Stop(ending) => return Err(ending),
        }
        Ok(())
    }

    async fn send(&mut self) -> Result<Reply, language::Error> {
        self.request.messages.clone_from(&self.conversation.messages);
        let listener = self.events.listener();
        // A model should end by itself when cancelled, but nothing forces it to.
        let reply = self.model.ask(&self.request, &listener, self.cancel);
        self.cancel.run_until_cancelled(reply).await.unwrap_or(Err(language::Error::Cancelled))
    }

    /// Fits the conversation into a window that turned out to be smaller. Returns false if nothing
    /// could be cut.
    fn narrow(&mut self, length: u64, limit_tokens: Option<u64>) -> bool {
        let limit = limit_tokens.unwrap_or(u64::MAX).min(length * 7 / 10);
        self.events.remark(format!(
            "the request is too long for the model; it is shortened to about {} tokens",
            grouped(limit)
        ));
        self.context_tokens = limit;
        self.fit();
        self.estimator.estimate(&self.conversation.messages) < length
    }

    /// Shortens the conversation if it has grown too long.
    fn fit(&mut self) {
        let reply_tokens = u64::from(self.mission.limit_output_tokens);
        let mut limit = self.context_tokens - reply_tokens.min(self.context_tokens / 4);
        let messages = &mut self.conversation.messages;
        let before_tokens = self.estimator.estimate(messages);
        let mut cuts = Cuts::default();
        if let Some(share) = self.mission.compact_above {
            limit = limit.min((self.context_tokens as f64 * share) as u64);
            cuts = compact(messages, &self.estimator, limit);
        }
        cuts.past += self.code.make_room(messages, &self.estimator, limit);
        cuts.add(shorten(messages, &self.estimator, limit));
        let after_tokens = self.estimator.estimate(messages);
        if cuts.past > 0 && self.mission.compact_above.is_some() {
            self.repetition.forget();
            self.events.emit(Event::Compacted { before_tokens, after_tokens });
            self.events.conversation(self.conversation);
            cuts.past = 0;
        }
        let describe = |number: u32, which: &str| match number {
            1 => format!(
                "one {which} was shortened to keep the request under {} tokens",
                grouped(limit)
            ),
            _ => format!(
                "{number} {which}s were shortened to keep the request under {} tokens",
                grouped(limit)
            ),
        };
        if cuts.past > 0 {
            self.repetition.forget();
            self.events.remark(describe(cuts.past, "older text"));
        }
        if cuts.new > 0 {
            self.events.remark(describe(cuts.new, "new result"));
            // What was cut off has not been seen, and cannot be evidence.
            *self.tools.seen() = std::mem::take(&mut self.seen_before);
        }
    }

    fn account_for(&mut self, turn: u32, reply: &Reply) {
        if !reply.is_cached {
            self.estimator.calibrate(&self.conversation.messages, &reply.usage);
        }
        self.events.emit(usage_of(turn, reply, self.model));
        if !reply.reasoning.is_empty() {
            self.events.emit(Event::Thought { text: reply.reasoning.clone() });
        }
        for remark in &reply.remarks {
            self.events.remark(remark);
        }
        if let Some(excess) = self.budget.excess(&self.events.totals) {
            self.events.remark(excess);
        }
    }
}
