//! Places for an answer that cites none: the symbols that it names, and those to choose from.
//!
//! A place counts only if all of its lines were shown, so that the answer can have come from it.

use std::collections::BTreeSet;

use rutter_domain::words::{is_stop_word, tokenize};
use rutter_domain::{Citation, Seen, Symbol};

use super::find::{find, name_in};
use super::lines;
use crate::Knowledge;
use rutter_domain::words::contains_word;

/// Files that are looked at for symbols to choose from.
const MOST_FILES: usize = 100;

/// Words that an answer without names of code must have in common with a place, and the share of its words
/// as a divisor.
const LEAST_WORDS: usize = 2;
const LEAST_SHARE: usize = 4;

/// A symbol whose lines were shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShownSymbol {
    /// Qualified name.
    pub symbol: String,
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
}

impl Knowledge {
    /// The symbols that a text names and that were shown, in the order of the text. A name that several
    /// of them have is left out.
    pub fn named_symbols(&self, text: &str, seen: &Seen) -> Vec<ShownSymbol> {
        let shown: BTreeSet<&str> = seen.paths().collect();
        let mut found: Vec<ShownSymbol> = Vec::new();
        for name in code_names(text) {
            let paths = self.snapshot.paths_defining(name);
            let paths = paths.iter().filter(|path| shown.contains(**path));
            let mut fitting =
                paths.flat_map(|path| self.shown_in(path, seen, |symbol| symbol.name == name));
            if let (Some(only), None) = (fitting.next(), fitting.next())
                && !found.contains(&only)
            {
                found.push(only);
            }
        }
        found
    }

    /// The symbols that were shown, those that have most words in common with a text first.
    pub fn shown_symbols(&self, text: &str, seen: &Seen, limit: usize) -> Vec<ShownSymbol> {
        let text = text.to_lowercase();
        let n_common = |shown: &ShownSymbol| {
            let name = format!("{} {}", shown.path, shown.symbol).to_lowercase();
            let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2);
            words.filter(|word| text.contains(word)).collect::<BTreeSet<_>>().len()
        };
        let is_offered = |symbol: &Symbol| symbol.kind.is_callable() || symbol.kind.is_type();
        let mut shown: Vec<ShownSymbol> = seen
            .paths()
            .take(MOST_FILES)
            .flat_map(|path| self.shown_in(path, seen, is_offered))
            .collect();
        shown.sort_by_key(|shown| std::cmp::Reverse(n_common(shown)));
        shown.truncate(limit);
        shown
    }

    /// The places in `chosen` that hold for an answer: they were shown, and the code there contains one of
    /// the names of code in the answer, or, if it names none, several of its words.
    pub fn chosen_places(&self, answer: &str, chosen: &str, seen: &Seen) -> Vec<Citation> {
        let (names, words) = (code_names(answer), content_words(answer));
        let mut places: Vec<Citation> = Vec::new();
        for found in find(chosen) {
            let Some(checked) = self.check_citation(chosen, &found, seen) else { continue };
            let citation = checked.citation;
            if citation.holds
                && self.is_about(&citation, &names, &words)
                && !places.contains(&citation)
            {
                places.push(citation);
            }
        }
        places
    }

    fn is_about(&self, citation: &Citation, names: &[&str], words: &BTreeSet<String>) -> bool {
        let Some(file) = self.cited_file(&citation.path) else { return false };
        let (first, last) = file.around(citation.start_line, citation.end_line);
        let code = lines(&file.text, first, last);
        if !names.is_empty() {
            return names.iter().any(|name| contains_word(&code, name));
        }
        let found = content_words(&code);
        let n_common = words.intersection(&found).count();
        n_common >= LEAST_WORDS && n_common * LEAST_SHARE >= words.len()
    }

    fn shown_in(
        &self,
        path: &str,
        seen: &Seen,
        is_wanted: impl Fn(&Symbol) -> bool,
    ) -> Vec<ShownSymbol> {
        let Some(file) = self.parsed_file(path) else { return Vec::new() };
        let symbols = file.facts.symbols.iter().filter(|symbol| {
            let (start, end) = (symbol.span.start_line, symbol.span.end_line);
            is_wanted(symbol) && seen.first_unseen(path, file.content, start, end).is_none()
        });
        let shown = symbols.map(|symbol| ShownSymbol {
            symbol: symbol.qualified_name.clone(),
            path: path.to_owned(),
            start_line: symbol.span.start_line,
            end_line: symbol.span.end_line,
        });
        shown.collect()
    }
}

/// The stems of the words of a text, parts of names included, without the commonest.
fn content_words(text: &str) -> BTreeSet<String> {
    let is_content = |word: &String| word.len() > 2 && !is_stop_word(word);
    tokenize(text).into_iter().filter(is_content).collect()
}

/// The words of a text that are names of code: in backticks, or written as no other word is.
fn code_names(text: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    let in_backticks = text.split('`').skip(1).step_by(2).filter_map(name_in);
    let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| {
        let after = word.as_ptr() as usize - text.as_ptr() as usize + word.len();
        let is_called = text[after..].starts_with('(') && word.len() > 2;
        let inner = word.trim_matches('_');
        let has_hump = word
            .chars()
            .zip(word.chars().skip(1))
            .any(|(one, next)| one.is_lowercase() && next.is_uppercase());
        let starts_well = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        starts_well && (is_called || inner.contains('_') || has_hump)
    });
    for name in in_backticks.chain(words) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
