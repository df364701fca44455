//! `symbol`: where a name is defined, who uses it, and what it uses.

use rutter_engine::SymbolAnswer;

use crate::{Tool, ToolError, Toolbox};

/// Tells where a name is defined, its signature and documentation, its callers and its callees.
#[derive(Debug, Clone, Copy)]
pub struct SymbolDetails;

#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// A name, bare or qualified: `bar`, `Foo::bar`, `foo.bar`
    pub name: String,
    /// At most this many callers and callees of each match
    #[arg(short = 'n', long, default_value_t = 50, value_name = "N")]
    pub limit: usize,
}

impl Tool for SymbolDetails {
    const NAME: &'static str = "symbol";
    type Args = Args;
    type Answer = SymbolAnswer;

    fn run(&self, toolbox: &Toolbox, args: Args) -> Result<SymbolAnswer, ToolError> {
        Ok(toolbox.snapshot()?.symbol(&args.name, args.limit)?)
    }
}
