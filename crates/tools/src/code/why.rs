//! `why`: lists the commits that shaped some lines of a file. Models ask for it with `read_file` and
//! its `why`.

use std::ops::RangeInclusive;

use rutter_workspace::{AccessError, Git, GitError, History, LineCommit, redact};
use schemars::JsonSchema;
use serde::Serialize;

use crate::CleanText;
use crate::counts::positive;
use crate::reply::ToolReply;
use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Default number of commits.
pub(crate) const DEFAULT_COMMITS: usize = 20;

#[derive(Debug, Clone, Copy)]
pub struct Why;

#[derive(Debug, Clone, clap::Args)]
#[command(after_help = "Examples:\n  \
    rutter why src/net/retry.rs:42            the commit that this line comes from\n  \
    rutter why src/net/retry.rs:40-60 --body  whole messages\n  \
    rutter why src/net/retry.rs:42 --earlier  also what changed it before\n  \
    rutter why src/net/retry.rs --json        the whole file")]
pub struct Args {
    /// A file, a line or lines: `PATH`, `PATH:LINE` or `PATH:LINE-LINE`
    #[arg(value_name = "PLACE")]
    pub place: String,
    /// Print the whole message of each commit
    #[arg(long)]
    pub body: bool,
    /// Also the commits that changed these lines before; needs a line, in a file without uncommitted changes
    #[arg(long)]
    pub earlier: bool,
    /// At most this many commits
    #[arg(short = 'n', long, default_value_t = DEFAULT_COMMITS, value_name = "N", value_parser = positive)]
    pub limit: usize,
}

/// The commits that shaped some lines.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    pub path: String,
    /// The requested lines; `None` for the whole file.
    pub lines: Option<LineRange>,
    /// Newest first.
    pub commits: Vec<ShapingCommit>,
    /// Commits that were not given.
    pub omitted: usize,
    /// Lines that are not committed.
    pub uncommitted: Vec<LineRange>,
    /// `shallow`: the clone does not hold the commits before a certain one.
    pub history: History,
}

/// A range of lines, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LineRange {
    pub start_line: u32,
    pub end_line: u32,
}

impl From<&RangeInclusive<u32>> for LineRange {
    fn from(lines: &RangeInclusive<u32>) -> LineRange {
        LineRange { start_line: *lines.start(), end_line: *lines.end() }
    }
}

impl std::fmt::Display for LineRange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.start_line == self.end_line {
            write!(f, "{}", self.start_line)
        } else {
            write!(f, "{}-{}", self.start_line, self.end_line)
        }
    }
}

/// Formats ranges: `3, 7-9`.
pub fn list_lines(lines: &[LineRange]) -> String {
    lines.iter().map(LineRange::to_string).collect::<Vec<_>>().join(", ")
}

/// A commit, and which of the lines come from it. Secrets in its message are masked.
#[derive(Debug, Clone, Serialize)]
pub struct ShapingCommit {
    pub hash: String,
    /// As `2026-03-01`.
    pub date: String,
    pub author: String,
    pub subject: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Empty if later commits changed all of its lines.
    pub lines: Vec<LineRange>,
    /// Whether the clone holds no older commits, so that the lines may come from one of them.
    pub is_boundary: bool,
}

impl ShapingCommit {
    fn new(commit: &LineCommit, has_body: bool) -> ShapingCommit {
        let clean = |text: &str| redact(text).text.into_owned();
        ShapingCommit {
            hash: commit.hash.clone(),
            date: commit.date.clone(),
            author: clean(&commit.author),
            subject: clean(&commit.subject),
            body: Some(clean(&commit.body)).filter(|body| has_body && !body.is_empty()),
            lines: commit.lines.iter().map(LineRange::from).collect(),
            is_boundary: commit.is_boundary,
        }
    }
}

impl Tool for Why {
    const NAME: &'static str = "why";
    const PERMISSION: Permission = Permission::people(Effect::Read);
    type Args = Args;
    type Answer = Answer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<Answer, ToolError> {
        let (path, lines) = parse_place(&args.place)?;
        if args.earlier && lines.is_none() {
            return Err(ToolError::refuse(
                "`--earlier` needs lines, not a whole file",
                "write `PATH:LINE` or `PATH:LINE-LINE`",
            ));
        }
        let mut answer = blame(toolbox, path, lines.clone(), args.body, args.limit)?;
        if let Some(lines) = lines.filter(|_| args.earlier) {
            let git = Git::open(&toolbox.engine.layout.root).map_err(refuse)?;
            if !git.is_committed(&answer.path) {
                return Err(ToolError::refuse(
                    format!("`{}` has uncommitted changes", answer.path),
                    "earlier changes are found by the lines of the last commit; commit or stash first",
                ));
            }
            let n_more = args.limit.saturating_sub(answer.commits.len());
            let earlier = git
                .commits_of_lines(&answer.path, &lines, args.limit + answer.commits.len())
                .map_err(refuse)?;
            let known: Vec<String> =
                answer.commits.iter().map(|commit| commit.hash.clone()).collect();
            let earlier = earlier.iter().filter(|commit| !known.contains(&commit.hash));
            let earlier = earlier.map(|commit| ShapingCommit::new(commit, args.body));
            answer.commits.extend(earlier.take(n_more));
        }
        Ok(answer)
    }
}

/// Finds the commits that lines of a file come from.
pub(crate) fn blame(
    toolbox: &Toolbox,
    path: &str,
    lines: Option<RangeInclusive<u32>>,
    has_body: bool,
    limit: usize,
) -> Result<Answer, ToolError> {
    let git = Git::open(&toolbox.engine.layout.root).map_err(refuse)?;
    let path = toolbox.workspace()?.resolve_file(path)?.path;
    if let Some(lines) = &lines {
        check_lines(toolbox, &path, lines)?;
    }
    let blame = git.blame(&path, lines.clone()).map_err(refuse)?;
    let n_commits = blame.commits.len();
    Ok(Answer {
        path,
        lines: lines.as_ref().map(LineRange::from),
        commits: (blame.commits.iter().take(limit))
            .map(|commit| ShapingCommit::new(commit, has_body))
            .collect(),
        omitted: n_commits.saturating_sub(limit),
        uncommitted: blame.uncommitted.iter().map(LineRange::from).collect(),
        history: blame.history,
    })
}

fn refuse(error: GitError) -> ToolError {
    let hint = error.hint().unwrap_or_else(|| "try again with fewer lines".into());
    ToolError::refuse(error.to_string(), hint)
}

/// Parses `PATH:LINE-LINE`.
fn parse_place(place: &str) -> Result<(&str, Option<RangeInclusive<u32>>), ToolError> {
    let wrong = |what: &str| {
        ToolError::refuse(
            format!("`{place}` {what}"),
            "write `PATH`, `PATH:LINE` or `PATH:LINE-LINE`, such as `src/main.rs:12-20`",
        )
    };
    let Some((path, lines)) = place.rsplit_once(':') else { return Ok((place, None)) };
    let (start, end) = lines.split_once('-').unwrap_or((lines, lines));
    match (start.trim().parse::<u32>(), end.trim().parse::<u32>()) {
        (Ok(0), _) | (_, Ok(0)) => Err(wrong("has no line 0: lines count from 1")),
        (Ok(start), Ok(end)) if end < start => Err(wrong("ends before it starts")),
        (Ok(start), Ok(end)) => Ok((path, Some(start..=end))),
        // A colon may belong to the name of a file.
        (Err(_), Err(_)) if !lines.starts_with(|c: char| c.is_ascii_digit()) => Ok((place, None)),
        (Err(_), _) | (_, Err(_)) => Err(wrong("names no line")),
    }
}

fn check_lines(
    toolbox: &Toolbox,
    path: &str,
    lines: &RangeInclusive<u32>,
) -> Result<(), ToolError> {
    const LIMIT_BYTES: usize = 1;
    let last = *lines.end();
    let n_lines = match toolbox.workspace()?.excerpt(path, &[last..=last], LIMIT_BYTES) {
        Ok(excerpt) => excerpt.n_lines,
        Err(AccessError::Secret { .. }) => None,
        Err(error) => return Err(error.into()),
    };
    match n_lines.filter(|n_lines| *n_lines < last) {
        Some(n_lines) => Err(ToolError::refuse(
            format!("`{path}` has no line {last}"),
            format!("its lines are 1 to {n_lines}"),
        )),
        None => Ok(()),
    }
}

/// Writes the commits for a model, one a line.
pub(crate) fn render_commits(reply: &mut ToolReply, answer: &Answer) {
    reply.line("shaped by:");
    for commit in &answer.commits {
        let short = commit.hash.get(..12).unwrap_or(&commit.hash);
        let ShapingCommit { date, author, subject, .. } = commit;
        let lines = list_lines(&commit.lines);
        reply.line(format!("{short} {date} {author}: {subject} (lines {lines})"));
        if let Some(body) = &commit.body {
            body.lines().for_each(|line| reply.line(format!("    {line}")));
        }
    }
    if answer.omitted > 0 {
        reply.line(format!("… {} older commits; ask for fewer lines", answer.omitted));
    }
    if !answer.uncommitted.is_empty() {
        reply.line(format!("uncommitted: lines {}", list_lines(&answer.uncommitted)));
    }
    if answer.history == History::Shallow {
        reply.line("the clone is shallow: older lines are attributed to its first commit");
    }
}

/// A commit, as data.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub(crate) struct CommitData {
    hash: String,
    date: String,
    author: CleanText,
    subject: CleanText,
    /// As `3, 7-9`.
    lines: String,
}

impl CommitData {
    pub(crate) fn of(answer: &Answer) -> Vec<CommitData> {
        (answer.commits.iter())
            .map(|commit| CommitData {
                hash: commit.hash.clone(),
                date: commit.date.clone(),
                author: CleanText::from(&commit.author),
                subject: CleanText::from(&commit.subject),
                lines: list_lines(&commit.lines),
            })
            .collect()
    }
}
