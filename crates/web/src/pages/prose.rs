//! Renders prose of people and models: Markdown without links and without markup that could change the page.
//!
//! HTML in the text is escaped, and links are not active: both are shown as they were
//! written.

use std::ops::Range;

use maud::{Markup, PreEscaped};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::text::escape_into;

pub(crate) fn prose(text: &str) -> Markup {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut page = Page { text, html: String::new(), raw_depth: 0, is_in_head: false };
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        match event {
            Event::Start(_) if page.raw_depth > 0 => page.raw_depth += 1,
            Event::End(_) if page.raw_depth > 0 => page.raw_depth -= 1,
            _ if page.raw_depth > 0 => {}
            event => page.add(event, range),
        }
    }
    PreEscaped(page.html)
}

/// The HTML while it is written.
struct Page<'a> {
    text: &'a str,
    html: String,
    /// Nesting of the current event inside an element that is shown as it was written; 0 outside.
    raw_depth: usize,
    /// Whether the current row is the head of a table.
    is_in_head: bool,
}

impl Page<'_> {
    fn add(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(&tag, range),
            Event::End(tag) => self.end(tag, &range),
            Event::Code(code) => {
                self.html.push_str("<code>");
                escape_into(&mut self.html, &code);
                self.html.push_str("</code>");
            }
            Event::SoftBreak => self.html.push('\n'),
            Event::HardBreak => self.html.push_str("<br>"),
            Event::Rule => self.html.push_str("<hr>"),
            Event::TaskListMarker(is_done) => {
                self.html.push_str(if is_done { "[x] " } else { "[ ] " });
            }
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                escape_into(&mut self.html, &text);
            }
            Event::InlineMath(_) | Event::DisplayMath(_) | Event::FootnoteReference(_) => {
                escape_into(&mut self.html, &self.text[range]);
            }
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: Range<usize>) {
        // `__init__` is a name, and `>>>` is a prompt.
        let is_underscored = self.text[range.start..].starts_with('_');
        let open = match tag {
            Tag::Emphasis if is_underscored => "_",
            Tag::Strong if is_underscored => "__",
            Tag::BlockQuote(_) if self.text[range.start..].starts_with(">>>") => {
                self.html.push_str("<pre>");
                self.raw(range);
                "</pre>"
            }
            Tag::Link { .. } | Tag::Image { .. } => {
                self.raw(range);
                ""
            }
            Tag::List(Some(first)) => {
                self.html.push_str(&match first {
                    1 => "<ol>".to_owned(),
                    _ => format!("<ol start=\"{first}\">"),
                });
                ""
            }
            Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => "<pre>",
            Tag::Paragraph | Tag::HtmlBlock => "<p>",
            Tag::Heading { .. } => "<p><strong>",
            Tag::BlockQuote(_) => "<blockquote>",
            Tag::List(None) => "<ul>",
            Tag::Item => "<li>",
            Tag::Table(_) => "<table>",
            Tag::TableHead => {
                self.is_in_head = true;
                "<thead><tr>"
            }
            Tag::TableRow => "<tr>",
            Tag::TableCell if self.is_in_head => "<th>",
            Tag::TableCell => "<td>",
            Tag::Emphasis => "<em>",
            Tag::Strong => "<strong>",
            Tag::Strikethrough => "<del>",
            Tag::FootnoteDefinition(_)
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::Superscript
            | Tag::Subscript
            | Tag::MetadataBlock(_) => "",
        };
        self.html.push_str(open);
    }

    fn end(&mut self, tag: TagEnd, range: &Range<usize>) {
        let is_underscored = self.text[range.start..].starts_with('_');
        self.html.push_str(match tag {
            TagEnd::Emphasis if is_underscored => "_",
            TagEnd::Strong if is_underscored => "__",
            TagEnd::Paragraph | TagEnd::HtmlBlock => "</p>",
            TagEnd::Heading(_) => "</strong></p>",
            TagEnd::BlockQuote(_) => "</blockquote>",
            TagEnd::CodeBlock => "</pre>",
            TagEnd::List(true) => "</ol>",
            TagEnd::List(false) => "</ul>",
            TagEnd::Item => "</li>",
            TagEnd::Table => "</tbody></table>",
            TagEnd::TableHead => {
                self.is_in_head = false;
                "</tr></thead><tbody>"
            }
            TagEnd::TableRow => "</tr>",
            TagEnd::TableCell if self.is_in_head => "</th>",
            TagEnd::TableCell => "</td>",
            TagEnd::Emphasis => "</em>",
            TagEnd::Strong => "</strong>",
            TagEnd::Strikethrough => "</del>",
            TagEnd::Link
            | TagEnd::Image
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::MetadataBlock(_) => "",
        });
    }

    /// Writes the element that has just begun as it is in the text.
    fn raw(&mut self, range: Range<usize>) {
        self.raw_depth = 1;
        escape_into(&mut self.html, self.text[range].trim_end());
    }
}

/// Renders one line with its code spans.
pub(crate) fn code_spans(line: &str) -> Markup {
    let mut html = String::new();
    spans(&mut html, line);
    PreEscaped(html)
}

/// Renders code spans and strong text of a line. An unmatched mark stays as it was written.
fn spans(html: &mut String, line: &str) {
    let mut rest = line;
    while let Some(at) = rest.find('`') {
        let Some(length) = rest[at + 1..].find('`') else { break };
        strong(html, &rest[..at]);
        html.push_str("<code>");
        escape_into(html, &rest[at + 1..at + 1 + length]);
        html.push_str("</code>");
        rest = &rest[at + 2 + length..];
    }
    strong(html, rest);
}

/// Renders `**strong**` text, but not the power in `2**n`.
fn strong(html: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find("**") {
        let (before, inside) = (&rest[..at], &rest[at + 2..]);
        let opens = !before.ends_with(char::is_alphanumeric)
            && inside.starts_with(|c: char| !c.is_whitespace() && c != '*');
        let end = inside.find("**").filter(|end| {
            opens
                && !inside[..*end].ends_with(char::is_whitespace)
                && !inside[end + 2..].starts_with(char::is_alphanumeric)
        });
        escape_into(html, before);
        match end {
            Some(end) => {
                html.push_str("<strong>");
                escape_into(html, &inside[..end]);
                html.push_str("</strong>");
                rest = &inside[end + 2..];
            }
            None => {
                html.push_str("**");
                rest = inside;
            }
        }
    }
    escape_into(html, rest);
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
        check("- one\n- **two**", "<ul><li>one</li><li><strong>two</strong></li></ul>");
        check("# Top\n```\n<x>\n", "<p><strong>Top</strong></p><pre>&lt;x&gt;\n</pre>");
        check(
            "So:\n\n    if a:\n        b\n\n    c\nEnd",
            "<p>So:</p><pre>if a:\n    b\n\nc\n</pre><p>End</p>",
        );
        check("<script>x</script>", "<p>&lt;script&gt;x&lt;/script&gt;</p>");
        check("[a](javascript:x)", "<p>[a](javascript:x)</p>");
    }

    #[test]
    fn tables_and_numbered_lists_are_what_they_are() {
        check(
            "| name | use |\n| --- | --- |\n| `a` | b<c |",
            "<table><thead><tr><th>name</th><th>use</th></tr></thead><tbody><tr><td><code>a</code></td>\
             <td>b&lt;c</td></tr></tbody></table>",
        );
        check("3. three\n4. four", "<ol start=\"3\"><li>three</li><li>four</li></ol>");
        check("1. one\n   - in it", "<ol><li>one<ul><li>in it</li></ul></li></ol>");
    }

    #[test]
    fn nothing_of_a_text_is_lost() {
        check(
            "calls __init__ and _f_ of **a**",
            "<p>calls __init__ and _f_ of <strong>a</strong></p>",
        );
        check(">>> f(1)\n2", "<pre>&gt;&gt;&gt; f(1)\n2</pre>");
        check("![x](y) <b>z</b>", "<p>![x](y) &lt;b&gt;z&lt;/b&gt;</p>");
        for (line, expect) in [
            ("x**2 + y**2", "x**2 + y**2"),
            ("a `b", "a `b"),
            ("`2**n` is **big**", "<code>2**n</code> is <strong>big</strong>"),
            ("f(*args, **kwargs)", "f(*args, **kwargs)"),
        ] {
            assert_eq!(code_spans(line).into_string(), expect);
        }
    }
}
