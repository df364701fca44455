//! `missing-description`: a public symbol without a description, and without a [reason](super::reasons) to have none.

use std::collections::{HashMap, HashSet};

use rutter_domain::{Language, Severity, Symbol, SymbolKind};
use rutter_syntax::profile;
use rutter_syntax::profile::Aliases;

use crate::documents::repository_text::RepositoryText;
use crate::findings::{Finding, Findings};
use crate::lexicon::symbols;
use crate::rule::{AppliesTo, Example, Rule, RuleInfo};
use crate::rules::described::{is_described, is_described_in_text};
use crate::rules::doc_text::name_words;
use crate::rules::reasons::{Basis, PublicSymbol};
use crate::view::FileView;

/// Finds public symbols without a description.
pub struct MissingDescription;

static INFO: RuleInfo = RuleInfo {
    name: "missing-description",
    about: "A public symbol has no doc comment, no good entry and no section in a document.",
    why: "To use it, one has to read its code and guess what it is for.",
    severity: Severity::Medium,
    weight: 1.0,
    applies_to: AppliesTo::Sources,
    wrong: Example {
        path: "tide.py",
        text: "def high_water(port, day):\n    return table(port).after(day).highest()\n",
    },
    right: Example {
        path: "tide.py",
        text: "def high_water(port, day):\n    \"\"\"Finds the first high tide of a day.\"\"\"\n    return table(port).after(day).highest()\n",
    },
};

impl Rule for MissingDescription {
    fn info(&self) -> &'static RuleInfo {
        &INFO
    }

    fn examine(&self, file: &FileView<'_>, text: &RepositoryText<'_>, findings: &mut Findings) {
        let mut reported: HashSet<&str> = HashSet::new();
        let mut undescribed: Vec<Undescribed<'_>> = Vec::new();
        // The place of each family among them.
        let mut families: HashMap<(String, String), usize> = HashMap::new();
        for (at, symbol) in file.facts.symbols.iter().enumerate() {
            let public = PublicSymbol { file, text, symbol, at };
            let Some(reach) = reach_of(file.language, symbol) else { continue };
            if public.is_excused(Basis::Facts) {
                continue;
            }
            if is_described(file, text.repository(), symbol)
                || is_described_in_text(&public)
                || public.is_excused(Basis::Text)
            {
                findings.pass();
                continue;
            }
            // Overloads and clauses of one function are one gap.
            if !reported.insert(&symbol.qualified_name) {
                continue;
            }
            // Where the class is not described either, that comes first.
            let parent = file.parent_of(symbol).filter(|_| profile(file.language).is_like_c());
            if parent
                .is_some_and(|parent| undescribed.iter().any(|one| one.symbol.span == parent.span))
            {
                continue;
            }
            if let Some(family) = family_of(symbol) {
                let first = *families.entry(family).or_insert(undescribed.len());
                if let Some(first) = undescribed.get_mut(first) {
                    first.n_alike += 1;
                    continue;
                }
            }
            undescribed.push(Undescribed { symbol, reach, n_alike: 0 });
        }
        for one in undescribed {
            let symbol = one.symbol;
            // `type A []B` defines a type, `type A = []B` an alias.
            let is_defined = profile(file.language).offered.aliases == Aliases::Defined
                && !symbol.signature.contains('=');
            let kind = match symbol.kind {
                SymbolKind::TypeAlias if is_defined => "type".to_owned(),
                kind => kind.name().replace('_', " "),
            };
            let name = &symbol.qualified_name;
            let message = match one.n_alike {
                0 => format!("{kind} `{name}` has no description"),
                n => format!("{kind} `{name}` and {n} like it have no description"),
            };
            let finding = Finding::new(symbol.span.start_line, message);
            findings.report(finding.of_symbol(name).reaching(one.reach));
        }
    }
}

/// A symbol without a description, and how many more of its family there are.
struct Undescribed<'f> {
    symbol: &'f Symbol,
    reach: f32,
    n_alike: usize,
}

/// The owner of a short function and its name without the type in it, if there is one: `Int8Arg` and
/// `FloatArgs` of one type are of the same family.
fn family_of(symbol: &Symbol) -> Option<(String, String)> {
    const MOST_LINES: u32 = 4;
    if !symbol.kind.is_callable() {
        return None;
    }
    if symbol.span.n_lines() > MOST_LINES {
        return None;
    }
    // The size of a number belongs to its type.
    let words = name_words(&symbol.name.replace(char::is_numeric, "_"));
    let is_type = |word: &&String| symbols::TYPES_IN_NAMES.has(word);
    let rest: Vec<String> = words.iter().filter(|word| !is_type(word)).cloned().collect();
    let owner = symbol.qualified_name.strip_suffix(symbol.name.as_str())?;
    let name = rest.join(" ");
    let is_family = rest.len() < words.len() && !owner.is_empty();
    is_family.then(|| (owner.to_owned(), name.trim_end_matches('s').to_owned()))
}

/// The reach of a symbol by its kind, between 0 and 1; `None` if no symbol of this kind needs a description.
fn reach_of(language: Language, symbol: &Symbol) -> Option<f32> {
    let offered = &profile(language).offered;
    match symbol.kind {
        SymbolKind::Class | SymbolKind::Interface | SymbolKind::Trait => Some(1.0),
        SymbolKind::Struct | SymbolKind::Enum | SymbolKind::Union => Some(1.0),
        SymbolKind::Function | SymbolKind::Macro => Some(0.9),
        SymbolKind::Method => Some(0.75),
        SymbolKind::Module => offered.modules.then_some(1.0),
        SymbolKind::TypeAlias => match offered.aliases {
            Aliases::None => None,
            Aliases::Defined if symbol.signature.contains('=') => None,
            // It only fixes the type of errors.
            Aliases::All if symbol.name == "Result" => None,
            Aliases::All | Aliases::Defined => Some(0.7),
        },
        SymbolKind::Constructor
        | SymbolKind::EnumMember
        | SymbolKind::Implementation
        | SymbolKind::Constant
        | SymbolKind::Variable
        | SymbolKind::Field
        | SymbolKind::Property
        | SymbolKind::Test
        | SymbolKind::Section
        | SymbolKind::File => None,
    }
}
