//! The way in: reads a file's text by what its language is.
//!
//! Parsing is bounded by counts of what the parser does, not by a clock, so that the same text
//! gives the same facts everywhere. Code that uses up its share is cut by lines instead, and says so.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

use rutter_domain::{Facts, Family, Language};
use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use crate::table::Table;
use crate::walk::Walk;
use crate::{chunks, documents, languages, lines};

/// Changes whenever the same text would give other facts, so that kept ones can be told apart.
pub const SYNTAX_VERSION: u32 = 3;

/// The text is handed to the parser in pieces of this size, so that what it reads can be counted.
const PIECE_BYTES: usize = 4096;

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
        facts.parse = rutter_domain::ParseOutcome::TooComplex;
        return facts;
    };
    let mut facts = Walk::new(table, text).run(&tree);
    facts.chunks = chunks::cut_code(tree.root_node(), text, &facts.symbols);
    facts
}

/// The tree of a text, unless it takes the parser far more work than code of its length ever does.
pub(crate) fn parse(table: &Table, text: &str) -> Option<Tree> {
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(&table.grammar).ok()?;
        let readable = languages::readable(table.rules.language, text);
        let work = Work::for_bytes(text.len());
        let tree = parser.parse_with_options(
            &mut |start, _| work.read(&readable, start),
            None,
            Some(ParseOptions::new().progress_callback(&mut |_: &ParseState| work.go_on())),
        );
        parser.reset();
        tree.filter(|_| !work.is_used_up())
    })
}

/// What the parser may still do: take steps, of which it reports every hundredth, and read pieces,
/// of which a scanner that looks for an end that never comes reads all, again and again.
struct Work {
    reports_left: Cell<usize>,
    pieces_left: Cell<usize>,
}

impl Work {
    /// Ordinary code takes a report for 40 bytes at most and reads a piece ten times at most; this
    /// is ten times as much.
    fn for_bytes(n_bytes: usize) -> Work {
        Work {
            reports_left: Cell::new(2000 + n_bytes / 4),
            pieces_left: Cell::new(1000 + 100 * (n_bytes / PIECE_BYTES)),
        }
    }

    fn is_used_up(&self) -> bool {
        self.reports_left.get() == 0 || self.pieces_left.get() == 0
    }

    fn go_on(&self) -> ControlFlow<()> {
        self.reports_left.set(self.reports_left.get().saturating_sub(1));
        if self.is_used_up() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// The piece that starts at a byte; nothing, as if the text had ended, when work is used up.
    fn read<'a>(&self, text: &'a [u8], start: usize) -> &'a [u8] {
        self.pieces_left.set(self.pieces_left.get().saturating_sub(1));
        let end = if self.is_used_up() { start } else { text.len().min(start + PIECE_BYTES) };
        text.get(start..end).unwrap_or_default()
    }
}
