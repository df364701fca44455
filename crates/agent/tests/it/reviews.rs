//! A model reviews entries: one conversation each, one run, one budget.

use std::sync::{Arc, Mutex};

use rutter_agent::{Agent, Mission, ReviewRun, ReviewVerdict, RunLimits};
use rutter_domain::{Ending, EntryStatus, Event, Message, Moment, Usage};
use rutter_fixture::CarefulReader;
use rutter_provider::language::{Error, Reply, Request, Script, ScriptStep};
use rutter_tools::{Mode, Session};
use serde_json::{Value, json};

use crate::harness::Harness;

const FILES: &str = "\
//- src/lib.rs
pub fn add_prices(first: u32, second: u32) -> u32 {
    let total = first + second;
    report_total(total);
    total
}

fn report_total(total: u32) {}
";

const TRUE: &str = "Adds `first` and `second`, and passes the total to `report_total`.";
const FALSE: &str = "Subtracts `second` from `first` without a call of `report_total`.";
const CODE: &str = "pub fn add_prices(first: u32, second: u32) -> u32 {\n    let total = first + second;\n    report_total(total);\n    total\n}";

/// A repository with an entry of another author, and a session of the reader.
fn with_entry(summary: &str) -> Harness {
    let mut harness = Harness::new(FILES);
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

/// Answers the questionnaire in the first message.
fn answering(finding: impl Fn(&str) -> &'static str + Send + Sync + 'static) -> ScriptStep {
    ScriptStep::answer(move |request: &Request| -> Result<Reply, Error> {
        let Some(Message::User(asked)) = request.messages.first() else {
            panic!("no questionnaire")
        };
        let name = asked.split(' ').nth(1).unwrap();
        let statements = asked.lines().filter_map(|line| {
            let (number, statement) = line.split_once(". \"")?;
            Some((number.parse::<u32>().ok()?, statement.strip_suffix('"')?))
        });
        let answers: Vec<Value> = statements
            .map(|(number, statement)| {
                json!({"statement": number, "finding": finding(statement),
                       "start_line": 1, "end_line": 5})
            })
            .collect();
        let ScriptStep::Reply(reply) =
            ScriptStep::call("review", json!({"questionnaire": name, "answers": answers}))
        else {
            panic!("a call is a reply");
        };
        Ok(reply)
    })
}

fn careful(statement: &str) -> &'static str {
    let (truths, lies): (&[&str], &[&str]) = (&[TRUE], &[FALSE]);
    CarefulReader { name: "add_prices", code: CODE, truths, lies }.judge(statement)
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
        assert!(!first.contains("author") && !first.contains("checked"), "{first}");
    }
}

#[test]
fn no_tool_of_a_reader_shows_the_entry() {
    let harness = with_entry(TRUE);
    let file = json!({"file_path": "src/lib.rs"});
    let looks = [
        ("read_file", file.clone()),
        ("list_symbols_in_file", file),
        ("references", json!({"symbol": "add_prices"})),
        ("grep", json!({"pattern": "total"})),
    ];
    // These would show it.
    let withheld = [
        ("overview", json!({})),
        ("changed", json!({})),
        ("search", json!({"query": "add prices"})),
        ("get_symbol_details", json!({"symbol": "add_prices"})),
    ];
    let script = Script::new([
        ScriptStep::calls(looks.clone()),
        ScriptStep::calls(withheld.clone()),
        answering(careful),
    ]);
    let (run, moments) = review(&harness, &rutter_agent::review(), &script);
    assert_eq!(statuses(&run), [Some(EntryStatus::Confirmed)]);
    let mut offered: Vec<String> = looks.iter().map(|(name, _)| (*name).to_owned()).collect();
    offered.push("review".to_owned());
    for request in script.requests() {
        let mut names: Vec<String> = request.tools.iter().map(|tool| tool.name.clone()).collect();
        names.sort_by_key(|name| offered.iter().position(|one| one == name));
        assert_eq!(names, offered);
    }
    let mut n_results = 0;
    for moment in &moments {
        let Event::ToolResult { name, result, is_error, .. } = &moment.event else { continue };
        if name == "review" {
            continue;
        }
        n_results += 1;
        assert_eq!(*is_error, withheld.iter().any(|(other, _)| other == name), "{result}");
        for trace in [TRUE, "author", "checked", "confirmed"] {
            assert!(!result.contains(trace), "{name}: {result}");
        }
    }
    assert_eq!(n_results, 8);
}

#[test]
fn stamps_contrarians_and_talkers_are_not_counted() {
    for script in [
        Script::new([answering(|_| "supported")]),
        Script::new([answering(|_| "contradicted")]),
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
