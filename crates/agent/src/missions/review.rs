//! Second readers: a model judges entries that somebody else recorded.
//!
//! Every entry gets a fresh, short conversation, because small models lose the thread in a long one; its
//! first message is the questionnaire, and the answers end it. All conversations are one run with one
//! budget. Start at [`review_entries`].

use std::sync::PoisonError;
use std::time::{Instant, SystemTime};

use rutter_domain::{
    Conversation, Ending, EntryStatus, Event, ListedEntry, Moment, Timestamp, Totals,
};
use rutter_tools::knowledge::review::{Grade, ReviewEntry};
use rutter_tools::{EntryVisibility, Tool as _};
use serde::Serialize;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use super::tool_sets;
use crate::budget::micros;
use crate::prompts::{REVIEW, REVIEW_NUDGE, REVIEW_REMINDER};
use crate::{Agent, Error, Goal, Mission, Observer, RunLimits};

/// Requests for one entry.
const MOST_TURNS: u32 = 6;

/// The result of a run of reviews.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewRun {
    pub ending: Ending,
    pub totals: Totals,
    /// In the order in which they were made.
    pub reviews: Vec<EntryReview>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EntryReview {
    /// Id of the entry.
    pub entry: String,
    pub symbol: String,
    pub path: String,
    #[serde(flatten)]
    pub verdict: ReviewVerdict,
}

/// Whether a review counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum ReviewVerdict {
    /// The entry now has this status.
    Counted {
        status: EntryStatus,
    },
    NotCounted {
        reason: String,
    },
}

/// The mission to answer one questionnaire. Its limits are those of the whole run.
pub fn review() -> Mission {
    let mut mission = Mission::new("review", REVIEW);
    mission.goal = Goal::Review;
    (mission.tools, mission.tools_if_small) = (tool_sets::REVIEW, tool_sets::REVIEW);
    mission.entries = EntryVisibility::Hidden;
    mission.nudge = Some(REVIEW_NUDGE.to_owned());
    mission.reminder = Some(REVIEW_REMINDER.to_owned());
    mission.limits.max_turns = u32::MAX;
    mission
}

/// Lets the model review entries, one after the other, until all are done or a cap is reached.
pub async fn review_entries(
    agent: &Agent<'_>,
    mission: &Mission,
    entries: &[ListedEntry],
    cancel: &CancellationToken,
) -> Result<ReviewRun, Error> {
    mission.check(agent.model)?;
    let began = Instant::now();
    let mut run = ReviewRun {
        ending: Ending::Answered,
        totals: Totals { cost: Some(0.0), ..Totals::default() },
        reviews: Vec::new(),
    };
    for (at, entry) in entries.iter().enumerate() {
        let limits = match left_of(&mission.limits, &run.totals) {
            Ok(limits) => limits,
            Err(ending) => {
                run.ending = ending;
                break;
            }
        };
        let reporting = if at == 0 { Reporting::Begins } else { Reporting::GoesOn };
        let observer = PartObserver { observer: agent.observer, reporting };
        let part = Agent { observer: &observer, ..*agent };
        let one = Mission { limits, ..mission.clone() };
        let (verdict, ending) = review_one(&part, &one, entry, &mut run.totals, cancel).await?;
        run.reviews.push(EntryReview {
            entry: entry.id.clone(),
            symbol: entry.title().to_owned(),
            path: entry.path.clone(),
            verdict,
        });
        // What ends one conversation for lack of turns does not end the others.
        let ending = match ending {
            Ending::Answered | Ending::MaxTurns { .. } => continue,
            // The limits of the run, not what was left of them.
            Ending::MaxTokens { limit } => {
                Ending::MaxTokens { limit: mission.limits.max_tokens.unwrap_or(limit) }
            }
            Ending::MaxCost { limit_micros } => Ending::MaxCost {
                limit_micros: mission.limits.max_cost.map_or(limit_micros, micros),
            },
            other @ (Ending::Failed { .. } | Ending::Cancelled) => other,
        };
        run.ending = ending;
        break;
    }
    run.totals.elapsed_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let (ending, totals) = (run.ending.clone(), run.totals.clone());
    let at = Timestamp::of(SystemTime::now());
    agent.observer.see(&Moment { at, gap: None, event: Event::Finished { ending, totals } });
    Ok(run)
}

/// Reviews one entry in a conversation of its own.
async fn review_one(
    agent: &Agent<'_>,
    mission: &Mission,
    entry: &ListedEntry,
    totals: &mut Totals,
    cancel: &CancellationToken,
) -> Result<(ReviewVerdict, Ending), Error> {
    let (toolbox, session) = (agent.toolbox.clone(), agent.session.clone());
    let arguments = json!({ "entry": entry.id });
    let ask = move || toolbox.call(&session, ReviewEntry::NAME, &arguments);
    let not_counted = |reason: &str| ReviewVerdict::NotCounted { reason: reason.to_owned() };
    let Ok(asked) = tokio::task::spawn_blocking(ask).await else {
        return Ok((not_counted("the questionnaire cannot be made"), Ending::Answered));
    };
    if asked.is_error {
        let reason = asked.text.lines().next().unwrap_or_default();
        return Ok((not_counted(reason), Ending::Answered));
    }
    let mut conversation = Conversation::default();
    let outcome = agent.run(mission, &mut conversation, &asked.text, cancel).await?;
    totals.add(&outcome.totals);
    let mut reviews = agent.session.reviews.lock().unwrap_or_else(PoisonError::into_inner);
    let is_answered = !reviews.is_any_open();
    reviews.abandon();
    let verdict = match reviews.grade_of(&entry.id).filter(|_| is_answered) {
        Some(Grade::Counted(status)) => ReviewVerdict::Counted { status: *status },
        Some(Grade::NotCounted(reason)) => not_counted(reason),
        None => not_counted("the model did not answer the questionnaire"),
    };
    Ok((verdict, outcome.ending))
}

/// The rest of the limits, for one more entry.
fn left_of(limits: &RunLimits, totals: &Totals) -> Result<RunLimits, Ending> {
    let RunLimits { max_turns, max_tokens, max_cost } = *limits;
    let turns = max_turns.saturating_sub(totals.turns);
    if turns == 0 {
        return Err(Ending::MaxTurns { limit: max_turns });
    }
    let tokens = max_tokens.map(|limit| limit.saturating_sub(totals.tokens()));
    if let (Some(limit), Some(0)) = (max_tokens, tokens) {
        return Err(Ending::MaxTokens { limit });
    }
    let cost = max_cost.map(|limit| limit - totals.cost.unwrap_or(0.0));
    if let (Some(limit), Some(left)) = (max_cost, cost)
        && left <= 0.0
    {
        return Err(Ending::MaxCost { limit_micros: micros(limit) });
    }
    Ok(RunLimits { max_turns: turns.min(MOST_TURNS), max_tokens: tokens, max_cost: cost })
}

/// Whether a conversation is the first of its run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reporting {
    Begins,
    GoesOn,
}

/// Makes several conversations one run: it begins once, and its end is reported by the caller.
struct PartObserver<'a> {
    observer: &'a dyn Observer,
    reporting: Reporting,
}

impl Observer for PartObserver<'_> {
    fn see(&self, moment: &Moment) {
        let is_end = matches!(moment.event, Event::Finished { .. });
        let is_first = self.reporting == Reporting::Begins;
        if !moment.event.is_frame() || (is_first && !is_end) {
            self.observer.see(moment);
        }
    }

    fn text(&self, piece: &str) {
        self.observer.text(piece);
    }
}
