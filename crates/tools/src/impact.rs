//! `impact`: who is affected when a symbol changes.

use rutter_engine::{Error, ImpactAnswer, ImpactLimits, impact_of};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::telling::Telling;
use crate::{Cut, Effect, Offered, Page, Session, Tool, ToolError, Toolbox};

/// So many places of a name's definitions are told on a page.
const PAGE_DEFINITIONS: usize = 20;

/// Tells which symbols use a symbol, directly or through others, and how each link is known.
#[derive(Debug, Clone, Copy)]
pub struct Impact;

/// Tells who is affected when a symbol changes: what uses it, directly or through others, nearest
/// first, and how each link is known. Use it to learn how central a symbol is.
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
pub struct Args {
    /// A name, bare or qualified: `bar`, `Foo::bar`, `foo.bar`
    #[serde(rename = "symbol")]
    pub name: String,
    /// Follow links this many steps
    #[arg(short = 'd', long, default_value_t = 5, value_name = "STEPS")]
    #[serde(default = "default_depth")]
    pub depth: u32,
    /// At most this many affected symbols
    #[arg(short = 'n', long, default_value_t = 100, value_name = "N")]
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
    type Args = Args;
    type Answer = ImpactAnswer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<ImpactAnswer, ToolError> {
        let limits = ImpactLimits { max_distance: args.depth, max_symbols: args.limit };
        Ok(impact_of(&toolbox.knowledge()?.snapshot, &args.name, limits)?)
    }
}

impl Offered for Impact {
    const EFFECT: Effect = Effect::Looks;
    const EXAMPLE: &'static str = r#"{"symbol":"Parser::parse","depth":2}"#;
    type Asked = Args;

    fn read(&self, _: &Toolbox, asked: Args) -> Result<Args, ToolError> {
        Ok(Args { depth: asked.depth.clamp(1, 20), limit: asked.limit.clamp(1, 300), ..asked })
    }

    fn turn_to(&self, args: &mut Args, page: &Page) {
        args.limit = args.limit.saturating_add(page.from);
    }

    fn cut(&self, answer: &mut ImpactAnswer, page: &Page, room: usize) -> Cut {
        answer.definitions_omitted = answer.definitions.len().saturating_sub(PAGE_DEFINITIONS);
        answer.definitions.truncate(PAGE_DEFINITIONS);
        let n_reached = answer.affected.len();
        answer.affected.drain(..page.from.min(n_reached));
        let is_more = std::mem::take(&mut answer.omitted) > 0;
        page.fill(&mut answer.affected, room, is_more)
    }

    fn tell(&self, _: &Toolbox, answer: &ImpactAnswer) -> Result<Telling, Error> {
        let mut telling = Telling::default();
        if answer.definitions.is_empty() {
            crate::symbol::tell_missing(&mut telling, &answer.symbol, &answer.near);
            return Ok(telling);
        }
        let places = answer.definitions.join(", ");
        let more = match answer.definitions_omitted {
            0 => String::new(),
            n_more => format!(" and {n_more} places more"),
        };
        telling.line(format!("`{}` is defined at {places}{more}", answer.symbol));
        telling.trust(&answer.index, None);
        telling.line(format!("{} affected", answer.affected.len() + answer.omitted));
        for affected in &answer.affected {
            telling.line(format!(
                "{}  {}:{}  {}  ({})",
                affected.distance,
                affected.path,
                affected.line,
                affected.symbol.as_deref().unwrap_or("top of the file"),
                affected.provenance
            ));
        }
        if answer.omitted > 0 {
            telling.line(format!("… {} more; ask with a greater `limit`", answer.omitted));
        }
        telling.more("ask with a smaller `depth`");
        Ok(telling)
    }
}
