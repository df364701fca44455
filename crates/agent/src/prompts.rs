//! Every text that is sent to a model, from the files in `prompts/`.
//!
//! Small models follow these texts closely, so a change of wording is a change of behaviour. A paragraph
//! is one line, because the line breaks are sent as well.

/// Instruction of an exploration by our own model; `{recording}` stands for [`RECORDING`].
pub(crate) const EXPLORE: &str = include_str!("../prompts/explore.md").trim_ascii_end();

/// [`EXPLORE`] for a small model, step by step.
pub(crate) const EXPLORE_SMALL: &str = include_str!("../prompts/explore_small.md").trim_ascii_end();

/// [`EXPLORE`] for the model of a coding agent, which has more tools, under other names.
pub(crate) const EXPLORE_AS_GUEST: &str =
    include_str!("../prompts/explore_as_guest.md").trim_ascii_end();

/// Explains how to write an entry that passes its checks.
pub(crate) const RECORDING: &str = include_str!("../prompts/recording.md").trim_ascii_end();

pub(crate) const EXPLORE_NUDGE: &str = include_str!("../prompts/explore_nudge.md").trim_ascii_end();

pub(crate) const EXPLORE_REMINDER: &str =
    include_str!("../prompts/explore_reminder.md").trim_ascii_end();

pub(crate) const EXPLORE_LAST_TURN: &str =
    include_str!("../prompts/explore_last_turn.md").trim_ascii_end();

/// Sent once to a model that stops early; `{missing}` stands for what has no entry.
pub(crate) const EXPLORE_UNFINISHED: &str =
    include_str!("../prompts/explore_unfinished.md").trim_ascii_end();

/// Added to the results when the caps leave room for one more request.
pub(crate) const BUDGET_END: &str = include_str!("../prompts/budget_end.md").trim_ascii_end();

/// Instruction for questions about a codebase.
pub(crate) const ASK: &str = include_str!("../prompts/ask.md").trim_ascii_end();

pub(crate) const ASK_NUDGE: &str = include_str!("../prompts/ask_nudge.md").trim_ascii_end();

/// Asks for the places of an answer that cites none; `{choices}` stands for places.
pub(crate) const ASK_SOURCES: &str = include_str!("../prompts/ask_sources.md").trim_ascii_end();

pub(crate) const ASK_LAST_TURN: &str = include_str!("../prompts/ask_last_turn.md").trim_ascii_end();

/// Instruction of a second reader, who gets the questionnaire as the first message.
pub(crate) const REVIEW: &str = include_str!("../prompts/review.md").trim_ascii_end();

pub(crate) const REVIEW_NUDGE: &str = include_str!("../prompts/review_nudge.md").trim_ascii_end();

pub(crate) const REVIEW_REMINDER: &str =
    include_str!("../prompts/review_reminder.md").trim_ascii_end();

/// Last-turn note of a mission that brings none of its own.
pub(crate) const LAST_TURN: &str = include_str!("../prompts/last_turn.md").trim_ascii_end();

/// Sent when a reply reached its length limit.
pub(crate) const REPLY_CUT_OFF: &str = include_str!("../prompts/reply_cut_off.md").trim_ascii_end();

/// Sent when a reply has neither text nor calls.
pub(crate) const EMPTY_REPLY: &str = include_str!("../prompts/empty_reply.md").trim_ascii_end();

/// Added to the results of calls that were all made before.
pub(crate) const REPEATED_CALLS: &str =
    include_str!("../prompts/repeated_calls.md").trim_ascii_end();

/// Instruction for an attempt to close a gap; `{recording}` stands for [`RECORDING`].
pub(crate) const RESOLVE: &str = include_str!("../prompts/resolve.md").trim_ascii_end();

pub(crate) const RESOLVE_SYNTHESIS: &str =
    include_str!("../prompts/resolve_synthesis.md").trim_ascii_end();

pub(crate) const RESOLVE_RESOLUTION: &str =
    include_str!("../prompts/resolve_resolution.md").trim_ascii_end();

pub(crate) const RESOLVE_PRIORITISATION: &str =
    include_str!("../prompts/resolve_prioritisation.md").trim_ascii_end();

pub(crate) const RESOLVE_STRATEGY: &str =
    include_str!("../prompts/resolve_strategy.md").trim_ascii_end();

pub(crate) const RESOLVE_NUDGE: &str = include_str!("../prompts/resolve_nudge.md").trim_ascii_end();

pub(crate) const RESOLVE_REMINDER: &str =
    include_str!("../prompts/resolve_reminder.md").trim_ascii_end();

pub(crate) const RESOLVE_LAST_TURN: &str =
    include_str!("../prompts/resolve_last_turn.md").trim_ascii_end();
