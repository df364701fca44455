//! Extracts of files, small enough to hold those of a whole repository: names defined, used and described.

mod packed;

use rutter_domain::{
    ContentHash, Facts, Language, MarkerKind, ParseOutcome, ReferenceKind, Symbol, SymbolKind,
    Visibility,
};
use rutter_graph::is_dependency;
use serde::{Deserialize, Serialize};

use packed::defined_list;
use rutter_syntax::parameters;

use crate::documents::described::{names_in_prose, title_key};
use crate::name_hash::name_hash;

pub use packed::hash_list;

/// The names of one file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extract {
    pub path: String,
    pub content: ContentHash,
    pub language: Language,
    /// All names, one after the other.
    names: String,
    /// One for each symbol of the facts, in order.
    #[serde(with = "defined_list")]
    pub defined: Vec<DefinedName>,
    /// Hashes of the names that the file refers to, sorted, each once.
    #[serde(with = "hash_list")]
    pub referred: Vec<u64>,
    /// Hashes of the names that it exports from elsewhere, and of modules that it exports as a whole.
    #[serde(with = "hash_list")]
    pub passed_on: Vec<u64>,
    /// For each type with supertypes: its index and the hash of the supertype's name.
    pub supertypes: Vec<(u32, u64)>,
    /// Hashes of the names under which the file knows what it imports.
    #[serde(with = "hash_list")]
    pub imported: Vec<u64>,
    /// Hashes of what the file describes without defining it: the names in its headings, and structs.
    pub described: Vec<u64>,
    /// Hashes of the words in what a document marks as code, sorted, each once.
    #[serde(with = "hash_list")]
    pub marked: Vec<u64>,
    pub has_header: bool,
    pub has_star_import: bool,
    /// Whether a part of it could not be parsed.
    pub has_problems: bool,
}

/// A symbol, without what can be read from its file when needed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinedName {
    pub hash: u64,
    pub(super) start: u32,
    pub(super) length: u16,
    pub parent: Option<u32>,
    pub kind: SymbolKind,
    pub visibility: Visibility,
    pub is_documented: bool,
    /// Of a method; 0 for everything else.
    pub n_parameters: u8,
}

impl Extract {
    pub fn of(path: &str, content: ContentHash, facts: &Facts) -> Extract {
        let mut names = String::new();
        let is_marked = |at, kind| facts.annotations.has_marker(at, kind);
        let defined = (facts.symbols.iter().enumerate())
            .map(|(at, symbol)| {
                let start = u32::try_from(names.len()).unwrap_or(u32::MAX);
                let length = u16::try_from(symbol.name.len()).unwrap_or(0);
                names.push_str(&symbol.name[..usize::from(length)]);
                DefinedName {
                    hash: name_hash(&symbol.name),
                    start,
                    length,
                    parent: symbol.parent,
                    kind: symbol.kind,
                    visibility: symbol.visibility,
                    is_documented: symbol.doc.is_some() && !is_marked(at, MarkerKind::Comment)
                        || is_marked(at, MarkerKind::Described),
                    n_parameters: n_parameters(symbol, facts.language),
                }
            })
            .collect();
        let used = facts.references.iter().filter(|reference| is_dependency(reference.kind));
        let imported = facts.imports.iter().filter_map(|import| import.name.as_deref());
        let mut referred: Vec<u64> = used
            .map(|reference| name_hash(&reference.name))
            .chain(imported.map(name_hash))
            .collect();
        referred.sort_unstable();
        referred.dedup();
        let passed_on = facts.imports.iter().filter(|import| import.is_passed_on);
        let passed_on = passed_on.map(|import| match import.name.as_deref() {
            Some("*") | None => {
                name_hash(import.module.rsplit([':', '.', '/']).next().unwrap_or(""))
            }
            Some(name) => name_hash(name),
        });
        let supertypes = facts.references.iter().filter_map(|reference| match reference.kind {
            ReferenceKind::Extends | ReferenceKind::Implements => {
                Some((reference.from?, name_hash(&reference.name)))
            }
            ReferenceKind::Call
            | ReferenceKind::Type
            | ReferenceKind::Mention
            | ReferenceKind::Read
            | ReferenceKind::Write => None,
        });
        Extract {
            path: path.to_owned(),
            content,
            language: facts.language,
            names,
            defined,
            referred,
            passed_on: passed_on.collect(),
            supertypes: supertypes.collect(),
            imported: imported_names(facts),
            described: described_names(path, facts),
            marked: marked_words(facts),
            has_header: facts.annotations.header.is_some(),
            has_star_import: facts.imports.iter().any(|import| import.name.as_deref() == Some("*")),
            has_problems: !facts.problems.is_empty() || facts.parse != ParseOutcome::Complete,
        }
    }

    /// Computes what is not stored of the defined names: their hashes and where they start.
    pub fn restore(&mut self) {
        let mut start = 0;
        for defined in &mut self.defined {
            defined.start = u32::try_from(start).unwrap_or(u32::MAX);
            let end = start + usize::from(defined.length);
            defined.hash = self.names.get(start..end).map_or(0, name_hash);
            start = end;
        }
    }

    pub fn name_of(&self, defined: &DefinedName) -> &str {
        let start = defined.start as usize;
        self.names.get(start..start + usize::from(defined.length)).unwrap_or("")
    }
}

fn n_parameters(symbol: &Symbol, language: Language) -> u8 {
    match symbol.kind {
        SymbolKind::Method => {
            let list = parameters(symbol, language);
            list.map_or(0, |list| u8::try_from(list.len()).unwrap_or(u8::MAX))
        }
        _ => 0,
    }
}

/// The code spans of headings without brackets, each with and without what qualifies it, and the
/// structs that a commented declaration describes.
fn described_names(path: &str, facts: &Facts) -> Vec<u64> {
    let structs = facts.annotations.described_elsewhere.iter().map(|name| name_hash(name));
    let mut names: Vec<u64> = structs.collect();
    names.extend(names_in_prose(path, facts));
    let sections = facts.symbols.iter().filter(|symbol| symbol.kind == SymbolKind::Section);
    for section in sections {
        names.extend(title_key(&section.name));
        let spans = section.signature.split('`').skip(1).step_by(2);
        for span in spans {
            let name = span.split('(').next().unwrap_or(span).trim();
            names.push(name_hash(name));
            let borders = name.match_indices(['.', ':']).map(|(at, _)| &name[at + 1..]);
            names.extend(borders.filter(|rest| !rest.is_empty()).map(name_hash));
        }
    }
    names.sort_unstable();
    names.dedup();
    names
}

/// The words of a document's mentions.
fn marked_words(facts: &Facts) -> Vec<u64> {
    let is_border = |c: char| !(c.is_alphanumeric() || c == '_' || c == '$');
    let words = facts.mentions.iter().flat_map(|mention| mention.text.split(is_border));
    let mut words: Vec<u64> = words.filter(|word| word.len() > 2).map(name_hash).collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn imported_names(facts: &Facts) -> Vec<u64> {
    let names = facts.imports.iter().flat_map(|import| {
        let last = import.module.rsplit(['.', ':', '/']).next();
        let first = import.module.split('.').next();
        [import.alias.as_deref(), import.name.as_deref().or(last), first]
    });
    let mut names: Vec<u64> = names.flatten().map(name_hash).collect();
    names.sort_unstable();
    names.dedup();
    names
}
