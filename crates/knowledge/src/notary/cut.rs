//! Cuts a document into claims, each with its lines and the mentions in it.

use rutter_checks::cut_claims;
use rutter_domain::{DocumentMention, Facts};

/// A claim of a document: a sentence, an item of a list, a row of a table, or a line of a sample.
pub(super) struct PlacedClaim<'f> {
    /// Lines, from 1, inclusive.
    pub(super) start_line: u32,
    pub(super) end_line: u32,
    pub(super) text: String,
    /// In order.
    pub(super) mentions: Vec<&'f DocumentMention>,
}

/// The claims of a document that mention something.
pub(super) fn placed_claims<'f>(text: &str, facts: &'f Facts) -> Vec<PlacedClaim<'f>> {
    let mut claims = Vec::new();
    for block in blocks(text) {
        let mut from = 0;
        for claim in cut_claims(&block.text) {
            // A claim is a part of the paragraph but for the marks around it.
            let start = block.text[from..].find(claim.as_str()).map_or(from, |at| from + at);
            let end = (start + claim.len()).min(block.text.len());
            from = end;
            let mentions = facts.mentions.iter().filter(|mention| {
                block.position(mention).is_some_and(|at| (start..end).contains(&at))
            });
            claims.push(PlacedClaim {
                start_line: block.line_at(start),
                end_line: block.line_at(end.saturating_sub(1)),
                text: claim,
                mentions: mentions.collect(),
            });
        }
    }
    claims.retain(|claim| !claim.mentions.is_empty());
    claims
}

/// Lines that belong together, joined by spaces.
#[derive(Default)]
struct Block {
    text: String,
    /// Of each line: its number, where its text begins in the block, and the blanks before it.
    lines: Vec<(u32, usize, usize)>,
}

impl Block {
    fn add(&mut self, number: u32, line: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.lines.push((number, self.text.len(), line.len() - line.trim_start().len()));
        self.text.push_str(line.trim());
    }

    fn line_at(&self, at: usize) -> u32 {
        let before = self.lines.iter().take_while(|(_, start, _)| *start <= at);
        before.last().map_or(1, |(number, _, _)| *number)
    }

    fn position(&self, mention: &DocumentMention) -> Option<usize> {
        let line = self.lines.iter().find(|(number, _, _)| *number == mention.line);
        line.map(|(_, start, blanks)| start + (mention.column as usize).saturating_sub(*blanks))
    }
}

/// Paragraphs, items, rows, headings, and each line of a sample by itself.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_open = false;
    let mut fence: Option<&str> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim();
        let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark));
        if mark.is_some() && (fence.is_none() || fence == mark) {
            fence = if fence.is_some() { None } else { mark };
            is_open = false;
            continue;
        }
        let is_alone = fence.is_some() || trimmed.starts_with(['|', '#']);
        if trimmed.is_empty() || is_alone || starts_item(trimmed) {
            is_open = false;
        }
        if trimmed.is_empty() {
            continue;
        }
        if !is_open {
            blocks.push(Block::default());
        }
        if let Some(block) = blocks.last_mut() {
            block.add(number, line);
        }
        is_open = !is_alone;
    }
    blocks
}

fn starts_item(line: &str) -> bool {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_numbered = number.len() < line.len() && number.starts_with([')', '.']);
    is_numbered || ["- ", "* ", "+ ", "• ", "> "].iter().any(|mark| line.starts_with(mark))
}
