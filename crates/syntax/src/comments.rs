//! Comments on their way to the definition they describe.
//!
//! Comments that follow one another without an empty line are gathered until a definition takes
//! them or a token comes in between. Attributes and decorators do not count as tokens here.

use rutter_domain::text::truncate;

const LONGEST_DOC_BYTES: usize = 2000;

/// The comments directly before the current node.
#[derive(Debug, Default)]
pub struct Comments {
    /// Start and end of each.
    ranges: Vec<(usize, usize)>,
    /// Where the last of them ends, or the prefix after it.
    reach: usize,
}

impl Comments {
    pub fn is_pending(&self) -> bool {
        !self.ranges.is_empty()
    }

    pub fn clear(&mut self) {
        self.ranges.clear();
    }

    pub fn add(&mut self, text: &str, start: usize, end: usize) {
        if !self.touch(text, start) {
            self.ranges.clear();
        }
        self.ranges.push((start, end));
        self.reach = end;
    }

    /// Whether nothing but blanks without an empty line lies between the last comment and `start`.
    pub fn touch(&self, text: &str, start: usize) -> bool {
        let gap = text.as_bytes().get(self.reach..start).unwrap_or(b"?");
        let mut n_newlines = 0;
        for byte in gap {
            if *byte == b'\n' {
                n_newlines += 1;
            }
            if n_newlines > 1 || !byte.is_ascii_whitespace() {
                return false;
            }
        }
        true
    }

    /// Whether the last comment says that it describes what follows, even after an empty line.
    fn reaches_far(&self, text: &str, start: usize) -> bool {
        let comment = self.ranges.last().and_then(|(start, end)| text.get(*start..*end));
        let gap = text.get(self.reach..start);
        comment.is_some_and(|comment| {
            // Haddock describes the next declaration even after an empty line.
            comment.contains("-- |") || comment.starts_with("{-|") || comment.starts_with("{- |")
        }) && gap.is_some_and(|gap| gap.trim_ascii().is_empty())
    }

    /// Lets what follows `end` be described by the comments before.
    pub fn reach_past(&mut self, end: usize) {
        self.reach = end;
    }

    /// The comments' words, if they are directly before `start`.
    pub fn take(&mut self, text: &str, start: usize, marks: &[&str]) -> Option<String> {
        let is_touched = self.touch(text, start) || self.reaches_far(text, start);
        let mut doc = String::new();
        for (start, end) in self.ranges.drain(..) {
            if is_touched {
                append(&mut doc, text.get(start..end).unwrap_or(""), marks);
            }
        }
        trimmed(doc)
    }
}

/// The words of a text without marks, such as a docstring.
pub fn doc_of(text: &str) -> Option<String> {
    let mut doc = String::new();
    append(&mut doc, text, &[]);
    trimmed(doc)
}

fn trimmed(mut doc: String) -> Option<String> {
    // The last lines of a comment may be empty but for their marks.
    doc.truncate(doc.trim_end().len());
    Some(doc).filter(|doc| !doc.is_empty())
}

/// Adds a comment's words to a doc, without comment marks, up to the most a doc may hold.
pub fn append(doc: &mut String, comment: &str, marks: &[&str]) {
    for line in comment.lines() {
        if doc.len() >= LONGEST_DOC_BYTES {
            return;
        }
        let line = strip(line, marks);
        // A ruler that frames a comment is not a part of what it says.
        let is_rule = line.len() >= 3 && line.chars().all(|c| "-=*#/~_+ ".contains(c));
        // What silences a rule describes nothing.
        if is_rule || line.is_empty() && doc.is_empty() || line.starts_with("rutter: ignore") {
            continue;
        }
        if !doc.is_empty() {
            doc.push('\n');
        }
        doc.push_str(truncate(line, LONGEST_DOC_BYTES - doc.len().min(LONGEST_DOC_BYTES)));
    }
}

/// Tags of XML documentation; anything else in angle brackets is text.
const TAGS: &[&str] = &[
    "summary", "remarks", "param", "typeparam", "returns", "value", "exception", "see", "seealso",
    "paramref", "typeparamref", "c", "code", "para", "example", "list", "item", "term",
    "description", "inheritdoc",
];

/// A doc without the lines that speak to the Go compiler, such as `go:noinline`.
pub fn without_directives(doc: &str) -> String {
    let is_directive = |line: &str| {
        line.strip_prefix("go:").is_some_and(|word| word.starts_with(char::is_alphabetic))
    };
    let lines: Vec<_> = doc.lines().filter(|line| !is_directive(line)).collect();
    lines.join("\n").trim_end().to_string()
}

/// A doc of XML without its tags. What a tag describes, such as a parameter, stays.
pub fn without_tags(doc: &str) -> String {
    let mut plain = String::with_capacity(doc.len());
    for line in doc.lines() {
        let line_start = plain.len();
        let mut rest = line;
        while let Some(at) = rest.find('<') {
            plain.push_str(&rest[..at]);
            rest = &rest[at..];
            let tag = rest.find('>').map(|end| &rest[1..end]);
            let name = tag.map(|tag| tag.trim_start_matches('/').split([' ', '/']).next());
            match (tag, name) {
                (Some(tag), Some(Some(name))) if TAGS.contains(&name) => {
                    let mut values = tag.split('"').skip(1);
                    plain.push_str(values.next().unwrap_or(""));
                    // `<param name="a">` begins what is said of `a`, while `<see cref="B"/>` only
                    // names `B`.
                    if tag.contains('"') && !tag.ends_with('/') {
                        plain.push_str(": ");
                    }
                    rest = &rest[tag.len() + 2..];
                }
                _ => {
                    plain.push('<');
                    rest = &rest[1..];
                }
            }
        }
        plain.push_str(rest);
        let is_tag_only = plain[line_start..].trim().is_empty() && !line.is_empty();
        if is_tag_only { plain.truncate(line_start) } else { plain.push('\n') }
    }
    plain.trim().replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// Last characters of marks that close a comment.
const CLOSING: [char; 3] = ['/', '}', ']'];

fn strip<'a>(line: &'a str, marks: &[&str]) -> &'a str {
    // A docstring has no marks, and its indentation is part of it.
    if marks.is_empty() {
        return line.trim_end();
    }
    let mut line = line.trim();
    if let Some(mark) = marks.iter().find(|mark| line.starts_with(**mark)) {
        line = &line[mark.len()..];
    }
    if let Some(mark) = marks.iter().find(|mark| mark.ends_with(CLOSING) && line.ends_with(**mark))
    {
        line = &line[..line.len() - mark.len()];
    }
    line.strip_prefix(' ').unwrap_or(line).trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{HASH_MARKS, SLASH_MARKS};

    fn check(comment: &str, marks: &[&str], expected: &str) {
        let mut doc = String::new();
        append(&mut doc, comment, marks);
        assert_eq!(doc.trim_end(), expected);
    }

    #[test]
    fn a_comment_loses_its_marks_and_keeps_its_words() {
        check("/// Adds.\n///\n/// # Errors\n///  * one", SLASH_MARKS, "Adds.\n\n# Errors\n * one");
        check("/** Adds. */", SLASH_MARKS, "Adds.");
        check("/*\n * Adds.\n *   more\n */", SLASH_MARKS, "Adds.\n  more");
        check("# Adds.\n#######\n# more", HASH_MARKS, "Adds.\nmore");
        check("//\n// -----", SLASH_MARKS, "");
    }

    #[test]
    fn a_doc_is_cut_between_characters() {
        let comment = format!("// {}", "ä".repeat(LONGEST_DOC_BYTES));
        let mut doc = String::new();
        append(&mut doc, &comment, SLASH_MARKS);
        assert_eq!(doc.len(), LONGEST_DOC_BYTES);
    }

    #[test]
    fn a_doc_of_xml_loses_its_tags_but_not_what_they_name() {
        let doc =
            "<summary>\nAdds.\n</summary>\n<param name=\"a\">See <see cref=\"B\"/>.</param>\n";
        assert_eq!(without_tags(doc), "Adds.\na: See B.");
        assert_eq!(without_tags("a List<int> &lt; b <"), "a List<int> < b <");
    }
}
