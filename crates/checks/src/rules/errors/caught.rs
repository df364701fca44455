//! Which types are errors, and which errors the code catches instead of raising them.

use rutter_domain::name_parts;
use rutter_domain::words::contains_word;

use crate::lexicon::errors::raising;
use crate::{Problem, SubjectContext, Word, WordForm};

/// Errors that languages raise for a wrong argument: code that raises one of them raises no other for it.
const ARGUMENT_ERRORS: &[&str] = &["TypeError", "ValueError", "RangeError", "ArgumentError"];
/// How many bases of a type are followed.
const MOST_BASES: usize = 4;

/// Whether a name of a claim is a type of the project that is built on an exception.
pub(super) fn is_defined_error(word: &Word, context: &SubjectContext<'_>) -> bool {
    let is_name = matches!(word.form, WordForm::Code | WordForm::Name);
    let Some(last) = name_parts(&word.text).last().copied().filter(|_| is_name) else {
        return false;
    };
    last.starts_with(char::is_uppercase)
        && bases(last, context)
            .iter()
            .any(|base| base.ends_with("Exception") || base.ends_with("Error"))
}

/// An error whose base the code catches while it raises nothing itself.
pub(super) fn check(name: &str, context: &SubjectContext<'_>) -> Option<Problem> {
    let code = &context.code;
    let raises = raising(context.language()).iter().any(|token| code.contains(token));
    if raises {
        return None;
    }
    // A `catch` of these languages names no type.
    let is_script =
        matches!(context.language().name(), "javascript" | "typescript" | "tsx" | "jsx");
    let bases = bases(name, context);
    let span = context.symbol().span;
    let lines = span.slice(&context.subject.parsed.text).lines();
    let (number, line) = (span.start_line..).zip(lines).find(|(_, line)| {
        let clause = line.trim().trim_start_matches('}').trim_start();
        let is_clause = ["except", "catch", "rescue"].iter().any(|start| clause.starts_with(start));
        let catches_all = matches!(clause, "catch {" | "except:" | "rescue")
            || ["Exception", "Throwable", "StandardError"]
                .iter()
                .any(|all| contains_word(clause, all))
            || is_script;
        is_clause && (catches_all || bases.iter().any(|base| contains_word(clause, base)))
    })?;
    let reason = format!("`{name}` is caught here and not raised: `{}`", line.trim());
    Some(Problem::contradicted(reason).at(Some(context.line(number))))
}

/// Whether the code raises an error for a wrong argument, and it is not this one.
pub(super) fn raises_other_standard_error(name: &str, code: &str) -> bool {
    ARGUMENT_ERRORS.contains(&name)
        && ARGUMENT_ERRORS.iter().any(|other| {
            *other != name
                && ["raise ", "throw new ", "raise("]
                    .iter()
                    .any(|verb| code.contains(&format!("{verb}{other}")))
        })
}

/// The names in the heads of a type and its bases.
fn bases(name: &str, context: &SubjectContext<'_>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut next = vec![name.to_owned()];
    for _ in 0..MOST_BASES {
        let mut further = Vec::new();
        for one in &next {
            let definitions = context.definitions(one);
            for definition in definitions.iter().filter(|one| one.symbol().kind.is_type()).take(2) {
                let signature = &definition.symbol().signature;
                let words = signature.split(|c: char| !c.is_alphanumeric() && c != '_');
                for word in words.filter(|word| word.starts_with(char::is_uppercase)) {
                    if word != name && !found.iter().any(|known| known == word) {
                        found.push(word.to_owned());
                        further.push(word.to_owned());
                    }
                }
            }
        }
        next = further;
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::tests::check_alone;

    #[test]
    fn an_error_is_caught_with_its_base() {
        check_alone(
            crate::rules::errors::check,
            "\
//- a.py
class Bad(Exception):
    pass

class Expired(Bad):
    pass

def read(text):
    if text:
        raise Expired(text)

def is_valid(text):
    try:
        read(text)
        return True
    except Bad:
        return False

def split(text, mark):
    if mark in text:
        raise ValueError(mark)
    return text.split(mark)
",
            "a.py",
            &[
                (
                    "is_valid",
                    "Checks the text and raises `Expired` if it is too old.",
                    "contradicted: `Expired` is caught here and not raised: `except Bad:`",
                ),
                ("read", "Failures become `Expired`.", "supported"),
                ("split", "Raises a `ValueError` if the mark is in the text.", "supported"),
                (
                    "split",
                    "Raises a `TypeError` if the mark is in the text.",
                    "not shown: `TypeError` is raised neither in the code nor in what it calls",
                ),
            ],
        );
    }
}
