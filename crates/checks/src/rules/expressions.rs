//! A comparison that a claim quotes must not be the reverse of the one that the code makes.

use crate::Problem;
use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::context::SubjectContext;
use crate::statement::{Statement, WordForm};

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "expressions",
        about: "A comparison that a claim quotes must not be the reverse of the one in the code.",
        scope: &[SubjectScope::Symbol],
        code: r"//- limit.go
package limit

func Allow(count int, max int) bool {
	if count > max {
		return false
	}
	return true
}
",
        path: "limit.go",
        symbol: "Allow",
        wrong: Example::Claim("Refuses if `count < max`."),
        right: Example::Claim("Refuses if `count > max`."),
    },
    run: Run::Claim(check),
};

const OPERATORS: [&str; 8] = ["<=", ">=", "==", "!=", "≤", "≥", "<", ">"];

/// Two operands and what is between them.
#[derive(Debug, PartialEq, Eq)]
struct Comparison {
    left: String,
    operator: String,
    right: String,
    line: u32,
}

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let quoted = statement.words.iter().filter(|word| word.form == WordForm::Code);
    let said: Vec<Comparison> = quoted.filter_map(|word| said_comparison(&word.text)).collect();
    if said.is_empty() {
        return Vec::new();
    }
    let real = comparisons(context);
    let mut problems = Vec::new();
    for said in said {
        let same: Vec<&Comparison> = real.iter().filter(|one| compares_same(one, &said)).collect();
        let Some(first) = same.first() else { continue };
        if !same.iter().any(|one| is_compatible(one, &said)) {
            let reason = format!(
                "the code compares `{} {} {}`, not `{} {} {}`",
                first.left, first.operator, first.right, said.left, said.operator, said.right
            );
            problems.push(Problem::contradicted(reason).at(Some(context.line(first.line))));
        }
    }
    problems
}

/// `a < b`; `None` if it is anything more.
fn said_comparison(text: &str) -> Option<Comparison> {
    let (at, operator) = OPERATORS.iter().find_map(|sign| Some((text.find(sign)?, *sign)))?;
    let (left, right) =
        (text[..at].trim(), text[at + operator.len()..].trim_start_matches('=').trim());
    let is_operand = |text: &str| {
        !text.is_empty()
            && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | '@' | ':'))
    };
    let operator = match operator {
        "≤" => "<=",
        "≥" => ">=",
        other => other,
    };
    (is_operand(left) && is_operand(right)).then(|| Comparison {
        left: last_part(left),
        operator: operator.to_owned(),
        right: last_part(right),
        line: 0,
    })
}

/// The comparisons of two plain operands in the subject's code.
fn comparisons(context: &SubjectContext<'_>) -> Vec<Comparison> {
    let tokens = context.tokens();
    let mut found = Vec::new();
    for at in 1..tokens.len() {
        let (operator, line) = tokens[at];
        if !OPERATORS.contains(&operator) && !matches!(operator, "===" | "!==") {
            continue;
        }
        let left = tokens[at - 1].0;
        // Of `a.b.c` on the right the last part is compared.
        let mut end = at + 1;
        while tokens.get(end + 1).is_some_and(|(sign, _)| matches!(*sign, "." | "->" | "::" | "?."))
        {
            end += 2;
        }
        let Some((right, _)) = tokens.get(end) else { continue };
        let is_operand = |text: &str| {
            text.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '@'))
        };
        let goes_on = tokens
            .get(end + 1)
            .is_some_and(|(sign, _)| matches!(*sign, "(" | "[" | "+" | "-" | "*" | "/"));
        if is_operand(left) && is_operand(right) && !goes_on {
            found.push(Comparison {
                left: last_part(left),
                operator: operator.get(..2.min(operator.len())).unwrap_or(operator).to_owned(),
                right: last_part(right),
                line,
            });
        }
    }
    found
}

fn last_part(text: &str) -> String {
    let is_number = text.starts_with(|c: char| c.is_ascii_digit());
    let last = if is_number { text } else { text.rsplit(['.', ':']).next().unwrap_or(text) };
    last.trim_start_matches(['$', '@']).replace('_', "").to_lowercase()
}

fn compares_same(one: &Comparison, other: &Comparison) -> bool {
    one.left == other.left && one.right == other.right
        || one.left == other.right && one.right == other.left
}

/// Whether one follows from the other or is its negation: "fails if `a > b`" of `if a <= b`.
fn is_compatible(real: &Comparison, said: &Comparison) -> bool {
    let operator = match real.left == said.left {
        true => said.operator.as_str(),
        false => mirrored(&said.operator),
    };
    real.operator == operator || real.operator == negated(operator) || real.operator.len() > 2
}

fn mirrored(operator: &str) -> &str {
    match operator {
        "<" => ">",
        ">" => "<",
        "<=" => ">=",
        ">=" => "<=",
        other => other,
    }
}

fn negated(operator: &str) -> &str {
    match operator {
        "<" => ">=",
        ">" => "<=",
        "<=" => ">",
        ">=" => "<",
        "==" => "!=",
        "!=" => "==",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::check;

    const FILES: &str = "\
//- limit.go
package limit

func Allow(count int, max int) bool {
	if count > max {
		return false
	}
	return true
}
";

    #[test]
    fn comparisons_must_not_be_reversed() {
        check(
            FILES,
            "limit.go",
            &[
                ("Allow", "Refuses if `count > max`.", "supported"),
                ("Allow", "Allows as long as `count <= max`.", "supported"),
                ("Allow", "Refuses if `max < count`.", "supported"),
                (
                    "Allow",
                    "Refuses if `count < max`.",
                    "contradicted: the code compares `count > max`, not `count < max`",
                ),
            ],
        );
    }
}
