//! Renders one event of a run as a row: what happened, when, and at what cost.

use maud::{Markup, html};
use rutter_domain::{Ending, Event, Moment, Recording};

use super::prose::code_spans;
use super::status_badge;
use crate::layout::Frame;
use crate::site::Secrecy;
use crate::text::{Safe, counted, dollars, duration, grouped};

/// Characters of an argument or a result that are shown without opening it.
const SHORT_CHARS: usize = 160;

pub(crate) fn row(secrecy: Secrecy, frame: &Frame<'_>, moment: &Moment, start: u64) -> Markup {
    let (class, name, body) = parts(secrecy, frame, &moment.event);
    html! {
        li.moment.(class) data-at=(moment.at.0) {
            time datetime=(moment.at.to_string()) { "+" (duration(moment.at.0.saturating_sub(start))) }
            span.what { (name) }
            div.body {
                (body)
                @if let Some(gap) = &moment.gap { a.faint href=(frame.links.item("gaps", gap)) { "gap " (Safe(gap)) } }
            }
        }
    }
}

/// The CSS class, the name and the content of an event.
fn parts(
    secrecy: Secrecy,
    frame: &Frame<'_>,
    event: &Event,
) -> (&'static str, &'static str, Markup) {
    let text = |text: &str| html! { div.said { (super::prose::prose(&secrecy.mask(text))) } };
    match event {
        Event::Started { mission, model, mode, .. } => (
            "start",
            "started",
            html! { (Safe(mission)) " with " (Safe(model)) ", mode " (Safe(mode)) },
        ),
        Event::Instruction { text } => ("quiet", "instruction", long(secrecy, text)),
        Event::UserInput { text: said } => ("user", "user", text(said)),
        Event::Asking { turn } => ("quiet", "request", html! { "turn " (turn) }),
        Event::Paused { reason, seconds } => {
            ("warn", "waits", html! { (format!("{seconds:.0} s: ")) (Safe(reason)) })
        }
        Event::Usage {
            turn, input_tokens, output_tokens, cached_tokens, cost, is_cached, ..
        } => (
            "quiet",
            "usage",
            html! {
                "turn " (turn) ": " (grouped(*input_tokens)) " in, " (grouped(*output_tokens)) " out"
                @if *cached_tokens > 0 { ", " (grouped(*cached_tokens)) " cached" }
                @if *is_cached { ", from the cache" } @else { ", " (dollars(*cost)) }
            },
        ),
        Event::AssistantText { text: said, .. } => ("model", "model", text(said)),
        Event::ToolCall { name, arguments, .. } | Event::Action { name, arguments } => (
            "call",
            "calls",
            html! { code { (Safe(name)) } " " (long(secrecy, &arguments.to_string())) },
        ),
        Event::ToolStarted { name, .. } => ("quiet", "starts", html! { code { (Safe(name)) } }),
        Event::ToolResult { name, result, is_error, elapsed_ms, recordings, .. } => (
            if *is_error { "bad" } else { "result" },
            "result",
            html! {
                code { (Safe(name)) } span.count { (duration(*elapsed_ms)) } " "
                @for recording in recordings { (recorded(secrecy, frame, recording)) }
                (long(secrecy, result))
            },
        ),
        Event::Phase { phase } => ("phase", "phase", html! { (phase.name()) }),
        Event::Thought { text: said } => ("quiet", "thinks", text(said)),
        Event::Observation { text: said } => ("result", "observes", long(secrecy, said)),
        Event::GapSettled { state, attempts, entry, question } => (
            "settled",
            "gap",
            html! {
                (state.name().replace('_', " ")) " after " (counted(*attempts as usize, "attempt", "attempts")) " "
                @if let Some(entry) = entry { a href=(frame.links.item("entries", entry)) { "entry" } }
                @if let Some(question) = question { p { (code_spans(&secrecy.mask(question))) } }
            },
        ),
        Event::Compacted { before_tokens, after_tokens } => (
            "quiet",
            "shortened",
            html! { (grouped(*before_tokens)) " to " (grouped(*after_tokens)) " tokens" },
        ),
        Event::Citations { citations, .. } => (
            "result",
            "citations",
            html! { ul.plain { @for one in citations { (super::citation(frame, one)) } } },
        ),
        Event::Remark { text: said } => ("warn", "remark", text(said)),
        Event::Finished { ending, totals } => (
            "start",
            "finished",
            html! { (Safe(&ending_words(ending))) ", " (duration(totals.elapsed_ms)) ", " (dollars(totals.cost)) },
        ),
    }
}

fn recorded(secrecy: Secrecy, frame: &Frame<'_>, recording: &Recording) -> Markup {
    html! {
        @match recording {
            Recording::Recorded { id, status, reason, place, .. } => {
                p {
                    a href=(frame.links.item("entries", id)) { "entry" } " " (status_badge(*status)) " "
                    @if let Some(place) = place { code { (Safe(&place.symbol)) } }
                    @if let Some(reason) = reason { span.problem { " " (code_spans(&secrecy.mask(reason))) } }
                }
            }
            Recording::Refused { reason } => { p.problem { "refused: " (code_spans(&secrecy.mask(reason))) } }
        }
    }
}

/// Renders a long text as a folded element.
fn long(secrecy: Secrecy, text: &str) -> Markup {
    let text = secrecy.mask(text);
    let first: String =
        text.chars().take(SHORT_CHARS).map(|c| if c == '\n' { ' ' } else { c }).collect();
    html! {
        @if first.len() < text.len() { details { summary { code { (Safe(&first)) " …" } } pre { (Safe(&text)) } } }
        @else { code { (Safe(&first)) } }
    }
}

/// Describes why a run ended.
pub(crate) fn ending_words(ending: &Ending) -> String {
    match ending {
        Ending::Answered => "answered".to_owned(),
        Ending::MaxTurns { limit } => format!("stopped after {limit} turns"),
        Ending::MaxTokens { limit } => format!("stopped at {limit} tokens"),
        Ending::MaxCost { limit_micros } => {
            format!("stopped at {}", dollars(Some(*limit_micros as f64 / 1e6)))
        }
        Ending::Failed { reason } => format!("failed: {reason}"),
        Ending::Cancelled => "cancelled".to_owned(),
    }
}
