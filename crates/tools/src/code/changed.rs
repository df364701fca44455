//! `changed`: which symbols differ from a commit, who is affected, and which entries went stale.

use rutter_domain::{EntryStatus, Freshness, Vocabulary, Worded};
use rutter_engine::{ChangedAnswer, ChangedLimits, SymbolChange, changed_since};
use rutter_knowledge::EntriesFilter;
use rutter_workspace::{Git, GitError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::overview::EntryLine;
use super::reference_data::places_of;
use crate::CleanText;
use crate::reply::ToolReply;
use crate::{
    Effect, EntryVisibility, McpFace, ModelTool, Page, PageCut, PagedTool, Permission, Session,
    Tool, ToolError, Toolbox,
};

const LIMITS: ChangedLimits = ChangedLimits { max_distance: 3, max_affected: 200 };
/// Affected symbols in an answer to a model.
const MODEL_AFFECTED: usize = 40;

#[derive(Debug, Clone, Copy)]
pub struct Changed;

/// Lists the symbols that were added, changed or removed since a commit, who is affected, which tests reach
/// them, and which entries went stale. Use it to review work in progress.
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[command(after_help = "Examples:\n  \
    rutter changed                  since the last commit\n  \
    rutter changed main --json      since another branch")]
pub struct Args {
    /// A branch, tag or commit to compare the files with
    #[arg(value_name = "REF", default_value = "HEAD", allow_hyphen_values = true)]
    #[serde(rename = "since", default = "head")]
    pub reference: String,
}

fn head() -> String {
    "HEAD".to_owned()
}

/// The changed code, and the entries that went stale.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    #[serde(flatten)]
    pub changed: ChangedAnswer,
    /// Entries of changed files whose code has changed.
    pub stale: Vec<EntryLine>,
}

impl Tool for Changed {
    const NAME: &'static str = "changed";
    const PERMISSION: Permission = Permission::everyone(Effect::Read);
    type Args = Args;
    type Answer = Answer;

    fn run(&self, toolbox: &Toolbox, session: &Session, args: Args) -> Result<Answer, ToolError> {
        let refused = |error: GitError| {
            let hint = error.hint().unwrap_or_else(|| "try again".into());
            ToolError::refuse(error.to_string(), hint)
        };
        let git = Git::open(&toolbox.engine.layout.root).map_err(refused)?;
        let commit = git.commit_of(&args.reference).map_err(refused)?;
        let files = git.changes_since(&commit).map_err(refused)?;
        let knowledge = toolbox.knowledge_now()?;
        let paths: Vec<String> = (files.iter())
            .flat_map(|file| file.before.iter().chain(&file.after))
            .cloned()
            .collect();
        let snapshot = &knowledge.snapshot;
        let changed = changed_since(snapshot, &git, &args.reference, &commit, files, LIMITS);
        let stale = match session.entries {
            EntryVisibility::Hidden => Vec::new(),
            EntryVisibility::Shown => {
                let statuses = vec![EntryStatus::Stale];
                let filter = EntriesFilter { statuses, ..EntriesFilter::default() };
                knowledge.entries(&filter)?.entries
            }
        };
        let stale = stale.iter().filter(|entry| paths.contains(&entry.path)).map(EntryLine::from);
        Ok(Answer { stale: stale.collect(), changed })
    }

    fn word(&self, answer: &mut Answer, vocabulary: &dyn Vocabulary) {
        answer.changed.word(vocabulary);
    }

    fn freshness<'a>(&self, answer: &'a Answer) -> Option<&'a Freshness> {
        Some(&answer.changed.index)
    }
}

impl ModelTool for Changed {
    const EXAMPLE: &'static str = r#"{"since":"HEAD"}"#;
    const MCP: Option<McpFace> = Some(McpFace { name: "changed", ..McpFace::USUAL });
    type Input = Args;

    fn resolve(&self, _: &Toolbox, input: Args) -> Result<Args, ToolError> {
        let reference = input.reference.trim();
        let reference = if reference.is_empty() { "HEAD" } else { reference };
        Ok(Args { reference: reference.to_owned() })
    }

    fn render(&self, _: &Toolbox, answer: &Answer, reply: &mut ToolReply) -> Result<(), ToolError> {
        let changed = &answer.changed;
        let short = changed.commit.get(..12).unwrap_or(&changed.commit);
        if changed.symbols.is_empty() && changed.files.is_empty() {
            reply.line(format!("nothing changed since {} ({short})", changed.since));
            return Ok(());
        }
        reply.line(format!("since {} ({short}):", changed.since));
        reply.trust(&changed.index, None);
        for symbol in &changed.symbols {
            let named = match symbol.still_named {
                Some(n_lines) if n_lines > 0 => format!("; {n_lines} lines still name it"),
                Some(_) | None => String::new(),
            };
            let (path, line) = (&symbol.path, symbol.line);
            let (change, kind, name) = (symbol.change.name(), symbol.kind, &symbol.symbol);
            reply.line(format!("{path}:{line} {change} {kind} {name}{named}"));
            for file in &symbol.naming_lines {
                reply.line(format!("  {}", places_of(file)));
            }
        }
        for file in &changed.files {
            let before =
                file.before.as_ref().map_or_else(String::new, |path| format!(" from {path}"));
            reply.line(format!("{} {} file{before}", file.path, file.change.name()));
        }
        if changed.files_omitted > 0 {
            reply.line(format!("… {} more changed files", changed.files_omitted));
        }
        if !changed.affected.is_empty() {
            reply.line("affected:");
        }
        for affected in changed.affected.iter().take(MODEL_AFFECTED) {
            let name = affected.symbol.as_deref().unwrap_or("top of the file");
            reply.line(format!(
                "{}:{} {name} ({})",
                affected.path, affected.line, affected.provenance
            ));
        }
        let n_more =
            changed.affected.len().saturating_sub(MODEL_AFFECTED) + changed.affected_omitted;
        if n_more > 0 {
            reply.line(format!("… {n_more} more affected"));
        }
        if !changed.tests.is_empty() {
            reply.line("tests that reach it:");
        }
        for test in &changed.tests {
            let name = test.symbol.as_deref().unwrap_or("top of the file");
            reply.line(format!("{}:{} {name}", test.path, test.line));
        }
        if changed.tests_omitted > 0 {
            reply.line(format!("… {} more tests", changed.tests_omitted));
        }
        for entry in &answer.stale {
            reply.line(format!(
                "{}:{} the entry of {} went stale",
                entry.path, entry.line, entry.symbol
            ));
        }
        reply.more("compare with a later commit");
        Ok(())
    }
}

impl PagedTool for Changed {
    type Data = ChangedData;

    fn cut(&self, answer: &mut Answer, page: &Page, room: usize) -> PageCut {
        let changed = &mut answer.changed;
        if page.from > 0 {
            changed.files.clear();
            changed.affected.clear();
            changed.tests.clear();
            answer.stale.clear();
            (changed.files_omitted, changed.affected_omitted, changed.tests_omitted) = (0, 0, 0);
        }
        changed.files_omitted += changed.files.len().saturating_sub(room);
        changed.files.truncate(room);
        changed.affected_omitted += changed.affected.len().saturating_sub(room.min(MODEL_AFFECTED));
        changed.affected.truncate(room.min(MODEL_AFFECTED));
        changed.tests_omitted += changed.tests.len().saturating_sub(room);
        changed.tests.truncate(room);
        let n_others = changed.affected.len().max(changed.files.len()).max(changed.tests.len());
        let cut = page.cut(&mut changed.symbols, room);
        PageCut { n_items: cut.n_items.max(n_others).max(1), ..cut }
    }

    fn data(&self, answer: &Answer) -> ChangedData {
        let changed = &answer.changed;
        let place = |path: &str, line: u32| CleanText::from(format!("{path}:{line}"));
        ChangedData {
            commit: changed.commit.clone(),
            symbols: (changed.symbols.iter())
                .map(|symbol| ChangedSymbolData {
                    symbol: CleanText::from(&symbol.symbol),
                    kind: symbol.kind.name(),
                    change: symbol.change.name(),
                    path: CleanText::from(&symbol.path),
                    line: symbol.line,
                })
                .collect(),
            files: (changed.files.iter())
                .filter(|file| file.change != SymbolChange::Changed)
                .map(|file| CleanText::from(&file.path))
                .collect(),
            affected: changed.affected.iter().map(|at| place(&at.path, at.line)).collect(),
            tests: changed.tests.iter().map(|at| place(&at.path, at.line)).collect(),
            stale: answer.stale.iter().map(|entry| CleanText::from(&entry.symbol)).collect(),
        }
    }
}

/// What changed, as data.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub struct ChangedData {
    commit: String,
    symbols: Vec<ChangedSymbolData>,
    /// Added, removed and renamed files without symbols.
    files: Vec<CleanText>,
    /// As `path:line`.
    affected: Vec<CleanText>,
    /// As `path:line`.
    tests: Vec<CleanText>,
    /// Symbols whose entries went stale.
    stale: Vec<CleanText>,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
struct ChangedSymbolData {
    symbol: CleanText,
    kind: &'static str,
    /// `added`, `changed` or `removed`.
    change: &'static str,
    path: CleanText,
    line: u32,
}
