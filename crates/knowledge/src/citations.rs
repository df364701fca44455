//! The places that an answer names, `path:line`, compared with the code.
//!
//! A citation holds if the file and the lines exist, if they were shown to the model, and if the code there,
//! or the symbol around it, contains one of the names that the sentence puts into backticks. Citations in
//! code blocks are part of the code. Start at [`Knowledge::check_citations`].

mod find;
mod plain;
mod sources;

use rutter_domain::{Citation, ContentHash, Evidence, Seen, Symbol};
use rutter_workspace::Source;

use self::find::{Found, find};
use crate::Knowledge;
use rutter_checks::cut_claims;
use rutter_domain::words::contains_word;

pub use sources::ShownSymbol;

/// A citation and its position in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedCitation {
    /// First byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
    pub citation: Citation,
}

/// The sentences of an answer about one symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CitedStatement {
    /// Qualified name.
    pub symbol: String,
    pub path: String,
    /// Without the lines that are cited.
    pub sentences: Vec<String>,
}

impl Knowledge {
    /// Checks every citation of a text, in order.
    pub fn check_citations(&self, text: &str, seen: &Seen) -> Vec<CheckedCitation> {
        find(text).into_iter().filter_map(|found| self.check_citation(text, &found, seen)).collect()
    }

    /// The sentences of an answer whose citations hold, grouped by the symbol that they cite.
    pub fn cited_statements(&self, text: &str, seen: &Seen) -> Vec<CitedStatement> {
        let mut statements: Vec<CitedStatement> = Vec::new();
        for claim in cut_claims(text) {
            let cited = self.cited_in(&claim);
            if !plain::says_something(&claim, &cited) {
                continue;
            }
            for found in &cited {
                let Some(checked) = self.check_citation(&claim, found, seen) else { continue };
                let Citation { path, start_line, end_line, holds: true, .. } = checked.citation
                else {
                    continue;
                };
                let names = found.names(&claim);
                let Some(symbol) = self.cited_symbol(&path, start_line, end_line, &names) else {
                    continue;
                };
                let sentence = plain::without_lines(&claim, &cited);
                let is_it = |one: &&mut CitedStatement| one.symbol == symbol && one.path == path;
                match statements.iter_mut().find(is_it) {
                    Some(known) if known.sentences.contains(&sentence) => {}
                    Some(known) => known.sentences.push(sentence),
                    None => {
                        statements.push(CitedStatement { symbol, path, sentences: vec![sentence] });
                    }
                }
            }
        }
        statements
    }

    /// A text as an entry keeps it: without the lines that it cites of files that exist.
    pub(crate) fn without_cited_lines(&self, text: &str) -> String {
        plain::without_lines(text, &self.cited_in(text))
    }

    /// The citations of files that exist.
    fn cited_in(&self, text: &str) -> Vec<Found> {
        let is_file =
            |found: &Found| matches!(self.resolve_cited(found.path(text)), Cited::File(_));
        find(text).into_iter().filter(is_file).collect()
    }

    /// The symbol that lines of a file are about: one of these names, if it contains them, else the
    /// smallest.
    fn cited_symbol(&self, path: &str, start: u32, end: u32, names: &[&str]) -> Option<String> {
        let file = self.parsed_file(path)?;
        let symbols = file.facts.symbols.iter();
        let containing: Vec<&Symbol> = symbols
            .filter(|symbol| symbol.span.start_line <= start && symbol.span.end_line >= end)
            .filter(|symbol| !symbol.is_own_field())
            .collect();
        let named = containing.iter().rev().find(|symbol| names.contains(&symbol.name.as_str()));
        let smallest =
            containing.iter().min_by_key(|symbol| symbol.span.end_line - symbol.span.start_line);
        named.or(smallest).map(|symbol| symbol.qualified_name.clone())
    }

    /// `None` if it is not a citation, such as an address with a port.
    fn check_citation(&self, text: &str, found: &Found, seen: &Seen) -> Option<CheckedCitation> {
        let written = found.path(text);
        let (path, problem) = match self.resolve_cited(written) {
            Cited::File(path) => (path, self.problem_with(text, found, seen)),
            Cited::Ambiguous(n_files) => {
                (written.to_owned(), Some(format!("{n_files} files are called that")))
            }
            Cited::Missing if found.looks_like_a_file(text) => {
                (written.to_owned(), Some("there is no such file".to_owned()))
            }
            Cited::Missing => return None,
        };
        let citation = Citation {
            path,
            start_line: found.start_line,
            end_line: found.end_line,
            holds: problem.is_none(),
            reason: problem.unwrap_or_default(),
        };
        Some(CheckedCitation { start: found.start, end: found.end, citation })
    }

    /// Why a citation of an existing file does not hold; `None` if it holds.
    fn problem_with(&self, text: &str, found: &Found, seen: &Seen) -> Option<String> {
        let Cited::File(path) = self.resolve_cited(found.path(text)) else { return None };
        let (start, end) = (found.start_line, found.end_line);
        let Some(file) = self.cited_file(&path) else {
            return Some("the file cannot be read".to_owned());
        };
        let n_lines = file.text.lines().count();
        if start == 0 || end < start {
            return Some("these are no lines".to_owned());
        }
        if end as usize > n_lines {
            return Some(format!("the file has {n_lines} lines"));
        }
        let names = found.names(text);
        let is_named = names.is_empty() || {
            let (first, last) = file.around(start, end);
            let code = lines(&file.text, first, last);
            names.iter().any(|name| contains_word(&code, name) || file.is_inside(name, start, end))
        };
        if !is_named {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            return Some(format!("the code there does not contain {}", names.join(" or ")));
        }
        let (from, to) = seen.first_unseen(&path, file.content, start, end)?;
        Some(if from == to {
            format!("line {from} was not shown to the model")
        } else {
            format!("lines {from}-{to} were not shown to the model")
        })
    }

    /// Lines of a file as they are now, if all of them were shown.
    pub(crate) fn shown_lines(&self, cited: &Evidence, seen: &Seen) -> Option<String> {
        let Evidence { path, start_line, end_line } = cited;
        let file = self.cited_file(path)?;
        let unseen = seen.first_unseen(path, file.content, *start_line, *end_line);
        let text = lines(&file.text, *start_line, *end_line);
        (unseen.is_none() && !text.is_empty()).then_some(text)
    }

    /// The file that a path means: itself, or the only one whose path ends with it.
    fn resolve_cited(&self, written: &str) -> Cited {
        let written = written.trim_start_matches("./");
        if self.snapshot.file_at(written).is_some() {
            return Cited::File(written.to_owned());
        }
        let is_it =
            |path: &&str| path.strip_suffix(written).is_some_and(|before| before.ends_with('/'));
        let mut ending = self.snapshot.paths().filter(is_it);
        match (ending.next(), ending.count()) {
            (Some(only), 0) => Cited::File(only.to_owned()),
            (Some(_), n_more) => Cited::Ambiguous(n_more + 1),
            (None, _) => match self.snapshot.read_file(written) {
                Source::Text(_) => Cited::File(written.to_owned()),
                Source::Skip(..) | Source::Gone => Cited::Missing,
            },
        }
    }

    fn cited_file(&self, path: &str) -> Option<CitedFile> {
        if let Some(parsed) = self.parsed_file(path) {
            let symbols = parsed.facts.symbols.iter().filter(|symbol| !symbol.is_own_field());
            let symbols = symbols
                .map(|symbol| (symbol.span.start_line, symbol.span.end_line, symbol.name.clone()));
            let symbols = symbols.collect();
            return Some(CitedFile { text: parsed.text.clone(), content: parsed.content, symbols });
        }
        match self.snapshot.read_file(path) {
            Source::Text(source) => {
                Some(CitedFile { text: source.text, content: source.content, symbols: Vec::new() })
            }
            Source::Skip(..) | Source::Gone => None,
        }
    }
}

/// Result of resolving a path as it is written in an answer.
enum Cited {
    File(String),
    Ambiguous(usize),
    Missing,
}

struct CitedFile {
    text: String,
    content: ContentHash,
    /// First and last lines of the symbols, and their names.
    symbols: Vec<(u32, u32, String)>,
}

impl CitedFile {
    /// The lines of the smallest symbol that contains these, or these.
    fn around(&self, start: u32, end: u32) -> (u32, u32) {
        let containing = self.symbols.iter().filter(|span| span.0 <= start && span.1 >= end);
        let smallest = containing.min_by_key(|span| span.1 - span.0);
        smallest.map_or((start, end), |span| (span.0, span.1))
    }

    /// Whether a symbol of this name contains these lines.
    fn is_inside(&self, name: &str, start: u32, end: u32) -> bool {
        self.symbols.iter().any(|symbol| symbol.0 <= start && symbol.1 >= end && symbol.2 == name)
    }
}

/// Lines of a text, from 1, inclusive.
fn lines(text: &str, start: u32, end: u32) -> String {
    let n_lines = (end + 1).saturating_sub(start) as usize;
    let lines: Vec<&str> =
        text.lines().skip(start.saturating_sub(1) as usize).take(n_lines).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests;
