//! Annotations of GitHub Actions: workflow commands that the runner reads from standard output.
//!
//! GitHub shows ten annotations of each level in a step. The others are left out and counted in a
//! summary notice.

use std::collections::BTreeMap;

use rutter_domain::{Gap, Severity};
use rutter_knowledge::GapsAnswer;

use super::{message_of, percentage};

/// Annotations of a level that GitHub shows in a step.
const MOST_PER_LEVEL: usize = 10;

/// Formats one command per gap, then a notice with the completeness and the number of gaps left out.
pub fn annotations(answer: &GapsAnswer) -> String {
    let mut text = String::new();
    let mut n_shown: BTreeMap<&str, usize> = BTreeMap::new();
    // The last notice is the summary.
    let room = |command: &str| MOST_PER_LEVEL - usize::from(command == "notice");
    let mut n_left_out = answer.omitted;
    for gap in &answer.gaps {
        let command = command_of(gap.severity);
        let n_of_level = n_shown.entry(command).or_default();
        if *n_of_level >= room(command) {
            n_left_out += 1;
            continue;
        }
        *n_of_level += 1;
        text.push_str(&annotation(command, gap));
        text.push('\n');
    }
    let complete = format!("{} % documented", percentage(answer.completeness.overall));
    let summary = match n_left_out {
        0 => complete,
        n => format!(
            "{complete}; {n} more {} not annotated, because GitHub shows {MOST_PER_LEVEL} of each level",
            if n == 1 { "gap is" } else { "gaps are" }
        ),
    };
    text.push_str(&format!("::notice title=rutter gaps list::{}\n", escape_data(&summary)));
    text
}

fn annotation(command: &str, gap: &Gap) -> String {
    format!(
        "::{command} file={},line={},title={}::{} [{}]",
        escape_property(&gap.path),
        gap.line.max(1),
        escape_property(&gap.rule),
        escape_data(&message_of(gap)),
        escape_data(&gap.id)
    )
}

fn command_of(severity: Severity) -> &'static str {
    match severity {
        Severity::High => "error",
        Severity::Medium => "warning",
        Severity::Low => "notice",
    }
}

fn escape_data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rutter_domain::{Completeness, Freshness, GapState};

    fn answer(gaps: Vec<Gap>) -> GapsAnswer {
        let completeness = Completeness { overall: 87.5, ..Completeness::default() };
        GapsAnswer {
            completeness,
            gaps,
            omitted: 0,
            open_by_rule: std::collections::BTreeMap::new(),
            remarks: Vec::new(),
            index: Freshness::absent(),
        }
    }

    fn gap(path: &str, severity: Severity, message: &str) -> Gap {
        Gap {
            id: "g1".to_owned(),
            rule: "missing-description".to_owned(),
            severity,
            priority: 0.5,
            symbol: None,
            path: path.to_owned(),
            line: 3,
            message: message.to_owned(),
            nearest: None,
            state: GapState::Open,
            attempts: 0,
        }
    }

    #[test]
    fn what_the_runner_reads_as_syntax_is_escaped() {
        let gap = gap("a,b:c/100%.rs", Severity::High, "50% of it\n::error::no, really: it");
        assert_eq!(
            annotations(&answer(vec![gap])),
            "::error file=a%2Cb%3Ac/100%25.rs,line=3,title=missing-description::50%25 of it%0A::error::no, really: it [g1]\n\
             ::notice title=rutter gaps list::87.5 %25 documented\n"
        );
    }

    #[test]
    fn ten_of_each_level_are_shown_and_the_others_counted() {
        let of = |n: usize, severity| (0..n).map(move |_| gap("a.rs", severity, "it"));
        let gaps =
            of(12, Severity::High).chain(of(10, Severity::Medium)).chain(of(10, Severity::Low));
        let text = annotations(&answer(gaps.collect()));
        let n = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
        assert_eq!((n("::error "), n("::warning "), n("::notice ")), (10, 10, 10), "{text}");
        assert!(text.contains("; 3 more gaps are not annotated"), "{text}");
    }
}
