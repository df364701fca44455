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
pub use rutter_web::{colour_of, escape, percentage};
pub use sarif::sarif;
pub use trend::{Point, Trend, sparkline, trend};
