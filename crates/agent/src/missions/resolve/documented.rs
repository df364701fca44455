//! Finds a description of a gap's subject in the repository: its doc comment, or a section that is certainly
//! about it. Such a text becomes an entry without a model, and is checked like any other.

use rutter_domain::text::sentence_ends;
use rutter_domain::{Gap, SearchMode, Strategy, SymbolKind};
use rutter_tools::code::search::{self, Search, SearchOptions};
use rutter_tools::code::symbol::{self, SymbolDetails};
use rutter_tools::files::read_file::ReadFile;
use rutter_tools::{Session, Tool as _, Toolbox};
use serde_json::{Value, json};

use super::retrieval::{Lookup, definition_of, subject_name};

/// A text of fewer words describes nothing.
const LEAST_WORDS: usize = 5;
const LIMIT_HITS: usize = 5;

/// A text about the subject of a gap.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Description {
    /// The author of the entry.
    pub(super) author: &'static str,
    /// Lookups that must be made before it can be recorded.
    pub(super) reads: Vec<Lookup>,
    /// The arguments of the entry.
    pub(super) entry: Value,
}

/// The text that a strategy without a model would record; `None` if there is none.
pub(super) fn description(
    toolbox: &Toolbox,
    session: &Session,
    gap: &Gap,
    strategy: Strategy,
) -> Option<Description> {
    match strategy {
        Strategy::DocComment => from_doc_comment(toolbox, session, gap),
        Strategy::LinkedDocument => from_document(toolbox, session, gap),
        Strategy::SemanticSearch | Strategy::TargetedCode | Strategy::TargetedDocument => None,
    }
}

/// A symbol with a doc comment lacks no description, but an entry that no longer holds can be recorded
/// again from it.
fn from_doc_comment(toolbox: &Toolbox, session: &Session, gap: &Gap) -> Option<Description> {
    if !matches!(gap.rule.as_str(), "stale-entry" | "weak-entry") {
        return None;
    }
    let symbol = gap.symbol.as_ref()?;
    let args =
        symbol::Args { name: symbol.clone(), file_path: Some(gap.path.clone()), limit: 1, skip: 0 };
    let found = toolbox.run(session, &SymbolDetails, args).ok()?.matches.into_iter();
    let found = found.map(|found| found.symbol).find(|found| found.qualified_name == *symbol)?;
    let (summary, details) = summarised(found.doc.as_deref()?)?;
    Some(Description {
        author: "doc comment",
        reads: definition_of(gap),
        entry: json!({
            "symbol": symbol, "file_path": gap.path, "summary": summary, "details": details,
            "confidence": 0.9,
        }),
    })
}

/// A section certainly describes a symbol if its heading is the name of the symbol, and nothing else has that
/// name.
fn from_document(toolbox: &Toolbox, session: &Session, gap: &Gap) -> Option<Description> {
    let symbol = gap.symbol.as_ref()?;
    let name = subject_name(gap);
    let args = symbol::Args { name: name.to_owned(), file_path: None, limit: 1, skip: 0 };
    let named = toolbox.run(session, &SymbolDetails, args).ok()?;
    // Headings are symbols as well.
    let mut code = named.matches.iter().filter(|found| found.symbol.kind != SymbolKind::Section);
    let lines = &code.next()?.symbol;
    if code.next().is_some() || named.omitted > 0 {
        return None;
    }
    let options = SearchOptions {
        docs: true,
        mode: SearchMode::Lexical,
        limit: LIMIT_HITS,
        flat: true,
        ..SearchOptions::default()
    };
    let args = search::Args { query: name.to_owned(), options, ..search::Args::default() };
    let hits = toolbox.run(session, &Search, args).ok()?.hits;
    hits.into_iter().find_map(|hit| {
        let body = section_about(&hit.snippet, &[name, symbol])?;
        let (summary, details) = summarised(&body)?;
        let (path, start, end) = (&hit.path, hit.start_line, hit.end_line);
        let mut reads = definition_of(gap);
        reads.push(Lookup {
            tool: ReadFile::NAME,
            arguments: json!({ "file_path": path, "start_line": start, "end_line": end }),
        });
        Some(Description {
            author: "linked document",
            reads,
            entry: json!({
                "symbol": symbol, "file_path": gap.path, "summary": summary, "details": details,
                "evidence": [
                    { "file_path": gap.path, "start_line": lines.start_line, "end_line": lines.end_line },
                    { "file_path": path, "start_line": start, "end_line": end },
                ],
                "confidence": 0.8,
            }),
        })
    })
}

/// The first paragraph below a heading that is one of these names.
fn section_about(text: &str, names: &[&str]) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    (0..lines.len()).find_map(|at| {
        let next = lines.get(at + 1).copied().unwrap_or_default();
        let (is_marked, is_underlined) = (lines[at].starts_with(['#', '=']), is_underline(next));
        let heading = lines[at].trim_matches(|c: char| "#=` ".contains(c));
        let heading = heading.trim_end_matches("()").trim_matches('`');
        if !(is_marked || is_underlined) || !names.contains(&heading) {
            return None;
        }
        let body = lines[at + 1 + usize::from(is_underlined)..].iter();
        let body = body.skip_while(|line| line.trim().is_empty());
        let paragraph: Vec<&str> =
            body.take_while(|line| !line.trim().is_empty()).copied().collect();
        let first = paragraph.first()?;
        let is_prose = first.starts_with(|c: char| c.is_alphanumeric() || c == '`')
            && !first.starts_with("```");
        is_prose.then(|| paragraph.join(" "))
    })
}

fn is_underline(line: &str) -> bool {
    let line = line.trim_end();
    line.len() >= 3 && line.chars().all(|c| "=-~^\"'*+#".contains(c))
}

/// The first sentence of a text as a summary and the rest of its first paragraph as details.
fn summarised(text: &str) -> Option<(String, Option<String>)> {
    let paragraph: Vec<&str> =
        text.trim().lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    let paragraph = paragraph.join(" ");
    if paragraph.split_whitespace().count() < LEAST_WORDS {
        return None;
    }
    let is_sentence = |end: &usize| !paragraph[..*end].ends_with(';');
    let end = sentence_ends(&paragraph).into_iter().find(is_sentence).unwrap_or(paragraph.len());
    let details = paragraph[end..].trim();
    Some((paragraph[..end].to_owned(), (!details.is_empty()).then(|| details.to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_prose_below_a_heading_that_is_the_name_describes_it() {
        for (text, expected) in [
            (
                "# Pool\n\n## `take()`\n\nTakes one.\nThen another.\n\nMore.",
                Some("Takes one. Then another."),
            ),
            ("take\n====\nTakes one.", Some("Takes one.")),
            ("take\nTakes one.", None),
            ("# take\n\n```\ntake()\n```", None),
            ("# take\n- one", None),
            ("# take it\nTakes one.", None),
            ("# take", None),
        ] {
            assert_eq!(section_about(text, &["take", "Pool.take"]).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn a_few_words_are_no_description() {
        assert_eq!(summarised("Takes one."), None);
        let (summary, details) = summarised("Takes one of\nthe pool. It waits.\n\nMore.").unwrap();
        assert_eq!((&*summary, details.as_deref()), ("Takes one of the pool.", Some("It waits.")));
        let whole = "Takes one of the pool, e.g. with `pool.take(a. b)` (see docs. always).";
        assert_eq!(summarised(whole), Some((whole.to_owned(), None)));
    }
}
