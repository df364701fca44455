//! `impact`: lists the direct and transitive users of a symbol.

use rutter_domain::{Freshness, Vocabulary, Worded};
use rutter_engine::{ImpactAnswer, ImpactLimits, impact_of};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::companions::{companion_data, render_companions};
use super::symbol::render_missing;
use crate::CleanText;
use crate::counts::positive;
use crate::reply::ToolReply;
use crate::{
    Effect, ModelTool, Page, PageCut, PagedTool, Permission, Session, Tool, ToolError, Toolbox,
};

/// Definitions of a name that a page lists.
const PAGE_DEFINITIONS: usize = 20;

#[derive(Debug, Clone, Copy)]
pub struct Impact;

/// Lists what is affected when a symbol or file changes: its users, direct and transitive, and documents
/// that mention it, nearest first, and how each link is known.
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
pub struct Args {
    /// A name, bare or qualified: `bar`, `Foo::bar`, `foo.bar`; or the path of a file
    #[serde(rename = "symbol")]
    pub name: String,
    /// Follow links this many steps
    #[arg(short = 'd', long, default_value_t = 5, value_name = "STEPS", value_parser = clap::value_parser!(u32).range(1..))]
    #[serde(default = "default_depth")]
    pub depth: u32,
    /// At most this many affected symbols
    #[arg(short = 'n', long, default_value_t = 100, value_name = "N", value_parser = positive)]
    #[serde(default = "default_limit")]
    pub limit: usize,
}

fn default_depth() -> u32 {
    5
}

fn default_limit() -> usize {
    100
}

impl Tool for Impact {
    const NAME: &'static str = "impact";
    const PERMISSION: Permission = Permission::everyone(Effect::Read);
    type Args = Args;
    type Answer = ImpactAnswer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<ImpactAnswer, ToolError> {
        let limits = ImpactLimits { max_distance: args.depth, max_symbols: args.limit };
        Ok(impact_of(&toolbox.knowledge()?.snapshot, &args.name, limits)?)
    }

    fn word(&self, answer: &mut ImpactAnswer, vocabulary: &dyn Vocabulary) {
        answer.word(vocabulary);
    }

    fn freshness<'a>(&self, answer: &'a ImpactAnswer) -> Option<&'a Freshness> {
        Some(&answer.index)
    }
}

impl ModelTool for Impact {
    const EXAMPLE: &'static str = r#"{"symbol":"Parser::parse","depth":2}"#;
    type Input = Args;

    fn resolve(&self, _: &Toolbox, input: Args) -> Result<Args, ToolError> {
        Ok(Args { depth: input.depth.clamp(1, 20), limit: input.limit.clamp(1, 300), ..input })
    }

    fn render(
        &self,
        _: &Toolbox,
        answer: &ImpactAnswer,
        reply: &mut ToolReply,
    ) -> Result<(), ToolError> {
        if answer.definitions.is_empty() {
            render_missing(reply, &answer.symbol, &answer.near, answer.untracked.as_ref());
            return Ok(());
        }
        let places = answer.definitions.join(", ");
        let more = match answer.definitions_omitted {
            0 => String::new(),
            n_more => format!(" and {n_more} more places"),
        };
        reply.line(format!("`{}` is defined at {places}{more}", answer.symbol));
        reply.trust(&answer.index, None);
        let n_affected = answer.affected.len() + answer.omitted;
        match &answer.untracked {
            Some(untracked) => reply.line(format!(
                "{n_affected} known to be affected; {}; {} lines contain the word",
                untracked.reason, untracked.lines
            )),
            None => reply.line(format!("{n_affected} affected")),
        }
        if answer.ambiguous > 0 {
            reply.line(format!("{} more uses of that name may mean it", answer.ambiguous));
        }
        if answer.not_followed > 0 {
            let n_symbols = answer.not_followed;
            reply.line(format!(
                "{n_symbols} of them have common names and were not followed further"
            ));
        }
        for affected in &answer.affected {
            reply.line(format!(
                "{}  {}:{}  {}  ({})",
                affected.distance,
                affected.path,
                affected.line,
                affected.symbol.as_deref().unwrap_or("top of the file"),
                affected.provenance
            ));
        }
        if answer.omitted > 0 {
            reply.line(format!("… {} more; ask with a greater `limit`", answer.omitted));
        }
        render_companions(reply, &answer.changed_together);
        reply.more("ask with a smaller `depth`");
        Ok(())
    }
}

impl PagedTool for Impact {
    type Data = ImpactData;

    fn seek(&self, args: &mut Args, page: &Page) {
        args.limit = args.limit.saturating_add(page.from);
    }

    fn cut(&self, answer: &mut ImpactAnswer, page: &Page, room: usize) -> PageCut {
        answer.definitions_omitted += answer.definitions.len().saturating_sub(PAGE_DEFINITIONS);
        answer.definitions.truncate(PAGE_DEFINITIONS);
        let n_reached = answer.affected.len();
        answer.affected.drain(..page.from.min(n_reached));
        let is_more = std::mem::take(&mut answer.omitted) > 0;
        page.fill(&mut answer.affected, room, is_more)
    }

    fn data(&self, answer: &ImpactAnswer) -> ImpactData {
        let affected = answer.affected.iter().map(|affected| AffectedData {
            symbol: affected.symbol.as_ref().map(CleanText::from),
            path: CleanText::from(&affected.path),
            line: affected.line,
            distance: affected.distance,
            provenance: affected.provenance.clone(),
        });
        ImpactData {
            definitions: answer.definitions.iter().map(CleanText::from).collect(),
            definitions_omitted: answer.definitions_omitted,
            affected: affected.collect(),
            ambiguous: answer.ambiguous,
            untracked: answer.untracked.as_ref().map(|untracked| untracked.reason.clone()),
            changed_together: companion_data(&answer.changed_together),
        }
    }
}

/// The users of a symbol, as data.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub struct ImpactData {
    /// Where symbols of that name are defined, as `path:line`.
    definitions: Vec<CleanText>,
    /// Definitions that were not given.
    definitions_omitted: usize,
    /// Nearest first.
    affected: Vec<AffectedData>,
    /// Uses of the name that may mean another definition, and are not among `affected`.
    ambiguous: usize,
    /// Why users are missing, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    untracked: Option<String>,
    /// Files often in the same commits, with how many of how many: a hint, no link.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed_together: Vec<CleanText>,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
struct AffectedData {
    #[serde(skip_serializing_if = "Option::is_none")]
    symbol: Option<CleanText>,
    path: CleanText,
    line: u32,
    /// How many steps away.
    distance: u32,
    /// How the least certain step on the way is known.
    provenance: String,
}
