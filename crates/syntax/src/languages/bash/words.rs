//! Hides semicolons inside Bash expansions, as in `"${out:+${out};}"`: the grammar takes them for the end
//! of a command.

use std::borrow::Cow;

use crate::languages::hidden::Hidden;

/// The text to parse in place of this one.
pub fn hide(text: &str) -> Cow<'_, [u8]> {
    let mut hidden = Hidden::new(text);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        // A command inside may have semicolons of its own.
        if line.contains("${") && line.contains(';') && !line.contains("$(") && !line.contains('`')
        {
            hide_in(&mut hidden, line.as_bytes(), start);
        }
        start += line.len();
    }
    hidden.finish()
}

fn hide_in(hidden: &mut Hidden<'_>, line: &[u8], start: usize) {
    let mut depth = 0usize;
    for (at, byte) in line.iter().enumerate() {
        match byte {
            // Braces nest in an expansion, and only those behind a dollar begin one.
            b'{' if depth > 0 || at > 0 && line[at - 1] == b'$' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            b';' if depth > 0 => hidden.replace(start + at, start + at + 1, b' '),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_semicolon_in_an_expansion_is_blanked() {
        let check = |text: &str, expected: &str| {
            assert_eq!(String::from_utf8_lossy(&hide(text)), expected);
        };
        check("out=\"${out:+${out};}1\"; x", "out=\"${out:+${out} }1\"; x");
        check("f() { a; }", "f() { a; }");
    }
}
