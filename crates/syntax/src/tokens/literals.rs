//! One way to write strings and numbers that can be written in several.
//!
//! What these functions return is only hashed: it need not be valid code, but two literals with
//! different values must differ in it.

use std::borrow::Cow;

use rutter_domain::Language;

use crate::languages::profile;

use crate::freedom::Quotes;

/// A string literal with the quotes and escapes that all who mean the same share.
pub(super) fn canonical_string(quotes: Quotes, literal: &str) -> Cow<'_, str> {
    let canonical = match quotes {
        Quotes::Fixed => None,
        Quotes::Either => content_of(literal).map(|content| quoted("", &unescaped(content))),
        Quotes::Plain => plain(literal),
        Quotes::Python => python(literal),
    };
    canonical.map_or(Cow::Borrowed(literal), Cow::Owned)
}

/// The start of a string with code in it, such as `f"`.
pub(super) fn canonical_start(quotes: Quotes, start: &str) -> Cow<'_, str> {
    match quotes {
        Quotes::Python => {
            let prefix = start.trim_end_matches(['"', '\'']);
            Cow::Owned(format!("{}\"", python_prefix(prefix)))
        }
        Quotes::Fixed | Quotes::Either | Quotes::Plain => Cow::Borrowed(start),
    }
}

/// Text in a string with code in it.
pub(super) fn canonical_content(quotes: Quotes, content: &str) -> Cow<'_, str> {
    match quotes {
        Quotes::Python if content.contains('\\') => Cow::Owned(unescaped(content)),
        Quotes::Python | Quotes::Fixed | Quotes::Either | Quotes::Plain => Cow::Borrowed(content),
    }
}

/// The name in a quoted key, if it needs no quotes.
pub(super) fn bare_key(literal: &str) -> Option<&str> {
    let content = content_of(literal)?;
    let mut chars = content.chars();
    let is_name = chars.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_' || c == '$')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$');
    is_name.then_some(content)
}

/// Several strings next to each other as the one they mean, if no escape could reach across.
pub(super) fn merged_strings(quotes: Quotes, literals: &[&str]) -> Option<String> {
    let mut merged = String::new();
    for literal in literals {
        let content = match quotes {
            Quotes::Python => {
                let canonical = python(literal)?;
                canonical.strip_prefix('"')?.strip_suffix('"')?.to_owned()
            }
            Quotes::Fixed | Quotes::Either | Quotes::Plain => {
                literal.strip_prefix('"')?.strip_suffix('"')?.to_owned()
            }
        };
        let bytes = content.as_bytes();
        // `"\x4" "1"` is not `"\x41"`: an escape could go on in the next literal.
        let is_open = |at: usize| {
            bytes[at] == b'\\' && (bytes[at + 1] == b'x' || bytes[at + 1].is_ascii_digit())
        };
        if (0..bytes.len().saturating_sub(1)).any(is_open) {
            return None;
        }
        merged.push_str(&content);
    }
    Some(quoted("", &merged))
}

/// A number in lower case, without what only groups its digits.
pub(super) fn canonical_number(language: Language, number: &str) -> Cow<'_, str> {
    // language: a number is a word there, and the name behind `_` says what is made of it here
    if language == Language::Bash || language == Language::Cpp && number.contains('_') {
        return Cow::Borrowed(number);
    }
    let is_changed = |byte: u8| byte.is_ascii_uppercase() || byte == b'_';
    let mut plain = if number.bytes().any(is_changed) {
        Cow::Owned(number.to_ascii_lowercase().replace('_', ""))
    } else {
        Cow::Borrowed(number)
    };
    // All numbers are of one type.
    if profile(language).is_script()
        && let Some(decimal) = decimal(&plain)
    {
        plain = Cow::Owned(decimal);
    }
    plain
}

/// A decimal number of a language with one kind of numbers: `.50` and `0.5` are one.
fn decimal(number: &str) -> Option<String> {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | '+' | '-');
    // `010` is 8 in old scripts, and must not become `10`.
    let is_octal = number.len() > 1 && number.starts_with('0') && !number.contains('.');
    if is_octal || !number.contains(['.', 'e']) || !number.chars().all(is_part) {
        return None;
    }
    let (digits, exponent) = number.split_once('e').unwrap_or((number, ""));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let part = part.trim_end_matches('0');
    let mut decimal = if whole.is_empty() { "0".to_owned() } else { whole.to_owned() };
    if !part.is_empty() {
        decimal.push('.');
        decimal.push_str(part);
    }
    let (sign, power) = match exponent.strip_prefix('-') {
        Some(power) => ("-", power),
        None => ("", exponent.trim_start_matches('+')),
    };
    let power = power.trim_start_matches('0');
    if !power.is_empty() {
        decimal.push('e');
        decimal.push_str(sign);
        decimal.push_str(power);
    }
    Some(decimal)
}

fn quoted(prefix: &str, content: &str) -> String {
    format!("{prefix}\"{content}\"")
}

/// The text between single or double quotes.
fn content_of(literal: &str) -> Option<&str> {
    let quote = literal.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    literal.get(1..)?.strip_suffix(quote)
}

/// A content without the backslashes before quotes; all other escapes stay.
fn unescaped(content: &str) -> String {
    let mut plain = String::with_capacity(content.len());
    let mut chars = content.chars();
    while let Some(c) = chars.next() {
        match (c, chars.clone().next()) {
            ('\\', Some('"' | '\'')) => {}
            ('\\', Some(next)) => {
                plain.push('\\');
                plain.push(next);
                chars.next();
            }
            _ => plain.push(c),
        }
    }
    plain
}

/// A string of a language in which single quotes take everything as it is.
fn plain(literal: &str) -> Option<String> {
    let content = content_of(literal)?;
    let is_single = literal.starts_with('\'');
    let own_escape = if is_single { "\\'" } else { "\\\"" };
    let content = content.replace(own_escape, if is_single { "'" } else { "\"" });
    let is_code =
        is_single && ["#{", "#@", "#$", "$", "{$"].iter().any(|code| content.contains(code));
    (!is_code && !content.contains('\\')).then(|| quoted("", &content))
}

fn python(literal: &str) -> Option<String> {
    let start = literal.find(['"', '\''])?;
    let (prefix, rest) = literal.split_at(start);
    let content = ["\"\"\"", "'''"]
        .iter()
        .find_map(|three| rest.strip_prefix(*three)?.strip_suffix(*three))
        .or_else(|| content_of(rest))?;
    let prefix = python_prefix(prefix);
    if prefix.contains('r') {
        Some(quoted(&prefix, content))
    } else {
        Some(quoted(&prefix, &unescaped(content)))
    }
}

fn python_prefix(prefix: &str) -> String {
    let mut letters: Vec<char> =
        prefix.chars().map(|c| c.to_ascii_lowercase()).filter(|c| *c != 'u').collect();
    // `rb` and `br` mean the same.
    letters.sort_unstable();
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(quotes: Quotes, literal: &str, expected: &str) {
        assert_eq!(canonical_string(quotes, literal), expected, "{literal}");
    }

    #[test]
    fn quotes_that_mean_the_same_are_one() {
        check(Quotes::Either, "'a'", "\"a\"");
        check(Quotes::Either, r#"'it\'s "so"'"#, r#""it's "so"""#);
        check(Quotes::Either, r#""\\' \n""#, r#""\\' \n""#);
        check(Quotes::Either, "`a`", "`a`");
        check(Quotes::Python, "U'a'", "\"a\"");
        check(Quotes::Python, "Rb'''a\\''''", "br\"a\\'\"");
        check(Quotes::Plain, "'a'", "\"a\"");
        check(Quotes::Plain, "'$a'", "'$a'");
        check(Quotes::Plain, "\"a\\n\"", "\"a\\n\"");
        check(Quotes::Plain, "'a\\n'", "'a\\n'");
        check(Quotes::Fixed, "'a'", "'a'");
    }

    #[test]
    fn numbers_of_one_value_are_one() {
        for (language, number, expected) in [
            (Language::Python, "0XFF", "0xff"),
            (Language::Python, "1.0", "1.0"),
            (Language::JavaScript, ".50", "0.5"),
            (Language::JavaScript, "1.0E+05", "1e5"),
            (Language::JavaScript, "1_000", "1000"),
            (Language::JavaScript, "010", "010"),
            (Language::Cpp, "10_KM", "10_KM"),
            (Language::Bash, "1E5", "1E5"),
        ] {
            assert_eq!(canonical_number(language, number), expected);
        }
    }
}
