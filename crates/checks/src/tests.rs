//! What the checks find about claims, as text.

mod code;
mod examples;
mod lexicon;

use rutter_domain::{Claim, Evidence, StatedFacts};

use crate::{EntryContent, Problem, Statement, SubjectContext, check_entry, claim_of, cut_claims};
pub(crate) use code::Code;

/// Lines as evidence.
pub(crate) fn cite(path: &str, start_line: u32, end_line: u32) -> Evidence {
    Evidence { path: path.to_owned(), start_line, end_line }
}

/// The claims of a summary about a symbol, which is the evidence where nothing is cited.
pub(crate) fn claims(
    code: &Code,
    place: (&str, &str),
    summary: &str,
    facts: &StatedFacts,
    cited: &[Evidence],
) -> Vec<Claim> {
    let subject = code.subject(place.0, place.1);
    let span = subject.symbol().span;
    let own = [cite(place.0, span.start_line, span.end_line)];
    let evidence = if cited.is_empty() { &own[..] } else { cited };
    let context = SubjectContext::new(code, &subject, evidence);
    check_entry(&context, EntryContent { summary, details: None, facts })
}

/// A claim's finding and the reason for it.
fn told(claim: &Claim) -> String {
    match &claim.reason {
        None => claim.finding.to_string(),
        Some(reason) => format!("{}: {reason}", claim.finding),
    }
}

/// The findings of a summary about a symbol, one line a claim.
pub(crate) fn findings(code: &Code, place: (&str, &str), said: (&str, &StatedFacts)) -> String {
    let claims = claims(code, place, said.0, said.1, &[]);
    claims.iter().map(|claim| format!("{}\n", told(claim))).collect()
}

type CheckClaim = fn(&Statement, &SubjectContext<'_>) -> Vec<Problem>;

/// As [`check`], with one check alone, whatever the others say.
pub(crate) fn check_alone(
    check: CheckClaim,
    files: &str,
    path: &str,
    cases: &[(&str, &str, &str)],
) {
    let code = Code::new(files);
    for (symbol, summary, expected) in cases {
        let subject = code.subject(path, symbol);
        let span = subject.symbol().span;
        let evidence = [cite(path, span.start_line, span.end_line)];
        let context = SubjectContext::new(&code, &subject, &evidence);
        let found = cut_claims(summary).into_iter().map(|text| {
            let problems = check(&Statement::new(&text), &context);
            told(&claim_of(text, problems))
        });
        assert_eq!(found.collect::<Vec<_>>().join("\n"), *expected, "{symbol}: {summary}");
    }
}

/// Checks the findings of summaries about symbols of some files: `symbol`, summary, findings.
pub(crate) fn check(files: &str, path: &str, cases: &[(&str, &str, &str)]) {
    let code = Code::new(files);
    for (symbol, summary, expected) in cases {
        let found = findings(&code, (path, symbol), (summary, &StatedFacts::default()));
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

#[test]
fn a_finding_names_the_check_that_made_it() {
    let said = "Takes one by `connect`. Calls `unrelated`.";
    let place = ("src/pool.rs", "Pool::take");
    let found = claims(&Code::new(FILES), place, said, &StatedFacts::default(), &[]);
    let found: Vec<String> = found.iter().map(Claim::finding_by).collect();
    assert_eq!(found, ["supported", "contradicted (calls)"]);
}
