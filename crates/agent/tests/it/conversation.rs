//! A conversation outlives a run: the next run goes on from it, however the last one ended.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rutter_agent::Mission;
use rutter_domain::{Conversation, Ending, Event, Message, Moment};
use rutter_provider::language::{Error, Script, ScriptStep};
use rutter_tools::{Confinement, Consent, Mode};
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::harness::{FILES, FinishedRun, Harness, MESSAGE};

fn go_on(
    harness: &Harness,
    conversation: Conversation,
    message: &str,
    script: &Script,
) -> FinishedRun {
    let mission = Mission::new("chat", "You chat.");
    harness.go_on(&mission, conversation, message, script, &|_: &Moment| {}).unwrap()
}

/// The conversation as one word per message.
fn roles(messages: &[Message]) -> Vec<&'static str> {
    let role = |message: &Message| match message {
        Message::User(_) => "user",
        Message::Model(turn) if turn.calls.is_empty() => "answer",
        Message::Model(_) => "calls",
        Message::Results(_) => "results",
    };
    messages.iter().map(role).collect()
}

fn read() -> ScriptStep {
    ScriptStep::call("read_file", json!({"file_path": "src/lib.rs"}))
}

#[test]
fn a_second_run_sees_the_messages_of_the_first() {
    let harness = Harness::new(FILES);
    let first = Script::new([read(), ScriptStep::text("It adds prices.")]);
    let finished = go_on(&harness, Conversation::default(), "What is it?", &first);
    assert_eq!(roles(&finished.conversation.messages), ["user", "calls", "results", "answer"]);

    // Stored and read back in between, as a session will be.
    let stored = serde_json::to_string(&finished.conversation).unwrap();
    let conversation: Conversation = serde_json::from_str(&stored).unwrap();
    let entry = json!({"symbol": "add", "file_path": "src/lib.rs", "summary": "Adds two prices."});
    let second = Script::new([
        ScriptStep::call("create_index_entry", entry),
        ScriptStep::text("It is recorded."),
    ]);
    let before = conversation.messages.clone();
    let finished = go_on(&harness, conversation, "Record `add`.", &second);
    let sent = &second.requests()[0].messages;
    assert_eq!(sent[..4], before[..]);
    assert_eq!(sent[4..], [Message::User("Record `add`.".to_owned())]);
    assert_eq!(finished.outcome.answer.as_deref(), Some("It is recorded."));
    // What the first run has read is evidence in the second, and each counts its own use.
    assert_eq!((finished.outcome.totals.checked, finished.outcome.totals.turns), (1, 2));
}

#[test]
fn cancelling_one_turn_leaves_the_next_working() {
    let mut harness = Harness::in_mode(FILES, Mode::Build);
    let session = Arc::get_mut(&mut harness.session).unwrap();
    session.confirm = Arc::new(|_| Consent::Yes);
    session.shell = Confinement::Waived;
    let calls = [
        ("bash", json!({"command": "sleep 20"})),
        ("read_file", json!({"file_path": "README.md"})),
    ];
    let script = Script::new([ScriptStep::calls(calls)]);
    let cancel = harness.cancel.clone();
    let cancel_at_start = move |moment: &Moment| {
        if matches!(moment.event, Event::ToolStarted { .. }) {
            cancel.cancel();
        }
    };
    let began = Instant::now();
    let mission = Mission::new("chat", "You chat.");
    let finished = harness.try_run(&mission, &script, &cancel_at_start).unwrap();
    assert_eq!(finished.outcome.ending, Ending::Cancelled);
    assert!(began.elapsed() < Duration::from_secs(5));
    // Every call has a result, as providers demand.
    let messages = &finished.conversation.messages;
    assert_eq!(roles(messages), ["user", "calls", "results"]);
    let Some(Message::Results(results)) = messages.last() else { panic!() };
    assert_eq!(results.len(), 2);
    // The command was stopped, and the file never read.
    assert!(results.iter().all(|result| result.is_error), "{results:?}");
    assert!(results[1].content.contains("cancelled by the user"), "{results:?}");

    harness.cancel = CancellationToken::new();
    let command = ScriptStep::call("bash", json!({"command": "echo still here"}));
    let script = Script::new([command, read(), ScriptStep::text("Yes.")]);
    let finished = go_on(&harness, finished.conversation, "Are you there?", &script);
    assert_eq!(finished.outcome.ending, Ending::Answered);
    let results = finished.results();
    assert!(results[0].contains("still here"), "{results:?}");
    assert!(results[1].contains("pub fn add"), "{results:?}");
    assert_eq!(
        roles(&script.requests()[0].messages),
        ["user", "calls", "results", "answer", "user"]
    );
}

#[test]
fn a_message_that_was_not_answered_is_continued() {
    let harness = Harness::new(FILES);
    let reason = "no".to_owned();
    let failing =
        Script::new([ScriptStep::Fail(Error::Refused { model: "script".to_owned(), reason })]);
    let finished = go_on(&harness, Conversation::default(), MESSAGE, &failing);
    assert!(matches!(finished.outcome.ending, Ending::Failed { .. }));
    let script = Script::new([ScriptStep::text("Well.")]);
    let finished = go_on(&harness, finished.conversation, "Now?", &script);
    assert_eq!(script.requests()[0].messages, [Message::User(format!("{MESSAGE}\n\nNow?"))]);
    assert_eq!(roles(&finished.conversation.messages), ["user", "answer"]);
}

#[test]
fn a_nudge_that_was_not_answered_is_taken_back() {
    let harness = Harness::new(FILES);
    let mut mission = Mission::new("test", "");
    mission.nudge = Some("Call a tool.".to_owned());
    let reason = "no".to_owned();
    let fail = ScriptStep::Fail(Error::Refused { model: "script".to_owned(), reason });
    let finished = harness.run(&mission, &Script::new([ScriptStep::text("All is known."), fail]));
    assert_eq!(finished.outcome.ending, Ending::Answered);
    assert_eq!(finished.outcome.answer.as_deref(), Some("All is known."));
    assert_eq!(roles(&finished.conversation.messages), ["user", "answer"]);
}

#[test]
fn a_question_is_searched_for_before_the_first_request_if_the_mission_says_so() {
    let harness = Harness::new(FILES);
    let mut mission = Mission::new("ask", "You answer.");
    mission.searches_first = true;
    mission.nudge = Some("Look first.".to_owned());
    let script = Script::new([ScriptStep::text("`rebate` takes it off.")]);
    let conversation = Conversation::default();
    let question = "How is a rebate taken off?";
    let finished =
        harness.go_on(&mission, conversation, question, &script, &|_: &Moment| {}).unwrap();
    let sent = &script.requests()[0].messages;
    assert_eq!(roles(sent), ["user", "calls", "results"]);
    let Message::Results(results) = &sent[2] else { panic!("{sent:?}") };
    assert!(results[0].content.contains("pub fn rebate"), "{results:?}");
    // It has been shown code, so it need not look first.
    assert_eq!(script.requests().len(), 1);
    assert_eq!(finished.outcome.answer.as_deref(), Some("`rebate` takes it off."));
}

#[test]
fn a_greeting_is_not_searched_for() {
    let harness = Harness::new(FILES);
    let mut mission = Mission::new("ask", "You answer.");
    mission.searches_first = true;
    let script = Script::new([ScriptStep::text("Hello.")]);
    harness
        .go_on(&mission, Conversation::default(), "Hi there", &script, &|_: &Moment| {})
        .unwrap();
    assert_eq!(roles(&script.requests()[0].messages), ["user"]);
}
