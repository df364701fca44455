//! The steps of resolving a gap: what is looked up, who writes, when it counts as resolved.

use rutter_agent::{ResolveEnding, ResolveOptions};
use rutter_domain::{Event, GapState, Phase};
use rutter_provider::language::Request;
use serde_json::json;

use crate::harness::Harness;
use crate::resolve_harness::{
    DECK, attempts, call, entries, find_gaps, model, options, prompt, record, record_with, resolve,
    store, subject, text,
};

#[test]
fn a_gap_is_resolved_when_its_rule_no_longer_finds_it() {
    let harness = Harness::new(DECK);
    let script = model(record);
    let resolved = resolve(&harness, Some(&script), options());
    assert_eq!(resolved.run.ending, ResolveEnding::AllResolved);
    assert_eq!(resolved.counts(), (4, 0, 0));
    // An entry that passes ends the conversation: one request a gap.
    assert_eq!(script.requests().len(), 4);
    assert_eq!(attempts(&harness), ["semantic_search resolved"; 4]);
    let records = store(&harness).gap_records().unwrap();
    assert!(records.iter().all(|record| record.state == GapState::Resolved), "{records:?}");
    assert!(records.iter().all(|record| record.entry.is_some() && record.by == "script"));
    assert!(resolved.run.after > resolved.run.before);
    assert_eq!(entries(&harness).len(), 4);
}

#[test]
fn phases_thoughts_actions_and_observations_are_in_the_record_of_the_run() {
    let harness = Harness::new(DECK);
    let resolved = resolve(&harness, Some(&model(record)), options());
    let phases: Vec<Phase> = resolved
        .moments
        .iter()
        .filter(|moment| moment.gap.is_none())
        .filter_map(|moment| match &moment.event {
            Event::Phase { phase } => Some(*phase),
            _ => None,
        })
        .collect();
    let expected =
        [Phase::InitialScanning, Phase::GapAnalysis, Phase::Finalizing, Phase::Terminated];
    assert_eq!(phases, expected);
    let gap = resolved.run.gaps[0].id.clone();
    let of_gap: Vec<&str> = resolved
        .moments
        .iter()
        .filter(|moment| moment.gap.as_ref() == Some(&gap))
        .map(|moment| match &moment.event {
            Event::Phase { .. } => "phase",
            Event::Thought { .. } => "thought",
            Event::Action { .. } => "action",
            Event::Observation { .. } => "observation",
            Event::GapSettled { .. } => "settled",
            Event::ToolResult { .. } => "tool result",
            _ => "",
        })
        .filter(|kind| !kind.is_empty())
        .collect();
    let expected = [
        "phase", "thought", "action", "observation", "action", "observation", "tool result",
        "observation", "settled",
    ];
    assert_eq!(of_gap, expected);
    let recorded = rutter_store::open_runs(&rutter_store::StoreUrl::folder(
        &harness.toolbox.engine.layout.data,
    ))
    .read(&resolved.run.run)
    .unwrap();
    assert_eq!(recorded.moments, resolved.moments);
    assert_eq!(recorded.problems, Vec::<String>::new());
}

#[test]
fn what_failed_is_in_the_prompt_of_the_next_attempt() {
    let harness = Harness::new(DECK);
    let script = model(|request: &Request| match prompt(request) {
        asked if asked.contains("Which of these ways") => text("I do not know."),
        asked if asked.contains("Earlier attempts:\n- semantic_search: nothing_found") => {
            record(request)
        }
        _ => text("The unit of `rope` is missing."),
    });
    let resolved = resolve(&harness, Some(&script), options());
    assert_eq!(resolved.counts(), (4, 0, 0));
    let expected = ["semantic_search nothing_found", "targeted_code resolved"];
    assert_eq!(attempts(&harness), expected.repeat(4));
}

#[test]
fn a_model_chooses_the_next_way_after_one_has_failed() {
    let harness = Harness::new(&format!("{DECK}//- docs/deck.md\n# Deck\n\nSee hoist.\n"));
    let script = model(|request: &Request| match prompt(request) {
        asked if asked.contains("Which of these ways") => {
            text(r#"{"thought": "the manual", "strategy": "targeted_document"}"#)
        }
        asked if asked.contains("\"docs\":true") => record(request),
        _ => text("It is not clear."),
    });
    let hoist = ResolveOptions { under: Some("deck/sails.py".to_owned()), ..options() };
    let resolved = resolve(&harness, Some(&script), ResolveOptions { limit: Some(1), ..hoist });
    assert_eq!(resolved.counts(), (1, 0, 0));
    let expected = ["semantic_search nothing_found", "targeted_document resolved"];
    assert_eq!(attempts(&harness), expected);
    let is_thought =
        |event: &&Event| matches!(event, Event::Thought { text } if text == "the manual");
    assert_eq!(resolved.events().filter(is_thought).count(), 1);
}

#[test]
fn an_author_who_is_not_sure_enough_does_not_resolve_a_gap() {
    let harness = Harness::new(DECK);
    let script = model(|request: &Request| match prompt(request) {
        asked if asked.contains("Which of these ways") => text("{}"),
        _ => record_with(request, json!("0.3")),
    });
    let resolved = resolve(&harness, Some(&script), options());
    assert_eq!(resolved.run.ending, ResolveEnding::OnlyHumanLeft);
    assert_eq!(resolved.counts(), (0, 4, 0));
    let question = resolved.run.gaps[0].question.clone().unwrap();
    assert!(question.contains("semantic_search (low_confidence: recorded with"), "{question}");
}

#[test]
fn what_closed_gaps_before_is_tried_first_in_the_next_run() {
    let harness = Harness::new(DECK);
    let script = model(|request: &Request| match prompt(request) {
        asked if asked.contains("Which of these ways") => text("{}"),
        asked if asked.contains("Earlier attempts") => record(request),
        _ => text("It is not clear."),
    });
    let first = ResolveOptions { under: Some("deck/sails.py".to_owned()), ..options() };
    resolve(&harness, Some(&script), first);
    let resolved = resolve(&harness, Some(&model(record)), options());
    assert_eq!(resolved.counts(), (2, 0, 0));
    let strategies: Vec<_> =
        resolved.run.gaps.iter().map(|gap| gap.strategy.unwrap().name()).collect();
    assert_eq!(strategies, ["targeted_code", "targeted_code"]);
}

#[test]
fn a_model_records_nothing_but_what_is_asked_for() {
    let harness = Harness::new(DECK);
    let script = model(|request: &Request| {
        let (symbol, path) = subject(request);
        let other = if symbol == "hoist" { "lower" } else { "hoist" };
        if prompt(request).contains("Which of these ways") {
            return text("{}");
        }
        call(
            "create_index_entry",
            json!({ "symbol": other, "file_path": path, "summary": "Moves." }),
        )
    });
    let resolved = resolve(&harness, Some(&script), options());
    assert_eq!(resolved.counts(), (0, 4, 0));
    assert_eq!(entries(&harness), Vec::<String>::new());
}

#[test]
fn a_model_that_leaves_out_the_symbol_means_the_one_of_the_gap() {
    let harness = Harness::new(DECK);
    let script = model(|request: &Request| {
        let (_, path) = subject(request);
        let parameter = if path.contains("sails") { "rope" } else { "chain" };
        let summary = format!("Moves the `{parameter}` a bit further.");
        call("create_index_entry", json!({ "file_path": path, "summary": summary }))
    });
    assert_eq!(resolve(&harness, Some(&script), options()).counts(), (4, 0, 0));
}

#[test]
fn dismissed_gaps_and_those_of_people_are_left_alone() {
    let harness = Harness::new(DECK);
    let script = model(|_: &Request| text("I do not know."));
    resolve(&harness, Some(&script), options());
    let (n_before, script) = (attempts(&harness).len(), model(record));
    let resolved = resolve(&harness, Some(&script), options());
    assert_eq!((resolved.run.gaps.len(), script.requests().len()), (0, 0));
    assert_eq!(attempts(&harness).len(), n_before);
    assert_eq!(resolved.run.ending, ResolveEnding::AllResolved);
}

#[test]
fn a_model_chooses_among_more_gaps_than_are_allowed() {
    let harness = Harness::new(DECK);
    let selection = rutter_agent::GapSelection::Under { under: None, rules: options().rules };
    let found = find_gaps(&harness.toolbox)(&selection).unwrap();
    let last = found.gaps.last().unwrap().id.clone();
    let chosen = last.clone();
    let script = model(move |request: &Request| match prompt(request) {
        asked if asked.contains("Only 2 of them") => {
            text(&json!({ "gaps": ["made up", chosen] }).to_string())
        }
        _ => record(request),
    });
    let limited = ResolveOptions { limit: Some(2), ..options() };
    let resolved = resolve(&harness, Some(&script), limited);
    let ids: Vec<_> = resolved.run.gaps.iter().map(|gap| gap.id.clone()).collect();
    // What it did not choose follows by priority.
    assert_eq!(ids, [last, found.gaps[0].id.clone()]);
    assert_eq!((resolved.counts(), resolved.run.omitted), ((2, 0, 0), 2));
}
