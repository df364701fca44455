//! The highlight query of each language that is parsed, as its grammar ships it.
//!
//! A query names nodes of the tree, and its captures (`keyword`, `string.special`) are what a theme
//! gives colours to. Where a grammar extends another one, its query holds only what it adds.

use rutter_domain::Language;

use crate::languages::profile;

/// The query for `tree-sitter-highlight`, to be used with [`grammar`](crate::grammar). `None` for a
/// language that is not parsed.
pub fn highlight_query(language: Language) -> Option<String> {
    let queries = profile(language).highlights;
    (!queries.is_empty()).then(|| queries.join("\n"))
}

#[cfg(test)]
mod tests {
    use rutter_domain::{Family, Language};

    use super::highlight_query;
    use crate::grammar;

    #[test]
    fn every_parsed_language_has_a_query_that_fits_its_grammar() {
        for language in Language::all() {
            let query = highlight_query(language);
            assert_eq!(query.is_some(), language.family() == Family::Code, "{language:?}");
            if let (Some(query), Some(grammar)) = (query, grammar(language)) {
                let compiled = tree_sitter::Query::new(&grammar, &query);
                assert!(compiled.is_ok(), "{language:?}: {:?}", compiled.err());
            }
        }
    }
}
