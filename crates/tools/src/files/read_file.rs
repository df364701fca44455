//! `read_file`: shows numbered lines of a file.

use rutter_domain::Hint;
use rutter_engine::doc_lines_of;
use rutter_workspace::Excerpt;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::CleanText;
use crate::code::why::{self, CommitData};
use crate::reply::ToolReply;
use crate::{
    Effect, McpFace, ModelTool, Page, PageCut, PagedTool, Permission, Session, Tool, ToolError,
    Toolbox,
};

/// Most lines that one call returns.
const LIMIT_LINES: u32 = 400;
/// Most bytes that one call returns.
const LIMIT_BYTES: usize = 24_000;

#[derive(Debug, Clone, Copy)]
pub struct ReadFile;

/// Shows numbered lines of a file, at most 400 at once. What you record must have been read this way, or shown by
/// {get_symbol_details} or {search}.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Args {
    /// A file relative to the root, such as `src/main.rs`
    pub file_path: String,
    /// The first line, from 1
    pub start_line: Option<u32>,
    /// The last line, inclusive
    pub end_line: Option<u32>,
    /// `false` leaves out doc comments
    pub docs: Option<bool>,
    /// Also the commits behind these lines
    pub why: Option<bool>,
}

/// The lines, and the part of the request that they answer.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    pub start_line: u32,
    /// The requested last line, if any.
    pub end_line: Option<u32>,
    #[serde(flatten)]
    pub excerpt: Excerpt,
    /// Doc comments that were left out, if the caller did not want them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub docs: Option<DocsLeftOut>,
    /// The commits that the lines come from, if requested, or why they are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Result<why::Answer, String>>,
}

/// Doc comments that were left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DocsLeftOut {
    /// This many lines are not shown.
    Lines(usize),
    /// The file is not in the index or has changed since, so its doc comments are not known.
    Unknown,
}

impl Answer {
    /// The last requested line of the file, if known.
    fn wanted(&self) -> Option<u32> {
        match (self.end_line, self.excerpt.n_lines) {
            (Some(end), Some(n_lines)) => Some(end.min(n_lines)),
            (end, n_lines) => end.or(n_lines),
        }
    }
}

impl Tool for ReadFile {
    const NAME: &'static str = "read_file";
    const PERMISSION: Permission = Permission::everyone(Effect::Read);
    type Args = Args;
    type Answer = Answer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<Answer, ToolError> {
        let start_line = args.start_line.unwrap_or(1).max(1);
        let last = start_line.saturating_add(LIMIT_LINES - 1);
        let end_line = args.end_line.filter(|end| *end > 0);
        if let Some(end) = end_line.filter(|end| *end < start_line) {
            return Err(ToolError::refuse(
                format!("`end_line` {end} is before `start_line` {start_line}"),
                "lines count from 1, and both are inclusive",
            ));
        }
        let range = start_line..=end_line.unwrap_or(last).min(last);
        let mut excerpt = toolbox.workspace()?.excerpt(&args.file_path, &[range], LIMIT_BYTES)?;
        if let Some(n_lines) =
            excerpt.n_lines.filter(|n_lines| *n_lines > 0 && start_line > *n_lines)
        {
            return Err(ToolError::refuse(
                format!("`{}` has no line {start_line}", excerpt.path),
                format!("its lines are 1 to {n_lines}"),
            ));
        }
        let docs = match args.docs {
            Some(false) => Some(leave_out_docs(toolbox, &mut excerpt)),
            Some(true) | None => None,
        };
        let why = args.why.unwrap_or(false).then(|| shaped_by(toolbox, &excerpt)).flatten();
        Ok(Answer { start_line, end_line, excerpt, docs, why })
    }
}

/// Finds the commits that the lines come from; `None` if there are no lines.
fn shaped_by(toolbox: &Toolbox, excerpt: &Excerpt) -> Option<Result<why::Answer, String>> {
    let lines = excerpt.lines.first()?.number..=excerpt.lines.last()?.number;
    let answer = why::blame(toolbox, &excerpt.path, Some(lines), true, why::DEFAULT_COMMITS);
    Some(answer.map_err(|error| error.to_string()))
}

/// Removes the lines that are documentation. The last line stays, so that the rest of the file is requested from there.
fn leave_out_docs(toolbox: &Toolbox, excerpt: &mut Excerpt) -> DocsLeftOut {
    let knowledge = toolbox.knowledge();
    let docs = knowledge.ok().and_then(|known| doc_lines_of(&known.snapshot, &excerpt.path));
    let Some(docs) = docs else { return DocsLeftOut::Unknown };
    let last = excerpt.lines.last().map(|line| line.number);
    let n_lines = excerpt.lines.len();
    excerpt.lines.retain(|line| {
        Some(line.number) == last || !docs.iter().any(|doc| doc.contains(&line.number))
    });
    DocsLeftOut::Lines(n_lines - excerpt.lines.len())
}

impl ModelTool for ReadFile {
    const EXAMPLE: &'static str = r#"{"file_path":"src/main.rs","start_line":1,"end_line":80}"#;
    const MCP: Option<McpFace> =
        Some(McpFace { name: "read", needs_index: false, ..McpFace::USUAL });
    type Input = Args;

    fn resolve(&self, _: &Toolbox, input: Args) -> Result<Args, ToolError> {
        Ok(input)
    }

    fn render(&self, _: &Toolbox, answer: &Answer, reply: &mut ToolReply) -> Result<(), ToolError> {
        let excerpt = &answer.excerpt;
        let path = &excerpt.path;
        let Some(last) = excerpt.lines.last() else {
            reply.line(format!("`{path}` is empty"));
            return Ok(());
        };
        let of = excerpt.n_lines.map_or_else(String::new, |n_lines| format!(" of {n_lines}"));
        reply.line(format!("{path}, lines {} to {}{of}", excerpt.lines[0].number, last.number));
        match answer.docs {
            Some(DocsLeftOut::Lines(n_lines)) if n_lines > 0 => {
                reply.line(format!("{n_lines} lines of documentation are left out"));
            }
            Some(DocsLeftOut::Unknown) => {
                reply.line("documentation is not left out: the file is not in the index as it is");
            }
            Some(DocsLeftOut::Lines(_)) | None => {}
        }
        reply.code(excerpt);
        match &answer.why {
            Some(Ok(why)) => why::render_commits(reply, why),
            Some(Err(reason)) => reply.line(format!("(the history is not known: {reason})")),
            None => {}
        }
        let rest = reply.words(&Hint::ReadLines {
            path: path.clone(),
            start_line: last.number + 1,
            end_line: None,
        });
        match answer.wanted() {
            Some(wanted) if wanted > last.number => {
                reply.line(format!("… {} more lines; {rest}", wanted - last.number));
            }
            None => reply.line(format!("… the file goes on; {rest}")),
            Some(_) => {}
        }
        reply.more(format!("ask for fewer lines of `{path}` at once"));
        Ok(())
    }
}

impl PagedTool for ReadFile {
    type Data = ReadData;

    /// The unit of a page is a line, counted from 1.
    fn seek(&self, args: &mut Args, page: &Page) {
        if let Some(line) = u32::try_from(page.from).ok().filter(|line| *line > 0) {
            args.start_line = Some(line);
        }
    }

    fn cut(&self, answer: &mut Answer, _: &Page, room: usize) -> PageCut {
        answer.excerpt.lines.truncate(room);
        let n_items = answer.excerpt.lines.len();
        let wanted = answer.wanted().unwrap_or(u32::MAX);
        let last = answer.excerpt.lines.last().map(|line| line.number);
        let next = last.filter(|last| wanted > *last).map(|last| last as usize + 1);
        PageCut { n_items, next }
    }

    fn data(&self, answer: &Answer) -> ReadData {
        let Excerpt { path, n_lines, .. } = &answer.excerpt;
        let commits = match &answer.why {
            Some(Ok(why)) => CommitData::of(why),
            Some(Err(_)) | None => Vec::new(),
        };
        ReadData { path: CleanText::from(path), n_lines: *n_lines, commits }
    }
}

/// What was read, as data; the lines themselves are the code of the reply.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub struct ReadData {
    path: CleanText,
    /// How many lines the file has, where they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    n_lines: Option<u32>,
    /// Those that the lines come from, newest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    commits: Vec<CommitData>,
}
