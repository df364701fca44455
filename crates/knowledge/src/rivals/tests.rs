//! Which of several entries of a symbol is kept, shown first, or disputed.

use rutter_domain::Verdict;
use rutter_store::conformance::sample_entry;

use super::*;

/// An entry by an author, written at a time.
fn entry(id: &str, author: &str, at: u64) -> StoredEntry {
    let mut stored = sample_entry("a.rs", "f", &format!("{id} says so."));
    stored.entry.id = id.to_owned();
    stored.entry.author = author.to_owned();
    stored.entry.created_at = Timestamp(at);
    stored.entry.details = None;
    stored.entry.verdict = Verdict::RECORDED;
    stored.reviews.clear();
    stored
}

fn rival(stored: &StoredEntry, status: EntryStatus) -> Rival<'_> {
    Rival { stored, status }
}

/// What becomes of an entry `new` by `author` beside those that exist, given as `id author status`.
fn check(
    author: &str,
    status: EntryStatus,
    existing: &[(&str, &str, EntryStatus)],
    expected: &str,
) {
    let stored: Vec<StoredEntry> =
        existing.iter().zip(1..).map(|((id, author, _), at)| entry(id, author, at)).collect();
    let rivals: Vec<Rival<'_>> = stored
        .iter()
        .zip(existing)
        .map(|(stored, (_, _, status))| rival(stored, *status))
        .collect();
    let new = entry("new", author, 100);
    let found = match place(rival(&new, status), &rivals) {
        Err(Refusal(why)) => format!("refused: {why}"),
        Ok(Placement { known, rival_of, retired }) => {
            let id = |stored: &StoredEntry| stored.entry.id.clone();
            let known =
                known.map_or_else(|| "added".to_owned(), |known| format!("for {}", id(known)));
            let rival = rival_of.map_or_else(String::new, |best| format!(", beside {}", id(best)));
            let retired: String =
                retired.iter().map(|own| format!(", retires {}", id(own))).collect();
            format!("{known}{rival}{retired}")
        }
    };
    assert_eq!(found, expected);
}

use EntryStatus::{Confirmed, Disputed, Doubtful, Recorded, Rejected, Stale};

#[test]
fn an_entry_replaces_what_is_not_better_supported() {
    check("me", Doubtful, &[], "added");
    check("me", Recorded, &[("a", "you", Recorded)], "for a");
    check("me", Recorded, &[("a", "you", Doubtful)], "for a");
    check("me", Doubtful, &[("a", "you", Doubtful)], "for a");
    check("me", Doubtful, &[("a", "you", Stale)], "for a");
    check("me", Doubtful, &[("a", "you", Disputed)], "for a");
    check("me", Doubtful, &[("a", "you", Rejected)], "for a");
    check("me", Recorded, &[("a", "you", Doubtful), ("b", "she", Recorded)], "for b");
}

#[test]
fn an_entry_stands_beside_a_better_supported_one() {
    check("me", Doubtful, &[("a", "you", Recorded)], "added, beside a");
    check("me", Recorded, &[("a", "you", Confirmed)], "added, beside a");
    check("me", Doubtful, &[("a", "me", Recorded)], "added, beside a");
    check("me", Doubtful, &[("a", "you", Doubtful), ("b", "she", Recorded)], "added, beside b");
}

#[test]
fn an_author_has_one_rival_of_a_symbol() {
    let existing = [("a", "you", Recorded), ("b", "me", Doubtful)];
    check("me", Doubtful, &existing, "for b, beside a");
    check("me", Recorded, &existing, "for a, retires b");
    let own = [("a", "me", Recorded), ("b", "me", Doubtful)];
    check("me", Doubtful, &own, "for b, beside a");
    check("me", Recorded, &own, "for a, retires b");
}

#[test]
fn of_too_many_entries_the_worst_and_oldest_makes_way() {
    let full = |third, fourth| {
        [("a", "1", Confirmed), ("b", "2", Recorded), ("c", "3", third), ("d", "4", fourth)]
    };
    check("me", Doubtful, &full(Doubtful, Doubtful), "for c, beside a");
    check("me", Doubtful, &full(Recorded, Rejected), "for d, beside a");
    check("me", Recorded, &full(Recorded, Recorded), "for b, beside a");
    check(
        "me",
        Doubtful,
        &full(Recorded, Recorded),
        "refused: `f` has 4 entries already, all better supported than this one; correct that and \
         record it again",
    );
}

#[test]
fn a_text_that_is_there_already_does_not_become_its_own_rival() {
    let best = entry("a", "you", 1);
    let mut same = entry("b", "me", 2);
    same.entry.summary = "  A  SAYS so.\n".to_owned();
    let placed = place(rival(&same, Doubtful), &[rival(&best, Recorded)]);
    let Err(Refusal(why)) = placed else { panic!("{placed:?}") };
    assert_eq!(
        why,
        "`f` has an entry with this text already (a, recorded), and this one is not better \
         supported"
    );
    assert!(place(rival(&same, Recorded), &[rival(&best, Recorded)]).is_ok());
}
