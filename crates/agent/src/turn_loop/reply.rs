//! What a reply leads to: tools are run, the run ends, or the model is asked once more.

use rutter_domain::{Ending, Message};
use rutter_provider::language::{Reply, Stop};

use super::TurnLoop;
use super::notes;
use super::repetition::Reaction;
use super::tool_runner::runnable;
use crate::Goal;
use crate::prompts::{EMPTY_REPLY, REPEATED_CALLS, REPLY_CUT_OFF};

/// Whether a reply that leads nowhere is asked for again. Running a tool restores it.
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
        let nudge = mission.nudge.as_deref().filter(|_| {
            let totals = &self.events.totals;
            let is_first = totals.calls.is_empty() && self.retry == Retry::Left;
            is_first && totals.turns < mission.limits.max_turns
        });
        let (problem, request) = match reply.stop {
            Stop::Blocked(reason) => {
                let reason = format!("the provider cut the reply off: {reason}");
                return Some(Ending::Failed { reason });
            }
            Stop::Length => ("the reply ran into its limit of length", REPLY_CUT_OFF),
            Stop::Finished if is_blank => ("the reply is empty", EMPTY_REPLY),
            Stop::Finished => match nudge {
                Some(nudge) => {
                    self.answer = Some(reply.turn.text.clone());
                    ("the model called no tool", nudge)
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
                    messages.push(Message::User(request.to_owned()));
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
        self.answer = None;
        self.seen_before = self.tools.seen().clone();
        let calls = &reply.turn.calls;
        let outcome = self.tools.run(turn, calls, &mut self.events, self.cancel).await;
        let reaction = self.repetition.add(runnable(calls));
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
        match reaction {
            Reaction::GoOn => {
                let mode = self.tools.session.mode;
                if let Some(reminder) = self.mission.due_reminder(&self.events.totals, mode) {
                    notes::append(&mut self.conversation.messages, reminder);
                }
                None
            }
            Reaction::Warn => {
                notes::append(&mut self.conversation.messages, REPEATED_CALLS);
                self.events.remark("the model repeats itself, and was warned");
                None
            }
            Reaction::Stop => {
                let reason = "the model repeats the same calls and makes no progress".to_owned();
                Some(Ending::Failed { reason })
            }
        }
    }

    /// Removes the question whether the answer was all, if the model did not react to it.
    pub(super) fn drop_unanswered_nudge(&mut self) {
        let messages = &mut self.conversation.messages;
        messages.pop_if(|message| matches!(message, Message::User(_)));
    }

    fn take_answer(&mut self, reply: Reply) -> Ending {
        self.answer = Some(reply.turn.text.clone());
        self.conversation.messages.push(Message::Model(reply.turn));
        Ending::Answered
    }
}
