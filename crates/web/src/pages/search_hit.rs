//! Renders one hit of a search: its place, its lines, and the reasons for its rank.

use maud::{Markup, html};
use rutter_engine::{Hit, HitKind};
use rutter_tools::ToolError;
use rutter_workspace::Excerpt;

use super::prose::code_spans;
use crate::code::{Anchors, ListedPart, Listing, PartRole};
use crate::layout::Frame;
use crate::site::Site;
use crate::text::{Safe, breakable_name};

/// Bytes of code per hit. Several hits of a file share theirs.
const MOST_BYTES: usize = 6_000;
/// Words of questions that are not marked.
const FREQUENT: [&str; 16] = [
    "the", "are", "how", "what", "where", "which", "why", "when", "doe", "does", "and", "for",
    "with", "that", "this", "from",
];

/// The current lines of a file that its hits show, or why they cannot be shown.
pub(crate) struct ShownLines(Result<Excerpt, ToolError>);

impl ShownLines {
    /// Reads the file once for all hits in it.
    pub(crate) fn of(site: &Site, path: &str, hits: &[&Hit]) -> ShownLines {
        let in_code = hits.iter().filter(|hit| hit.kind != HitKind::Entry);
        let ranges = in_code.flat_map(|hit| hit.shown_lines()).collect();
        ShownLines(site.view(path, ranges, MOST_BYTES * hits.len()).map(|view| view.excerpt))
    }

    fn lines_of(&self, hit: &Hit) -> Result<Vec<(u32, &str)>, &ToolError> {
        let ranges = hit.shown_lines();
        let lines = self.0.as_ref()?.lines.iter();
        let own = lines.filter(|line| ranges.iter().any(|range| range.contains(&line.number)));
        Ok(own.map(|line| (line.number, line.text.as_str())).collect())
    }
}

/// Renders a hit. `words` are marked in the lines.
pub(crate) fn hit(
    site: &Site,
    frame: &Frame<'_>,
    hit: &Hit,
    shown: &ShownLines,
    words: &[String],
) -> Markup {
    let links = &frame.links;
    let start_line = hit.matched_lines.map_or(hit.start_line, |lines| lines.0);
    let percent = (f64::from(hit.score) * 100.0).round();
    html! {
        article.hit {
            header {
                @if let Some(symbol) = &hit.symbol {
                    (hit.preposition())
                    a.name href=(links.symbol(symbol, &hit.path, start_line)) { code { (breakable_name(symbol)) } }
                }
                span.kind { (hit.kind.name()) }
                a.lines href=(links.lines(&hit.path, hit.start_line, hit.end_line)) {
                    "lines " (hit.start_line) "–" (hit.end_line)
                }
                details.why {
                    summary { span.score title="Score" { (percent) " %" } " why" }
                    ul {
                        @for reason in &hit.reasons { li { (Safe(reason)) } }
                    }
                }
            }
            @if let Some(entry) = &hit.entry {
                p.entry-line {
                    a href=(links.item("entries", &entry.id)) { (super::status_badge(entry.status)) }
                    " " (code_spans(&site.mask(&entry.summary)))
                }
            }
            @if hit.kind == HitKind::Entry {
                blockquote { (Safe(&site.mask(&hit.snippet))) }
            } @else {
                (snippet(site, frame, hit, shown, words))
            }
        }
    }
}

fn snippet(
    site: &Site,
    frame: &Frame<'_>,
    hit: &Hit,
    shown: &ShownLines,
    words: &[String],
) -> Markup {
    match shown.lines_of(hit) {
        Ok(lines) => {
            let address = frame.links.file(&hit.path);
            site.colours.render(&Listing {
                lines: &lines,
                language: Some(hit.language),
                parts: &matches_in(&lines, words),
                anchors: Anchors::File(&address),
            })
        }
        Err(error) => html! { p.faint { (Safe(&error.to_string())) } },
    }
}

/// The words of a query that are marked.
pub(crate) fn words_of(query: &str) -> Vec<String> {
    let mut words = rutter_engine::query_words(query);
    words.retain(|word| !FREQUENT.contains(&word.as_str()));
    words
}

/// Finds words and parts of names that begin with one of the words.
fn matches_in(lines: &[(u32, &str)], words: &[String]) -> Vec<ListedPart> {
    let mut found = Vec::new();
    for &(line, text) in lines {
        let small = text.to_ascii_lowercase();
        let mut of_line: Vec<(usize, usize)> = Vec::new();
        for word in words {
            of_line.extend(small.match_indices(word.as_str()).filter_map(|(start, _)| {
                let before = text[..start].chars().next_back();
                let is_hump = text[start..].starts_with(char::is_uppercase);
                let begins = is_hump || !before.is_some_and(char::is_alphabetic);
                let rest = text[start + word.len()..].find(|c: char| !c.is_lowercase());
                let end = rest.map_or(text.len(), |rest| start + word.len() + rest);
                begins.then_some((start, end))
            }));
        }
        of_line.sort_unstable();
        let mut last_end = 0;
        for (start, end) in of_line {
            if start >= last_end {
                found.push(ListedPart { line, start, end, role: PartRole::Match });
                last_end = end;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_marked_where_they_begin() {
        let words = words_of("Where are files walked?");
        assert_eq!(words, ["file", "walk"]);
        let lines = [(3, "let userFiles = walk_profile(files);"), (4, "größe <script>")];
        let marked = matches_in(&lines, &words);
        let texts: Vec<&str> =
            marked.iter().map(|part| &lines[0].1[part.start..part.end]).collect();
        assert_eq!(texts, ["Files", "walk", "files"]);
        assert!(marked.iter().all(|part| part.line == 3));
    }
}
