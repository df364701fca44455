//! A claim that the code raises or crashes, without saying which error: something must raise.

use crate::lexicon::errors::{RAISED_BY_CALLS, raising};
use crate::{Problem, Statement, SubjectContext, WordForm};

const RAISES: &[&str] =
    &["raises", "throws", "raising", "throwing", "panics", "panicking", "crashes", "crashing"];
const CONDITIONS: &[&str] = &["if", "when", "unless", "on", "for", "with", "an", "a"];
const DENIALS: &[&str] = &["never", "not", "without", "than", "of", "no", "cannot", "doesn't"];
/// Words of documentation that names errors.
const ERROR_WORDS: &[&str] = &["raise", "throw", "panic", "error", "exception", "fail", "crash"];

pub(super) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let words = &statement.words;
    let at = words.iter().enumerate().position(|(at, word)| {
        let next = words.get(at + 1).map_or("", |next| next.lower.as_str());
        let is_denied = words[at.saturating_sub(3)..at]
            .iter()
            .any(|before| DENIALS.contains(&before.lower.as_str()));
        word.form == WordForm::Plain
            && RAISES.contains(&word.lower.as_str())
            && CONDITIONS.contains(&next)
            && !is_denied
    })?;
    // "raises an event", "raises a number to a power", and errors with a name.
    let next = |n: usize| words.get(at + n).map_or("", |next| next.lower.as_str());
    let is_about_errors = match next(1) {
        "a" | "an" => {
            (2..5).any(|n| matches!(next(n), "error" | "exception" | "panic"))
                && !names_code(statement, at)
        }
        _ => !names_code(statement, at),
    };
    if !is_about_errors || may_raise(statement, context) {
        return None;
    }
    Some(Problem::not_shown("nothing in the code raises or fails"))
}

/// Whether the words after a verb name an error.
fn names_code(statement: &Statement, at: usize) -> bool {
    statement.words[at + 1..]
        .iter()
        .take(4)
        .any(|word| matches!(word.form, WordForm::Code | WordForm::Name))
}

fn may_raise(statement: &Statement, context: &SubjectContext<'_>) -> bool {
    let language = context.language();
    let says_panic = statement.words.iter().any(|word| word.lower.starts_with("panic"));
    let is_go_panic = language.name() == "go" && says_panic;
    let tokens: &[&str] = match is_go_panic {
        true => &["panic(", "Must", "log.Fatal", "log.Panic"],
        false => raising(language),
    };
    let raises = |text: &str| tokens.iter().any(|token| text.contains(token));
    let is_told = |doc: &str| {
        let doc = doc.to_lowercase();
        ERROR_WORDS.iter().any(|word| doc.contains(word))
    };
    if raises(&context.code)
        || is_told(&context.doc)
        || context.evidence.iter().any(|(_, text)| raises(text))
    {
        return true;
    }
    let code = &context.code;
    let body = code.find(['{', ':', '\n']).map_or("", |at| &code[at..]);
    let fails_by_itself = match language.name() {
        // An index, a type assertion or a nil pointer.
        "go" => ["[", ".("].iter().any(|mark| code.contains(mark)) && !is_go_panic,
        // A pattern that does not match, and functions with an exclamation mark.
        "elixir" => {
            ["} =", "] =", "!("].iter().any(|mark| code.contains(mark))
                || code.contains("case ") && !code.contains("_ ->") && !code.contains("nil ->")
        }
        "rust" => code.contains('['),
        _ => RAISED_BY_CALLS
            .iter()
            .filter(|(name, _)| !matches!(*name, "TypeError" | "AttributeError"))
            .any(|(_, calls)| calls.iter().any(|call| body.contains(call))),
    };
    // What is not defined here may raise anything.
    let calls_unknown = match language.name() {
        "go" | "elixir" | "rust" => false,
        _ => context.references().any(|(name, kind, _)| {
            kind == rutter_domain::ReferenceKind::Call && context.definitions(name).is_empty()
        }),
    };
    fails_by_itself
        || calls_unknown
        || context.callees().iter().any(|callee| {
            callee.symbol().doc.as_deref().is_some_and(is_told)
                || context.text_of(callee).is_none_or(|text| raises(&text))
        })
}

#[cfg(test)]
mod tests {
    use crate::tests::check_alone;

    #[test]
    fn something_must_raise() {
        check_alone(
            crate::rules::errors::check,
            "\
//- a.go
package a

func Find(items map[string]any, key string) any {
	switch value := items[key].(type) {
	case string:
		return value
	default:
		return nil
	}
}

func Must(ok bool) {
	if !ok {
		panic(\"not ok\")
	}
}
",
            "a.go",
            &[
                (
                    "Find",
                    "Finds a value, panicking if it is no string.",
                    "not shown: nothing in the code raises or fails",
                ),
                ("Find", "Finds a value and never panics if it is no string.", "supported"),
                ("Must", "Panics if the value is false.", "supported"),
            ],
        );
    }
}
