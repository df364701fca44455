//! Which of several entries of a symbol is kept, shown first, or disputed.

use rutter_domain::{Claim, Verdict};
use rutter_store::conformance::sample_entry;

use super::*;

/// An entry by an author with a text, written at a time, with that many supported and doubted claims.
fn entry(id: &str, author: &str, at: u64, n_supported: usize, n_doubted: usize) -> StoredEntry {
    let mut stored = sample_entry("a.rs", "f", &format!("{id} says so."));
    stored.entry.id = id.to_owned();
    stored.entry.author = author.to_owned();
    stored.entry.created_at = Timestamp(at);
    stored.entry.details = None;
    stored.reviews.clear();
    let claim = |finding| Claim {
        text: "it does".to_owned(),
        finding,
        reason: None,
        evidence: Vec::new(),
        check: None,
    };
    stored.entry.claims = vec![claim(Finding::Supported); n_supported];
    stored.entry.claims.extend(vec![claim(Finding::NotShown); n_doubted]);
    if n_doubted > 0 {
        stored.entry.verdict = Verdict::Unverified { reason: "not shown".to_owned() };
    }
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
        existing.iter().zip(1..).map(|((id, author, _), at)| entry(id, author, at, 1, 0)).collect();
    let rivals: Vec<Rival<'_>> = stored
        .iter()
        .zip(existing)
        .map(|(stored, (_, _, status))| rival(stored, *status))
        .collect();
    let new = entry("new", author, 100, 1, 0);
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

use EntryStatus::{Checked, Confirmed, Disputed, Rejected, Stale, Unverified};

#[test]
fn an_entry_replaces_what_is_not_better_supported() {
    check("me", Unverified, &[], "added");
    check("me", Checked, &[("a", "you", Checked)], "for a");
    check("me", Checked, &[("a", "you", Unverified)], "for a");
    check("me", Unverified, &[("a", "you", Unverified)], "for a");
    check("me", Unverified, &[("a", "you", Stale)], "for a");
    check("me", Unverified, &[("a", "you", Disputed)], "for a");
    check("me", Unverified, &[("a", "you", Rejected)], "for a");
    check("me", Checked, &[("a", "you", Unverified), ("b", "she", Checked)], "for b");
}

#[test]
fn an_entry_stands_beside_a_better_supported_one() {
    check("me", Unverified, &[("a", "you", Checked)], "added, beside a");
    check("me", Checked, &[("a", "you", Confirmed)], "added, beside a");
    check("me", Unverified, &[("a", "me", Checked)], "added, beside a");
    check("me", Unverified, &[("a", "you", Unverified), ("b", "she", Checked)], "added, beside b");
}

#[test]
fn an_author_has_one_rival_of_a_symbol() {
    let existing = [("a", "you", Checked), ("b", "me", Unverified)];
    check("me", Unverified, &existing, "for b, beside a");
    check("me", Checked, &existing, "for a, retires b");
    let own = [("a", "me", Checked), ("b", "me", Unverified)];
    check("me", Unverified, &own, "for b, beside a");
    check("me", Checked, &own, "for a, retires b");
}

#[test]
fn of_too_many_entries_the_worst_and_oldest_makes_way() {
    let full = |third, fourth| {
        [("a", "1", Confirmed), ("b", "2", Checked), ("c", "3", third), ("d", "4", fourth)]
    };
    check("me", Unverified, &full(Unverified, Unverified), "for c, beside a");
    check("me", Unverified, &full(Checked, Rejected), "for d, beside a");
    check("me", Checked, &full(Checked, Checked), "for b, beside a");
    check(
        "me",
        Unverified,
        &full(Checked, Checked),
        "refused: `f` has 4 entries already, all better supported than this one; correct that and \
         record it again",
    );
}

#[test]
fn a_text_that_is_there_already_does_not_become_its_own_rival() {
    let best = entry("a", "you", 1, 1, 0);
    let mut same = entry("b", "me", 2, 1, 1);
    same.entry.summary = "  A  SAYS so.\n".to_owned();
    let placed = place(rival(&same, Unverified), &[rival(&best, Checked)]);
    let Err(Refusal(why)) = placed else { panic!("{placed:?}") };
    assert_eq!(
        why,
        "`f` has an entry with this text already (a, checked), and this one is not better \
         supported: not shown"
    );
    assert!(place(rival(&same, Checked), &[rival(&best, Checked)]).is_ok());
}

#[test]
fn credible_entries_by_two_authors_dispute_each_other() {
    let mine = entry("a", "me", 1, 2, 0);
    let yours = entry("b", "you", 2, 2, 0);
    let doubtful = entry("c", "you", 2, 1, 1);
    let weak = entry("d", "you", 2, 1, 2);
    let empty = entry("e", "you", 2, 0, 0);
    let mut false_one = entry("f", "you", 2, 3, 1);
    false_one.entry.claims[3].finding = Finding::Contradicted;
    let mut same = yours.clone();
    same.entry.summary = mine.entry.summary.to_uppercase();
    let mut own = yours.clone();
    own.entry.author = "me".to_owned();
    for (other, status, own_status, expected) in [
        (&yours, Checked, Checked, true),
        (&yours, Confirmed, Checked, true),
        (&yours, Checked, Confirmed, true),
        (&doubtful, Unverified, Checked, true),
        (&doubtful, Unverified, Unverified, true),
        (&weak, Unverified, Checked, false),
        (&empty, Unverified, Checked, false),
        (&false_one, Unverified, Checked, false),
        (&yours, Disputed, Checked, false),
        (&yours, Stale, Checked, false),
        (&yours, Rejected, Checked, false),
        (&yours, Checked, Stale, false),
        (&same, Checked, Checked, false),
        (&own, Checked, Checked, false),
    ] {
        let (left, right) = (rival(&mine, own_status), rival(other, status));
        let what = format!("{} {status} against {own_status}", other.entry.id);
        assert_eq!(is_dispute(left, right), expected, "{what}");
        assert_eq!(is_dispute(right, left), expected, "{what}");
    }
}
