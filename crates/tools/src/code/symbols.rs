//! `list_symbols_in_file`: the symbols that a file defines.

use rutter_domain::{Freshness, Hint, Vocabulary, Worded};
use rutter_engine::{Error, SymbolsAnswer, symbols_of_file};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::mentions::{MentionData, render_mentions};
use crate::CleanText;
use crate::reply::ToolReply;
use crate::{
    Effect, ModelTool, Page, PageCut, PagedTool, Permission, Session, Tool, ToolError, Toolbox,
};

const PAGE_SYMBOLS: usize = 150;
/// A page with room for this many symbols has room for one place that mentions the file.
const SYMBOLS_PER_MENTION: usize = 5;

#[derive(Debug, Clone, Copy)]
pub struct Symbols;

/// Lists the symbols that a file defines, with their lines, and where documents mention the file: far
/// cheaper than reading it. Then inspect one with {get_symbol_details}, or read its lines.
#[derive(Debug, Clone, Deserialize, JsonSchema, clap::Args)]
pub struct Args {
    /// A file of the repository, relative to its root
    #[arg(value_name = "FILE")]
    #[serde(rename = "file_path")]
    pub path: String,
}

impl Tool for Symbols {
    const NAME: &'static str = "list_symbols_in_file";
    const PERMISSION: Permission = Permission::everyone(Effect::Read);
    type Args = Args;
    type Answer = SymbolsAnswer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<SymbolsAnswer, ToolError> {
        Ok(symbols_of_file(&toolbox.knowledge()?.snapshot, &args.path)?)
    }

    fn word(&self, answer: &mut SymbolsAnswer, vocabulary: &dyn Vocabulary) {
        answer.word(vocabulary);
    }
}

impl ModelTool for Symbols {
    const EXAMPLE: &'static str = r#"{"file_path":"src/main.rs"}"#;
    type Input = Args;

    fn resolve(&self, toolbox: &Toolbox, input: Args) -> Result<Args, ToolError> {
        let path = toolbox.workspace()?.resolve_file(&input.path)?.path;
        match symbols_of_file(&toolbox.knowledge()?.snapshot, &path) {
            Err(Error::NotIndexed { .. }) => Err(ToolError::refuse(
                format!("`{path}` is not in the index: it is ignored, binary, large or generated"),
                Hint::ReadFile,
            )),
            Ok(_) | Err(_) => Ok(Args { path }),
        }
    }

    fn render(
        &self,
        _: &Toolbox,
        answer: &SymbolsAnswer,
        reply: &mut ToolReply,
    ) -> Result<(), ToolError> {
        let n_symbols = answer.symbols.len();
        let noun = if n_symbols == 1 { "symbol" } else { "symbols" };
        reply.line(format!("{n_symbols} {noun} in `{}`", answer.path));
        for symbol in &answer.symbols {
            let depth = depth_of(answer, symbol.parent.as_deref());
            reply.line(format!(
                "{}{} ({}) {}-{}",
                "  ".repeat(depth),
                symbol.name,
                symbol.kind,
                symbol.start_line,
                symbol.end_line
            ));
        }
        render_mentions(reply, &answer.mentions, answer.mentions_omitted);
        if n_symbols == 0 {
            let read = reply.words(&Hint::ReadFile);
            reply.line(read);
        }
        let (read_file, search) = (reply.tool_name("read_file"), reply.tool_name("search"));
        reply.more(format!("the rest is found with {read_file} or {search} in `{}`", answer.path));
        Ok(())
    }
}

impl PagedTool for Symbols {
    type Data = SymbolsData;

    fn cut(&self, answer: &mut SymbolsAnswer, page: &Page, room: usize) -> PageCut {
        // They belong to the file as a whole; a small page has room for a few.
        let most = if page.from > 0 { 0 } else { room / SYMBOLS_PER_MENTION };
        answer.mentions_omitted += answer.mentions.len().saturating_sub(most);
        answer.mentions.truncate(most);
        page.cut(&mut answer.symbols, room.min(PAGE_SYMBOLS))
    }

    fn data(&self, answer: &SymbolsAnswer) -> SymbolsData {
        let symbols = answer.symbols.iter().map(|symbol| OutlinedSymbol {
            qualified_name: CleanText::from(&symbol.qualified_name),
            kind: symbol.kind.name(),
            start_line: symbol.start_line,
            end_line: symbol.end_line,
        });
        SymbolsData {
            path: CleanText::from(&answer.path),
            symbols: symbols.collect(),
            mentions: answer.mentions.iter().map(MentionData::from).collect(),
            mentions_omitted: answer.mentions_omitted,
        }
    }

    fn freshness<'a>(&self, answer: &'a SymbolsAnswer) -> Option<&'a Freshness> {
        Some(&answer.index)
    }
}

/// The symbols of a file, as data.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
pub struct SymbolsData {
    path: CleanText,
    symbols: Vec<OutlinedSymbol>,
    /// Where documents mention the file; on the first page only.
    mentions: Vec<MentionData>,
    mentions_omitted: usize,
}

#[derive(Debug, Default, Serialize, JsonSchema)]
#[schemars(default)]
struct OutlinedSymbol {
    qualified_name: CleanText,
    kind: &'static str,
    start_line: u32,
    end_line: u32,
}

/// How deeply a symbol with this parent is nested.
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
