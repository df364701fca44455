//! Numbers of a claim must be in the code, its documentation, the evidence, or in a value that the
//! code names; in any spelling and in any unit of the same dimension. Small counts in words are left
//! to readers: code rarely spells them.

use rutter_domain::Evidence;
use rutter_domain::words::tokenize;

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::lexicon::numbers::{
    ABOUT, BOUNDS, CALLED, CODES, COUNTED, DIGIT_NOUNS, EXAMPLES, LABELS, LIMIT_NOUNS, LIMITS,
};
use crate::lexicon::units::{STATUS_NAMES, UNITS};
use crate::quantities::{CodeNumber, NumberForm, StatedNumber, code_numbers, stated_numbers};
use crate::{Problem, Statement, SubjectContext};

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "numbers",
        about: "A number must stand in the code, its documentation, the evidence, or a value that the code names.",
        scope: &SubjectScope::ALL,
        code: r"//- src/retry.py
MAX_ATTEMPTS = 3

def retry(task):
    for attempt in range(MAX_ATTEMPTS):
        task()
",
        path: "src/retry.py",
        symbol: "retry",
        wrong: Example::Claim("Tries the task up to 7 times."),
        right: Example::Claim("Tries the task up to 3 times."),
    },
    run: Run::Claim(check),
};

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let wanted: Vec<StatedNumber> = stated_numbers(&statement.text)
        .into_iter()
        .filter(|said| is_checked(said, statement))
        .collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let known = context.numbers();
    wanted
        .iter()
        .filter(|said| !is_shown(said, known, context))
        .filter(|said| !is_derived(said, statement, known, &context.code))
        .map(|said| problem(said, context))
        .collect()
}

/// Whether a number must be in the code.
fn is_checked(said: &StatedNumber, statement: &Statement) -> bool {
    let word = |at: usize| said.before.get(at).map_or("", String::as_str);
    let before = word(0);
    let is_label = LABELS.has(before) || said.value == 0.0 || is(said.value, 1970.0);
    let is_example = EXAMPLES.has(before) || statement.has_phrase(&["for example", "for instance"]);
    if is_label || is_example {
        return false;
    }
    if said.form == NumberForm::Digits {
        return !is(said.value, 1.0) || said.unit.is_some() || CODES.has(before);
    }
    if said.unit.is_some() {
        return said.value > 1.0;
    }
    let next = said.after.first().map_or("", String::as_str);
    let is_call = statement.has_phrase(CALLED.words());
    let is_limit = LIMITS.has(before) || before == "of" && LIMIT_NOUNS.has(word(1));
    let counts_digits = said.after.iter().take(2).any(|word| DIGIT_NOUNS.has(word));
    let is_part = matches!(before, "first" | "last") && counts_digits;
    // Small counts are often those of branches or fields; large ones are limits.
    let is_large = said.value > 5.0 && said.value < 1e3 && before != "remaining";
    !is_call
        && (is_large
            || COUNTED.has(next) && said.value > 1.0
            || (is_limit || is_part) && said.value > 2.0)
}

impl SubjectContext<'_> {
    /// The numbers of the code, its documentation, the evidence and the values that it names.
    pub(crate) fn numbers(&self) -> &[CodeNumber] {
        self.numbers.get_or_init(|| known_numbers(self))
    }
}

/// Every number that supports a claim, with the text it comes from.
fn known_numbers(context: &SubjectContext<'_>) -> Vec<CodeNumber> {
    let mut known = code_numbers(&context.code);
    known.extend(code_numbers(&context.doc));
    for (_, text) in &context.evidence {
        known.extend(code_numbers(text));
    }
    for value in context.named_values() {
        known.extend(code_numbers(&value.text));
        known.extend(value.at.symbol().doc.iter().flat_map(|doc| code_numbers(doc)));
    }
    for callee in context.callees() {
        known.extend(code_numbers(&callee.symbol().signature));
        known.extend(callee.symbol().doc.iter().flat_map(|doc| code_numbers(doc)));
    }
    for container in context.containers() {
        known.extend(container.doc.iter().flat_map(|doc| code_numbers(doc)));
    }
    known
}

/// Whether two numbers are the same but for rounding.
pub(crate) fn is(left: f64, right: f64) -> bool {
    (left - right).abs() <= 1e-6 * left.abs().max(right.abs())
}

fn is_shown(said: &StatedNumber, known: &[CodeNumber], context: &SubjectContext<'_>) -> bool {
    let wanted = spellings(said);
    let fits = |one: &CodeNumber| wanted.iter().any(|wanted| is(one.value, *wanted));
    if known.iter().any(fits) {
        return true;
    }
    let is_near = said.before.iter().take(2).any(|word| ABOUT.has(word));
    if is_near
        && known.iter().any(|one| {
            wanted.iter().any(|wanted| (one.value - wanted).abs() <= 0.05 * wanted.abs())
        })
    {
        return true;
    }
    // 299 is the last number below 300, and 85.05 is short for 85.0511.
    let is_whole = said.value.fract() == 0.0;
    let is_edge = |one: &CodeNumber| {
        is_whole && is((one.value - said.value).abs(), 1.0) && is_compared(&context.code, one)
    };
    let is_cut =
        |one: &CodeNumber| !is_whole && one.value.to_string().starts_with(&said.value.to_string());
    if code_numbers(&context.code).iter().any(is_edge) || known.iter().any(is_cut) {
        return true;
    }
    let may_count = said.form == NumberForm::Word || said.unit.is_none() && said.value > 2.0;
    has_status_name(said, context) || may_count && has_list_of(&context.code, said.value)
}

/// The values that a number may have in code.
fn spellings(said: &StatedNumber) -> Vec<f64> {
    let mut values = vec![said.value];
    match said.unit {
        Some(unit) => {
            let others = UNITS.iter().filter(|other| other.dimension == unit.dimension);
            for own in unit.factors {
                for factor in others.clone().flat_map(|other| other.factors) {
                    values.push(said.value * own / factor);
                }
            }
        }
        None if said.value > 0.0 && said.value < 1.0 => values.push(said.value * 100.0),
        None => {}
    }
    values
}

/// Whether a number of the code is the bound of a comparison or range.
fn is_compared(code: &str, number: &CodeNumber) -> bool {
    let before = code[..number.at].trim_end();
    BOUNDS.words().iter().any(|mark| before.ends_with(mark))
        || before.ends_with(',') && before.contains("range(")
}

fn has_status_name(said: &StatedNumber, context: &SubjectContext<'_>) -> bool {
    let names = STATUS_NAMES.words().iter().filter_map(|row| row.split_once(' '));
    let mut names = names.filter(|(status, _)| status.parse::<f64>() == Ok(said.value));
    let flat: String = context.code.to_lowercase().chars().filter(|c| *c != '_').collect();
    names.any(|(_, name)| flat.contains(name))
}

/// Whether the code has a list in square brackets of exactly this many items.
fn has_list_of(code: &str, n_items: f64) -> bool {
    let mut open: Vec<(f64, usize)> = Vec::new();
    for (at, c) in code.char_indices() {
        match c {
            '[' | '{' | '(' => open.push((1.0, at + 1)),
            ',' => {
                if let Some((count, _)) = open.last_mut() {
                    *count += 1.0;
                }
            }
            ']' | '}' | ')' => {
                let Some((mut count, start)) = open.pop() else { continue };
                let inner = code.get(start..at).unwrap_or("").trim();
                if inner.ends_with(',') {
                    count -= 1.0;
                }
                // `%w[a b c]` has no commas.
                if !inner.contains(',') && code[..start].ends_with("%w[") {
                    count = inner.split_whitespace().map(|_| 1.0).sum();
                }
                if c == ']' && is(count, n_items) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

/// Whether a number follows from one that the code has: the second of growing delays, two hexadecimal
/// digits for a byte, a power of two for a shift.
fn is_derived(
    said: &StatedNumber,
    statement: &Statement,
    known: &[CodeNumber],
    code: &str,
) -> bool {
    let is_pause = said.unit.is_some() || said.after.first().is_some_and(|word| word == "after");
    let grows = is_pause && statement.has_phrase(&["the second", "the third"]);
    let is_hex = said.after.iter().take(2).any(|word| word.starts_with("hex"));
    let counts_hex = is_hex && code.to_lowercase().contains("bytes");
    let shifts = code.contains("<<") || code.contains("pow") || code.contains("**");
    known.iter().any(|one| {
        let times = said.value / one.value;
        grows && one.value > 1.0 && [2.0, 3.0, 4.0].iter().any(|n| is(times, *n))
            || counts_hex && is(times, 2.0)
            || shifts && one.value < 64.0 && is(2f64.powf(one.value), said.value)
    })
}

fn problem(said: &StatedNumber, context: &SubjectContext<'_>) -> Problem {
    let text = &said.text;
    match rival(said, context) {
        Some((rival, evidence)) => {
            Problem::contradicted(format!("{text} does not occur; the code has `{rival}`"))
                .at(Some(evidence))
        }
        None => {
            Problem::not_shown(format!("{text} occurs neither in the code nor in what it names"))
        }
    }
}

/// A line with a number about the same thing: the value of a constant, or a line that uses the same words.
fn rival(said: &StatedNumber, context: &SubjectContext<'_>) -> Option<(String, Evidence)> {
    let own = context.symbol();
    let lines = |text: &str, first: u32| -> Vec<(String, u32)> {
        (first..).zip(text.lines()).map(|(number, line)| (line.trim().to_owned(), number)).collect()
    };
    let parsed = &context.subject.parsed;
    let own_lines = lines(own.span.slice(&parsed.text), own.span.start_line);
    let has_number = |line: &str| code_numbers(line).iter().any(|one| one.value > 1.0);
    if own.kind.is_data() {
        let found = own_lines.iter().find(|(line, _)| has_number(line));
        return found.map(|(line, number)| (line.clone(), context.line(*number)));
    }
    let nouns: Vec<String> = said
        .before
        .iter()
        .chain(&said.after)
        .flat_map(|word| tokenize(word))
        .filter(|word| word.len() > 3)
        .collect();
    let is_about = |line: &str| {
        let words = tokenize(line);
        has_number(line) && nouns.iter().any(|noun| words.contains(noun))
    };
    if let Some((line, number)) = own_lines.iter().find(|(line, _)| is_about(line)) {
        return Some((line.clone(), context.line(*number)));
    }
    context.named_values().iter().find_map(|value| {
        let symbol = value.at.symbol();
        let (line, number) = lines(&value.text, symbol.span.start_line)
            .into_iter()
            .find(|(line, _)| is_about(line))?;
        let path = value.at.path.clone();
        Some((line, Evidence { path, start_line: number, end_line: number }))
    })
}

#[cfg(test)]
mod tests;
