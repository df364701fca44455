//! Renders code as HTML: colours, links at names, one element for each line.
//!
//! A line is `<div class="l" id="L7">`. The style draws its number, so that it is not copied. Lines are grouped
//! in blocks that a browser draws only when they are near the screen, so that long files are fast and can
//! still be searched.

use maud::{Markup, PreEscaped};
use rutter_domain::Language;
use rutter_syntax::{HighlightSpan, Highlights};

use crate::text::escape_into;

/// Captures of highlight queries, each with its CSS class.
const CAPTURES: &[(&str, &str)] = &[
    ("attribute", "at"),
    ("boolean", "nu"),
    ("comment", "co"),
    ("constant", "cn"),
    ("constant.builtin", "nu"),
    ("constructor", "ty"),
    ("escape", "es"),
    ("function", "fn"),
    ("function.macro", "ma"),
    ("keyword", "kw"),
    ("label", "at"),
    ("module", "mo"),
    ("namespace", "mo"),
    ("number", "nu"),
    ("operator", "op"),
    ("property", "pr"),
    ("string", "st"),
    ("string.escape", "es"),
    ("string.special", "es"),
    ("tag", "kw"),
    ("type", "ty"),
    ("type.builtin", "ty"),
    ("variable", ""),
    ("variable.builtin", "kw"),
    ("variable.parameter", "pa"),
];

/// Longer code is shown without colours, to bound the time for a page.
const MOST_COLOURED_BYTES: usize = 600_000;
/// Lines of one block.
const BLOCK_LINES: usize = 100;

/// Highlights code, with one compiled query for each language.
#[derive(Debug)]
pub(crate) struct Colours {
    highlights: Highlights,
}

impl Default for Colours {
    fn default() -> Colours {
        let names: Vec<&'static str> = CAPTURES.iter().map(|(name, _)| *name).collect();
        Colours { highlights: Highlights::new(names) }
    }
}

/// A piece of code to render.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Listing<'a> {
    pub(crate) lines: &'a [(u32, &'a str)],
    pub(crate) language: Option<Language>,
    /// Links and marks, in order of lines and columns.
    pub(crate) parts: &'a [ListedPart],
    pub(crate) anchors: Anchors<'a>,
}

/// A part of a line of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListedPart {
    pub(crate) line: u32,
    /// First byte in the line.
    pub(crate) start: usize,
    /// The byte after the last.
    pub(crate) end: usize,
    pub(crate) role: PartRole,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PartRole {
    /// A link to this address, which is escaped already.
    Link(String),
    /// A word of the query.
    Match,
}

/// The targets of line numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Anchors<'a> {
    /// Lines of this page.
    Own,
    /// Lines of the page of a file with this address.
    File(&'a str),
}

impl Colours {
    pub(crate) fn render(&self, listing: &Listing<'_>) -> Markup {
        let mut html = String::with_capacity(listing.lines.len() * 120);
        let spans = self.spans(listing);
        let mut parts = listing.parts.iter().peekable();
        html.push_str("<div class=\"code\" translate=\"no\">");
        for (at, (number, text)) in listing.lines.iter().enumerate() {
            if at % BLOCK_LINES == 0 {
                html.push_str(if at == 0 {
                    "<div class=\"b\">"
                } else {
                    "</div><div class=\"b\">"
                });
            }
            while parts.next_if(|part| part.line < *number).is_some() {}
            let mut own = Vec::new();
            while let Some(part) = parts.next_if(|part| part.line == *number) {
                own.push(part);
            }
            if at > 0 && listing.lines[at - 1].0 + 1 < *number {
                html.push_str("<div class=\"cut\" aria-hidden=\"true\">⋯</div>");
            }
            let number_text = number.to_string();
            match listing.anchors {
                Anchors::Own => {
                    html.push_str("<div class=\"l\" id=\"L");
                    html.push_str(&number_text);
                    html.push_str("\"><a class=\"n\" href=\"#L");
                }
                Anchors::File(address) => {
                    html.push_str("<div class=\"l\"><a class=\"n\" href=\"");
                    escape_into(&mut html, address);
                    html.push_str("#L");
                }
            }
            html.push_str(&number_text);
            html.push_str("\" data-n=\"");
            html.push_str(&number_text);
            html.push_str("\" aria-label=\"line ");
            html.push_str(&number_text);
            html.push_str("\" tabindex=\"-1\"></a>");
            write_line(&mut html, text, spans.get(at).map_or(&[][..], Vec::as_slice), &own);
            html.push_str("\n</div>");
        }
        html.push_str(if listing.lines.is_empty() { "</div>" } else { "</div></div>" });
        PreEscaped(html)
    }

    /// Returns the highlighted spans of each line, by columns.
    fn spans(&self, listing: &Listing<'_>) -> Vec<Vec<HighlightSpan>> {
        let n_bytes: usize = listing.lines.iter().map(|(_, text)| text.len() + 1).sum();
        let Some(language) = listing.language.filter(|_| n_bytes <= MOST_COLOURED_BYTES) else {
            return Vec::new();
        };
        let mut source = String::with_capacity(n_bytes);
        let mut starts = Vec::with_capacity(listing.lines.len());
        for (_, text) in listing.lines {
            starts.push(source.len());
            source.push_str(text);
            source.push('\n');
        }
        let Some(spans) = self.highlights.spans(language, &source) else { return Vec::new() };
        let mut by_line = vec![Vec::new(); starts.len()];
        for span in spans.into_iter().filter(|span| span.capture.is_some()) {
            let first = starts.partition_point(|start| *start <= span.start).saturating_sub(1);
            for line in first..starts.len() {
                let start = starts[line];
                if start >= span.end {
                    break;
                }
                let end = start + listing.lines[line].1.len();
                let (from, to) = (span.start.max(start), span.end.min(end));
                if from < to {
                    by_line[line].push(HighlightSpan {
                        start: from - start,
                        end: to - start,
                        capture: span.capture,
                    });
                }
            }
        }
        by_line
    }
}

/// Writes the text of a line. A part that spans several colours is written as plain text.
fn write_line(html: &mut String, text: &str, spans: &[HighlightSpan], parts: &[&ListedPart]) {
    let mut at = 0;
    for span in spans {
        if span.start < at {
            continue;
        }
        write_piece(html, text, at, span.start, parts);
        let class =
            span.capture.and_then(|capture| CAPTURES.get(capture)).map_or("", |(_, class)| class);
        if class.is_empty() {
            write_piece(html, text, span.start, span.end, parts);
        } else {
            html.push_str("<span class=\"");
            html.push_str(class);
            html.push_str("\">");
            write_piece(html, text, span.start, span.end, parts);
            html.push_str("</span>");
        }
        at = span.end;
    }
    write_piece(html, text, at, text.len(), parts);
}

fn write_piece(html: &mut String, text: &str, from: usize, to: usize, parts: &[&ListedPart]) {
    let mut at = from;
    for part in parts.iter().filter(|part| part.start >= from && part.end <= to) {
        let (Some(before), Some(own)) = (text.get(at..part.start), text.get(part.start..part.end))
        else {
            continue;
        };
        escape_into(html, before);
        match &part.role {
            PartRole::Link(href) => {
                html.push_str("<a href=\"");
                html.push_str(href);
                html.push_str("\">");
                escape_into(html, own);
                html.push_str("</a>");
            }
            PartRole::Match => {
                html.push_str("<mark>");
                escape_into(html, own);
                html.push_str("</mark>");
            }
        }
        at = part.end;
    }
    escape_into(html, text.get(at..to).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rendered(lines: &[(u32, &str)], language: Option<Language>, parts: &[ListedPart]) -> String {
        let listing = Listing { lines, language, parts, anchors: Anchors::Own };
        Colours::default().render(&listing).into_string()
    }

    #[test]
    fn names_are_linked_and_code_is_coloured_and_escaped() {
        let role = PartRole::Link("?go=7:15".to_owned());
        let names = [ListedPart { line: 7, start: 15, end: 20, role }];
        let html =
            rendered(&[(7, "fn main() { if parse() < 1 {} }")], Some(Language::Rust), &names);
        assert!(html.contains("<span class=\"kw\">fn</span>"), "{html}");
        assert!(
            html.contains("<span class=\"fn\"><a href=\"?go=7:15\">parse</a></span>"),
            "{html}"
        );
        assert!(html.contains("&lt; ") && !html.contains("< 1"), "{html}");
        assert!(html.contains("id=\"L7\""), "{html}");
    }

    #[test]
    fn markup_and_direction_marks_stay_text() {
        let html = rendered(&[(1, "<script>alert(1)</script>\u{202e}")], None, &[]);
        assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;\u{fffd}"), "{html}");
    }

    #[test]
    fn every_block_is_closed() {
        let lines: Vec<(u32, &str)> = (1..=250).map(|number| (number, "x")).collect();
        let html = rendered(&lines, None, &[]);
        assert_eq!(html.matches("<div").count(), html.matches("</div>").count());
        assert_eq!(rendered(&[], None, &[]).matches("div").count(), 2);
    }
}
