//! Second readers: whether somebody who has read the code agrees with an entry, claim by claim.
//!
//! Each claim is asked as a pair: the claim and a false variant of the same form, in random order. Among
//! them are control pairs whose answer is known from the code; for some of those neither option holds. Who
//! misjudges a control has not read, and the review does not count. Start at `ask.rs`, then `submit.rs`.

mod ask;
mod controls;
mod grade;
mod lexicon;
mod shown;
mod submit;
mod variants;

use std::collections::HashSet;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

use rutter_domain::{Evidence, Seen};
use rutter_store::StoredEntry;

use crate::knowledge::Knowledge;
use rutter_checks::SubjectContext;

pub use ask::ReviewQueue;
pub(crate) use ask::{questionnaire, to_review};
use controls::controls_of;
use shown::{shown_code, text_at};
pub(crate) use submit::submit;
pub use submit::{GradedEntry, ReviewGrade, ReviewOutcome};
use variants::Variants;

/// At most this many claims are asked about at once; the first ones.
const MOST_CLAIMS: usize = 12;

/// The questions to a reader about one entry.
#[derive(Debug, Clone, PartialEq)]
pub struct Questionnaire {
    /// The id of the entry it is about.
    pub entry: String,
    pub symbol: String,
    pub path: String,
    pub pairs: Vec<OptionPair>,
    /// The lines to judge by.
    pub code: Vec<Evidence>,
    /// What each pair is; never shown to the reader.
    keys: Vec<PairKey>,
    /// The text of each piece of `code`.
    texts: Vec<String>,
    /// The entry as it was; never shown to the reader.
    stored: Arc<StoredEntry>,
}

/// Two statements, of which at most one holds: A and B.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionPair {
    pub a: String,
    pub b: String,
}

/// What a reader says of a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PairChoice {
    A,
    B,
    Neither,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum PairKey {
    /// The claim of that number is this option.
    Claim { at: usize, is: PairChoice },
    /// The right choice is known.
    Control(PairChoice),
}

/// A reader's answer to one pair.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// From 1, through all questionnaires of a request.
    pub pair: usize,
    pub choice: PairChoice,
    pub evidence: Option<Evidence>,
    pub reason: Option<String>,
}

/// The reader who answers questionnaires.
#[derive(Debug, Clone, Copy)]
pub struct ReviewReader<'a> {
    /// As the reader calls itself.
    pub name: &'a str,
    /// The run or connection in which it reads.
    pub session: Option<&'a str>,
    pub identity: ReaderIdentity,
    /// Ids of the entries that it was shown.
    pub shown: &'a HashSet<String>,
    /// Lines that it was shown besides the questionnaire.
    pub seen: &'a Seen,
}

/// What makes two readers the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReaderIdentity {
    /// Their session: a model or an agent knows only what it was shown there.
    Session,
    /// Their name: a person remembers.
    Name,
}

/// The number of questionnaires in one request to a reader. In a larger one, fewer controls are asked about each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchLen(pub usize);

impl BatchLen {
    /// Control pairs for each entry.
    fn n_controls(self) -> usize {
        if self.0 < 4 { 5 } else { 3 }
    }
}

impl ReviewReader<'_> {
    /// Why this reader cannot review an entry; `None` if it can.
    pub fn why_not(&self, id: &str, author: &str, run: Option<&str>) -> Option<&'static str> {
        let is_own = run.is_some_and(|run| self.session == Some(run))
            || self.identity == ReaderIdentity::Name && author.trim() == self.name.trim();
        if is_own {
            Some("an entry cannot be reviewed by its own author")
        } else if self.shown.contains(id) {
            Some("this session was shown the entry, so it is not an independent reader")
        } else {
            None
        }
    }
}

impl Questionnaire {
    /// Why this reader cannot answer it; `None` if it can.
    pub fn why_not(&self, reader: &ReviewReader<'_>) -> Option<&'static str> {
        let entry = &self.stored.entry;
        reader.why_not(&entry.id, &entry.author, entry.run.as_deref())
    }
}

/// The questionnaire about the claims of an entry; `None` if there is too little code to tell a reader by.
fn prepare(
    knowledge: &Knowledge,
    context: &SubjectContext<'_>,
    stored: &Arc<StoredEntry>,
    claims: &[String],
    batch: BatchLen,
    random: &mut Random,
) -> Option<Questionnaire> {
    let (mut code, mut texts) = shown_code(knowledge, context);
    let variants = Variants::new(knowledge, context, claims);
    let controls = controls_of(knowledge, context, &mut code, &mut texts, batch, random);
    let mut all: Vec<(OptionPair, PairKey)> = Vec::new();
    for (at, claim) in claims.iter().take(MOST_CLAIMS).enumerate() {
        let variant = variants.of(claim, random)?;
        let (pair, is) = random.order(claim.clone(), variant);
        all.push((pair, PairKey::Claim { at, is }));
    }
    for control in controls? {
        let (pair, first) = random.order(control.options.0, control.options.1);
        let right = if control.is_first_right { first } else { PairChoice::Neither };
        all.push((pair, PairKey::Control(right)));
    }
    random.shuffle(&mut all);
    let (pairs, keys) = all.into_iter().unzip();
    Some(Questionnaire {
        entry: stored.entry.id.clone(),
        symbol: context.subject.entry_symbol().to_owned(),
        path: default_path(context),
        pairs,
        keys,
        texts,
        code,
        stored: Arc::clone(stored),
    })
}

/// The file that is meant where a reader names none: that of the subject, or the first one cited.
fn default_path(context: &SubjectContext<'_>) -> String {
    let cited = context.evidence.first().filter(|_| context.subject.is_wide());
    cited.map_or(context.path(), |(cited, _)| cited.path.as_str()).to_owned()
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

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % (end.max(1) as u64)).unwrap_or(0)
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }

    /// Two options in random order, and which of them is the first.
    fn order(&mut self, first: String, second: String) -> (OptionPair, PairChoice) {
        match self.below(2) {
            0 => (OptionPair { a: first, b: second }, PairChoice::A),
            _ => (OptionPair { a: second, b: first }, PairChoice::B),
        }
    }
}

#[cfg(test)]
mod tests;
