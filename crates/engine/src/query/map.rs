//! The map of a repository: its most central symbols, within a number of tokens.
//!
//! Centrality is estimated from names alone: the number of files that refer to a name, divided among
//! all symbols of that name. Resolving every reference would be exact and take far longer. Public and
//! documented symbols come first, tests last. A model reads the map, so anything that looks like a
//! secret is left out.
//! Start at [`draw_map`].

mod survey;

use std::collections::BTreeMap;
use std::fmt;

use rayon::prelude::*;
use rutter_domain::text::truncate;
use rutter_domain::tokens;
use rutter_domain::{EntryStatus, FileId, Symbol, SymbolKind};
use rutter_graph::Code;
use serde::Serialize;

use crate::query::graph::AllFacts;
use crate::query::snapshot::Snapshot;
use rutter_workspace::{redact, secret_file};
use survey::{FileSurvey, Ranked, rank};

/// The shortest line of a symbol, in bytes: it bounds how many symbols are tried.
const SHORTEST_LINE_BYTES: usize = 16;

/// The longest description of a symbol.
const ABOUT_BYTES: usize = 100;

/// How far what was recorded can be trusted, by path and qualified name, which is empty for a file.
pub type EntryStatuses = BTreeMap<(String, String), EntryStatus>;

/// The most central symbols of a repository, by file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct RepositoryMap {
    /// The file with the most central symbol first.
    pub files: Vec<MappedFile>,
    /// Symbols that did not fit.
    pub n_symbols_omitted: usize,
    /// Files none of whose symbols are on the map.
    pub n_files_omitted: usize,
}

/// A file and its most central symbols.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MappedFile {
    pub path: String,
    /// The status of what was recorded about the whole file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<EntryStatus>,
    /// In order of line.
    pub symbols: Vec<MappedSymbol>,
}

/// A symbol on the map.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MappedSymbol {
    pub qualified_name: String,
    pub kind: SymbolKind,
    pub line: u32,
    /// The first line of its documentation, else its signature if that says more than its name.
    pub about: Option<String>,
    pub entry: Option<EntryStatus>,
}

/// Draws the map. Its text is no longer than `limit_tokens` of four bytes; with a focus, only what lies
/// in that folder or file is on it. `statuses` are marked beside the symbols they belong to.
pub fn draw_map(
    snapshot: &Snapshot,
    limit_tokens: usize,
    focus: Option<&str>,
    statuses: &EntryStatuses,
) -> RepositoryMap {
    let code = AllFacts::new(&snapshot.layout, &snapshot.manifest);
    let surveys: Vec<FileSurvey> = (code.files().par_iter())
        .filter_map(|file| {
            let facts = code.facts(file.id).or_else(|| snapshot.facts_of(file.id))?;
            Some(FileSurvey::of(file, &facts))
        })
        .collect();
    let focus = focus.map(|focus| focus.trim_start_matches("./").trim_end_matches('/'));
    let is_in_focus = |path: &str| match focus {
        None | Some("" | ".") => true,
        Some(focus) => {
            let rest = path.strip_prefix(focus);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        }
    };
    let ranked = rank(&surveys, |file| {
        let path = snapshot.file(file).map(|(row, _)| row.path.as_str());
        path.is_some_and(|path| is_in_focus(path) && secret_file(path).is_none())
    });
    draw(snapshot, &ranked, limit_tokens, statuses)
}

/// Takes the first symbols as far as they fit.
fn draw(
    snapshot: &Snapshot,
    ranked: &[Ranked],
    limit_tokens: usize,
    statuses: &EntryStatuses,
) -> RepositoryMap {
    let mut map = RepositoryMap::default();
    let limit_bytes = tokens::bytes_within(limit_tokens);
    // Room for the line that tells how much was left out.
    let mut room = limit_bytes.saturating_sub(TRAILER_BYTES);
    let mut place_of: BTreeMap<FileId, usize> = BTreeMap::new();
    let mut n_drawn = 0;
    for at in ranked.iter().take(limit_bytes / SHORTEST_LINE_BYTES + 1) {
        let Some((row, _)) = snapshot.file(at.file) else { continue };
        let Some(facts) = snapshot.facts_of(at.file) else { continue };
        let Some(symbol) = facts.symbols.get(at.symbol as usize) else { continue };
        let entry = statuses.get(&(row.path.clone(), symbol.qualified_name.clone()));
        let drawn = MappedSymbol {
            qualified_name: symbol.qualified_name.clone(),
            kind: symbol.kind,
            line: symbol.span.start_line,
            about: about(symbol),
            entry: entry.copied(),
        };
        let place = place_of.get(&at.file).copied();
        let about_file = statuses.get(&(row.path.clone(), String::new())).copied();
        let n_status = about_file.map_or(0, |status| status.name().len() + 3);
        let heading_bytes = if place.is_none() { row.path.len() + n_status + 1 } else { 0 };
        let Some(rest) = room.checked_sub(heading_bytes + drawn.to_string().len() + 1) else {
            break;
        };
        room = rest;
        n_drawn += 1;
        let place = place.unwrap_or_else(|| {
            let path = row.path.clone();
            map.files.push(MappedFile { path, entry: about_file, symbols: Vec::new() });
            place_of.insert(at.file, map.files.len() - 1);
            map.files.len() - 1
        });
        map.files[place].symbols.push(drawn);
    }
    for file in &mut map.files {
        file.symbols.sort_by_key(|symbol| symbol.line);
    }
    let mut files: Vec<FileId> = ranked.iter().map(|at| at.file).collect();
    files.sort_unstable();
    files.dedup();
    map.n_symbols_omitted = ranked.len() - n_drawn;
    map.n_files_omitted = files.len() - map.files.len();
    map
}

const TRAILER_BYTES: usize = 64;

impl fmt::Display for RepositoryMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for file in &self.files {
            match file.entry {
                Some(status) => writeln!(f, "{} [{status}]", file.path)?,
                None => writeln!(f, "{}", file.path)?,
            }
            for symbol in &file.symbols {
                writeln!(f, "{symbol}")?;
            }
        }
        match (self.n_symbols_omitted, self.n_files_omitted) {
            (0, _) => Ok(()),
            (symbols, 0) => writeln!(f, "… {}", more(symbols, "symbol")),
            (symbols, files) => {
                writeln!(f, "… {}, {}", more(symbols, "symbol"), more(files, "file"))
            }
        }
    }
}

impl fmt::Display for MappedSymbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "  {} {} {}", self.line, self.kind, self.qualified_name)?;
        if let Some(about) = &self.about {
            write!(f, " — {about}")?;
        }
        match self.entry {
            Some(status) => write!(f, " [{status}]"),
            None => Ok(()),
        }
    }
}

fn more(number: usize, what: &str) -> String {
    format!("{number} more {what}{}", if number == 1 { "" } else { "s" })
}

/// What a symbol is, in a line.
fn about(symbol: &Symbol) -> Option<String> {
    let documented = symbol.doc.as_deref().and_then(|doc| {
        let line = doc.lines().map(str::trim).find(|line| line.chars().any(char::is_alphanumeric));
        line.map(|line| cut(&redact(line).text, ABOUT_BYTES))
    });
    documented.or_else(|| {
        let signature = symbol.signature.trim();
        (symbol.kind.is_callable() && !signature.is_empty())
            .then(|| cut(&redact(signature).text, ABOUT_BYTES))
    })
}

fn cut(line: &str, limit_bytes: usize) -> String {
    match line.len() {
        length if length <= limit_bytes => line.to_owned(),
        _ => format!("{}…", truncate(line, limit_bytes).trim_end()),
    }
}

#[cfg(test)]
mod tests;
