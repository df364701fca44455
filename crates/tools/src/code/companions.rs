//! Renders files that change together, as text and as data.

use rutter_engine::{ChangedPair, ChangedWith};

use crate::CleanText;
use crate::reply::ToolReply;

/// Writes one line, since this is only a hint and not a link.
pub(super) fn render_companions(reply: &mut ToolReply, companions: &[ChangedWith]) {
    if !companions.is_empty() {
        let companions: Vec<String> = companions.iter().map(describe).collect();
        reply.line(format!("often in the same commits: {}", companions.join(", ")));
    }
}

/// Writes one line for each pair.
pub(super) fn render_pairs(reply: &mut ToolReply, pairs: &[ChangedPair]) {
    if !pairs.is_empty() {
        reply.line("often in the same commits:");
    }
    for pair in pairs {
        reply.line(format!("{} with {}", pair.path, describe(&pair.with)));
    }
}

pub(super) fn companion_data(companions: &[ChangedWith]) -> Vec<CleanText> {
    companions.iter().map(|with| CleanText::from(describe(with))).collect()
}

/// `src/a.rs (12 of 20)`.
fn describe(with: &ChangedWith) -> String {
    format!("{} ({} of {})", with.path, with.count, with.of)
}
