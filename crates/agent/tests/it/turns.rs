//! Turns, calls and results, in their order.

use expect_test::{Expect, expect};
use rutter_agent::{Mission, RunLimits, replay};
use rutter_domain::{Ending, Message, Moment};
use rutter_provider::language::{Delivery, Request, Script, ScriptStep};
use serde_json::json;

use crate::harness::{FILES, Harness};

fn check(steps: Vec<ScriptStep>, expect: Expect) {
    let mission = Mission::new("test", "You test.");
    let finished = Harness::new(FILES).run(&mission, &Script::new(steps));
    expect.assert_eq(&finished.transcript());
}

/// The results that a request brings, as `id: first line`.
fn brought(request: &Request) -> Vec<String> {
    match request.messages.last() {
        Some(Message::Results(results)) => results
            .iter()
            .map(|result| {
                format!("{}: {}", result.id, result.content.lines().next().unwrap_or_default())
            })
            .collect(),
        Some(Message::User(_) | Message::Model(_)) | None => Vec::new(),
    }
}

#[test]
fn a_run_asks_carries_out_and_asks_again_until_it_is_answered() {
    let steps = vec![
        ScriptStep::call("list_filesystem", json!({"path": "."})),
        ScriptStep::call("read_file", json!({"file_path": "src/lib.rs"})),
        ScriptStep::call(
            "create_index_entry",
            json!({
                "symbol": "add",
                "file_path": "src/lib.rs",
                "summary": "Adds two prices; `rebate` builds on it."
            }),
        ),
        ScriptStep::text("It reckons with prices."),
    ];
    check(
        steps,
        expect![[r#"
        started run-1: test with script, may plan
        instruction: You test.
        user: Look around.
        asking 1
        usage 1: 100 in, 10 out, None
        call call_1: list_filesystem {"path":"."}
        begun call_1: list_filesystem
        result call_1: fine
        asking 2
        usage 2: 100 in, 10 out, None
        call call_2: read_file {"file_path":"src/lib.rs"}
        begun call_2: read_file
        result call_2: fine
        asking 3
        usage 3: 100 in, 10 out, None
        call call_3: create_index_entry {"symbol":"add","file_path":"src/lib.rs","summary":"Adds two prices; `rebate` builds on it."}
        begun call_3: create_index_entry
        result call_3: fine, checked
        asking 4
        usage 4: 100 in, 10 out, None
        text 4: It reckons with prices.
        finished: Answered after 4 turns and 440 tokens, {"create_index_entry": 1, "list_filesystem": 1, "read_file": 1}
    "#]],
    );
}

#[test]
fn calls_of_one_reply_run_together_and_their_results_keep_their_order() {
    let calls = (0..64).map(|at| match at % 3 {
        0 => ("list_filesystem", json!({"path": "."})),
        1 => ("read_file", json!({"file_path": "src/lib.rs", "start_line": at})),
        _ => ("grep", json!({"pattern": format!("x{at}")})),
    });
    let script = Script::new([ScriptStep::calls(calls), ScriptStep::text("done")]);
    let finished = Harness::new(FILES).run(&Mission::new("test", ""), &script);
    assert_eq!(finished.outcome.ending, Ending::Answered);
    assert_eq!(finished.outcome.totals.calls.values().sum::<u32>(), 64);
    let ids: Vec<String> = (1..=64).map(|number| format!("call_{number}")).collect();
    let requests = script.requests();
    let brought = brought(&requests[1]);
    let of = |line: &String| line.split(':').next().unwrap().to_owned();
    assert_eq!(brought.iter().map(of).collect::<Vec<_>>(), ids);
    let reported: Vec<String> = (finished.transcript().lines())
        .filter_map(|line| line.strip_prefix("result ").map(|rest| of(&rest.to_owned())))
        .collect();
    assert_eq!(reported, ids);
}

#[test]
fn calls_beyond_the_limit_of_a_reply_are_answered_and_not_run() {
    let read = |at: u32| ("read_file", json!({"file_path": "src/lib.rs", "start_line": at}));
    let script = Script::new([ScriptStep::calls((0..5_000).map(read)), ScriptStep::text("done")]);
    let finished = Harness::new(FILES).run(&Mission::new("test", ""), &script);
    assert_eq!(finished.outcome.ending, Ending::Answered);
    let n_begun = finished.transcript().lines().filter(|line| line.starts_with("begun ")).count();
    assert_eq!(n_begun, 64);
    assert_eq!(
        finished.remarks()[0],
        "the reply holds 5000 calls; 4936 after the first 64 were not run"
    );
    assert!(finished.outcome.totals.failed_calls >= 4_936);
    // Every call has its result, as providers demand.
    let requests = script.requests();
    let brought = brought(&requests[1]);
    assert_eq!(brought.len(), 5_000);
    assert!(!brought[63].contains("not run"), "{}", brought[63]);
    assert!(
        brought[64].ends_with(
            "not run: a reply may hold at most 64 calls; call again for what you still need"
        ),
        "{}",
        brought[64]
    );
}

#[test]
fn a_call_with_huge_arguments_is_answered_and_not_run() {
    let paths: Vec<String> = (0..20_000).map(|at| format!("src/{at}")).collect();
    let script = Script::new([
        ScriptStep::call("search", json!({"query": "prices", "path": paths})),
        ScriptStep::text("done"),
    ]);
    Harness::new(FILES).run(&Mission::new("test", ""), &script);
    let result = brought(&script.requests()[1]).concat();
    assert!(result.contains("not run: the arguments have "), "{result}");
    assert!(
        result.contains(" bytes, and at most 65536 are accepted; ask for less at once"),
        "{result}"
    );
}

#[test]
fn a_failing_call_is_a_result_and_the_run_goes_on() {
    let steps = vec![
        ScriptStep::calls([
            ("read_file", json!({"file_path": "absent.rs"})),
            ("no_such_tool", json!({})),
            ("read_file", json!("what?")),
            ("read_file", json!({"file_path": "../../etc/passwd"})),
            ("read_file", json!({"file_path": "README.md"})),
        ]),
        ScriptStep::text("So be it."),
    ];
    check(
        steps,
        expect![[r#"
        started run-1: test with script, may plan
        instruction: You test.
        user: Look around.
        asking 1
        usage 1: 100 in, 10 out, None
        call call_1: read_file {"file_path":"absent.rs"}
        call call_2: no_such_tool {}
        call call_3: read_file "what?"
        call call_4: read_file {"file_path":"../../etc/passwd"}
        call call_5: read_file {"file_path":"README.md"}
        begun call_1: read_file
        begun call_2: no_such_tool
        begun call_3: read_file
        begun call_4: read_file
        begun call_5: read_file
        result call_1: error
        result call_2: error
        result call_3: error
        result call_4: error
        result call_5: fine
        asking 2
        usage 2: 100 in, 10 out, None
        text 2: So be it.
        finished: Answered after 2 turns and 220 tokens, {"no_such_tool": 1, "read_file": 4}
    "#]],
    );
}

#[test]
fn the_last_turn_is_announced_and_its_calls_still_run() {
    let list = || ScriptStep::call("list_filesystem", json!({"path": "."}));
    let read = || ScriptStep::call("read_file", json!({"file_path": "README.md"}));
    let script = Script::new([list(), read(), ScriptStep::text("never asked")]);
    let mut mission = Mission::new("test", "");
    mission.limits = RunLimits { max_turns: 2, ..RunLimits::default() };
    let finished = Harness::new(FILES).run(&mission, &script);
    assert_eq!(finished.outcome.ending, Ending::MaxTurns { limit: 2 });
    assert_eq!(finished.outcome.totals.turns, 2);
    assert_eq!(finished.results().len(), 2);
    let requests = script.requests();
    assert_eq!(requests.len(), 2);
    let Some(Message::Results(results)) = requests[1].messages.last() else { panic!() };
    assert!(results[0].content.contains("[this is your last turn"));
}

#[test]
fn a_model_that_repeats_itself_is_warned_and_then_stopped() {
    let same = || ScriptStep::call("list_filesystem", json!({"path": "."}));
    let script = Script::new(std::iter::repeat_with(same).take(20));
    let finished = Harness::new(FILES).run(&Mission::new("test", ""), &script);
    let reason = "the model repeats the same calls and makes no progress".to_owned();
    assert_eq!(finished.outcome.ending, Ending::Failed { reason });
    assert_eq!(finished.outcome.totals.turns, 6);
    let is_warned = (script.requests().iter())
        .map(|request| match request.messages.last() {
            Some(Message::Results(results)) => results[0].content.contains("[you asked for this"),
            Some(Message::User(_) | Message::Model(_)) | None => false,
        })
        .collect::<Vec<_>>();
    assert_eq!(is_warned, [false, false, false, true, true, true]);
}

#[test]
fn every_reply_may_call_and_none_must() {
    let script = Script::new([
        ScriptStep::call("list_filesystem", json!({"path": "."})),
        ScriptStep::text("An answer."),
    ]);
    let harness = Harness::new(FILES);
    harness.run(&Mission::new("test", ""), &script);
    for request in script.requests() {
        assert_eq!(request.tool_choice, rutter_provider::language::ToolChoice::Auto);
        assert!(request.tools.iter().any(|tool| tool.name == "read_file"));
    }
}

#[test]
fn pieces_of_a_streamed_reply_are_heard_by_every_observer() {
    struct Heard(std::sync::Mutex<String>);
    impl rutter_agent::Observer for Heard {
        fn see(&self, _: &Moment) {}
        fn text(&self, piece: &str) {
            self.0.lock().unwrap().push_str(piece);
        }
    }
    let heard = Heard(std::sync::Mutex::default());
    let mut mission = Mission::new("test", "");
    mission.delivery = Delivery::Streamed;
    let script = Script::new([ScriptStep::text("Bit by bit.")]);
    Harness::new(FILES).try_run(&mission, &script, &heard).unwrap();
    assert_eq!(heard.0.into_inner().unwrap(), "Bit by bit.");
}

#[test]
fn a_recorded_run_is_replayed_without_a_model() {
    let script = Script::new([
        ScriptStep::call("list_filesystem", json!({"path": "."})),
        ScriptStep::text("An answer."),
    ]);
    let finished = Harness::new(FILES).run(&Mission::new("test", ""), &script);
    // As the record keeps them.
    let lines: Vec<String> =
        finished.moments.iter().map(|moment| serde_json::to_string(moment).unwrap()).collect();
    let read: Vec<Moment> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let seen = std::sync::Mutex::new(Vec::new());
    replay(&read, &|moment: &Moment| seen.lock().unwrap().push(moment.clone()));
    assert_eq!(seen.into_inner().unwrap(), finished.moments);
}
