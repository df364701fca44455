//! Signs such as `!`, numbers with a base such as `0o600`, messages, and the value of a constant.

use crate::rules::literals::string_literals;
use crate::{Problem, Statement, SubjectContext, Word, WordForm};
use rutter_domain::words::contains_word;

/// Words before a sign that a text starts with, ends with or is cut at.
const BEFORE_SIGN: &[&str] = &["with", "by", "at", "on", "separator", "prefix", "suffix", "after"];
/// Words before the text of a message.
const BEFORE_MESSAGE: &[&str] = &["gets", "says", "message", "reads", "text"];
/// Words before the value of a constant.
const BEFORE_VALUE: &[&str] = &["is", "to", "named", "called", "value"];

pub(super) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (at, word) in statement.words.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| &statement.words[at]);
        problems.extend(against_sign(word, before, context));
        problems.extend(against_base(word, context));
        problems.extend(against_message(word, before, context));
    }
    problems.extend(against_value(statement, context));
    problems
}

/// "starts with `!`", while the code has other signs as texts of their own.
fn against_sign(
    word: &Word,
    before: Option<&Word>,
    context: &SubjectContext<'_>,
) -> Option<Problem> {
    let is_sign = matches!(word.form, WordForm::Code | WordForm::Quoted)
        && word.text.chars().count() == 1
        && word.text.chars().all(|c| c.is_ascii_punctuation());
    let is_meant = before.is_some_and(|before| BEFORE_SIGN.contains(&before.lower.as_str()));
    if !is_sign || !is_meant {
        return None;
    }
    let has_it = |text: &str| string_literals(text).iter().any(|one| one.contains(&word.text));
    let is_shown = has_it(&context.code)
        || context.doc.contains(&word.text)
        || context.evidence.iter().any(|(_, text)| has_it(text))
        || context.named_values().iter().any(|value| has_it(&value.text))
        || context
            .callees()
            .iter()
            .any(|callee| context.text_of(callee).is_none_or(|text| has_it(&text)));
    if is_shown {
        return None;
    }
    let rival = string_literals(&context.code)
        .into_iter()
        .find(|one| one.chars().count() == 1 && one.chars().all(|c| c.is_ascii_punctuation()))?;
    let reason = format!("`{}` does not occur; the code has \"{rival}\"", word.text);
    Some(Problem::contradicted(reason).at(context.line_with(&rival)))
}

/// A number in base 2, 8 or 16 must be written so or in another base.
fn against_base(word: &Word, context: &SubjectContext<'_>) -> Option<Problem> {
    let said = with_base(&word.lower)?;
    let has_it = |text: &str| {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|one| {
            let one = one.to_lowercase();
            with_base(&one).or_else(|| one.replace('_', "").parse().ok()) == Some(said)
        })
    };
    let is_shown = has_it(&context.code)
        || has_it(&context.doc)
        || context.evidence.iter().any(|(_, text)| has_it(text))
        || context.named_values().iter().any(|value| has_it(&value.text));
    (!is_shown && word.form == WordForm::Code)
        .then(|| Problem::not_shown(format!("`{}` does not occur in the code", word.text)))
}

fn with_base(text: &str) -> Option<u64> {
    let digits = |start: &str| text.strip_prefix(start).map(|rest| rest.replace('_', ""));
    let is_old_octal = text.len() == 4 && text.starts_with('0');
    digits("0x")
        .and_then(|rest| u64::from_str_radix(&rest, 16).ok())
        .or_else(|| digits("0o").and_then(|rest| u64::from_str_radix(&rest, 8).ok()))
        .or_else(|| digits("0b").and_then(|rest| u64::from_str_radix(&rest, 2).ok()))
        .or_else(|| u64::from_str_radix(text, 8).ok().filter(|_| is_old_octal))
}

/// A message of several words that the code does not have, while it has others.
fn against_message(
    word: &Word,
    before: Option<&Word>,
    context: &SubjectContext<'_>,
) -> Option<Problem> {
    let is_message = word.form == WordForm::Quoted
        && (2..=6).contains(&word.text.split_whitespace().count())
        && before.is_some_and(|before| BEFORE_MESSAGE.contains(&before.lower.as_str()));
    let code = context.code.to_lowercase();
    if !is_message || code.contains(&word.lower) || context.doc.to_lowercase().contains(&word.lower)
    {
        return None;
    }
    let rival = string_literals(&context.code)
        .into_iter()
        .find(|one| one.split_whitespace().count() > 1 && !one.contains(['(', '=', '{']))?;
    let reason = format!("\"{}\" does not occur; the code has \"{rival}\"", word.text);
    Some(Problem::contradicted(reason).at(context.line_with(&rival)))
}

/// A constant that holds one text, against the last name of a claim that says its value.
fn against_value(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let symbol = context.symbol();
    if !symbol.kind.is_data() {
        return None;
    }
    let own = symbol.span.slice(&context.subject.parsed.text);
    let (_, value) = own.split_once('=')?;
    let value = value.trim().trim_end_matches([';', ',']);
    let held = value.strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
    let (said, rest) = statement.words.split_last()?;
    let before = rest.last()?;
    let is_value = before.ends_phrase || BEFORE_VALUE.contains(&before.lower.as_str());
    let text = said.text.trim_matches(['"', '\'']);
    let is_other = matches!(said.form, WordForm::Code | WordForm::Quoted)
        && !text.is_empty()
        && !held.contains(text)
        && !text.contains(held)
        && !contains_word(own, text)
        && !held.contains(['"', '\'', '$', '{']);
    (is_value && is_other).then(|| {
        Problem::contradicted(format!("its value is \"{held}\", not `{text}`"))
            .at(Some(context.own_lines()))
    })
}

#[cfg(test)]
mod tests {
    use crate::tests::check_alone;

    #[test]
    fn signs_and_values_stand_in_the_code() {
        check_alone(
            crate::rules::literals::check,
            "\
//- a.py
# One of scrypt and bcrypt.
SCHEME = \"bcrypt\"

def unpack(text):
    if text.startswith(\".\"):
        raise ValueError(\"a packed text\")
    return 0o644
",
            "a.py",
            &[
                ("SCHEME", "Name of the scheme, `bcrypt`.", "supported"),
                (
                    "SCHEME",
                    "Name of the scheme, `scrypt`.",
                    "contradicted: its value is \"bcrypt\", not `scrypt`",
                ),
                ("unpack", "Unpacks what starts with `.`, in mode `0644`.", "supported"),
                (
                    "unpack",
                    "Unpacks what starts with `!`.",
                    "contradicted: `!` does not occur; the code has \".\"",
                ),
                (
                    "unpack",
                    "Returns the mode `0o600`.",
                    "not shown: `0o600` does not occur in the code",
                ),
                (
                    "unpack",
                    "Raises with the message \"packed value\".",
                    "contradicted: \"packed value\" does not occur; the code has \"a packed text\"",
                ),
            ],
        );
    }
}
