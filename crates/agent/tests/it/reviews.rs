//! A model reviews entries: one conversation each, one run, one budget.

use std::sync::{Arc, Mutex};

use rutter_agent::{Agent, Mission, ReviewRun, ReviewVerdict, RunLimits};
use rutter_domain::{Ending, EntryStatus, Event, Message, Moment, Usage};
use rutter_fixture::CarefulReader;
use rutter_provider::language::{Error, Reply, Request, Script, ScriptStep};
use rutter_tools::{Mode, Session};
use serde_json::json;

use crate::harness::Harness;

const CODE: &str = "\
pub fn add_prices(first: u32, second: u32) -> u32 {
    let total = first + second;
    report_total(total);
    total
}

fn report_total(total: u32) {}
";

const TRUE: &str = "Adds `first` and `second`, and passes the total to `report_total`.";
const FALSE: &str = "Subtracts `second` from `first`, and passes the total to `report_total`.";

/// A repository with an entry of another author, and a session of the reader.
fn with_entry(summary: &str) -> Harness {
    let mut harness = Harness::new(&format!("//- src/lib.rs\n{CODE}"));
    let author = Session::new(Mode::Plan, "author");
    harness.toolbox.call(&author, "read_file", &json!({"file_path": "src/lib.rs"}));
    let entry = json!({"symbol": "add_prices", "file_path": "src/lib.rs", "summary": summary});
    let outcome = harness.toolbox.call(&author, "create_index_entry", &entry);
    assert!(!outcome.is_error, "{}", outcome.text);
    let mut session = Session::new(Mode::Plan, "script");
    session.run = Some("run-2".to_owned());
    harness.session = Arc::new(session);
    harness
}

fn review(harness: &Harness, mission: &Mission, script: &Script) -> (ReviewRun, Vec<Moment>) {
    let moments = Mutex::new(Vec::new());
    let keep = |moment: &Moment| moments.lock().unwrap().push(moment.clone());
    let knowledge = harness.toolbox.knowledge().unwrap();
    let entries = knowledge.entries(&Default::default()).unwrap().entries;
    let Harness { toolbox, session, cancel, .. } = harness;
    let agent = Agent { model: script, toolbox, session, observer: &keep };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build();
    let run =
        runtime.unwrap().block_on(rutter_agent::review_entries(&agent, mission, &entries, cancel));
    (run.unwrap(), moments.into_inner().unwrap())
}

/// Answers the questionnaire in the first message, in lines.
fn answering(choose: impl Fn(&str, &str) -> &'static str + Send + Sync + 'static) -> ScriptStep {
    ScriptStep::answer(move |request: &Request| -> Result<Reply, Error> {
        let Some(Message::User(asked)) = request.messages.first() else {
            panic!("no questionnaire")
        };
        let mut answers = String::new();
        let mut first = None;
        for line in asked.lines() {
            if let Some((number, a)) = line.split_once(". A ") {
                first = number.parse::<u32>().ok().map(|number| (number, a.trim_matches('"')));
            } else if let (Some(b), Some((number, a))) = (line.strip_prefix("   B "), first.take())
            {
                let choice = choose(a, b.trim_matches('"'));
                answers.push_str(&format!("{number} {choice} 1-5 it does something else\n"));
            }
        }
        let ScriptStep::Reply(reply) = ScriptStep::text(&answers) else {
            panic!("a text is a reply");
        };
        Ok(reply)
    })
}

fn careful(a: &str, b: &str) -> &'static str {
    CarefulReader { code: CODE, truths: &[TRUE] }.choose(a, b)
}

fn statuses(run: &ReviewRun) -> Vec<Option<EntryStatus>> {
    let status = |verdict: &ReviewVerdict| match verdict {
        ReviewVerdict::Counted { status } => Some(*status),
        ReviewVerdict::NotCounted { .. } => None,
    };
    run.reviews.iter().map(|review| status(&review.verdict)).collect()
}

#[test]
fn the_answers_end_the_conversation_and_decide_the_status() {
    for (summary, expected) in [(TRUE, EntryStatus::Confirmed), (FALSE, EntryStatus::Disputed)] {
        let harness = with_entry(summary);
        let script = Script::new([answering(careful)]);
        let (run, moments) = review(&harness, &rutter_agent::review(), &script);
        assert_eq!(statuses(&run), [Some(expected)]);
        assert_eq!((run.ending, run.totals.turns), (Ending::Answered, 1));
        let count =
            |is_it: fn(&Event) -> bool| moments.iter().filter(|at| is_it(&at.event)).count();
        assert_eq!(count(|event| matches!(event, Event::Started { .. })), 1);
        assert_eq!(count(|event| matches!(event, Event::Finished { .. })), 1);
        assert!(matches!(moments.last().unwrap().event, Event::Finished { .. }));
        // The reader does not learn who wrote it, nor how it stands.
        let first = format!("{:?}", script.requests()[0].messages);
        assert!(!first.contains("author") && !first.contains("recorded"), "{first}");
        assert!(script.requests()[0].tools.is_empty(), "no tool is declared");
    }
}

#[test]
fn a_reader_asks_once_for_lines_and_can_cite_them() {
    let harness = with_entry(TRUE);
    let script = Script::new([ScriptStep::text("need: src/lib.rs:7-7"), answering(careful)]);
    let (run, _) = review(&harness, &rutter_agent::review(), &script);
    assert_eq!(statuses(&run), [Some(EntryStatus::Confirmed)]);
    let second = format!("{:?}", script.requests()[1].messages);
    assert!(second.contains("fn report_total(total: u32) {}"), "{second}");
}

#[test]
fn ten_entries_are_one_request_of_at_most_800_tokens_each() {
    let mut files = "//- src/lib.rs\n".to_owned();
    for at in 0..10 {
        files.push_str(
            &CODE
                .replace("add_prices", &format!("add_{at}"))
                .replace("report_total", &format!("report_{at}")),
        );
    }
    let mut harness = Harness::new(&files);
    let author = Session::new(Mode::Plan, "author");
    harness.toolbox.call(&author, "read_file", &json!({"file_path": "src/lib.rs"}));
    for at in 0..10 {
        let details = "Adds before it reports. The total has 32 bits. Calls one function.";
        let summary = TRUE.replace("report_total", &format!("report_{at}"));
        let entry = json!({"symbol": format!("add_{at}"), "file_path": "src/lib.rs",
                           "summary": summary, "details": details});
        let outcome = harness.toolbox.call(&author, "create_index_entry", &entry);
        assert!(!outcome.is_error, "{}", outcome.text);
    }
    harness.session = Arc::new(Session::new(Mode::Plan, "script"));
    let script = Script::new([answering(|_, _| "A"), answering(|_, _| "A")]);
    let (run, _) = review(&harness, &rutter_agent::review(), &script);
    assert_eq!((run.reviews.len(), script.requests().len()), (10, 1));
    let request = &script.requests()[0];
    let text = format!("{}{:?}", request.system, request.messages);
    let n_tokens = rutter_domain::tokens::estimate(text.len()) / 10;
    println!("{n_tokens} tokens for each entry");
    assert!(n_tokens <= 800, "{n_tokens}");
}

#[test]
fn stamps_contrarians_and_talkers_are_not_counted() {
    for script in [
        Script::new([answering(|_, _| "A")]),
        Script::new([answering(|_, _| "B")]),
        Script::new([answering(|_, _| "C")]),
        Script::new([ScriptStep::text("It is fine."), ScriptStep::text("It is fine.")]),
    ] {
        let (run, _) = review(&with_entry(FALSE), &rutter_agent::review(), &script);
        assert_eq!(statuses(&run), [None]);
        assert_eq!(run.ending, Ending::Answered);
    }
}

#[test]
fn a_cap_is_for_the_whole_run() {
    let harness = with_entry(TRUE);
    let usage = Usage { input_tokens: 900, output_tokens: 100, ..Usage::default() };
    let script = Script::new([answering(careful)]).with_usage(usage);
    let mut mission = rutter_agent::review();
    mission.limits = RunLimits { max_tokens: Some(10), ..mission.limits };
    let (run, _) = review(&harness, &mission, &script);
    assert_eq!(run.ending, Ending::MaxTokens { limit: 10 });
    assert_eq!((statuses(&run), script.requests().len()), (vec![None], 0));
}

#[test]
fn a_cancelled_run_ends_as_such() {
    let harness = with_entry(TRUE);
    harness.cancel.cancel();
    let (run, _) = review(&harness, &rutter_agent::review(), &Script::new([]));
    assert_eq!((run.ending, run.totals.turns), (Ending::Cancelled, 0));
}
