//! What an exploring model is told.

use expect_test::expect;
use rutter_agent::{Briefing, Known, explore, map_tokens};
use rutter_domain::EntryStatus;

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
