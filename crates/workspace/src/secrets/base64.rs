//! Decodes Base64, and finds runs of its characters.

use std::ops::Range;

/// Base64 of `-----BEGIN `.
pub(super) const PEM_START: &str = "LS0tLS1CRUdJTi";

/// Decodes Base64 in either alphabet, with or without padding.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=');
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4 + 2);
    let (mut held, mut n_bits) = (0_u32, 0);
    for byte in text.bytes() {
        held = held << 6 | u32::from(digit(byte)?);
        n_bits += 6;
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.push((held >> n_bits & 0xff) as u8);
        }
    }
    (text.len() % 4 != 1).then_some(bytes)
}

fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

/// The runs of Base64 characters in a text that are long enough.
pub(super) struct LongRuns<'a> {
    bytes: &'a [u8],
    at: usize,
    least: usize,
}

impl LongRuns<'_> {
    pub(super) fn of(text: &str, least: usize) -> LongRuns<'_> {
        LongRuns { bytes: text.as_bytes(), at: 0, least }
    }
}

impl Iterator for LongRuns<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        // Looks at the last byte of a window first: most windows end in a blank or a bracket, or
        // have one near the end, and are skipped as a whole.
        while let Some(window) = self.bytes.get(self.at..self.at + self.least) {
            if let Some(gap) = window.iter().rposition(|byte| !is_digit(*byte)) {
                self.at += gap + 1;
                continue;
            }
            let rest = &self.bytes[self.at + self.least..];
            let n_more = rest.iter().take_while(|byte| is_digit(**byte)).count();
            let run = self.at..self.at + self.least + n_more;
            self.at = run.end;
            return Some(run);
        }
        None
    }
}

/// The bytes of both Base64 alphabets.
const DIGITS: [bool; 256] = {
    let mut digits = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let is_digit = (byte as u8).is_ascii_alphanumeric();
        digits[byte] = is_digit || matches!(byte as u8, b'+' | b'/' | b'_' | b'-');
        byte += 1;
    }
    digits
};

fn is_digit(byte: u8) -> bool {
    DIGITS[usize::from(byte)]
}
