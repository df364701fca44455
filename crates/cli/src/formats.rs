//! Formats gaps and completeness for other programs, and as drawings.
//!
//! Everything here is a function from data to text.

mod badge;
mod github;
mod junit;
mod sarif;
mod trend;

pub use badge::badge;
pub use github::annotations;
pub use junit::junit;
pub use rutter_web::{colour_of, duration, escape, percentage};
pub use sarif::sarif;
pub use trend::{BARS, Trend, sparkline, trend};

use rutter_domain::Gap;

/// The message of a gap, with the nearest name that exists.
fn message_of(gap: &Gap) -> String {
    match &gap.nearest {
        Some(nearest) => format!("{} (nearest: {nearest})", gap.message),
        None => gap.message.clone(),
    }
}
