//! Runs the parser, as far as its work is bounded.

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use crate::table::Table;
use crate::work::{Ended, Work};
use crate::{languages, nesting};

/// For callers who never stop the work.
pub(crate) static NEVER: AtomicBool = AtomicBool::new(false);

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// Gives the thread another parser, after a panic in one of its callbacks.
pub(crate) fn replace_parser() {
    PARSER.set(Parser::new());
}

/// The tree of a text, unless it takes the parser far more work than code of its length does.
pub(crate) fn parse(table: &Table, text: &str, work: &Work<'_>) -> Result<Tree, Ended> {
    parse_bytes(table, &languages::tokenizable(table.rules.language, text), work)
}

/// The tree of a text that is ready for the grammar.
pub(crate) fn parse_bytes(table: &Table, text: &[u8], work: &Work<'_>) -> Result<Tree, Ended> {
    if nesting::is_too_deep(table.rules.language, text) {
        return Err(Ended::TooComplex);
    }
    // The Kotlin scanner would never return from the end of some texts, and nothing can end it.
    let text = languages::endable(table.rules.language, text);
    let attempt = || {
        PARSER.with_borrow_mut(|parser| {
            parser.set_language(&table.grammar).ok()?;
            let tree = parser.parse_with_options(
                &mut |start, _| work.read(&text, start),
                None,
                Some(ParseOptions::new().progress_callback(&mut |_: &ParseState| work.report())),
            );
            // An ended parse would go on at the next call, with another text.
            parser.reset();
            tree
        })
    };
    let mut tree = attempt();
    // A virtual machine that stops for a moment counts that as work of the thread, so the clock
    // alone may end an ordinary file.
    while work.begins_again() {
        tree = attempt();
    }
    work.check()?;
    tree.ok_or(Ended::TooComplex)
}
