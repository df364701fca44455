//! Packs the best answer into a number of tokens.
//!
//! Hits are taken in the order of their rank, and the first that does not fit ends the answer, so
//! that the rest can be paged:
//! 1. A chunk next to one already taken is merged with it into one hit.
//! 2. A hit is shown whole if it costs at most a third of the budget and fits. Otherwise it is shortened to an
//!    excerpt. One whose first line alone is too long for a third is given by its position only.
//! 3. The room that is left in the end makes excerpts longer, the best first.
//!
//! The budget is never exceeded. Start at [`pack`].

use std::cmp::Ordering;

use crate::query::hit::{Draft, Hit, count_tokens, snippet_bytes};
use crate::query::shorten::{Excerpt, MAX_LINES, excerpt, max_lines, pointer};

/// A hit may cost this many tokens even if that is more than a third of the budget.
const LEAST_SHARE_TOKENS: usize = 64;
/// Chunks with at most this many blank lines between them are neighbours.
const MOST_BLANK_LINES: usize = 8;
/// Chunks that together have more lines are not merged.
const MOST_LINES: usize = 1_000;

/// An answer that fits.
#[derive(Debug)]
pub(crate) struct Packed {
    pub(crate) hits: Vec<Hit>,
    /// Number of drafts merged into them.
    pub(crate) n_taken: usize,
}

/// A hit on its way into the answer.
#[derive(Debug, Clone)]
struct Parcel {
    draft: Draft,
    form: Form,
    n_tokens: usize,
}

#[derive(Debug, Clone)]
enum Form {
    Whole,
    Short(Excerpt),
}

/// Packs drafts, best first, into `limit_tokens`. An excerpt shows the lines around `words`.
pub(crate) fn pack(
    drafts: impl Iterator<Item = Draft>,
    words: &[String],
    limit_tokens: usize,
) -> Packed {
    let share = (limit_tokens / 3).max(LEAST_SHARE_TOKENS);
    let mut parcels: Vec<Parcel> = Vec::new();
    let mut n_taken = 0;
    for draft in drafts {
        let (at, draft, others) = join(&parcels, draft);
        let n_others: usize = others.iter().map(|parcel| parcel.n_tokens).sum();
        let share = share.saturating_mul(draft.n_joined);
        let Some(parcel) = fit(draft, words, share, limit_tokens - n_others) else { break };
        parcels = others;
        parcels.insert(at, parcel);
        n_taken += 1;
    }
    spread(&mut parcels, words, limit_tokens);
    Packed { hits: parcels.into_iter().map(Parcel::into_hit).collect(), n_taken }
}

/// Merges a draft with its neighbours among the parcels. Returns its place, the merged draft, and the other
/// parcels.
fn join(parcels: &[Parcel], draft: Draft) -> (usize, Draft, Vec<Parcel>) {
    let mut at = parcels.len();
    let mut joined = draft;
    let mut others = parcels.to_vec();
    while let Some(next) = others.iter().position(|parcel| parcel.draft.touches(&joined)) {
        let neighbour = others.remove(next).draft;
        at = next.min(at.min(others.len()));
        joined = neighbour.joined(joined);
    }
    (at.min(others.len()), joined, others)
}

impl Draft {
    /// Whether a further excerpt lies right beside this one in the same symbol, and both together are short.
    /// Two symbols stay apart: a hit has one name, and the lines of the other would be shown under it.
    pub(crate) fn continues(&self, further: &Draft) -> bool {
        let start_line = self.hit.start_line.min(further.hit.start_line);
        let n_lines = self.hit.end_line.max(further.hit.end_line) + 1 - start_line;
        further.nth_excerpt > 0
            && self.symbol == further.symbol
            && n_lines as usize <= MAX_LINES
            && self.touches(further)
    }

    /// Whether only empty lines lie between the two, and neither was cut.
    fn touches(&self, other: &Draft) -> bool {
        let (above, below) = if self.first < other.first { (self, other) } else { (other, self) };
        // Encoded data between two chunks is in neither.
        let n_steps = below.hit.start_line.saturating_sub(above.hit.end_line) as usize;
        let is_next = above.last + 1 == below.first && n_steps <= MOST_BLANK_LINES + 1;
        let n_lines = |draft: &Draft| (draft.hit.end_line + 1 - draft.hit.start_line) as usize;
        let is_whole = |draft: &Draft| draft.hit.snippet.lines().count() == n_lines(draft);
        is_next
            && self.hit.matched_lines.is_none()
            && other.hit.matched_lines.is_none()
            && self.hit.path == other.hit.path
            && n_lines(self) + n_lines(other) <= MOST_LINES
            && is_whole(self)
            && is_whole(other)
    }

    /// Joins both into one hit, named after the better one.
    pub(crate) fn joined(self, other: Draft) -> Draft {
        let (above, below) =
            if self.first < other.first { (&self, &other) } else { (&other, &self) };
        let n_breaks = below.hit.start_line.saturating_sub(above.hit.end_line).max(1) as usize;
        let snippet = [&*above.hit.snippet, &"\n".repeat(n_breaks), &*below.hit.snippet].concat();
        let (start_line, end_line) = (above.hit.start_line, below.hit.end_line);
        let (first, last) = (above.first, below.last);
        // The excerpts of a file are numbered by how well they answer. A flat list has only scores.
        let is_better = match self.nth_excerpt.cmp(&other.nth_excerpt) {
            Ordering::Less => true,
            Ordering::Equal => self.hit.score >= other.hit.score,
            Ordering::Greater => false,
        };
        let (best, symbol) =
            if is_better { (self.hit, self.symbol) } else { (other.hit, other.symbol) };
        let tokens = count_tokens(&best.path, snippet.len());
        let hit = Hit { start_line, end_line, snippet, tokens, ..best };
        let nth_excerpt = self.nth_excerpt.min(other.nth_excerpt);
        let n_joined = self.n_joined + other.n_joined;
        Draft { hit, first, last, symbol, nth_excerpt, n_joined, outline: self.outline }
    }
}

/// A draft in the longest form that costs at most its share and has room.
fn fit(draft: Draft, words: &[String], share: usize, room: usize) -> Option<Parcel> {
    let whole = draft.hit.tokens;
    let is_short = draft.hit.snippet.lines().count()
        <= max_lines(draft.nth_excerpt).saturating_mul(draft.n_joined);
    if whole <= share.min(room) && is_short {
        return Some(Parcel { draft, form: Form::Whole, n_tokens: whole });
    }
    let path = draft.hit.path.as_str();
    let within = |n_tokens: usize| {
        snippet_bytes(path, n_tokens).and_then(|limit| excerpt(&draft, words, limit))
    };
    let short = match within(share.min(room)) {
        Some(short) => short,
        // It would fit if there were more room, so it is left to the next page.
        None if within(share).is_some() => return None,
        None => pointer(&draft),
    };
    let n_tokens = count_tokens(path, short.text.len());
    (n_tokens <= room).then_some(Parcel { draft, form: Form::Short(short), n_tokens })
}

/// Gives the room that is left to the excerpts, best first.
fn spread(parcels: &mut [Parcel], words: &[String], limit_tokens: usize) {
    let mut room = limit_tokens - parcels.iter().map(|parcel| parcel.n_tokens).sum::<usize>();
    for parcel in parcels {
        if let Form::Whole = parcel.form {
            continue;
        }
        let before = parcel.n_tokens;
        let all = before + room;
        if let Some(longer) = fit(parcel.draft.clone(), words, all, all)
            && longer.n_tokens > before
        {
            room = all - longer.n_tokens;
            *parcel = longer;
        }
    }
}

impl Parcel {
    fn into_hit(self) -> Hit {
        match self.form {
            Form::Whole => self.draft.hit,
            Form::Short(Excerpt { text, omitted_lines }) => {
                Hit { snippet: text, omitted_lines, tokens: self.n_tokens, ..self.draft.hit }
            }
        }
    }
}

#[cfg(test)]
mod tests;
