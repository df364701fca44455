//! The events of a run, in which a model works.
//!
//! One stream of them feeds printing, recording and counting. They are stored as JSON lines, so a field
//! may be added, but none may change its meaning.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Citation, GapState, Phase, Recording, Timestamp};

/// An event, its time, and the gap that it is about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Moment {
    pub at: Timestamp,
    /// Id of the gap that it is about, in a run that works on several at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<String>,
    #[serde(flatten)]
    pub event: Event,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    Started {
        run: String,
        /// The mission, such as `explore`.
        mission: String,
        model: String,
        mode: String,
        root: String,
        version: String,
        /// The chat that the run belongs to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        session: Option<String>,
    },
    /// The instruction that goes with every request.
    Instruction {
        text: String,
    },
    /// The message of the user.
    UserInput {
        text: String,
    },
    /// A request is sent. All but the first bring the results of calls.
    Asking {
        turn: u32,
    },
    /// The provider waits before the next attempt.
    Paused {
        reason: String,
        seconds: f64,
    },
    /// A request was answered.
    Usage {
        turn: u32,
        input_tokens: u64,
        output_tokens: u64,
        cached_tokens: u64,
        /// In US dollars; `None` if the price is not known.
        cost: Option<f64>,
        /// Whether the answer came from our own cache.
        is_cached: bool,
        /// Requests that were sent for the answer, including failed attempts and decisions on a tool.
        n_requests: u32,
    },
    AssistantText {
        turn: u32,
        text: String,
    },
    /// The model calls a tool.
    ToolCall {
        turn: u32,
        id: String,
        name: String,
        arguments: Value,
    },
    /// The tool starts.
    ToolStarted {
        turn: u32,
        id: String,
        name: String,
        arguments: Value,
    },
    /// The tool has ended; `result` is what the model reads.
    ToolResult {
        turn: u32,
        id: String,
        name: String,
        result: String,
        is_error: bool,
        /// The number of values that were redacted because they look like secrets.
        n_redacted: u32,
        elapsed_ms: u64,
        /// The outcome of each entry that the call was to record, in their order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        recordings: Vec<Recording>,
    },
    /// A run that resolves gaps enters a phase, or one of its gaps does.
    Phase {
        phase: Phase,
    },
    /// A conclusion from the state of the run or of a gap, on which the next action rests.
    Thought {
        text: String,
    },
    /// An action of rutter itself to learn about a gap: a call of a tool, or a request for a judgement.
    Action {
        name: String,
        arguments: Value,
    },
    /// The result of an action.
    Observation {
        text: String,
    },
    /// The run is done with a gap.
    GapSettled {
        state: GapState,
        /// Finished attempts, of earlier runs too.
        attempts: u32,
        /// Id of the entry that closed it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        entry: Option<String>,
        /// The question to a person.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        question: Option<String>,
    },
    /// Parts of the conversation were shortened. They stay whole in the record.
    Compacted {
        before_tokens: u64,
        after_tokens: u64,
    },
    /// The places that the answer names were checked.
    Citations {
        citations: Vec<Citation>,
        /// The answer with a remark after each citation that does not hold.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<String>,
    },
    /// Something worth reporting that does not end the run.
    Remark {
        text: String,
    },
    Finished {
        ending: Ending,
        totals: Totals,
    },
}

impl Event {
    /// Whether a run has it once, at its beginning or its end, however many conversations it consists of.
    pub fn is_frame(&self) -> bool {
        matches!(self, Event::Started { .. } | Event::Instruction { .. } | Event::Finished { .. })
    }
}

/// Why a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "why", rename_all = "snake_case")]
pub enum Ending {
    /// The model answered without calling a tool.
    Answered,
    MaxTurns {
        limit: u32,
    },
    MaxTokens {
        limit: u64,
    },
    MaxCost {
        limit_micros: u64,
    },
    /// The model could not be reached, or made no progress.
    Failed {
        reason: String,
    },
    Cancelled,
}

/// The resources that a run used and the entries it recorded.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Totals {
    pub turns: u32,
    /// Requests that were sent; a turn may take several.
    pub n_requests: u32,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub cached_tokens: u64,
    /// In US dollars; `None` if a price is not known.
    pub cost: Option<f64>,
    pub elapsed_ms: u64,
    /// Calls of each tool.
    pub calls: std::collections::BTreeMap<String, u32>,
    pub failed_calls: u32,
    pub n_redacted: u32,
    /// Entries that were recorded as checked or confirmed.
    pub checked: u32,
    /// Entries that were recorded with any other status.
    pub unverified: u32,
    /// Why entries were refused.
    pub refused: Vec<String>,
}

impl Totals {
    /// Counts an event. The caller sets the time that the run took.
    pub fn count(&mut self, event: &Event) {
        if let Event::Usage {
            turn,
            input_tokens,
            output_tokens,
            cached_tokens,
            cost,
            is_cached,
            n_requests,
        } = event
        {
            // `None` after the first turn means that a price was not known: it stays unknown.
            let before = if self.turns == 0 { Some(0.0) } else { self.cost };
            self.turns = self.turns.max(*turn);
            self.n_requests = self.n_requests.saturating_add(*n_requests);
            // An answer from our own cache was paid for in another run.
            if *is_cached {
                self.cost = before;
                return;
            }
            self.input_tokens = self.input_tokens.saturating_add(*input_tokens);
            self.output_tokens = self.output_tokens.saturating_add(*output_tokens);
            self.cached_tokens = self.cached_tokens.saturating_add(*cached_tokens);
            self.cost = before.zip(*cost).map(|(before, cost)| before + cost);
        } else if let Event::ToolCall { name, .. } = event {
            *self.calls.entry(name.clone()).or_default() += 1;
        } else if let Event::ToolResult { is_error, n_redacted, recordings, .. } = event {
            self.failed_calls += u32::from(*is_error);
            self.n_redacted = self.n_redacted.saturating_add(*n_redacted);
            for recording in recordings {
                match recording {
                    Recording::Recorded { status, .. } if status.is_good() => self.checked += 1,
                    Recording::Recorded { .. } => self.unverified += 1,
                    Recording::Refused { reason } => self.refused.push(reason.clone()),
                }
            }
        }
    }

    /// Adds the totals of a part of the run, apart from its time.
    // Parts may overlap.
    pub fn add(&mut self, part: &Totals) {
        let cost = if self.turns == 0 { Some(self.cost.unwrap_or(0.0)) } else { self.cost };
        self.cost = cost.zip(part.cost).map(|(all, part)| all + part);
        self.turns = self.turns.saturating_add(part.turns);
        self.n_requests = self.n_requests.saturating_add(part.n_requests);
        self.input_tokens = self.input_tokens.saturating_add(part.input_tokens);
        self.output_tokens = self.output_tokens.saturating_add(part.output_tokens);
        self.cached_tokens = self.cached_tokens.saturating_add(part.cached_tokens);
        for (name, n_calls) in &part.calls {
            *self.calls.entry(name.clone()).or_default() += n_calls;
        }
        self.failed_calls = self.failed_calls.saturating_add(part.failed_calls);
        self.n_redacted = self.n_redacted.saturating_add(part.n_redacted);
        self.checked = self.checked.saturating_add(part.checked);
        self.unverified = self.unverified.saturating_add(part.unverified);
        self.refused.extend(part.refused.iter().cloned());
    }

    /// Input and output tokens.
    pub fn tokens(&self) -> u64 {
        self.input_tokens.saturating_add(self.output_tokens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(turn: u32, cost: Option<f64>, is_cached: bool) -> Event {
        Event::Usage {
            turn,
            input_tokens: 10,
            output_tokens: 5,
            cached_tokens: 2,
            cost,
            is_cached,
            n_requests: 2 * u32::from(!is_cached),
        }
    }

    #[test]
    fn every_request_counts_and_an_answer_from_the_cache_takes_none() {
        let mut totals = Totals::default();
        totals.count(&usage(1, None, false));
        totals.count(&usage(2, None, true));
        assert_eq!((totals.turns, totals.n_requests), (2, 2));
        let mut all = totals.clone();
        all.add(&totals);
        assert_eq!(all.n_requests, 4);
    }

    #[test]
    fn a_price_once_unknown_stays_unknown() {
        let mut totals = Totals::default();
        totals.count(&usage(1, Some(0.5), false));
        totals.count(&usage(2, Some(0.25), false));
        assert_eq!((totals.cost, totals.tokens()), (Some(0.75), 30));
        totals.count(&usage(3, None, false));
        totals.count(&usage(4, Some(0.25), false));
        assert_eq!((totals.cost, totals.turns), (None, 4));
    }

    #[test]
    fn what_comes_out_of_our_cache_costs_nothing() {
        let mut totals = Totals::default();
        totals.count(&usage(1, None, true));
        assert_eq!((totals.cost, totals.tokens(), totals.turns), (Some(0.0), 0, 1));
    }
}
