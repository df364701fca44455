//! Compares the rows of every language with the kinds and fields of its grammar.

use rutter_domain::Language;

use super::*;
use crate::languages;

/// The fields that a row names.
fn fields_of(rule: &Rule) -> Vec<&'static str> {
    match rule {
        Rule::Define(Define { name, .. }) => vec![name],
        Rule::Call(name) | Rule::TypeParameter(name) | Rule::ReferIn(_, name) => vec![name],
        _ => Vec::new(),
    }
}

#[test]
fn every_row_names_what_its_grammar_has() {
    for table in Language::all().filter_map(languages::table) {
        let language = table.rules.language;
        let grammar = &table.grammar;
        let kinds: Vec<_> = (0..grammar.node_kind_count())
            .filter_map(|id| grammar.node_kind_for_id(id as u16))
            .collect();
        let check_kinds = |listed: &str, is_shared: bool| {
            for kind in listed.split(' ') {
                let is_known = kinds.contains(&kind) || is_shared;
                assert!(is_known || kind.starts_with("jsx_"), "{language}: no kind `{kind}`");
            }
        };
        let check_field = |field: &str| {
            let is_known = field.is_empty() || grammar.field_id_for_name(field).is_some();
            assert!(is_known, "{language}: no field `{field}`");
        };
        for (kinds, rule) in table.rules.rules.iter().copied().flatten() {
            check_kinds(kinds, false);
            fields_of(rule).into_iter().for_each(check_field);
        }
        for (kinds, _) in table.rules.shapes.iter().copied().flatten() {
            check_kinds(kinds, false);
        }
        for (kinds, roles) in table.rules.roles.iter().copied().flatten() {
            let is_shared = matches!(language, Language::JavaScript | Language::TypeScript)
                || matches!(language, Language::Tsx | Language::C);
            check_kinds(kinds, is_shared);
            match roles {
                Roles::All(_) => {}
                Roles::In(field, _) => check_field(field),
                Roles::By(fields, _) => fields.iter().for_each(|(field, _)| check_field(field)),
            }
        }
        for (kinds, _) in languages::locals::local_rows(language) {
            check_kinds(kinds, false);
        }
        for kind in table.rules.comments {
            check_kinds(kind, false);
        }
    }
}
