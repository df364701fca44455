//! Prose of people and models: paragraphs, lists, code spans and code blocks. Everything else stays text.
//!
//! It is a small part of Markdown on purpose: no markup of the text itself reaches the page, and no link of it
//! leads anywhere.

use maud::{Markup, PreEscaped};

use crate::text::escape_into;

pub(crate) fn prose(text: &str) -> Markup {
    let mut html = String::new();
    let mut open = Block::None;
    for line in text.lines() {
        if open == Block::Code {
            if line.trim_start().starts_with("```") {
                close(&mut html, &mut open);
            } else {
                escape_into(&mut html, line);
                html.push('\n');
            }
            continue;
        }
        let trimmed = line.trim();
        let is_indented = line.starts_with("    ") || line.starts_with('\t');
        if open == Block::Indented && (is_indented || trimmed.is_empty()) {
            html.push('\n');
            escape_into(&mut html, line.strip_prefix("    ").unwrap_or(trimmed));
            continue;
        }
        if open == Block::Indented {
            close(&mut html, &mut open);
        }
        if open == Block::None && is_indented && !trimmed.is_empty() && item(trimmed).is_none() {
            html.push_str("<pre>");
            escape_into(&mut html, line.strip_prefix("    ").unwrap_or(trimmed));
            open = Block::Indented;
        } else if trimmed.starts_with("```") {
            close(&mut html, &mut open);
            html.push_str("<pre>");
            open = Block::Code;
        } else if trimmed.is_empty() {
            close(&mut html, &mut open);
        } else if let Some(item) = item(trimmed) {
            if open != Block::List {
                close(&mut html, &mut open);
                html.push_str("<ul>");
                open = Block::List;
            }
            html.push_str("<li>");
            spans(&mut html, item);
        } else if trimmed.starts_with('#') {
            close(&mut html, &mut open);
            html.push_str("<p><strong>");
            spans(&mut html, trimmed.trim_start_matches('#').trim());
            html.push_str("</strong></p>");
        } else {
            match open {
                Block::None => html.push_str("<p>"),
                Block::Paragraph | Block::List | Block::Code | Block::Indented => html.push('\n'),
            }
            if open == Block::None {
                open = Block::Paragraph;
            }
            spans(&mut html, trimmed);
        }
    }
    close(&mut html, &mut open);
    PreEscaped(html)
}

/// One line with its code spans.
pub(crate) fn code_spans(line: &str) -> Markup {
    let mut html = String::new();
    spans(&mut html, line);
    PreEscaped(html)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Block {
    None,
    Paragraph,
    List,
    /// Between fences.
    Code,
    /// Code that is indented by four spaces.
    Indented,
}

fn close(html: &mut String, open: &mut Block) {
    html.push_str(match open {
        Block::None => "",
        Block::Paragraph => "</p>",
        Block::List => "</ul>",
        Block::Code | Block::Indented => "</pre>",
    });
    *open = Block::None;
}

/// The text of an item of a list.
fn item(line: &str) -> Option<&str> {
    let bullet = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
    bullet.or_else(|| {
        let (number, rest) = line.split_once(". ")?;
        (number.len() < 3 && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(rest)
    })
}

/// Code spans and strong text within a line.
fn spans(html: &mut String, line: &str) {
    for (at, part) in line.split('`').enumerate() {
        if at % 2 == 1 {
            html.push_str("<code>");
            escape_into(html, part);
            html.push_str("</code>");
            continue;
        }
        for (at, part) in part.split("**").enumerate() {
            match at % 2 {
                1 => {
                    html.push_str("<strong>");
                    escape_into(html, part);
                    html.push_str("</strong>");
                }
                _ => escape_into(html, part),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &str) {
        assert_eq!(prose(text).into_string(), expect);
    }

    #[test]
    fn a_little_markdown_is_rendered_and_markup_is_not() {
        check(
            "Reads `a<b>`.\nMore.\n\nEnd",
            "<p>Reads <code>a&lt;b&gt;</code>.\nMore.</p><p>End</p>",
        );
        check("- one\n- **two**", "<ul><li>one<li><strong>two</strong></ul>");
        check("# Top\n```\n<x>\n", "<p><strong>Top</strong></p><pre>&lt;x&gt;\n</pre>");
        check(
            "So:\n\n    if a:\n        b\n\n    c\nEnd",
            "<p>So:</p><pre>if a:\n    b\n\nc</pre><p>End</p>",
        );
        check("<script>x</script>", "<p>&lt;script&gt;x&lt;/script&gt;</p>");
        check("[a](javascript:x)", "<p>[a](javascript:x)</p>");
    }
}
