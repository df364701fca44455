//! Compares the places that an answer names with the code.

use std::sync::PoisonError;

use rutter_domain::Citation;
use rutter_knowledge::CheckedCitation;
use serde::Serialize;

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Checks every citation of a text against the code and against what the session was shown.
#[derive(Debug, Clone, Copy)]
pub struct CheckCitations;

/// A citation, and where it stands in the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PlacedCitation {
    /// First byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
    #[serde(flatten)]
    pub citation: Citation,
}

impl Tool for CheckCitations {
    const NAME: &'static str = "check_citations";
    const PERMISSION: Permission = Permission::everyone(Effect::Read);
    /// The text of the answer.
    type Args = String;
    type Answer = Vec<PlacedCitation>;

    fn run(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        text: String,
    ) -> Result<Vec<PlacedCitation>, ToolError> {
        let knowledge = toolbox.knowledge()?;
        let seen = session.seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let placed = |checked: CheckedCitation| {
            let CheckedCitation { start, end, citation } = checked;
            PlacedCitation { start, end, citation }
        };
        Ok(knowledge.check_citations(&text, &seen).into_iter().map(placed).collect())
    }
}
