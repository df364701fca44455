//! The values that the subject's code names: constants, fields, enum members, and short functions that
//! return a value. Numbers, units and literals of a claim may be there instead of in the code.

use std::collections::HashSet;

use rutter_domain::SymbolKind;

use crate::context::{NamedValue, is_data};
use crate::{Neighbour, SubjectContext};

/// At most this many different names of the code are looked up.
const MOST_NAMES: usize = 100;
/// A name with more definitions than this says nothing about a value.
const MOST_MEANINGS: usize = 3;
/// A function of at most this many lines is read as the value it returns.
const SHORT_LINES: u32 = 4;
/// A value has at most this many lines, enums and tables included.
const LONGEST_LINES: u32 = 60;

impl SubjectContext<'_> {
    /// The constants, fields and short functions that the subject's code names.
    pub(crate) fn named_values(&self) -> &[NamedValue] {
        self.named_values.get_or_init(|| collect(self))
    }
}

/// The values that the code names, and those that these name in turn.
fn collect(context: &SubjectContext<'_>) -> Vec<NamedValue> {
    let mut found = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    known.insert(context.symbol().name.clone());
    named_in(context, &context.code, &mut known, &mut found);
    let first: Vec<String> = found.iter().map(|one: &NamedValue| one.text.clone()).collect();
    for text in first {
        named_in(context, &text, &mut known, &mut found);
    }
    found
}

fn named_in(
    context: &SubjectContext<'_>,
    code: &str,
    known: &mut HashSet<String>,
    found: &mut Vec<NamedValue>,
) {
    for name in code.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '?' | '!')) {
        let name = name.trim_end_matches(['?', '!']);
        let is_name = name.len() > 1 && name.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !is_name || known.len() > MOST_NAMES || !known.insert(name.to_owned()) {
            continue;
        }
        let mut meanings: Vec<Neighbour> =
            context.definitions(name).into_iter().filter(is_value).collect();
        if meanings.iter().any(|one| one.path == context.path()) {
            meanings.retain(|one| one.path == context.path());
        }
        if meanings.len() > MOST_MEANINGS {
            continue;
        }
        for at in meanings {
            if let Some(text) = context.text_of(&at) {
                found.push(NamedValue { at, text });
            }
        }
    }
}

fn is_value(neighbour: &Neighbour) -> bool {
    let symbol = neighbour.symbol();
    let n_lines = symbol.span.n_lines();
    let is_short = symbol.kind.is_callable()
        && !matches!(symbol.kind, SymbolKind::Constructor | SymbolKind::Test)
        && n_lines <= SHORT_LINES;
    let is_table = matches!(symbol.kind, SymbolKind::Enum | SymbolKind::TypeAlias);
    is_short || (is_data(symbol) || is_table) && n_lines <= LONGEST_LINES
}
