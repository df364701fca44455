//! A table of what entries come to.

use expect_test::{Expect, expect};
use rutter_domain::{ReviewedClaim, Timestamp};
use rutter_store::conformance::sample_entry;

use super::*;

/// An entry whose claims have these findings: `s`upported, `c`ontradicted, `n`ot shown, `u`nchecked.
fn entry(verdict: Verdict, findings: &str, reviews: &[&str]) -> StoredEntry {
    let mut stored = sample_entry("a.rs", "f", "Walks the tree.");
    stored.entry.verdict = verdict;
    stored.entry.claims = claims(findings);
    let review = |(reader, answers): (usize, &&str)| Review {
        reader: format!("reader {reader}"),
        run: None,
        at: Timestamp(2000),
        answers: claims(answers)
            .into_iter()
            .map(|Claim { text, finding, .. }| ReviewedClaim {
                text,
                finding,
                evidence: None,
                reason: None,
            })
            .collect(),
    };
    stored.reviews = reviews.iter().enumerate().map(review).collect();
    stored
}

fn claims(findings: &str) -> Vec<Claim> {
    let claim = |(at, letter): (usize, char)| {
        let finding = match letter {
            's' => Finding::Supported,
            'c' => Finding::Contradicted,
            'n' => Finding::NotShown,
            _ => Finding::Unchecked,
        };
        let text = format!("claim {at}");
        let reason = (finding != Finding::Supported).then(|| format!("{text} is {finding}"));
        Claim { text, finding, reason, evidence: Vec::new(), check: None }
    };
    findings.chars().enumerate().map(claim).collect()
}

/// The verdict of claims alone.
fn of_claims(findings: &str) -> Verdict {
    verdict(&claims(findings), &[])
}

fn doubted(reason: &str) -> Verdict {
    Verdict::Unverified { reason: reason.to_owned() }
}

fn check(cases: &[(StoredEntry, Option<&str>)], expect: &Expect) {
    let line = |(stored, fault): &(StoredEntry, Option<&str>)| {
        let Standing { status, reason } = standing(stored, *fault, None);
        format!("{status}{}\n", reason.map_or_else(String::new, |why| format!(": {why}")))
    };
    expect.assert_eq(&cases.iter().map(line).collect::<String>());
}

#[test]
fn a_verdict_without_reviews_is_the_status() {
    let rejected = Verdict::Rejected { note: "it does not".to_owned() };
    check(
        &[
            (entry(Verdict::Checked, "ss", &[]), None),
            (entry(Verdict::Checked, "", &[]), None),
            (entry(doubted("not read"), "ss", &[]), None),
            (entry(Verdict::Pending, "", &[]), None),
            (entry(rejected, "ss", &[]), None),
        ],
        &expect![[r#"
            checked
            checked
            unverified: not read
            unverified: the current checks have not run on it yet
            rejected: it does not
        "#]],
    );
}

#[test]
fn a_reader_who_agrees_to_every_claim_confirms() {
    check(
        &[
            (entry(Verdict::Checked, "ss", &["ss"]), None),
            (entry(Verdict::Checked, "ss", &["sn"]), None),
            (entry(Verdict::Checked, "ss", &["s"]), None),
            (entry(Verdict::Checked, "ss", &[""]), None),
            (entry(Verdict::Checked, "ss", &["sn", "ss"]), None),
            (entry(Verdict::Pending, "ss", &["ss"]), None),
        ],
        &expect![[r#"
            confirmed
            checked
            checked
            checked
            confirmed
            unverified: the current checks have not run on it yet
        "#]],
    );
}

#[test]
fn a_reader_makes_up_for_what_no_check_can_judge_and_an_author_has_not_read() {
    check(
        &[
            (entry(of_claims("su"), "su", &[]), None),
            (entry(of_claims("su"), "su", &["ss"]), None),
            (entry(of_claims("un"), "un", &["ss"]), None),
            (entry(of_claims("uc"), "uc", &["ss"]), None),
            (entry(verdict(&claims("su"), &["not read".to_owned()]), "su", &["ss"]), None),
            (entry(doubted("not read"), "ss", &["ss"]), None),
            (entry(doubted("not read"), "", &["s"]), None),
        ],
        &expect![[r#"
            unverified: claim 1 is unchecked
            confirmed
            unverified: claim 0 is unchecked; claim 1 is not shown
            unverified: claim 0 is unchecked; claim 1 is contradicted
            confirmed
            confirmed
            unverified: not read
        "#]],
    );
}

#[test]
fn a_reader_who_contradicts_disputes() {
    check(
        &[
            (entry(Verdict::Checked, "ss", &["sc"]), None),
            (entry(Verdict::Checked, "ss", &["ss", "cs"]), None),
            (entry(doubted("not read"), "ss", &["c"]), None),
        ],
        &expect![[r#"
            disputed: reader 0 contradicts "claim 1"
            disputed: reader 1 contradicts "claim 0"
            disputed: reader 0 contradicts "claim 0"
        "#]],
    );
}

#[test]
fn a_change_of_the_code_outweighs_readers_and_a_rejection_outweighs_all() {
    let rejected = Verdict::Rejected { note: "it does not".to_owned() };
    check(
        &[
            (entry(Verdict::Checked, "ss", &["ss"]), Some("`f` has changed since")),
            (entry(Verdict::Checked, "ss", &["cc"]), Some("`f` has changed since")),
            (entry(Verdict::Pending, "", &[]), Some("`f` has changed since")),
            (entry(rejected, "ss", &["cc"]), Some("`f` has changed since")),
        ],
        &expect![[r#"
            stale: `f` has changed since
            stale: `f` has changed since
            stale: `f` has changed since
            rejected: it does not
        "#]],
    );
}

#[test]
fn a_rival_disputes_what_nothing_else_speaks_against() {
    let mut rival = sample_entry("a.rs", "f", "Cuts the tree.").entry;
    (rival.id, rival.author) = ("abc".to_owned(), "another".to_owned());
    let status = |stored: StoredEntry, fault| standing(&stored, fault, Some(&rival)).status;
    assert_eq!(
        standing(&entry(Verdict::Checked, "s", &["s"]), None, Some(&rival)).reason.as_deref(),
        Some("the entry abc by another disagrees")
    );
    assert_eq!(status(entry(Verdict::Checked, "s", &["s"]), None), EntryStatus::Disputed);
    assert_eq!(status(entry(doubted("x"), "s", &[]), None), EntryStatus::Disputed);
    assert_eq!(status(entry(Verdict::Checked, "s", &[]), Some("changed")), EntryStatus::Stale);
}
