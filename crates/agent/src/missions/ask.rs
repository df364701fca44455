//! Questions about a codebase: a model looks for the answer with tools, and cites the code.
//!
//! The instruction tells it to search first. After it come the user's own instructions, what is recorded,
//! and a map, so that a first search can be aimed. Start at [`ask`] and [`AskBriefing::gather`].

use rutter_domain::KnownEntry;
use rutter_domain::text::truncate;
use rutter_domain::tokens;
use rutter_provider::language::Delivery;
use rutter_tools::{ToolError, Toolbox, quote};

use super::tool_sets;
use crate::prompts::{ASK, ASK_LAST_TURN, ASK_NUDGE};
use crate::{CitationCheck, Mission};

/// Above this share of the context window older parts of a chat are shortened.
pub const COMPACT_ABOVE: f64 = 0.7;

/// Bytes of the user's own instructions that are sent.
const MOST_INSTRUCTION_BYTES: usize = 16_000;

/// The knowledge about a repository that goes to the model before the first question.
#[derive(Debug, Clone, Default)]
pub struct AskBriefing {
    /// The map of the repository, as text.
    pub map: String,
    /// The entries, with their status.
    pub known: Vec<KnownEntry>,
    /// The user's instructions, each with the file that it is from.
    pub instructions: Vec<(String, String)>,
    /// The longest briefing.
    pub limit_tokens: usize,
}

impl AskBriefing {
    /// Gathers the briefing from the index and the notebook. Without an index there is no map.
    pub fn gather(
        toolbox: &Toolbox,
        instructions: Vec<(String, String)>,
        limit_tokens: usize,
    ) -> Result<AskBriefing, ToolError> {
        let knowledge = toolbox.knowledge()?;
        let map = knowledge.map(limit_tokens * 3 / 5, None).to_string();
        Ok(AskBriefing { map, known: knowledge.known()?, instructions, limit_tokens })
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for (path, instruction) in &self.instructions {
            let instruction = truncate(instruction.trim(), MOST_INSTRUCTION_BYTES);
            text.push_str(&format!("\n\nInstructions of the user, from {path}:\n{instruction}"));
        }
        let limit_bytes = tokens::bytes_within(self.limit_tokens);
        let map = truncate(self.map.trim_end(), limit_bytes * 3 / 5);
        if !map.is_empty() {
            text.push_str("\n\nThe map (folders; then what is most central: kind, name, place, size, purpose, members):\n");
            text.push_str(map);
        }
        let known: Vec<String> = self.known.iter().map(line_of).collect();
        let mut left = limit_bytes * 2 / 5;
        let fits = known.iter().take_while(|line| {
            let is_room = line.len() < left;
            left = left.saturating_sub(line.len() + 1);
            is_room
        });
        let shown: Vec<&str> = fits.map(String::as_str).collect();
        if !shown.is_empty() {
            text.push_str("\n\nRecorded, with its status (search shows what an entry says):\n");
            text.push_str(&shown.join("\n"));
            if known.len() > shown.len() {
                text.push_str(&format!("\n… and {} more", known.len() - shown.len()));
            }
        }
        text
    }
}

fn line_of(known: &KnownEntry) -> String {
    let KnownEntry { symbol, path, status, .. } = known;
    if symbol.is_empty() {
        format!("- {} [{status}]", quote(path))
    } else {
        format!("- `{symbol}` in {} [{status}]", quote(path))
    }
}

/// The mission to answer one question of a chat, or a single one.
pub fn ask(name: &str, briefing: &AskBriefing) -> Mission {
    let mut mission = Mission::new(name, &format!("{ASK}{}", briefing.text()));
    (mission.tools, mission.tools_if_small) = (tool_sets::ASK, tool_sets::ASK_SMALL);
    mission.nudge = Some(ASK_NUDGE.to_owned());
    mission.last_turn = ASK_LAST_TURN.to_owned();
    mission.compact_above = Some(COMPACT_ABOVE);
    mission.citations = CitationCheck::On;
    mission.delivery = Delivery::Streamed;
    mission
}
