//! The loop of turns: ask, carry out what is called for, ask again with the results.
//!
//! A model that answers in words is through. Whatever else happens is told as an event, and the run
//! ends with [`Ending`]; nothing that was recorded on the way is lost. Start at [`run`].

use std::sync::Arc;

use rutter_domain::{Ending, Event, Message, Seen, Totals};
use rutter_provider::language::{
    self, LanguageModel, Reply, Request, Stop, ToolChoice, ToolDeclaration,
};
use rutter_tools::{Effect, Session, Toolbox};
use tokio_util::sync::CancellationToken;

use crate::budget::{Budget, Permit, grouped};
use crate::calls::{Carried, Hands, runnable};
use crate::context::{Gauge, shorten};
use crate::notes::{ASKED_BEFORE, GO_ON, LAST_TURN, SAY_SOMETHING, append};
use crate::repetition::{Progress, Repetition};
use crate::teller::Teller;
use crate::{Error, Mission, Observer};

/// A request is shortened at most so many times for one turn.
const MOST_SHORTENINGS: u32 = 4;

/// A reply is given this much room at least, though the guess may say that there is none.
const LEAST_REPLY_TOKENS: u64 = 256;

/// How a run ended, and what it came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Ended {
    pub ending: Ending,
    pub totals: Totals,
    /// What the model said last, if it answered.
    pub answer: Option<String>,
}

/// Lets a model work on a mission until it answers, or has to stop.
///
/// The run and its tools end soon after the token is cancelled. Needs a runtime with time.
pub async fn run(
    mission: &Mission,
    model: &dyn LanguageModel,
    toolbox: &Arc<Toolbox>,
    session: &Arc<Session>,
    observer: &dyn Observer,
    cancel: &CancellationToken,
) -> Result<Ended, Error> {
    mission.check(model)?;
    let declarations = toolbox.declarations(session.mode);
    let with_effect = |effect: Effect| {
        let tools = declarations.iter().filter(move |tool| tool.effect == effect);
        tools.map(|tool| tool.name.to_owned()).collect()
    };
    let hands = Hands {
        toolbox: Arc::clone(toolbox),
        session: Arc::clone(session),
        recorders: with_effect(Effect::Records),
        changers: with_effect(Effect::Changes),
    };
    let tools = declarations.into_iter().map(|tool| ToolDeclaration {
        name: tool.name.to_owned(),
        description: tool.description,
        parameters: tool.parameters,
    });
    let request = Request {
        system: mission.system.clone(),
        messages: vec![Message::User(mission.opening.clone())],
        tools: tools.collect(),
        tool_choice: ToolChoice::Auto,
        limit_output_tokens: None,
        temperature: mission.temperature,
        schema: None,
        delivery: mission.delivery,
    };
    let mut run = Run {
        mission,
        budget: Budget { limits: mission.limits, model },
        hands,
        gauge: Gauge::new(&request),
        request,
        teller: Teller::new(observer),
        cancel,
        repetition: Repetition::default(),
        patience: Patience::Full,
        context_tokens: mission.context_tokens,
        seen_before: Seen::default(),
        answer: None,
    };
    run.begin();
    let ending = run.take_turns().await;
    let totals = run.teller.finish(&ending);
    Ok(Ended { ending, totals, answer: run.answer })
}

struct Run<'a> {
    mission: &'a Mission,
    budget: Budget<'a>,
    hands: Hands,
    gauge: Gauge,
    /// The next request: the conversation so far.
    request: Request,
    teller: Teller<'a>,
    cancel: &'a CancellationToken,
    repetition: Repetition,
    patience: Patience,
    /// The longest conversation, which a model's window may make shorter than the mission does.
    context_tokens: u64,
    /// What the model had been shown before the calls of the last reply.
    seen_before: Seen,
    answer: Option<String>,
}

/// Whether a reply that says nothing is asked for again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Patience {
    Full,
    UsedUp,
}

impl Run<'_> {
    fn begin(&mut self) {
        let session = &self.hands.session;
        self.teller.tell(Event::Started {
            run: session.run.clone().unwrap_or_default(),
            mission: self.mission.name.clone(),
            model: self.budget.model.name().to_owned(),
            mode: session.mode.name().to_owned(),
            root: self.hands.toolbox.engine.place.root.display().to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        });
        self.teller.tell(Event::Instruction { text: self.mission.system.clone() });
        self.teller.tell(Event::UserInput { text: self.mission.opening.clone() });
    }

    async fn take_turns(&mut self) -> Ending {
        let max_turns = self.mission.limits.max_turns;
        for turn in 1..=max_turns {
            let reply = match self.ask(turn).await {
                Ok(reply) => reply,
                // It had answered already, and was only asked whether that was all.
                Err(Ending::Failed { reason }) if self.answer.is_some() => {
                    self.teller.remark(reason);
                    return Ending::Answered;
                }
                Err(ending) => return ending,
            };
            let ending = if reply.turn.calls.is_empty() {
                self.conclude(reply)
            } else {
                self.carry_out(turn, reply).await
            };
            if let Some(ending) = ending {
                return ending;
            }
        }
        Ending::MaxTurns { limit: max_turns }
    }

    /// Sends the conversation so far, if it may be sent.
    async fn ask(&mut self, turn: u32) -> Result<Reply, Ending> {
        if self.cancel.is_cancelled() {
            return Err(Ending::Cancelled);
        }
        if turn > 1 && turn == self.mission.limits.max_turns {
            append(&mut self.request, LAST_TURN);
            self.teller.remark("the model is told that this is its last turn");
        }
        self.fit();
        let mut n_shortened = 0;
        let reply = loop {
            let length = self.gauge.measure(&self.request);
            self.permit(length)?;
            if n_shortened == 0 {
                self.teller.tell(Event::Asking { turn });
            }
            match self.send().await {
                Ok(reply) => break reply,
                Err(language::Error::Cancelled) => return Err(Ending::Cancelled),
                Err(language::Error::TooLong { limit_tokens, .. })
                    if n_shortened < MOST_SHORTENINGS && self.narrow(length, limit_tokens) =>
                {
                    n_shortened += 1;
                }
                Err(error) => return Err(Ending::Failed { reason: error.to_string() }),
            }
        };
        self.account_for(turn, &reply);
        Ok(reply)
    }

    /// Whether the caps allow a request that is about so long, and how long its reply may be.
    fn permit(&mut self, length: u64) -> Result<(), Ending> {
        let room = self.context_tokens.saturating_sub(length).max(LEAST_REPLY_TOKENS);
        let longest = u32::try_from(room).unwrap_or(u32::MAX).min(self.mission.limit_output_tokens);
        match self.budget.permit(&self.teller.totals, length, longest) {
            Permit::Go { limit_output_tokens } => {
                self.request.limit_output_tokens = Some(limit_output_tokens);
            }
            Permit::Stop(ending) => return Err(ending),
        }
        Ok(())
    }

    async fn send(&mut self) -> Result<Reply, language::Error> {
        let (model, ear) = (self.budget.model, self.teller.ear());
        tokio::select! {
            reply = model.ask(&self.request, &ear, self.cancel) => reply,
            () = self.cancel.cancelled() => Err(language::Error::Cancelled),
        }
    }

    /// Makes the conversation fit a window that turned out to be smaller; false when it cannot.
    fn narrow(&mut self, length: u64, limit_tokens: Option<u64>) -> bool {
        let limit = limit_tokens.unwrap_or(u64::MAX).min(length * 7 / 10);
        self.teller.remark(format!(
            "the request is too long for the model; it is shortened to about {} tokens",
            grouped(limit)
        ));
        self.context_tokens = limit;
        self.fit();
        self.gauge.measure(&self.request) < length
    }

    /// Shortens the conversation if it has grown too long.
    fn fit(&mut self) {
        let reply_tokens = u64::from(self.mission.limit_output_tokens);
        let limit = self.context_tokens - reply_tokens.min(self.context_tokens / 4);
        let cuts = shorten(&mut self.request, &self.gauge, limit);
        let tell = |number: u32, which: &str| match number {
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
            self.teller.remark(tell(cuts.past, "older text"));
        }
        if cuts.new > 0 {
            self.teller.remark(tell(cuts.new, "new result"));
            // What was cut off has not been seen.
            *self.hands.seen() = std::mem::take(&mut self.seen_before);
        }
    }

    fn account_for(&mut self, turn: u32, reply: &Reply) {
        let usage = reply.usage;
        if !reply.is_cached {
            self.gauge.learn(&self.request, &usage);
        }
        let cost = if reply.is_cached { Some(0.0) } else { self.budget.model.cost(&usage) };
        self.teller.tell(Event::Usage {
            turn,
            input_tokens: usage.input_tokens,
            output_tokens: usage.output_tokens,
            cached_tokens: usage.cached_tokens,
            cost,
            is_cached: reply.is_cached,
        });
        for remark in &reply.remarks {
            self.teller.remark(remark);
        }
        if let Some(excess) = self.budget.excess(&self.teller.totals) {
            self.teller.remark(excess);
        }
        let text = &reply.turn.text;
        if !text.trim().is_empty() {
            self.teller.tell(Event::AssistantText { turn, text: text.clone() });
        }
    }

    /// Ends the run with a reply that calls for nothing, unless it is worth asking once more.
    fn conclude(&mut self, reply: Reply) -> Option<Ending> {
        let is_blank = reply.turn.text.trim().is_empty();
        let mission = self.mission;
        let nudge = mission.nudge.as_deref().filter(|_| {
            let totals = &self.teller.totals;
            let is_first = totals.calls.is_empty() && self.patience == Patience::Full;
            is_first && totals.turns < mission.limits.max_turns
        });
        let (what, request) = match reply.stop {
            Stop::Blocked(reason) => {
                let reason = format!("the provider cut the reply off: {reason}");
                return Some(Ending::Failed { reason });
            }
            Stop::Length => ("the reply ran into its limit of length", GO_ON),
            Stop::Finished if is_blank => ("the reply is empty", SAY_SOMETHING),
            Stop::Finished => match nudge {
                Some(nudge) => {
                    self.answer = Some(reply.turn.text.clone());
                    ("the model called no tool", nudge)
                }
                None => {
                    self.answer = Some(reply.turn.text);
                    return Some(Ending::Answered);
                }
            },
        };
        match self.patience {
            Patience::Full => {
                self.patience = Patience::UsedUp;
                self.teller.remark(format!("{what}; the model is asked once more"));
                if !is_blank {
                    self.request.messages.push(Message::Model(reply.turn));
                    self.request.messages.push(Message::User(request.to_owned()));
                } else {
                    append(&mut self.request, &format!("[{request}]"));
                }
                None
            }
            Patience::UsedUp if is_blank => {
                Some(Ending::Failed { reason: format!("{what}, twice in a row") })
            }
            Patience::UsedUp => {
                self.teller.remark(what);
                self.answer = Some(reply.turn.text);
                Some(Ending::Answered)
            }
        }
    }

    /// Runs what a reply calls for, and adds both to the conversation.
    async fn carry_out(&mut self, turn: u32, reply: Reply) -> Option<Ending> {
        self.patience = Patience::Full;
        self.answer = None;
        self.seen_before = self.hands.seen().clone();
        let calls = &reply.turn.calls;
        let carried = self.hands.carry_out(turn, calls, &mut self.teller, self.cancel).await;
        let results = match carried {
            Carried::Out(results) => results,
            Carried::Cancelled => return Some(Ending::Cancelled),
        };
        let progress = self.repetition.add(runnable(calls));
        self.request.messages.push(Message::Model(reply.turn));
        self.request.messages.push(Message::Results(results));
        match progress {
            Progress::Some => {
                let totals = &self.teller.totals;
                let is_recorded = totals.verified + totals.unverified > 0;
                let mode = self.hands.session.mode;
                let reminder = self.mission.reminder.as_deref();
                if let Some(reminder) =
                    reminder.filter(|_| !is_recorded && mode.offers(Effect::Records))
                {
                    append(&mut self.request, reminder);
                }
                None
            }
            Progress::Note => {
                append(&mut self.request, ASKED_BEFORE);
                self.teller.remark("the model repeats itself, and is told so");
                None
            }
            Progress::None => {
                let reason = "the model repeats the same calls and makes no progress".to_owned();
                Some(Ending::Failed { reason })
            }
        }
    }
}
