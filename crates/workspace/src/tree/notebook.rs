//! Notebooks as text: their JSON without the results of running them.
//!
//! Outputs, attachments and the state of widgets contain pictures as base64, often more than the notebook has in
//! text. Their characters are left out and their line breaks kept, so that every other line keeps its number.

/// Keys of values that are data and not text of the author.
const DATA_KEYS: [&str; 3] = ["attachments", "outputs", "widgets"];

pub fn is_notebook(path: &str) -> bool {
    path.ends_with(".ipynb")
}

/// The text without the content of lists and objects under [`DATA_KEYS`]. One that is not closed stays.
pub fn without_data(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let (mut from, mut at) = (0, 0);
    let mut key = None;
    while let Some(byte) = text.as_bytes().get(at) {
        match byte {
            b'"' => {
                let end = end_of_string(text, at);
                key = text.get(at + 1..end.saturating_sub(1));
                at = end;
                continue;
            }
            b'[' | b'{' if key.is_some_and(|key| DATA_KEYS.contains(&key)) => {
                if let Some(close) = matching_bracket(text, at) {
                    kept.push_str(&text[from..=at]);
                    kept.extend(text[at..close].matches('\n'));
                    (from, at) = (close, close);
                }
                key = None;
            }
            b':' | b' ' | b'\t' | b'\r' | b'\n' => {}
            _ => key = None,
        }
        at += 1;
    }
    kept.push_str(&text[from..]);
    kept
}

/// The byte after the string that begins at `start`.
fn end_of_string(text: &str, start: usize) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(start + 1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The byte of the bracket that closes the one at `start`.
fn matching_bracket(text: &str, start: usize) -> Option<usize> {
    let (mut depth, mut at) = (0_u32, start);
    while let Some(byte) = text.as_bytes().get(at) {
        match byte {
            b'"' => {
                at = end_of_string(text, at);
                continue;
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        let kept = without_data(text);
        assert_eq!(kept, expect);
        assert_eq!(kept.matches('\n').count(), text.matches('\n').count());
    }

    #[test]
    fn outputs_are_left_out_and_lines_keep_their_numbers() {
        let source = r#"{"source": ["plot(x)  # \"outputs\": [1]\n"]}"#;
        check(
            &format!(
                "{{\n \"outputs\": [\n  {{\"image/png\": \"iVBO]Rw0\\\"KGgo\"}}\n ],\n {source}\n}}"
            ),
            &format!("{{\n \"outputs\": [\n\n],\n {source}\n}}"),
        );
        check(
            r#"{"attachments":{"a.png":{"x":"AAAA"}},"grün":1}"#,
            r#"{"attachments":{},"grün":1}"#,
        );
    }

    #[test]
    fn other_text_stays_as_it_is() {
        for text in [
            "", "\"outputs", "{\"outputs\": [\"never closed\"", "{\"outputs\": null, \"a\": [1]}",
            "[\"outputs\", [1, 2]]", "outputs: [1]", "\"\\",
        ] {
            check(text, text);
        }
    }
}
