//! Renders places in documents that mention a symbol or a file, as text and as data.

use rutter_engine::MentionPlace;
use schemars::JsonSchema;
use serde::Serialize;

use crate::CleanText;
use crate::quote::flatten;
use crate::reply::ToolReply;

/// A place that mentions something, as data.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub(super) struct MentionData {
    /// The heading of the section, with those around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<CleanText>,
    path: CleanText,
    line: u32,
    /// As written.
    text: CleanText,
    /// How the document marks it: `inline-code`, `link`, `fenced-code`, `role`, `directive`.
    source: &'static str,
    /// How the link is known.
    provenance: String,
}

impl From<&MentionPlace> for MentionData {
    fn from(mention: &MentionPlace) -> MentionData {
        MentionData {
            section: mention.section.as_ref().map(CleanText::from),
            path: CleanText::from(&mention.path),
            line: mention.line,
            text: CleanText::from(&mention.text),
            source: mention.source.name(),
            provenance: mention.provenance.clone(),
        }
    }
}

/// Writes one line for each place, below a line that counts them.
pub(super) fn render_mentions(reply: &mut ToolReply, mentions: &[MentionPlace], omitted: usize) {
    if !mentions.is_empty() {
        reply.line(format!("mentioned in {}:", mentions.len() + omitted));
    }
    for mention in mentions {
        let section = mention.section.as_deref().unwrap_or("top of the file");
        reply.line(format!(
            "  {}:{}  {} ({}, {})",
            mention.path,
            mention.line,
            flatten(section),
            mention.source.name(),
            mention.provenance
        ));
    }
}
