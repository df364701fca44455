//! Measures the quality of answers on questions with known answers.
//!
//! A [`Suite`] is a set of packages, each with queries and the files that answer them. [`measure`]
//! computes the quality of a search mode; [`fit`] finds the ranking weights that do best and estimates the gain
//! by cross-validation. [`replay`] asks for real changes of any repository with a history.

mod fit;
mod judge;
mod measure;
mod replay;
mod suite;

pub use fit::{Fitted, fit};
pub use judge::{Judged, judge};
pub use measure::{Measured, Summary, measure, open};
pub use replay::{Replayed, replay};
pub use suite::{Package, Question, Suite};
