//! What an exploring model is given, and when it is reminded.

use std::sync::atomic::AtomicBool;

use expect_test::expect;
use rutter_agent::{Briefing, explore, explore_with_small_model, opening};
use rutter_domain::{
    Conversation, EntryStatus, Gap, GapState, KnownEntry, Message, Moment, Recording, Severity,
};
use rutter_engine::Extent;
use rutter_provider::language::{Request, Script, ScriptStep};
use rutter_tools::Mode;
use serde_json::json;

use crate::harness::{FILES, FinishedRun, Harness};

fn known(symbol: &str, path: &str, status: EntryStatus, note: Option<&str>) -> KnownEntry {
    let note = note.map(str::to_owned);
    let summary = format!("Is for {symbol}.");
    KnownEntry { symbol: symbol.to_owned(), path: path.to_owned(), summary, status, note }
}

fn gap(symbol: Option<&str>, path: &str) -> Gap {
    Gap {
        id: "g".to_owned(),
        rule: "missing-description".to_owned(),
        severity: Severity::Medium,
        priority: 0.5,
        symbol: symbol.map(str::to_owned),
        path: path.to_owned(),
        line: 7,
        message: "it has no description".to_owned(),
        nearest: None,
        state: GapState::Open,
        attempts: 0,
    }
}

const MAP: &str = "\
src/store.rs
  2 struct Store — Keeps orders. [checked]
  6 method Store::open — Opens the store.
";

#[test]
fn a_first_exploration_gets_the_map() {
    let briefing = Briefing { map: MAP.to_owned(), ..Briefing::blank(None, 2_000) };
    expect![[r#"
        Explore this codebase.

        A map of the code; what is central on it has no entry yet:
        src/store.rs
          6 method Store::open — Opens the store."#]]
    .assert_eq(&opening(&briefing));
    assert_eq!(explore().limits.max_turns, 20);
}

#[test]
fn a_further_one_is_given_what_holds_and_what_to_do_again() {
    let known = vec![
        known("Store", "src/store.rs", EntryStatus::Checked, None),
        known("serve", "src/main.rs", EntryStatus::Stale, None),
        known("main", "src/main.rs", EntryStatus::Rejected, Some("It does\nnot pay.")),
        known("Store::open", "src/store.rs", EntryStatus::Checked, None),
        known("far", "lib/away.rs", EntryStatus::Stale, None),
        known("pay", "src/pay.rs", EntryStatus::Unverified, Some("`Bank` does not exist")),
    ];
    let gaps = vec![gap(Some("pay"), "src/pay.rs"), gap(None, "src/bank.rs")];
    let briefing =
        Briefing { map: MAP.to_owned(), known, gaps, ..Briefing::blank(Some("src"), 2_000) };
    expect![[r#"
        Explore `src` of this codebase: begin by listing or reading it, and record the symbols that are defined there. 2 entries are recorded already; go on with what is missing.

        To be recorded again first, because the code changed or the entry did not hold:
        - `serve` in src/main.rs: stale
        - `main` in src/main.rs: rejected: "It does not pay."
        - `pay` in src/pay.rs: unverified: "`Bank` does not exist"

        Known already; do not record these again:
        - `Store` in src/store.rs: "Is for Store."
        - `Store::open` in src/store.rs: "Is for Store::open."

        Gaps in the documentation, the most important first; record these first:
        - `pay` in src/pay.rs:7
        - the whole file src/bank.rs

        A map of the code; what is central on it has no entry yet:
        src/store.rs
          6 method Store::open — Opens the store."#]].assert_eq(&opening(&briefing));
}

#[test]
fn the_first_message_is_short() {
    let map: String = (0..500).map(|at| format!("  {at} function f{at} — Does this.\n")).collect();
    let mut all = Vec::new();
    for at in 0..300 {
        let status = if at % 2 == 0 { EntryStatus::Checked } else { EntryStatus::Stale };
        all.push(known(&format!("f{at}"), &format!("src/f{at}.rs"), status, None));
    }
    for limit_tokens in [0, 10, 100, 600, 2_000, 100_000] {
        let known = all.clone();
        let gaps = (0..12).map(|at| gap(Some("f"), &format!("src/f{at}.rs"))).collect();
        let map = map.clone();
        let briefing = Briefing { map, known, gaps, ..Briefing::blank(None, limit_tokens) };
        let opening = opening(&briefing);
        // What is known may take more room, if there is much of it.
        let most_tokens = if limit_tokens < 1_000 { limit_tokens } else { limit_tokens + 2_500 };
        assert!(opening.len() <= (most_tokens * 4).max(90), "{limit_tokens}: {}", opening.len());
        if limit_tokens == 600 {
            assert!(opening.contains("f0 ") && opening.contains("more"));
        }
    }
    for (system, most_tokens) in [(explore().system, 800), (explore_with_small_model().system, 250)]
    {
        assert!(system.len() <= most_tokens * 4, "{}", system.len());
        assert!(!system.contains("{recording}"), "{system}");
    }
}

#[test]
fn a_second_exploration_is_given_what_the_first_recorded() {
    let harness = Harness::new(FILES);
    let entry = json!({"symbol": "add", "file_path": "src/lib.rs", "summary": "Adds two prices."});
    let script = Script::new([
        ScriptStep::call("read_file", json!({"file_path": "src/lib.rs"})),
        ScriptStep::call("create_index_entry", entry),
        ScriptStep::text("done"),
    ]);
    let first = run(&harness, &script);
    assert_eq!(first.outcome.totals.checked, 1);
    let text = brief(&harness);
    let known = "do not record these again:\n- `add` in src/lib.rs: \"Adds two prices.\"";
    assert!(text.contains(known), "{text}");

    harness.tree.write("src/lib.rs", "/// Adds.\npub fn add(a: u32, b: u32) -> u32 {\n b + a\n}\n");
    let text = brief(&harness);
    assert!(text.contains("- `add` in src/lib.rs: stale"), "{text}");
    assert!(!text.contains("do not record these again"), "{text}");
}

#[test]
fn the_answer_becomes_the_entry_of_the_repository() {
    let answer = |text: &str| {
        let harness = Harness::new(FILES);
        let script = Script::new([
            ScriptStep::call("read_file", json!({"file_path": "src/lib.rs"})),
            ScriptStep::text(text),
        ]);
        let finished = run(&harness, &script);
        harness.toolbox.drop_caches();
        let kept = harness.toolbox.knowledge().unwrap().repository_entry();
        (finished.outcome.overview, kept, brief(&harness))
    };
    let (recording, kept, opening) =
        answer("Prices: `rebate` takes off what `add` adds (src/lib.rs:6-8).");
    assert!(
        matches!(recording, Some(Recording::Recorded { status: EntryStatus::Checked, .. })),
        "{recording:?}"
    );
    let kept = kept.unwrap();
    assert_eq!(kept.summary, "Prices: `rebate` takes off what `add` adds.");
    assert_eq!((kept.evidence[0].start_line, kept.evidence[0].end_line), (6, 8));
    assert!(opening.contains("`rebate` takes off what `add` adds."), "{opening}");

    let (recording, kept, _) = answer("Prices: `rebate` takes off what `add` adds.");
    assert!(
        matches!(recording, Some(Recording::Recorded { status: EntryStatus::Checked, .. })),
        "{recording:?}"
    );
    let lines = kept.unwrap().evidence.into_iter().map(|piece| (piece.start_line, piece.end_line));
    assert_eq!(lines.collect::<Vec<_>>(), [(6, 8), (2, 4)], "what it names is its evidence");

    let (recording, kept, _) = answer("Prices: `rebate` multiplies by 7 (src/lib.rs:6-8).");
    assert!(
        matches!(recording, Some(Recording::Recorded { status: EntryStatus::Unverified, .. })),
        "{recording:?}"
    );
    assert!(kept.is_some());
    // A citation takes nothing along but its own brackets.
    let (_, kept, _) = answer(
        "Prices are added by `add` (src/lib.rs:2-4), and `rebate` (`src/lib.rs:6-8`, README.md:1) calls it, e.g. in src/lib.rs:8.",
    );
    let summary = "Prices are added by `add`, and `rebate` calls it, e.g. in src/lib.rs.";
    assert_eq!(kept.unwrap().summary, summary);

    let (recording, kept, _) = answer("Prices are added.");
    assert!(matches!(recording, Some(Recording::Refused { .. })), "{recording:?}");
    assert_eq!(kept, None);
}

/// The opening of an exploration as things stand.
fn brief(harness: &Harness) -> String {
    harness.toolbox.engine.index(Extent::Changed, &|_| {}, &AtomicBool::new(false)).unwrap();
    harness.toolbox.drop_caches();
    opening(&Briefing::gather(&harness.toolbox, None, 2_000).unwrap())
}

fn run(harness: &Harness, script: &Script) -> FinishedRun {
    let (opening, conversation) = (brief(harness), Conversation::default());
    harness.go_on(&explore(), conversation, &opening, script, &|_: &Moment| {}).unwrap()
}

#[test]
fn what_goes_with_every_request_leaves_room_in_a_small_model() {
    let harness = Harness::new(FILES);
    let script = Script::new([ScriptStep::text("done")]);
    run(&harness, &script);
    let request = &script.requests()[0];
    let tools = request
        .tools
        .iter()
        .map(|tool| tool.name.len() + tool.description.len() + tool.parameters.to_string().len());
    let n_tokens = (request.system.len() + tools.sum::<usize>()) / 4;
    assert!(n_tokens < 4_200, "{n_tokens}");
}

#[test]
fn a_model_is_reminded_until_it_has_recorded_something() {
    let harness = Harness::new(FILES);
    let entry = json!({"symbol": "add", "file_path": "src/lib.rs", "summary": "Adds two prices."});
    let script = Script::new([
        ScriptStep::call("list_filesystem", json!({"path": "."})),
        ScriptStep::call("read_file", json!({"file_path": "src/lib.rs"})),
        ScriptStep::call("create_index_entry", entry),
        ScriptStep::call("read_file", json!({"file_path": "README.md"})),
        ScriptStep::text("done"),
    ]);
    let finished = run(&harness, &script);
    assert_eq!(finished.outcome.totals.checked, 1);
    let is_reminded = |request: &Request| match request.messages.last() {
        Some(Message::Results(results)) => results[0].content.contains("[nothing is recorded yet."),
        Some(Message::User(_) | Message::Model(_)) | None => false,
    };
    let is_reminded: Vec<bool> = script.requests().iter().map(is_reminded).collect();
    assert_eq!(is_reminded, [false, true, true, false, false]);
}

#[test]
fn a_model_that_may_not_record_is_not_reminded_to() {
    let harness = Harness::in_mode(FILES, Mode::Ask);
    let script = Script::new([
        ScriptStep::call("list_filesystem", json!({"path": "."})),
        ScriptStep::text("done"),
    ]);
    run(&harness, &script);
    let sent = format!("{:?}", script.requests()[1].messages);
    assert!(!sent.contains("nothing is recorded yet"), "{sent}");
}

#[test]
fn the_last_turn_of_an_exploration_is_for_recording() {
    let harness = Harness::new(FILES);
    let list = |path: &str| ScriptStep::call("list_filesystem", json!({ "path": path }));
    let script = Script::new([list("."), list("src")]);
    let mut mission = explore();
    mission.limits.max_turns = 2;
    harness.run(&mission, &script);
    let sent = format!("{:?}", script.requests()[1].messages.last());
    assert!(sent.contains("[this is your last turn: record now"), "{sent}");
}
