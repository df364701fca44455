//! Pairs of what symbols are called and described as, and their code.

use std::collections::HashMap;

use rutter_domain::text::truncate;
use rutter_domain::{ReferenceKind, Symbol, SymbolKind};

use crate::file::File;
use crate::pair::{Kind, Pair};
use crate::{hash, query};

const MOST_CODE_BYTES: usize = 2500;

/// Code with less is not worth finding.
const LEAST_CODE_BYTES: usize = 60;

/// Lines before and after a symbol that are kept in some pairs.
const SURROUNDING_LINES: usize = 8;

/// Names that say nothing without their container.
const EMPTY_NAMES: &[&str] = &[
    "main", "new", "init", "__init__", "constructor", "tostring", "get", "set", "run", "call",
    "default", "fmt", "drop", "clone",
];

/// A draw of 0..100 for a thing, the same at every run.
fn draw(what: &str, of: &str) -> u64 {
    hash::mix(hash::of_text(what) ^ hash::of_text(of).rotate_left(17)) % 100
}

/// Pairs from the docs and the names of symbols.
pub fn of_symbols(file: &File, pairs: &mut Vec<Pair>) {
    let lines: Vec<&str> = file.text.lines().collect();
    for symbol in file.facts.symbols.iter().filter(|symbol| is_worth_finding(symbol.kind)) {
        let code = symbol.span.slice(&file.text);
        if code.len() < LEAST_CODE_BYTES {
            continue;
        }
        let plain = without_doc(code.lines(), symbol.doc.as_deref());
        if let Some(asked) = symbol.doc.as_deref().and_then(|doc| query::of_prose(doc, 3)) {
            let code =
                if draw("around", code) < 40 { surrounded(&lines, symbol) } else { plain.clone() };
            push(pairs, file, Kind::Doc, asked, &code);
        }
        if symbol.span.n_lines() >= 3
            && let Some(asked) = name_query(file, symbol)
        {
            let is_masked = draw("mask", code) < 45;
            let code = if is_masked { masked(&plain, &symbol.name) } else { plain };
            push(pairs, file, Kind::Name, asked, &code);
        }
    }
}

/// The purpose of a function, and the body of one that it calls in the same file.
pub fn of_calls(file: &File, pairs: &mut Vec<Pair>) {
    let symbols = &file.facts.symbols;
    let mut by_name: HashMap<&str, Vec<&Symbol>> = HashMap::new();
    for symbol in symbols.iter().filter(|symbol| is_function(symbol.kind)) {
        by_name.entry(&symbol.name).or_default().push(symbol);
    }
    for reference in file.facts.references.iter().filter(|one| one.kind == ReferenceKind::Call) {
        let Some(caller) = reference.from.and_then(|at| symbols.get(at as usize)) else { continue };
        let Some([called]) = by_name.get(reference.name.as_str()).map(Vec::as_slice) else {
            continue;
        };
        let code = called.span.slice(&file.text);
        if !is_function(caller.kind)
            || caller.span.contains(&called.span)
            || called.span.n_lines() < 4
            || draw(&caller.qualified_name, code) >= 30
        {
            continue;
        }
        let asked = caller.doc.as_deref().and_then(|doc| query::of_prose(doc, 4));
        let asked = asked.or_else(|| {
            let words = query::words_of(&caller.name);
            (words.split(' ').count() >= 2).then_some(words)
        });
        if let Some(asked) = asked {
            push(pairs, file, Kind::Call, asked, &without_doc(code.lines(), called.doc.as_deref()));
        }
    }
}

/// Names of tests, and what they test.
pub fn of_tests(files: &[File], pairs: &mut Vec<Pair>) {
    let mut by_words: HashMap<String, Vec<(&File, &Symbol)>> = HashMap::new();
    let mut tests = Vec::new();
    for file in files {
        let is_test_file = is_test_path(&file.path);
        for symbol in file
            .facts
            .symbols
            .iter()
            .filter(|symbol| is_function(symbol.kind) || symbol.kind == SymbolKind::Test)
        {
            let words = query::words_of(&symbol.name);
            if symbol.kind == SymbolKind::Test || is_test_file {
                tests.push((file, words));
            } else if symbol.span.n_lines() >= 4 {
                by_words.entry(words).or_default().push((file, symbol));
            }
        }
    }
    for (file, words) in tests {
        let words: Vec<&str> = words
            .split(' ')
            .filter(|word| !["test", "tests", "it", "should"].contains(word))
            .collect();
        let longest = (1..=words.len()).rev().find_map(|n_words| {
            let stem = words[..n_words].join(" ");
            let is_telling = n_words >= 2 || stem.len() >= 6;
            by_words.get(&stem).filter(|found| is_telling && found.len() == 1)
        });
        if let Some([(tested, symbol)]) = longest.map(Vec::as_slice)
            && words.len() >= 2
            && file.facts.language.interoperates(tested.facts.language)
        {
            let code = without_doc(symbol.span.slice(&tested.text).lines(), symbol.doc.as_deref());
            push(pairs, tested, Kind::Test, words.join(" "), &code);
        }
    }
}

/// Adds a pair whose code is cut to size, if there is enough of it.
pub fn push(pairs: &mut Vec<Pair>, file: &File, kind: Kind, query: String, code: &str) {
    let code = truncate(code, MOST_CODE_BYTES).trim_end();
    if code.trim().len() < LEAST_CODE_BYTES * 2 / 3 || query.is_empty() {
        return;
    }
    pairs.push(Pair {
        kind,
        language: file.facts.language,
        query,
        code: code.to_owned(),
        path: file.path.clone(),
        other: None,
    });
}

pub fn is_test_path(path: &str) -> bool {
    let low = path.to_lowercase();
    ["test/", "tests/", "spec/", "specs/", "__tests__/"].iter().any(|folder| low.contains(folder))
        || ["_test.", ".test.", ".spec.", "_spec.", "test_", "tests."]
            .iter()
            .any(|part| low.contains(part))
}

fn name_query(file: &File, symbol: &Symbol) -> Option<String> {
    let name = query::words_of(&symbol.name);
    let parent = symbol.parent.and_then(|at| file.facts.symbols.get(at as usize));
    let is_empty = EMPTY_NAMES.contains(&symbol.name.to_lowercase().as_str());
    let code = symbol.span.slice(&file.text);
    let n_parts = match draw("path", code) {
        0..35 if !is_empty => 0,
        0..70 => 1,
        _ => 2,
    };
    let mut words = vec![name];
    if let Some(parent) = parent.filter(|_| is_empty || draw("parent", code) < 50) {
        words.push(query::words_of(&parent.name));
    }
    if n_parts > 0 {
        words.push(query::words_of_path(&file.path, n_parts));
    }
    let mut seen = Vec::new();
    for word in words.iter().flat_map(|words| words.split(' ')) {
        if !word.is_empty() && !seen.contains(&word) {
            seen.push(word);
        }
    }
    let n_letters: usize = seen.iter().map(|word| word.len()).sum();
    (n_letters >= 4 && seen.iter().all(|word| word.is_ascii())).then(|| seen.join(" "))
}

fn is_worth_finding(kind: SymbolKind) -> bool {
    use SymbolKind::{EnumMember, Field, Section, Test};
    !matches!(kind, EnumMember | Field | Test | Section)
}

fn is_function(kind: SymbolKind) -> bool {
    kind.is_callable() && kind != SymbolKind::Test
}

/// Code without the lines of its doc, before it or in it as a docstring.
fn without_doc<'a>(lines: impl Iterator<Item = &'a str>, doc: Option<&str>) -> String {
    let doc_lines: Vec<&str> =
        doc.into_iter().flat_map(str::lines).map(str::trim).filter(|line| line.len() > 3).collect();
    let marks: &[char] = &['/', '*', '#', '-', '"', '\'', '!', '|', ' ', '\t', ';', '{', '}'];
    let mut kept = String::new();
    for line in lines {
        let bare = line.trim_matches(marks);
        let is_doc =
            !bare.is_empty() && doc_lines.iter().any(|line| line.trim_matches(marks) == bare);
        let is_mark =
            bare.is_empty() && ["\"\"\"", "'''", "/**", "*/", "*", "///"].contains(&line.trim());
        if !is_doc && (!is_mark || doc_lines.is_empty()) {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// A symbol with some lines before and after it.
fn surrounded(lines: &[&str], symbol: &Symbol) -> String {
    let start = (symbol.span.start_line as usize).saturating_sub(1 + SURROUNDING_LINES);
    let end = lines.len().min(symbol.span.end_line as usize + SURROUNDING_LINES);
    let around = lines.get(start..end).unwrap_or_default();
    without_doc(around.iter().copied(), symbol.doc.as_deref())
}

/// Code in which a name is blotted out.
fn masked(code: &str, name: &str) -> String {
    if name.len() < 3 {
        return code.to_owned();
    }
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut kept = String::with_capacity(code.len());
    let mut end = 0;
    for (at, _) in code.match_indices(name) {
        let before = code[..at].chars().next_back();
        let after = code[at + name.len()..].chars().next();
        if before.is_some_and(is_part) || after.is_some_and(is_part) || at < end {
            continue;
        }
        kept.push_str(&code[end..at]);
        kept.push('_');
        end = at + name.len();
    }
    kept.push_str(&code[end..]);
    kept
}
