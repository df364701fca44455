//! `entries review --manual`: a person reviews entries as a second reader.

use std::io::{self, BufRead, IsTerminal, Write};

use rutter_domain::Finding;
use rutter_knowledge::EntriesFilter;
use rutter_tools::ToolError;
use rutter_tools::knowledge::review::{
    Answer, Args, Asked, CheckedAnswer, ListWaiting, ReviewEntry, WaitingArgs,
};

use crate::arguments::{Format, ReviewArgs};
use crate::context::Context;
use crate::exit::Exit;
use crate::person;
use crate::render;
use crate::screen;

pub fn run(args: ReviewArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let reader = person::name(args.reader, ctx);
    ctx.session.author = reader.clone();
    let waiting =
        WaitingArgs { reader, run: None, ids: args.ids, globs: args.path, limit: args.limit };
    let waiting = ctx.run(&ListWaiting, waiting)?;
    if waiting.entries.is_empty() {
        ctx.print(&Answer::NoneWaiting, render::review_outcome)?;
        return Ok(Exit::Nothing);
    }
    let mut exit = Exit::Found;
    for entry in waiting.entries {
        match review(entry.id, ctx)? {
            Some(Answer::Counted { .. }) => {}
            Some(Answer::Asked(_) | Answer::NoneWaiting | Answer::NotCounted { .. }) => {
                exit = Exit::Incomplete;
            }
            // The person quits.
            None => return Ok(Exit::Incomplete),
        }
    }
    Ok(exit)
}

/// Asks about one entry; `None` if the person quits.
fn review(entry: String, ctx: &mut Context) -> anyhow::Result<Option<Answer>> {
    let ask = Args::Ask { entry: Some(entry.clone()), filter: EntriesFilter::default() };
    let asked = match ctx.run(&ReviewEntry, ask)? {
        Answer::Asked(asked) => asked,
        other @ (Answer::NoneWaiting | Answer::Counted { .. } | Answer::NotCounted { .. }) => {
            return Ok(Some(other));
        }
    };
    let answers = match ctx.format {
        Format::Text => read_answers(&asked, &mut ctx.out)?,
        // In JSON format standard output is for the outcome alone.
        Format::Json => read_answers(&asked, &mut screen::stderr())?,
    };
    let Some(answers) = answers else { return Ok(None) };
    let questionnaire = Some(asked.questionnaire.clone());
    let outcome = match ctx.run(&ReviewEntry, Args::Answer { questionnaire, answers }) {
        Ok(outcome) => outcome,
        Err(ToolError::Refuse { message, .. }) => {
            Answer::NotCounted { entry, reason: message, tries_left: 1 }
        }
        Err(error) => return Err(error.into()),
    };
    ctx.print(&outcome, render::review_outcome)?;
    Ok(Some(outcome))
}

/// One answer for each statement; `None` if the person quits or the input ends.
fn read_answers(asked: &Asked, out: &mut dyn Write) -> anyhow::Result<Option<Vec<CheckedAnswer>>> {
    render::questionnaire(out, asked)?;
    let is_terminal = io::stdin().is_terminal();
    let mut answers = Vec::new();
    for (at, statement) in asked.statements.iter().enumerate() {
        writeln!(out, "\n{:>2}. {}", at + 1, rutter_tools::flatten(statement))?;
        let answer = loop {
            write!(out, "    s/c/n/q: ")?;
            out.flush()?;
            let Some(line) = read_line()? else {
                writeln!(out, "\nthe input ended; nothing was reviewed")?;
                return Ok(None);
            };
            let (letter, rest) =
                line.split_at(line.find(char::is_whitespace).unwrap_or(line.len()));
            let finding = match letter.to_lowercase().as_str() {
                "q" | "quit" => return Ok(None),
                "s" | "supported" => Finding::Supported,
                "c" | "contradicted" => Finding::Contradicted,
                "n" | "not" => Finding::NotShown,
                _ => {
                    writeln!(out, "    answer with s, c, n or q")?;
                    continue;
                }
            };
            let mut typed = match finding {
                Finding::NotShown => String::new(),
                Finding::Supported | Finding::Contradicted | Finding::Unchecked => {
                    rest.trim().to_owned()
                }
            };
            if typed.is_empty() && is_terminal && finding != Finding::NotShown {
                write!(out, "    lines (Enter: those of the symbol): ")?;
                out.flush()?;
                typed = read_line()?.unwrap_or_default();
            }
            match lines_of(asked, finding, &typed) {
                Ok((path, lines)) => {
                    let statement = at + 1;
                    break CheckedAnswer { statement, finding, path, lines, reason: None };
                }
                Err(problem) => writeln!(out, "    {problem}")?,
            }
        };
        answers.push(answer);
    }
    Ok(Some(answers))
}

type CitedLines = (Option<String>, Option<(u32, u32)>);

/// The lines that a person typed, or those of the symbol.
fn lines_of(asked: &Asked, finding: Finding, typed: &str) -> Result<CitedLines, String> {
    if finding == Finding::NotShown {
        return Ok((None, None));
    }
    if typed.is_empty() {
        let first = asked.code.first().and_then(|shown| {
            Some((shown.path.clone(), shown.lines.first()?.number, shown.lines.last()?.number))
        });
        return Ok(match first {
            Some((path, start, end)) => (Some(path), Some((start, end))),
            None => (None, None),
        });
    }
    let (path, range) = match typed.rsplit_once(':') {
        Some((path, range)) => (path.to_owned(), range),
        None => (asked.path.clone(), typed),
    };
    let (start, end) = range.split_once('-').unwrap_or((range, range));
    let wrong = || format!("`{typed}` names no lines; write them as 12-14 or FILE:12-14");
    let start: u32 = start.trim().parse().map_err(|_| wrong())?;
    let end: u32 = end.trim().parse().map_err(|_| wrong())?;
    let is_shown = |number: u32| {
        let shown = asked.code.iter().filter(|shown| shown.path == path);
        shown.flat_map(|shown| &shown.lines).any(|line| line.number == number)
    };
    if start <= end && is_shown(start) && is_shown(end) {
        Ok((Some(path), Some((start, end))))
    } else {
        Err(format!("{path}:{start}-{end} is not among the lines shown"))
    }
}

/// The next line; `None` at the end of the input.
fn read_line() -> io::Result<Option<String>> {
    let mut line = String::new();
    if io::stdin().lock().read_line(&mut line)? == 0 {
        return Ok(None);
    }
    Ok(Some(line.trim().to_owned()))
}
