//! The limits of a run: tokens and money over all requests, and the context window of each.

mod caps;
mod code_log;
mod compaction;
mod window;

pub(crate) use caps::{Budget, Permit, micros};
pub(crate) use code_log::{CodeLog, RECORDED};
pub(crate) use compaction::compact;
pub(crate) use window::{Cuts, TokenEstimator, shorten};

/// A number with its thousands apart: `10,000`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
