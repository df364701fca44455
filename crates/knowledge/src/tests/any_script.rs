//! Names, types, defaults and comments in scripts other than Latin, in every language and through
//! everything that reads text beside the parser.

use std::collections::BTreeSet;
use std::path::Path;

use rutter_domain::{Facts, Family, Language};

use super::*;
use crate::{Changes, EntriesFilter, GapSettings, GapsRequest};

/// What is said of each symbol, `{name}` and `{other}` being names of its file. The checks read numbers,
/// defaults, conditions, orders, errors and names out of it.
const STATEMENTS: &[&str] = &[
    "Returns `{other}` or `größe`, at most 3 times, unless `{name}` is empty.",
    "Takes `größe: Größe = 価値`, which defaults to `ä`. Raises `Fehler` when `размер` < 5.",
    "Calls `{other}` before `{name}`; never writes to `файл.txt`. Always returns \"ß\" and 10 ms.",
    "Copies 価格 — `{other}`… into “größe”，then logs ‘naïve’。 Does not modify `self.größe`.",
    "Optional `größe`, required `{other}`, a `list[Größe]` of 3 elements; see `{name}()` and `a.größe`.",
];

/// The names of a text with letters of several scripts in them.
fn in_other_scripts(language: Language, text: &str) -> String {
    let facts = rutter_syntax::read(language, text);
    let names = facts.symbols.iter().map(|symbol| symbol.name.as_str());
    let used = facts.references.iter().map(|reference| reference.name.as_str());
    let locals = facts.locals.iter().map(|local| local.name.as_str());
    let all: BTreeSet<&str> = names.chain(used).chain(locals).collect();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut other = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\n']) {
        if is_part(c) {
            word.push(c);
            continue;
        }
        if all.contains(word.as_str()) && word.len() > 2 {
            other += &word.replace('a', "ä").replace('e', "é").replace('o', "価").replace('i', "ж")
        } else {
            other += &word
        }
        word.clear();
        other.push(c);
    }
    other
}

/// Source files of every language that is parsed, in other scripts.
fn files() -> Vec<(String, String)> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../syntax/fixtures");
    let mut files = Vec::new();
    for language in Language::all().filter(|language| language.family() == Family::Code) {
        let Ok(entries) = std::fs::read_dir(fixtures.join(language.name())) else { continue };
        for path in entries.flatten().map(|entry| entry.path()) {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if Language::of_path(&name) == language {
                let text = std::fs::read_to_string(&path).unwrap();
                files.push((format!("src/{language}/{name}"), in_other_scripts(language, &text)));
            }
        }
    }
    files.sort();
    files
}

/// Symbols whose names are not ASCII.
fn foreign(facts: &Facts) -> Vec<&rutter_domain::Symbol> {
    facts.symbols.iter().filter(|symbol| !symbol.name.is_ascii()).collect()
}

#[test]
fn code_in_any_script_passes_through_all_that_reads_it() {
    let tree = Tree::new("//- README.md\n# Größe\n\nSee `größe` and [価格](src/größe.py#größe).\n");
    let files = files();
    for (path, text) in &files {
        tree.write(path, text);
    }
    tree.write(
        "src/broken.py",
        b"def send(gr\xC3\xB6\xC3: int = \xE4, \xFF=\xFF) -> \xC3:\n    return 1\n",
    );
    tree.write("src/size.py", "def send(größe):\n    return größe\n");
    let knowledge = knowledge(&tree);
    let mut languages = BTreeSet::new();
    let mut n_recorded = 0;
    for (path, text) in &files {
        let language = Language::of_path(path);
        let facts = rutter_syntax::read(language, text);
        let symbols = foreign(&facts);
        let seen = reader_of(&tree, &[path]);
        for (symbol, statement) in symbols.iter().zip(STATEMENTS.iter().cycle()).take(10) {
            languages.insert(language.name());
            let other = symbols.last().map_or("", |other| other.name.as_str());
            let summary = statement.replace("{name}", &symbol.name).replace("{other}", other);
            let mut draft = draft(&symbol.qualified_name, path, &summary);
            draft.details =
                Some(STATEMENTS.concat().replace("{name}", &symbol.name).replace("{other}", other));
            let recording = knowledge.record(draft, &seen);
            n_recorded += usize::from(matches!(recording, Ok(Recording::Recorded { .. })));
            knowledge
                .symbol(&rutter_engine::SymbolRequest {
                    name: &symbol.name,
                    path: None,
                    skip: 0,
                    limit: 5,
                })
                .unwrap();
        }
    }
    assert!(languages.len() >= 15, "{languages:?}");
    assert!(n_recorded > 20, "{n_recorded}");
    let gaps = knowledge.gaps(&GapsRequest::default()).unwrap();
    assert!(gaps.gaps.iter().any(|gap| gap.symbol.as_deref().is_some_and(|name| !name.is_ascii())));
    knowledge
        .gaps(&GapsRequest {
            changes: Changes::InFiles(BTreeSet::from(["src/size.py".to_owned()])),
            ..GapsRequest::default()
        })
        .unwrap();
    knowledge.gap_report(None, &GapSettings::default()).unwrap();
    knowledge.fix_docs(&GapSettings::default()).unwrap();
    let listed = knowledge.entries(&EntriesFilter::default()).unwrap().entries;
    assert!(!listed.is_empty());
    for entry in &listed {
        knowledge.questionnaire(&entry.id).ok();
    }
    let folder = tempfile::tempdir().unwrap();
    knowledge.export_entries(Some(folder.path())).unwrap();
    for query in ["größe 価格", "размер: Größe = ä", "`é", "\"größé", "価価価(", "src/größe.py:3"]
    {
        for mode in [rutter_domain::SearchMode::Lexical, rutter_domain::SearchMode::Hybrid] {
            let request = rutter_engine::SearchRequest {
                query: query.to_owned(),
                mode,
                limit: 20,
                ..rutter_engine::SearchRequest::default()
            };
            knowledge.search(&request).unwrap();
        }
    }
}
