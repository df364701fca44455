//! Lets a model work with tools: one loop of turns, and the missions that run on it.
//!
//! [`run`] takes a [`Mission`], a model, and the toolbox; it tells an [`Observer`] every event, so
//! that printing, recording and counting are none of its business. Start at `run.rs`.

mod budget;
mod calls;
mod context;
mod error;
mod explore;
mod mission;
mod notes;
mod observer;
mod repetition;
mod run;
mod teller;

pub use error::Error;
pub use explore::{Briefing, Known, explore, explore_as_guest, map_tokens};
pub use mission::{Limits, Mission};
pub use observer::{Joined, Observer, replay};
pub use run::{Ended, run};
