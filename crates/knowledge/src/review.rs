//! Second readers: whether somebody who has read the code agrees with an entry, claim by claim.
//!
//! A reader gets the claims of one entry, shuffled among statements that are known to be true or false
//! ([`Questionnaire`]), and the code; neither author nor confidence. Who supports a false statement, or
//! denies a true one, has not read, and the review does not count. Start at `ask.rs`, then `submit.rs`.

mod ask;
mod controls;
mod decoys;
mod grade;
mod submit;

use std::collections::HashSet;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

use rutter_domain::{Evidence, Finding, Seen};
use rutter_store::StoredEntry;

use crate::knowledge::Knowledge;
use rutter_checks::{Statement, SubjectContext};
use rutter_domain::words::contains_word;

pub use ask::ReviewQueue;
pub(crate) use ask::{questionnaire, to_review};
use controls::{Controls, controls_of};
use decoys::decoys_of;
pub use submit::ReviewOutcome;
pub(crate) use submit::submit;

/// At most this many claims are asked about at once; the first ones.
const MOST_CLAIMS: usize = 30;
/// Certainly true and certainly false statements beside the claims. A reader who flips a coin for each gets
/// all of them right once in a thousand times.
const N_RIGHT: usize = 5;
const N_WRONG: usize = 5;
/// Decoys made from claims; at most one a claim.
const MOST_DECOYS: usize = 4;
/// At most this many lines of code are shown.
const MOST_LINES: u32 = 300;

/// The questions to a reader about one entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Questionnaire {
    /// The id of the entry it is about.
    pub entry: String,
    pub symbol: String,
    pub path: String,
    /// Numbered from 1 in this order.
    pub statements: Vec<String>,
    /// The lines to judge by.
    pub code: Vec<Evidence>,
    /// The role of each statement; never shown to the reader.
    roles: Vec<Role>,
    /// The text of each piece of `code`.
    texts: Vec<String>,
    /// The entry as it was; never shown to the reader.
    stored: Arc<StoredEntry>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// The claim of that number.
    Claim(usize),
    /// Made from the claim of that number; true only if that one is false.
    Decoy(usize),
    Right,
    Wrong,
}

/// A reader's answer to one statement.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// From 1.
    pub statement: usize,
    pub finding: Finding,
    pub evidence: Option<Evidence>,
    pub reason: Option<String>,
}

/// The reader who answers a questionnaire.
#[derive(Debug, Clone, Copy)]
pub struct ReviewReader<'a> {
    pub name: &'a str,
    pub run: Option<&'a str>,
    /// Lines that the reader was shown besides the questionnaire.
    pub seen: &'a Seen,
}

/// The questionnaire about the claims of an entry.
fn prepare(
    knowledge: &Knowledge,
    context: &SubjectContext<'_>,
    stored: &Arc<StoredEntry>,
    claims: &[String],
    random: &mut Random,
) -> Questionnaire {
    let controls = controls_of(knowledge, context, random);
    let numbers = numbers_in(&context.code);
    let mut all: Vec<(String, Role)> = Vec::new();
    let mut decoys = Vec::new();
    for (at, claim) in claims.iter().take(MOST_CLAIMS).enumerate() {
        all.push((claim.clone(), Role::Claim(at)));
        let made = decoys_of(claim, &controls.strangers, &numbers);
        let made = made.into_iter().filter(|decoy| !claims.contains(decoy));
        decoys.extend(made.map(|decoy| (decoy, Role::Decoy(at))));
    }
    random.shuffle(&mut decoys);
    let mut of_claim: Vec<usize> = Vec::new();
    for (decoy, role) in decoys {
        let Role::Decoy(at) = role else { continue };
        let is_new = all.iter().all(|(known, _)| *known != decoy);
        if of_claim.len() < MOST_DECOYS && !of_claim.contains(&at) && is_new {
            of_claim.push(at);
            all.push((decoy, role));
        }
    }
    let is_new = |all: &[(String, Role)], text: &String| all.iter().all(|(known, _)| known != text);
    let Controls { right, wrong, .. } = controls;
    for (texts, role, n_wanted) in [(right, Role::Right, N_RIGHT), (wrong, Role::Wrong, N_WRONG)] {
        let n_before = all.len();
        for text in texts {
            if all.len() - n_before < n_wanted && is_new(&all, &text) {
                all.push((text, role));
            }
        }
    }
    random.shuffle(&mut all);
    let (statements, roles) = all.into_iter().unzip();
    let code = shown_code(context);
    let texts = code.iter().map(|lines| text_at(knowledge, lines).unwrap_or_default());
    Questionnaire {
        entry: stored.entry.id.clone(),
        symbol: context.subject.entry_symbol().to_owned(),
        path: default_path(context),
        statements,
        roles,
        texts: texts.collect(),
        code,
        stored: Arc::clone(stored),
    }
}

/// The file that is meant where a reader names none: that of the subject, or the first one cited.
fn default_path(context: &SubjectContext<'_>) -> String {
    let cited = context.evidence.first().filter(|_| context.subject.is_wide());
    cited.map_or(context.path(), |(cited, _)| cited.path.as_str()).to_owned()
}

/// Lines of a file as they are now.
fn text_at(knowledge: &Knowledge, lines: &Evidence) -> Option<String> {
    let parsed = knowledge.parsed_file(&lines.path)?;
    let text: Vec<&str> = parsed.lines(lines.start_line, lines.end_line).collect();
    (!text.is_empty()).then(|| text.join("\n"))
}

/// The subject, the evidence, and the lines on which others use the subject.
fn shown_code(context: &SubjectContext<'_>) -> Vec<Evidence> {
    const MOST_USES: usize = 8;
    let mut shown: Vec<Evidence> = Vec::new();
    let mut n_left = MOST_LINES;
    let mut show = |mut lines: Evidence| {
        if n_left == 0 {
            return;
        }
        lines.end_line = lines.end_line.min(lines.start_line.saturating_add(n_left - 1));
        let is_shown = |one: &Evidence| {
            one.path == lines.path
                && one.start_line <= lines.start_line
                && lines.end_line <= one.end_line
        };
        if !shown.iter().any(is_shown) {
            n_left = n_left.saturating_sub(lines.end_line.saturating_sub(lines.start_line) + 1);
            shown.push(lines);
        }
    };
    let is_wide = context.subject.is_wide();
    let definitions = context.subject.parsed.definitions_of(context.symbol());
    for one in definitions.into_iter().filter(|_| !is_wide) {
        let path = context.path().to_owned();
        // Documentation and attributes are above the definition.
        let n_head = u32::try_from(one.doc.as_deref().map_or(0, |doc| doc.lines().count()));
        let start_line = one.span.start_line.saturating_sub(n_head.unwrap_or(0) + 2).max(1);
        show(Evidence { path, start_line, end_line: one.span.end_line });
    }
    for (cited, _) in &context.evidence {
        show(cited.clone());
    }
    let users = context.users().users.iter().filter(|_| !is_wide);
    for user in users.take(MOST_USES) {
        let line = user.line;
        show(Evidence { path: user.path.clone(), start_line: line, end_line: line });
    }
    shown
}

fn numbers_in(code: &str) -> Vec<String> {
    let runs = code.split(|c: char| !c.is_ascii_digit());
    runs.filter(|run| !run.is_empty()).map(str::to_owned).collect()
}

/// Whether a statement and some code share a name, a number or a word.
fn touches(statement: &str, code: &str) -> bool {
    let read = Statement::new(statement);
    if read.names().any(|name| contains_word(code, &name.text)) {
        return true;
    }
    let stems: HashSet<String> = rutter_domain::words::tokenize(code).into_iter().collect();
    let mut words =
        read.words.iter().filter(|word| !rutter_domain::words::is_stop_word(&word.lower));
    words.any(|word| word.stems.iter().any(|stem| stems.contains(stem)))
}

/// A small generator for shuffling. Only the order must not be guessed; no secret depends on it.
struct Random(u64);

impl Random {
    fn new() -> Random {
        Random(RandomState::new().build_hasher().finish())
    }

    fn next(&mut self) -> u64 {
        // Steps of splitmix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            let other = usize::try_from(self.next() % (at as u64 + 1)).unwrap_or(0);
            items.swap(at, other);
        }
    }
}

#[cfg(test)]
mod tests;
