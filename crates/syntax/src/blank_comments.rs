//! A text without its comments, found without parsing it.
//!
//! To look for a word in the code of hundreds of files leaves no time to parse them. This reads quotes and comment
//! marks only. It may take a part of a string for a comment, or the reverse, where a language has unusual
//! quotes. Start at [`blank_comments`].

use rutter_domain::{Family, Language};

use crate::languages::profile;
use crate::profile::Profile;

/// All that may start a comment.
fn all_marks(profile: &Profile) -> impl Iterator<Item = &'static str> {
    let blocks = profile.comments.block.iter().map(|(start, _)| *start);
    let strings = profile.strings.docs.iter().chain(profile.strings.texts);
    profile.comments.line.iter().chain(strings).copied().chain(blocks)
}

/// What a line starts in, with what ends it.
#[derive(Debug, Clone, Copy)]
enum Open {
    Comment(&'static str),
    Text(&'static str),
}

/// The text with blanks in place of its comments, so that lines and columns are the same. A text that is not code
/// is returned as it is.
pub fn blank_comments(language: Language, text: &str) -> String {
    if language.family() != Family::Code {
        return text.to_owned();
    }
    let profile = profile(language);
    let mut blanked = String::with_capacity(text.len());
    let mut open: Option<Open> = None;
    for line in text.split_inclusive('\n') {
        open = blank_line(profile, line, open, &mut blanked);
    }
    blanked
}

/// Adds a line; `open` is what it starts in. Returns what it ends in.
fn blank_line(
    profile: &Profile,
    line: &str,
    mut open: Option<Open>,
    blanked: &mut String,
) -> Option<Open> {
    // Most lines have no comment.
    if open.is_none() && !all_marks(profile).any(|mark| line.contains(mark)) {
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
                let doc = profile
                    .strings
                    .docs
                    .iter()
                    .find(|mark| at == start && rest.starts_with(**mark));
                let block = profile.comments.block.iter().find(|(mark, _)| rest.starts_with(mark));
                let opened = match (doc, block) {
                    // The mark may begin with a word, such as `@doc """`: its last three letters
                    // end the text.
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
                if let Some(mark) =
                    profile.strings.texts.iter().find(|mark| rest.starts_with(**mark))
                {
                    blanked.push_str(mark);
                    at += mark.len();
                    open = Some(Open::Text(mark));
                    continue;
                }
                if starts_comment(profile, line, at) {
                    blank(rest, blanked);
                    return None;
                }
                let is_quote = profile.strings.quotes.contains(letter);
                quote = is_quote.then_some(letter as u8);
            }
        }
        blanked.push(letter);
        at += letter.len_utf8();
    }
    open
}

fn starts_comment(profile: &Profile, line: &str, at: usize) -> bool {
    let found = profile.comments.line.iter().find(|mark| line[at..].starts_with(**mark));
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
