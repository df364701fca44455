//! Completes commands, `@file` and `@symbol`.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use rutter_terminal::{Complete, CompletionCandidate, rank};
use rutter_tools::Toolbox;

use super::slash::COMMANDS;

/// Names offered after `@`. A longer list would push the prompt off the screen.
const MOST_NAMES: usize = 8;
/// Symbols that `@` completes.
const MOST_SYMBOLS: usize = 100_000;

/// Names of the repository that `@` completes, gathered in the background.
#[derive(Default)]
pub struct Names {
    pub files: Vec<String>,
    /// Qualified name, kind and path.
    pub symbols: Vec<(String, String)>,
}

/// Gathers the names on a thread of its own. The cell is empty until it is done.
pub fn gather(toolbox: &Arc<Toolbox>) -> Arc<OnceLock<Names>> {
    let names = Arc::new(OnceLock::new());
    let (filled, toolbox) = (Arc::clone(&names), Arc::clone(toolbox));
    // Without a thread there is nothing to complete, and the chat works all the same.
    let _ = std::thread::Builder::new().name("names".to_owned()).spawn(move || {
        let Ok(knowledge) = toolbox.knowledge() else { return };
        let snapshot = &knowledge.snapshot;
        let mut found =
            Names { files: snapshot.paths().map(str::to_owned).collect(), symbols: Vec::new() };
        for (path, file) in snapshot.files() {
            if found.symbols.len() >= MOST_SYMBOLS {
                break;
            }
            let Some(facts) = snapshot.facts_of(file.id) else { continue };
            let symbols = facts.symbols.iter();
            found.symbols.extend(symbols.map(|symbol| {
                (symbol.qualified_name.clone(), format!("{} in {path}", symbol.kind.name()))
            }));
        }
        let _ = filled.set(found);
    });
    names
}

/// The function that completes a line.
pub fn completer(names: Arc<OnceLock<Names>>) -> Complete {
    Box::new(move |line, cursor| complete(line, cursor, names.get()))
}

fn complete(line: &str, cursor: usize, names: Option<&Names>) -> Vec<CompletionCandidate> {
    let before = line.get(..cursor).unwrap_or(line);
    let start = before
        .rfind(char::is_whitespace)
        .map_or(0, |at| at + before[at..].chars().next().map_or(1, char::len_utf8));
    let word = &before[start..];
    if start == 0 && word.starts_with('/') {
        let list = COMMANDS.iter().map(|command| {
            (
                command.name.to_owned(),
                Some(format!("{} {}", command.arguments, command.purpose).trim().to_owned()),
            )
        });
        return best(&word[1..], start..cursor, list.collect(), COMMANDS.len());
    }
    let (Some(pattern), Some(names)) = (word.strip_prefix('@'), names) else { return Vec::new() };
    let files = names.files.iter().map(|path| (format!("@{path}"), Some("file".to_owned())));
    let symbols =
        names.symbols.iter().map(|(name, place)| (format!("@{name}"), Some(place.clone())));
    best(pattern, start..cursor, files.chain(symbols).collect(), MOST_NAMES)
}

/// The candidates that fit a pattern best.
fn best(
    pattern: &str,
    span: Range<usize>,
    candidates: Vec<(String, Option<String>)>,
    limit: usize,
) -> Vec<CompletionCandidate> {
    let ranked = rank(pattern, candidates.iter().map(|(text, _)| &text[1..]));
    let ranked = ranked.into_iter().take(limit);
    ranked
        .map(|ranked| {
            let (replacement, description) = candidates[ranked.at].clone();
            CompletionCandidate { span: span.clone(), replacement, description }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(line: &str, cursor: usize) -> Vec<(Range<usize>, String)> {
        let names = Names {
            files: vec!["src/config.rs".to_owned(), "src/walk.rs".to_owned()],
            symbols: vec![("Config::parse".to_owned(), "method in src/config.rs".to_owned())],
        };
        let candidates = complete(line, cursor, Some(&names)).into_iter();
        candidates.map(|candidate| (candidate.span, candidate.replacement)).collect()
    }

    #[test]
    fn commands_are_completed_at_the_beginning_of_a_line() {
        assert_eq!(offered("/rei", 4)[0], (0..4, "/reindex".to_owned()));
        assert_eq!(offered("see /rei", 8), []);
        assert_eq!(offered("/", 1).len(), COMMANDS.len());
    }

    #[test]
    fn few_names_are_offered_where_many_fit() {
        let files = (0..100).map(|n| format!("src/flask/part{n}.py")).collect();
        let names = Names { files, symbols: Vec::new() };
        assert_eq!(complete("@src/fl", 7, Some(&names)).len(), MOST_NAMES);
    }

    #[test]
    fn files_and_symbols_are_completed_after_an_at_sign() {
        assert_eq!(offered("what is @walk", 13), [(8..13, "@src/walk.rs".to_owned())]);
        assert_eq!(offered("@cfgparse", 9), [(0..9, "@Config::parse".to_owned())]);
        assert_eq!(offered("é @walk now", 8), [(3..8, "@src/walk.rs".to_owned())]);
        assert_eq!(offered("mail@walk", 9), []);
    }
}
