//! Caps hold, but for the reply in flight, and that is said.

use rutter_agent::{Error, Limits, Mission};
use rutter_domain::{Ending, Hint, Moment, Usage};
use rutter_provider::language::{Price, Script, Step};
use serde_json::json;

use crate::stage::{FILES, Played, Stage};

/// A model that never comes to an end, and takes that much each time.
fn endless(usage: Usage) -> Script {
    let steps =
        (1..1000).map(|line| Step::call("read_file", json!({"file_path": "README.md", "n": line})));
    Script::new(steps).with_usage(usage)
}

fn play(script: &Script, limits: Limits) -> Played {
    let mut mission = Mission::new("test", "", "go");
    mission.limits = limits;
    Stage::new(FILES).play(&mission, script)
}

const PRICE: Price = Price { input: 1.0, cached: 1.0, output: 10.0 };

#[test]
fn a_cap_on_tokens_is_kept_and_holds_replies_to_what_is_left() {
    for limit in [1, 5_000, 20_000, 33_333, 100_000] {
        let usage = Usage { input_tokens: 6_000, output_tokens: 60, ..Usage::default() };
        let script = endless(usage);
        let limits = Limits { max_turns: 1000, max_tokens: Some(limit), max_cost: None };
        let played = play(&script, limits);
        let totals = &played.ended.totals;
        assert_eq!(played.ended.ending, Ending::MaxTokens { limit });
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
fn what_exceeds_a_cap_is_the_reply_in_flight_and_is_told() {
    let usage = Usage { input_tokens: 9_000, output_tokens: 1_312, ..Usage::default() };
    let limits = Limits { max_tokens: Some(10_000), ..Limits::default() };
    let played = play(&endless(usage), limits);
    assert_eq!(played.ended.ending, Ending::MaxTokens { limit: 10_000 });
    assert_eq!(played.ended.totals.turns, 1);
    assert_eq!(
        played.remarks(),
        ["the cap of 10,000 tokens was exceeded by 312, the reply in flight"]
    );
    // What the reply called for was done, for nothing was to be paid any more.
    assert_eq!(played.results().len(), 1);
}

#[test]
fn a_cap_on_cost_is_kept() {
    let usage = Usage { input_tokens: 6_000, output_tokens: 50, ..Usage::default() };
    let script = endless(usage).with_price(PRICE);
    let limits = Limits { max_turns: 1000, max_tokens: None, max_cost: Some(0.05) };
    let played = play(&script, limits);
    assert_eq!(played.ended.ending, Ending::MaxCost { limit_micros: 50_000 });
    let cost = played.ended.totals.cost.unwrap();
    assert!(cost <= 0.05 && cost > 0.03, "{cost}");
    let last = script.requests().last().unwrap().limit_output_tokens.unwrap();
    assert!(last < 5_000, "{last}");
}

#[test]
fn a_cost_over_the_cap_is_told() {
    let usage = Usage { input_tokens: 6_000, output_tokens: 10_000, ..Usage::default() };
    let limits = Limits { max_cost: Some(0.1), ..Limits::default() };
    let played = play(&endless(usage).with_price(PRICE), limits);
    assert_eq!(played.ended.totals.turns, 1);
    assert_eq!(
        played.remarks(),
        ["the cap of $0.1 was exceeded by $0.006000, the reply in flight"]
    );
}

fn refused(script: &Script, limits: Limits) -> Error {
    let mut mission = Mission::new("test", "", "go");
    mission.limits = limits;
    let seen = std::sync::Mutex::new(0);
    let count = |_: &Moment| *seen.lock().unwrap() += 1;
    let error = Stage::new(FILES).try_play(&mission, script, &count).err().unwrap();
    assert_eq!((script.requests().len(), *seen.lock().unwrap()), (0, 0));
    error
}

#[test]
fn a_cap_on_cost_without_a_price_is_refused_before_anything_is_asked() {
    let script = endless(Usage::default());
    let error = refused(&script, Limits { max_cost: Some(1.0), ..Limits::default() });
    assert_eq!(
        (error.to_string(), error.hint()),
        (
            "the price of `script` is not known, so that a cap on its cost cannot be kept"
                .to_owned(),
            Hint::AddPrice { model: "script".to_owned() }
        )
    );
}

#[test]
fn caps_that_make_no_sense_are_refused() {
    let script = endless(Usage::default()).with_price(PRICE);
    let usual = Limits::default();
    for (limits, told) in [
        (Limits { max_turns: 0, ..usual }, "the cap on turns is `0`"),
        (Limits { max_tokens: Some(0), ..usual }, "the cap on tokens is `0`"),
        (Limits { max_cost: Some(0.0), ..usual }, "the cap on cost is `0`"),
        (Limits { max_cost: Some(-1.0), ..usual }, "the cap on cost is `-1`"),
        (Limits { max_cost: Some(f64::NAN), ..usual }, "the cap on cost is `NaN`"),
    ] {
        assert_eq!(refused(&script, limits).to_string(), told);
    }
}

#[test]
fn a_cost_that_is_not_known_is_not_told_as_nothing() {
    let script = Script::new([Step::text("done")]);
    let played = play(&script, Limits::default());
    assert_eq!(played.ended.totals.cost, None);
}
