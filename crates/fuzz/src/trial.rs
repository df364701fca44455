//! Puts one input through a target, in this process: catches panics, measures time and memory.
//!
//! A panic counts even where the code under test catches it itself, because a user sees its text;
//! so panics are noted by the hook and not by what unwinds to here.

use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::measure::{cpu_time, peak_bytes, reset_peak, resident_bytes};
use crate::{Plan, Target};

/// Notes the panics of this process, on whichever thread.
#[derive(Debug, Clone)]
pub struct Panics {
    noted: Arc<Mutex<Vec<String>>>,
}

impl Panics {
    /// Takes the place of the hook that prints panics.
    pub fn catch() -> Panics {
        let noted = Arc::new(Mutex::new(Vec::new()));
        let hook = Arc::clone(&noted);
        panic::set_hook(Box::new(move |info| {
            let place = info.location().map_or_else(String::new, |place| place.to_string());
            // A crate's place, without the folder that it was unpacked to on this machine.
            let place = place.split_once("/registry/src/").map_or(place.as_str(), |(_, rest)| rest);
            let text = info.payload_as_str().unwrap_or("a panic without a text");
            hook.lock().unwrap_or_else(PoisonError::into_inner).push(format!("{place}: {text}"));
        }));
        Panics { noted }
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.noted.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Time and memory that an input took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// Processor time of all threads.
    pub time: Duration,
    /// The most memory held at a time, beyond what was held before.
    pub memory_bytes: u64,
}

/// Runs one input. The error begins with the kind of failure: `panic`, `broken` or `memory`.
pub fn attempt(
    plan: &Plan,
    target: &mut dyn Target,
    input: &[u8],
    panics: &Panics,
) -> (Result<(), String>, Cost) {
    panics.take();
    reset_peak();
    let (began, held_bytes) = (cpu_time(), resident_bytes());
    let result = panic::catch_unwind(AssertUnwindSafe(|| target.check(input)));
    let cost = Cost {
        time: cpu_time().saturating_sub(began),
        memory_bytes: peak_bytes().saturating_sub(held_bytes),
    };
    let outcome = match (result, panics.take().into_iter().next()) {
        // A wrong answer is worse than the text of a panic that was caught on the way to it.
        (Ok(Err(broken)), _) => Err(format!("broken: {broken}")),
        (_, Some(text)) => Err(format!("panic: {text}")),
        (Err(_), None) => Err("panic: it did not reach the hook".to_owned()),
        (Ok(Ok(())), None) if plan.is_too_much(cost.memory_bytes, input.len()) => {
            let megabytes = cost.memory_bytes >> 20;
            Err(format!("memory: {megabytes} MB for an input of {} bytes", input.len()))
        }
        (Ok(Ok(())), None) => Ok(()),
    };
    (outcome, cost)
}
