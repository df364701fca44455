//! Second readers: a model judges entries that it has not seen.
//!
//! Ten entries are asked about in one request, without tools: the code is in it, and the answers are lines of
//! text. A model that needs more lines names them once. All requests are one run with one budget. Start at
//! [`review_entries`].

use std::collections::VecDeque;
use std::time::{Instant, SystemTime};

use rutter_domain::{
    Conversation, Ending, EntryStatus, Event, ListedEntry, Moment, Timestamp, Totals,
};
use rutter_tools::knowledge::review::{
    Answer, AnswerLines, Args, Asked, BATCH_ENTRIES, CitedLines, GradedReview, ReviewEntry,
    questionnaire_text, read_answer_lines,
};
use rutter_tools::{EntryVisibility, Session, ToolSet, Toolbox};
use serde::Serialize;
use serde_json::json;
use tokio_util::sync::CancellationToken;

use crate::budget::micros;
use crate::prompts::REVIEW;
use crate::{Agent, Error, Mission, Observer, RunLimits};

/// Attempts at one request, after a provider's failure or an empty reply.
const MOST_TURNS: u32 = 2;
/// Pieces of code that a reader can ask for.
const MOST_NEEDED: usize = 12;
/// Lines of each.
const MOST_NEEDED_LINES: u32 = 60;

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

/// The mission to answer questionnaires. Its limits are those of the whole run.
pub fn review() -> Mission {
    let mut mission = Mission::new("review", REVIEW);
    (mission.tools, mission.tools_if_small) = (ToolSet::Only(&[]), ToolSet::Only(&[]));
    mission.entries = EntryVisibility::Hidden;
    mission.limits.max_turns = u32::MAX;
    mission
}

/// Lets the model review entries, several in a request, until all are done or a cap is reached.
pub async fn review_entries(
    agent: &Agent<'_>,
    mission: &Mission,
    entries: &[ListedEntry],
    cancel: &CancellationToken,
) -> Result<ReviewRun, Error> {
    mission.check(agent.model)?;
    let began = Instant::now();
    let totals = Totals { cost: Some(0.0), ..Totals::default() };
    let mut reader = Reader { agent, mission, cancel, totals, reporting: Reporting::Begins };
    let mut waiting: VecDeque<&ListedEntry> = entries.iter().collect();
    let mut reviews = Vec::new();
    let mut ending = Ending::Answered;
    while !waiting.is_empty() {
        let batch: Vec<&ListedEntry> = waiting.drain(..waiting.len().min(BATCH_ENTRIES)).collect();
        let (asked, left) = match reader.ask(&batch).await {
            Ok(asked) => asked,
            Err(reason) => {
                reviews.extend(batch.iter().map(|entry| not_counted(entry, &reason)));
                continue;
            }
        };
        let is_asked = |entry: &&ListedEntry| asked.entries.iter().any(|one| one.entry == entry.id);
        let (now, rest): (Vec<&ListedEntry>, Vec<&ListedEntry>) =
            batch.into_iter().partition(is_asked);
        match left {
            // They had no room in this request.
            Left::Waits => rest.into_iter().rev().for_each(|entry| waiting.push_front(entry)),
            Left::Never => {
                let reason = "nothing can be asked about it";
                reviews.extend(rest.into_iter().map(|entry| not_counted(entry, reason)));
            }
        }
        let (graded, ended) = reader.review(&asked).await?;
        for entry in now {
            let own = graded.iter().find(|one| one.entry == entry.id);
            reviews.push(match own {
                Some(one) => review_of(entry, one),
                None => not_counted(entry, "the model did not answer the questionnaire"),
            });
        }
        if ended != Ending::Answered {
            ending = ended;
            break;
        }
    }
    let mut totals = reader.totals;
    totals.elapsed_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let at = Timestamp::of(SystemTime::now());
    let event = Event::Finished { ending: ending.clone(), totals: totals.clone() };
    agent.observer.see(&Moment { at, gap: None, event });
    Ok(ReviewRun { ending, totals, reviews })
}

fn not_counted(entry: &ListedEntry, reason: &str) -> EntryReview {
    let verdict = ReviewVerdict::NotCounted { reason: reason.to_owned() };
    let (symbol, path) = (entry.title().to_owned(), entry.path.clone());
    EntryReview { entry: entry.id.clone(), symbol, path, verdict }
}

fn review_of(entry: &ListedEntry, graded: &GradedReview) -> EntryReview {
    match graded.status {
        Some(status) => {
            let verdict = ReviewVerdict::Counted { status };
            EntryReview { verdict, ..not_counted(entry, "") }
        }
        None => not_counted(entry, graded.reason.as_deref().unwrap_or("it does not count")),
    }
}

/// What becomes of entries that were not asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    Waits,
    Never,
}

/// One run of reviews.
struct Reader<'a, 'b> {
    agent: &'a Agent<'b>,
    mission: &'a Mission,
    cancel: &'a CancellationToken,
    totals: Totals,
    reporting: Reporting,
}

impl Reader<'_, '_> {
    /// The questionnaires about these entries, or why there are none.
    async fn ask(&self, batch: &[&ListedEntry]) -> Result<(Asked, Left), String> {
        let entries = batch.iter().map(|entry| entry.id.clone()).collect();
        let args = Args::about(entries);
        match self.call(move |toolbox, session| toolbox.run(session, &ReviewEntry, args)).await {
            Some(Ok(Answer::Asked(asked))) => {
                let left = if asked.n_more > 0 { Left::Waits } else { Left::Never };
                Ok((*asked, left))
            }
            Some(Ok(Answer::NoneWaiting | Answer::Graded { .. })) => {
                Err("it does not wait for a review".to_owned())
            }
            Some(Err(error)) => Err(error.to_string()),
            None => Err("the questionnaire cannot be made".to_owned()),
        }
    }

    /// Has the model answer, with more lines if it asks for some, and again if its answers are incomplete.
    async fn review(&mut self, asked: &Asked) -> Result<(Vec<GradedReview>, Ending), Error> {
        let (mut is_read, mut is_repeated) = (false, false);
        let mut conversation = Conversation::default();
        let mut text = questionnaire_text(self.agent.session, asked);
        loop {
            let (reply, ending) = self.request(&mut conversation, &text).await?;
            if ending != Ending::Answered {
                return Ok((Vec::new(), ending));
            }
            let AnswerLines { answers, needs } = read_answer_lines(&reply, asked);
            if !needs.is_empty() && !is_read {
                is_read = true;
                text = self.lines(needs).await;
                continue;
            }
            let args = Args::Answer { questionnaire: Some(asked.questionnaire.clone()), answers };
            let graded =
                self.call(move |toolbox, session| toolbox.run(session, &ReviewEntry, args)).await;
            match graded {
                Some(Ok(Answer::Graded { reviews })) => return Ok((reviews, Ending::Answered)),
                Some(Err(error)) if !is_repeated => {
                    is_repeated = true;
                    text = format!("Not accepted: {error}. Write all answers again.");
                }
                Some(Ok(Answer::NoneWaiting | Answer::Asked(_)) | Err(_)) | None => {
                    return Ok((Vec::new(), Ending::Answered));
                }
            }
        }
    }

    /// Sends one message, within what is left of the limits.
    async fn request(
        &mut self,
        conversation: &mut Conversation,
        text: &str,
    ) -> Result<(String, Ending), Error> {
        let limits = match left_of(&self.mission.limits, &self.totals) {
            Ok(limits) => limits,
            Err(ending) => return Ok((String::new(), ending)),
        };
        let reporting = std::mem::replace(&mut self.reporting, Reporting::GoesOn);
        let observer = PartObserver { observer: self.agent.observer, reporting };
        let part = Agent { observer: &observer, ..*self.agent };
        let mission = Mission { limits, ..self.mission.clone() };
        let outcome = part.run(&mission, conversation, text, self.cancel).await?;
        self.totals.add(&outcome.totals);
        let ending = match outcome.ending {
            Ending::Answered | Ending::MaxTurns { .. } => Ending::Answered,
            // The limits of the run, not what was left of them.
            Ending::MaxTokens { limit } => {
                Ending::MaxTokens { limit: self.mission.limits.max_tokens.unwrap_or(limit) }
            }
            Ending::MaxCost { limit_micros } => Ending::MaxCost {
                limit_micros: self.mission.limits.max_cost.map_or(limit_micros, micros),
            },
            other @ (Ending::Failed { .. } | Ending::Cancelled) => other,
        };
        Ok((outcome.answer.unwrap_or_default(), ending))
    }

    /// The lines that the model asked for.
    async fn lines(&self, needs: Vec<CitedLines>) -> String {
        let read = move |toolbox: &Toolbox, session: &Session| {
            let mut text = String::new();
            for CitedLines { path, start_line, end_line } in needs.into_iter().take(MOST_NEEDED) {
                let Some(path) = path else { continue };
                let end_line = end_line.min(start_line.saturating_add(MOST_NEEDED_LINES - 1));
                let arguments =
                    json!({ "file_path": path, "start_line": start_line, "end_line": end_line });
                text.push_str(&toolbox.call(session, "read_file", &arguments).text);
                text.push('\n');
            }
            text
        };
        let text = self.call(read).await.unwrap_or_default();
        format!("{text}\nNow answer all pairs. No more lines can be asked for.")
    }

    /// Runs something that blocks; `None` if it broke down.
    async fn call<T: Send + 'static>(
        &self,
        run: impl FnOnce(&Toolbox, &Session) -> T + Send + 'static,
    ) -> Option<T> {
        let (toolbox, session) = (self.agent.toolbox.clone(), self.agent.session.clone());
        let mut session = Session::clone(&session);
        session.entries = EntryVisibility::Hidden;
        tokio::task::spawn_blocking(move || run(&toolbox, &session)).await.ok()
    }
}

/// The rest of the limits, for one more request.
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
