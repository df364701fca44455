//! Refuses text that addresses or commands its reader, or hides something from a person.
//!
//! An entry is read by models and people who decide with it; a text that tells them what to do is no
//! description of code. Advice to the programmer ("you must call `close` afterwards") is fine. Only
//! what is written is looked at, so that it is refused whatever the subject's code says.

use crate::lexicon::hostile::{
    COMMANDS_TO_READERS, HARMFUL_PARTS, HARMFUL_PROGRAMS, HARMFUL_SUBCOMMANDS, PROMPT_MARKS,
    QUOTING_WORDS, SECRET_PLACES, WORD_LISTS,
};

/// A run of this many characters of base64 holds more than a name.
const BLOB_CHARS: usize = 48;

/// Why a text is refused as hostile; `None` if it is not.
pub fn refuse_text(text: &str) -> Option<String> {
    if let Some(hidden) = hidden_character(text) {
        let code = u32::from(hidden);
        return Some(format!("the text has a hidden character (U+{code:04X}); write it without"));
    }
    let bare = without_code(text);
    let lower = bare.to_lowercase();
    if let Some(mark) = PROMPT_MARKS.words().iter().find(|mark| lower.contains(**mark)) {
        return Some(format!("the text has `{mark}`, a mark of prompts; describe the code only"));
    }
    if bare.contains("<!--") {
        return Some("the text has an HTML comment, which is hidden when it is shown".to_owned());
    }
    if bare.contains("![") && (lower.contains("](http") || lower.contains("](data:")) {
        return Some("the text loads an image from elsewhere; describe the code only".to_owned());
    }
    if let Some(blob) = text.split_whitespace().find(|word| is_blob(word)) {
        let start: String = blob.chars().take(12).collect();
        return Some(format!("the text has encoded data (`{start}…`); write what it says instead"));
    }
    let words = words_of(text);
    let found = COMMANDS_TO_READERS.words().iter().find_map(|pattern| find(&words, pattern))?;
    Some(format!(
        "\"{found}\" addresses or commands the reader; an entry describes the code and nothing else"
    ))
}

/// A character that a person does not see, or that changes the order in which text is shown.
fn hidden_character(text: &str) -> Option<char> {
    let mut before = ' ';
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let after = chars.peek().copied().unwrap_or(' ');
        let is_hidden = match c {
            '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}' => true,
            '\u{200B}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}' | '\u{180E}' | '\u{00AD}' => true,
            '\u{E0000}'..='\u{E007F}' | '\u{FFF9}'..='\u{FFFB}' => true,
            // Joiners belong to some scripts and to emoji, not between Latin letters.
            '\u{200C}' | '\u{200D}' => {
                before.is_ascii_alphanumeric() || after.is_ascii_alphanumeric()
            }
            '\n' | '\t' | '\r' => false,
            _ => c.is_control(),
        };
        if is_hidden {
            return Some(c);
        }
        before = c;
    }
    None
}

/// The text without code in backticks.
fn without_code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts.filter(|(at, _)| at % 2 == 0).map(|(_, part)| part).collect::<Vec<_>>().join(" ")
}

fn is_blob(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '=');
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    let count = |is_it: fn(&char) -> bool| word.chars().filter(is_it).count();
    word.len() >= BLOB_CHARS
        && word.chars().all(is_base64)
        && count(|c| c.is_ascii_digit()) >= 3
        && count(|c| c.is_ascii_uppercase()) >= 6
        && count(|c| c.is_ascii_lowercase()) >= 6
        && count(|c| *c == '/') <= word.len() / 16
}

/// The words in lower case; `.` ends a sentence, `:` stays, `<command>` and `<secret>` replace code that is one.
fn words_of(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for sentence in sentences(text) {
        let lower = sentence.to_lowercase();
        let quotes_examples = QUOTING_WORDS.is_in(&lower);
        for (at, part) in sentence.split('`').enumerate() {
            if at % 2 == 1 {
                match (is_command(part), is_secret(part), quotes_examples) {
                    (true, ..) => words.push("<command>".to_owned()),
                    (_, true, _) => words.push("<secret>".to_owned()),
                    (_, _, true) => words.push("<code>".to_owned()),
                    (_, _, false) => push_words(&mut words, part),
                }
            } else {
                for (at, part) in part.split(['"', '“', '”']).enumerate() {
                    if at % 2 == 1 && quotes_examples {
                        words.push("<quoted>".to_owned());
                    } else {
                        push_words(&mut words, part);
                    }
                }
            }
        }
        words.push(".".to_owned());
    }
    words
}

/// Cut at full stops, question and exclamation marks, semicolons and line ends outside of backticks.
fn sentences(text: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut is_code = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        is_code ^= c == '`';
        let is_spaced = chars.peek().is_none_or(|next| next.is_whitespace());
        let ends = c == '\n' || matches!(c, '.' | '!' | '?' | ';') && is_spaced;
        if ends && !is_code {
            found.push(String::new());
        } else {
            found.last_mut().expect("there is always a sentence").push(c);
        }
    }
    found.retain(|sentence| !sentence.trim().is_empty());
    found
}

fn push_words(words: &mut Vec<String>, text: &str) {
    let raw: Vec<&str> = text.split_whitespace().collect();
    for (at, one) in raw.iter().enumerate() {
        let rest = raw[at..].join(" ").to_lowercase();
        let lower = one.to_lowercase();
        if is_secret(&lower) {
            words.push("<secret>".to_owned());
            continue;
        }
        let is_flagged = raw.get(at + 1).is_some_and(|next| {
            next.starts_with('-') && next.len() > 1 || next.contains("://") || next.starts_with('/')
        });
        let program = lower.trim_matches(|c: char| !c.is_alphanumeric());
        let starts = |sub: &&str| rest.strip_prefix(*sub).is_some_and(|rest| rest.starts_with(' '));
        if HARMFUL_PROGRAMS.has(program) && is_flagged
            || HARMFUL_SUBCOMMANDS.words().iter().any(starts)
        {
            words.push("<command>".to_owned());
            continue;
        }
        let lower = lower.replace('’', "'");
        let (body, ends_not) = match lower.strip_suffix("n't") {
            Some(body) => (body, true),
            None => (lower.as_str(), false),
        };
        let pieces = body.split(|c: char| !c.is_alphanumeric() && c != ':');
        for piece in pieces {
            let word = piece.trim_matches(':');
            if !word.is_empty() {
                words.push(word.to_owned());
            }
            if piece.ends_with(':') && !piece.ends_with("::") {
                words.push(":".to_owned());
            }
        }
        if ends_not {
            words.push("n't".to_owned());
        }
    }
}

fn is_command(code: &str) -> bool {
    let lower = code.trim().to_lowercase();
    let mut words = lower.split_whitespace();
    let program = words.next().unwrap_or("");
    let has_arguments = words.next().is_some();
    has_arguments && HARMFUL_PROGRAMS.has(program)
        || HARMFUL_SUBCOMMANDS.words().iter().any(|sub| lower.starts_with(sub))
        || HARMFUL_PARTS.is_in(&lower)
}

fn is_secret(text: &str) -> bool {
    SECRET_PLACES.is_in(text)
}

/// The words that a pattern finds, for the message.
fn find(words: &[String], pattern: &str) -> Option<String> {
    let (pattern, skips_start) = match pattern.strip_prefix('!') {
        Some(rest) => (rest, true),
        None => (pattern, false),
    };
    let steps: Vec<&str> = pattern.split(' ').collect();
    let first = usize::from(skips_start);
    (first..words.len()).find_map(|start| {
        let end = matched(words, start, &steps)?;
        let found: Vec<&str> =
            words[start..end].iter().map(String::as_str).filter(|word| *word != ".").collect();
        Some(found.join(" "))
    })
}

/// The end of the words that match the steps from `at` on.
fn matched(words: &[String], at: usize, steps: &[&str]) -> Option<usize> {
    let Some((step, rest)) = steps.split_first() else { return Some(at) };
    if let Some(most) = step.strip_prefix('~') {
        let most: usize = most.parse().unwrap_or(0);
        for skipped in 0..=most {
            if let Some(end) = matched(words, at + skipped, rest) {
                return Some(end);
            }
            if words.get(at + skipped).is_none_or(|word| word == ".") {
                return None;
            }
        }
        return None;
    }
    for choice in step.split('|') {
        let starts_sentence = at == 0 || words[at - 1] == "." || words[at - 1] == ":";
        let next = match choice {
            "^" if starts_sentence => Some(at),
            "$" if words.get(at).is_none_or(|word| word == ".") => Some(at),
            "^" | "$" => None,
            _ => words.get(at).filter(|word| is_choice(choice, word)).map(|_| at + 1),
        };
        if let Some(end) = next.and_then(|next| matched(words, next, rest)) {
            return Some(end);
        }
    }
    None
}

fn is_choice(choice: &str, word: &str) -> bool {
    let is_shared = choice.starts_with('@');
    choice == word
        || is_shared
            && WORD_LISTS.words_of(choice).any(|words| words.split('|').any(|one| one == word))
}

#[cfg(test)]
mod tests;
