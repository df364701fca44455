//! `entries review --manual`: a person reviews entries as a second reader.

use std::io::{self, BufRead, IsTerminal, Write};

use rutter_knowledge::PairChoice;
use rutter_tools::ToolError;
use rutter_tools::knowledge::review::{
    Answer, Args, AskedEntry, CheckedAnswer, CitedLines, GradedReview, ListWaiting, ReviewEntry,
    WaitingArgs, read_answer,
};

use crate::arguments::{Format, ReviewArgs};
use crate::context::Context;
use crate::exit::Exit;
use crate::person;
use crate::render;
use crate::screen;

pub fn run(args: ReviewArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    ctx.session.author = person::name(args.reader, ctx);
    let ReviewArgs { ids, path: globs, limit, .. } = args;
    let wanted = WaitingArgs { ids, globs, limit, ..WaitingArgs::default() };
    let waiting = ctx.run(&ListWaiting, wanted)?;
    if waiting.entries.is_empty() {
        ctx.print(&Answer::NoneWaiting, render::review_outcome)?;
        return Ok(Exit::Nothing);
    }
    let mut exit = Exit::Found;
    for entry in waiting.entries {
        match review(entry.id, ctx)? {
            Some(reviews) if reviews.iter().all(|review| review.status.is_some()) => {}
            Some(_) => exit = Exit::Incomplete,
            // The person quits.
            None => return Ok(Exit::Incomplete),
        }
    }
    Ok(exit)
}

/// Asks about one entry; `None` if the person quits.
fn review(entry: String, ctx: &mut Context) -> anyhow::Result<Option<Vec<GradedReview>>> {
    let asked = match ctx.run(&ReviewEntry, Args::about(vec![entry]))? {
        Answer::Asked(asked) => asked,
        Answer::NoneWaiting => return Ok(Some(Vec::new())),
        Answer::Graded { reviews } => return Ok(Some(reviews)),
    };
    let mut answers = Vec::new();
    for one in &asked.entries {
        let own = match ctx.format {
            Format::Text => read_answers(one, &mut ctx.out)?,
            // In JSON format standard output is for the outcome alone.
            Format::Json => read_answers(one, &mut screen::stderr())?,
        };
        let Some(own) = own else { return Ok(None) };
        answers.extend(own);
    }
    let questionnaire = Some(asked.questionnaire.clone());
    let outcome = match ctx.run(&ReviewEntry, Args::Answer { questionnaire, answers }) {
        Ok(outcome) => outcome,
        Err(ToolError::Refuse { message, .. }) => Answer::Graded {
            reviews: asked.entries.iter().map(|one| refused(one, &message)).collect(),
        },
        Err(error) => return Err(error.into()),
    };
    ctx.print(&outcome, render::review_outcome)?;
    match outcome {
        Answer::Graded { reviews } => Ok(Some(reviews)),
        Answer::Asked(_) | Answer::NoneWaiting => Ok(Some(Vec::new())),
    }
}

fn refused(asked: &AskedEntry, reason: &str) -> GradedReview {
    let AskedEntry { entry, symbol, path, .. } = asked.clone();
    let reason = Some(reason.to_owned());
    GradedReview { entry, symbol, path, status: None, reason, tries_left: 1 }
}

/// One answer for each pair; `None` if the person quits or the input ends.
fn read_answers(
    asked: &AskedEntry,
    out: &mut dyn Write,
) -> anyhow::Result<Option<Vec<CheckedAnswer>>> {
    render::questionnaire(out, asked)?;
    let mut answers = Vec::new();
    for (number, pair) in (asked.first_pair..).zip(&asked.pairs) {
        writeln!(out, "\n{number:>2}. a {}", rutter_tools::flatten(&pair.a))?;
        writeln!(out, "    b {}", rutter_tools::flatten(&pair.b))?;
        let answer = loop {
            write!(out, "    a/b/n/q: ")?;
            out.flush()?;
            let Some(line) = read_line()? else {
                writeln!(out, "\nthe input ended; nothing was reviewed")?;
                return Ok(None);
            };
            if matches!(line.to_lowercase().as_str(), "q" | "quit") {
                return Ok(None);
            }
            let Some(mut answer) = read_answer(number, &line) else {
                writeln!(out, "    answer with a, b, n or q")?;
                continue;
            };
            let needs_lines = answer.choice != PairChoice::Neither && answer.lines.is_none();
            if needs_lines && io::stdin().is_terminal() {
                write!(out, "    lines (Enter: those of the symbol): ")?;
                out.flush()?;
                let typed = read_line()?.unwrap_or_default();
                answer.lines = read_answer(number, &format!("a {typed}")).and_then(|it| it.lines);
            }
            if needs_lines && answer.lines.is_none() {
                answer.lines = own_lines(asked);
            }
            break answer;
        };
        answers.push(answer);
    }
    Ok(Some(answers))
}

/// The first piece of code that is shown.
fn own_lines(asked: &AskedEntry) -> Option<CitedLines> {
    let shown = asked.code.first()?;
    let (start_line, end_line) = (shown.lines.first()?.number, shown.lines.last()?.number);
    Some(CitedLines { path: Some(shown.path.clone()), start_line, end_line })
}

/// The next line; `None` at the end of the input.
fn read_line() -> io::Result<Option<String>> {
    let mut line = String::new();
    if io::stdin().lock().read_line(&mut line)? == 0 {
        return Ok(None);
    }
    Ok(Some(line.trim().to_owned()))
}
