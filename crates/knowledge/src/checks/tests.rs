//! What the checks find about claims, as text.

use rutter_domain::{Seen, StatedFacts};
use rutter_fixture::Tree;

use crate::assess::locate;
use crate::checks::{Check, Statement, SubjectContext, claim_of, cut_claims};
use crate::tests::knowledge;
use crate::{EntryDraft, Knowledge};

/// The findings of a summary about a symbol, one line a claim.
pub(crate) fn findings(
    knowledge: &Knowledge,
    path: &str,
    symbol: &str,
    summary: &str,
    facts: StatedFacts,
) -> String {
    let draft = EntryDraft {
        symbol: symbol.to_owned(),
        path: path.to_owned(),
        summary: summary.to_owned(),
        facts,
        author: "tester".to_owned(),
        ..EntryDraft::default()
    };
    match knowledge.assess(&draft, &Seen::default()) {
        Err(reason) => format!("refused: {reason}\n"),
        Ok(assessment) => {
            let lines = assessment.claims.iter().map(|claim| match &claim.reason {
                None => format!("{}\n", claim.finding),
                Some(reason) => format!("{}: {reason}\n", claim.finding),
            });
            lines.collect()
        }
    }
}

/// As [`check`], with one check alone, whatever the others say.
pub(crate) fn check_alone(check: Check, files: &str, path: &str, cases: &[(&str, &str, &str)]) {
    let tree = Tree::new(files);
    let knowledge = knowledge(&tree);
    for (symbol, summary, expected) in cases {
        let draft = EntryDraft {
            symbol: (*symbol).to_owned(),
            path: path.to_owned(),
            summary: (*summary).to_owned(),
            author: "tester".to_owned(),
            ..EntryDraft::default()
        };
        let Ok(located) = locate(&knowledge, &draft, &Seen::default()) else {
            panic!("{symbol} is not there")
        };
        let context = SubjectContext::new(&knowledge, &located.subject, &located.evidence);
        let claims = cut_claims(summary).into_iter().map(|text| {
            let problems = check(&Statement::new(&text), &context);
            claim_of(text, problems)
        });
        let found: Vec<String> = claims
            .map(|claim| match claim.reason {
                None => claim.finding.to_string(),
                Some(reason) => format!("{}: {reason}", claim.finding),
            })
            .collect();
        assert_eq!(found.join("\n"), *expected, "{symbol}: {summary}");
    }
}

/// Checks the findings of summaries about symbols of one tree of files: `symbol`, summary, findings.
pub(crate) fn check(files: &str, path: &str, cases: &[(&str, &str, &str)]) {
    let tree = Tree::new(files);
    let knowledge = knowledge(&tree);
    for (symbol, summary, expected) in cases {
        let found = findings(&knowledge, path, symbol, summary, StatedFacts::default());
        assert_eq!(found.trim_end(), *expected, "{symbol}: {summary}");
    }
}

const FILES: &str = "\
//- src/pool.rs
use crate::net::connect;

/// Hands out connections.
pub struct Pool {
    size: usize,
}

impl Pool {
    pub fn take(&self) -> usize {
        connect(self.size)
    }
}
//- src/net.rs
pub fn connect(n: usize) -> usize {
    n
}

pub fn unrelated() {}
";

#[test]
fn a_claim_has_its_own_finding() {
    check(
        FILES,
        "src/pool.rs",
        &[
            ("Pool::take", "Takes one by `connect`.", "supported"),
            (
                "Pool::take",
                "Takes one by `connect`. Calls `unrelated`.",
                "supported\ncontradicted: `unrelated` exists, but has no link with the subject; \
                 `unrelated` is not called; the code calls `connect`",
            ),
        ],
    );
}
