//! Numbers with their units, in prose and in code.
//!
//! In code a number may be spelled in many ways (`0x10`, `1_000`, `60 * 60`, `1 << 20`), and its unit may
//! be in a name, a call, a factor or a comment. Where several readings are possible all are kept,
//! because a number is called missing only if no reading fits.

use crate::lexicon::units::{TIMED_CALLS, Unit, number_word, said_unit, unit_named, written_unit};

/// A number of a claim.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct StatedNumber {
    pub(crate) value: f64,
    pub(crate) unit: Option<&'static Unit>,
    /// As written, with its unit.
    pub(crate) text: String,
    pub(crate) form: NumberForm,
    /// Up to four words before it and after it with its unit, in lower case, the nearest first.
    pub(crate) before: Vec<String>,
    pub(crate) after: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumberForm {
    Digits,
    Word,
}

/// A number of the code.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CodeNumber {
    pub(crate) value: f64,
    pub(crate) unit: Option<&'static Unit>,
    /// What further factors of the same product multiply it by: 1024 for the 4 of `4 * 1024`.
    pub(crate) scale: f64,
    /// The byte at which it begins.
    pub(crate) at: usize,
}

/// The numbers of a claim.
pub(crate) fn stated_numbers(text: &str) -> Vec<StatedNumber> {
    let words = prose_words(text);
    let is_factor = |value: &f64| *value >= 100.0;
    let mut found = Vec::new();
    let mut skip_to = 0;
    for at in 0..words.len() {
        if at < skip_to {
            continue;
        }
        let word = &words[at];
        let Some((mut value, rest, form)) = number_at(word) else { continue };
        let mut end = at + 1;
        // "the 400s" are status codes.
        let rest = if rest == "s" && value >= 100.0 && value % 100.0 == 0.0 { "" } else { rest };
        let mut unit = said_unit(rest.trim_start_matches('-'));
        if unit.is_none() && !rest.is_empty() {
            // `5xx`, `2x`, `3rd` and versions are not plain numbers.
            match rest {
                "k" => value *= 1e3,
                "m" => value *= 1e6,
                _ => continue,
            }
        }
        // "ten thousand", "5 million", "half a second"
        while let Some(factor) = words.get(end).and_then(|next| number_word(next)).filter(is_factor)
        {
            value *= factor;
            end += 1;
        }
        if value == 0.5 && words.get(end).is_some_and(|next| next == "a" || next == "an") {
            end += 1;
        }
        if unit.is_none() {
            unit = words.get(end).and_then(|next| said_unit(next));
            end += usize::from(unit.is_some());
        }
        let text = words[at..end].join(" ");
        let before = words[..at].iter().rev().take(4).cloned().collect();
        let after = words[end..].iter().take(4).cloned().collect();
        found.push(StatedNumber { value, unit, text, form, before, after });
        skip_to = end;
    }
    found
}

/// Words of prose in lower case. Code in backticks is kept only if it is a number.
pub(crate) fn prose_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (at, part) in text.split('`').enumerate() {
        if at % 2 == 1 {
            let is_number = part.trim().parse::<f64>().is_ok();
            words.push(if is_number { part.trim().to_owned() } else { "<code>".to_owned() });
            continue;
        }
        for raw in part.split(|c: char| c.is_whitespace() || matches!(c, '–' | '—')) {
            let is_edge = |c: char| ",;:!?\"'()[]*~≈<>=≤≥".contains(c);
            let word = raw.trim_matches(is_edge).trim_end_matches('.').trim_matches(is_edge);
            let lower = word.to_lowercase();
            if lower.is_empty() {
                continue;
            }
            let first = lower.chars().next().unwrap_or(' ');
            let is_compound = first.is_alphabetic() && lower.contains('-');
            if first.is_ascii_digit() && (lower.contains("..") || is_range(&lower)) {
                // "200-299" and "1..12" are two numbers.
                let ends = lower.split(['.', '-']).filter(|one| !one.is_empty());
                words.extend(ends.map(str::to_owned));
            } else if is_compound && !lower.contains(|c: char| c.is_ascii_digit()) {
                words.extend(lower.split('-').map(str::to_owned));
            } else {
                words.push(lower);
            }
        }
    }
    words
}

fn is_range(word: &str) -> bool {
    word.split_once('-')
        .is_some_and(|(left, right)| left.parse::<f64>().is_ok() && right.parse::<f64>().is_ok())
}

/// Whether a word of prose is a number, in digits or spelled out.
pub(crate) fn is_number(word: &str) -> bool {
    number_at(word).is_some()
}

/// A number at the start of a word, and what follows it.
fn number_at(word: &str) -> Option<(f64, &str, NumberForm)> {
    if let Some(value) = number_word(word) {
        return Some((value, "", NumberForm::Word));
    }
    let unsigned = word.trim_start_matches(['-', '+', '$', '€', '−']);
    if !unsigned.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let end = unsigned
        .find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',' | '_'))
        .unwrap_or(unsigned.len());
    let digits: String = unsigned[..end].trim_end_matches(['.', ',']).replace([',', '_'], "");
    // Versions and addresses have more than one dot.
    let value = digits.parse::<f64>().ok()?;
    Some((value, unsigned[end..].trim_end_matches('.'), NumberForm::Digits))
}

/// The numbers of code, products and shifts of numbers included.
pub(crate) fn code_numbers(code: &str) -> Vec<CodeNumber> {
    let bytes = code.as_bytes();
    let mut found: Vec<CodeNumber> = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let is_start = bytes[at].is_ascii_digit()
            && (at == 0
                || !(is_name_byte(bytes[at - 1])
                    || bytes[at - 1] == b'.' && at > 1 && bytes[at - 2].is_ascii_digit()));
        if !is_start {
            at += 1;
            continue;
        }
        let (first, mut end, suffix) = literal(code, at);
        let mut product = first;
        let mut numbers = vec![CodeNumber { value: first, unit: suffix, scale: 1.0, at }];
        let mut factor_unit = None;
        // Follow `* 60`, `<< 20`, `/ 100`, `** 2` and `* time.Second`.
        while let Some((operator, operand)) = operator_at(code, end) {
            if !bytes.get(operand).is_some_and(u8::is_ascii_digit) {
                factor_unit = (operator == "*").then(|| unit_of_path(&code[operand..])).flatten();
                break;
            }
            let (value, after, _) = literal(code, operand);
            let next = match operator {
                "*" => product * value,
                "/" if value != 0.0 => product / value,
                "<<" => product * 2f64.powf(value),
                "**" | "^" => product.powf(value),
                _ => break,
            };
            numbers.push(CodeNumber { value, unit: None, scale: 1.0, at: operand });
            numbers.push(CodeNumber { value: next, unit: None, scale: 1.0, at });
            product = next;
            end = after;
        }
        if first != 0.0 {
            numbers[0].scale = product / first;
        }
        let unit =
            factor_unit.or_else(|| unit_after(&code[end..])).or_else(|| unit_before(code, at));
        let unit = unit.or_else(|| unit_on_line(code, at));
        for number in &mut numbers {
            let is_whole = number.value == product;
            number.unit = number.unit.or(if is_whole { unit } else { None });
        }
        if numbers.len() == 1 {
            numbers[0].unit = suffix.or(unit);
        }
        found.extend(numbers);
        at = end.max(at + 1);
    }
    found.extend(number_words(code));
    found
}

/// Numbers that comments spell out.
fn number_words(code: &str) -> Vec<CodeNumber> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, c) in code.char_indices().chain([(code.len(), ' ')]) {
        match (c.is_alphanumeric() || c == '_', start) {
            (true, None) => start = Some(at),
            (false, Some(first)) => {
                let is_short = at - first <= 8;
                let word = if is_short { code[first..at].to_lowercase() } else { String::new() };
                if let Some(value) = number_word(&word) {
                    let unit = unit_after(&code[at..]);
                    found.push(CodeNumber { value, unit, scale: 1.0, at: first });
                }
                start = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    found
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The value of the literal at a byte, its end, and the unit that its suffix says.
fn literal(code: &str, at: usize) -> (f64, usize, Option<&'static Unit>) {
    let rest = &code[at..];
    let radix = match rest.get(..2).map(str::to_lowercase).as_deref() {
        Some("0x") => 16,
        Some("0b") => 2,
        Some("0o") => 8,
        _ => 10,
    };
    if radix != 10 {
        let body = &rest[2..];
        let end = body.find(|c: char| !c.is_digit(radix) && c != '_').unwrap_or(body.len());
        let digits = body[..end].replace('_', "");
        if let Ok(value) = u64::from_str_radix(&digits, radix) {
            return (value as f64, at + 2 + end, None);
        }
    }
    let bytes = rest.as_bytes();
    let mut end = 0;
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    while end < bytes.len() {
        let goes_on = match bytes[end] {
            b'0'..=b'9' => true,
            b'_' | b'\'' | b'.' => is_digit(end + 1),
            b',' => {
                is_digit(end + 1) && is_digit(end + 2) && is_digit(end + 3) && !is_digit(end + 4)
            }
            b'e' | b'E' => {
                is_digit(end + 1)
                    || matches!(bytes.get(end + 1), Some(b'-' | b'+')) && is_digit(end + 2)
            }
            b'-' | b'+' => end > 0 && matches!(bytes[end - 1], b'e' | b'E'),
            _ => false,
        };
        if !goes_on {
            break;
        }
        end += 1;
    }
    let text = rest[..end].replace(['_', '\'', ','], "");
    let value = text.parse::<f64>().unwrap_or_else(|_| {
        let whole = text.split('.').next().unwrap_or("0");
        whole.parse().unwrap_or(0.0)
    });
    let suffix_end = rest[end..]
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .map_or(rest.len(), |at| end + at);
    let suffix = rest[end..suffix_end].trim_start_matches('_').to_lowercase();
    let unit = if suffix == "d" || suffix == "f" { None } else { said_unit(&suffix) };
    (value, at + suffix_end, unit)
}

/// Operators of a product; longer ones first.
const OPERATORS: &str = "<< ** * / ^";

/// An operator after a number, and where its right side starts.
fn operator_at(code: &str, at: usize) -> Option<(&str, usize)> {
    let rest = &code[at..];
    let trimmed = rest.trim_start_matches([' ', ')']);
    let operator = OPERATORS.split(' ').find(|one| trimmed.starts_with(one))?;
    let after = &trimmed[operator.len()..];
    // A comment follows.
    if operator == "/" && after.starts_with(['/', '*']) {
        return None;
    }
    let operand = after.trim_start_matches([' ', '(']);
    Some((operator, code.len() - operand.len()))
}

/// The unit that the last part of a path at the start of a text means: `time.Second`.
fn unit_of_path(text: &str) -> Option<&'static Unit> {
    let end = text
        .find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | ':'))
        .unwrap_or(text.len());
    let last = text[..end].rsplit(['.', ':']).next()?;
    unit_of_name(last)
}

/// The unit right after a number: `30.seconds`, `5 MiB`, `20 %`, `, TimeUnit.SECONDS`, `, :second`.
fn unit_after(rest: &str) -> Option<&'static Unit> {
    let trimmed = rest.trim_start_matches([' ', '.', ')', '-']);
    if rest.starts_with('%') || trimmed.starts_with("% ") && rest.starts_with(' ') {
        return unit_named("percent");
    }
    let word_end =
        trimmed.find(|c: char| !c.is_alphanumeric() && c != 'µ').unwrap_or(trimmed.len());
    let word = trimmed[..word_end].to_lowercase();
    if word.len() > 1
        && let Some(unit) = said_unit(&word)
    {
        return Some(unit);
    }
    let after_comma = rest.trim_start().strip_prefix(',')?.trim_start();
    let is_constant = after_comma.starts_with("TimeUnit")
        || after_comma.starts_with("ChronoUnit")
        || after_comma.starts_with(':');
    is_constant.then(|| unit_of_path(after_comma.trim_start_matches(':'))).flatten()
}

/// The unit of the call or keyword that a number is given to: `from_secs(30)`, `days=7`, `seconds: 5`.
fn unit_before(code: &str, at: usize) -> Option<&'static Unit> {
    let before = code[..at].trim_end_matches([' ', '-', '&']);
    let opened = before
        .strip_suffix('(')
        .or_else(|| before.strip_suffix('='))
        .or_else(|| before.strip_suffix(':'));
    let opened = opened.or_else(|| before.strip_suffix('*'))?.trim_end();
    let start = opened
        .rfind(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.'))
        .map_or(0, |at| at + 1);
    let path = opened.get(start..)?;
    timed_call(|call| path == call || path.ends_with(&format!(".{call}")))
        .or_else(|| path.rsplit('.').next().and_then(unit_of_name))
}

/// The unit of the first function of which this is true.
fn timed_call(is_it: impl Fn(&str) -> bool) -> Option<&'static Unit> {
    let row = TIMED_CALLS.rows().find(|row| row.words().any(&is_it))?;
    unit_named(row.label)
}

/// The unit that a name left of a number on its line says: `TTL_MS = 600_000`.
fn unit_on_line(code: &str, at: usize) -> Option<&'static Unit> {
    let start = code[..at].rfind('\n').map_or(0, |at| at + 1);
    let line = &code[start..at];
    let names: Vec<&str> = line
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|name| !name.is_empty())
        .collect();
    let timed = timed_call(|call| line.contains(&format!("{call}(")));
    let named = timed.or_else(|| names.into_iter().rev().find_map(unit_of_name));
    // A definition's body may begin on the line after its name.
    named.or_else(|| {
        let above = code[..start.saturating_sub(1)].rsplit('\n').next()?;
        let is_head =
            above.trim_end().ends_with(['=', '{', '(']) || above.trim_end().ends_with("do");
        let names =
            above.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty());
        is_head.then(|| names.rev().find_map(unit_of_name)).flatten()
    })
}

/// The unit that a name ends with: `timeout_ms`, `delaySeconds`, `SIZE_KB`, `from_secs`.
pub(crate) fn unit_of_name(name: &str) -> Option<&'static Unit> {
    let parts = name_words(name);
    let last = parts.last()?;
    // `second` alone is an ordinal, and `min` a minimum.
    let is_alone = parts.len() == 1 && (!last.ends_with('s') || last == "s");
    let is_ordinary = is_alone && name.chars().all(|c| c.is_lowercase()) && last != "ms";
    if is_ordinary { None } else { written_unit(last) }
}

/// The words that a name is made of, in lower case.
pub(crate) fn name_words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = '_';
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        let after = chars.peek().copied().unwrap_or(' ');
        let starts = c.is_uppercase() && (!before.is_uppercase() || after.is_lowercase());
        if !c.is_alphanumeric() {
            before = '_';
            continue;
        }
        if before == '_' || starts || before.is_ascii_digit() != c.is_ascii_digit() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    words
}

#[cfg(test)]
mod tests;
