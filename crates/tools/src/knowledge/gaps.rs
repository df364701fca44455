//! `list_gaps`: what is missing or wrong in the documentation.

use rutter_domain::{Freshness, Gap, GapState, Hint, Vocabulary, Worded};
use rutter_knowledge::{GapsAnswer, GapsRequest, rule_names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::CleanText;
use crate::lenient_args::nearest;
use crate::quote::flatten;
use crate::reply::ToolReply;
use crate::{
    Effect, ModelTool, Page, PageCut, PagedTool, Permission, Session, Tool, ToolError, Toolbox,
};

/// How many gaps a model gets unless it asks for more.
const DEFAULT_LIMIT: usize = 20;
const LIMIT_GAPS: usize = 200;

#[derive(Debug, Clone, Copy)]
pub struct ListGaps;

/// Which gaps to list.
#[derive(Debug, Clone, Default)]
pub struct Args {
    /// Only in this folder or file.
    pub under: Option<String>,
    /// Only of these rules; all if empty.
    pub rules: Vec<String>,
    /// Only in these states; open ones and those that need a person if empty.
    pub states: Vec<GapState>,
    /// At most this many; all if `None`.
    pub limit: Option<usize>,
    /// Pass over this many first.
    pub skip: usize,
}

/// Lists what the documentation lacks, the most important first: public symbols without description,
/// files without overview, mentions of what does not exist, stale entries. To close a gap, read the
/// code, then call {create_index_entry} for its symbol, or for its file.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Input {
    /// Only in this folder or file
    pub under: Option<String>,
    /// Only of these rules, such as `missing-description`
    pub rule: Vec<String>,
    /// At most this many; 20 when left out
    pub limit: Option<usize>,
    /// Pass over this many first, to page
    pub skip: usize,
}

impl Tool for ListGaps {
    const NAME: &'static str = "list_gaps";
    const PERMISSION: Permission = Permission::everyone(Effect::Read);
    type Args = Args;
    type Answer = GapsAnswer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<GapsAnswer, ToolError> {
        for rule in &args.rules {
            if !rule_names().any(|name| name == rule) {
                return Err(unknown_rule(rule));
            }
        }
        let request = GapsRequest {
            under: args.under,
            rules: args.rules,
            states: args.states,
            limit: args.limit.map(|limit| limit.saturating_add(args.skip)),
            settings: toolbox.gap_settings.clone(),
        };
        let mut answer = toolbox.knowledge()?.gaps(&request)?;
        answer.gaps.drain(..args.skip.min(answer.gaps.len()));
        Ok(answer)
    }

    fn word(&self, answer: &mut GapsAnswer, vocabulary: &dyn Vocabulary) {
        answer.word(vocabulary);
    }
}

fn unknown_rule(rule: &str) -> ToolError {
    let names: Vec<&str> = rule_names().collect();
    let message = format!("there is no rule `{rule}`");
    match nearest(rule, names.iter().copied()) {
        Some(near) => ToolError::refuse(message, Hint::DidYouMean { names: vec![near.to_owned()] }),
        None => ToolError::refuse(message, format!("rules: {}", names.join(", "))),
    }
}

impl ModelTool for ListGaps {
    const EXAMPLE: &'static str = r#"{"under":"src/net","rule":["missing-description"]}"#;
    type Input = Input;

    fn resolve(&self, toolbox: &Toolbox, input: Input) -> Result<Args, ToolError> {
        let under = match input.under.filter(|under| !matches!(under.trim(), "" | ".")) {
            Some(under) => Some(toolbox.workspace()?.resolve(&under)?.path),
            None => None,
        };
        let limit = Some(input.limit.unwrap_or(DEFAULT_LIMIT).clamp(1, LIMIT_GAPS));
        Ok(Args { under, rules: input.rule, states: Vec::new(), limit, skip: input.skip })
    }

    fn render(
        &self,
        _: &Toolbox,
        answer: &GapsAnswer,
        reply: &mut ToolReply,
    ) -> Result<(), ToolError> {
        reply.trust(&answer.index, None);
        reply.line(format!("{} % documented", answer.completeness.overall));
        for gap in &answer.gaps {
            reply.line(line_of(gap));
        }
        match (answer.gaps.is_empty(), answer.omitted) {
            (true, 0) => reply.line("no gaps"),
            (_, 0) => {}
            (_, omitted) => reply.line(format!("… {omitted} more; page with `skip`")),
        }
        reply.more("ask with a smaller `limit`");
        Ok(())
    }
}

fn line_of(gap: &Gap) -> String {
    let Gap { id, rule, severity, path, line, message, .. } = gap;
    let symbol = gap.symbol.as_ref().map_or_else(String::new, |symbol| format!(" `{symbol}`"));
    let nearest = gap.nearest.as_ref().map_or_else(String::new, |it| format!(" (nearest: {it})"));
    let state = match gap.state {
        GapState::Open => String::new(),
        state @ (GapState::Resolved | GapState::RequiresHumanInput | GapState::Dismissed) => {
            format!(" [{state}]")
        }
    };
    flatten(&format!("{id} {severity} {rule} {path}:{line}{symbol}: {message}{nearest}{state}"))
}

impl PagedTool for ListGaps {
    type Data = GapsData;

    fn seek(&self, args: &mut Args, page: &Page) {
        args.limit = args.limit.map(|limit| limit.saturating_add(page.from));
    }

    fn cut(&self, answer: &mut GapsAnswer, page: &Page, room: usize) -> PageCut {
        answer.gaps.drain(..page.from.min(answer.gaps.len()));
        let is_more = std::mem::take(&mut answer.omitted) > 0;
        page.fill(&mut answer.gaps, room, is_more)
    }

    fn data(&self, answer: &GapsAnswer) -> GapsData {
        let gaps = answer.gaps.iter().map(|gap| GapData {
            id: CleanText::from(&gap.id),
            rule: CleanText::from(&gap.rule),
            severity: gap.severity.name(),
            symbol: gap.symbol.as_ref().map(CleanText::from),
            path: CleanText::from(&gap.path),
            line: gap.line,
            message: CleanText::from(flatten(&gap.message)),
            nearest: gap.nearest.as_ref().map(CleanText::from),
            state: gap.state.name(),
            attempts: gap.attempts,
        });
        GapsData { completeness: answer.completeness.overall, gaps: gaps.collect() }
    }

    fn freshness<'a>(&self, answer: &'a GapsAnswer) -> Option<&'a Freshness> {
        Some(&answer.index)
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
    id: CleanText,
    rule: CleanText,
    severity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    symbol: Option<CleanText>,
    path: CleanText,
    line: u32,
    message: CleanText,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<CleanText>,
    state: &'static str,
    attempts: u32,
}
