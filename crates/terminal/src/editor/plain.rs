//! Reading without a terminal to edit on: a message is a line.

use std::io::{BufRead, Write};

use super::PromptInput;
use super::prompt::is_continued;
use crate::error::Error;

/// The next message. A `\` at the end of a line continues it; empty lines are skipped.
pub fn read_line(
    input: &mut impl BufRead,
    output: &mut impl Write,
    prompt: &str,
) -> Result<PromptInput, Error> {
    let mut message = String::new();
    loop {
        if message.is_empty() && !prompt.is_empty() {
            output.write_all(prompt.as_bytes()).map_err(Error::Write)?;
            output.flush().map_err(Error::Write)?;
        }
        let mut bytes = Vec::new();
        let n_read = input.read_until(b'\n', &mut bytes).map_err(Error::Read)?;
        let line = String::from_utf8_lossy(&bytes);
        let line = line.strip_suffix('\n').unwrap_or(&line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        if n_read > 0 && is_continued(line) {
            message.push_str(&line[..line.len() - 1]);
            message.push('\n');
            continue;
        }
        message.push_str(line);
        match (message.trim().is_empty(), n_read) {
            (false, _) => return Ok(PromptInput::Line(message)),
            (true, 0) => return Ok(PromptInput::Leave),
            (true, _) => message.clear(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &[u8], prompt: &str, expected: &[&str], expected_output: &str) {
        let (mut input, mut output) = (input, Vec::new());
        let mut lines = Vec::new();
        while let PromptInput::Line(line) = read_line(&mut input, &mut output, prompt).unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, expected);
        assert_eq!(String::from_utf8(output).unwrap(), expected_output);
    }

    #[test]
    fn a_message_is_a_line() {
        check(b"one\r\n\ntwo\\\nthree\nla\xffst", "", &["one", "two\nthree", "la\u{fffd}st"], "");
        check(b"one\n", "ask> ", &["one"], "ask> ask> ");
    }
}
