//! Compares the places that an answer names with the code.

use std::fmt;

use rutter_domain::Citation;
use rutter_knowledge::{CheckedCitation, ShownSymbol};
use serde::Serialize;

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Checks every citation of a text against the code and against what the session was shown.
#[derive(Debug, Clone, Copy)]
pub struct CheckCitations;

/// A citation and its place in the text.
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
        let seen = session.seen_so_far();
        let placed = |checked: CheckedCitation| {
            let CheckedCitation { start, end, citation } = checked;
            PlacedCitation { start, end, citation }
        };
        Ok(knowledge.check_citations(&text, &seen).into_iter().map(placed).collect())
    }
}

/// Symbols to choose from that a model is shown.
const MOST_CHOICES: usize = 12;

/// Finds places in the code for an answer that cites none.
#[derive(Debug, Clone, Copy)]
pub struct FindSources;

/// An answer without a citation that holds.
#[derive(Debug, Clone, Default)]
pub struct SourcesArgs {
    /// The question, and other words about the same subject.
    pub question: String,
    pub answer: String,
    /// The reply of the model when it was asked for places.
    pub chosen: Option<String>,
}

/// Places that support an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Sources {
    /// The places, each with the symbol there if the answer names it.
    pub places: Vec<AnswerSource>,
    /// Places that were shown, to choose from. Empty unless `places` is empty.
    pub choices: Vec<AnswerSource>,
}

/// Lines of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AnswerSource {
    /// Qualified name.
    pub symbol: Option<String>,
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
}

impl fmt::Display for AnswerSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(symbol) = &self.symbol {
            write!(f, "`{symbol}` ")?;
        }
        let AnswerSource { path, start_line, end_line, .. } = self;
        if start_line == end_line {
            write!(f, "{path}:{start_line}")
        } else {
            write!(f, "{path}:{start_line}-{end_line}")
        }
    }
}

impl Tool for FindSources {
    const NAME: &'static str = "find_sources";
    const PERMISSION: Permission = Permission::everyone(Effect::Read);
    type Args = SourcesArgs;
    type Answer = Sources;

    fn run(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        args: SourcesArgs,
    ) -> Result<Sources, ToolError> {
        let knowledge = toolbox.knowledge()?;
        let seen = session.seen_so_far();
        if let Some(chosen) = &args.chosen {
            let places = knowledge.chosen_places(&args.answer, chosen, &seen).into_iter();
            let places = places.map(|Citation { path, start_line, end_line, .. }| AnswerSource {
                symbol: None,
                path,
                start_line,
                end_line,
            });
            return Ok(Sources { places: places.collect(), choices: Vec::new() });
        }
        let named = knowledge.named_symbols(&args.answer, &seen);
        let choices = if named.is_empty() {
            let words = format!("{} {}", args.question, args.answer);
            knowledge.shown_symbols(&words, &seen, MOST_CHOICES)
        } else {
            Vec::new()
        };
        let place = |shown: ShownSymbol| AnswerSource {
            symbol: Some(shown.symbol),
            path: shown.path,
            start_line: shown.start_line,
            end_line: shown.end_line,
        };
        Ok(Sources {
            places: named.into_iter().map(place).collect(),
            choices: choices.into_iter().map(place).collect(),
        })
    }
}
