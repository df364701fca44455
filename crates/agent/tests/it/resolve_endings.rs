//! How a resolving run ends, whatever the model does, and how it is resumed.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rutter_agent::{ResolveEnding, ResolveOptions, last_unfinished_run};
use rutter_domain::{Ending, Event, Usage};
use rutter_fixture::Tree;
use rutter_provider::language::{Cache, LanguageModel as _, Request};
use serde_json::json;

use crate::harness::Harness;
use crate::resolve_harness::{
    DECK, attempts, call, entries, model, options, record, resolve, resume, store, text,
    unavailable,
};

/// Requests of an attempt, times strategies, and one judgement between them.
const MOST_REQUESTS_PER_GAP: usize = 4 * 3 + 1;

#[test]
fn a_model_that_goes_round_in_circles_ends_within_its_turns() {
    let harness = Harness::new(DECK);
    let script = model(|_: &Request| call("read_file", json!({ "file_path": "deck/sails.py" })));
    let resolved = resolve(&harness, Some(&script), options());
    assert_eq!(resolved.run.ending, ResolveEnding::OnlyHumanLeft);
    assert_eq!(resolved.counts(), (0, 4, 0));
    assert!(script.requests().len() <= 4 * MOST_REQUESTS_PER_GAP);
    assert_eq!(entries(&harness), Vec::<String>::new());
}

#[test]
fn a_model_that_contradicts_itself_leaves_the_gap_to_a_person() {
    let harness = Harness::new(DECK);
    let n_asked = AtomicUsize::new(0);
    let n_asked = Arc::new(n_asked);
    let script = model(move |request: &Request| {
        let (symbol, path) = crate::resolve_harness::subject(request);
        let is_even = n_asked.fetch_add(1, Ordering::SeqCst).is_multiple_of(2);
        let summary = if is_even {
            "Deletes all `files` of the disk with `remove_tree` and returns 17."
        } else {
            "Never deletes anything, and calls `keep_tree` for 99 seconds."
        };
        let entry = json!({ "symbol": symbol, "file_path": path, "summary": summary });
        call("create_index_entry", entry)
    });
    let resolved = resolve(&harness, Some(&script), options());
    assert_eq!(resolved.run.ending, ResolveEnding::OnlyHumanLeft);
    assert_eq!(resolved.counts(), (0, 4, 0));
    assert!(script.requests().len() <= 4 * MOST_REQUESTS_PER_GAP);
    assert!(
        attempts(&harness)
            .iter()
            .all(|attempt| attempt.contains("not_supported") || attempt.contains("nothing_found"))
    );
}

#[test]
fn a_model_that_talks_nonsense_leaves_all_gaps_to_people() {
    let harness = Harness::new(DECK);
    let script = model(|_: &Request| text("%%% {\"strategy\": 7} blue cheese"));
    let resolved = resolve(&harness, Some(&script), options());
    assert_eq!(resolved.counts(), (0, 4, 0));
    let question = resolved.run.gaps[0].question.clone().unwrap();
    assert!(question.starts_with("What is `") && question.contains("blue cheese"), "{question}");
}

#[test]
fn a_run_gives_up_when_nothing_is_resolved_any_more() {
    let functions: String =
        (0..80).map(|n| format!("def haul_{n}(rope):\n    return rope + {n}\n\n\n")).collect();
    let harness = Harness::new(&format!("//- deck/ropes.py\n{functions}"));
    let script = model(|_: &Request| text("?"));
    let resolved = resolve(&harness, Some(&script), options());
    assert_eq!(resolved.run.ending, ResolveEnding::NoProgress);
    assert_eq!(resolved.counts(), (0, 64, 16));
    // A model that says so is believed after the first batch.
    let harness = Harness::new(&format!("//- deck/ropes.py\n{functions}"));
    let script = model(|_: &Request| text(r#"{"next": "stop", "thought": "hopeless"}"#));
    let resolved = resolve(&harness, Some(&script), options());
    assert_eq!(
        (resolved.run.ending.clone(), resolved.counts()),
        (ResolveEnding::NoProgress, (0, 32, 48))
    );
}

#[test]
fn a_model_that_fails_every_second_request_still_resolves_everything() {
    let harness = Harness::new(DECK);
    let n_asked = Arc::new(AtomicUsize::new(0));
    let script = model(move |request: &Request| {
        if n_asked.fetch_add(1, Ordering::SeqCst).is_multiple_of(2) {
            unavailable()
        } else {
            record(request)
        }
    });
    let resolved = resolve(&harness, Some(&script), options());
    assert_eq!(resolved.run.ending, ResolveEnding::AllResolved);
    assert_eq!((resolved.counts(), script.requests().len()), ((4, 0, 0), 8));
    assert_eq!(attempts(&harness), ["semantic_search resolved"; 4]);
}

#[test]
fn a_model_that_cannot_be_reached_ends_the_run_and_costs_no_attempt() {
    let harness = Harness::new(DECK);
    let resolved = resolve(&harness, Some(&model(|_: &Request| unavailable())), options());
    assert!(
        matches!(resolved.run.ending, ResolveEnding::Failed { .. }),
        "{:?}",
        resolved.run.ending
    );
    assert_eq!(resolved.counts(), (0, 0, 4));
    assert_eq!(attempts(&harness), ["semantic_search unfinished"]);
    let script = model(record);
    let resumed = resume(&harness, &script);
    assert_eq!((resumed.counts(), script.requests().len()), ((4, 0, 0), 4));
    assert_eq!(resumed.run.resumed, Some(resolved.run.run));
    assert_eq!(attempts(&harness), ["semantic_search resolved"; 4]);
    assert!(last_unfinished_run(&*store(&harness)).unwrap().is_none());
}

#[test]
fn parallel_and_serial_runs_record_the_same() {
    let functions = |file: usize| {
        let function =
            |n: usize| format!("def haul_{file}_{n}(rope):\n    return rope + {n}\n\n\n");
        format!("//- deck/sails{file}.py\n{}", (0..9).map(function).collect::<String>())
    };
    let files: String = (0..5).map(functions).collect();
    // Some are recorded at once, some at the second attempt, some never.
    let answer = |request: &Request| {
        let prompt = crate::resolve_harness::prompt(request);
        if prompt.contains("Which of these ways") {
            return text(r#"{"thought": "code", "strategy": "targeted_code"}"#);
        }
        let (symbol, _) = crate::resolve_harness::subject(request);
        match symbol.as_bytes().last().map(|digit| digit % 3) {
            Some(0) => record(request),
            Some(1) if prompt.contains("Earlier attempts") => record(request),
            Some(_) | None => text("It is not clear."),
        }
    };
    let outcome = |jobs: usize| {
        let harness = Harness::new(&files);
        let resolved =
            resolve(&harness, Some(&model(answer)), ResolveOptions { jobs, ..options() });
        let states: Vec<_> = resolved
            .run
            .gaps
            .iter()
            .map(|gap| (gap.id.clone(), gap.state, gap.entry.clone()))
            .collect();
        (entries(&harness), attempts(&harness), states, resolved.counts())
    };
    let serial = outcome(1);
    assert_eq!(serial.3, (30, 15, 0));
    assert_eq!(outcome(8), serial);
}

#[test]
fn requests_in_flight_at_once_do_not_exceed_a_cap_together() {
    let functions: String =
        (0..30).map(|n| format!("def haul_{n}(rope):\n    return rope + {n}\n\n\n")).collect();
    let harness = Harness::new(&format!("//- deck/sails.py\n{functions}"));
    let usage = Usage { input_tokens: 3_000, output_tokens: 1_000, ..Usage::default() };
    let script = model(record).with_usage(usage);
    let capped = ResolveOptions { jobs: 8, max_tokens: Some(30_000), ..options() };
    let resolved = resolve(&harness, Some(&script), capped);
    let cap = Ending::MaxTokens { limit: 30_000 };
    assert_eq!(resolved.run.ending, ResolveEnding::CapReached { cap });
    assert!(resolved.run.totals.tokens() <= 30_000, "{}", resolved.run.totals.tokens());
    let n_requests = script.requests().len();
    assert!((5..=7).contains(&n_requests), "{n_requests}");
    assert_eq!(resolved.run.resolved, n_requests);
    assert!(attempts(&harness).iter().filter(|one| one.contains("unfinished")).count() <= 8);
    // The cap counts for the whole run: resumed as it is, nothing more is sent.
    let script = model(record).with_usage(usage);
    assert_eq!((resume(&harness, &script).run.resolved, script.requests().len()), (n_requests, 0));
}

#[test]
fn a_cancelled_run_ends_as_such_and_can_be_resumed() {
    let mut harness = Harness::new(DECK);
    let cancel = harness.cancel.clone();
    let n_asked = Arc::new(AtomicUsize::new(0));
    let script = model(move |request: &Request| {
        if n_asked.fetch_add(1, Ordering::SeqCst) == 2 {
            cancel.cancel();
        }
        record(request)
    });
    let resolved = resolve(&harness, Some(&script), options());
    assert_eq!(resolved.run.ending, ResolveEnding::Cancelled);
    assert!(resolved.run.open >= 1);
    harness.cancel = tokio_util::sync::CancellationToken::new();
    let resumed = resume(&harness, &model(record));
    assert_eq!(resumed.counts(), (4, 0, 0));
    assert_eq!(entries(&harness).len(), 4);
}

/// Every reply is on disk before it is used, so an attempt that is begun again asks nothing twice.
#[test]
fn an_attempt_that_is_continued_pays_for_no_request_twice() {
    let harness = Harness::new(DECK);
    let replies = Tree::new("");
    let n_asked = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&n_asked);
    let script = Arc::new(model(move |request: &Request| {
        let is_first_turn = request.messages.len() == 1;
        match (is_first_turn, counted.fetch_add(1, Ordering::SeqCst)) {
            (true, _) => call("read_file", json!({ "file_path": "deck/anchor.py" })),
            // The second request of the first attempt fails for good.
            (false, 1..=4) => unavailable(),
            (false, _) => record(request),
        }
    }));
    let cached = Cache::new(script.clone(), replies.path(), script.name());
    let resolved = resolve(&harness, Some(&cached), options());
    assert!(matches!(resolved.run.ending, ResolveEnding::Failed { .. }));
    let resumed = resume(&harness, &cached);
    assert_eq!(resumed.counts(), (4, 0, 0));
    let is_cached = |event: &&Event| matches!(event, Event::Usage { is_cached: true, .. });
    assert_eq!(resumed.events().filter(is_cached).count(), 1);
    // Two requests a gap, and the four that failed.
    assert_eq!(n_asked.load(Ordering::SeqCst), 4 * 2 + 4);
}
