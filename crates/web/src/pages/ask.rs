//! Ask: questions to a language model, answered with citations that were checked.
//!
//! Without scripts the page shows an answer when it is complete, with scripts while it arrives. A chat
//! is read from its recorded runs, so it looks the same in both cases and later.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use maud::{Markup, html};
use rutter_domain::{Citation, Event};
use rutter_tools::knowledge::runs::{ListArgs, ListRuns, ReadArgs, ReadRun};
use serde_json::json;

use super::moments;
use crate::ask::{AskModel, AskProgress, AskReply, PageQuestion};
use crate::layout::{Frame, Tab};
use crate::links::Links;
use crate::percent::encode_value;
use crate::problem::Problem;
use crate::reply::Reply;
use crate::request::PageRequest;
use crate::site::Site;
use crate::stream::event_stream;
use crate::text::{Safe, counted, dollars, duration, grouped, minute};
use crate::theme::Theme;

/// Questions that are listed beside the chat.
const MOST_LISTED: usize = 30;
/// Longest question.
const MOST_BYTES: usize = 100_000;
/// How long the page waits for an answer without scripts.
const LONGEST_WAIT: Duration = Duration::from_secs(600);

/// A question and its answer, as the run recorded them.
struct Exchange {
    run: String,
    chat: String,
    at: rutter_domain::Timestamp,
    question: String,
    answer: Option<String>,
    citations: Vec<Citation>,
    footer: String,
}

pub(crate) fn answer(
    site: &Site,
    frame: &Frame<'_>,
    request: &PageRequest,
) -> Result<Reply, Problem> {
    let exchanges = exchanges(site)?;
    let chat = request.query.get("chat");
    let shown: Vec<&Exchange> =
        exchanges.iter().rev().filter(|one| Some(one.chat.as_str()) == chat).collect();
    let body = html! {
        div.ask-page {
            section aria-label="Chat" {
                h1 { "Ask" }
                @match &site.model {
                    Some((name, _)) => {
                        p.faint { "Answered by " (Safe(name)) ", which reads the code with tools that cannot change it. Every citation is checked." }
                        div #exchanges { @for one in &shown { (exchange(site, frame, one)) } }
                        (form(chat))
                    }
                    None => {
                        div #exchanges { @for one in &shown { (exchange(site, frame, one)) } }
                        div.notice { p { "No language model is configured. Set GEMINI_API_KEY, ANTHROPIC_API_KEY or OPENAI_API_KEY, or start with " code { "rutter serve --model NAME --endpoint URL" } "." }
                            p { a href=(frame.links.page("")) { "Search" } " answers without a model." } }
                    }
                }
            }
            (history(frame, &exchanges, chat))
        }
    };
    Ok(Reply::html(frame.page("Ask", Tab::Ask, &["ask.js"], &body)))
}

fn form(chat: Option<&str>) -> Markup {
    html! {
        form #ask .stack method="post" action="/ask" {
            @if let Some(chat) = chat { input type="hidden" name="chat" value=(Safe(chat)); }
            label for="question" { @if chat.is_some() { "Your next question" } @else { "Your question" } }
            textarea #question name="question" rows="3" required placeholder="Where are files walked, and which are skipped?" {}
            div.buttons {
                button.primary type="submit" { "Ask" }
                button #stop type="button" hidden { "Stop" }
            }
        }
        p #ask-state .faint role="status" {}
    }
}

fn exchange(site: &Site, frame: &Frame<'_>, one: &Exchange) -> Markup {
    html! {
        article.exchange {
            div.question { (super::prose::prose(&site.mask(&one.question))) }
            (answer_body(site, frame, one.answer.as_deref(), &one.citations, &one.run, &one.footer))
        }
    }
}

fn answer_body(
    site: &Site,
    frame: &Frame<'_>,
    answer: Option<&str>,
    citations: &[Citation],
    run: &str,
    footer: &str,
) -> Markup {
    html! {
        div.answer.said {
            @match answer {
                Some(answer) => (super::prose::prose(&site.mask(answer))),
                None => { p.problem { "There is no answer." } }
            }
        }
        @if !citations.is_empty() { ul.plain.citations aria-label="Citations" { @for one in citations { (super::citation(frame, one)) } } }
        p.faint { (Safe(footer)) " · " a href=(frame.links.item("runs", run)) { "how it was found" } }
    }
}

fn history(frame: &Frame<'_>, exchanges: &[Exchange], chat: Option<&str>) -> Markup {
    let mut seen = std::collections::HashSet::new();
    let chats: Vec<&Exchange> =
        exchanges.iter().filter(|one| seen.insert(one.chat.as_str())).collect();
    html! {
        aside.side aria-label="Earlier chats" {
            h2 { "Earlier" }
            @if chat.is_some() { p { a.button href=(frame.links.page("ask")) { "New chat" } } }
            ul.plain { @for one in chats {
                li {
                    a href={ "/ask?chat=" (encode_value(&one.chat)) } aria-current=[(chat == Some(one.chat.as_str())).then_some("true")] { (Safe(&first_line(&one.question))) }
                    p.faint { (minute(one.at)) }
                }
            } }
            @if exchanges.is_empty() { p.faint { "None yet." } }
        }
    }
}

fn first_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    rutter_domain::text::ellipsize(&line, 80).to_string()
}

/// The newest questions, newest first.
fn exchanges(site: &Site) -> Result<Vec<Exchange>, Problem> {
    let listed = site.run(&ListRuns, ListArgs { limit: usize::MAX })?;
    let asked = listed.runs.iter().filter(|run| run.mission == "ask" || run.mission == "chat");
    let mut exchanges = Vec::new();
    for run in asked.take(MOST_LISTED) {
        let Some(recorded) = site.run(&ReadRun, ReadArgs { id: Some(run.id.clone()) })? else {
            continue;
        };
        let mut one = Exchange {
            run: run.id.clone(),
            chat: run.id.clone(),
            at: run.started_at,
            question: String::new(),
            answer: None,
            citations: Vec::new(),
            footer: footer(&run.totals, &run.model),
        };
        for moment in recorded.moments {
            match moment.event {
                Event::Started { session: Some(session), .. } => one.chat = session,
                Event::UserInput { text } => one.question = text,
                Event::AssistantText { text, .. } => one.answer = Some(text),
                Event::Citations { citations, answer } => {
                    one.citations = citations;
                    // The checked answer has remarks, and sources that came in a separate text.
                    one.answer = answer.or(one.answer);
                }
                _ => {}
            }
        }
        exchanges.push(one);
    }
    Ok(exchanges)
}

fn footer(totals: &rutter_domain::Totals, model: &str) -> String {
    let n_calls: u32 = totals.calls.values().sum();
    let cost = match totals.cost {
        None => "cost unknown".into(),
        cost => dollars(cost),
    };
    format!(
        "{model}, {}, {} tokens, {}, {cost}",
        counted(n_calls as usize, "call", "calls"),
        grouped(totals.tokens()),
        duration(totals.elapsed_ms),
    )
}

fn question(request: &PageRequest) -> Result<PageQuestion, Problem> {
    let text = request.form.get("question").ok_or_else(|| Problem::bad("there is no question"))?;
    if text.len() > MOST_BYTES {
        return Err(Problem::bad("the question is too long"));
    }
    let chat = request.form.get("chat").map(str::to_owned);
    Ok(PageQuestion { text: text.trim().to_owned(), chat })
}

fn model(site: &Site) -> Result<(String, Arc<AskModel>), Problem> {
    let model = site.model.clone();
    model.ok_or_else(|| Problem::bad("no language model is configured"))
}

/// Answers when the answer is complete, for browsers without scripts.
pub(crate) fn ask(site: &Site, request: &PageRequest) -> Result<Reply, Problem> {
    let (_, model) = model(site)?;
    let question = question(request)?;
    let (sender, receiver) = std::sync::mpsc::channel();
    // The model starts an async runtime, which must not happen on a thread of another one.
    std::thread::spawn(move || {
        let _ = sender.send(model(&question, &|_| ControlFlow::Continue(())));
    });
    let reply = receiver
        .recv_timeout(LONGEST_WAIT)
        .map_err(|_| Problem::bad("the answer takes too long"))?;
    let reply = reply.map_err(Problem::bad)?;
    let chat = reply.chat.unwrap_or(reply.run);
    Ok(Reply::redirect(&format!("/ask?chat={}", encode_value(&chat))))
}

/// Streams the answer while the model writes it.
pub(crate) fn stream(site: &Arc<Site>, request: &PageRequest) -> Result<Reply, Problem> {
    let (name, model) = model(site)?;
    let question = question(request)?;
    let (writer, stream) = event_stream();
    let site = Arc::clone(site);
    // The model reports from within its runtime, which must not wait for a slow browser.
    let (sender, receiver) = std::sync::mpsc::channel::<(&str, serde_json::Value)>();
    std::thread::spawn(move || {
        let frame = Frame::bare(site.name(), Links::Live, Theme::System);
        let progress = |progress: AskProgress<'_>| {
            let sent = match progress {
                AskProgress::Block(block) => {
                    let html = super::prose::prose(&site.mask(block)).into_string();
                    sender.send(("block", json!(html)))
                }
                AskProgress::Moment(moment) => match call_line(moment) {
                    Some(line) => sender.send(("call", json!(line))),
                    None => Ok(()),
                },
            };
            if sent.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let last = match model(&question, &progress) {
            Ok(reply) => ("answer", finished(&site, &frame, &reply, &name)),
            Err(problem) => ("problem", json!(problem)),
        };
        let _ = sender.send(last);
    });
    std::thread::spawn(move || {
        // When the browser is gone, the receiver is dropped and the model stops at its next report.
        for (name, data) in receiver {
            if writer.send_blocking(name, &data).is_err() {
                break;
            }
        }
    });
    Ok(Reply::events(stream))
}

fn finished(site: &Site, frame: &Frame<'_>, reply: &AskReply, name: &str) -> serde_json::Value {
    let mut footer = footer(&reply.totals, name);
    if reply.answer.is_none() {
        footer = format!("{}, {footer}", moments::ending_words(&reply.ending));
    }
    let body =
        answer_body(site, frame, reply.answer.as_deref(), &reply.citations, &reply.run, &footer);
    let chat = reply.chat.as_ref().unwrap_or(&reply.run);
    json!({ "html": body.into_string(), "chat": chat })
}

/// Describes what the model does, on one line.
fn call_line(moment: &rutter_domain::Moment) -> Option<String> {
    match &moment.event {
        Event::ToolCall { name, arguments, .. } => {
            Some(format!("{name} {}", rutter_domain::text::ellipsize(&arguments.to_string(), 120)))
        }
        Event::Paused { reason, seconds } => Some(format!("waits {seconds:.0} s: {reason}")),
        _ => None,
    }
}
