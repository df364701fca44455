//! A missing file that is said to raise an error, against code that passes over it.

use crate::{Problem, Statement, SubjectContext};

/// Phrases about something that is not there.
const MISSING: &[&str] = &[
    "does not exist",
    "doesn't exist",
    "is missing",
    "missing file",
    "is not found",
    "file not found",
    "no such file",
    "cannot be found",
    "is absent",
];
/// How code asks whether a file is there, or hears that it is not.
const ASKS: &[&str] = &[
    "ENOENT",
    "NotFound",
    "ErrNotExist",
    "FileNotFoundError",
    "NoSuchFileException",
    "FileNotFoundException",
    "File.Exists",
    "File.exist",
    "Files.exists",
    ".exists()",
    ".is_file()",
    "file_exists(",
    "os.IsNotExist",
];
const RAISES: &[&str] = &["throw", "raise", "panic", "bail!", "Errorf", "reject", "error("];
const PASSES: &[&str] = &["return", "Ok(", "break", "continue", "pass"];

/// Called for a claim that says that an error is raised.
pub(super) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Option<Problem> {
    let is_file = statement.words.iter().any(|word| {
        matches!(word.lower.as_str(), "file" | "log" | "journal" | "configuration" | "settings")
    });
    if !is_file || !statement.has_phrase(MISSING) {
        return None;
    }
    let span = context.symbol().span;
    let lines: Vec<&str> = span.slice(&context.subject.parsed.text).lines().collect();
    let at = lines.iter().position(|line| has_any(line, ASKS))?;
    let line = lines[at];
    // `if (error.code !== 'ENOENT') throw error;` raises for every other error.
    let raises_others = (line.contains("!=") || line.contains("not ")) && has_any(line, RAISES);
    let next = lines.get(at + 1).copied().unwrap_or("");
    let passes = !has_any(line, RAISES)
        && (has_any(line, PASSES) || has_any(next, PASSES) && !has_any(next, RAISES));
    if !raises_others && !passes {
        return None;
    }
    let number = span.start_line + u32::try_from(at).unwrap_or(0);
    let reason = format!("a missing file raises nothing: `{}`", line.trim());
    Some(Problem::contradicted(reason).at(Some(context.line(number))))
}

fn has_any(text: &str, tokens: &[&str]) -> bool {
    tokens.iter().any(|token| text.contains(token))
}

#[cfg(test)]
mod tests {
    use crate::tests::check_alone;

    #[test]
    fn a_missing_file_that_is_passed_over_raises_nothing() {
        check_alone(
            crate::rules::errors::check,
            "\
//- a.js
function load(path) {
  try {
    return parse(read(path));
  } catch (error) {
    if (error.code !== 'ENOENT') throw new LoadError(error);
    return {};
  }
}
function open(path) {
  if (!exists(path)) {
    throw new LoadError(path);
  }
}
",
            "a.js",
            &[
                (
                    "load",
                    "Throws a `LoadError` if the file does not exist.",
                    "contradicted: a missing file raises nothing: `if (error.code !== 'ENOENT') throw \
                     new LoadError(error);`",
                ),
                ("load", "Throws a `LoadError` if the file is broken.", "supported"),
                ("open", "Throws a `LoadError` if the file does not exist.", "supported"),
            ],
        );
    }
}
