//! What the notebook saves: twelve questions, asked with and without entries.
//!
//! The model is a script that behaves like a careful reader. If the prompt holds a recorded sentence that answers
//! the question, it reads the place named there; else it searches, and then reads one hit after the other. As
//! soon as it was shown the line that answers the question, it answers with its place; when no hit is left, it gives up.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rutter_agent::{AskBriefing, ask};
use rutter_domain::{Message, Recording, Seen, tokens};
use rutter_knowledge::EntryDraft;
use rutter_provider::language::{Reply, Request, Script, ScriptStep};
use serde_json::json;

use crate::harness::Harness;

/// A function that hides a fact, and a question about it.
struct Quiz {
    name: &'static str,
    doc: &'static str,
    /// The line of code that answers the question.
    code: &'static str,
    entry: &'static str,
    question: &'static str,
}

const QUIZZES: [Quiz; 12] = [
    quiz(
        "take_back",
        "Takes back an order that a customer returns.",
        "if order_age_days > 14:",
        "Refuses an order that is older than 14 days.",
        "Until when does it take back an order that a customer returns?",
    ),
    quiz(
        "postage",
        "Works out the postage of a parcel with its packaging.",
        "parcel_weight = parcel_weight * 1.07",
        "Adds 7 percent to the parcel weight.",
        "How does the postage account for the packaging of a parcel?",
    ),
    quiz(
        "sales_report",
        "Builds the report of sales.",
        "rows = rows[:500]",
        "Keeps at most 500 rows.",
        "How large can the report of sales become?",
    ),
    quiz(
        "popularity",
        "Ranks products by how popular they are.",
        "score = score + 3 * clicks",
        "Counts each of the clicks three times in the score.",
        "How much do clicks matter for popular products?",
    ),
    quiz(
        "call_bank",
        "Calls the bank again after a failure.",
        "delay_seconds = 2 ** attempt",
        "Doubles the delay in seconds with each attempt.",
        "How long does it wait before it calls the bank again after a failure?",
    ),
    quiz(
        "sign_letter",
        "Signs a letter against forgery.",
        "digest = sha512(body)",
        "Computes the digest of the body with sha512.",
        "What signs a letter against forgery?",
    ),
    quiz(
        "list_people",
        "Lists the people who ordered.",
        "names = [name for name in names if len(name) > 2]",
        "Drops names of up to two letters.",
        "Which people who ordered are not in the list?",
    ),
    quiz(
        "run_jobs", "Runs the jobs that wait.", "queue.clear_after(30)",
        "Clears the queue after 30 ticks.", "When are jobs that wait thrown away?",
    ),
    quiz(
        "copy_files",
        "Copies files to the replicas.",
        "target = replicas[-1]",
        "Writes to the last of the replicas.",
        "To which of the replicas are files copied first?",
    ),
    quiz(
        "turnover",
        "Sums the turnover of a month.",
        "total = total - refunds",
        "Takes the refunds off the total.",
        "Does the turnover of a month include money paid back?",
    ),
    quiz(
        "front_page",
        "Renders the page that visitors see first.",
        "language = user_language or 'fr'",
        "Falls back to the language 'fr' for a user without one.",
        "What do visitors of the first page read without a choice of theirs?",
    ),
    quiz(
        "prune_archive",
        "Removes old documents from the archive.",
        "cutoff_year = year - 10",
        "Sets the cutoff ten years before the year.",
        "Which old documents stay in the archive?",
    ),
];

const fn quiz(
    name: &'static str,
    doc: &'static str,
    code: &'static str,
    entry: &'static str,
    question: &'static str,
) -> Quiz {
    Quiz { name, doc, code, entry, question }
}

/// A file for each function, in which the line that answers stands below much else.
fn files() -> String {
    let mut text = "//- README.md\n# Shop\n".to_owned();
    for (at, Quiz { name, doc, code, .. }) in QUIZZES.iter().enumerate() {
        text.push_str(&format!(
            "//- shop/{name}.py\ndef {name}(context, amount):\n    \"\"\"{doc}\"\"\"\n"
        ));
        for step in 0..110 {
            text.push_str(&format!("    amount = context.step_{step}(amount, {})\n", at + step));
        }
        let body = if code.ends_with(':') { "\n        return None" } else { "" };
        text.push_str(&format!("    {code}{body}\n    return amount\n"));
    }
    text
}

/// What the questions cost together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cost {
    answered: usize,
    requests: usize,
    tokens: usize,
}

fn ask_all(harness: &Harness) -> Cost {
    let mut cost = Cost { answered: 0, requests: 0, tokens: 0 };
    for quiz in &QUIZZES {
        let briefing = AskBriefing::gather(&harness.toolbox, Vec::new(), 2_000).unwrap();
        let n_calls = Arc::new(AtomicUsize::new(0));
        let steps = (0..20).map(|_| {
            let n_calls = Arc::clone(&n_calls);
            let answer = move |request: &Request| {
                let call = n_calls.fetch_add(1, Ordering::SeqCst);
                Ok(reply(quiz, request, call))
            };
            ScriptStep::Answer(Box::new(answer))
        });
        let script = Script::new(steps);
        let conversation = rutter_domain::Conversation::default();
        let mission = ask("ask", &briefing);
        let finished =
            harness.go_on(&mission, conversation, quiz.question, &script, &|_: &_| {}).unwrap();
        let answer = finished.outcome.answer.unwrap();
        cost.answered += usize::from(answer.contains(quiz.name));
        assert!(finished.outcome.citations.iter().all(|placed| placed.citation.holds), "{answer}");
        let requests = script.requests();
        cost.requests += requests.len();
        cost.tokens += requests.iter().map(n_tokens).sum::<usize>();
    }
    cost
}

fn reply(quiz: &Quiz, request: &Request, call: usize) -> Reply {
    let results = results(request);
    let line = format!("\t    {}", quiz.code);
    if let Some(found) = results.lines().find(|one| one.contains(&line)) {
        let number = found.split('\t').next().unwrap();
        return step(ScriptStep::text(&format!(
            "`{0}` does it (shop/{0}.py:{number}).",
            quiz.name
        )));
    }
    let recorded = request.system.lines().find(|line| line.contains(quiz.entry));
    let place = recorded.and_then(|line| line.split(" in ").nth(1)?.split(' ').next());
    if let (Some((path, _)), 0) = (place.and_then(|place| place.split_once(':')), call) {
        return step(ScriptStep::call("read_file", json!({ "file_path": path })));
    }
    if call == 0 {
        return step(ScriptStep::call("search", json!({ "query": quiz.question })));
    }
    let mut hits: Vec<&str> = Vec::new();
    for line in results.lines() {
        let path = line.split(':').next().unwrap_or_default();
        if line.contains(".py:") && path.starts_with("shop/") && !hits.contains(&path) {
            hits.push(path);
        }
    }
    let Some(path) = hits.get(call - 1) else { return step(ScriptStep::text("I found nothing.")) };
    step(ScriptStep::call("read_file", json!({ "file_path": path })))
}

fn step(step: ScriptStep) -> Reply {
    match step {
        ScriptStep::Reply(reply) => reply,
        ScriptStep::Fail(_) | ScriptStep::Answer(_) => panic!("it is a reply"),
    }
}

fn results(request: &Request) -> String {
    let mut text = String::new();
    for message in &request.messages {
        if let Message::Results(results) = message {
            results.iter().for_each(|result| text.push_str(&format!("{}\n", result.content)));
        }
    }
    text
}

fn n_tokens(request: &Request) -> usize {
    let messages = serde_json::to_string(&request.messages).unwrap();
    let tools = request.tools.iter().map(|tool| tool.description.len());
    tokens::estimate(request.system.len() + messages.len() + tools.sum::<usize>())
}

fn record_all(harness: &Harness) {
    let knowledge = harness.toolbox.knowledge().unwrap();
    for Quiz { name, entry, .. } in &QUIZZES {
        let path = format!("shop/{name}.py");
        let mut seen = Seen::default();
        let content = knowledge.snapshot.file_at(&path).unwrap().content;
        seen.add(&path, content, 1, 1_000);
        let draft = EntryDraft {
            symbol: (*name).to_owned(),
            path,
            summary: (*entry).to_owned(),
            author: "script".to_owned(),
            ..EntryDraft::default()
        };
        let recording = knowledge.record(draft, &seen).unwrap();
        assert!(matches!(recording, Recording::Recorded { .. }), "{name}: {recording:?}");
    }
}

#[test]
fn the_notebook_saves_requests_and_tokens() {
    let harness = Harness::new(&files());
    let without = ask_all(&harness);
    record_all(&harness);
    let with = ask_all(&harness);
    println!("without {without:?}, with {with:?}");
    assert_eq!(with.answered, QUIZZES.len());
    // One request to read the place that is named, one to answer.
    assert_eq!(with.requests, 2 * QUIZZES.len());
    assert!(with.requests < without.requests, "{with:?} {without:?}");
    assert!(with.tokens < without.tokens, "{with:?} {without:?}");
}
