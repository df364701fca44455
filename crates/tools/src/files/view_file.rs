//! Shows lines of a file to a person, with the places of names.

use std::ops::RangeInclusive;

use rutter_domain::Language;
use rutter_engine::names_of;
use rutter_workspace::{Excerpt, LineExtent, Secrets};
use serde::Serialize;

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

#[derive(Debug, Clone, Copy)]
pub struct ViewFile;

#[derive(Debug, Clone)]
pub struct Args {
    pub file_path: String,
    /// First and last lines, from 1.
    pub ranges: Vec<RangeInclusive<u32>>,
    pub limit_bytes: usize,
    pub secrets: Secrets,
    /// Whether the places of names are wanted.
    pub wants_names: bool,
}

#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    #[serde(flatten)]
    pub excerpt: Excerpt,
    /// `None` if the file is not in the index.
    pub language: Option<Language>,
    /// Names that are used in these lines, by line and column. Empty if they are not wanted or the file
    /// has changed since it was indexed.
    pub names: Vec<NamePlace>,
}

/// The place of a name in the lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NamePlace {
    pub line: u32,
    /// First byte in the line.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Tool for ViewFile {
    const NAME: &'static str = "view_file";
    const PERMISSION: Permission = Permission::people(Effect::Read);
    type Args = Args;
    type Answer = Answer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<Answer, ToolError> {
        let Args { file_path, ranges, limit_bytes, secrets, wants_names } = args;
        let workspace = toolbox.workspace()?;
        let excerpt = workspace.excerpt_for(&file_path, &ranges, limit_bytes, secrets)?;
        let Ok(knowledge) = toolbox.knowledge() else {
            return Ok(Answer { excerpt, language: None, names: Vec::new() });
        };
        let indexed = knowledge.snapshot.file_at(&excerpt.path);
        let language = indexed.map(|file| file.language);
        let names = indexed
            .filter(|file| wants_names && excerpt.content == Some(file.content))
            .and_then(|file| knowledge.snapshot.facts_of(file.id))
            .map_or_else(Vec::new, |facts| places(&excerpt, &names_of(&facts)));
        Ok(Answer { excerpt, language, names })
    }
}

/// Finds the names that are visible in the lines, and not masked or cut off.
fn places(excerpt: &Excerpt, names: &[rutter_engine::NameUse]) -> Vec<NamePlace> {
    let mut places = Vec::new();
    let mut names = names.iter().peekable();
    for line in &excerpt.lines {
        while names.next_if(|name| name.line < line.number).is_some() {}
        while let Some(name) = names.next_if(|name| name.line == line.number) {
            let start = name.column.saturating_sub(1) as usize;
            let end = start + name.name.len();
            let is_there = line.text.get(start..end) == Some(name.name.as_str());
            if is_there && (line.extent == LineExtent::Whole || end < line.text.len()) {
                places.push(NamePlace { line: line.number, start, end });
            }
        }
    }
    places
}
