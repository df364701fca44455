//! Lets a language model work with tools: one turn loop, and the missions that run on it.
//!
//! [`Agent::run`] takes a [`Mission`], a conversation and the user's next message, and appends what
//! follows to the conversation, which outlives the run. Every event goes to an [`Observer`], so the
//! loop neither prints nor records. Start at `agent.rs`, then `turn_loop.rs`.

mod agent;
mod budget;
mod error;
mod event_sink;
mod mission;
mod missions;
mod observer;
mod prompts;
mod turn_loop;

pub use agent::{Agent, RunOutcome};
pub use error::Error;
pub use mission::{CitationCheck, Goal, Mission, RunLimits, SMALL_WINDOW_TOKENS};
pub use missions::ask::{AskBriefing, COMPACT_ABOVE, ask};
pub use missions::explore::{
    Briefing, explore, explore_as_guest, explore_by, explore_with_small_model, opening,
};
pub use missions::resolve::{
    Estimate, FindGaps, FoundGaps, GapSelection, Left, PlannedGap, Prompt, ResolveEnding,
    ResolveOptions, ResolvePlan, ResolveRun, ResolveTask, SavedRun, SettledGap, Templates,
    check_resolve, last_unfinished_run, plan_resolve, resolve_gaps,
};
pub use missions::review::{EntryReview, ReviewRun, ReviewVerdict, review, review_entries};
pub use observer::{Joined, Observer, replay};
