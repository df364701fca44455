//! Unwraps C macros around a list of parameters: `int f OF((int a));`.
//!
//! They leave the list out for compilers that do not know prototypes. Without the macro and its brackets the
//! text is an ordinary prototype, so both are blanked, which keeps every place.

use super::macros::is_macro_name;

/// Maximum length of a list of parameters, in bytes.
const MOST_LIST_BYTES: usize = 4000;
/// Maximum number of bytes before the macro to examine.
const MOST_BYTES_BEFORE: usize = 300;

/// Words behind which a macro is a statement or part of an expression.
const NO_NAMES: &[&[u8]] = &[
    b"return", b"else", b"do", b"case", b"goto", b"sizeof", b"typeof", b"if", b"while", b"for",
    b"switch", b"void", b"int", b"char", b"long", b"short", b"unsigned", b"signed", b"float",
    b"double", b"const", b"static", b"extern", b"define",
];

/// The text with such lists unwrapped; `None` if there are none.
pub fn unwrap_lists(text: &[u8]) -> Option<Vec<u8>> {
    let mut unwrapped: Option<Vec<u8>> = None;
    let mut from = 0;
    while let Some(at) = text[from..].windows(2).position(|pair| pair == b"((") {
        let at = from + at;
        from = at + 1;
        let Some(Wrapped { start, end }) = wrapped_at(text, at) else { continue };
        let unwrapped = unwrapped.get_or_insert_with(|| text.to_vec());
        unwrapped[start..=at].fill(b' ');
        unwrapped[end] = b' ';
        from = end;
    }
    unwrapped
}

/// Where a macro around a list starts, and its last bracket.
struct Wrapped {
    start: usize,
    end: usize,
}

/// The macro whose arguments open at `at`.
fn wrapped_at(text: &[u8], at: usize) -> Option<Wrapped> {
    let before = text[..at].trim_ascii_end();
    let start = before.len() - word_at_end(before).len();
    let name = std::str::from_utf8(&before[start..]).ok()?;
    let is_upper = |byte: u8| byte.is_ascii_uppercase() || byte == b'_';
    if name.len() < 2 || !name.bytes().all(is_upper) || is_in_directive(text, start) {
        return None;
    }
    let declared = before[..start].trim_ascii_end();
    // Behind a name or a pointer in brackets it is a list of parameters, elsewhere it is a call.
    let is_declarator = match declared.last()? {
        b')' => is_pointer_declarator(declared),
        _ => is_name(word_at_end(declared)),
    };
    let inner = closing(text, at + 1).filter(|_| is_declarator)?;
    let end = inner + 1 + text[inner + 1..].iter().position(|byte| !byte.is_ascii_whitespace())?;
    let after = text.get(end + 1..)?.trim_ascii_start();
    let is_declaration =
        after.first().is_some_and(|byte| matches!(byte, b';' | b',' | b'{' | b')'));
    (text[end] == b')' && is_declaration).then_some(Wrapped { start, end })
}

/// Whether a text ends with the declarator of a function pointer: `int (*open)`.
fn is_pointer_declarator(text: &[u8]) -> bool {
    let text = &text[text.len().saturating_sub(MOST_BYTES_BEFORE)..];
    let Some(open) = text.iter().rposition(|byte| *byte == b'(') else { return false };
    let before = word_at_end(text[..open].trim_ascii_end());
    let is_type = !before.is_empty() && !matches!(before, b"if" | b"while" | b"for" | b"switch");
    // `int *(*open) OF((void))` returns a pointer.
    let is_pointer_to = text[..open].trim_ascii_end().ends_with(b"*");
    text[open..].contains(&b'*') && (is_type || is_pointer_to)
}

fn is_name(word: &[u8]) -> bool {
    let starts_like_a_name = word.first().is_some_and(|byte| !byte.is_ascii_digit());
    let is_macro = std::str::from_utf8(word).is_ok_and(is_macro_name);
    starts_like_a_name && !is_macro && !NO_NAMES.contains(&word)
}

/// The bracket that closes the one at `open`.
fn closing(text: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in text.iter().enumerate().skip(open).take(MOST_LIST_BYTES) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at),
            b')' => depth = depth.checked_sub(1)?,
            // No list of parameters has these.
            b'"' | b'{' | b';' => return None,
            _ => {}
        }
    }
    None
}

fn word_at_end(text: &[u8]) -> &[u8] {
    let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let length = text.iter().rev().take(MOST_BYTES_BEFORE).take_while(is_part).count();
    &text[text.len() - length..]
}

fn is_in_directive(text: &[u8], at: usize) -> bool {
    let start = text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    text[start..at].trim_ascii_start().starts_with(b"#")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let found = unwrap_lists(text.as_bytes()).map(|found| String::from_utf8(found).unwrap());
        assert_eq!(found.as_deref().unwrap_or(text), expected);
    }

    #[test]
    fn a_list_of_parameters_in_a_macro_is_unwrapped() {
        check("int f OF((int a, g (*h)(int)));", "int f    (int a, g (*h)(int)) ;");
        check("typedef int (CB *open) OF((void));", "typedef int (CB *open)    (void) ;");
        check("int\nf __P((int a,\n  int b));", "int\nf     (int a,\n  int b) ;");
    }

    #[test]
    fn calls_and_conditions_stay() {
        for text in [
            "if (x) DEBUG((\"a\", b));", "if (*x) DEBUG((a, b));", "else TRACE((x));",
            "return MAX((a), (b));", "y = ABS((a));", "#define DECLARE(x) x OF((int))", "f((a));",
        ] {
            check(text, text);
        }
    }
}
