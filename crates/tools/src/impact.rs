//! `impact`: who is affected when a symbol changes.

use rutter_engine::{ImpactAnswer, ImpactLimits};

use crate::{Tool, ToolError, Toolbox};

/// Tells which symbols use a symbol, directly or through others, and how each link is known.
#[derive(Debug, Clone, Copy)]
pub struct Impact;

#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// A name, bare or qualified: `bar`, `Foo::bar`, `foo.bar`
    pub name: String,
    /// Follow links this many steps
    #[arg(short = 'd', long, default_value_t = 5, value_name = "STEPS")]
    pub depth: u32,
    /// At most this many affected symbols
    #[arg(short = 'n', long, default_value_t = 100, value_name = "N")]
    pub limit: usize,
}

impl Tool for Impact {
    const NAME: &'static str = "impact";
    type Args = Args;
    type Answer = ImpactAnswer;

    fn run(&self, toolbox: &Toolbox, args: Args) -> Result<ImpactAnswer, ToolError> {
        let limits = ImpactLimits { max_distance: args.depth, max_symbols: args.limit };
        Ok(toolbox.snapshot()?.impact(&args.name, limits)?)
    }
}
