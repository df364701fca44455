//! An exploration is told how far it is, forgets code that has become an entry, and goes on where the last
//! one ended.

use rutter_agent::{Briefing, explore, opening};
use rutter_domain::{Conversation, Ending, Message, Moment, Usage};
use rutter_provider::language::{Price, Request, Script, ScriptStep};
use rutter_tools::Mode;
use serde_json::{Value, json};

use crate::harness::{FinishedRun, Harness};

/// Two files that are long enough to be worth leaving out.
fn files() -> String {
    let body: String = (0..12).map(|at| format!("    let step_{at} = price + {at};\n")).collect();
    format!(
        "//- src/store.rs\n/// Keeps orders.\npub struct Store {{\n    orders: u32,\n}}\n\n\
         /// Opens the store.\npub fn open_store(price: u32) -> Store {{\n{body}    Store {{ orders: 0 }}\n}}\n\
         //- src/bank.rs\nuse crate::store::Store;\n\n/// Pays for the orders of a store.\n\
         pub fn pay(store: &Store, price: u32) -> u32 {{\n{body}    price\n}}\n"
    )
}

fn read(path: &str) -> (&'static str, Value) {
    ("read_file", json!({ "file_path": path }))
}

fn record(symbol: &str, path: &str, summary: &str) -> (&'static str, Value) {
    ("create_index_entry", json!({ "symbol": symbol, "file_path": path, "summary": summary }))
}

fn store() -> (&'static str, Value) {
    record("Store", "src/store.rs", "Keeps orders.")
}

fn open_store() -> (&'static str, Value) {
    record("open_store", "src/store.rs", "Opens the store.")
}

fn pay() -> (&'static str, Value) {
    record("pay", "src/bank.rs", "Pays for the orders of a store.")
}

/// Explores with a script, in a turn limit.
fn run(harness: &Harness, steps: Vec<ScriptStep>, max_turns: u32) -> (FinishedRun, Vec<Request>) {
    run_with(harness, Script::new(steps), |mission| mission.limits.max_turns = max_turns)
}

fn run_with(
    harness: &Harness,
    script: Script,
    set: impl Fn(&mut rutter_agent::Mission),
) -> (FinishedRun, Vec<Request>) {
    let briefing = Briefing::gather(&harness.toolbox, None, 2_000).unwrap();
    let mut mission = explore();
    mission.plan = briefing.plan.clone();
    set(&mut mission);
    let ignore = |_: &Moment| {};
    let first = opening(&briefing);
    let finished =
        harness.go_on(&mission, Conversation::default(), &first, &script, &ignore).unwrap();
    (finished, script.requests())
}

/// All texts of a request but the instruction.
fn sent(request: &Request) -> String {
    let mut text = String::new();
    for message in &request.messages {
        match message {
            Message::User(said) => text.push_str(said),
            Message::Model(turn) => {
                let calls =
                    turn.calls.iter().map(|call| format!("{} {}", call.name, call.arguments));
                text.push_str(&calls.collect::<Vec<_>>().join("\n"));
            }
            Message::Results(results) => {
                results.iter().for_each(|result| text.push_str(&format!("{}\n", result.content)));
            }
        }
        text.push('\n');
    }
    text
}

#[test]
fn code_and_arguments_leave_the_conversation_when_an_entry_is_recorded() {
    let harness = Harness::new(&files());
    let steps = vec![
        ScriptStep::calls([read("src/store.rs"), ("list_filesystem", json!({ "path": "src" }))]),
        ScriptStep::calls([store(), open_store(), read("src/bank.rs")]),
        ScriptStep::calls([pay()]),
        ScriptStep::text("It is a store."),
    ];
    let (finished, requests) = run(&harness, steps, 20);
    assert_eq!((finished.outcome.totals.checked, requests.len()), (3, 4));
    assert!(sent(&requests[1]).contains("pub struct Store {"));
    let after = sent(&requests[2]);
    assert!(!after.contains("pub struct Store {"), "{after}");
    assert!(after.contains("src/store.rs, lines 1 to 21 of 21 [left out: "), "{after}");
    assert!(after.contains("[recorded 2 entries that passed their checks: `Store`, `open_store`]"));
    assert!(!after.contains("Opens the store.\""), "{after}");
    assert!(after.contains("bank.rs  461 B"), "the listing stays: {after}");
    assert!(after.contains("pub fn pay("), "what is new stays: {after}");
    let last = sent(&requests[3]);
    assert!(last.contains("[recorded 1 entry that passed its checks: `pay`]"), "{last}");
    // The turn that only recorded is gone as a whole.
    let n_model =
        requests[3].messages.iter().filter(|one| matches!(one, Message::Model(_))).count();
    assert_eq!(n_model, 2);
}

#[test]
fn an_entry_that_fails_its_checks_stays_to_be_corrected_with_its_code() {
    let harness = Harness::new(&files());
    let wrong = record("pay", "src/bank.rs", "Pays by means of `wire_money`.");
    let steps = vec![
        ScriptStep::calls([read("src/bank.rs")]),
        ScriptStep::calls([wrong]),
        ScriptStep::text("It is a store."),
        ScriptStep::text("It is a store."),
    ];
    let (_, requests) = run(&harness, steps, 20);
    let after = sent(&requests[2]);
    assert!(after.contains("pub fn pay(") && after.contains("wire_money"), "{after}");
}

#[test]
fn every_turn_says_how_far_the_exploration_is() {
    let harness = Harness::new(&files());
    let steps = vec![
        ScriptStep::calls([read("src/store.rs")]),
        ScriptStep::calls([store(), open_store()]),
        ScriptStep::text("It is a store."),
        ScriptStep::text("Yes."),
    ];
    let price = Price { input: 1_000.0, cached: 1_000.0, output: 0.0 };
    let (finished, requests) =
        run_with(&harness, Script::new(steps).with_price(price), |mission| {
            mission.limits.max_tokens = Some(100_000);
        });
    assert!(!sent(&requests[0]).contains("[turn"));
    let line = |request: &Request| {
        let text = sent(request);
        text.lines().rfind(|line| line.starts_with("[turn")).map(str::to_owned).unwrap()
    };
    let first = line(&requests[1]);
    assert!(
        first.starts_with(
            "[turn 2 of 20; 99,890 tokens left of 100,000; $0.100 spent; 0 entries recorded; no \
             entry yet: `Store` in src/store.rs"
        ),
        "{first}"
    );
    assert_eq!(
        line(&requests[2]),
        "[turn 3 of 20; 99,780 tokens left of 100,000; $0.200 spent; 2 entries recorded; no entry \
         yet: src/bank.rs]"
    );
    // It stopped while `pay` has no entry, was asked once, and the longer answer counts.
    let Some(Message::User(asked)) = requests[3].messages.last() else { panic!() };
    assert!(asked.starts_with("You stop, but these central things have no entry yet: src/bank.rs"));
    assert_eq!(finished.outcome.answer.as_deref(), Some("It is a store."));
    assert_eq!(finished.outcome.ending, Ending::Answered);
}

#[test]
fn the_summary_that_is_given_again_is_the_one_that_is_stored() {
    let again = "Orders are kept by `Store` (src/store.rs:2-4).";
    for (last, stored) in [
        (again, "Orders are kept by `Store`."),
        // Nothing of this can be checked.
        (
            "That was all of it, and there is nothing that I could add to my summary.",
            "First: `pay` pays for the orders of a store.",
        ),
    ] {
        let harness = Harness::new(&files());
        let steps = vec![
            ScriptStep::calls([read("src/store.rs"), read("src/bank.rs")]),
            ScriptStep::text("First: `pay` pays for the orders of a store (src/bank.rs:4-17)."),
            ScriptStep::text(last),
        ];
        let (finished, requests) = run(&harness, steps, 20);
        assert_eq!(requests.len(), 3);
        let entry = harness.toolbox.knowledge().unwrap().repository_entry().unwrap();
        assert_eq!(entry.summary, stored);
        let answer = finished.outcome.answer.unwrap();
        assert!(answer.starts_with(&stored[..10]), "what is printed is what is stored: {answer}");
    }
}

#[test]
fn entries_are_counted_one_by_one_though_one_of_a_batch_fails() {
    let harness = Harness::new(&files());
    let entry = |call: (&'static str, Value)| call.1;
    let wrong = record("pay", "src/bank.rs", "Pays by means of `wire_money`.");
    let batch = json!({ "entries": [entry(store()), entry(open_store()), entry(wrong)] });
    let steps = vec![
        ScriptStep::calls([read("src/store.rs"), read("src/bank.rs")]),
        ScriptStep::calls([("record_entries", batch)]),
        ScriptStep::text("It is a store."),
        ScriptStep::text("It is a store."),
    ];
    let (finished, requests) = run(&harness, steps, 20);
    let totals = &finished.outcome.totals;
    assert_eq!((totals.checked, totals.unverified), (2, 1), "{:?}", finished.results());
    let after = sent(&requests[2]);
    assert!(after.contains("3 entries recorded; no entry yet"), "{after}");
    assert!(!after.contains("pub struct Store {"), "code that is recorded goes: {after}");
    assert!(after.contains("pub fn pay("), "code to correct an entry by stays: {after}");
    assert!(after.contains("wire_money"), "so does the entry that failed: {after}");
}

#[test]
fn an_answer_counts_though_the_model_goes_on_and_runs_into_a_cap() {
    let harness = Harness::new(&files());
    let steps = vec![
        ScriptStep::calls([read("src/store.rs")]),
        ScriptStep::text("It is a store."),
        ScriptStep::calls([read("src/bank.rs")]),
        ScriptStep::calls([pay()]),
    ];
    let (finished, _) = run(&harness, steps, 4);
    assert_eq!(finished.outcome.ending, Ending::MaxTurns { limit: 4 });
    assert_eq!(finished.outcome.answer.as_deref(), Some("It is a store."));
}

#[test]
fn on_the_last_turn_nothing_contradicts_the_call_to_record() {
    let harness = Harness::new(&files());
    let steps = vec![
        ScriptStep::calls([read("src/store.rs")]),
        ScriptStep::calls([read("src/bank.rs")]),
        ScriptStep::calls([pay()]),
    ];
    let (_, requests) = run(&harness, steps, 3);
    let (middle, last) = (sent(&requests[1]), sent(&requests[2]));
    assert!(middle.contains("You have read `Store`. Call create_index_entry now"), "{middle}");
    assert!(middle.contains(r#""start_line":2,"end_line":4"#), "{middle}");
    assert!(last.contains("[this is your last turn: record now"), "{last}");
    assert_eq!(last.matches("nothing is recorded yet").count(), 1, "{last}");
    // A text with one turn left is an answer: there is no use in asking to look.
    let steps = vec![ScriptStep::text("It is a store.")];
    assert_eq!(run(&Harness::new(&files()), steps, 2).1.len(), 1);
}

#[test]
fn a_budget_that_is_nearly_used_up_is_said_in_time() {
    let harness = Harness::new(&files());
    let steps = vec![ScriptStep::calls([read("src/store.rs")]), ScriptStep::calls([store()])];
    let usage = Usage { input_tokens: 4_000, output_tokens: 10, ..Usage::default() };
    let script = Script::new(steps).with_usage(usage);
    let cap = 11_000;
    let (finished, requests) =
        run_with(&harness, script, |mission| mission.limits.max_tokens = Some(cap));
    assert_eq!(finished.outcome.ending, Ending::MaxTokens { limit: cap });
    let last = sent(requests.last().unwrap());
    assert!(last.contains("[the budget leaves room for one more reply: record now"), "{last}");
    assert!(!last.contains("nothing is recorded yet"), "{last}");
}

#[test]
fn a_second_run_asks_for_nothing_that_is_recorded_and_fresh() {
    let harness = Harness::new(&files());
    let steps = vec![
        ScriptStep::calls([read("src/store.rs")]),
        ScriptStep::calls([store(), open_store()]),
        ScriptStep::text("It is a store."),
        ScriptStep::text("It is a store."),
    ];
    run(&harness, steps, 20);
    let steps = vec![
        ScriptStep::calls([("list_filesystem", json!({ "path": "." }))]),
        ScriptStep::text("It is a store."),
        ScriptStep::text("It is a store."),
    ];
    let (_, requests) = run(&harness, steps, 20);
    let first = sent(&requests[0]);
    let (known, wanted) = first.split_once("\n\nA map of the code;").unwrap();
    assert!(
        known.contains("2 entries are recorded already; go on with what is missing."),
        "{known}"
    );
    assert!(known.contains("- `Store` in src/store.rs: \"Keeps orders.\""), "{known}");
    assert!(known.contains("- `open_store` in src/store.rs: \"Opens the store.\""), "{known}");
    assert!(wanted.contains("pay") && wanted.contains("src/bank.rs"), "{wanted}");
    for request in &requests {
        let text = sent(request);
        let after_known = text.split_once("\n\nA map of the code;").unwrap().1;
        assert!(!after_known.contains("`Store`") && !after_known.contains("open_store"), "{text}");
    }
    assert!(sent(&requests[1]).contains("no entry yet: src/bank.rs]"));
}

#[test]
fn a_second_run_begins_with_what_went_stale() {
    let harness = Harness::new(&files());
    let steps = vec![
        ScriptStep::calls([read("src/store.rs"), read("src/bank.rs")]),
        ScriptStep::calls([store(), open_store(), pay()]),
        ScriptStep::text("It is a store."),
    ];
    let (finished, requests) = run(&harness, steps, 20);
    assert_eq!((finished.outcome.totals.checked, requests.len()), (3, 3));
    let changed = files().replace("    orders: u32,", "    orders: u64,\n    prices: u64,");
    let store = changed.split("//- src/bank.rs").next().unwrap().replace("//- src/store.rs\n", "");
    harness.tree.write("src/store.rs", &store);
    let cancelled = std::sync::atomic::AtomicBool::new(false);
    harness.toolbox.engine.index(rutter_engine::Extent::Changed, &|_| {}, &cancelled).unwrap();
    harness.toolbox.drop_caches();
    let briefing = Briefing::gather(&harness.toolbox, None, 2_000).unwrap();
    let text = opening(&briefing);
    let again = text.split("\n\n").nth(1).unwrap();
    assert!(again.contains("- `Store` in src/store.rs: stale"), "{text}");
    let progress = briefing.plan.progress(&briefing.known);
    assert!(progress.missing(9).unwrap().contains("`Store`"), "{progress:?}");
}

#[test]
fn a_model_that_may_not_record_is_told_nothing_about_entries() {
    let harness = Harness::in_mode(&files(), Mode::Ask);
    let steps = vec![ScriptStep::calls([read("src/store.rs")]), ScriptStep::text("It is a store.")];
    let (_, requests) = run(&harness, steps, 20);
    assert_eq!(requests.len(), 2);
    assert!(!sent(&requests[1]).contains("entries recorded"));
}
