//! Hides words of a text from a grammar without changing its length, so that every place found in it
//! holds in the original.

use std::borrow::Cow;

/// A copy is made once there is something to hide.
pub struct Hidden<'t> {
    text: &'t str,
    bytes: Option<Vec<u8>>,
}

impl<'t> Hidden<'t> {
    pub fn new(text: &'t str) -> Hidden<'t> {
        Hidden { text, bytes: None }
    }

    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Puts a byte in place of all in a range but the ends of lines.
    pub fn replace(&mut self, start: usize, end: usize, with: u8) {
        let bytes = self.bytes.get_or_insert_with(|| self.text.as_bytes().to_vec());
        if let Some(bytes) = bytes.get_mut(start..end) {
            fill(bytes, with);
        }
    }

    pub fn finish(self) -> Cow<'t, [u8]> {
        self.bytes.map_or(Cow::Borrowed(self.text.as_bytes()), Cow::Owned)
    }
}

/// Puts a byte in place of all but the ends of lines.
pub fn fill(bytes: &mut [u8], with: u8) {
    // Line ends stay, so that every line keeps its number.
    for byte in bytes.iter_mut().filter(|byte| !matches!(byte, b'\n' | b'\r')) {
        *byte = with;
    }
}
