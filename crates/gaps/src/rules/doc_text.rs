//! The words of a doc comment, apart from its tags and markup.

use crate::lexicon::comments;

/// The prose of a doc comment: everything before the first tag or section of parameters.
pub fn prose(doc: &str) -> &str {
    let mut at = 0;
    for line in doc.split_inclusive('\n') {
        if starts_tags(line.trim()) && at > 0 {
            return doc[..at].trim();
        }
        at += line.len();
    }
    doc.trim()
}

fn starts_tags(line: &str) -> bool {
    line.starts_with(['@', '\\']) && line.chars().nth(1).is_some_and(char::is_alphabetic)
        || comments::TAGS.begin(&line.to_ascii_lowercase())
        || comments::PARAMETERS.has(line)
}

/// Words with letters, in lower case, without markup.
pub fn words(text: &str) -> impl Iterator<Item = String> {
    let pieces = text.split(|c: char| c.is_whitespace() || "/(){}[]<>,;:|\"`*".contains(c));
    pieces
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
        .filter(|word| !word.is_empty())
}

/// The words of an identifier: `getUserName` and `get_user_name` are `get user name`.
pub fn name_words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        let is_border = !c.is_alphanumeric() || c.is_uppercase() && before.is_lowercase();
        if is_border {
            words.push(String::new());
        }
        if c.is_alphanumeric() {
            words.last_mut().expect("never empty").extend(c.to_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether two words are the same but for an ending: `parse`, `parses`, `parser`.
pub fn is_same_word(left: &str, right: &str) -> bool {
    let n_common = left.bytes().zip(right.bytes()).take_while(|(a, b)| a == b).count();
    let longest = left.len().max(right.len());
    left == right || n_common >= 3 && n_common + 3 >= longest
}
