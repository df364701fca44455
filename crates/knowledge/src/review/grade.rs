//! Grades a review: whether it counts, and its finding for each claim.

use rutter_domain::{Evidence, Finding, ReviewedClaim};

use super::{Answer, Questionnaire, Role, touches};

/// Why a review does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Invalid {
    /// An answer is missing, or its lines are; it can be given again.
    Incomplete(String),
    /// The reader has not read. It does not name the statements that gave it away.
    Misjudged(String),
}

/// A reader's findings about the claims, if the reader has read the code.
///
/// `text_of` returns the text of lines that the reader was shown, `None` for all others.
pub(crate) fn grade(
    asked: &Questionnaire,
    answers: &[Answer],
    text_of: &dyn Fn(&Evidence) -> Option<String>,
) -> Result<Vec<ReviewedClaim>, Invalid> {
    let by_statement = in_order(asked, answers)?;
    for (at, answer) in by_statement.iter().enumerate() {
        check_lines(at, &asked.statements[at], answer, text_of)?;
    }
    let finding_of = |role: Role| {
        let at = asked.roles.iter().position(|one| *one == role)?;
        Some(by_statement[at].finding)
    };
    let mut n_failed = 0;
    for (role, answer) in asked.roles.iter().zip(&by_statement) {
        let holds = match role {
            Role::Claim(_) => true,
            Role::Right => answer.finding == Finding::Supported,
            Role::Wrong => answer.finding != Finding::Supported,
            // A decoy may be right if its claim is wrong, and nobody can support both.
            Role::Decoy(claim) => {
                answer.finding != Finding::Supported
                    || finding_of(Role::Claim(*claim)) == Some(Finding::Contradicted)
            }
        };
        n_failed += usize::from(!holds);
    }
    if n_failed > 0 {
        let n_known = asked.roles.iter().filter(|role| !matches!(role, Role::Claim(_))).count();
        return Err(Invalid::Misjudged(format!(
            "{n_failed} of {n_known} statements whose truth is known were judged wrongly"
        )));
    }
    let mut claims: Vec<(usize, ReviewedClaim)> = Vec::new();
    for ((role, answer), text) in asked.roles.iter().zip(&by_statement).zip(&asked.statements) {
        if let Role::Claim(at) = role {
            let Answer { finding, evidence, reason, .. } = (*answer).clone();
            claims.push((*at, ReviewedClaim { text: text.clone(), finding, evidence, reason }));
        }
    }
    claims.sort_by_key(|(at, _)| *at);
    Ok(claims.into_iter().map(|(_, claim)| claim).collect())
}

/// One answer for each statement, in their order.
fn in_order<'a>(asked: &Questionnaire, answers: &'a [Answer]) -> Result<Vec<&'a Answer>, Invalid> {
    let n_statements = asked.statements.len();
    if let Some(answer) =
        answers.iter().find(|answer| answer.statement == 0 || answer.statement > n_statements)
    {
        let number = answer.statement;
        return Err(Invalid::Incomplete(format!(
            "there is no statement {number}; they are numbered from 1 to {n_statements}"
        )));
    }
    (1..=n_statements)
        .map(|number| {
            let mut given = answers.iter().filter(|answer| answer.statement == number);
            match (given.next(), given.next()) {
                (Some(answer), None) => Ok(answer),
                (None, _) => Err(Invalid::Incomplete(format!("statement {number} has no answer"))),
                (Some(_), Some(_)) => {
                    Err(Invalid::Incomplete(format!("statement {number} has several answers")))
                }
            }
        })
        .collect()
}

/// A statement called supported needs lines that were shown and share a word with it. One called contradicted may
/// be so because something is missing, so it needs no lines; but cited lines must have been shown.
fn check_lines(
    at: usize,
    statement: &str,
    answer: &Answer,
    text_of: &dyn Fn(&Evidence) -> Option<String>,
) -> Result<(), Invalid> {
    let number = at + 1;
    let Some(cited) = &answer.evidence else {
        return match answer.finding {
            Finding::Supported => Err(Invalid::Incomplete(format!(
                "statement {number} is called supported by no lines"
            ))),
            Finding::Contradicted | Finding::NotShown | Finding::Unchecked => Ok(()),
        };
    };
    let Evidence { path, start_line, end_line } = cited;
    let Some(text) = text_of(cited) else {
        return Err(Invalid::Incomplete(format!(
            "statement {number} cites {path}:{start_line}-{end_line}, which was not shown"
        )));
    };
    if answer.finding == Finding::Supported && !touches(statement, &text) {
        Err(Invalid::Misjudged(
            "lines are cited that have nothing to do with their statement".to_owned(),
        ))
    } else {
        Ok(())
    }
}
