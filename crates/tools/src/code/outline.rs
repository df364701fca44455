//! The outline of a file: a row for each symbol with its qualified name, which says where it belongs, and one
//! row for all fields of a type.

use rutter_domain::SymbolKind;
use rutter_engine::{ListedSymbol, first_sentence};

/// Fields that one row names.
const MOST_FIELDS: usize = 40;
/// A property with more lines has code of its own and gets a row.
const PROPERTY_LINES: u32 = 2;

/// A row of an outline.
#[derive(Debug, Clone)]
pub enum OutlineRow<'a> {
    Symbol(&'a ListedSymbol),
    /// Consecutive fields of one type or, outside of types, of the file.
    Fields(Vec<&'a ListedSymbol>),
}

/// Returns the rows of an outline, in the order of the file.
pub fn outline(symbols: &[ListedSymbol]) -> Vec<OutlineRow<'_>> {
    let mut rows: Vec<OutlineRow<'_>> = Vec::new();
    for symbol in symbols {
        match rows.last_mut() {
            Some(OutlineRow::Fields(fields))
                if is_field(symbol) && fields[0].parent == symbol.parent =>
            {
                fields.push(symbol);
            }
            _ if is_field(symbol) => rows.push(OutlineRow::Fields(vec![symbol])),
            _ => rows.push(OutlineRow::Symbol(symbol)),
        }
    }
    rows
}

impl<'a> OutlineRow<'a> {
    /// The qualified name, or the names of the fields in braces: `User.{id, name}`.
    pub fn name(&self) -> String {
        match self.symbols() {
            [symbol] => symbol.qualified_name.clone(),
            fields => {
                let names: Vec<&str> =
                    fields.iter().take(MOST_FIELDS).map(|field| field.name.as_str()).collect();
                let more = match fields.len() - names.len() {
                    0 => String::new(),
                    omitted => format!(" and {omitted} more"),
                };
                let first = self.first();
                let owner = first.qualified_name.strip_suffix(first.name.as_str());
                format!("{}{{{}{more}}}", owner.unwrap_or_default(), names.join(", "))
            }
        }
    }

    /// The symbol, or the first of the fields.
    pub fn first(&self) -> &'a ListedSymbol {
        self.symbols()[0]
    }

    /// The first and the last line.
    pub fn lines(&self) -> (u32, u32) {
        let symbols = self.symbols();
        let start = symbols.iter().map(|symbol| symbol.start_line).min().unwrap_or(0);
        (start, symbols.iter().map(|symbol| symbol.end_line).max().unwrap_or(0))
    }

    /// The first sentence of a symbol's documentation, unless it is left out.
    pub fn about(&self, docs: DocSentences) -> Option<String> {
        let [symbol] = self.symbols() else { return None };
        let doc = symbol.doc.as_deref().filter(|_| docs == DocSentences::Shown)?;
        first_sentence(doc)
    }

    /// The row as a line of text.
    pub fn text(&self, docs: DocSentences) -> String {
        let (start, end) = self.lines();
        let row = format!("{} ({}) {start}-{end}", self.name(), self.first().kind);
        match self.about(docs) {
            Some(about) => format!("{row}: {about}"),
            None => row,
        }
    }

    fn symbols(&self) -> &[&'a ListedSymbol] {
        match self {
            OutlineRow::Symbol(symbol) => std::slice::from_ref(symbol),
            OutlineRow::Fields(fields) => fields,
        }
    }
}

/// Whether the first sentence of each symbol's documentation is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocSentences {
    Shown,
    LeftOut,
}

impl From<bool> for DocSentences {
    fn from(is_shown: bool) -> DocSentences {
        if is_shown { DocSentences::Shown } else { DocSentences::LeftOut }
    }
}

fn is_field(symbol: &ListedSymbol) -> bool {
    match symbol.kind {
        SymbolKind::Field | SymbolKind::EnumMember => true,
        SymbolKind::Property => symbol.end_line < symbol.start_line + PROPERTY_LINES,
        _ => false,
    }
}
