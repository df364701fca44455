//! Work that the clock ends, with clocks that jump.

use std::cell::Cell;

use rutter_domain::Language;

use super::*;
use crate::languages;
use crate::parse::parse;

static NEVER: AtomicBool = AtomicBool::new(false);

thread_local! {
    static READINGS: Cell<u64> = const { Cell::new(0) };
}

/// A machine that stopped for a second while the text was parsed for the first time.
fn stopped_once() -> Duration {
    READINGS.set(READINGS.get() + 1);
    Duration::from_secs(if READINGS.get() > 1 { 1 } else { 0 })
}

/// A text for which every look at the clock shows another second.
fn always_slow() -> Duration {
    READINGS.set(READINGS.get() + 1);
    Duration::from_secs(READINGS.get())
}

fn outcome(clock: fn() -> Duration) -> Result<(), Ended> {
    let text = "fn walk() { call(); }\n";
    let table = languages::table(Language::Rust).unwrap();
    parse(table, text, &Work::with_clock(text.len(), &NEVER, clock)).map(drop)
}

#[test]
fn a_machine_that_stops_for_a_moment_costs_no_file_its_symbols() {
    assert_eq!(outcome(stopped_once), Ok(()));
}

#[test]
fn a_text_that_is_slow_every_time_is_too_complex_after_three_attempts() {
    assert_eq!(outcome(always_slow), Err(Ended::TooComplex));
    assert!(READINGS.get() >= 2 * MOST_ATTEMPTS as u64, "{}", READINGS.get());
}
