//! Splits a claim into words, each with its form: plain, code, number or quoted text.

use rutter_domain::words::tokenize;

/// A claim, split into words.
#[derive(Debug, Clone)]
pub struct Statement {
    pub text: String,
    /// In order. Text between backticks or quotes is one word.
    pub words: Vec<Word>,
}

/// A word of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// As written, without the marks around it.
    pub text: String,
    pub lower: String,
    /// Its stem, as the search index has it; of several parts, the stems of all.
    pub stems: Vec<String>,
    pub form: WordForm,
    /// Whether a comma, colon, dash or bracket follows.
    pub ends_phrase: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordForm {
    /// An ordinary word.
    Plain,
    /// Code in backticks.
    Code,
    /// Looks like a name of code: `snake_case`, `camelCase`, `a::b`, `f()`, without backticks.
    Name,
    /// Starts with a digit: `5`, `0.5`, `30s`, `2x`.
    Number,
    /// A quoted text.
    Quoted,
}

/// Whether a word names code, in backticks or not.
pub(crate) fn is_name(word: &Word) -> bool {
    matches!(word.form, WordForm::Code | WordForm::Name)
}

/// An ordinary word, in lower case.
pub(crate) fn plain(word: Option<&Word>) -> Option<&str> {
    word.filter(|word| word.form == WordForm::Plain).map(|word| word.lower.as_str())
}

impl Statement {
    pub fn new(text: &str) -> Statement {
        let mut words = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            if let Some((inner, after)) = quoted(rest) {
                let form = if first == '`' { WordForm::Code } else { WordForm::Quoted };
                push(&mut words, inner, form, after);
                rest = after;
                continue;
            }
            let end = rest
                .char_indices()
                .find(|(at, c)| c.is_whitespace() || *at > 0 && (*c == '`' || *c == '"'))
                .map_or(rest.len(), |(at, _)| at);
            if end == 0 {
                rest = &rest[first.len_utf8()..];
                continue;
            }
            for piece in pieces(&rest[..end]) {
                let form = form_of(piece.text);
                push_piece(&mut words, piece, form);
            }
            rest = &rest[end..];
        }
        Statement { text: text.to_owned(), words }
    }

    /// The positions at which this sequence of plain words begins. `*` matches any one word.
    pub fn find_phrase(&self, phrase: &str) -> Vec<usize> {
        let wanted: Vec<&str> = phrase.split(' ').collect();
        (0..(self.words.len() + 1).saturating_sub(wanted.len()))
            .filter(|at| {
                let words = &self.words[*at..*at + wanted.len()];
                words.iter().zip(&wanted).all(|(word, wanted)| {
                    *wanted == "*" || word.form == WordForm::Plain && word.lower == *wanted
                })
            })
            .collect()
    }

    /// Whether it contains one of these phrases.
    pub fn has_phrase(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| !self.find_phrase(phrase).is_empty())
    }

    /// The words that name code, in backticks or not.
    pub fn names(&self) -> impl Iterator<Item = &Word> {
        self.words.iter().filter(|word| is_name(word))
    }
}

struct Piece<'a> {
    text: &'a str,
    ends_phrase: bool,
}

/// The text between two marks at the start, and what follows.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next()?;
    let close = match first {
        '`' => "`".repeat(text.chars().take_while(|c| *c == '`').count()),
        '"' | '\'' => first.to_string(),
        '“' => "”".to_owned(),
        _ => return None,
    };
    // An opening mark is as long as the closing one.
    let body = &text[close.len()..];
    let end = body.find(&close)?;
    let inner = &body[..end];
    let after = &body[end + close.len()..];
    // An apostrophe within a word closes nothing.
    let is_whole = first != '\'' || after.chars().next().is_none_or(|c| !c.is_alphanumeric());
    (!inner.trim().is_empty() && is_whole).then_some((inner.trim(), after))
}

/// Cuts `a/b` and dashes into words, and takes punctuation off the ends.
fn pieces(word: &str) -> Vec<Piece<'_>> {
    let is_path = word.contains('/') && (word.contains('.') || word.matches('/').count() > 1);
    let is_pair = !is_path && word.matches('/').count() == 1;
    let marks: &[char] = if is_pair { &['/'] } else { &['—', '–'] };
    let parts: Vec<&str> = word.split(marks).collect();
    let n_parts = parts.len();
    let mut found = Vec::new();
    for (at, part) in parts.into_iter().enumerate() {
        let text = part.trim_matches(|c: char| {
            matches!(
                c,
                ',' | ';' | ':' | '!' | '?' | '"' | '\'' | '(' | ')' | '[' | ']' | '…' | '*'
            ) && !(matches!(c, '(' | ')') && part.contains("()"))
        });
        let text = text.trim_end_matches('.');
        let tail = &part[part.find(text).unwrap_or(0) + text.len()..];
        let ends_phrase = at + 1 < n_parts || tail.chars().any(|c| !matches!(c, '.' | '\'' | '"'));
        if !text.is_empty() {
            found.push(Piece { text, ends_phrase });
        } else if let Some(last) = found.last_mut() {
            let last: &mut Piece<'_> = last;
            last.ends_phrase = true;
        }
    }
    found
}

fn form_of(word: &str) -> WordForm {
    let first = word.chars().next().unwrap_or(' ');
    let unsigned = word.trim_start_matches(['-', '+', '$', '~', '<', '>', '=', '≤', '≥', '#']);
    if unsigned.starts_with(|c: char| c.is_ascii_digit()) {
        return WordForm::Number;
    }
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let body = word.trim_end_matches("()");
    let is_call = body.len() < word.len()
        && body.chars().all(|c| is_letter(c) || matches!(c, '.' | ':' | '#'));
    let has_underscore = word.contains('_') && word.chars().any(char::is_alphanumeric);
    let is_camel = word.chars().all(is_letter)
        && word
            .chars()
            .zip(word.chars().skip(1))
            .any(|(left, right)| left.is_lowercase() && right.is_uppercase());
    let is_path = word.contains("::") && first.is_alphabetic();
    let is_file = word.contains('.')
        && word.rsplit('.').next().is_some_and(|end| {
            (1..=5).contains(&end.len()) && end.chars().all(|c| c.is_ascii_alphanumeric())
        })
        && word.split('.').all(|part| !part.is_empty());
    let is_name =
        is_call || has_underscore || is_camel || is_path || is_file && !word.contains("e.g");
    if is_name { WordForm::Name } else { WordForm::Plain }
}

fn push(words: &mut Vec<Word>, text: &str, form: WordForm, after: &str) {
    let ends_phrase = after.starts_with([',', ':', ';', ')', ']', '—', '–']);
    words.push(word(text, form, ends_phrase));
}

fn push_piece(words: &mut Vec<Word>, piece: Piece<'_>, form: WordForm) {
    // A possessive names its owner.
    let text = piece.text.strip_suffix("'s").or_else(|| piece.text.strip_suffix("’s"));
    let text = text.unwrap_or(piece.text);
    let is_hyphened = form == WordForm::Plain && text.contains('-') && text.len() > 1;
    if !is_hyphened {
        words.push(word(text, form, piece.ends_phrase));
        return;
    }
    let parts: Vec<&str> = text.split('-').filter(|part| !part.is_empty()).collect();
    for (at, part) in parts.iter().enumerate() {
        let ends_phrase = piece.ends_phrase && at + 1 == parts.len();
        words.push(word(part, form_of(part), ends_phrase));
    }
}

fn word(text: &str, form: WordForm, ends_phrase: bool) -> Word {
    Word {
        text: text.to_owned(),
        lower: text.to_lowercase(),
        stems: tokenize(text),
        form,
        ends_phrase,
    }
}

#[cfg(test)]
mod tests;
