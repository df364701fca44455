//! The way in: reads a file's text by what its language is.
//!
//! Parsing is bounded by a count of parser steps, not by a clock, so that the same text gives the
//! same facts everywhere. Code that uses up its steps is cut by lines instead, and says so.

use std::cell::RefCell;
use std::ops::ControlFlow;

use rutter_domain::{Facts, Family, Language};
use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use crate::table::Table;
use crate::walk::Walk;
use crate::{chunks, documents, languages, lines};

/// Changes whenever the same text would give other facts, so that kept ones can be told apart.
pub const SYNTAX_VERSION: u32 = 1;

/// How often the parser may report per byte of text: it does so every hundred steps, and ordinary
/// code takes about one step a byte.
const REPORTS_PER_BYTE: usize = 1;
const LEAST_REPORTS: usize = 10_000;

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// All that the text says. Whatever the text is, this returns; what could not be read is among the
/// facts' problems.
pub fn read(language: Language, text: &str) -> Facts {
    match language.family() {
        Family::Code => read_code(language, text),
        Family::Document => documents::read_document(language, text),
        Family::Data => lines::read_lines(language, text),
    }
}

/// The grammar of a language that is parsed.
pub fn grammar(language: Language) -> Option<tree_sitter::Language> {
    languages::table(language).map(|table| table.grammar.clone())
}

fn read_code(language: Language, text: &str) -> Facts {
    let Some(table) = languages::table(language) else {
        return lines::read_lines(language, text);
    };
    let Some(tree) = parse(table, text) else {
        let mut facts = lines::read_lines(language, text);
        facts.problems.push("1: too hard to parse, read as plain lines".into());
        return facts;
    };
    let mut facts = Walk::new(table, text).run(&tree);
    facts.chunks = chunks::cut_code(tree.root_node(), text, &facts.symbols);
    facts
}

fn parse(table: &Table, text: &str) -> Option<Tree> {
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(&table.grammar).ok()?;
        let mut reports_left = LEAST_REPORTS + text.len() * REPORTS_PER_BYTE;
        let mut count_report = |_: &ParseState| {
            reports_left = reports_left.saturating_sub(1);
            if reports_left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let tree = parser.parse_with_options(
            &mut |start, _| text.as_bytes().get(start..).unwrap_or_default(),
            None,
            Some(ParseOptions::new().progress_callback(&mut count_report)),
        );
        parser.reset();
        tree
    })
}
