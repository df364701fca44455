//! The filter in front of standard output and standard error: whatever is written, only text and our own
//! colours reach the terminal.
//!
//! [`printable`](crate::printable) cleans one text; this cleans a whole stream, so that a writer that forgot to
//! call it does no harm. A colour code within somebody's text looks like one of ours and passes; it cannot do
//! more than colour.

use crate::text::controls_terminal;

/// The longest colour code of ours, such as `ESC[1;38;5;208m`, takes less.
const MOST_CODE_BYTES: usize = 20;

/// The replacement for a character that could control the terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// As U+FFFD.
    Text,
    /// As `\u` and four digits, which means the same in a string of JSON.
    Json,
}

/// Cleans a stream that arrives in pieces.
#[derive(Debug)]
pub struct OutputFilter {
    form: Form,
    /// The beginning of a character or of a colour code.
    held: Vec<u8>,
    before: char,
}

impl OutputFilter {
    pub fn new(form: Form) -> OutputFilter {
        OutputFilter { form, held: Vec::new(), before: '\n' }
    }

    /// The clean text of the next bytes, up to a character or colour code that they do not finish.
    pub fn filter(&mut self, bytes: &[u8]) -> String {
        self.held.extend_from_slice(bytes);
        let bytes = std::mem::take(&mut self.held);
        let mut clean = String::with_capacity(bytes.len());
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            let is_last = chunks.peek().is_none();
            let broken = chunk.invalid();
            let is_unfinished = is_last && !broken.is_empty() && is_beginning(broken);
            let ends_here = is_last && broken.is_empty();
            self.append(&mut clean, chunk.valid(), ends_here);
            if is_unfinished {
                self.held.extend_from_slice(broken);
            } else if !broken.is_empty() {
                clean.push('\u{fffd}');
                self.before = '\u{fffd}';
            }
        }
        clean
    }

    /// Returns what was held back, as text, because nothing follows that could complete it.
    pub fn finish(&mut self) -> String {
        let held = std::mem::take(&mut self.held);
        let mut clean = String::new();
        for c in String::from_utf8_lossy(&held).chars() {
            self.push(&mut clean, c);
        }
        clean
    }

    /// Appends `text`; its end is held back if more could make it a colour code or a line end.
    fn append(&mut self, clean: &mut String, text: &str, ends_here: bool) {
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let after = &rest[c.len_utf8()..];
            match (self.form, c) {
                (Form::Text, '\x1b') => match read_code(after) {
                    Code::Ours(n_bytes) => {
                        clean.push_str(&rest[..=n_bytes]);
                        rest = &after[n_bytes..];
                        continue;
                    }
                    Code::Unfinished if ends_here => {
                        self.held = rest.as_bytes().to_vec();
                        return;
                    }
                    Code::Unfinished | Code::Foreign => self.push(clean, c),
                },
                (Form::Text, '\r') if after.is_empty() && ends_here => {
                    self.held = rest.as_bytes().to_vec();
                    return;
                }
                // The line end of Windows does no harm.
                (Form::Text, '\r') if after.starts_with('\n') => clean.push(c),
                _ => self.push(clean, c),
            }
            rest = after;
        }
    }

    fn push(&mut self, clean: &mut String, c: char) {
        match (controls_terminal(c, self.before), self.form) {
            (false, _) => clean.push(c),
            (true, Form::Text) => clean.push('\u{fffd}'),
            (true, Form::Json) => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    clean.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
        self.before = c;
    }
}

/// The text after an escape character.
enum Code {
    /// A colour code, with its length in bytes without the escape character.
    Ours(usize),
    /// The beginning of a colour code.
    Unfinished,
    Foreign,
}

fn read_code(after: &str) -> Code {
    let Some(numbers) = after.strip_prefix('[') else {
        return if after.is_empty() { Code::Unfinished } else { Code::Foreign };
    };
    let length = numbers.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b';').count();
    match numbers.as_bytes().get(length) {
        _ if length > MOST_CODE_BYTES => Code::Foreign,
        None => Code::Unfinished,
        Some(b'm') if numbers[..length].split(';').all(is_visible) => Code::Ours(length + 2),
        Some(_) => Code::Foreign,
    }
}

/// Returns whether a parameter of a colour code leaves the text readable: neither hidden nor blinking.
fn is_visible(parameter: &str) -> bool {
    !matches!(parameter.trim_start_matches('0'), "5" | "6" | "8")
}

/// Returns whether the bytes are the beginning of a character.
fn is_beginning(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_at_once(form: Form, bytes: &[u8]) -> String {
        let mut filter = OutputFilter::new(form);
        filter.filter(bytes) + &filter.finish()
    }

    /// Filters the bytes in one piece and one by one, with the same result.
    fn check(form: Form, bytes: &[u8], expected: &str) {
        assert_eq!(all_at_once(form, bytes), expected);
        let mut filter = OutputFilter::new(form);
        let mut clean: String = bytes.iter().map(|byte| filter.filter(&[*byte])).collect();
        clean += &filter.finish();
        assert_eq!(clean, expected);
    }

    #[test]
    fn colours_pass_and_every_other_sequence_does_not() {
        let check = |text: &str, expected: &str| check(Form::Text, text.as_bytes(), expected);
        check("\x1b[1m\x1b[31mé\x1b[0m\n\ta", "\x1b[1m\x1b[31mé\x1b[0m\n\ta");
        check("a\x1b[2Jb", "a�[2Jb");
        check("\x1b[8mhidden", "�[8mhidden");
        check("\x1b[1;08mhidden", "�[1;08mhidden");
        check("\x1b]8;;http://x\x1b\\y\x07", "�]8;;http://x�\\y�");
        check("\x1b]52;c;eA==\x07", "�]52;c;eA==�");
        check("\x1b\x1b[31ma", "�\x1b[31ma");
        check("\u{9b}31m \u{202e}\u{2066}\u{200b}\x08\x7f", "�31m �����");
        check("\x1b[1111111111111111111111m", "�[1111111111111111111111m");
        check("a\x1b", "a�");
        check("a\x1b[3", "a�[3");
    }

    #[test]
    fn a_line_end_of_windows_is_one_and_a_lone_return_is_not() {
        check(Form::Text, b"a\r\nb\rc\r", "a\r\nb\u{fffd}c\u{fffd}");
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        check(Form::Text, b"a\xffb\xc3", "a\u{fffd}b\u{fffd}");
    }

    #[test]
    fn json_keeps_its_meaning() {
        let json = "{\"a\":\"\\u001b[31m\u{202e}é\u{7f}\u{9b}\u{e0041}\"}\n";
        check(
            Form::Json,
            json.as_bytes(),
            "{\"a\":\"\\u001b[31m\\u202eé\\u007f\\u009b\\udb40\\udc41\"}\n",
        );
    }
}
