//! `list_symbols_in_file`: lists the symbols that a file defines.

use rutter_domain::{Freshness, Hint, Vocabulary, Worded};
use rutter_engine::{Error, SymbolsAnswer, symbols_of_file};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::mentions::{MentionData, render_mentions};
use super::outline::{DocSentences, outline};
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
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Args {
    /// A file of the repository, relative to its root
    #[serde(rename = "file_path")]
    pub path: String,
    /// Also the first sentence of each symbol's documentation
    #[serde(default)]
    pub docs: bool,
}

/// The symbols of a file, and whether to show their documentation.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    #[serde(flatten)]
    pub file: SymbolsAnswer,
    #[serde(skip)]
    pub docs: DocSentences,
}

impl Tool for Symbols {
    const NAME: &'static str = "list_symbols_in_file";
    const PERMISSION: Permission = Permission::everyone(Effect::Read);
    type Args = Args;
    type Answer = Answer;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<Answer, ToolError> {
        let file = symbols_of_file(&toolbox.knowledge()?.snapshot, &args.path)?;
        Ok(Answer { file, docs: args.docs.into() })
    }

    fn word(&self, answer: &mut Answer, vocabulary: &dyn Vocabulary) {
        answer.file.word(vocabulary);
    }

    fn freshness<'a>(&self, answer: &'a Answer) -> Option<&'a Freshness> {
        Some(&answer.file.index)
    }
}

impl ModelTool for Symbols {
    const EXAMPLE: &'static str = r#"{"file_path":"src/main.rs"}"#;
    type Input = Args;

    fn resolve(&self, toolbox: &Toolbox, input: Args) -> Result<Args, ToolError> {
        let path = toolbox.workspace()?.resolve_file(&input.path)?.path;
        match symbols_of_file(&toolbox.knowledge()?.snapshot, &path) {
            Err(error @ Error::NotIndexed { .. }) => {
                Err(ToolError::refuse(error.to_string(), Hint::ReadFile))
            }
            Ok(_) | Err(_) => Ok(Args { path, ..input }),
        }
    }

    fn render(&self, _: &Toolbox, answer: &Answer, reply: &mut ToolReply) -> Result<(), ToolError> {
        let Answer { file: answer, docs } = answer;
        let n_symbols = answer.symbols.len();
        let noun = if n_symbols == 1 { "symbol" } else { "symbols" };
        reply.line(format!("{n_symbols} {noun} in `{}`", answer.path));
        for row in outline(&answer.symbols) {
            reply.line(row.text(*docs));
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

    fn cut(&self, answer: &mut Answer, page: &Page, room: usize) -> PageCut {
        let answer = &mut answer.file;
        // Mentions belong to the whole file, so they are on the first page; a small page has room for a few.
        let most = if page.from > 0 { 0 } else { room / SYMBOLS_PER_MENTION };
        answer.mentions_omitted += answer.mentions.len().saturating_sub(most);
        answer.mentions.truncate(most);
        page.cut(&mut answer.symbols, room.min(PAGE_SYMBOLS))
    }

    fn data(&self, answer: &Answer) -> SymbolsData {
        let answer = &answer.file;
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
