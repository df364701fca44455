//! A model with its tools, and how to let it work.
//!
//! An [`Agent`] keeps no state of its own: what the model said and saw is in the [`Conversation`], what
//! it may cite as evidence in the [`Session`]. So one agent serves every turn of a chat.

use std::sync::Arc;

use rutter_domain::{Conversation, Ending, Totals};
use rutter_provider::language::LanguageModel;
use rutter_tools::{Session, Toolbox};
use tokio_util::sync::CancellationToken;

use crate::turn_loop::TurnLoop;
use crate::{Error, Mission, Observer};

/// A model, its tools and who follows its work.
#[derive(Clone, Copy)]
pub struct Agent<'a> {
    pub model: &'a dyn LanguageModel,
    pub toolbox: &'a Toolbox,
    pub session: &'a Arc<Session>,
    pub observer: &'a dyn Observer,
}

/// How a run ended, and what it used.
#[derive(Debug, Clone, PartialEq)]
pub struct RunOutcome {
    pub ending: Ending,
    pub totals: Totals,
    /// The last text of the model, if it answered.
    pub answer: Option<String>,
}

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
        Ok(TurnLoop::new(self, mission, conversation, cancel).run(message).await)
    }
}

impl std::fmt::Debug for Agent<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Agent").field("model", &self.model.name()).finish_non_exhaustive()
    }
}
