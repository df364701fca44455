//! Literals of any language, so that `None` is `null`, `1_000` is 1000 and `60 * 60` is 3600.

use crate::lexicon::facts::{LITERAL_WORDS, NUMBER_PREFIXES};
/// A value that is written out.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Literal {
    Number(f64),
    Text(String),
    Whether(bool),
    Nothing,
}

/// The literal that a text is, alone or as a product of numbers.
pub(crate) fn read_literal(text: &str) -> Option<Literal> {
    let text = text.trim().trim_end_matches([';', ',']).trim();
    let word = LITERAL_WORDS.rows().find(|row| row.words().any(|word| word == text));
    match word.map(|row| row.label) {
        Some("true") => return Some(Literal::Whether(true)),
        Some("false") => return Some(Literal::Whether(false)),
        Some(_) => return Some(Literal::Nothing),
        None => {}
    }
    read_text(text).map(Literal::Text).or_else(|| product(text).map(Literal::Number))
}

/// Whether both are the same literal, or the same text but for blanks.
pub(crate) fn is_same(left: &str, right: &str) -> bool {
    let squeezed = |text: &str| text.split_whitespace().collect::<String>().replace('\'', "\"");
    match (read_literal(left), read_literal(right)) {
        (Some(Literal::Number(left)), Some(Literal::Number(right))) => {
            (left - right).abs() <= 1e-9 * left.abs().max(right.abs())
        }
        (Some(left), Some(right)) => left == right,
        _ => squeezed(left) == squeezed(right),
    }
}

/// The inside of one quoted text.
fn read_text(text: &str) -> Option<String> {
    let start = text.find(['"', '\'', '`'])?;
    let is_prefix =
        text[..start].chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '@' | '#'));
    let mark = &text[start..=start];
    let body = text[start + 1..].trim_end_matches('#');
    let inner = body.strip_suffix(mark)?;
    (is_prefix && start < 3 && !inner.contains(mark)).then(|| inner.to_owned())
}

/// The value of a number, or of numbers that are multiplied or shifted.
fn product(text: &str) -> Option<f64> {
    let text = text.trim_matches(['(', ')']);
    if let Some((left, right)) = text.split_once("<<") {
        return Some(number(left)? * 2f64.powf(number(right)?));
    }
    let mut value = 1.0;
    for factor in text.split('*') {
        value *= number(factor)?;
    }
    Some(value)
}

fn number(text: &str) -> Option<f64> {
    let text: String = text.trim().chars().filter(|c| *c != '_').collect();
    let digits = text.trim_start_matches(['-', '+']);
    let sign = if text.starts_with('-') { -1.0 } else { 1.0 };
    let lower = digits.to_lowercase();
    for row in NUMBER_PREFIXES.rows() {
        let rest = row.words().find_map(|prefix| lower.strip_prefix(prefix));
        if let (Some(rest), Ok(radix)) = (rest, row.label.parse::<u32>()) {
            let end = rest.find(|c: char| !c.is_digit(radix)).unwrap_or(rest.len());
            let digits = rest.chars().map_while(|c| c.to_digit(radix));
            let value =
                digits.fold(0.0, |value, digit| value * f64::from(radix) + f64::from(digit));
            return (end > 0 && is_suffix(&rest[end..])).then_some(sign * value);
        }
    }
    if !lower.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    let mut end = lower.find(|c: char| !is_number(c)).unwrap_or(lower.len());
    if lower[end..].starts_with('e') {
        let signed = lower[end + 1..].trim_start_matches(['-', '+']);
        let tail = signed.find(|c: char| !c.is_ascii_digit()).unwrap_or(signed.len());
        end = lower.len() - signed.len() + tail;
    }
    let value: f64 = lower[..end].parse().ok()?;
    is_suffix(&lower[end..]).then_some(sign * value)
}

/// `u8`, `f32`, `ll`: what says the type of a number.
fn is_suffix(text: &str) -> bool {
    text.len() <= 5
        && (text.is_empty()
            || text.starts_with(['u', 'l', 'i', 'f', 'd', 'm', 'n'])
                && text.chars().all(|c| c.is_ascii_alphanumeric()))
}
