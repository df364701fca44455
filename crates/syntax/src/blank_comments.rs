//! A text without its comments, found without parsing it.
//!
//! To look for a word in the code of hundreds of files leaves no time to parse them. This reads quotes and comment
//! marks only. It may take a part of a string for a comment, or the reverse, where a language has unusual
//! quotes. Start at [`blank_comments`].

use rutter_domain::{Family, Language};

/// The marks of a language.
struct Marks {
    /// What starts a comment that ends with its line.
    line: &'static [&'static str],
    /// What starts and ends a comment that may have several lines.
    block: &'static [(&'static str, &'static str)],
    /// What starts a text that documents if a line begins with it; its last three letters end it.
    doc: &'static [&'static str],
    /// What starts and ends a string that may have several lines.
    text: &'static [&'static str],
    quotes: &'static [u8],
}

impl Marks {
    /// All that may start a comment.
    fn all(&self) -> impl Iterator<Item = &'static str> {
        let blocks = self.block.iter().map(|(start, _)| *start);
        self.line.iter().chain(self.doc).chain(self.text).copied().chain(blocks)
    }
}

const SLASHES: Marks = Marks {
    line: &["//"],
    block: &[("/*", "*/")],
    doc: &[],
    text: &[],
    // A lone apostrophe is a lifetime or a character in most of these.
    quotes: b"\"",
};

fn marks(language: Language) -> Marks {
    match language {
        Language::Python => Marks {
            line: &["#"],
            block: &[],
            doc: &["\"\"\"", "'''", "r\"\"\"", "r'''"],
            text: &["\"\"\"", "'''"],
            quotes: b"\"'",
        },
        Language::Elixir => Marks {
            line: &["#"],
            block: &[],
            doc: &["@doc \"\"\"", "@moduledoc \"\"\"", "@typedoc \"\"\""],
            text: &["\"\"\""],
            quotes: b"\"",
        },
        Language::Ruby => {
            Marks { line: &["#"], block: &[("=begin", "=end")], doc: &[], text: &[], quotes: b"\"'" }
        }
        Language::Bash => Marks { line: &["#"], block: &[], doc: &[], text: &[], quotes: b"\"'" },
        Language::Lua => {
            Marks { line: &["--"], block: &[("--[[", "]]")], doc: &[], text: &[], quotes: b"\"'" }
        }
        Language::Haskell => {
            Marks { line: &["--"], block: &[("{-", "-}")], doc: &[], text: &[], quotes: b"\"" }
        }
        Language::Php => {
            Marks { line: &["//", "#"], block: &[("/*", "*/")], doc: &[], text: &[], quotes: b"\"'" }
        }
        Language::JavaScript | Language::TypeScript | Language::Tsx => {
            Marks { text: &["`"], quotes: b"\"'", ..SLASHES }
        }
        Language::Go => Marks { text: &["`"], ..SLASHES },
        Language::Java
        | Language::CSharp
        | Language::Swift
        | Language::Kotlin
        | Language::Scala => Marks { text: &["\"\"\""], ..SLASHES },
        Language::Rust
        | Language::C
        | Language::Cpp
        | Language::Zig
        // Not code; never asked about.
        | Language::Markdown
        | Language::ReStructuredText
        | Language::AsciiDoc
        | Language::Text
        | Language::Toml
        | Language::Yaml
        | Language::Json
        | Language::Html
        | Language::Css
        | Language::Sql
        | Language::Unknown => SLASHES,
    }
}

/// What a line starts in, with what ends it.
#[derive(Debug, Clone, Copy)]
enum Open<'m> {
    Comment(&'m str),
    Text(&'m str),
}

/// The text with blanks in place of its comments, so that lines and columns are the same. A text that is not code
/// is returned as it is.
pub fn blank_comments(language: Language, text: &str) -> String {
    if language.family() != Family::Code {
        return text.to_owned();
    }
    let marks = marks(language);
    let mut blanked = String::with_capacity(text.len());
    let mut open: Option<Open<'_>> = None;
    for line in text.split_inclusive('\n') {
        open = blank_line(&marks, line, open, &mut blanked);
    }
    blanked
}

/// Adds a line; `open` is what it starts in. Returns what it ends in.
fn blank_line<'m>(
    marks: &'m Marks,
    line: &str,
    mut open: Option<Open<'m>>,
    blanked: &mut String,
) -> Option<Open<'m>> {
    // Most lines have no comment.
    if open.is_none() && !marks.all().any(|mark| line.contains(mark)) {
        blanked.push_str(line);
        return None;
    }
    let mut at = 0;
    let mut quote: Option<u8> = None;
    let start = line.len() - line.trim_start().len();
    while at < line.len() {
        let rest = &line[at..];
        if let Some(Open::Comment(end) | Open::Text(end)) = open {
            let closed = rest.find(end).map(|found| found + end.len());
            let inside = &rest[..closed.unwrap_or(rest.len())];
            match open {
                Some(Open::Comment(_)) => blank(inside, blanked),
                Some(Open::Text(_)) | None => blanked.push_str(inside),
            }
            open = if closed.is_some() { None } else { open };
            at += inside.len();
            continue;
        }
        let letter = rest.chars().next().unwrap_or('\n');
        match quote {
            Some(_) if letter == '\\' => {
                let n_bytes = rest.chars().take(2).map(char::len_utf8).sum();
                blanked.push_str(&rest[..n_bytes]);
                at += n_bytes;
                continue;
            }
            Some(end) if u32::from(letter) == u32::from(end) => quote = None,
            Some(_) => {}
            None => {
                let doc = marks.doc.iter().find(|mark| at == start && rest.starts_with(**mark));
                let block = marks.block.iter().find(|(mark, _)| rest.starts_with(mark));
                let opened = match (doc, block) {
                    (Some(mark), _) => Some((mark.len(), &mark[mark.len() - 3..])),
                    (None, Some((mark, end))) => Some((mark.len(), *end)),
                    (None, None) => None,
                };
                if let Some((n_bytes, end)) = opened {
                    blank(&rest[..n_bytes], blanked);
                    at += n_bytes;
                    open = Some(Open::Comment(end));
                    continue;
                }
                if let Some(mark) = marks.text.iter().find(|mark| rest.starts_with(**mark)) {
                    blanked.push_str(mark);
                    at += mark.len();
                    open = Some(Open::Text(mark));
                    continue;
                }
                if starts_comment(marks, line, at) {
                    blank(rest, blanked);
                    return None;
                }
                let is_quote = u8::try_from(letter).is_ok_and(|byte| marks.quotes.contains(&byte));
                quote = is_quote.then_some(letter as u8);
            }
        }
        blanked.push(letter);
        at += letter.len_utf8();
    }
    open
}

fn starts_comment(marks: &Marks, line: &str, at: usize) -> bool {
    let found = marks.line.iter().find(|mark| line[at..].starts_with(**mark));
    // In `$#`, `${#x}` and `a#b` the sign stands for something else.
    found.is_some_and(|mark| *mark != "#" || at == 0 || line[..at].ends_with([' ', '\t', ';', ')']))
}

fn blank(text: &str, blanked: &mut String) {
    blanked.extend(text.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(language: Language, text: &str, expect: &str) {
        let blanked = blank_comments(language, text);
        assert_eq!(blanked.len(), text.len());
        let words: Vec<String> = blanked
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect();
        assert_eq!(words.join("|"), expect);
    }

    #[test]
    fn comments_are_blanked_and_strings_are_kept() {
        check(Language::Rust, "a // b\n/* c\nd */ e\n\"// f\" 'g' // é\n", "a||e|\"// f\" 'g'");
        check(Language::JavaScript, "x = 'it\\'s // y' // z", "x = 'it\\'s // y'");
        check(
            Language::Python,
            "\"\"\"Doc\nmore\"\"\"\nx = '#'  # y\ns = \"\"\"k\n",
            "||x = '#'|s = \"\"\"k",
        );
        check(
            Language::Python,
            "def f():\n    r'''One line.'''\n    return a",
            "def f():||return a",
        );
        check(Language::Python, "x = \"\"\"\na # b\n\"\"\"\ny # z", "x = \"\"\"|a # b|\"\"\"|y");
        check(Language::JavaScript, "x = `\n// a\n` // b", "x = `|// a|`");
        check(Language::Bash, "echo ${#x} $# # y", "echo ${#x} $#");
        check(Language::Lua, "--[[ a\nb ]] c -- d", "|c");
        check(Language::Haskell, "{- a -} f x -- y", "f x");
        check(Language::Elixir, "@doc \"\"\"\nword\n\"\"\"\ndef f", "|||def f");
    }

    #[test]
    fn what_is_not_code_is_kept() {
        check(Language::Json, "{\"a\": \"// b\"}", "{\"a\": \"// b\"}");
    }
}
