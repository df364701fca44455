//! Gaps and completeness in the formats of other programs, and as drawings.
//!
//! Everything here is a function from data to text: nothing is read, nothing is evaluated.

mod badge;
mod github;
mod junit;
mod sarif;
mod trend;
mod xml;

pub use badge::badge;
pub use github::annotations;
pub use junit::junit;
pub use sarif::sarif;
pub use trend::{Trend, sparkline, trend};
pub use xml::escape;

/// Red, orange, green or dark green, each readable under white text.
pub fn colour_of(percent: f64) -> &'static str {
    match percent {
        percent if percent >= 90.0 => "#1b7a3d",
        percent if percent >= 75.0 => "#55790f",
        percent if percent >= 50.0 => "#a15c00",
        _ => "#b3261e",
    }
}

/// A percentage as it is printed: `87.5`, and `100` without a fraction.
pub fn percentage(percent: f64) -> String {
    let text = format!("{percent:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}
