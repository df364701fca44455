//! Hides comments in the body of a macro that goes on in the next line.
//!
//! The grammars take such a comment for the end of the body, and what follows for code.

/// Blanks comments that begin and end in one line of a macro which the next line carries on; `None` if
/// there are none.
pub fn hide(text: &[u8]) -> Option<Vec<u8>> {
    let mut hidden: Option<Vec<u8>> = None;
    let mut start = 0;
    let mut is_carried = false;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let trimmed = line.trim_ascii();
        let goes_on = trimmed.ends_with(b"\\");
        let is_directive = is_carried || trimmed.starts_with(b"#");
        is_carried = is_directive && goes_on;
        if is_carried {
            let mut from = 0;
            while let Some((open, close)) = find_comment(line, from) {
                let hidden = hidden.get_or_insert_with(|| text.to_vec());
                hidden[start + open..start + close].fill(b' ');
                from = close;
            }
        }
        start += line.len();
    }
    hidden
}

/// Where a comment begins and ends in a line, outside of strings.
fn find_comment(line: &[u8], from: usize) -> Option<(usize, usize)> {
    let open = from + line[from..].windows(2).position(|pair| pair == b"/*")?;
    let is_quoted = line[..open].iter().filter(|byte| **byte == b'"').count() % 2 == 1;
    let close = open + 2 + line[open + 2..].windows(2).position(|pair| pair == b"*/")? + 2;
    if is_quoted { find_comment(line, close) } else { Some((open, close)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_within_a_macro_is_blanked() {
        let text = "#define A \\\n  f(); /* why */ \\\n  g();\n/* not */ \\\nint x;\n";
        let expected = text.replace("/* why */", "         ");
        assert_eq!(String::from_utf8(hide(text.as_bytes()).unwrap()).unwrap(), expected);
        assert_eq!(hide(b"#define A 1 /* last */\nint x;\n"), None);
        assert_eq!(hide(b"#define A \"/*\" \\\n 1\n"), None);
    }
}
