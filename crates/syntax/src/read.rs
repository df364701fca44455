//! The way in: reads a file's text by what its language is.
//!
//! Whatever the text, reading it returns: work and memory are bounded ([`Work`]), and a
//! panic in what a language does is contained. A text that cannot be read by its language is cut by
//! lines, and its [`ParseOutcome`] says why. Start at [`read`].

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use rutter_domain::{Facts, Family, Import, Language, ParseOutcome};
use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use crate::annotations::annotate;
use crate::contain::contain;
use crate::table::Table;
use crate::walk::Walk;
use crate::work::{Ended, Work};
use crate::{chunks, distant_docs, documents, gate, languages, lines};

/// Changes whenever the same text would give other facts, so that stored ones can be recognised as old.
pub const SYNTAX_VERSION: u32 = 14;

/// For callers who never stop the work.
pub(crate) static NEVER: AtomicBool = AtomicBool::new(false);

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// All that the text says. Whatever the text is, this returns; what could not be read is among the
/// facts' problems.
pub fn read(language: Language, text: &str) -> Facts {
    read_until(language, text, &NEVER).expect("nobody stops it")
}

/// As [`read`], but returns `None` soon after `stopped` becomes true.
pub fn read_until(language: Language, text: &str, stopped: &AtomicBool) -> Option<Facts> {
    read_contained(language, text, || {
        let mut facts = match language.family() {
            Family::Code => match languages::table(language) {
                Some(table) => read_code(table, text, stopped)?,
                None => lines::read_lines(language, text),
            },
            Family::Document => documents::read_document(language, text)?,
            Family::Data => lines::read_lines(language, text),
        };
        distant_docs::attach(text, &mut facts);
        facts.annotations = annotate(text, &facts);
        Ok(facts)
    })
}

/// The grammar of a language that is parsed.
pub fn grammar(language: Language) -> Option<tree_sitter::Language> {
    languages::table(language).map(|table| table.grammar.clone())
}

/// What `work` makes of a text, or the text cut by lines; `None` if it was stopped.
fn read_contained(
    language: Language,
    text: &str,
    work: impl FnOnce() -> Result<Facts, Ended>,
) -> Option<Facts> {
    let parse = match contain(work) {
        Some(Ok(facts)) => return Some(facts),
        Some(Err(Ended::Stopped)) => return None,
        Some(Err(Ended::TooComplex)) => ParseOutcome::TooComplex,
        None => {
            PARSER.set(Parser::new());
            ParseOutcome::Failed
        }
    };
    // Should even that fail, the file has no facts.
    let facts = contain(|| lines::read_lines(language, text));
    Some(Facts { parse, ..facts.unwrap_or_else(|| Facts::empty(language)) })
}

fn read_code(table: &'static Table, text: &str, stopped: &AtomicBool) -> Result<Facts, Ended> {
    let _permit = gate::enter(text.len(), stopped)?;
    let work = Work::new(text.len(), stopped);
    let tree = parse(table, text, &work)?;
    let mut facts = Walk::new(table, text).run(&tree, &work)?;
    facts.chunks = chunks::cut_code(tree, text, &facts.symbols);
    Ok(facts)
}

/// What a piece of code imports; nothing if it cannot be parsed.
pub(crate) fn imports_of(language: Language, text: &str) -> Vec<Import> {
    let Some(table) = languages::table(language) else { return Vec::new() };
    let work = Work::new(text.len(), &NEVER);
    let facts = parse(table, text, &work).and_then(|tree| Walk::new(table, text).run(&tree, &work));
    facts.map(|facts| facts.imports).unwrap_or_default()
}

/// The tree of a text, unless it takes the parser far more work than code of its length does.
pub(crate) fn parse(table: &Table, text: &str, work: &Work<'_>) -> Result<Tree, Ended> {
    let readable = languages::readable(table.rules.language, text);
    let attempt = || {
        PARSER.with_borrow_mut(|parser| {
            parser.set_language(&table.grammar).ok()?;
            let tree = parser.parse_with_options(
                &mut |start, _| work.read(&readable, start),
                None,
                Some(ParseOptions::new().progress_callback(&mut |_: &ParseState| work.report())),
            );
            parser.reset();
            tree
        })
    };
    let mut tree = attempt();
    while work.begins_again() {
        tree = attempt();
    }
    work.check()?;
    tree.ok_or(Ended::TooComplex)
}

#[cfg(test)]
mod tests;
