//! `grep`: lines that match a regular expression or hold a string.
//!
//! The engine finds the lines; what a model is shown of them is read anew, so that secrets are
//! known by the whole file they are in and the lines shown belong to one content of it.

mod matches;

use rutter_engine::Error;
use rutter_workspace::{
    AccessError, Case, FilePlaces, GrepRequest, ItemKind, PatternKind, check_glob, grep_places,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::search::language;
use crate::telling::Telling;
use crate::{Cut, Effect, Offered, Page, Session, Tool, ToolError, Toolbox};

use matches::{MOST_COUNTED, Matches};

/// What is shown of one file at most.
const FILE_BYTES: usize = 16_000;
/// What a page holds at most.
const PAGE_LINES: usize = 200;

#[derive(Debug, Clone, Copy)]
pub struct Grep;

/// Finds lines by a regular expression or an exact string, in all files that are neither ignored nor
/// secret. Use it for exact strings, usages of a name and error messages; to find code by what it does, use
/// search.
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
    /// Take `a` for `A` too
    #[serde(default)]
    pub ignore_case: bool,
    /// Take the pattern as it stands, not as an expression
    #[serde(default)]
    pub fixed_strings: bool,
    /// So many lines before and after each match too
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

impl Offered for Grep {
    const EFFECT: Effect = Effect::Looks;
    const EXAMPLE: &'static str = r#"{"pattern":"TODO","path":"src","fixed_strings":true}"#;
    type Asked = Args;

    fn read(&self, toolbox: &Toolbox, mut asked: Args) -> Result<Args, ToolError> {
        if asked.pattern.is_empty() {
            return Err(ToolError::refuse(
                "the pattern is empty",
                format!("for example: grep({})", Grep::EXAMPLE),
            ));
        }
        for glob in &mut asked.glob {
            *glob = toolbox.workspace()?.relative(glob).into_owned();
            check_glob(glob)?;
        }
        if let Some(path) = asked.path.take().filter(|path| !path.is_empty()) {
            let workspace = toolbox.workspace()?;
            let resolved = match workspace.resolve(&path)?.kind {
                ItemKind::Folder => workspace.resolve_folder(&path)?,
                ItemKind::File | ItemKind::Link | ItemKind::Special => {
                    workspace.resolve_file(&path)?
                }
            };
            asked.path = Some(resolved.path).filter(|path| !path.is_empty());
        }
        asked.context = asked.context.min(10);
        asked.limit = asked.limit.clamp(1, 200);
        Ok(asked)
    }

    fn turn_to(&self, args: &mut Args, page: &Page) {
        args.limit = args.limit.saturating_add(page.from);
    }

    /// A page starts after so many lines, matching or around matches.
    fn cut(&self, answer: &mut Answer, page: &Page, room: usize) -> Cut {
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
        Cut { n_items: n_shown, next: is_more.then_some(page.from + n_shown) }
    }

    fn tell(&self, toolbox: &Toolbox, answer: &Answer) -> Result<Telling, Error> {
        let mut telling = Telling::default();
        let more = if answer.is_cut_short { "more than " } else { "" };
        let noun = if answer.n_matches == 1 { "line matches" } else { "lines match" };
        telling.line(format!("{more}{} {noun} `{}`", answer.n_matches, answer.pattern));
        for file in &answer.files {
            let ranges: Vec<_> = file.lines.iter().map(|line| *line..=*line).collect();
            match toolbox.workspace()?.excerpt(&file.path, &ranges, FILE_BYTES) {
                Ok(excerpt) => {
                    telling.line(&file.path);
                    telling.code(&excerpt);
                }
                Err(error) => {
                    let is_secret = matches!(error, AccessError::Secret { .. });
                    telling.n_redacted += u32::from(is_secret);
                    telling.line(format!("({error})"));
                }
            }
        }
        if answer.omitted > 0 {
            telling.line(format!(
                "… {} more matching lines; narrow it with `path` or `glob`, or ask with a greater `limit`",
                answer.omitted
            ));
        }
        if answer.is_cut_short {
            telling.line(
                "… there are too many to go through all files; narrow it with `path`, `glob` or the pattern",
            );
        }
        if answer.n_matches == 0 {
            telling.line(format!(
                "{} files were searched; try `ignore_case`, or search by meaning with search",
                answer.n_files_searched
            ));
        }
        telling.more("narrow it with `path` or `glob`");
        Ok(telling)
    }
}
