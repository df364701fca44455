//! What a function without a written return type returns: read off the literals that it returns.

use rutter_domain::Language;

use crate::checks::returns::{Nature, agrees};
use crate::checks::{Problem, SubjectContext};

/// Kinds of value that are said, against those that are returned; only if all of these are plain to see.
pub(super) fn check(said: &[(String, Nature)], context: &SubjectContext<'_>) -> Vec<Problem> {
    let Some(returned) = returned(context) else { return Vec::new() };
    let is_array_of = |noun: &str, real: Nature| noun != "array" || real != Nature::Set;
    said.iter()
        .filter_map(|(noun, nature)| {
            let is_shown =
                returned.iter().any(|(_, real)| agrees(*nature, *real) && is_array_of(noun, *real));
            let (expression, _) = returned.first().filter(|_| !is_shown)?;
            let reason = format!("it returns `{expression}`, not a {noun}");
            Some(Problem::contradicted(reason).at(context.line_with(expression)))
        })
        .collect()
}

/// The expressions that are returned, with their natures; `None` if one of them is not known.
fn returned(context: &SubjectContext<'_>) -> Option<Vec<(String, Nature)>> {
    let definitions = context.subject.parsed.definitions_of(context.symbol());
    let mut found = Vec::new();
    for definition in definitions {
        let text = definition.span.slice(&context.subject.parsed.text);
        for expression in expressions(text, context.language())? {
            if matches!(expression.as_str(), "null" | "undefined" | "None" | "nil" | "") {
                continue;
            }
            let nature = nature_of(&expression, text, context.language())?;
            found.push((expression, nature));
        }
    }
    (!found.is_empty()).then_some(found)
}

fn expressions(text: &str, language: Language) -> Option<Vec<String>> {
    let trim = |line: &str| line.trim().trim_end_matches(';').to_owned();
    match language {
        // The last line of a body is its value.
        Language::Elixir => {
            if let Some((_, value)) = text.rsplit_once(", do: ") {
                return Some(vec![trim(value.lines().next()?)]);
            }
            let lines: Vec<&str> =
                text.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()).collect();
            let (last, body) = lines.split_last()?;
            let value = body.last()?;
            let indent = |line: &str| line.len() - line.trim_start().len();
            let is_plain = last.trim() == "end" && indent(value) == indent(last) + 2;
            (is_plain && body.len() > 1).then(|| vec![trim(value)])
        }
        Language::JavaScript | Language::TypeScript | Language::Tsx | Language::Python => {
            // Functions within would return for themselves.
            let n_functions = ["function", "=>", "def ", "lambda"]
                .iter()
                .map(|mark| text.matches(mark).count())
                .sum::<usize>();
            let lines = text.lines().filter_map(|line| line.trim().strip_prefix("return "));
            (n_functions <= 1).then(|| lines.map(trim).collect())
        }
        _ => None,
    }
}

fn nature_of(expression: &str, text: &str, language: Language) -> Option<Nature> {
    let is_elixir = language == Language::Elixir;
    let is_closed = |open: char, close: char| {
        expression.starts_with(open) && expression.ends_with(close) && is_one_group(expression)
    };
    let starts = |start: &str| expression.starts_with(start);
    if starts("new Set(") {
        return Some(Nature::Set);
    }
    if starts("new Map(") || starts("%{") && expression.ends_with('}') {
        return Some(Nature::Map);
    }
    if is_closed('[', ']') {
        return Some(Nature::List);
    }
    if is_closed('{', '}') {
        return Some(if is_elixir { Nature::Tuple } else { Nature::Map });
    }
    if matches!(expression, "true" | "false" | "True" | "False") {
        return Some(Nature::Truth);
    }
    if expression.parse::<f64>().is_ok() {
        return Some(Nature::Number);
    }
    // A variable is what it was made as.
    let is_name = expression.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !is_name || is_elixir {
        return None;
    }
    let mut made = text.lines().filter_map(|line| {
        let line = line.trim();
        let line = ["const ", "let ", "var "]
            .iter()
            .find_map(|start| line.strip_prefix(start))
            .unwrap_or(line);
        let rest = line.strip_prefix(expression)?;
        let (kind, value) = rest.split_once(" = ")?;
        (kind.is_empty() || kind.starts_with(':')).then(|| value.trim_end_matches(';').to_owned())
    });
    let value = made.next().filter(|_| made.next().is_none())?;
    let is_variable = value.chars().all(|c| c.is_alphanumeric() || c == '_');
    if is_variable { None } else { nature_of(&value, text, language) }
}

/// Whether the bracket at the start closes at the end.
fn is_one_group(expression: &str) -> bool {
    let mut depth = 0_i32;
    for (at, c) in expression.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + c.len_utf8() == expression.len();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use crate::checks::tests::check_alone;

    #[test]
    fn returned_literals_must_agree() {
        check_alone(
            crate::checks::returns::check,
            "\
//- a.ex
defmodule A do
  def new(size) do
    wheel = Map.new()
    {:queue.new(), size, wheel}
  end
end
",
            "a.ex",
            &[
                (
                    "A.new",
                    "Builds an empty buffer as a map holding a queue.",
                    "contradicted: it returns `{:queue.new(), size, wheel}`, not a map",
                ),
                ("A.new", "Builds an empty buffer as a tuple with a queue.", "supported"),
            ],
        );
        check_alone(
            crate::checks::returns::check,
            "\
//- a.js
function parse(text) {
  const parsed = [];
  for (const part of text.split(',')) {
    parsed.push(part);
  }
  return parsed;
}
",
            "a.js",
            &[
                ("parse", "Parses a text into a list of parts.", "supported"),
                (
                    "parse",
                    "Parses a text into a `Map` from name to part.",
                    "contradicted: it returns `parsed`, not a map",
                ),
            ],
        );
    }
}
