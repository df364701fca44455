//! Readers who have read, and readers who have not.

use rutter_domain::{Evidence, Finding};
use rutter_fixture::Tree;

use super::*;
use crate::EntryDraft;
use crate::assess::locate;
use crate::review::grade::Invalid;
use crate::tests::knowledge;

const FILES: &str = "\
//- src/pool.rs
pub fn take(limit: usize) -> Option<usize> {
    let first = oldest_connection(limit)?;
    record_use(first);
    Some(first)
}

pub fn drain_everything() {}

fn oldest_connection(limit: usize) -> Option<usize> {
    Some(limit)
}

fn record_use(one: usize) {}
";

const CLAIMS: [&str; 2] =
    ["Returns the oldest connection, or None if there is none.", "Calls `record_use` first."];

/// What comes of a review in which each statement is answered by `answer`.
fn review(
    seed: u64,
    mut answer: impl FnMut(&Questionnaire, usize) -> Finding,
) -> Result<String, String> {
    let tree = Tree::new(FILES);
    let knowledge = knowledge(&tree);
    let draft = EntryDraft {
        symbol: "take".to_owned(),
        path: "src/pool.rs".to_owned(),
        summary: CLAIMS.join(" "),
        ..EntryDraft::default()
    };
    let Ok(located) = locate(&knowledge, &draft) else { panic!("the draft is fine") };
    let context = SubjectContext::new(&knowledge, &located.subject, &located.evidence);
    let claims = CLAIMS.map(str::to_owned);
    let asked = prepare_with(&context, "entry", &claims, &mut Random(seed));
    let lines = asked.code[0].clone();
    let answers: Vec<Answer> = (0..asked.statements.len())
        .map(|at| Answer {
            statement: at + 1,
            finding: answer(&asked, at),
            evidence: Some(lines.clone()),
            reason: None,
        })
        .collect();
    let text_of = |cited: &Evidence| {
        let parsed = knowledge.parsed_file(&cited.path)?;
        Some(parsed.lines(cited.start_line, cited.end_line).collect::<Vec<_>>().join("\n"))
    };
    let graded = grade::grade(&asked, &answers, &text_of).map_err(|Invalid(reason)| reason)?;
    Ok(graded.iter().map(|claim| claim.finding.name()).collect::<Vec<_>>().join(", "))
}

/// Knows the truth of every statement; of the claims, the first is true and the second is not.
fn careful(asked: &Questionnaire, at: usize) -> Finding {
    let denies =
        asked.statements[at].starts_with("Does not") || asked.statements[at].contains("last");
    match asked.roles[at] {
        Role::Claim(0) | Role::Right => Finding::Supported,
        Role::Decoy(1) if denies => Finding::Supported,
        Role::Claim(_) | Role::Wrong | Role::Decoy(_) => Finding::Contradicted,
    }
}

#[test]
fn a_careful_reader_is_heard() {
    for seed in 0..20 {
        assert_eq!(review(seed, careful).unwrap(), "supported, contradicted");
    }
}

#[test]
fn stamps_contrarians_and_the_undecided_are_not() {
    for seed in 0..20 {
        for always in Finding::ALL {
            assert!(review(seed, |_, _| always).is_err(), "{always}");
        }
        assert!(review(seed, |_, at| Finding::ALL[at % 2]).is_err());
    }
}

#[test]
fn a_questionnaire_does_not_tell_what_is_what() {
    let mut places = std::collections::HashSet::new();
    for seed in 0..20 {
        let _ = review(seed, |asked, at| {
            if asked.roles[at] == Role::Claim(0) {
                places.insert(at);
            }
            Finding::NotShown
        });
    }
    assert!(places.len() > 3, "{places:?}");
}
