//! False variants of a claim: the same words but one, so that the form of a sentence says nothing.
//!
//! An opposite word, another number, another name of the same kind, or two names in the other order. A claim
//! that has none of these is asked beside a sentence about a neighbouring symbol.

use std::collections::HashSet;

use rutter_checks::{Statement, SubjectContext, WordForm, cut_claims};
use rutter_domain::words::{contains_word, find_word};

use super::Random;
use super::lexicon::{DIRECTIONS, OPPOSITES};
use crate::knowledge::Knowledge;

/// Names and sentences that are considered.
const MOST_LOOKED_AT: usize = 200;
/// A variant may be longer or shorter by this many characters.
const MOST_LONGER: usize = 12;

/// What variants of the claims of one entry are made of.
pub(super) struct Variants {
    /// Names of the file that the subject's code does not contain.
    names: Vec<String>,
    /// The subject's own name is never replaced.
    own: String,
    code: String,
    /// Sentences about other symbols.
    sentences: Vec<String>,
}

impl Variants {
    pub(super) fn new(
        knowledge: &Knowledge,
        context: &SubjectContext<'_>,
        claims: &[String],
    ) -> Variants {
        let own = context.symbol();
        let facts = context.facts();
        let symbols = facts.symbols.iter().map(|symbol| &symbol.name);
        let used = facts.references.iter().map(|reference| &reference.name);
        let is_told = |name: &str| claims.iter().any(|claim| contains_word(claim, name));
        let mut seen = HashSet::new();
        let names = symbols.chain(used).filter(|name| {
            name.len() > 2
                && is_identifier(name)
                && !contains_word(&context.code, name)
                && !is_told(name)
                && seen.insert(name.as_str())
        });
        let names = names.take(MOST_LOOKED_AT).cloned().collect();
        let others = facts.symbols.iter().filter(|one| one.qualified_name != own.qualified_name);
        let mut texts: Vec<String> = others.filter_map(|one| one.doc.clone()).collect();
        // An unreadable notebook is reported where entries are asked for.
        if let Some(loaded) = knowledge.load_entries().ok().flatten() {
            let entries = loaded.rows.iter().map(|row| &row.stored.entry);
            let others = entries.filter(|entry| entry.symbol != own.qualified_name);
            texts.extend(others.take(MOST_LOOKED_AT).map(|entry| entry.summary.clone()));
        }
        let sentences = texts.iter().take(MOST_LOOKED_AT).flat_map(|text| cut_claims(text));
        let sentences = sentences.filter(|text| !claims.contains(text)).collect();
        Variants { names, own: own.name.clone(), code: context.code.clone(), sentences }
    }

    /// A variant of a claim; `None` if there is neither a change nor another sentence.
    pub(super) fn of(&self, claim: &str, random: &mut Random) -> Option<String> {
        self.changed(claim, random).or_else(|| self.foreign(claim))
    }

    /// The claim with one word changed.
    fn changed(&self, claim: &str, random: &mut Random) -> Option<String> {
        let mut made = rewordings(claim, &self.code);
        made.extend(self.swap_name(claim, random));
        one_of_form(claim, made, random)
    }

    /// The sentence about something else whose length is nearest.
    fn foreign(&self, claim: &str) -> Option<String> {
        let length = claim.chars().count();
        self.sentences.iter().min_by_key(|text| text.chars().count().abs_diff(length)).cloned()
    }

    /// Another name of the same style and of similar length in the place of one in backticks.
    fn swap_name(&self, claim: &str, random: &mut Random) -> Option<String> {
        let quoted: Vec<&str> = claim.split('`').skip(1).step_by(2).collect();
        let mut quoted: Vec<&str> =
            quoted.into_iter().filter(|name| is_identifier(name) && *name != self.own).collect();
        random.shuffle(&mut quoted);
        let name = quoted.first()?;
        let mut fit: Vec<&String> =
            self.names.iter().filter(|other| style_of(other) == style_of(name)).collect();
        fit.sort_by_key(|other| other.len().abs_diff(name.len()));
        fit.truncate(3);
        let other = fit.get(random.below(fit.len()))?;
        Some(claim.replace(&format!("`{name}`"), &format!("`{other}`")))
    }
}

/// A text with one word changed that is not a name.
pub(super) fn reworded(text: &str, code: &str, random: &mut Random) -> Option<String> {
    one_of_form(text, rewordings(text, code), random)
}

fn rewordings(text: &str, code: &str) -> Vec<String> {
    let mut made = swap_opposites(text);
    made.extend(swap_number(text, code));
    made.extend(swap_direction(text));
    made
}

/// One of the variants that are about as long as the text.
fn one_of_form(text: &str, mut made: Vec<String>, random: &mut Random) -> Option<String> {
    let length = text.chars().count();
    made.retain(|other| other != text && other.chars().count().abs_diff(length) <= MOST_LONGER);
    let at = random.below(made.len());
    made.into_iter().nth(at)
}

pub(super) fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// The way a name is written: its first letter, and whether it is in capitals or has underscores.
fn style_of(name: &str) -> (bool, bool, bool) {
    let is_loud = !name.chars().any(char::is_lowercase);
    (name.starts_with(char::is_uppercase), is_loud, name.trim_matches('_').contains('_'))
}

/// The text with each of the words that have an opposite replaced by it.
fn swap_opposites(text: &str) -> Vec<String> {
    let both = OPPOSITES.iter().flat_map(|(one, other)| [(*one, *other), (*other, *one)]);
    both.filter_map(|(word, other)| replace_word(text, word, other)).collect()
}

/// Another number in the place of the first one, of as many digits where possible.
fn swap_number(text: &str, code: &str) -> Option<String> {
    let statement = Statement::new(text);
    let number = statement.words.iter().find(|word| word.form == WordForm::Number)?;
    let digits: String = number.text.chars().filter(char::is_ascii_digit).collect();
    let value: u64 = digits.parse().ok()?;
    let candidates = [value.saturating_add(value / 2 + 1), value / 2 + 1, value.saturating_mul(3)];
    let other = candidates.into_iter().find(|other| {
        *other != value
            && !contains_word(code, &other.to_string())
            && !text.contains(&other.to_string())
    })?;
    Some(text.replacen(&number.text, &number.text.replacen(&digits, &other.to_string(), 1), 1))
}

/// "`a` calls `b`" becomes "`b` calls `a`".
fn swap_direction(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split('`').collect();
    let at = (1..parts.len().saturating_sub(2))
        .step_by(2)
        .find(|at| DIRECTIONS.contains(&parts[at + 1]) && parts[*at] != parts[at + 2])?;
    let mut swapped = parts.clone();
    swapped.swap(at, at + 2);
    Some(swapped.join("`"))
}

/// Replaces the first occurrence of a word outside of backticks, keeping a capital letter and the article.
fn replace_word(text: &str, word: &str, other: &str) -> Option<String> {
    let lower = text.to_lowercase();
    // A letter whose lower case has another length would shift what follows.
    if lower.len() != text.len() {
        return None;
    }
    let at = find_word(&lower, word)?;
    if !text[..at].matches('`').count().is_multiple_of(2) {
        return None;
    }
    let mut put = other.to_owned();
    if text[at..].starts_with(char::is_uppercase) {
        put[..1].make_ascii_uppercase();
    }
    let is_vowel = |text: &str| text.starts_with(['a', 'e', 'i', 'o']);
    let before = &text[..at];
    let before = match (before.strip_suffix(" a "), before.strip_suffix(" an ")) {
        (Some(rest), _) if is_vowel(other) => format!("{rest} an "),
        (_, Some(rest)) if !is_vowel(other) => format!("{rest} a "),
        _ => before.to_owned(),
    };
    Some(format!("{before}{put}{}", &text[at + word.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(claim: &str, expected: &[&str]) {
        let variants = Variants {
            names: vec!["launch".to_owned(), "Launch".to_owned()],
            own: "own".to_owned(),
            code: "7".to_owned(),
            sentences: Vec::new(),
        };
        let mut found: Vec<String> =
            (0..40).filter_map(|seed| variants.of(claim, &mut Random(seed))).collect();
        found.sort();
        found.dedup();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_variant_differs_in_one_word_and_keeps_the_grammar() {
        check("Returns the oldest row.", &["Returns the newest row."]);
        check("Opens an input stream.", &["Closes an input stream.", "Opens an output stream."]);
        check("Needs a public key.", &["Needs a private key."]);
        check("Is an empty list.", &["Is a full list."]);
        check("Waits 3 seconds.", &["Waits 3 minutes.", "Waits 5 seconds."]);
        check("Copies `start`.", &["Copies `launch`."]);
        check("`own` calls `push`.", &["`own` calls `launch`.", "`push` calls `own`."]);
        check("Adds `a_b` and `c_d`.", &["Removes `a_b` and `c_d`."]);
        for claim in ["", "İ", "Helper"] {
            check(claim, &[]);
        }
    }
}
