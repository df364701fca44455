//! Marks the citations of a text that do not hold.

use super::citations::PlacedCitation;

/// The formatting of a remark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkStyle {
    Plain,
    /// Bold in Markdown.
    Bold,
}

/// Adds a remark after each citation that does not hold.
pub fn mark(text: &str, citations: &[PlacedCitation], style: MarkStyle) -> String {
    let mut marked = String::with_capacity(text.len());
    let mut at = 0;
    for placed in citations.iter().filter(|placed| !placed.citation.holds) {
        let end = end_of_place(text, placed.end);
        let Some(part) = text.get(at..end) else { continue };
        marked.push_str(part);
        let remark = format!("[does not hold: {}]", placed.citation.reason);
        marked.push_str(&match style {
            MarkStyle::Plain => format!(" {remark}"),
            MarkStyle::Bold => format!(" **{remark}**"),
        });
        at = end;
    }
    marked.push_str(text.get(at..).unwrap_or_default());
    marked
}

/// The end of a citation, including what closes the inline code or the link around it.
fn end_of_place(text: &str, end: usize) -> usize {
    let line_start = text[..end].rfind('\n').map_or(0, |before| before + 1);
    let is_in_code = text[line_start..end].matches('`').count() % 2 == 1;
    let rest_of_line = text[end..].lines().next().unwrap_or_default();
    let end = match rest_of_line.find('`').filter(|_| is_in_code) {
        Some(closing) => end + closing + 1,
        None => end,
    };
    let closing = text[end..].find(|c| !['`', ')'].contains(&c));
    closing.map_or(text.len(), |n_bytes| end + n_bytes)
}

#[cfg(test)]
mod tests {
    use rutter_domain::Citation;

    use super::*;

    fn check(text: &str, written: &[(&str, &str)], expected: &str) {
        let placed = written.iter().map(|(written, reason)| {
            let start = text.find(written).unwrap();
            PlacedCitation {
                start,
                end: start + written.len(),
                citation: Citation {
                    path: "a.py".to_owned(),
                    start_line: 1,
                    end_line: 1,
                    holds: reason.is_empty(),
                    reason: (*reason).to_owned(),
                },
            }
        });
        assert_eq!(mark(text, &placed.collect::<Vec<_>>(), MarkStyle::Plain), expected);
    }

    #[test]
    fn only_what_does_not_hold_is_marked_behind_its_closing_marks() {
        check("It is in a.py:1.", &[("a.py:1", "")], "It is in a.py:1.");
        check(
            "See `a.py:9` and (b.py:2).",
            &[("a.py:9", "the file has 3 lines"), ("b.py:2", "there is no such file")],
            "See `a.py:9` [does not hold: the file has 3 lines] and (b.py:2) \
             [does not hold: there is no such file].",
        );
        check(
            "See `open a.py:9 now`.",
            &[("a.py:9", "the file has 3 lines")],
            "See `open a.py:9 now` [does not hold: the file has 3 lines].",
        );
    }
}
