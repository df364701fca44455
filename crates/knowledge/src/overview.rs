//! The entry of the repository as a whole, which the answer of an exploration becomes.
//!
//! The places that the answer cites are its evidence, so it is checked and goes stale like any entry.

use rutter_domain::text::sentence_ends;
use rutter_domain::{EntryKind, Evidence, ListedEntry, REPOSITORY_PATH, Recording, Seen};

use crate::Error;
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
    let (summary, details) = split(&knowledge.without_cited_lines(answer));
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

pub(crate) fn repository_entry(knowledge: &Knowledge) -> Option<ListedEntry> {
    let entries = list_entries(knowledge, &EntriesFilter::default()).ok()?.entries;
    entries.into_iter().find(|entry| entry.kind == EntryKind::Repository)
}

/// The first sentences, and the rest.
fn split(text: &str) -> (String, Option<String>) {
    let text = text.trim();
    let head = &text[..text.find("\n\n").unwrap_or(text.len())];
    let is_short = |end: &usize| head[..*end].chars().count() <= MOST_SUMMARY_CHARS;
    let ends_claim = |end: &usize| !head[..*end].ends_with(';');
    let mut ends = sentence_ends(head).into_iter().filter(ends_claim).chain([head.len()]);
    let end = ends.rfind(is_short).unwrap_or_else(|| {
        // A sentence that is too long, or a list: as many of its lines or words as there is room for.
        let blanks = || head.char_indices().filter(|(_, c)| c.is_whitespace());
        let mut breaks = blanks().filter(|(_, c)| *c == '\n').map(|(at, _)| at);
        let most = head.char_indices().nth(MOST_SUMMARY_CHARS).map_or(head.len(), |(at, _)| at);
        let is_fit = |at: &usize| is_short(at) && is_whole(&head[..*at]);
        breaks.rfind(is_short).or_else(|| blanks().map(|(at, _)| at).rfind(is_fit)).unwrap_or(most)
    });
    let (summary, details) = (text[..end].trim(), text[end..].trim());
    (summary.to_owned(), (!details.is_empty()).then(|| details.to_owned()))
}

/// Whether a text ends outside of inline code and brackets.
fn is_whole(text: &str) -> bool {
    let n = |mark: char| text.matches(mark).count();
    n('`') % 2 == 0 && n('(') == n(')') && n('[') == n(']')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_ends_with_a_sentence_and_never_within_code_or_brackets() {
        let check = |text: &str, summary: &str, details: Option<&str>| {
            assert_eq!(split(text), (summary.to_owned(), details.map(str::to_owned)));
        };
        check("It adds. It ends.\n\nMore.", "It adds. It ends.", Some("More."));
        let long = "and so on, ".repeat(60);
        check(
            &format!("It adds `a. b`, e.g. 2. {long}"),
            "It adds `a. b`, e.g. 2.",
            Some(long.trim()),
        );
        let listed =
            format!("It has:\n- `one. {}`\n- two (a. b) {}", "x".repeat(300), "y".repeat(300));
        let (summary, details) = split(&listed);
        assert!(summary.ends_with("x`") && details.unwrap().starts_with("- two"), "{summary}");
        let code = format!("It is `{}`, so", "x ".repeat(290));
        let (summary, _) = split(&format!("{code} {}", "y ".repeat(300)));
        assert!(summary.starts_with(&code) && is_whole(&summary), "{summary}");
    }
}
