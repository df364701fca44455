//! A conversation is kept as short as the model needs it, and says what was cut.

use rutter_agent::Mission;
use rutter_domain::{Ending, Message};
use rutter_provider::language::{Error, Request, Script, ScriptStep};
use serde_json::json;

use crate::harness::{FinishedRun, Harness};

/// Files of about 4,000 bytes each.
fn long_files(n_files: usize) -> String {
    let lines: String =
        (0..100).map(|at| format!("// This is line {at:3} of many lines.\n")).collect();
    (0..n_files).map(|at| format!("//- src/f{at}.rs\nfn f{at}() {{}}\n{lines}")).collect()
}

fn run(n_files: usize, context_tokens: u64, at_once: usize) -> (FinishedRun, Vec<Request>) {
    let read = |at: usize| ("read_file", json!({"file_path": format!("src/f{at}.rs")}));
    let turns: Vec<usize> = (0..n_files).collect();
    let steps =
        turns.chunks(at_once).map(|files| ScriptStep::calls(files.iter().map(|at| read(*at))));
    let script = Script::new(steps.chain([ScriptStep::text("done")]));
    let mut mission = Mission::new("test", "You test.");
    mission.context_tokens = context_tokens;
    mission.limit_output_tokens = 1_000;
    let finished = Harness::new(&long_files(n_files)).run(&mission, &script);
    assert_eq!(finished.outcome.ending, Ending::Answered);
    (finished, script.requests())
}

fn length(request: &Request) -> u64 {
    let tools = request.tools.iter();
    let tools = tools.map(|tool| tool.description.len() + tool.parameters.to_string().len());
    let messages = request.messages.iter().map(|message| match message {
        Message::User(text) => text.len(),
        Message::Model(turn) => turn.text.len() + turn.calls.len() * 50,
        Message::Results(results) => results.iter().map(|result| result.content.len()).sum(),
    });
    (tools.sum::<usize>() + messages.sum::<usize>()) as u64 / 4
}

#[test]
fn a_short_conversation_is_left_alone() {
    let (finished, requests) = run(4, 60_000, 1);
    assert_eq!(finished.remarks(), [""; 0]);
    assert!(!format!("{requests:?}").contains("shortened to save room"));
}

#[test]
fn results_of_past_turns_are_shortened_and_their_calls_stay() {
    let (finished, requests) = run(15, 12_000, 1);
    assert!(finished.remarks().iter().any(|remark| remark.contains("older text")));
    for request in &requests {
        assert!(length(request) <= 12_000, "{}", length(request));
    }
    let last = requests.last().unwrap();
    let calls = last.messages.iter().filter(|message| matches!(message, Message::Model(_)));
    assert_eq!(calls.count(), 15);
    let shortened = last.messages.iter().filter(|message| match message {
        Message::Results(results) => results[0].content.contains("[shortened to save room: "),
        Message::User(_) | Message::Model(_) => false,
    });
    let n_shortened = shortened.count();
    assert!((5..15).contains(&n_shortened), "{n_shortened}");
    let Some(Message::Results(newest)) = last.messages.last() else { panic!() };
    assert!(!newest[0].content.contains("shortened"));
}

#[test]
fn results_too_long_for_one_request_are_cut_and_count_as_unread() {
    let (finished, requests) = run(16, 12_000, 16);
    assert!(finished.remarks().iter().any(|remark| remark.contains("new results")));
    assert!(length(&requests[1]) <= 12_000, "{}", length(&requests[1]));
    let Some(Message::Results(results)) = requests[1].messages.last() else { panic!() };
    assert_eq!(results.len(), 16);
    assert!(results.iter().all(|result| result.content.contains("ask for less at once")));
}

#[test]
fn a_window_smaller_than_was_thought_is_fitted() {
    let too_long = |limit_tokens| {
        ScriptStep::Fail(Error::TooLong {
            model: "script".to_owned(),
            limit_tokens,
            reason: "no".to_owned(),
        })
    };
    let read =
        |at: usize| ScriptStep::call("read_file", json!({"file_path": format!("src/f{at}.rs")}));
    let steps = [
        read(0),
        read(1),
        read(2),
        read(3),
        too_long(Some(6_500)),
        too_long(None),
        ScriptStep::text("done"),
    ];
    let script = Script::new(steps);
    let mission = Mission::new("test", "You test.");
    let finished = Harness::new(&long_files(4)).run(&mission, &script);
    assert_eq!(finished.outcome.ending, Ending::Answered);
    assert_eq!(finished.outcome.totals.turns, 5);
    assert!(finished.remarks().iter().any(|remark| remark.contains("too long for the model")));
    let lengths: Vec<u64> = script.requests().iter().map(length).collect();
    assert!(lengths[5] < lengths[4] && lengths[5] <= 6_500, "{lengths:?}");
    assert!(lengths[6] < lengths[5], "{lengths:?}");
}

#[test]
fn a_window_too_small_for_the_mission_ends_the_run() {
    let too_long = || {
        let (model, reason) = ("script".to_owned(), "no".to_owned());
        ScriptStep::Fail(Error::TooLong { model, limit_tokens: Some(100), reason })
    };
    let script = Script::new([too_long(), too_long()]);
    let mission = Mission::new("test", "You test.");
    let finished = Harness::new(&long_files(1)).run(&mission, &script);
    let reason = "the request is too long for `script`: no".to_owned();
    assert_eq!(finished.outcome.ending, Ending::Failed { reason });
}

#[test]
fn a_call_with_a_huge_argument_does_not_stay_in_the_conversation() {
    let huge = json!({ "pattern": "x".repeat(1_000_000), "path": "src" });
    let script = Script::new([ScriptStep::call("grep", huge), ScriptStep::text("done")]);
    let mut mission = Mission::new("test", "You test.");
    mission.context_tokens = 12_000;
    let finished = Harness::new(&long_files(1)).run(&mission, &script);
    assert_eq!(finished.outcome.ending, Ending::Answered);
    let sent = format!("{:?}", script.requests()[1].messages);
    assert!(sent.len() < 48_000, "{}", sent.len());
    assert!(sent.contains("shortened to save room"), "{sent}");
}
