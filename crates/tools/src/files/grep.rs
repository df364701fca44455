//! `grep`: finds lines that match a regular expression or contain a string.
//!
//! The search only returns places. The lines for a model are read from the file again, so that
//! secrets are recognised in the context of the whole file and all lines come from one version of it.

mod matches;

use rutter_domain::Hint;
use rutter_workspace::{
    AccessError, Case, FilePlaces, GrepRequest, ItemKind, PatternKind, check_glob, grep_places,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::code::search::language;
use crate::reply::ToolReply;
use crate::{
    Effect, McpFace, ModelTool, Page, PageCut, PagedTool, Permission, Session, Tool, ToolError,
    Toolbox,
};

use matches::{MOST_COUNTED, Matches};

/// Bytes shown of one file.
const FILE_BYTES: usize = 16_000;
const PAGE_LINES: usize = 200;

#[derive(Debug, Clone, Copy)]
pub struct Grep;

/// Finds lines by a regular expression or an exact string, in all files that are neither ignored nor
/// secret. Use it for exact strings, usages of a name and error messages; to find code by what it does, use
/// {search}.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Args {
    /// A regular expression as in ripgrep, such as `fn \w+_limit`, matched line by line
    pub pattern: String,
    /// Only in this file or folder, relative to the root
    pub path: Option<String>,
    /// Only in files that match, such as `*.rs` or `!*.md`
    #[serde(default)]
    pub glob: Vec<String>,
    /// Only in this language, such as `rust` or `py`
    #[serde(default)]
    pub lang: Vec<String>,
    /// Ignore case
    #[serde(default)]
    pub ignore_case: bool,
    /// Take the pattern as literal text
    #[serde(default)]
    pub fixed_strings: bool,
    /// Also this many lines around each match
    #[serde(default)]
    pub context: usize,
    /// At most this many matching lines
    #[serde(default = "default_limit")]
    pub limit: usize,
}

fn default_limit() -> usize {
    50
}

/// The lines that match.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    pub pattern: String,
    pub files: Vec<FilePlaces>,
    /// Matching lines in all, as far as they were counted.
    pub n_matches: usize,
    /// Matching lines that were not given.
    pub omitted: usize,
    /// Whether it was stopped before all files were searched.
    pub is_cut_short: bool,
    pub n_files_searched: u64,
}

impl Tool for Grep {
    const NAME: &'static str = "grep";
    const PERMISSION: Permission = Permission::everyone(Effect::Read);
    type Args = Args;
    type Answer = Answer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<Answer, ToolError> {
        let request = GrepRequest {
            pattern: args.pattern.clone(),
            paths: args.path.into_iter().collect(),
            kind: if args.fixed_strings { PatternKind::Literal } else { PatternKind::Regex },
            case: if args.ignore_case { Case::Insensitive } else { Case::Sensitive },
            before_lines: args.context,
            after_lines: args.context,
            globs: args.glob,
            languages: args.lang.iter().map(|name| language(name)).collect::<Result<_, _>>()?,
            max_per_file: Some(MOST_COUNTED as u64),
            ..GrepRequest::default()
        };
        let mut matches = Matches::new(args.limit);
        let root = &toolbox.engine.layout.root;
        let report =
            grep_places(root, &request, &toolbox.cancelled, |places| matches.take(places))?;
        Ok(Answer {
            pattern: args.pattern,
            n_matches: matches.n_matches,
            omitted: matches.n_matches.saturating_sub(args.limit),
            is_cut_short: matches.is_full(),
            files: matches.files,
            n_files_searched: report.files_searched,
        })
    }
}

impl ModelTool for Grep {
    const EXAMPLE: &'static str = r#"{"pattern":"TODO","path":"src","fixed_strings":true}"#;
    const MCP: Option<McpFace> = Some(McpFace {
        name: "grep",
        hidden_args: &["lang"],
        needs_index: false,
        asks_all: true,
        ..McpFace::USUAL
    });
    type Input = Args;

    fn resolve(&self, toolbox: &Toolbox, mut input: Args) -> Result<Args, ToolError> {
        if input.pattern.is_empty() {
            return Err(ToolError::refuse(
                "the pattern is empty",
                Hint::Example { tool: Grep::NAME, arguments: Grep::EXAMPLE },
            ));
        }
        for glob in &mut input.glob {
            *glob = toolbox.workspace()?.relative(glob).into_owned();
            check_glob(glob)?;
        }
        if let Some(path) = input.path.take().filter(|path| !path.is_empty()) {
            let workspace = toolbox.workspace()?;
            let resolved = match workspace.resolve(&path)?.kind {
                ItemKind::Folder => workspace.resolve_folder(&path)?,
                ItemKind::File | ItemKind::Link | ItemKind::Special => {
                    workspace.resolve_file(&path)?
                }
            };
            input.path = Some(resolved.path).filter(|path| !path.is_empty());
        }
        input.context = input.context.min(10);
        input.limit = input.limit.clamp(1, 200);
        Ok(input)
    }

    fn render(
        &self,
        toolbox: &Toolbox,
        answer: &Answer,
        reply: &mut ToolReply,
    ) -> Result<(), ToolError> {
        let more = if answer.is_cut_short { "more than " } else { "" };
        let noun = if answer.n_matches == 1 { "line matches" } else { "lines match" };
        reply.line(format!("{more}{} {noun} `{}`", answer.n_matches, answer.pattern));
        for file in &answer.files {
            let ranges: Vec<_> = file.lines.iter().map(|line| *line..=*line).collect();
            match toolbox.workspace()?.excerpt(&file.path, &ranges, FILE_BYTES) {
                Ok(excerpt) => {
                    reply.line(&file.path);
                    reply.code(&excerpt);
                }
                Err(error) => {
                    let is_secret = matches!(error, AccessError::Secret { .. });
                    reply.n_redacted += u32::from(is_secret);
                    reply.line(format!("({error})"));
                }
            }
        }
        if answer.omitted > 0 {
            reply.line(format!(
                "… {} more matching lines; narrow it with `path` or `glob`, or ask with a greater `limit`",
                answer.omitted
            ));
        }
        if answer.is_cut_short {
            reply.line(
                "… too many to search all files; narrow it with `path`, `glob` or the pattern",
            );
        }
        if answer.n_matches == 0 {
            let search = reply.tool_name("search");
            reply.line(format!(
                "{} files were searched; try `ignore_case`, or search by meaning with {search}",
                answer.n_files_searched
            ));
        }
        reply.more("narrow it with `path` or `glob`");
        Ok(())
    }
}

impl PagedTool for Grep {
    type Data = GrepData;

    fn seek(&self, args: &mut Args, page: &Page) {
        args.limit = args.limit.saturating_add(page.from);
    }

    /// The unit of a page is a line, matching or around a match.
    fn cut(&self, answer: &mut Answer, page: &Page, room: usize) -> PageCut {
        let (mut n_left, mut n_room) = (page.from, room.min(PAGE_LINES));
        let mut n_shown = 0;
        let mut is_more = std::mem::take(&mut answer.omitted) > 0;
        for file in &mut answer.files {
            let n_lines = file.lines.len();
            file.lines.drain(..n_left.min(n_lines));
            n_left = n_left.saturating_sub(n_lines);
            is_more |= file.lines.len() > n_room;
            file.lines.truncate(n_room);
            n_room -= file.lines.len();
            n_shown += file.lines.len();
        }
        answer.files.retain(|file| !file.lines.is_empty());
        PageCut { n_items: n_shown, next: is_more.then_some(page.from + n_shown) }
    }

    fn data(&self, answer: &Answer) -> GrepData {
        GrepData {
            n_matches: answer.n_matches,
            is_cut_short: answer.is_cut_short,
            n_files_searched: answer.n_files_searched,
        }
    }
}

/// How much matches, as data; the lines themselves are the code that every answer has.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub struct GrepData {
    /// Matching lines in all, as far as they were counted.
    n_matches: usize,
    /// Whether it was stopped before all files were searched.
    is_cut_short: bool,
    n_files_searched: u64,
}
