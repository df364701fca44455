//! Replays explorations and counts the input tokens of all their requests, by the policy of the program
//! and by the one it had before: to keep everything, and to cut the oldest texts when the window is full.
//!
//! The calls are in `tests/explorations`; the tools run on a generated tree, so that the results are real.

use rutter_agent::{explore, opening};
use rutter_domain::{Conversation, Event, Message, Moment, ToolCall, ToolResult, Turn};
use rutter_provider::language::{Request, Script, ScriptStep};
use rutter_tools::Mode;
use serde_json::{Value, json};

use crate::harness::{FinishedRun, Harness};

/// What a cached token costs, beside one that is not.
const CACHED_PRICE: f64 = 0.1;

/// The window and the reply of the program before.
const OLD_LIMIT_TOKENS: usize = 60_000 - 4_096;

/// Input tokens of all requests, and the same with the unchanged beginning of each at a tenth.
#[derive(Debug, Clone, Copy)]
struct InputTokens {
    plain: f64,
    cached: f64,
    longest: usize,
}

#[test]
fn a_long_exploration_needs_much_less_input() {
    check(include_str!("../explorations/long.txt"), 48, 71);
}

#[test]
fn a_short_exploration_needs_much_less_input() {
    check(include_str!("../explorations/short.txt"), 39, 56);
}

fn check(calls: &str, n_files: usize, n_entries: usize) {
    let (finished, requests) = replay(calls, n_files);
    let listed = finished.1.toolbox.knowledge().unwrap().entries_of_run("run-1").unwrap();
    let n_good = listed.iter().filter(|entry| entry.status.is_good()).count();
    assert_eq!(n_good, n_entries, "{:#?}", finished.0.results());
    let fixed = fixed_tokens(&requests[0]);
    let new: Vec<Vec<Message>> = requests.iter().map(|request| request.messages.clone()).collect();
    let new = measure(&new, fixed);
    let whole = whole_conversation(&finished.0.moments);
    let never_cut = measure(&whole, fixed);
    let old = measure(&cut_oldest(&whole, fixed), fixed);
    for (name, tokens) in [("never cut", never_cut), ("before", old), ("now", new)] {
        println!(
            "{name:<10} {:>7.0} tokens, {:>5.0} an entry; {:>7.0} cached; longest {}",
            tokens.plain,
            tokens.plain / n_entries as f64,
            tokens.cached,
            tokens.longest
        );
    }
    assert!(new.plain <= 0.65 * old.plain, "{new:?} {old:?}");
    assert!(new.cached <= old.cached, "{new:?} {old:?}");
    assert!(new.cached <= never_cut.cached, "{new:?} {never_cut:?}");
}

fn replay(calls: &str, n_files: usize) -> ((FinishedRun, Harness), Vec<Request>) {
    let harness = Harness::on(rutter_fixture::synthetic(n_files, 11), Mode::Plan);
    let sources = Source::all(&harness);
    let lines = calls.lines().filter(|line| !line.starts_with('#'));
    let steps: Vec<ScriptStep> = lines.map(|line| step(line, &sources)).collect();
    let script =
        Script::new(steps.into_iter().chain([ScriptStep::text(&"It counts. ".repeat(90))]));
    let briefing = rutter_agent::Briefing::gather(&harness.toolbox, None, 2_000).unwrap();
    let first = opening(&briefing);
    let conversation = Conversation::default();
    let ignore = |_: &Moment| {};
    // Without a plan, so that it is not asked to go on after the answer.
    let finished = harness.go_on(&explore(), conversation, &first, &script, &ignore).unwrap();
    ((finished, harness), script.requests())
}

/// A file of the tree, and what it defines.
struct Source {
    path: String,
    symbols: Vec<Defined>,
}

struct Defined {
    name: String,
    doc: String,
    lines: (u32, u32),
}

impl Source {
    fn all(harness: &Harness) -> Vec<Source> {
        let knowledge = harness.toolbox.knowledge().unwrap();
        let mut sources = Vec::new();
        for (path, file) in knowledge.snapshot.files() {
            if path.ends_with(".md") || path.ends_with(".toml") {
                continue;
            }
            let facts = knowledge.snapshot.facts_of(file.id).unwrap();
            let is_only =
                |name: &str| facts.symbols.iter().filter(|symbol| symbol.name == name).count() == 1;
            let named = facts.symbols.iter().filter(|symbol| {
                symbol.kind.is_callable() && symbol.doc.is_some() && is_only(&symbol.name)
            });
            let symbols = named.map(|symbol| Defined {
                name: symbol.qualified_name.clone(),
                doc: symbol.doc.clone().unwrap_or_default(),
                lines: (symbol.span.start_line, symbol.span.end_line),
            });
            sources.push(Source { path: path.to_owned(), symbols: symbols.collect() });
        }
        sources.sort_by(|left, right| left.path.cmp(&right.path));
        sources
    }
}

/// The calls of one turn.
fn step(line: &str, sources: &[Source]) -> ScriptStep {
    let mut calls: Vec<(&str, Value)> = Vec::new();
    for group in line.split('|') {
        let mut words = group.split_whitespace();
        let verb = words.next().unwrap();
        calls.extend(words.map(|target| call(verb, target, sources)));
    }
    ScriptStep::calls(calls)
}

fn call<'v>(verb: &'v str, target: &str, sources: &[Source]) -> (&'v str, Value) {
    let (file, symbol) = target.split_once('.').unwrap_or((target, ""));
    let source = || &sources[file.parse::<usize>().unwrap()];
    let defined = || &source().symbols[symbol.parse::<usize>().unwrap()];
    let path = || source().path.clone();
    match verb {
        "list" if target == "FOLDER" => {
            let folder = sources[0].path.split('/').next().unwrap();
            ("list_filesystem", json!({ "path": folder }))
        }
        "list" => ("list_filesystem", json!({ "path": target })),
        "grep" => ("grep", json!({ "pattern": target, "limit": 20 })),
        "search" => ("search", json!({ "query": target, "limit": 5 })),
        "outline" => ("list_symbols_in_file", json!({ "file_path": path() })),
        "read" => {
            let end_line = defined().lines.1;
            ("read_file", json!({ "file_path": path(), "start_line": 1, "end_line": end_line }))
        }
        "details" => {
            let symbol = &defined().name;
            ("get_symbol_details", json!({ "symbol": symbol, "file_path": path() }))
        }
        "record" => ("create_index_entry", entry(source(), defined(), "")),
        "wrong" => {
            ("create_index_entry", entry(source(), defined(), " It calls `nothing_at_all`."))
        }
        verb => panic!("{verb}"),
    }
}

/// An entry as long as those of a strong model.
fn entry(source: &Source, defined: &Defined, more: &str) -> Value {
    let Defined { name, doc, lines } = defined;
    json!({
        "symbol": name,
        "file_path": source.path,
        "summary": format!("{doc}{more}"),
        "details": format!("{doc} {doc} {doc} {doc}"),
        "tags": ["numbers", "generated"],
        "evidence": [{ "file_path": source.path, "start_line": lines.0, "end_line": lines.1 }],
        "confidence": 0.9,
    })
}

fn fixed_tokens(request: &Request) -> usize {
    let tools = request
        .tools
        .iter()
        .map(|tool| tool.name.len() + tool.description.len() + tool.parameters.to_string().len());
    (request.system.len() + tools.sum::<usize>()) / 4
}

/// The requests as they would be if nothing were ever left out.
fn whole_conversation(moments: &[Moment]) -> Vec<Vec<Message>> {
    let mut messages = Vec::new();
    let mut requests = Vec::new();
    let (mut calls, mut results) = (Vec::new(), Vec::new());
    for moment in moments {
        match &moment.event {
            Event::UserInput { text } => messages.push(Message::User(text.clone())),
            Event::Asking { .. } => {
                if !calls.is_empty() {
                    let turn = Turn { calls: std::mem::take(&mut calls), ..Turn::default() };
                    messages.push(Message::Model(turn));
                    messages.push(Message::Results(std::mem::take(&mut results)));
                }
                requests.push(messages.clone());
            }
            Event::ToolCall { id, name, arguments, .. } => calls.push(ToolCall {
                id: id.clone(),
                name: name.clone(),
                arguments: arguments.clone(),
                signatures: Vec::new(),
            }),
            Event::ToolResult { id, name, result, is_error, .. } => results.push(ToolResult {
                id: id.clone(),
                name: name.clone(),
                content: result.clone(),
                is_error: *is_error,
            }),
            _ => {}
        }
    }
    requests
}

/// The policy of the program before: when the window is full, results of past turns are cut to 200 bytes,
/// the oldest first, until 70 % of it are left. A cut stays.
fn cut_oldest(requests: &[Vec<Message>], fixed: usize) -> Vec<Vec<Message>> {
    let mut cut: Vec<Message> = Vec::new();
    let mut shortened = Vec::new();
    for request in requests {
        cut.extend(request[cut.len()..].iter().cloned());
        let length = fixed + tokens(&cut);
        if length > OLD_LIMIT_TOKENS {
            let mut excess = (length - OLD_LIMIT_TOKENS * 7 / 10) * 4;
            let n_past = cut.len() - 1;
            for message in &mut cut[1..n_past] {
                let Message::Results(results) = message else { continue };
                for result in results.iter_mut().filter(|result| result.content.len() > 320) {
                    if excess == 0 {
                        break;
                    }
                    excess = excess.saturating_sub(result.content.len() - 300);
                    result.content.truncate(200);
                    result.content.push_str(&"x".repeat(100));
                }
            }
        }
        shortened.push(cut.clone());
    }
    shortened
}

fn measure(requests: &[Vec<Message>], fixed: usize) -> InputTokens {
    let mut total = InputTokens { plain: 0.0, cached: 0.0, longest: 0 };
    let mut before: Vec<String> = Vec::new();
    for (at, messages) in requests.iter().enumerate() {
        let texts = texts_of(messages);
        let same = texts.iter().zip(&before).take_while(|(now, before)| now == before);
        let n_same = same.map(|(text, _)| text.len()).sum::<usize>() / 4;
        let n_all = fixed + tokens(messages);
        let n_cached = if at == 0 { 0 } else { fixed + n_same };
        total.plain += n_all as f64;
        total.cached += (n_all - n_cached) as f64 + n_cached as f64 * CACHED_PRICE;
        total.longest = total.longest.max(n_all);
        before = texts;
    }
    total
}

fn tokens(messages: &[Message]) -> usize {
    texts_of(messages).iter().map(String::len).sum::<usize>() / 4 + messages.len() * 4
}

fn texts_of(messages: &[Message]) -> Vec<String> {
    let mut texts = Vec::new();
    for message in messages {
        match message {
            Message::User(text) => texts.push(text.clone()),
            Message::Model(turn) => {
                texts.push(turn.text.clone());
                let calls = turn.calls.iter();
                texts.extend(calls.map(|call| format!("{}{}", call.name, call.arguments)));
            }
            Message::Results(results) => {
                texts.extend(
                    results.iter().map(|result| format!("{}{}", result.name, result.content)),
                );
            }
        }
    }
    texts
}
