//! Checks calls in a claim about several places: "`send` calls `write`" must be visible in the cited
//! lines of `send`.

use rutter_domain::Evidence;
use rutter_domain::name_parts;
use rutter_domain::words::{contains_word, find_word};

use crate::check::{Check, CheckInfo, Example, Run, SubjectScope};
use crate::context::{Neighbour, SubjectContext};
use crate::lexicon::calls::{FROM_CALLEE, FROM_CALLER};
use crate::lexicon::users::NEGATIONS;
use crate::rules::calls::bare_name;
use crate::statement::is_name;
use crate::{Problem, Statement};

pub(crate) static CHECK: Check = Check {
    info: CheckInfo {
        id: "relations",
        about: "A use that a claim about several places names must be visible in the cited lines of the user.",
        scope: &[SubjectScope::Wide],
        code: r"//- a.py
def send(text):
    write(text)


def write(text):
    print(text)
",
        path: ".",
        symbol: "",
        wrong: Example::Cited("`write` calls `send`.", "a.py", 1, 7),
        right: Example::Cited("`send` calls `write`.", "a.py", 1, 7),
    },
    run: Run::Claim(check),
};

/// A verb and the name it is about are at most this many words apart.
const MOST_BETWEEN: usize = 4;

pub(crate) fn check(statement: &Statement, context: &SubjectContext<'_>) -> Vec<Problem> {
    let words = &statement.words;
    let names: Vec<usize> = (0..words.len()).filter(|at| is_name(&words[*at])).collect();
    let mut problems = Vec::new();
    for pair in names.windows(2) {
        let between = &words[pair[0] + 1..pair[1]];
        if between.len() > MOST_BETWEEN {
            continue;
        }
        let (first, second) = (bare_name(&words[pair[0]].text), bare_name(&words[pair[1]].text));
        let has = |is_it: &dyn Fn(&str) -> bool| between.iter().any(|word| is_it(&word.lower));
        let is_relative = has(&|word| matches!(word, "which" | "that"));
        if has(&|word| NEGATIONS.has(word)) || words[pair[0]].ends_phrase && !is_relative {
            continue;
        }
        let is_passive = has(&|word| matches!(word, "by" | "from"));
        if is_passive && has(&|word| FROM_CALLEE.has(word)) {
            problems.extend(check_use(context, &second, &first));
        } else if has(&|word| FROM_CALLER.has(word)) {
            problems.extend(check_use(context, &first, &second));
        }
    }
    problems
}

/// Whether a cited piece of the caller names the callee.
fn check_use(context: &SubjectContext<'_>, caller: &str, callee: &str) -> Option<Problem> {
    let last = *name_parts(callee).last()?;
    let callers = context.definitions(caller);
    if callers.is_empty() || context.definitions(last).is_empty() {
        return None;
    }
    let cited: Vec<(&Neighbour, Vec<&str>)> = callers
        .iter()
        .map(|one| (one, cited_lines(context, one)))
        .filter(|(_, lines)| !lines.is_empty())
        .collect();
    if cited.iter().any(|(_, lines)| lines.iter().any(|line| contains_word(line, last))) {
        return None;
    }
    let shown = callers.iter().find_map(|one| line_of_use(context, one, last));
    Some(match shown {
        Some(line) => {
            let Evidence { path, start_line, .. } = &line;
            let reason = format!(
                "no cited line shows that `{caller}` uses `{last}`: cite {path}:{start_line}"
            );
            Problem::not_shown(reason).at(Some(line))
        }
        None => Problem::contradicted(format!("nothing in `{caller}` names `{last}`")),
    })
}

/// The cited lines that belong to a definition.
fn cited_lines<'c>(context: &'c SubjectContext<'_>, one: &Neighbour) -> Vec<&'c str> {
    let span = one.symbol().span;
    let pieces = context.evidence.iter().filter(|(cited, _)| cited.path == one.path);
    let lines = pieces.flat_map(|(cited, text)| (cited.start_line..).zip(text.lines()));
    // Its own head names it, and nothing that it uses.
    let is_inside = |line: u32| span.start_line <= line && line <= span.end_line;
    lines.filter(|(line, _)| is_inside(*line)).map(|(_, text)| text).collect()
}

/// The line on which a definition names something.
fn line_of_use(context: &SubjectContext<'_>, one: &Neighbour, name: &str) -> Option<Evidence> {
    let text = context.text_of(one)?;
    let at = find_word(&text, name)?;
    let n_lines = text[..at].bytes().filter(|byte| *byte == b'\n').count();
    let line = one.symbol().span.start_line + u32::try_from(n_lines).unwrap_or(0);
    Some(Evidence { path: one.path.clone(), start_line: line, end_line: line })
}
