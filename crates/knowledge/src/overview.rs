//! The entry of the repository as a whole, which the answer of an exploration becomes.
//!
//! The places that the answer cites are its evidence, so it is checked and goes stale like any entry.

use rutter_domain::{EntryKind, Evidence, ListedEntry, REPOSITORY_PATH, Recording, Seen};

use crate::Error;
use crate::citations::without_citations;
use crate::draft::EntryDraft;
use crate::knowledge::Knowledge;
use crate::list::{EntriesFilter, list_entries};
use crate::record::record;

/// Longer citations show nothing in particular; they are cut.
const MOST_CITED_LINES: u32 = 200;
/// As many as an entry may have.
const MOST_EVIDENCE: usize = 32;
/// A summary is cut at the end of a sentence; the rest becomes the details.
const MOST_SUMMARY_CHARS: usize = 600;

/// Records an answer about the repository. One that cites no line that holds is refused.
pub(crate) fn record_overview(
    knowledge: &Knowledge,
    answer: &str,
    author: &str,
    run: Option<&str>,
    seen: &Seen,
) -> Result<Recording, Error> {
    let mut evidence: Vec<Evidence> = Vec::new();
    for checked in knowledge.check_citations(answer, seen) {
        let cited = checked.citation;
        let end_line = cited.end_line.min(cited.start_line.saturating_add(MOST_CITED_LINES - 1));
        let piece = Evidence { path: cited.path, start_line: cited.start_line, end_line };
        if cited.holds && !evidence.contains(&piece) && evidence.len() < MOST_EVIDENCE {
            evidence.push(piece);
        }
    }
    if evidence.is_empty() {
        // Small models name symbols instead of lines.
        let named = knowledge.named_symbols(answer, seen).into_iter().take(MOST_EVIDENCE);
        evidence.extend(named.map(|symbol| Evidence {
            path: symbol.path,
            start_line: symbol.start_line,
            end_line: symbol.end_line.min(symbol.start_line.saturating_add(MOST_CITED_LINES - 1)),
        }));
    }
    if evidence.is_empty() {
        let reason = "the answer cites no line that was shown as `path:line` and names no symbol that \
                      was shown, so nothing of it can be checked";
        return Ok(Recording::Refused { reason: reason.to_owned() });
    }
    let (summary, details) = split(&without_citations(answer));
    let draft = EntryDraft {
        path: REPOSITORY_PATH.to_owned(),
        summary,
        details,
        evidence,
        author: author.to_owned(),
        run: run.map(str::to_owned),
        ..EntryDraft::default()
    };
    record(knowledge, draft, seen)
}

/// What was recorded about the repository as a whole.
pub(crate) fn repository_entry(knowledge: &Knowledge) -> Option<ListedEntry> {
    let entries = list_entries(knowledge, &EntriesFilter::default()).ok()?.entries;
    entries.into_iter().find(|entry| entry.kind == EntryKind::Repository)
}

/// The first sentences, and the rest.
fn split(text: &str) -> (String, Option<String>) {
    let text = text.trim();
    let head_end = text.find("\n\n").unwrap_or(text.len());
    let mut end = 0;
    for (at, _) in text[..head_end].match_indices(['.', '\n']) {
        let is_sentence = text[at + 1..].starts_with(char::is_whitespace) || at + 1 == head_end;
        if is_sentence && text[..=at].chars().count() <= MOST_SUMMARY_CHARS {
            end = at + 1;
        }
    }
    if end == 0 {
        end = text.char_indices().nth(MOST_SUMMARY_CHARS).map_or(head_end, |(at, _)| at);
        end = end.min(head_end);
    }
    let (summary, details) = (text[..end].trim(), text[end..].trim());
    (summary.to_owned(), (!details.is_empty()).then(|| details.to_owned()))
}
