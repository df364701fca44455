//! Chooses among a package's pairs, so that no package and no kind of pair outweighs the others.

use std::collections::HashMap;

use rutter_domain::Language;

use crate::hash;
use crate::pair::{Kind, Pair};

/// Some of the pairs, the same at every run: of every language in the package at most its share, and
/// of every kind at most its part of that, unless there is too little of the others.
pub fn choose(pairs: Vec<Pair>) -> Vec<Pair> {
    let mut keyed: Vec<(u64, Pair)> = pairs
        .into_iter()
        .map(|pair| {
            (
                hash::mix(hash::of_text(&pair.query) ^ hash::of_start(&pair.code).rotate_left(9)),
                pair,
            )
        })
        .collect();
    keyed.sort_by(|a, b| (a.0, a.1.kind, &a.1.path).cmp(&(b.0, b.1.kind, &b.1.path)));
    keyed.dedup_by(|a, b| a.0 == b.0);
    let mut n_by: HashMap<(Language, Kind), usize> = HashMap::new();
    let mut n_of: HashMap<Language, usize> = HashMap::new();
    let mut chosen = Vec::new();
    let mut spare = Vec::new();
    for (_, pair) in keyed {
        let n = n_by.entry((pair.language, pair.kind)).or_default();
        *n += 1;
        if *n <= share(pair.language) * part(pair.kind) / 100 {
            *n_of.entry(pair.language).or_default() += 1;
            chosen.push(pair);
        } else if matches!(pair.kind, Kind::Doc | Kind::Name | Kind::Comment) {
            spare.push(pair);
        }
    }
    for pair in spare {
        let n = n_of.entry(pair.language).or_default();
        if *n < share(pair.language) {
            *n += 1;
            chosen.push(pair);
        }
    }
    chosen
}

/// Pairs of a language that one package may give: more for languages with few packages.
fn share(language: Language) -> usize {
    match language {
        Language::Zig | Language::Elixir | Language::Scala | Language::Swift => 2000,
        Language::CSharp | Language::Kotlin | Language::Lua | Language::Bash | Language::Php => {
            1500
        }
        Language::TypeScript | Language::Tsx | Language::Ruby | Language::Haskell => 900,
        Language::Go | Language::C | Language::Cpp => 500,
        // Of these there is more than enough.
        Language::Java | Language::JavaScript | Language::Rust => 280,
        _ => 400,
    }
}

/// The percentage of pairs that may be of a kind.
fn part(kind: Kind) -> usize {
    match kind {
        Kind::Doc => 36,
        Kind::Name => 36,
        Kind::Comment => 14,
        Kind::Chunk => 10,
        Kind::Markdown | Kind::Header | Kind::Path | Kind::Test | Kind::Call | Kind::Change => 4,
    }
}
