//! Keeps the beginning and the end of what a command prints.

use std::collections::VecDeque;

/// Bytes kept of the beginning.
const HEAD_BYTES: usize = 8_000;
/// Bytes kept of the end.
const TAIL_BYTES: usize = 16_000;

/// The output of a command, without the middle if it is long.
#[derive(Debug, Default)]
pub(super) struct Output {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    n_bytes: u64,
}

impl Output {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.n_bytes += bytes.len() as u64;
        let room = HEAD_BYTES.saturating_sub(self.head.len()).min(bytes.len());
        let (head, rest) = bytes.split_at(room);
        self.head.extend_from_slice(head);
        self.tail.extend(rest.iter().skip(rest.len().saturating_sub(TAIL_BYTES)));
        let n_over = self.tail.len().saturating_sub(TAIL_BYTES);
        self.tail.drain(..n_over);
    }

    pub(super) fn text(&self) -> String {
        let tail: Vec<u8> = self.tail.iter().copied().collect();
        let n_left_out = self.n_bytes - (self.head.len() + tail.len()) as u64;
        if n_left_out == 0 {
            let whole = [self.head.as_slice(), &tail].concat();
            return plain(&whole);
        }
        // Both are cut at a line break, so that no half word looks like a whole one.
        let head = match self.head.iter().rposition(|byte| *byte == b'\n') {
            Some(end) => &self.head[..=end],
            None => &self.head,
        };
        let start = tail.iter().position(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let n_left_out = n_left_out + (self.head.len() - head.len() + start) as u64;
        format!(
            "{}\n… {n_left_out} bytes are left out here …\n{}",
            plain(head),
            plain(&tail[start..])
        )
    }
}

/// The text without terminal colour codes.
fn plain(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' if chars.peek() == Some(&'[') => {
                chars.next();
                while chars.next().is_some_and(|c| !('@'..='~').contains(&c)) {}
            }
            '\n' | '\t' => plain.push(c),
            c if c.is_control() => {}
            c => plain.push(c),
        }
    }
    plain.truncate(plain.trim_end().len());
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_output_is_kept_as_it_is() {
        let mut output = Output::default();
        output.add(b"one\n");
        output.add(b"\x1b[31mtwo\x1b[0m\r\n");
        assert_eq!(output.text(), "one\ntwo");
    }

    #[test]
    fn long_output_keeps_its_beginning_and_its_end() {
        let mut output = Output::default();
        for line in 0..100_000 {
            output.add(format!("line {line}\n").as_bytes());
        }
        let text = output.text();
        assert!(text.len() < HEAD_BYTES + TAIL_BYTES + 100);
        assert!(text.starts_with("line 0\nline 1\n"));
        assert!(text.ends_with("line 99998\nline 99999"));
        let n_bytes: usize = (0..100_000).map(|line| format!("line {line}\n").len()).sum();
        let told = text.lines().find(|line| line.starts_with('…')).unwrap();
        let n_left_out: usize = told.split(' ').nth(1).unwrap().parse().unwrap();
        assert_eq!(n_left_out, n_bytes - (text.len() - told.len()));
    }
}
