//! A model with its tools.
//!
//! An [`Agent`] keeps no state of its own: what the model said and saw is in the conversation, what it
//! may cite as evidence in the [`Session`]. So one agent serves every turn of a chat. [`Agent::run`] is
//! in `turn_loop.rs`.

use std::sync::Arc;

use rutter_domain::{Ending, Recording, Totals};
use rutter_provider::language::LanguageModel;
use rutter_tools::knowledge::citations::PlacedCitation;
use rutter_tools::{Session, Toolbox};

use crate::Observer;

/// A model, its tools and who follows its work.
#[derive(Clone, Copy)]
pub struct Agent<'a> {
    pub model: &'a dyn LanguageModel,
    pub toolbox: &'a Toolbox,
    pub session: &'a Arc<Session>,
    pub observer: &'a dyn Observer,
}

/// The ending of a run and what it used.
#[derive(Debug, Clone, PartialEq)]
pub struct RunOutcome {
    pub ending: Ending,
    pub totals: Totals,
    /// The last text of the model, if it answered.
    pub answer: Option<String>,
    /// The places that the answer names, if the mission has them checked.
    pub citations: Vec<PlacedCitation>,
    /// Outcome of recording the answer of an exploration as the entry of the repository.
    pub overview: Option<Recording>,
}

impl std::fmt::Debug for Agent<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Agent").field("model", &self.model.name()).finish_non_exhaustive()
    }
}
