//! `get_symbol_details`: where a name is defined, what it is, who uses it, and what it uses.

use rutter_domain::ListedEntry;
use rutter_engine::{Error, SymbolAnswer, SymbolMatch, SymbolRequest};
use rutter_workspace::{AccessError, Workspace};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::telling::Telling;
use crate::{Cut, Effect, Offered, Page, Session, Tool, ToolError, Toolbox};

/// A definition is shown up to here; the rest can be read.
const SOURCE_LINES: u32 = 150;
const SOURCE_BYTES: usize = 9_000;
/// Matches that are shown with their source.
const FULL_MATCHES: usize = 3;
/// Callers and callees that a model is told of.
const MODEL_LIMIT: usize = 20;
const MOST_LINKS: usize = 100;
/// In the room of a page a match weighs as much as so many callers and callees.
const MATCH_WEIGHT: usize = 1_000;
/// More documentation stands in the source.
const DOC_BYTES: usize = 4_000;

/// Tells where a name is defined, its signature and documentation, its callers and its callees.
#[derive(Debug, Clone, Copy)]
pub struct SymbolDetails;

/// Shows a symbol: where it is defined, its signature, documentation and source, who calls it and
/// what it calls, each with how that is known, and what was recorded of it. The best way to
/// understand one symbol before recording it.
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
pub struct Args {
    /// A name, bare or qualified: `bar`, `Foo::bar`, `foo.bar`
    #[serde(rename = "symbol")]
    pub name: String,
    /// Only what this file defines
    #[arg(long = "file", value_name = "FILE")]
    pub file_path: Option<String>,
    /// At most this many callers and callees of each match
    #[arg(short = 'n', long, default_value_t = 50, value_name = "N")]
    #[serde(default = "default_limit")]
    pub limit: usize,
    /// Where a page starts.
    #[arg(skip)]
    #[serde(skip)]
    pub skip: usize,
}

fn default_limit() -> usize {
    MODEL_LIMIT
}

impl Tool for SymbolDetails {
    const NAME: &'static str = "get_symbol_details";
    type Args = Args;
    type Answer = SymbolAnswer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<SymbolAnswer, ToolError> {
        let knowledge = toolbox.knowledge()?;
        let path = args.file_path.as_deref().map(|path| path.trim_start_matches("./"));
        let Args { name, skip, limit, .. } = &args;
        let request = SymbolRequest { name, path, skip: *skip, limit: *limit };
        let answer = knowledge.symbol(&request)?;
        if let Some(path) = path.filter(|_| answer.matches.is_empty() && *skip == 0) {
            let elsewhere = knowledge.symbol(&SymbolRequest { path: None, ..request })?.matches;
            if !elsewhere.is_empty() {
                let places: Vec<String> = elsewhere
                    .iter()
                    .map(|found| format!("{}:{}", found.path, found.symbol.start_line))
                    .collect();
                return Err(ToolError::refuse(
                    format!("`{path}` does not define `{name}`"),
                    format!("it is defined at {}", places.join(", ")),
                ));
            }
        }
        Ok(answer)
    }
}

impl Offered for SymbolDetails {
    const EFFECT: Effect = Effect::Looks;
    const EXAMPLE: &'static str = r#"{"symbol":"Parser::parse","file_path":"src/parser.rs"}"#;
    type Asked = Args;

    fn read(&self, toolbox: &Toolbox, mut asked: Args) -> Result<Args, ToolError> {
        if asked.name.trim().is_empty() {
            return Err(ToolError::refuse(
                "the symbol is empty",
                "give a name, such as `Foo::bar`",
            ));
        }
        asked.limit = asked.limit.clamp(1, MOST_LINKS);
        if let Some(path) = &mut asked.file_path {
            *path = toolbox.workspace()?.resolve_file(path)?.path;
        }
        Ok(asked)
    }

    fn turn_to(&self, args: &mut Args, page: &Page) {
        args.skip = page.from;
    }

    fn cut(&self, answer: &mut SymbolAnswer, page: &Page, room: usize) -> Cut {
        let n_matches = (room / MATCH_WEIGHT).clamp(1, FULL_MATCHES);
        let n_found = answer.matches.len();
        let cut = page.fill(&mut answer.matches, n_matches, answer.omitted > 0);
        answer.omitted += n_found - cut.n_items;
        let mut n_links = 0;
        for found in &mut answer.matches {
            let most = if room < MATCH_WEIGHT { room } else { MATCH_WEIGHT };
            found.callers_omitted += found.callers.len().saturating_sub(most);
            found.callees_omitted += found.callees.len().saturating_sub(most);
            found.callers.truncate(most);
            found.callees.truncate(most);
            n_links = n_links.max(found.callers.len()).max(found.callees.len());
            if let Some(doc) = &mut found.symbol.doc {
                doc.truncate(doc.floor_char_boundary(DOC_BYTES));
            }
        }
        let heavy = if cut.n_items > 1 { cut.n_items * MATCH_WEIGHT } else { 0 };
        Cut { n_items: heavy + n_links, ..cut }
    }

    fn tell(&self, toolbox: &Toolbox, answer: &SymbolAnswer) -> Result<Telling, Error> {
        let mut telling = Telling::default();
        if answer.matches.is_empty() {
            tell_missing(&mut telling, &answer.name, &answer.near);
            return Ok(telling);
        }
        telling.trust(&answer.index, answer.remark.as_deref());
        for (at, found) in answer.matches.iter().enumerate() {
            tell_head(&mut telling, found);
            if at < FULL_MATCHES {
                tell_source(&mut telling, toolbox.workspace()?, found);
                tell_links(&mut telling, found);
            }
        }
        if answer.omitted > 0 {
            telling.line(format!("… {} more of that name; give `file_path` too", answer.omitted));
        }
        telling.more("give `file_path` too, or read the lines with read_file");
        Ok(telling)
    }
}

/// Says that there is no such symbol, and what there is.
pub(crate) fn tell_missing(telling: &mut Telling, name: &str, near: &[String]) {
    telling.line(format!("there is no symbol `{name}`"));
    let near: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
    telling.line(if near.is_empty() {
        "search for what it does, or grep for its name".to_owned()
    } else {
        format!("did you mean {}?", near.join(", "))
    });
    telling.verdict = crate::telling::Verdict::Failed;
}

fn tell_head(telling: &mut Telling, found: &SymbolMatch) {
    let symbol = &found.symbol;
    telling.line(format!(
        "{} ({}) at {}:{}-{}, {}",
        symbol.qualified_name,
        symbol.node_kind,
        found.path,
        symbol.start_line,
        symbol.end_line,
        symbol.visibility
    ));
    telling.line(format!("signature: {}", symbol.signature));
    if let Some(doc) = &symbol.doc {
        telling.line(format!("doc: {}", doc.trim()));
    }
    if let Some(entry) = &found.entry {
        tell_entry(telling, entry);
    }
}

/// Tells what was recorded of it, and how far that can be trusted.
fn tell_entry(telling: &mut Telling, entry: &ListedEntry) {
    telling.line(format!("entry {} ({}): {}", entry.id, entry.status, entry.summary));
    if let Some(details) = &entry.details {
        telling.line(format!("  details: {}", details.trim()));
    }
    if let Some(reason) = &entry.reason {
        telling.line(format!("  {} because {reason}", entry.status));
    }
    if let Some(note) = &entry.note {
        telling.line(format!("  a person rejected it, or what it replaced: {note}"));
    }
}

fn tell_source(telling: &mut Telling, workspace: &Workspace, found: &SymbolMatch) {
    let (start, end) = (found.symbol.start_line, found.symbol.end_line);
    let last = end.min(start.saturating_add(SOURCE_LINES - 1));
    match workspace.excerpt(&found.path, &[start..=last], SOURCE_BYTES) {
        Ok(excerpt) => {
            telling.line("source:");
            telling.code(&excerpt);
            let shown = excerpt.lines.last().map_or(start, |line| line.number);
            if shown < end {
                let (path, next) = (&found.path, shown + 1);
                telling.line(format!(
                    "… {} more lines; go on with read_file({{\"file_path\":\"{path}\",\"start_line\":{next},\"end_line\":{end}}})",
                    end - shown
                ));
            }
        }
        Err(error) => {
            telling.n_redacted += u32::from(matches!(error, AccessError::Secret { .. }));
            telling.line(format!("source: {error}"));
        }
    }
}

fn tell_links(telling: &mut Telling, found: &SymbolMatch) {
    if !found.callers.is_empty() {
        telling.line(format!("used by {}:", found.callers.len() + found.callers_omitted));
    }
    for caller in &found.callers {
        let name = caller.symbol.as_deref().unwrap_or("top of the file");
        telling.line(format!(
            "  {name}  {}:{}  {} ({})",
            caller.path, caller.line, caller.kind, caller.provenance
        ));
    }
    if !found.callees.is_empty() {
        telling.line(format!("uses {}:", found.callees.len() + found.callees_omitted));
    }
    for callee in &found.callees {
        let path = callee.path.as_deref().map_or_else(String::new, |path| format!("  {path}"));
        telling.line(format!(
            "  {}{path}  line {}, {} ({})",
            callee.symbol, callee.line, callee.kind, callee.provenance
        ));
    }
    let omitted = found.callers_omitted + found.callees_omitted;
    if omitted > 0 {
        telling.line(format!(
            "… {omitted} more of them; `limit` goes up to {MOST_LINKS}; ask impact for all who use it"
        ));
    }
}
