//! Hides C# syntax that the grammar does not know: `ref partial struct`, and an assignment through a
//! pointer that is cast.

use std::borrow::Cow;

use crate::languages::hidden::Hidden;

/// The text to parse in place of this one.
pub fn hide(text: &str) -> Cow<'_, [u8]> {
    let mut hidden = Hidden::new(text);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        // Without `ref` it is a struct like any other.
        if let Some(at) = line.find("ref partial struct") {
            hidden.replace(start + at, start + at + "ref".len(), b' ');
        }
        let trimmed = line.trim_start();
        if trimmed.starts_with("*(")
            && let Some(sign) = line.find(" = ")
        {
            let at = line.len() - trimmed.len();
            // Any name may be assigned.
            hidden.replace(start + at, start + at + 1, b'_');
            hidden.replace(start + at + 1, start + sign, b' ');
        }
        start += line.len();
    }
    hidden.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_grammar_does_not_know_is_blanked() {
        let check = |text: &str, expected: &str| {
            assert_eq!(String::from_utf8_lossy(&hide(text)), expected);
        };
        check("public ref partial struct A", "public     partial struct A");
        check("  *(int*)(p + 0) = 3;", "  _              = 3;");
        check("x = *(int*)p;", "x = *(int*)p;");
    }
}
