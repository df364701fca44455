//! Looks up code and documents about a gap before the model is asked.
//!
//! Everything goes through the toolbox, in the gap's own session, so that it counts as shown to the
//! model. What has no room in the prompt is left out as a whole, and then counts as not shown. Answers
//! depend on code and documents alone, not on entries: the same gap leads to the same prompt whatever
//! else was recorded meanwhile.

use std::sync::PoisonError;

use rutter_domain::{Event, Gap, SearchMode, Strategy};
use rutter_tools::code::search::{self, Search, SearchOptions};
use rutter_tools::code::symbol::SymbolDetails;
use rutter_tools::code::symbols::Symbols;
use rutter_tools::files::grep::Grep;
use rutter_tools::files::read_file::ReadFile;
use rutter_tools::{Session, Tool as _, Toolbox};
use serde_json::{Value, json};

/// Lines of a file that are shown for a gap of the whole file.
const FILE_LINES: u32 = 80;
const LIMIT_HITS: usize = 4;
const HIT_TOKENS: usize = 900;
const LIMIT_USES: usize = 12;

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lookup {
    pub(super) tool: &'static str,
    pub(super) arguments: Value,
}

/// The text that was found, with the actions and observations that led to it.
#[derive(Debug, Default)]
pub(super) struct Retrieved {
    /// As the model reads it; empty if there is nothing to go by.
    pub(super) text: String,
    pub(super) events: Vec<Event>,
}

/// Looks up what a strategy goes by.
pub(super) fn retrieve(
    toolbox: &Toolbox,
    session: &Session,
    gap: &Gap,
    strategy: Strategy,
    limit_bytes: usize,
) -> Retrieved {
    let mut retrieved = Retrieved::default();
    let sought = lookups_of(gap, strategy);
    if strategy == Strategy::TargetedDocument && !is_documented(toolbox, session, gap) {
        retrieved.act(&sought[0]);
        retrieved.observe("no document mentions it".to_owned());
        return retrieved;
    }
    let definition = definition_of(gap);
    let n_needed = definition.len();
    for (at, lookup) in definition.iter().chain(&sought).enumerate() {
        let Lookup { tool, arguments } = lookup;
        retrieved.act(lookup);
        let before = session.seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let outcome = toolbox.call(session, tool, arguments);
        let room = limit_bytes.saturating_sub(retrieved.text.len());
        // Without the definition itself nothing can be recorded.
        let is_needed = at < n_needed && retrieved.text.is_empty();
        if outcome.is_error && at == 0 {
            retrieved.observe(outcome.text);
            retrieved.text.clear();
            return retrieved;
        }
        if outcome.is_error || (outcome.text.len() > room && !is_needed) {
            *session.seen.lock().unwrap_or_else(PoisonError::into_inner) = before;
            let why = if outcome.is_error { "it failed" } else { "there is no room for it" };
            retrieved.observe(format!("left out: {why}"));
            continue;
        }
        retrieved.text.push_str(&format!("\n[{tool} {arguments}]\n{}\n", outcome.text.trim_end()));
        retrieved.observe(outcome.text);
    }
    retrieved
}

impl Retrieved {
    fn act(&mut self, lookup: &Lookup) {
        let (name, arguments) = (lookup.tool.to_owned(), lookup.arguments.clone());
        self.events.push(Event::Action { name, arguments });
    }

    fn observe(&mut self, text: String) {
        self.events.push(Event::Observation { text });
    }
}

/// The subject of the gap itself.
pub(super) fn definition_of(gap: &Gap) -> Vec<Lookup> {
    let path = &gap.path;
    match &gap.symbol {
        Some(symbol) => vec![Lookup {
            tool: SymbolDetails::NAME,
            arguments: json!({ "symbol": symbol, "file_path": path, "limit": LIMIT_USES }),
        }],
        None => vec![
            Lookup {
                tool: ReadFile::NAME,
                arguments: json!({ "file_path": path, "start_line": 1, "end_line": FILE_LINES }),
            },
            Lookup { tool: Symbols::NAME, arguments: json!({ "file_path": path }) },
        ],
    }
}

/// The lookups of a strategy beside the definition.
fn lookups_of(gap: &Gap, strategy: Strategy) -> Vec<Lookup> {
    let name = subject_name(gap);
    match strategy {
        Strategy::DocComment | Strategy::LinkedDocument => Vec::new(),
        Strategy::SemanticSearch => vec![Lookup {
            tool: Search::NAME,
            arguments: json!({
                "query": format!("{name} {}", words_of(name)),
                "limit": LIMIT_HITS, "tokens": HIT_TOKENS,
            }),
        }],
        Strategy::TargetedCode => vec![Lookup {
            tool: Grep::NAME,
            arguments: json!({
                "pattern": format!(r"\b{}\b", escape(name)), "context": 2, "limit": LIMIT_USES,
            }),
        }],
        Strategy::TargetedDocument => vec![Lookup {
            tool: Search::NAME,
            arguments: json!({
                "query": name, "docs": true, "mode": SearchMode::Lexical.name(),
                "limit": LIMIT_HITS, "tokens": HIT_TOKENS,
            }),
        }],
    }
}

/// Whether a document mentions the subject of the gap.
fn is_documented(toolbox: &Toolbox, session: &Session, gap: &Gap) -> bool {
    let options = SearchOptions {
        docs: true,
        mode: SearchMode::Lexical,
        limit: 1,
        ..SearchOptions::default()
    };
    let query = subject_name(gap).to_owned();
    let args = search::Args { query, options, ..search::Args::default() };
    toolbox.run(session, &Search, args).is_ok_and(|answer| !answer.hits.is_empty())
}

/// The bare name of the symbol; for a whole file, its name without the extension.
pub(super) fn subject_name(gap: &Gap) -> &str {
    match &gap.symbol {
        Some(symbol) => symbol
            .rsplit(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
            .find(|part| !part.is_empty())
            .unwrap_or(symbol),
        None => {
            let name = gap.path.rsplit('/').next().unwrap_or(&gap.path);
            name.split('.').find(|part| !part.is_empty()).unwrap_or(name)
        }
    }
}

/// The words of an identifier, apart: `read_allFiles` is `read all files`.
fn words_of(name: &str) -> String {
    let mut words = String::new();
    let mut is_after_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && is_after_lower) {
            words.push(' ');
        }
        is_after_lower = c.is_lowercase() || c.is_numeric();
        if c.is_alphanumeric() {
            words.extend(c.to_lowercase());
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn escape(name: &str) -> String {
    name.chars().flat_map(|c| (c == '$').then_some('\\').into_iter().chain([c])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_is_searched_by_its_words() {
        for (name, words) in [
            ("read_allFiles", "read all files"),
            ("HTTPServer2Go", "httpserver2 go"),
            ("__init__", "init"),
            ("größe", "größe"),
        ] {
            assert_eq!(words_of(name), words);
        }
    }
}
