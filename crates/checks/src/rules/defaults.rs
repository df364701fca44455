//! "`x` defaults to `y`" must agree with the default that the code gives `x` when it looks it up.

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::{Problem, Statement, SubjectContext, Word, WordForm};
use rutter_domain::words::contains_word;

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "defaults",
        about: "The default of a value must be the one that the code looks it up with.",
        scope: &[SubjectScope::Symbol],
        code: r#"//- a.py
def load(options):
    return options.get("limit", 20)
"#,
        path: "a.py",
        symbol: "load",
        wrong: Example::Claim("Here `limit` is 50 by default."),
        right: Example::Claim("Here `limit` is 20 by default."),
    },
    run: Run::Claim(check),
};

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let words = &statement.words;
    let mut problems = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let is =
            |n: usize, wanted: &str| words.get(at + n).is_some_and(|word| word.lower == wanted);
        // "`x` defaults to `y`", "`x` is `y` by default"
        let value = match () {
            () if is(1, "defaults") && is(2, "to") => words.get(at + 3),
            () if is(1, "is") && is(3, "by") && is(4, "default") => words.get(at + 2),
            () => None,
        };
        if let Some(value) = value {
            problems.extend(against_default(word, value, context));
        }
    }
    problems
}

fn against_default(name: &Word, value: &Word, context: &SubjectContext<'_>) -> Option<Problem> {
    let is_name = matches!(name.form, WordForm::Code | WordForm::Name);
    let bare = name.text.trim_matches(|c: char| !c.is_alphanumeric() && c != '_');
    let said = unquoted(&value.text);
    if !is_name || bare.is_empty() || !is_literal(&value.text) {
        return None;
    }
    let span = context.symbol().span;
    let lines: Vec<(u32, &str)> = (span.start_line..)
        .zip(span.slice(&context.subject.parsed.text).lines())
        .filter(|(_, line)| contains_word(line, bare))
        .collect();
    if lines.iter().any(|(_, line)| line.contains(said)) || context.doc.contains(said) {
        return None;
    }
    lines.iter().find_map(|(number, line)| {
        let real = default_on(line, bare)?;
        let reason = format!("`{bare}` defaults to `{real}`, not `{}`", value.text);
        Some(Problem::contradicted(reason).at(Some(context.line(*number))))
    })
}

/// The literal that a line gives for a missing value: `get("x", 5)`, `options.x ?? 5`, `x || 5`.
fn default_on<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    line.match_indices(name).find_map(|(at, _)| default_after(&line[at + name.len()..]))
}

fn default_after(rest: &str) -> Option<&str> {
    let rest = rest.trim_start_matches(['"', '\'', ')', ']']).trim_start();
    let rest = ["??", "||", ",", "or "].iter().find_map(|mark| rest.strip_prefix(mark))?;
    let rest = rest.trim_start();
    let is_quoted = rest.starts_with(['"', '\'']);
    let end = match is_quoted {
        true => rest[1..].find(['"', '\''])? + 2,
        false => rest.find([')', ',', ';', ' ', '}']).unwrap_or(rest.len()),
    };
    let is_last = rest[end..].starts_with([')', ';']) || rest[end..].is_empty();
    let text = &rest[..end];
    (is_last && is_literal(text)).then_some(text)
}

/// An atom, a number, a text in quotes, or a word such as `true`.
fn is_literal(text: &str) -> bool {
    text.starts_with([':', '"', '\''])
        || text.starts_with(|c: char| c.is_ascii_digit())
        || matches!(text, "true" | "false" | "True" | "False" | "nil" | "null" | "None")
}

fn unquoted(text: &str) -> &str {
    text.trim_matches(['"', '\''])
}

#[cfg(test)]
mod tests {
    use crate::tests::check_alone;

    #[test]
    fn a_default_of_a_lookup_must_agree() {
        check_alone(
            crate::rules::defaults::check,
            "\
//- a.ex
defmodule A do
  def init(opts) do
    {mode, opts} = Keyword.pop(opts, :mode, :continue)
    {mode, opts}
  end
end
",
            "a.ex",
            &[
                (
                    "A.init",
                    "Reads the options; `:mode` defaults to `:continue`.",
                    "supported\nsupported",
                ),
                (
                    "A.init",
                    "Here `:mode` defaults to `:stop`.",
                    "contradicted: `mode` defaults to `:continue`, not `:stop`",
                ),
            ],
        );
        check_alone(
            crate::rules::defaults::check,
            "\
//- a.py
def load(options):
    return options.get(\"limit\", 20)
",
            "a.py",
            &[(
                "load",
                "Here `limit` is 50 by default.",
                "contradicted: `limit` defaults to `20`, not `50`",
            )],
        );
    }
}
