//! Reacts to a reply: runs its tools, ends the run, or asks the model once more.

use rutter_domain::{Ending, Message};
use rutter_provider::language::{Reply, Stop};

use super::TurnLoop;
use super::notes;
use super::recorded_calls::take_out_recorded;
use super::repetition::Reaction;
use super::tool_runner::{CallYield, runnable};
use crate::Goal;
use crate::prompts::{EMPTY_REPLY, EXPLORE_UNFINISHED, REPLY_CUT_OFF};

/// Things without an entry that a model is asked about when it stops early.
const MOST_ASKED: usize = 10;

/// Whether the loop may still ask again after a reply that leads nowhere. Running a tool restores it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Retry {
    Left,
    UsedUp,
}

impl TurnLoop<'_> {
    /// Ends the run with a reply that calls no tool, unless it is worth asking once more.
    pub(super) fn conclude(&mut self, reply: Reply) -> Option<Ending> {
        let is_blank = reply.turn.text.trim().is_empty();
        let mission = self.mission;
        let nudge = mission.nudge.clone().filter(|_| {
            let totals = &self.events.totals;
            let is_first = totals.calls.is_empty() && self.retry == Retry::Left;
            is_first && self.has_turn_to_look()
        });
        let nudge = nudge.map(|nudge| ("the model called no tool", nudge));
        let (problem, request) = match reply.stop {
            Stop::Blocked(reason) => {
                let reason = format!("the provider cut the reply off: {reason}");
                return Some(Ending::Failed { reason });
            }
            Stop::Length => ("the reply ran into its limit of length", REPLY_CUT_OFF.to_owned()),
            Stop::Finished if is_blank => ("the reply is empty", EMPTY_REPLY.to_owned()),
            Stop::Finished => match nudge.or_else(|| self.unfinished()) {
                Some(nudge) => {
                    self.is_asked_on = true;
                    self.answer = Some(reply.turn.text.clone());
                    nudge
                }
                None => return Some(self.take_answer(reply)),
            },
        };
        match self.retry {
            Retry::Left => {
                self.retry = Retry::UsedUp;
                self.events.remark(format!("{problem}; the model is asked once more"));
                let messages = &mut self.conversation.messages;
                if is_blank {
                    notes::append(messages, &format!("[{request}]"));
                } else {
                    messages.push(Message::Model(reply.turn));
                    messages.push(Message::User(request));
                }
                None
            }
            Retry::UsedUp if is_blank => {
                Some(Ending::Failed { reason: format!("{problem}, twice in a row") })
            }
            Retry::UsedUp => {
                self.events.remark(problem);
                Some(self.take_answer(reply))
            }
        }
    }

    /// Runs the tools that a reply calls, and appends calls and results to the conversation.
    pub(super) async fn run_tools(&mut self, turn: u32, reply: Reply) -> Option<Ending> {
        self.retry = Retry::Left;
        self.early_answer = self.answer.take().or(self.early_answer.take());
        self.seen_before = self.tools.seen().clone();
        let calls = &reply.turn.calls;
        let outcome = self.tools.run(turn, calls, &mut self.events, self.cancel).await;
        let reaction = self.repetition.add(runnable(calls));
        let n_sent = self.conversation.messages.len();
        // Also after a cancel: the model must know what was done, and providers reject a call without
        // its result.
        self.conversation.messages.push(Message::Model(reply.turn));
        self.conversation.messages.push(Message::Results(outcome.results));
        if outcome.is_cancelled {
            // A tool that is still running could add to what counts as seen; such calls do not count.
            *self.tools.seen() = std::mem::take(&mut self.seen_before);
            return Some(Ending::Cancelled);
        }
        if self.mission.goal == Goal::Review && !self.tools.has_open_review() {
            return Some(Ending::Answered);
        }
        if self.mission.goal == Goal::OneEntry && self.events.totals.checked > 0 {
            return Some(Ending::Answered);
        }
        self.leave_out_recorded(n_sent, outcome.yields).await;
        self.reaction = Some(reaction);
        (reaction == Reaction::Stop).then(|| {
            let reason = "the model repeats the same calls and makes no progress".to_owned();
            Ending::Failed { reason }
        })
    }

    /// Takes out of the conversation what has become an entry: the calls that recorded it, and code that
    /// was shown before this turn, whose results begin after `n_sent` messages.
    async fn leave_out_recorded(&mut self, n_sent: usize, yields: Vec<CallYield>) {
        let Some(progress) = &mut self.progress else { return };
        let new = progress.survey(&self.tools, &self.mission.plan, &yields).await;
        let messages = &mut self.conversation.messages;
        let kept = take_out_recorded(messages, yields, &new);
        self.code.record(new.iter().map(|entry| entry.path.as_str()));
        for (at, one) in kept.iter().enumerate() {
            self.code.add(n_sent + 1, at, &one.shown_paths);
        }
        for (message, result) in self.code.leave_out(messages, n_sent) {
            // The model may well need it again.
            if let Some(Message::Model(turn)) = messages.get(message.saturating_sub(1))
                && let Some(call) = turn.calls.get(result)
            {
                self.repetition.forget_call(call);
            }
        }
    }

    /// The request to a model that stops while central symbols have no entry; at most once in a run.
    fn unfinished(&self) -> Option<(&'static str, String)> {
        let progress = self.progress.as_ref()?;
        if self.is_asked_on || progress.plan.missing_central.is_empty() || !self.has_turn_to_look()
        {
            return None;
        }
        let missing = progress.plan.missing(MOST_ASKED)?;
        let request = EXPLORE_UNFINISHED.replace("{missing}", &missing);
        Some(("the model stopped with central things unrecorded", request))
    }

    /// Whether the model could still look at something and use what it saw: the next turn is not the
    /// last one, in which no results come back.
    fn has_turn_to_look(&self) -> bool {
        let is_turn_left = self.events.totals.turns + 1 < self.mission.limits.max_turns;
        is_turn_left && !self.is_budget_at_end()
    }

    /// Removes the question whether the answer was all, if the model did not react to it.
    pub(super) fn drop_unanswered_nudge(&mut self) {
        let messages = &mut self.conversation.messages;
        messages.pop_if(|message| matches!(message, Message::User(_)));
    }

    /// Ends the run with this answer. One before it is kept, if the model was asked to go on.
    fn take_answer(&mut self, reply: Reply) -> Ending {
        self.early_answer =
            self.answer.replace(reply.turn.text.clone()).or(self.early_answer.take());
        self.conversation.messages.push(Message::Model(reply.turn));
        Ending::Answered
    }
}
