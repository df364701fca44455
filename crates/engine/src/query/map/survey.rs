//! Which symbols matter most, from the names that files define and refer to.

use std::hash::{DefaultHasher, Hash, Hasher};

use rutter_domain::{Facts, FileId, Symbol, SymbolKind, Visibility};
use rutter_graph::CodeFile;
use rutter_search::is_auxiliary_path;

use crate::query::uses::{NameUses, OwnFile, is_dependency};

/// Factor for tests, examples and symbols local to a function.
const ASIDE: f32 = 0.05;

/// Damping for each further symbol of the same file.
const FURTHER: f32 = 0.85;

/// The names of a file: what may be on the map, and what it refers to.
pub(super) struct FileSurvey {
    file: FileId,
    path: String,
    defined: Vec<Defined>,
    /// Hashes of names, sorted, each once.
    referred: Vec<u64>,
}

struct Defined {
    symbol: u32,
    name: u64,
    weight: f32,
    /// Entry points of a program: no file refers to them.
    is_entrance: bool,
}

/// A symbol and how much it matters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ranked {
    pub(super) file: FileId,
    pub(super) symbol: u32,
    score: f32,
}

impl FileSurvey {
    pub(super) fn of(file: &CodeFile, facts: &Facts) -> FileSurvey {
        let name = file.path.rsplit('/').next().unwrap_or(&file.path);
        let share = if is_auxiliary_path(&file.path, name) { ASIDE } else { 1.0 };
        let defined = (facts.symbols.iter().zip(0..))
            .map(|(symbol, at)| (at, symbol, share * weigh(facts, symbol)))
            .filter(|(_, _, weight)| *weight > 0.0)
            .map(|(at, symbol, weight)| Defined {
                symbol: at,
                name: hash(&symbol.name),
                weight,
                is_entrance: symbol.kind == SymbolKind::Function
                    && symbol.parent.is_none()
                    && symbol.name == "main",
            })
            .collect();
        let mut referred: Vec<u64> = (facts.references.iter())
            .filter(|reference| is_dependency(reference.kind))
            .map(|reference| hash(&reference.name))
            .collect();
        referred.sort_unstable();
        referred.dedup();
        FileSurvey { file: file.id, path: file.path.clone(), defined, referred }
    }
}

/// All symbols of the files in focus, the weightiest first.
pub(super) fn rank(surveys: &[FileSurvey], is_in_focus: impl Fn(FileId) -> bool) -> Vec<Ranked> {
    let defined = surveys.iter().flat_map(|survey| survey.defined.iter().map(|one| one.name));
    let referred = surveys.iter().flat_map(|survey| survey.referred.iter().copied());
    let uses = NameUses::count(defined, referred);
    let mut ranked: Vec<(&str, Ranked)> = Vec::new();
    for survey in surveys.iter().filter(|survey| is_in_focus(survey.file)) {
        let mut own: Vec<Ranked> = (survey.defined.iter())
            .map(|defined| {
                let own_file = match survey.referred.binary_search(&defined.name) {
                    Ok(_) => OwnFile::Refers,
                    Err(_) => OwnFile::DoesNot,
                };
                let centrality = uses.estimate(defined.name, own_file).ln_1p();
                let least = if defined.is_entrance { 1.5 } else { 0.2 };
                let score = defined.weight * (centrality + least);
                Ranked { file: survey.file, symbol: defined.symbol, score }
            })
            .collect();
        own.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.symbol.cmp(&b.symbol)));
        let mut share = 1.0;
        for at in &mut own {
            at.score *= share;
            share *= FURTHER;
        }
        ranked.extend(own.into_iter().map(|at| (survey.path.as_str(), at)));
    }
    ranked.sort_by(|(a_path, a), (b_path, b)| {
        let by_score = b.score.total_cmp(&a.score);
        by_score.then_with(|| a_path.cmp(b_path)).then(a.symbol.cmp(&b.symbol))
    });
    ranked.into_iter().map(|(_, at)| at).collect()
}

/// How much a symbol matters for what it is.
fn weigh(facts: &Facts, symbol: &Symbol) -> f32 {
    let kind = match symbol.kind {
        SymbolKind::Function
        | SymbolKind::Class
        | SymbolKind::Struct
        | SymbolKind::Enum
        | SymbolKind::Interface
        | SymbolKind::Trait => 1.0,
        SymbolKind::Union | SymbolKind::Macro => 0.8,
        SymbolKind::Method | SymbolKind::TypeAlias => 0.6,
        SymbolKind::Constant => 0.3,
        SymbolKind::Constructor => 0.2,
        SymbolKind::EnumMember
        | SymbolKind::Implementation
        | SymbolKind::Module
        | SymbolKind::Variable
        | SymbolKind::Field
        | SymbolKind::Property
        | SymbolKind::Test
        | SymbolKind::Section
        | SymbolKind::File => return 0.0,
    };
    let visibility = match symbol.visibility {
        Visibility::Public => 1.0,
        Visibility::Internal => 0.8,
        Visibility::Protected => 0.7,
        Visibility::Private => 0.45,
    };
    let documented = if symbol.doc.is_some() { 1.15 } else { 1.0 };
    let aside = if is_aside(facts, symbol) { ASIDE } else { 1.0 };
    kind * visibility * documented * aside
}

/// Whether a symbol is part of a test or of a function.
fn is_aside(facts: &Facts, symbol: &Symbol) -> bool {
    let parent = |symbol: &Symbol| facts.symbols.get(symbol.parent? as usize);
    // A parent stands before its children, so that this ends.
    std::iter::successors(parent(symbol), |above| parent(above)).any(|above| {
        let is_tests = matches!(above.name.as_str(), "test" | "tests");
        (above.kind.is_callable() && above.kind != SymbolKind::Macro)
            || (above.kind == SymbolKind::Module && is_tests)
    })
}

fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}
