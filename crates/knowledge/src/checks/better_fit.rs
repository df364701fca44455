//! A claim that fits a neighbour of the subject much better than the subject describes the neighbour: another
//! symbol of the file, or one of the same name elsewhere.

use std::collections::HashSet;

use rutter_domain::Symbol;
use rutter_search::tokenize;

use crate::checks::content::is_content;
use crate::checks::context::SubjectContext;
use crate::checks::statement::WordForm;
use crate::checks::{Problem, Statement};

/// At most this many symbols of the file are compared.
const MOST_NEIGHBOURS: usize = 80;
/// A claim with fewer words of content is too short to be recognised.
const FEWEST_WORDS: usize = 3;

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let kind = context.symbol().kind;
    if !kind.is_callable() {
        return Vec::new();
    }
    let wanted: HashSet<&String> = statement
        .words
        .iter()
        .filter(|word| is_content(word) || matches!(word.form, WordForm::Code | WordForm::Name))
        .filter_map(|word| word.stems.first())
        .collect();
    if wanted.len() < FEWEST_WORDS {
        return Vec::new();
    }
    let vocabulary = context.vocabulary();
    let is_own =
        |stem: &&&String| vocabulary.own.contains(**stem) || vocabulary.called.contains(**stem);
    let n_own = wanted.iter().filter(is_own).count();
    if n_own * 3 > wanted.len() {
        return Vec::new();
    }
    let count = |text: &str| {
        let stems: HashSet<String> = tokenize(text).into_iter().collect();
        wanted.iter().filter(|stem| stems.contains(**stem)).count()
    };
    let fits = |n_found: usize| n_found >= n_own + 3 && n_found * 4 >= wanted.len() * 3;
    let found = neighbours(context).into_iter().find(|(_, text)| fits(count(text)));
    let problem = found
        .map(|(name, _)| Problem::not_shown(format!("it fits `{name}` better than the subject")));
    problem.into_iter().collect()
}

/// Names and texts of what the claim may have been written about.
fn neighbours(context: &SubjectContext<'_>) -> Vec<(String, String)> {
    let own = context.symbol();
    let text = &context.subject.parsed.text;
    let is_called = |symbol: &Symbol| context.references().any(|(name, ..)| name == symbol.name);
    let siblings = context.facts().symbols.iter().filter(|symbol| {
        symbol.kind.is_callable()
            && !symbol.span.contains(&own.span)
            && !own.span.contains(&symbol.span)
            && symbol.qualified_name != own.qualified_name
            && !is_called(symbol)
    });
    let with_doc = |symbol: &Symbol, body: &str| {
        let doc = symbol.doc.as_deref().unwrap_or("");
        (symbol.qualified_name.clone(), format!("{} {doc} {body}", symbol.name))
    };
    let mut found: Vec<(String, String)> = siblings
        .take(MOST_NEIGHBOURS)
        .map(|symbol| with_doc(symbol, symbol.span.slice(text)))
        .collect();
    for other in context.definitions(&own.name) {
        let is_same = other.symbol().qualified_name == own.qualified_name;
        if other.path != context.path()
            && !is_same
            && let Some(body) = context.text_of(&other)
        {
            found.push(with_doc(other.symbol(), &body));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::checks::tests::check;

    const FILES: &str = "\
//- format.java
class Format {
    String mediaType() {
        return mime;
    }

    /** The extension of image files, without the leading dot. */
    String extension() {
        return name.toLowerCase();
    }
}
";

    #[test]
    fn the_summary_of_a_neighbour_is_recognised() {
        check(
            FILES,
            "format.java",
            &[
                (
                    "Format.mediaType",
                    "Returns the extension of image files without the leading dot.",
                    "not shown: it fits `Format.extension` better than the subject",
                ),
                (
                    "Format.extension",
                    "Returns the extension of image files without the leading dot.",
                    "supported",
                ),
            ],
        );
    }
}
