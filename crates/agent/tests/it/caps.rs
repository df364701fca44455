//! Caps hold, but for the reply in flight, and that is said.

use rutter_agent::{Error, Mission, RunLimits};
use rutter_domain::{Ending, Hint, Moment, Usage};
use rutter_provider::language::{Price, Script, ScriptStep};
use serde_json::json;

use crate::harness::{FILES, FinishedRun, Harness};

/// A model that never comes to an end, and takes that much each time.
fn endless(usage: Usage) -> Script {
    let steps = (1..1000)
        .map(|line| ScriptStep::call("read_file", json!({"file_path": "README.md", "n": line})));
    Script::new(steps).with_usage(usage)
}

fn run(script: &Script, limits: RunLimits) -> FinishedRun {
    let mut mission = Mission::new("test", "");
    mission.limits = limits;
    Harness::new(FILES).run(&mission, script)
}

const PRICE: Price = Price { input: 1.0, cached: 1.0, output: 10.0 };

#[test]
fn a_cap_on_tokens_is_kept_and_holds_replies_to_what_is_left() {
    for limit in [1, 5_000, 20_000, 33_333, 100_000] {
        let usage = Usage { input_tokens: 6_000, output_tokens: 60, ..Usage::default() };
        let script = endless(usage);
        let limits = RunLimits { max_turns: 1000, max_tokens: Some(limit), max_cost: None };
        let finished = run(&script, limits);
        let totals = &finished.outcome.totals;
        assert_eq!(finished.outcome.ending, Ending::MaxTokens { limit });
        // A guess may be wrong once, before it has been compared with what is counted.
        assert!(totals.tokens() <= limit.max(6_060), "{} of {limit}", totals.tokens());
        let mut used = 0;
        for request in script.requests() {
            assert!(u64::from(request.limit_output_tokens.unwrap()) <= limit - used);
            used += 6_060;
        }
    }
}

#[test]
fn what_exceeds_a_cap_is_the_reply_in_flight_and_is_reported() {
    let usage = Usage { input_tokens: 9_000, output_tokens: 1_312, ..Usage::default() };
    let limits = RunLimits { max_tokens: Some(10_000), ..RunLimits::default() };
    let finished = run(&endless(usage), limits);
    assert_eq!(finished.outcome.ending, Ending::MaxTokens { limit: 10_000 });
    assert_eq!(finished.outcome.totals.turns, 1);
    assert_eq!(
        finished.remarks(),
        ["the cap of 10,000 tokens was exceeded by 312, the reply in flight"]
    );
    // What the reply called for was done, for nothing was to be paid any more.
    assert_eq!(finished.results().len(), 1);
}

#[test]
fn a_cap_on_cost_is_kept() {
    let usage = Usage { input_tokens: 6_000, output_tokens: 50, ..Usage::default() };
    let script = endless(usage).with_price(PRICE);
    let limits = RunLimits { max_turns: 1000, max_tokens: None, max_cost: Some(0.05) };
    let finished = run(&script, limits);
    assert_eq!(finished.outcome.ending, Ending::MaxCost { limit_micros: 50_000 });
    let cost = finished.outcome.totals.cost.unwrap();
    assert!(cost <= 0.05 && cost > 0.03, "{cost}");
    let last = script.requests().last().unwrap().limit_output_tokens.unwrap();
    assert!(last < 5_000, "{last}");
}

#[test]
fn a_cost_over_the_cap_is_reported() {
    let usage = Usage { input_tokens: 6_000, output_tokens: 10_000, ..Usage::default() };
    let limits = RunLimits { max_cost: Some(0.1), ..RunLimits::default() };
    let finished = run(&endless(usage).with_price(PRICE), limits);
    assert_eq!(finished.outcome.totals.turns, 1);
    assert_eq!(
        finished.remarks(),
        ["the cap of $0.1 was exceeded by $0.006000, the reply in flight"]
    );
}

fn refused(script: &Script, limits: RunLimits) -> Error {
    let mut mission = Mission::new("test", "");
    mission.limits = limits;
    let seen = std::sync::Mutex::new(0);
    let count = |_: &Moment| *seen.lock().unwrap() += 1;
    let error = Harness::new(FILES).try_run(&mission, script, &count).err().unwrap();
    assert_eq!((script.requests().len(), *seen.lock().unwrap()), (0, 0));
    error
}

#[test]
fn a_cap_on_cost_without_a_price_is_refused_before_anything_is_asked() {
    let script = endless(Usage::default());
    let error = refused(&script, RunLimits { max_cost: Some(1.0), ..RunLimits::default() });
    assert_eq!(
        (error.to_string(), error.hint()),
        (
            "the price of `script` is not known, so a cap on its cost cannot be enforced"
                .to_owned(),
            Some(Hint::AddPrice { model: "script".to_owned() })
        )
    );
}

#[test]
fn caps_that_make_no_sense_are_refused() {
    let script = endless(Usage::default()).with_price(PRICE);
    let usual = RunLimits::default();
    for (limits, message) in [
        (RunLimits { max_turns: 0, ..usual }, "the cap on turns is `0`"),
        (RunLimits { max_tokens: Some(0), ..usual }, "the cap on tokens is `0`"),
        (RunLimits { max_cost: Some(0.0), ..usual }, "the cap on cost is `0`"),
        (RunLimits { max_cost: Some(-1.0), ..usual }, "the cap on cost is `-1`"),
        (RunLimits { max_cost: Some(f64::NAN), ..usual }, "the cap on cost is `NaN`"),
    ] {
        assert_eq!(refused(&script, limits).to_string(), message);
    }
}

#[test]
fn a_cost_that_is_not_known_is_not_reported_as_zero() {
    let script = Script::new([ScriptStep::text("done")]);
    let finished = run(&script, RunLimits::default());
    assert_eq!(finished.outcome.totals.cost, None);
}
