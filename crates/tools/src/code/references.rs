//! `references`: lists every use of a name with its line of code.

use rutter_domain::{Freshness, Vocabulary, Worded};
use rutter_engine::{
    DefinitionPlace, FileLines, ImpactAnswer, ImpactLimits, PathAnswer, ReachingTest,
    ReferencePlace, ReferencesAnswer, ReferencesRequest, Untracked, UseKind, find_path,
    find_references, impact_of,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::companions::render_companions;
use super::path::{MAX_STEPS, render_path};
use super::reference_data::{
    MOST_TEST_USES, ReferencesData, folded, places_of, shown_container, shown_kind,
};
use super::symbol::{defined_elsewhere, render_missing};
use crate::counts::positive;
use crate::reply::ToolReply;
use crate::{
    Effect, McpFace, ModelTool, Page, PageCut, PagedTool, Permission, Session, Tool, ToolError,
    Toolbox,
};

const MODEL_LIMIT: usize = 60;
const MOST_USES: usize = 300;
const MOST_DEPTH: u32 = 10;
const MOST_AFFECTED: usize = 100;
/// Tests that are listed; more are counted.
const MOST_TESTS: usize = 5;
/// A page with room for this many uses has room for one definition, implementation or test.
const USES_PER_PLACE: usize = 3;

#[derive(Debug, Clone, Copy)]
pub struct References;

/// Lists every use of a function, type, field, constant or macro with its line of code: certain uses by file,
/// tests after the rest, uses that may mean something else counted; also what implements or overrides it, and
/// the tests that reach it. Ask before a change.
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
#[command(after_help = "Examples:\n  \
    rutter references Parser::parse\n  \
    rutter references retries --kind write\n  \
    rutter references load --path src/config.rs --limit 20 --json")]
pub struct Args {
    /// A name, bare or qualified: `bar`, `Foo::bar`, `foo.bar`
    #[arg(value_name = "NAME")]
    #[serde(rename = "symbol")]
    pub name: String,
    /// Only uses of what this file defines
    #[arg(long = "path", value_name = "FILE")]
    pub file_path: Option<String>,
    /// Only these, separated by commas: `call`, `read`, `write`, `type`, `value`, `import`, `mention`
    #[arg(long, value_name = "KINDS")]
    pub kind: Option<String>,
    /// At most this many uses
    #[arg(short = 'n', long, default_value_t = 200, value_name = "N", value_parser = positive)]
    #[serde(default = "default_limit")]
    pub limit: usize,
    /// Also what is affected through others, up to this many steps away
    #[arg(skip)]
    #[serde(default)]
    pub depth: Option<u32>,
    /// Instead: the shortest chain of uses by which this symbol reaches it
    #[arg(skip)]
    #[serde(default)]
    pub from: Option<String>,
    /// Where a page starts.
    #[arg(skip)]
    #[serde(skip)]
    pub skip: usize,
}

/// The uses of a name, and what else was asked for.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    #[serde(flatten)]
    pub uses: ReferencesAnswer,
    /// Transitive users, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub impact: Option<ImpactAnswer>,
    /// The path from another symbol to this one, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<PathAnswer>,
}

fn default_limit() -> usize {
    MODEL_LIMIT
}

impl Tool for References {
    const NAME: &'static str = "references";
    const PERMISSION: Permission = Permission::everyone(Effect::Read);
    type Args = Args;
    type Answer = Answer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<Answer, ToolError> {
        let knowledge = toolbox.knowledge()?;
        let path = args.file_path.as_deref().map(|path| path.trim_start_matches("./"));
        let request = ReferencesRequest {
            name: &args.name,
            path,
            kinds: &read_kinds(args.kind.as_deref())?,
            skip: args.skip,
            limit: args.limit,
        };
        let uses = find_references(&knowledge.snapshot, &request)?;
        if let Some(path) = path.filter(|_| uses.definitions.is_empty()) {
            let anywhere = ReferencesRequest { path: None, limit: 0, ..request };
            let elsewhere = find_references(&knowledge.snapshot, &anywhere)?.definitions;
            if !elsewhere.is_empty() {
                return Err(defined_elsewhere(path, &args.name, elsewhere.iter().map(place)));
            }
        }
        let limits = |depth| ImpactLimits { max_distance: depth, max_symbols: MOST_AFFECTED };
        let depth = args.depth.filter(|depth| *depth > 1 && args.skip == 0);
        let impact = depth.map(|depth| impact_of(&knowledge.snapshot, &args.name, limits(depth)));
        let from = args.from.as_deref().filter(|_| args.skip == 0);
        let path = from.map(|from| find_path(&knowledge.snapshot, from, &args.name, MAX_STEPS));
        Ok(Answer { uses, impact: impact.transpose()?, path: path.transpose()? })
    }

    fn word(&self, answer: &mut Answer, vocabulary: &dyn Vocabulary) {
        answer.uses.word(vocabulary);
    }

    fn freshness<'a>(&self, answer: &'a Answer) -> Option<&'a Freshness> {
        Some(&answer.uses.index)
    }
}

/// Reads a list of kinds that is separated by commas or blanks.
fn read_kinds(kinds: Option<&str>) -> Result<Vec<UseKind>, ToolError> {
    let words = kinds.unwrap_or_default().split([',', ' ']).filter(|word| !word.is_empty());
    words
        .map(|word| {
            UseKind::parse(word).ok_or_else(|| {
                let known: Vec<&str> = UseKind::ALL.into_iter().map(UseKind::name).collect();
                ToolError::refuse(
                    format!("there are no uses of the kind `{word}`"),
                    format!("the kinds are {}", known.join(", ")),
                )
            })
        })
        .collect()
}

impl ModelTool for References {
    const EXAMPLE: &'static str = r#"{"symbol":"Parser::parse"}"#;
    const MCP: Option<McpFace> =
        Some(McpFace { name: "references", asks_all: true, asks_team: true, ..McpFace::USUAL });
    type Input = Args;

    fn resolve(&self, toolbox: &Toolbox, mut input: Args) -> Result<Args, ToolError> {
        if input.name.trim().is_empty() {
            return Err(ToolError::refuse(
                "the symbol is empty", "give a name, such as `Foo::bar`",
            ));
        }
        read_kinds(input.kind.as_deref())?;
        input.limit = input.limit.clamp(1, MOST_USES);
        input.depth = input.depth.map(|depth| depth.clamp(1, MOST_DEPTH));
        input.from = input.from.filter(|from| !from.trim().is_empty());
        if let Some(path) = &mut input.file_path {
            *path = toolbox.workspace()?.resolve_file(path)?.path;
        }
        Ok(input)
    }

    fn render(&self, _: &Toolbox, answer: &Answer, reply: &mut ToolReply) -> Result<(), ToolError> {
        if let Some(path) = &answer.path {
            render_path(reply, path);
            return Ok(());
        }
        let Answer { uses: answer, impact, .. } = answer;
        if answer.definitions.is_empty() && answer.references.is_empty() {
            render_missing(reply, &answer.name, &answer.near, answer.untracked.as_ref());
            return Ok(());
        }
        reply.trust(&answer.index, None);
        let is_numbered = answer.references.iter().any(|found| found.definition.is_some());
        for (at, number) in answer.definitions.iter().zip(1..) {
            let number = if is_numbered { format!("#{number} ") } else { String::new() };
            reply.line(format!("{number}{} {} {}", place(at), at.kind, at.symbol));
        }
        if answer.definitions_omitted > 0 {
            reply.line(format!(
                "… {} more definitions; qualify the name",
                answer.definitions_omitted
            ));
        }
        let n_known = answer.references.iter().take_while(|found| !found.is_same_word()).count();
        let (known, words) = answer.references.split_at(n_known);
        let n_code = known.iter().take_while(|found| !found.is_test).count();
        let (code, in_tests) = known.split_at(n_code);
        render_uses(reply, code);
        if in_tests.len() > MOST_TEST_USES {
            render_lines(reply, "in tests:", &folded(in_tests))
        } else {
            render_uses(reply, in_tests)
        }
        for folded in &answer.ambiguous {
            reply.line(format!("{} ambiguous uses may mean {}", folded.count, folded.definition));
        }
        render_lines(reply, "they are at", &answer.ambiguous_lines);
        match &answer.untracked {
            Some(untracked) => render_untracked(reply, untracked, n_known, words),
            None if answer.references.is_empty() && answer.ambiguous.is_empty() => {
                reply.line("no use of it");
            }
            None => {}
        }
        let is_listed = |at: &DefinitionPlace| {
            known.iter().any(|found| (&found.path, found.line) == (&at.path, at.line))
        };
        render_places(reply, &answer.implementations, is_listed, answer.implementations_omitted);
        render_lines(reply, "these are used at", &answer.implementation_lines);
        let n_tests = answer.tests.len() + answer.tests_omitted;
        if n_tests > 0 {
            reply.line(format!("tests that reach it: {n_tests}"));
        }
        let is_listed = |test: &&ReachingTest| {
            known.iter().any(|found| (&found.path, found.line) == (&test.path, test.line))
        };
        for test in answer.tests.iter().filter(|test| !is_listed(test)).take(MOST_TESTS) {
            let name = test.symbol.as_deref().unwrap_or("top of the file");
            reply.line(format!("{}:{} {name}", test.path, test.line));
        }
        if answer.omitted > 0 {
            reply.line(format!("… {} more uses; ask with a greater `limit`", answer.omitted));
        }
        let further = impact.iter().flat_map(|impact| &impact.affected);
        let mut further = further.filter(|affected| affected.distance > 1).peekable();
        if further.peek().is_some() {
            reply.line("affected through others:");
        }
        for affected in further {
            let name = affected.symbol.as_deref().unwrap_or("top of the file");
            reply.line(format!(
                "{}:{} {name} ({} steps, {})",
                affected.path, affected.line, affected.distance, affected.provenance
            ));
        }
        let together = impact.iter().map(|impact| &*impact.changed_together);
        together.for_each(|companions| render_companions(reply, companions));
        reply.more("ask for one `kind`, or qualify the name");
        Ok(())
    }
}

/// Writes one line for each use, below the path of its file. The usual and the visible are left out: that it is a call
/// or a read, that it is certain, and the symbol that contains it if it is the same as before.
fn render_uses(reply: &mut ToolReply, references: &[ReferencePlace]) {
    let mut before: Option<(&str, bool)> = None;
    let mut within = None;
    for found in references {
        if before != Some((&found.path, found.is_test)) {
            let test = if found.is_test { " (test)" } else { "" };
            reply.line(format!("{}{test}", found.path));
            before = Some((&found.path, found.is_test));
            within = None;
        }
        let mut notes = Vec::new();
        notes.extend(found.definition.map(|at| format!("#{}", at + 1)));
        notes.extend(shown_kind(found).map(str::to_owned));
        if matches!(&*found.provenance, "same-name" | "partly-read") {
            notes.push(found.provenance.clone());
        }
        if found.within != within {
            notes.extend(shown_container(found).map(|within| format!("in {within}")));
            within.clone_from(&found.within);
        }
        let notes =
            if notes.is_empty() { String::new() } else { format!("  [{}]", notes.join(", ")) };
        let text = format!("{}: {}{notes}", found.line, found.text);
        reply.line_of(&found.path, found.line, found.shown_of, text);
    }
}

/// Writes why uses are missing, then the lines that contain the name.
fn render_untracked(
    reply: &mut ToolReply,
    untracked: &Untracked,
    n_known: usize,
    words: &[ReferencePlace],
) {
    let Untracked { reason, lines } = untracked;
    let more = if n_known > 0 { "more " } else { "" };
    let noun = if *lines == 1 { "line contains" } else { "lines contain" };
    let which = if words.is_empty() { "" } else { ", whatever it means there:" };
    reply.line(format!("{reason}; {lines} {more}{noun} the word{which}"));
    render_uses(reply, words);
    if !words.is_empty() && *lines > words.len() {
        let grep = reply.tool_name("grep");
        reply.line(format!("… {} more such lines; {grep} finds them", lines - words.len()));
    }
}

/// Writes places on one line: `a.rs:1,7 b.rs:4`.
fn render_lines(reply: &mut ToolReply, what: &str, files: &[FileLines]) {
    if files.is_empty() {
        return;
    }
    let places: Vec<String> = files.iter().map(places_of).collect();
    reply.line(format!("{what} {}", places.join(" ")));
}

/// Writes what implements or overrides a symbol, except what is listed among the uses.
fn render_places(
    reply: &mut ToolReply,
    places: &[DefinitionPlace],
    is_listed: impl Fn(&DefinitionPlace) -> bool,
    omitted: usize,
) {
    let n_places = places.len() + omitted;
    if n_places == 0 {
        return;
    }
    let further: Vec<&DefinitionPlace> = places.iter().filter(|at| !is_listed(at)).collect();
    let above = if further.len() < places.len() { ", some of them above" } else { "" };
    reply.line(format!("implemented by {n_places}{above}"));
    for at in further {
        reply.line(format!("{} {} {}", place(at), at.kind, at.symbol));
    }
}

fn place(at: &DefinitionPlace) -> String {
    format!("{}:{}", at.path, at.line)
}

impl PagedTool for References {
    type Data = ReferencesData;

    fn seek(&self, args: &mut Args, page: &Page) {
        args.skip = page.from;
    }

    fn cut(&self, answer: &mut Answer, page: &Page, room: usize) -> PageCut {
        if let Some(impact) = &mut answer.impact {
            impact.affected.truncate(room);
        }
        if answer.path.is_some() {
            return PageCut { n_items: 1, next: None };
        }
        let answer = &mut answer.uses;
        // What belongs to the name as a whole is on the first page.
        let n_places = if page.from > 0 { 0 } else { room / USES_PER_PLACE };
        answer.implementations_omitted += answer.implementations.len().saturating_sub(n_places);
        answer.implementations.truncate(n_places);
        answer.tests_omitted += answer.tests.len().saturating_sub(n_places.min(MOST_TESTS));
        answer.tests.truncate(n_places.min(MOST_TESTS));
        answer.ambiguous_lines.truncate(n_places);
        answer.implementation_lines.truncate(n_places);
        if page.from > 0 {
            answer.ambiguous.clear();
            (answer.implementations_omitted, answer.tests_omitted) = (0, 0);
        }
        let n_definitions = (room / USES_PER_PLACE).max(1);
        answer.definitions_omitted += answer.definitions.len().saturating_sub(n_definitions);
        answer.definitions.truncate(n_definitions);
        let is_more = std::mem::take(&mut answer.omitted) > 0;
        page.fill(&mut answer.references, room, is_more)
    }

    fn data(&self, answer: &Answer) -> ReferencesData {
        ReferencesData::new(&answer.uses, answer.impact.as_ref(), answer.path.as_ref())
    }
}
