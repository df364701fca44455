//! Renders the events and the totals of a model's run, during the run or when it is replayed.

use std::io::{self, Write};

use rutter_domain::{Citation, Ending, Event, GapState, Moment, Recording, Totals};
use rutter_store::{Run, RunState};
use serde_json::Value;

use crate::style::{BAD, FAINT, GOOD, NAME, NOTICE, plural, printable, thousands};

/// Characters of a result that are shown.
const RESULT_CHARS: usize = 240;
/// Characters of arguments that are shown; more, since the summary of an entry is one of them.
const ARGUMENTS_CHARS: usize = 2_000;

/// Renders one event after the id of its gap, if it has one.
pub fn moment(out: &mut dyn Write, moment: &Moment) -> io::Result<()> {
    let Some(gap) = &moment.gap else { return event(out, &moment.event) };
    let mut text = Vec::new();
    event(&mut text, &moment.event)?;
    if text.is_empty() {
        Ok(())
    } else {
        write!(out, "{FAINT}{}{FAINT:#} ", printable(gap))?;
        out.write_all(&text)
    }
}

/// Renders one event; some print nothing.
fn event(out: &mut dyn Write, event: &Event) -> io::Result<()> {
    match event {
        Event::Started { run, mission, model, mode, .. } => {
            writeln!(
                out,
                "{FAINT}run {run}: {mission} with {} in `{mode}` mode{FAINT:#}",
                printable(model)
            )
        }
        Event::Asking { turn: 0 | 1 }
        | Event::Instruction { .. }
        | Event::UserInput { .. }
        | Event::Finished { .. } => Ok(()),
        Event::Asking { .. } => writeln!(out, "📤 Sending results back to LLM..."),
        Event::Paused { reason, seconds } => {
            let digits = usize::from(*seconds < 1.0);
            let reason = printable(reason);
            writeln!(out, "{NOTICE}⏳ {reason}; waiting {seconds:.digits$} s{NOTICE:#}")
        }
        Event::Usage { input_tokens, output_tokens, cost, is_cached, .. } => {
            let cost = match cost {
                _ if *is_cached => "from the cache".to_owned(),
                None => "cost unknown".to_owned(),
                Some(cost) => dollars(*cost),
            };
            let (input, output) = (thousands(*input_tokens), thousands(*output_tokens));
            writeln!(out, "{FAINT}   {input} tokens in, {output} out, {cost}{FAINT:#}")
        }
        Event::AssistantText { text, .. } => {
            writeln!(out, "🤖 LLM => {}", lines(text))
        }
        Event::ToolCall { name, arguments, .. } => {
            writeln!(out, "🤖 LLM => Tool Call: {}({})", printable(name), json(arguments))
        }
        Event::ToolStarted { name, arguments, .. } | Event::Action { name, arguments } => {
            writeln!(out, "🔧 Executing: {} with args: {}", printable(name), json(arguments))
        }
        Event::ToolResult { result, is_error, n_redacted, .. } => {
            let style = if *is_error { NOTICE } else { FAINT };
            write!(out, "🛠️ Tool <= {style}{}{style:#}", cut(result, RESULT_CHARS))?;
            if *n_redacted > 0 {
                write!(out, " {NOTICE}({} withheld){NOTICE:#}", secrets(*n_redacted))?;
            }
            writeln!(out)
        }
        Event::Phase { phase } => writeln!(out, "{FAINT}{phase}{FAINT:#}"),
        Event::Thought { text } => writeln!(out, "💭 {}", printable(text)),
        Event::Observation { text } => {
            writeln!(out, "👀 {FAINT}{}{FAINT:#}", cut(text, RESULT_CHARS))
        }
        Event::GapSettled { state, attempts, question, .. } => {
            let style = if *state == GapState::Resolved { GOOD } else { NOTICE };
            let tried = plural(u64::from(*attempts), "attempt");
            let question = question.as_deref().map_or_else(String::new, |text| format!(": {text}"));
            writeln!(out, "{style}{state} after {tried}{style:#}{}", printable(&question))
        }
        Event::Compacted { before_tokens, after_tokens } => writeln!(
            out,
            "{NOTICE}older parts were shortened: about {} tokens became {}{NOTICE:#}",
            thousands(*before_tokens),
            thousands(*after_tokens)
        ),
        Event::Citations { citations, .. } => {
            for citation in citations.iter().filter(|citation| !citation.holds) {
                let Citation { path, start_line, reason, .. } = citation;
                let (path, reason) = (printable(path), printable(reason));
                writeln!(out, "{NOTICE}{path}:{start_line} does not hold: {reason}{NOTICE:#}")?;
            }
            Ok(())
        }
        Event::Remark { text } => writeln!(out, "{NOTICE}{}{NOTICE:#}", printable(text)),
    }
}

/// Renders a question of the user.
pub fn question(out: &mut dyn Write, text: &str) -> io::Result<()> {
    for line in text.lines() {
        writeln!(out, "{NAME}> {}{NAME:#}", printable(line))?;
    }
    Ok(())
}

/// Renders why a run ended, unless it ended normally.
pub fn ending(out: &mut dyn Write, ending: &Ending) -> io::Result<()> {
    let (style, text) = match ending {
        Ending::Answered => return Ok(()),
        Ending::MaxTurns { limit } => {
            (NOTICE, format!("stopped after {}", plural(u64::from(*limit), "turn")))
        }
        Ending::MaxTokens { limit } => {
            (NOTICE, format!("stopped at the cap of {}", plural(*limit, "token")))
        }
        Ending::MaxCost { limit_micros } => {
            let limit = *limit_micros as f64 / 1e6;
            (NOTICE, format!("stopped at the cap of {}", dollars(limit)))
        }
        Ending::Failed { reason } => (BAD, format!("ended early: {}", printable(reason))),
        Ending::Cancelled => (NOTICE, "stopped; what was recorded is kept".to_owned()),
    };
    writeln!(out, "{style}{text}{style:#}")
}

/// Renders the table at the end of a run.
pub fn totals(out: &mut dyn Write, totals: &Totals) -> io::Result<()> {
    let mut row = |name: &str, value: String| writeln!(out, "{NAME}{name:<11}{NAME:#}{value}");
    row("turns", thousands(u64::from(totals.turns)))?;
    row("tool calls", calls(totals))?;
    row("entries", entries(totals))?;
    for refusal in refused(totals) {
        row("", refusal)?;
    }
    row("tokens", tokens(totals))?;
    row("cost", cost(totals))?;
    row("time", time(totals))?;
    if totals.n_redacted > 0 {
        row("withheld", secrets(totals.n_redacted))?;
    }
    Ok(())
}

/// The reasons why entries were refused, one line each.
pub fn refused(totals: &Totals) -> Vec<String> {
    let line = |(reason, n): (String, u32)| {
        let times = if n > 1 { format!(" ({n} times)") } else { String::new() };
        format!("{NOTICE}refused{times}: {}{NOTICE:#}", cut(&reason, RESULT_CHARS))
    };
    refusals(&totals.refused).into_iter().map(line).collect()
}

/// Tokens in and out.
pub fn tokens(totals: &Totals) -> String {
    let cached = match totals.cached_tokens {
        0 => String::new(),
        n => format!(" ({} of them cached)", thousands(n)),
    };
    let (input, output) = (thousands(totals.input_tokens), thousands(totals.output_tokens));
    format!("{input} in{cached}, {output} out")
}

pub fn cost(totals: &Totals) -> String {
    match totals.cost {
        _ if totals.turns == 0 => "$0: no request was answered".to_owned(),
        Some(cost) => dollars(cost),
        None => "unknown: no price of this model is known (`--price IN/OUT` gives one)".to_owned(),
    }
}

pub fn time(totals: &Totals) -> String {
    format!("{:.1} s", totals.elapsed_ms as f64 / 1000.0)
}

/// One line per run.
pub fn runs(out: &mut dyn Write, runs: &[Run]) -> io::Result<()> {
    for run in runs {
        let (style, state) = match &run.state {
            RunState::Finished { ending: Ending::Answered } => (GOOD, "answered"),
            RunState::Finished { ending: Ending::MaxTurns { .. } } => (NOTICE, "turn limit"),
            RunState::Finished { ending: Ending::MaxTokens { .. } } => (NOTICE, "token limit"),
            RunState::Finished { ending: Ending::MaxCost { .. } } => (NOTICE, "cost limit"),
            RunState::Finished { ending: Ending::Failed { .. } } => (BAD, "failed"),
            RunState::Finished { ending: Ending::Cancelled } => (NOTICE, "stopped"),
            RunState::Running => (GOOD, "running"),
            RunState::Interrupted => (NOTICE, "interrupted"),
        };
        let totals = &run.totals;
        let n_calls: u32 = totals.calls.values().sum();
        // Figures of zero are left out, so that a line fits in 80 columns.
        let mut figures =
            vec![plural(u64::from(totals.turns), "turn"), plural(u64::from(n_calls), "call")];
        match totals.checked + totals.unverified {
            0 => {}
            n => figures.push(plural(u64::from(n), "entry")),
        }
        match totals.cost {
            Some(0.0) => {}
            Some(cost) => figures.push(dollars(cost)),
            None => figures.push("cost unknown".to_owned()),
        }
        // Without the provider, which `runs show` names.
        let model = run.model.rsplit("::").next().unwrap_or(&run.model);
        writeln!(
            out,
            "{NAME}{}{NAME:#}  {style}{state:<12}{style:#} {}  {FAINT}{} {}{FAINT:#}",
            run.id,
            figures.join(", "),
            run.mission,
            printable(model),
        )?;
    }
    Ok(())
}

/// Formats the number of calls of each tool.
pub fn calls(totals: &Totals) -> String {
    let n_calls: u32 = totals.calls.values().sum();
    let mut by_tool: Vec<(&str, u32)> =
        totals.calls.iter().map(|(name, n)| (name.as_str(), *n)).collect();
    by_tool.sort_by_key(|(name, n)| (std::cmp::Reverse(*n), *name));
    let list: Vec<String> =
        by_tool.iter().map(|(name, n)| format!("{} {n}", printable(name))).collect();
    let failed = match totals.failed_calls {
        0 => String::new(),
        n => format!("{NOTICE}, {n} of them failed{NOTICE:#}"),
    };
    match n_calls {
        0 => "0".to_owned(),
        _ => format!("{n_calls} ({}){failed}", list.join(", ")),
    }
}

fn entries(totals: &Totals) -> String {
    let written = totals.checked + totals.unverified;
    let mut text = format!("{written} written");
    if written > 0 {
        text = format!("{text} ({GOOD}{} checked{GOOD:#}", totals.checked);
        if totals.unverified > 0 {
            text = format!("{text}, {NOTICE}{} unverified{NOTICE:#}", totals.unverified);
        }
        text.push(')');
    }
    format!("{text}, {} refused", totals.refused.len())
}

/// Distinct reasons with their counts, in order of first occurrence.
fn refusals(reasons: &[String]) -> Vec<(String, u32)> {
    let mut counted: Vec<(String, u32)> = Vec::new();
    for reason in reasons {
        match counted.iter_mut().find(|(known, _)| known == reason) {
            Some((_, n)) => *n += 1,
            None => counted.push((reason.clone(), 1)),
        }
    }
    counted
}

/// An amount of money, in US dollars.
pub fn dollars(cost: f64) -> String {
    match cost {
        0.0 => "$0".to_owned(),
        cost if cost < 0.01 => format!("${cost:.5}"),
        cost => format!("${cost:.3}"),
    }
}

/// The outcome of recording an entry, in one line.
pub fn recording(recording: &Recording) -> String {
    match recording {
        Recording::Recorded { id, status, reason: Some(reason), .. } => {
            format!("{id} {status}: {reason}")
        }
        Recording::Recorded { id, status, reason: None, .. } => format!("{id} {status}"),
        Recording::Refused { reason } => format!("refused: {reason}"),
    }
}

/// Formats the number of values that were withheld.
pub fn secrets(n: u32) -> String {
    plural(u64::from(n), "secret-looking value")
}

fn json(arguments: &Value) -> String {
    cut(&arguments.to_string(), ARGUMENTS_CHARS)
}

/// The first line that is not blank, truncated, with ` …` if there is more.
fn cut(text: &str, limit: usize) -> String {
    let mut shown = text.lines().map(printable).filter(|line| !line.trim().is_empty());
    let first = shown.next().unwrap_or_default();
    let is_more = shown.next().is_some() || first.chars().count() > limit;
    let mut line: String = first.chars().take(limit).collect();
    if is_more {
        line.push_str(" …");
    }
    line
}

/// All lines, without control characters.
fn lines(text: &str) -> String {
    text.trim().lines().map(printable).collect::<Vec<_>>().join("\n")
}
