//! How good answers are, on questions with known answers.
//!
//! A [`Suite`] is a set of packages, each with queries and the files that answer them. [`measure`]
//! measures the quality of each way to search, [`fit`] finds the weights of ranking that do best, with
//! packages held out to see what that is worth.

mod fit;
mod judge;
mod measure;
mod suite;

pub use fit::{Fitted, fit};
pub use judge::{Judged, judge};
pub use measure::{Measured, Summary, measure, open};
pub use suite::{Package, Question, Suite};
