//! What an exploring model is told.

use std::sync::atomic::AtomicBool;

use expect_test::expect;
use rutter_agent::{Briefing, Known, Mission, explore, map_tokens};
use rutter_domain::EntryStatus;
use rutter_engine::{Extent, Refresh};
use rutter_provider::language::{Script, Step};
use serde_json::json;

use crate::stage::{FILES, Stage};

fn known(symbol: &str, path: &str, status: EntryStatus, note: Option<&str>) -> Known {
    let note = note.map(str::to_owned);
    Known { symbol: symbol.to_owned(), path: path.to_owned(), status, note }
}

const MAP: &str = "\
src/store.rs
  2 struct Store — Keeps orders. [verified]
  6 method Store::open — Opens the store.
";

#[test]
fn a_first_exploration_gets_the_map() {
    let briefing = Briefing { map: MAP, limit_tokens: 2_000, ..Briefing::default() };
    let mission = explore(&briefing);
    expect![[r#"
        Explore this codebase.

        The most central symbols (line, kind, name, purpose; [verified] is recorded already):
        src/store.rs
          2 struct Store — Keeps orders. [verified]
          6 method Store::open — Opens the store."#]]
    .assert_eq(&mission.opening);
    assert_eq!(mission.limits.max_turns, 20);
}

#[test]
fn a_further_one_is_told_what_holds_and_what_to_do_again() {
    let known = [
        known("Store", "src/store.rs", EntryStatus::Verified, None),
        known("serve", "src/main.rs", EntryStatus::Stale, None),
        known("main", "src/main.rs", EntryStatus::Rejected, Some("It does\nnot pay.")),
        known("Store::open", "src/store.rs", EntryStatus::Verified, None),
        known("far", "lib/away.rs", EntryStatus::Stale, None),
        known("pay", "src/pay.rs", EntryStatus::Unverified, Some("`Bank` does not exist")),
    ];
    let briefing = Briefing { map: MAP, known: &known, focus: Some("src"), limit_tokens: 2_000 };
    expect![[r#"
        Explore `src` of this codebase: begin by listing or reading it, and record the symbols that are defined there.

        To be recorded anew, because the code changed or the entry did not hold:
        - `serve` in src/main.rs: stale
        - `main` in src/main.rs: rejected: It does not pay.
        - `pay` in src/pay.rs: unverified: `Bank` does not exist

        The most central symbols (line, kind, name, purpose; [verified] is recorded already):
        src/store.rs
          2 struct Store — Keeps orders. [verified]
          6 method Store::open — Opens the store.

        Already recorded; do not record these again:
        - src/store.rs: Store, Store::open"#]].assert_eq(&explore(&briefing).opening);
}

#[test]
fn what_a_model_is_told_first_is_short() {
    let map: String = (0..500).map(|at| format!("  {at} function f{at} — Does this.\n")).collect();
    let mut all = Vec::new();
    for at in 0..300 {
        let status = if at % 2 == 0 { EntryStatus::Verified } else { EntryStatus::Stale };
        all.push(known(&format!("f{at}"), &format!("src/f{at}.rs"), status, None));
    }
    for limit_tokens in [0, 10, 100, 600, 2_000, 100_000] {
        let briefing = Briefing { map: &map, known: &all, focus: None, limit_tokens };
        let mission = explore(&briefing);
        assert!(mission.opening.len() <= (limit_tokens * 4).max(30), "{limit_tokens}");
        assert!(mission.system.len() <= 450 * 4, "{}", mission.system.len());
        if limit_tokens == 600 {
            assert!(mission.opening.contains("f0 ") && mission.opening.contains("more"));
        }
    }
    assert_eq!(map_tokens(2_000), 1_200);
}

#[test]
fn a_second_exploration_is_told_what_the_first_recorded() {
    let stage = Stage::new(FILES);
    let entry = json!({"symbol": "add", "file_path": "src/lib.rs", "summary": "Adds two prices."});
    let script = Script::new([
        Step::call("read_file", json!({"file_path": "src/lib.rs"})),
        Step::call("create_index_entry", entry),
        Step::text("done"),
    ]);
    let first = stage.play(&brief(&stage), &script);
    assert_eq!(first.ended.totals.verified, 1);
    let told = brief(&stage).opening;
    assert!(told.contains("do not record these again:\n- src/lib.rs: add"), "{told}");
    assert!(told.contains("function add — Adds two prices. [verified]"), "{told}");

    stage.tree.write("src/lib.rs", "/// Adds.\npub fn add(a: u32, b: u32) -> u32 {\n b + a\n}\n");
    let told = brief(&stage).opening;
    assert!(told.contains("- `add` in src/lib.rs: stale"), "{told}");
    assert!(!told.contains("do not record these again"), "{told}");
}

/// The mission of an exploration as things stand.
fn brief(stage: &Stage) -> Mission {
    let engine = &stage.toolbox.engine;
    engine.index(Extent::Changed, &|_| {}, &AtomicBool::new(false)).unwrap();
    let snapshot = engine.snapshot(Refresh::Never, &|_| {}, &AtomicBool::new(false)).unwrap();
    let known: Vec<Known> = (snapshot.known().unwrap().into_iter())
        .map(|known| Known {
            symbol: known.symbol,
            path: known.path,
            status: known.status,
            note: known.note,
        })
        .collect();
    let map = snapshot.map(map_tokens(2_000), None).to_string();
    explore(&Briefing { map: &map, known: &known, focus: None, limit_tokens: 2_000 })
}

#[test]
fn all_that_is_told_with_every_request_leaves_room_in_a_small_model() {
    let stage = Stage::new(FILES);
    let script = Script::new([Step::text("done")]);
    stage.play(&brief(&stage), &script);
    let request = &script.requests()[0];
    let tools = request
        .tools
        .iter()
        .map(|tool| tool.name.len() + tool.description.len() + tool.parameters.to_string().len());
    let n_tokens = (request.system.len() + tools.sum::<usize>()) / 4;
    assert!(n_tokens < 3_500, "{n_tokens}");
}
