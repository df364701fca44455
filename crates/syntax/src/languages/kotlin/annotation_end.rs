//! Hides the annotations that Kotlin's scanner would look through past the end of the text.
//!
//! After `@` it skips to the next blank, and in parentheses to the end of the line, and does not look
//! whether the text has ended: it would never return. Only the last line can do that to it, and only
//! if nothing ends it.

use std::borrow::Cow;

/// The text without the `@`s at which the scanner would stay.
pub fn close(text: &[u8]) -> Cow<'_, [u8]> {
    let start = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let mut closed = Cow::Borrowed(text);
    // Whether a scanner that comes here from the left finds its end, outside of and in parentheses.
    let (mut ends_outside, mut ends_inside) = (false, false);
    for at in (start..text.len()).rev() {
        match text[at] {
            b'@' if !ends_outside => closed.to_mut()[at] = b' ',
            b'(' => ends_outside = ends_inside,
            b')' => ends_inside = ends_outside,
            byte if byte.is_ascii_whitespace() => ends_outside = true,
            _ => {}
        }
    }
    closed
}

#[cfg(test)]
mod tests {
    use super::close;

    fn closed(text: &str) -> String {
        String::from_utf8(close(text.as_bytes()).into_owned()).unwrap()
    }

    #[test]
    fn only_an_annotation_that_nothing_ends_is_hidden() {
        assert_eq!(closed("class A\n@B"), "class A\n B");
        assert_eq!(closed("@A(\"x y"), " A(\"x y");
        assert_eq!(closed("@A fun f() = 1 @B"), "@A fun f() = 1  B");
        for text in ["class A\n@B\n", "@A(\"x\") val a = 1", "@A class B", "val a = 1"] {
            assert_eq!(closed(text), text);
        }
    }
}
