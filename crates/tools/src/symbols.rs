//! `symbols`: what a file defines.

use rutter_engine::SymbolsAnswer;

use crate::{Tool, ToolError, Toolbox};

/// Lists the symbols that a file defines, in order.
#[derive(Debug, Clone, Copy)]
pub struct Symbols;

#[derive(Debug, Clone, clap::Args)]
pub struct Args {
    /// A file of the repository, relative to its root
    #[arg(value_name = "FILE")]
    pub path: String,
}

impl Tool for Symbols {
    const NAME: &'static str = "symbols";
    type Args = Args;
    type Answer = SymbolsAnswer;

    fn run(&self, toolbox: &Toolbox, args: Args) -> Result<SymbolsAnswer, ToolError> {
        Ok(toolbox.snapshot()?.symbols(&args.path)?)
    }
}
