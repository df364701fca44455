//! A mission: a task for a model, its tools, and its limits.

use rutter_domain::{ExplorationPlan, Totals, Usage};
use rutter_provider::language::{Delivery, LanguageModel};
use rutter_tools::{Effect, EntryVisibility, Mode, Session, ToolSet};

use crate::Error;
use crate::prompts::LAST_TURN;

/// A model with a smaller context window is offered fewer tools and less text at once.
pub const SMALL_WINDOW_TOKENS: u64 = 16_000;

/// A task for a model. All that distinguishes one kind of run from another is here, not in the turn loop.
#[derive(Debug, Clone, PartialEq)]
pub struct Mission {
    /// Names it in the record: `explore`.
    pub name: String,
    /// The instruction that goes with every request.
    pub system: String,
    pub goal: Goal,
    /// Tools that it may call, as far as the mode of the session allows them.
    pub tools: ToolSet,
    /// Tools with a context window of fewer than [`SMALL_WINDOW_TOKENS`].
    pub tools_if_small: ToolSet,
    /// Whether answers of tools show entries.
    pub entries: EntryVisibility,
    /// Whether the user's message is searched for before the first request.
    pub searches_first: bool,
    /// The plan of an exploration; the line after each turn names the parts that have no entry yet.
    pub plan: ExplorationPlan,
    /// Sent once to a model that answers before it has called any tool. `None` accepts such an answer.
    pub nudge: Option<String>,
    /// Added to every result until there is progress towards the goal: small models forget their task.
    pub reminder: Option<String>,
    /// Added to the last results that the model gets to see.
    pub last_turn: String,
    pub limits: RunLimits,
    /// The longest reply.
    pub limit_output_tokens: u32,
    /// The model's context window, request and reply together. Older results are shortened when a
    /// request would not fit.
    pub context_tokens: u64,
    /// The share of the context window above which older parts of the conversation are shortened. `None`
    /// shortens only what would not fit.
    pub compact_above: Option<f64>,
    /// Whether the places that the answer names are checked.
    pub citations: CitationCheck,
    pub temperature: Option<f64>,
    pub delivery: Delivery,
}

/// The result that a mission works towards, which defines progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// An answer to the user, which ends the run.
    Answer,
    /// Entries in the notebook.
    Entries,
    /// One entry that passes its checks, which ends the run.
    OneEntry,
    /// The answers to a questionnaire, which end the run.
    Review,
}

/// Whether the places that an answer names are compared with the code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CitationCheck {
    Off,
    On,
}

/// Where a run has to stop, whatever the model wants.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunLimits {
    /// Requests.
    pub max_turns: u32,
    /// Tokens in and out, over all requests.
    pub max_tokens: Option<u64>,
    /// US dollars.
    pub max_cost: Option<f64>,
}

impl Mission {
    /// A mission with the usual limits that is to bring an answer.
    pub fn new(name: &str, system: &str) -> Mission {
        Mission {
            name: name.to_owned(),
            system: system.to_owned(),
            goal: Goal::Answer,
            tools: ToolSet::All,
            tools_if_small: ToolSet::All,
            entries: EntryVisibility::Shown,
            searches_first: false,
            plan: ExplorationPlan::default(),
            nudge: None,
            reminder: None,
            last_turn: LAST_TURN.to_owned(),
            limits: RunLimits::default(),
            limit_output_tokens: 4_096,
            context_tokens: 60_000,
            compact_above: None,
            citations: CitationCheck::Off,
            temperature: None,
            delivery: Delivery::Whole,
        }
    }

    /// The session with what this mission is offered and shown, and no more.
    pub fn narrow(&self, session: &Session) -> Session {
        let mut narrowed = session.clone();
        narrowed.tools = if self.context_tokens < SMALL_WINDOW_TOKENS {
            self.tools_if_small
        } else {
            self.tools
        };
        if self.entries == EntryVisibility::Hidden {
            narrowed.entries = EntryVisibility::Hidden;
        }
        narrowed
    }

    /// Checks that the limits can be enforced with this model. [`crate::Agent::run`] calls this first.
    pub fn check(&self, model: &dyn LanguageModel) -> Result<(), Error> {
        let RunLimits { max_turns, max_tokens, max_cost } = self.limits;
        if max_turns == 0 {
            return Err(Error::BadLimit { what: "turns", given: "0".to_owned() });
        }
        if max_tokens == Some(0) {
            return Err(Error::BadLimit { what: "tokens", given: "0".to_owned() });
        }
        let Some(max_cost) = max_cost else { return Ok(()) };
        if !(max_cost.is_finite() && max_cost > 0.0) {
            return Err(Error::BadLimit { what: "cost", given: max_cost.to_string() });
        }
        let some = Usage { input_tokens: 1_000, output_tokens: 1_000, ..Usage::default() };
        match model.cost(&some) {
            Some(_) => Ok(()),
            None => Err(Error::UnknownPrice { model: model.name().to_owned() }),
        }
    }

    /// The reminder, if it is due: the goal is within reach of this mode, and there is no progress yet.
    pub(crate) fn due_reminder(&self, totals: &Totals, mode: Mode) -> Option<&str> {
        let is_due = match self.goal {
            Goal::Answer => false,
            Goal::Review => true,
            Goal::Entries | Goal::OneEntry => {
                mode.offers(Effect::Record) && totals.checked + totals.unverified == 0
            }
        };
        self.reminder.as_deref().filter(|_| is_due)
    }
}

impl Default for RunLimits {
    fn default() -> RunLimits {
        RunLimits { max_turns: 20, max_tokens: None, max_cost: None }
    }
}
