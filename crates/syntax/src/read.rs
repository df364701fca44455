//! The way in: reads a file's text by what its language is.
//!
//! Whatever the text, reading it returns: work and memory are bounded ([`Work`]), and a
//! panic in what a language does is contained. A text that cannot be read by its language is cut by
//! lines, and its [`ParseOutcome`] says why. Start at [`read`].

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

use rutter_domain::{Facts, Family, Import, Language, ParseOutcome, Symbol, SymbolKind};
use tree_sitter::Tree;

use crate::annotations::annotate;
use crate::contain::contain;
use crate::parse::{NEVER, parse, parse_bytes, replace_parser};
use crate::prepare::{self, prepare};
use crate::table::Table;
use crate::walk::Walk;
use crate::work::{Ended, Work};
use crate::{chunks, damage, distant_docs, documents, gate, languages, lines, lost, recovery};

/// Changes whenever the same text would give other facts, so that stored ones can be recognised as old.
pub const SYNTAX_VERSION: u32 = 27;

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
            // A panic in a callback leaves the parser in the midst of a text.
            replace_parser();
            ParseOutcome::Failed
        }
    };
    // Should even that fail, the file has no facts.
    let facts = contain(|| lines::read_lines(language, text));
    Some(Facts { parse, ..facts.unwrap_or_else(|| Facts::empty(language)) })
}

fn read_code(table: &'static Table, text: &str, stopped: &AtomicBool) -> Result<Facts, Ended> {
    let _permit = gate::enter(text.len(), stopped)?;
    let plain = prepare(table, text, stopped);
    let unwrapped = languages::without_parameter_macros(table.rules.language, &plain);
    let readable = unwrapped.map_or(Cow::Borrowed(&*plain), Cow::Owned);
    let work = Work::new(text.len(), stopped);
    let tree = parse_bytes(table, &readable, &work)?;
    let mut facts = Walk::new(table, text).run(&tree, &work)?;
    prepare::add_hidden_uses(text, &plain, &readable, &mut facts);
    if !tree.root_node().has_error() && !is_misread(&facts) {
        return Ok(with_chunks(facts, tree, text));
    }
    let attempt = Attempt { readable, facts, tree };
    let Attempt { mut facts, tree, readable } = retry(table, text, &plain, attempt, stopped)?;
    lost::add_macros(text, &mut facts);
    // Only texts with errors get here: without one, each brace is where the grammar has it.
    facts.damaged = damage::find(&readable, &tree, &facts);
    Ok(with_chunks(facts, tree, text))
}

/// Whether a macro was taken for a symbol.
fn is_misread(facts: &Facts) -> bool {
    facts.symbols.iter().any(|symbol| languages::is_misread(facts.language, symbol))
}

/// One way of reading a text, and its result.
struct Attempt<'t> {
    /// The text that was parsed.
    readable: Cow<'t, [u8]>,
    facts: Facts,
    tree: Tree,
}

/// Reads a text that has errors without what may be macros, and then without the lines that the grammar
/// gives up at. `plain` is the text before any macro was hidden. An attempt counts if it finds more.
fn retry<'t>(
    table: &'static Table,
    text: &'t str,
    plain: &[u8],
    first: Attempt<'t>,
    stopped: &AtomicBool,
) -> Result<Attempt<'t>, Ended> {
    let mut best = first;
    let language = table.rules.language;
    if let Some(readable) = languages::more_readable(language, &best.readable)
        && (prepare::differs_near(&best.readable, &readable, &recovery::error_rows(&best.tree))
            || is_misread(&best.facts))
        && let Some(mut found) = attempt(table, text, readable, stopped)?
        && (finds_more(&found.facts, &best.facts)
            || has_fewer_errors(&found, &best)
            || table.profile.has_xml_comments() && is_clean(&found, &best))
    {
        prepare::add_hidden_uses(text, plain, &found.readable, &mut found.facts);
        best = found;
    }
    let is_lost = |rows: &Range<usize>| recovery::hides_definitions(language, rows);
    if recovery::error_rows(&best.tree).iter().any(is_lost) {
        if let Some(readable) = recovery::find_readable(table, &best.readable, stopped)
            && let Some(mut found) = attempt(table, text, readable, stopped)?
            && finds_more(&found.facts, &best.facts)
        {
            prepare::add_hidden_uses(text, plain, &best.readable, &mut found.facts);
            let problems = std::mem::take(&mut best.facts.problems);
            best = Attempt { facts: Facts { problems, ..found.facts }, ..found };
        }
        // Whether or not another attempt found more, what the error hides may be missing.
        best.facts.parse = ParseOutcome::Partly;
    }
    Ok(best)
}

/// `None` if the text takes too much work in this form.
fn attempt<'t>(
    table: &'static Table,
    text: &'t str,
    readable: Vec<u8>,
    stopped: &AtomicBool,
) -> Result<Option<Attempt<'t>>, Ended> {
    let work = Work::new(text.len(), stopped);
    let found = parse_bytes(table, &readable, &work)
        .and_then(|tree| Walk::new(table, text).run(&tree, &work).map(|facts| (facts, tree)));
    match found {
        Ok((facts, tree)) => Ok(Some(Attempt { readable: Cow::Owned(readable), facts, tree })),
        Err(Ended::Stopped) => Err(Ended::Stopped),
        Err(Ended::TooComplex) => Ok(None),
    }
}

/// Whether an attempt has no errors left and finds something new. What the other one found in the wreck of a
/// declaration, such as a constructor for each call, does not count.
fn is_clean(found: &Attempt<'_>, best: &Attempt<'_>) -> bool {
    !found.tree.root_node().has_error()
        && count_missing(&found.facts, &best.facts, |symbol| symbol.kind.is_container()) > 0
}

/// Whether an attempt understands more of the text, and loses no line that defines something.
fn has_fewer_errors(found: &Attempt<'_>, best: &Attempt<'_>) -> bool {
    let n_errors = |attempt: &Attempt<'_>| recovery::error_rows(&attempt.tree).len();
    n_errors(found) < n_errors(best) && n_lines_lost(&found.facts, &best.facts) == 0
}

/// Whether another attempt has more symbols, or the same ones in better places.
fn finds_more(found: &Facts, facts: &Facts) -> bool {
    let any = |_: &Symbol| true;
    let (n_gained, n_lost) = (count_missing(found, facts, any), count_missing(facts, found, any));
    n_gained > 2 * n_lines_lost(found, facts)
        || n_gained == 0 && n_lost == 0 && n_inner(found) > n_inner(facts)
}

/// Number of symbols on lines that define nothing in `found`.
fn n_lines_lost(found: &Facts, facts: &Facts) -> usize {
    let lines: HashSet<u32> = found.symbols.iter().map(|symbol| symbol.span.start_line).collect();
    // Where a function is not understood, its variables are taken for those of the file, and its type for
    // its name.
    let is_telling = |symbol: &Symbol| {
        symbol.kind != SymbolKind::Variable && !lines.contains(&symbol.span.start_line)
    };
    count_missing(facts, found, is_telling)
}

/// Number of symbols in `facts` that `in_facts` does not have.
fn count_missing(facts: &Facts, in_facts: &Facts, counts: impl Fn(&Symbol) -> bool) -> usize {
    let place_of = |symbol: &Symbol| (symbol.name.clone(), symbol.span.start_line);
    let there: HashSet<_> = in_facts.symbols.iter().map(place_of).collect();
    let is_missing = |symbol: &&Symbol| {
        counts(symbol)
            // A macro that was taken for a symbol is no gain, and its loss is none.
            && !languages::may_be_macro(facts.language, symbol)
            && !there.contains(&place_of(symbol))
    };
    facts.symbols.iter().filter(is_missing).count()
}

/// Number of symbols with a parent.
fn n_inner(facts: &Facts) -> usize {
    facts.symbols.iter().filter(|symbol| symbol.parent.is_some()).count()
}

fn with_chunks(mut facts: Facts, tree: Tree, text: &str) -> Facts {
    facts.chunks = chunks::cut_code(tree, text, &facts.symbols);
    facts
}

/// The imports of a piece of code; empty if it cannot be parsed.
pub(crate) fn imports_of(language: Language, text: &str) -> Vec<Import> {
    let Some(table) = languages::table(language) else { return Vec::new() };
    let work = Work::new(text.len(), &NEVER);
    let facts = parse(table, text, &work).and_then(|tree| Walk::new(table, text).run(&tree, &work));
    facts.map(|facts| facts.imports).unwrap_or_default()
}

#[cfg(test)]
mod tests;
