//! `list_symbols_in_file`: what a file defines.

use rutter_engine::{Error, SymbolsAnswer, symbols_of_file};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::telling::Telling;
use crate::{Cut, Effect, Offered, Page, Session, Tool, ToolError, Toolbox};

/// What a page holds.
const PAGE_SYMBOLS: usize = 150;

/// Lists the symbols that a file defines, in order.
#[derive(Debug, Clone, Copy)]
pub struct Symbols;

/// Lists the symbols that a file defines, in order, with their lines: far cheaper than reading it.
/// Then look at one with get_symbol_details, or read its lines.
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
pub struct Args {
    /// A file of the repository, relative to its root
    #[arg(value_name = "FILE")]
    #[serde(rename = "file_path")]
    pub path: String,
}

impl Tool for Symbols {
    const NAME: &'static str = "list_symbols_in_file";
    type Args = Args;
    type Answer = SymbolsAnswer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<SymbolsAnswer, ToolError> {
        Ok(symbols_of_file(&toolbox.knowledge()?.snapshot, &args.path)?)
    }
}

impl Offered for Symbols {
    const EFFECT: Effect = Effect::Looks;
    const EXAMPLE: &'static str = r#"{"file_path":"src/main.rs"}"#;
    type Asked = Args;

    fn read(&self, toolbox: &Toolbox, asked: Args) -> Result<Args, ToolError> {
        let path = toolbox.workspace()?.resolve_file(&asked.path)?.path;
        match symbols_of_file(&toolbox.knowledge()?.snapshot, &path) {
            Err(Error::NotIndexed { .. }) => Err(ToolError::refuse(
                format!("`{path}` is not in the index: it is ignored, binary, large or generated"),
                "read it with read_file",
            )),
            Ok(_) | Err(_) => Ok(Args { path }),
        }
    }

    fn cut(&self, answer: &mut SymbolsAnswer, page: &Page, room: usize) -> Cut {
        page.cut(&mut answer.symbols, room.min(PAGE_SYMBOLS))
    }

    fn tell(&self, _: &Toolbox, answer: &SymbolsAnswer) -> Result<Telling, Error> {
        let mut telling = Telling::default();
        let n_symbols = answer.symbols.len();
        let noun = if n_symbols == 1 { "symbol" } else { "symbols" };
        telling.line(format!("{n_symbols} {noun} in `{}`", answer.path));
        for symbol in &answer.symbols {
            let depth = depth_of(answer, symbol.parent.as_deref());
            telling.line(format!(
                "{}{} ({}) {}-{}",
                "  ".repeat(depth),
                symbol.name,
                symbol.node_kind,
                symbol.start_line,
                symbol.end_line
            ));
        }
        if n_symbols == 0 {
            telling.line("read it with read_file");
        }
        telling.more(format!("the rest is found with read_file or search in `{}`", answer.path));
        Ok(telling)
    }
}

/// How many symbols a symbol with this parent lies in.
fn depth_of(answer: &SymbolsAnswer, parent: Option<&str>) -> usize {
    let mut depth = 0;
    let mut above = parent;
    while let Some(name) = above.filter(|_| depth < 8) {
        depth += 1;
        let found = answer.symbols.iter().find(|symbol| symbol.qualified_name == name);
        above = found.and_then(|symbol| symbol.parent.as_deref()).filter(|next| *next != name);
    }
    depth
}
