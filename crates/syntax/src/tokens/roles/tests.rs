//! Compares the formatting of every language with the kinds of its grammar.

use super::*;
use crate::languages;

#[test]
fn every_name_is_a_kind_of_its_grammar() {
    for table in Language::all().filter_map(languages::table) {
        let language = table.rules.language;
        let grammar = &table.grammar;
        let kinds: Vec<&str> = (0..grammar.node_kind_count())
            .filter_map(|id| grammar.node_kind_for_id(id as u16))
            .collect();
        let rules = profile(language).formatting;
        let commas = match rules.commas {
            Commas::In(names) | Commas::NotIn(names) => names,
        };
        let all = [
            rules.ends,
            rules.ends_of_many,
            rules.items,
            rules.strings,
            rules.contents,
            rules.parens,
            rules.hosts,
            rules.needs_parens.unwrap_or_default(),
            commas,
            rules.sole,
            rules.open_lists,
            rules.semicolons.unwrap_or_default(),
            rules.attributes,
            rules.brackets,
            rules.keyed,
            rules.any_case,
            rules.blanks,
            rules.special,
        ];
        for name in all.into_iter().flatten() {
            // Of the shared rules, only those without types, or without tags, may be missing.
            let is_shared =
                matches!(language, Language::JavaScript | Language::TypeScript | Language::Tsx);
            let is_there = kinds.iter().any(|kind| is_meant(name, kind));
            assert!(is_shared || is_there, "{language}: no node kind `{name}`");
        }
    }
}
