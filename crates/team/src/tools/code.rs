//! Tools for the code of all published repositories: search, definitions, and lines with a name.

use std::fmt::Write as _;

use rutter_domain::TextLimit;
use rutter_tools::code::search::{SearchOptions, kinds, languages, scope};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::references::{TeamReferencesAnswer, find_references};
use crate::search::{TeamSearchAnswer, TeamSearchRequest, search};
use crate::symbol::{TeamSymbol, TeamSymbolAnswer, find_symbol};
use crate::toolbox::{AuditLine, TeamCall, TeamTool};
use crate::{Error, Refusal};

/// Most files, definitions or lines in an answer to an agent.
const MOST: usize = 50;

/// Searches the code and documents of all published repositories, by question, name or error message.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct SearchCode {
    /// A question, some words, a symbol such as `Foo::bar`, or an error message
    pub query: String,
    /// Only in these repositories
    #[serde(default)]
    pub repo: Vec<String>,
    #[serde(flatten)]
    pub options: SearchOptions,
}

/// Shows where a symbol is defined in all published repositories, with its signature.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct FindSymbol {
    /// A name, bare or qualified: `bar`, `Foo::bar`
    pub symbol: String,
    /// Only in these repositories
    #[serde(default)]
    pub repo: Vec<String>,
    /// Only in this file
    #[serde(default)]
    pub file_path: Option<String>,
    /// Definitions
    #[serde(default = "default_limit")]
    pub limit: usize,
}

/// Lists the lines that contain a name in all published repositories. What it means there is not resolved.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct FindLines {
    /// A name, bare or qualified: `bar`, `Foo::bar`
    pub symbol: String,
    /// Only in these repositories
    #[serde(default)]
    pub repo: Vec<String>,
    /// Lines
    #[serde(default = "default_limit")]
    pub limit: usize,
}

fn default_limit() -> usize {
    10
}

/// The audit line of a search. Several repositories are not logged by name.
fn of_code<'a>(action: &'static str, repositories: &'a [String]) -> AuditLine<'a> {
    let repository = match repositories {
        [only] => Some(only.as_str()),
        _ => None,
    };
    AuditLine { action, repository, item: None }
}

fn check(query: &str) -> Result<(), Error> {
    TextLimit::QUERY.check(query).map_err(|error| Refusal::Bad.because(error.to_string()))
}

impl TeamTool for SearchCode {
    const NAME: &'static str = "search";
    const EXAMPLE: &'static str = r#"{"query": "how are retries counted", "limit": 10}"#;
    type Answer = TeamSearchAnswer;

    fn asked(&self) -> AuditLine<'_> {
        of_code("search code", &self.repo)
    }

    fn bound(&mut self) {
        self.options.limit = self.options.limit.clamp(1, MOST);
        self.options.excerpts = 1;
    }

    fn run(&self, call: &TeamCall<'_>) -> Result<TeamSearchAnswer, Error> {
        check(&self.query)?;
        let options = &self.options;
        if options.flat || options.skip > 0 || options.tokens.is_some() {
            let text = "`flat`, `skip` and `tokens` are not for all repositories; leave them out";
            return Err(Refusal::Bad.because(text));
        }
        if options.entries {
            return Err(
                Refusal::Bad.because("entries of all repositories are searched by `entries`")
            );
        }
        let request = TeamSearchRequest {
            query: self.query.clone(),
            limit: options.limit,
            excerpts: options.excerpts,
            mode: options.mode,
            repositories: self.repo.clone(),
            languages: languages(&options.lang)?,
            kinds: kinds(&options.kind)?,
            globs: options.path.clone(),
            scope: scope(options.code, options.docs),
        };
        search(call.code()?, &request)
    }

    fn text(answer: &TeamSearchAnswer) -> Option<String> {
        let mut text = String::new();
        for hit in &answer.hits {
            let symbol = hit.symbol.as_ref().map_or_else(String::new, |name| format!(" {name}"));
            let (path, first, last) = (&hit.path, hit.start_line, hit.end_line);
            head(&mut text, &hit.repository, hit.commit.as_deref());
            let _ = writeln!(text, "{path}:{first}-{last}{symbol}");
            for (number, line) in (first..).zip(hit.snippet.lines()) {
                let _ = writeln!(text, "{number}\t{line}");
            }
        }
        if answer.hits.is_empty() {
            let _ = writeln!(text, "nothing found for `{}`", answer.query);
        }
        Some(ended(text, answer.repositories, answer.omitted, "files", answer.remark.as_deref()))
    }
}

impl TeamTool for FindSymbol {
    const NAME: &'static str = "symbol";
    const EXAMPLE: &'static str = r#"{"symbol": "Foo::bar"}"#;
    type Answer = TeamSymbolAnswer;

    fn asked(&self) -> AuditLine<'_> {
        of_code("find symbol", &self.repo)
    }

    fn bound(&mut self) {
        self.limit = self.limit.clamp(1, MOST);
    }

    fn run(&self, call: &TeamCall<'_>) -> Result<TeamSymbolAnswer, Error> {
        check(&self.symbol)?;
        let mut answer = find_symbol(call.code()?, &self.symbol, &self.repo)?;
        answer
            .definitions
            .retain(|one| self.file_path.as_ref().is_none_or(|path| one.path == *path));
        answer.omitted = answer.definitions.len().saturating_sub(self.limit);
        answer.definitions.truncate(self.limit);
        Ok(answer)
    }

    fn text(answer: &TeamSymbolAnswer) -> Option<String> {
        let mut text = String::new();
        definitions(&mut text, &answer.definitions);
        if answer.definitions.is_empty() {
            let _ = writeln!(text, "nothing defines `{}`", answer.symbol);
        }
        let (n, omitted) = (answer.repositories, answer.omitted);
        Some(ended(text, n, omitted, "definitions", answer.remark.as_deref()))
    }
}

impl TeamTool for FindLines {
    const NAME: &'static str = "references";
    const EXAMPLE: &'static str = r#"{"symbol": "Foo::bar"}"#;
    type Answer = TeamReferencesAnswer;

    fn asked(&self) -> AuditLine<'_> {
        of_code("find references", &self.repo)
    }

    fn bound(&mut self) {
        self.limit = self.limit.clamp(1, MOST);
    }

    fn run(&self, call: &TeamCall<'_>) -> Result<TeamReferencesAnswer, Error> {
        check(&self.symbol)?;
        find_references(call.code()?, &self.symbol, &self.repo, self.limit)
    }

    fn text(answer: &TeamReferencesAnswer) -> Option<String> {
        let mut text = String::new();
        definitions(&mut text, &answer.definitions);
        let mut place = None;
        for line in &answer.lines {
            if place != Some((&line.repository, &line.path)) {
                head(&mut text, &line.repository, line.commit.as_deref());
                let _ = writeln!(text, "{}", line.path);
            }
            place = Some((&line.repository, &line.path));
            let _ = writeln!(text, "{}\t{}", line.line, line.text);
        }
        if answer.lines.is_empty() {
            let _ = writeln!(text, "no line contains `{}`", answer.symbol);
        }
        let (n, omitted) = (answer.repositories, answer.omitted);
        text.push_str("found by name, not resolved\n");
        Some(ended(text, n, omitted, "lines", answer.remark.as_deref()))
    }
}

fn definitions(text: &mut String, definitions: &[TeamSymbol]) {
    for one in definitions {
        head(text, &one.repository, one.commit.as_deref());
        let (path, first, last) = (&one.path, one.start_line, one.end_line);
        let _ = writeln!(text, "{path}:{first}-{last} {} {}", one.kind, one.symbol);
        let _ = writeln!(text, "{}", one.signature);
    }
}

fn head(text: &mut String, repository: &str, commit: Option<&str>) {
    let _ = writeln!(text, "{repository} at {}", commit.unwrap_or("no commit"));
}

/// Adds a closing line: the number of searched repositories, the omitted items, and a remark.
fn ended(mut text: String, n: usize, omitted: usize, what: &str, remark: Option<&str>) -> String {
    let _ = write!(text, "repositories searched: {n}");
    if omitted > 0 {
        let _ = write!(text, ", {omitted} more {what}");
    }
    if let Some(remark) = remark {
        let _ = write!(text, "; {remark}");
    }
    text
}
