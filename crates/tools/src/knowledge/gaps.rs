//! `list_gaps`: lists what is missing or wrong in the documentation, the most important first.

use std::collections::BTreeSet;

use rutter_domain::{Freshness, GapState, Hint, Vocabulary, Worded};
use rutter_knowledge::{Changes, GapsAnswer, GapsRequest, OldFile, rule_names};
use rutter_workspace::Git;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::CleanText;
use crate::reply::ToolReply;
use crate::{
    Effect, McpFace, ModelTool, Page, PageCut, PagedTool, Permission, Session, Tool, ToolError,
    Toolbox,
};

/// Most gaps in an answer to a model.
const MOST_LISTED: usize = 100;

/// Finds what is missing or wrong in the documentation.
#[derive(Debug, Clone, Copy)]
pub struct ListGaps;

/// Which gaps to list.
#[derive(Debug, Clone, Default)]
pub struct GapsArgs {
    /// A folder or file; the whole repository if `None`.
    pub under: Option<String>,
    /// Names of rules; all if empty.
    pub rules: Vec<String>,
    /// If empty, open gaps and those that need a person.
    pub states: Vec<GapState>,
    pub limit: Option<usize>,
    pub since: Option<Since>,
}

/// Restricts gaps to a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Since {
    /// The commit to compare with.
    pub reference: String,
    pub which: SinceWhich,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SinceWhich {
    /// Gaps in changed files.
    InChangedFiles,
    /// Gaps in any file that were not there before.
    New,
}

impl Tool for ListGaps {
    const NAME: &'static str = "list_gaps";
    const PERMISSION: Permission = Permission::everyone(Effect::Read);
    type Args = GapsArgs;
    type Answer = GapsAnswer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: GapsArgs) -> Result<GapsAnswer, ToolError> {
        for rule in &args.rules {
            check_rule(rule)?;
        }
        let changes = match &args.since {
            Some(since) => changes_since(toolbox, since)?,
            None => Changes::All,
        };
        let GapsArgs { under, rules, states, limit, .. } = args;
        let settings = toolbox.gap_settings.as_ref().clone();
        let request = GapsRequest { under, rules, states, limit, changes, settings };
        Ok(toolbox.knowledge()?.gaps(&request)?)
    }

    fn word(&self, answer: &mut GapsAnswer, vocabulary: &dyn Vocabulary) {
        answer.word(vocabulary);
    }

    fn freshness<'a>(&self, answer: &'a GapsAnswer) -> Option<&'a Freshness> {
        Some(&answer.index)
    }
}

/// Refuses an unknown rule.
fn check_rule(name: &str) -> Result<(), ToolError> {
    if rule_names().any(|rule| rule == name) {
        return Ok(());
    }
    let mut names = rutter_domain::nearest(name, rule_names(), 1);
    if names.is_empty() {
        names = rule_names().map(str::to_owned).collect();
    }
    Err(ToolError::refuse(format!("there is no rule `{name}`"), Hint::DidYouMean { names }))
}

fn changes_since(toolbox: &Toolbox, since: &Since) -> Result<Changes, ToolError> {
    let ask = || {
        let git = Git::open(&toolbox.engine.layout.root)?;
        let commit = git.commit_of(&since.reference)?;
        let paths = git.differing_files(&commit)?;
        Ok((git, commit, paths))
    };
    let (git, commit, paths) =
        ask().map_err(|error| ToolError::from(rutter_workspace::Error::Git(error)))?;
    match since.which {
        SinceWhich::InChangedFiles => Ok(Changes::InFiles(BTreeSet::from_iter(paths))),
        SinceWhich::New => {
            let old = paths.into_iter().map(|path| {
                let text = git.file_at(&commit, &path);
                OldFile { path, text }
            });
            Ok(Changes::Brought(old.collect()))
        }
    }
}

/// Lists what the documentation lacks or has wrong, the most important first. To close a gap, read the
/// code, then {create_index_entry} its `symbol`; without one, its file.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct GapsInput {
    /// Only in this folder or file
    #[serde(default)]
    pub under: Option<String>,
    /// Only of this rule, such as `missing-description`
    #[serde(default)]
    pub rule: Option<String>,
    /// At most this many
    #[serde(default = "default_limit")]
    pub limit: usize,
}

fn default_limit() -> usize {
    20
}

impl ModelTool for ListGaps {
    const EXAMPLE: &'static str = r#"{"under":"src","rule":"missing-description","limit":10}"#;
    const MCP: Option<McpFace> = Some(McpFace { name: "gaps", ..McpFace::USUAL });
    type Input = GapsInput;

    fn resolve(&self, _: &Toolbox, input: GapsInput) -> Result<GapsArgs, ToolError> {
        Ok(GapsArgs {
            under: input.under.filter(|under| !under.is_empty()),
            rules: input.rule.filter(|rule| !rule.is_empty()).into_iter().collect(),
            states: Vec::new(),
            limit: Some(input.limit.clamp(1, MOST_LISTED)),
            since: None,
        })
    }

    fn render(
        &self,
        _: &Toolbox,
        answer: &GapsAnswer,
        reply: &mut ToolReply,
    ) -> Result<(), ToolError> {
        let n_found = answer.gaps.len() + answer.omitted;
        reply.line(format!("{n_found} gaps; completeness {:.1} %", answer.completeness.overall));
        reply.trust(&answer.index, None);
        for remark in &answer.remarks {
            reply.line(remark.to_string());
        }
        for gap in &answer.gaps {
            let nearest = gap.nearest.as_ref();
            let nearest = nearest.map_or_else(String::new, |name| format!("; nearest: {name}"));
            reply.line(format!(
                "{}  {}:{}  {} ({}, {:.2})  {}{nearest}",
                gap.id, gap.path, gap.line, gap.rule, gap.severity, gap.priority, gap.message
            ));
        }
        if answer.omitted > 0 {
            reply.line(format!(
                "… {} more; ask with a greater `limit`, or for one folder or rule",
                answer.omitted
            ));
        }
        reply.more("ask for one folder or rule");
        Ok(())
    }
}

impl PagedTool for ListGaps {
    type Data = GapsData;

    fn seek(&self, args: &mut GapsArgs, page: &Page) {
        args.limit = args.limit.map(|limit| limit.saturating_add(page.from));
    }

    fn cut(&self, answer: &mut GapsAnswer, page: &Page, room: usize) -> PageCut {
        let n_reached = answer.gaps.len();
        answer.gaps.drain(..page.from.min(n_reached));
        let is_more = std::mem::take(&mut answer.omitted) > 0;
        page.fill(&mut answer.gaps, room, is_more)
    }

    fn data(&self, answer: &GapsAnswer) -> GapsData {
        let gaps = answer.gaps.iter().map(|gap| GapData {
            id: gap.id.clone(),
            rule: gap.rule.clone(),
            severity: gap.severity.name().to_owned(),
            priority: gap.priority,
            symbol: gap.symbol.as_ref().map(CleanText::from),
            path: CleanText::from(&gap.path),
            line: gap.line,
            message: CleanText::from(&gap.message),
            nearest: gap.nearest.as_ref().map(CleanText::from),
            state: gap.state.name().to_owned(),
            attempts: gap.attempts,
        });
        GapsData { completeness: answer.completeness.overall, gaps: gaps.collect() }
    }
}

/// Gaps, as data.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub struct GapsData {
    /// In percent.
    completeness: f64,
    gaps: Vec<GapData>,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
struct GapData {
    id: String,
    rule: String,
    severity: String,
    priority: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    symbol: Option<CleanText>,
    path: CleanText,
    line: u32,
    message: CleanText,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<CleanText>,
    state: String,
    attempts: u32,
}
