//! One attempt to close a gap: look up, let an author write, see whether the gap is closed.

use std::sync::{Arc, Mutex, PoisonError};

use rutter_domain::{
    Attempt, AttemptEnd, AttemptOutcome, Conversation, Ending, EntryStatus, Event, Gap,
    ListedEntry, Strategy, Totals,
};
use rutter_provider::language;
use rutter_tools::knowledge::entries::{EntriesArgs, ListEntries};
use rutter_tools::knowledge::record::CreateIndexEntry;
use rutter_tools::{
    EntryVisibility, Mode, ModelVocabulary, RecordedSubject, Session, Tool as _, Toolbox, quote,
};

use super::documented::{Description, description};
use super::gap_observer::{GapObserver, RecordedEntry};
use super::judgement::one_line;
use super::meter::MeteredModel;
use super::notebook::now;
use super::question::describe;
use super::resolver::{MOST_FAILURES, Resolver};
use super::retrieval::{Retrieved, retrieve};
use super::synthesis;
use super::templates::Prompt;
use crate::{Agent, Error, RunOutcome};

/// An attempt that came to its end.
pub(super) struct Ended {
    pub(super) end: AttemptEnd,
    pub(super) author: String,
    /// The model's statement about what is missing.
    pub(super) missing: Option<String>,
}

/// Carries out an attempt that was stored as begun; `None` if the run stops. The attempt then stays unfinished, and
/// is continued when the run is resumed.
pub(super) async fn carry_out(
    resolver: &Resolver<'_>,
    gap: &Gap,
    strategy: Strategy,
    earlier: &[Attempt],
) -> Result<Option<Ended>, Error> {
    match (strategy.needs_model(), resolver.model) {
        (false, _) => record_description(resolver, gap, strategy).await,
        (true, Some(_)) => ask_model(resolver, gap, strategy, earlier).await,
        (true, None) => Ok(None),
    }
}

/// Records what the repository itself says.
async fn record_description(
    resolver: &Resolver<'_>,
    gap: &Gap,
    strategy: Strategy,
) -> Result<Option<Ended>, Error> {
    let (subject, run) = (gap.clone(), resolver.run.to_owned());
    let record = move |toolbox: &Toolbox| {
        let found = description(toolbox, &session(&subject, "", &run), &subject, strategy);
        let Description { author, reads, entry } = found?;
        let session = session(&subject, author, &run);
        let mut events = Vec::new();
        for lookup in reads {
            let (name, arguments) = (lookup.tool.to_owned(), lookup.arguments);
            let outcome = toolbox.call(&session, &name, &arguments);
            events.push(Event::Action { name, arguments });
            events.push(Event::Observation { text: outcome.text });
        }
        let outcome = toolbox.call(&session, CreateIndexEntry::NAME, &entry);
        let name = CreateIndexEntry::NAME.to_owned();
        events.push(Event::Action { name, arguments: entry.clone() });
        events.push(Event::Observation { text: outcome.text.clone() });
        let stated = entry["confidence"].as_f64().map(|stated| stated as f32);
        let recorded = outcome.recordings.first().and_then(|it| RecordedEntry::of(it, stated));
        let refusal = recorded.is_none().then_some(outcome.text);
        Some((author, events, recorded, refusal))
    };
    let Some((author, events, recorded, refusal)) = resolver.blocking("a tool", record).await?
    else {
        return Ok(ended(AttemptOutcome::NothingFound, "there is no text any more", ""));
    };
    resolver.emit_all(Some(gap), events);
    let totals = Totals { cost: Some(0.0), ..Totals::default() };
    evaluate(resolver, gap, author, Found { recorded, refusal, answer: None, totals }).await
}

/// Lets the model write, from what is looked up for it.
async fn ask_model(
    resolver: &Resolver<'_>,
    gap: &Gap,
    strategy: Strategy,
    earlier: &[Attempt],
) -> Result<Option<Ended>, Error> {
    let Some(model) = resolver.model else { return Ok(None) };
    let author = model.name();
    let looking = Arc::new(session(gap, author, resolver.run));
    let (subject, with) = (gap.clone(), Arc::clone(&looking));
    let limit_bytes = room_for_observations(resolver.options);
    let look = move |toolbox: &Toolbox| retrieve(toolbox, &with, &subject, strategy, limit_bytes);
    let Retrieved { text, events } = resolver.blocking("a tool", look).await?;
    resolver.emit_all(Some(gap), events);
    if text.is_empty() {
        return Ok(ended(AttemptOutcome::NothingFound, "nothing was found to go by", author));
    }
    let known = earlier_text(resolver, gap, earlier).await?;
    let message =
        resolver.templates.fill(Prompt::Synthesis, &[&describe(gap), &known, text.trim()]);
    let mission = synthesis(resolver.options);
    let seen = looking.seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let mut totals = Totals { cost: Some(0.0), ..Totals::default() };
    // A conversation whose request failed is begun again: what was answered before comes from the cache.
    for _ in 0..MOST_FAILURES {
        let mut session = session(gap, author, resolver.run);
        session.seen = Arc::new(Mutex::new(seen.clone()));
        let metered = MeteredModel::new(model, resolver.meter);
        let observer = GapObserver::new(resolver.observer, &gap.id);
        let session = Arc::new(session);
        let agent = Agent {
            model: &metered,
            toolbox: resolver.toolbox,
            session: &session,
            observer: &observer,
        };
        let mut conversation = Conversation::default();
        let RunOutcome { ending, totals: part, answer, citations: _, overview: _ } =
            agent.run(&mission, &mut conversation, &message, resolver.cancel).await?;
        totals.add(&part);
        resolver.progress().totals.add(&part);
        let (recorded, refusal) = observer.into_recorded();
        let failure = metered.failure();
        let reason = match ending {
            Ending::Cancelled => return Ok(None),
            Ending::Failed { reason } if recorded.is_none() => reason,
            Ending::Failed { .. }
            | Ending::Answered
            | Ending::MaxTurns { .. }
            | Ending::MaxTokens { .. }
            | Ending::MaxCost { .. } => {
                if failure.is_none() {
                    resolver.count_answer();
                }
                let found = Found { recorded, refusal, answer, totals };
                return evaluate(resolver, gap, author, found).await;
            }
        };
        if resolver.stop().is_some() {
            return Ok(None);
        }
        // Without a failure, the model answered, but nothing usable.
        let consequence = failure.as_ref().map_or(Consequence::EndAttempt, consequence_of);
        match (consequence, failure) {
            (Consequence::StopRun, _) => {
                resolver.stop_with(Ending::Failed { reason: reason.clone() });
            }
            (_, Some(_)) => resolver.count_failure(reason.clone()),
            (_, None) => resolver.count_answer(),
        }
        if resolver.stop().is_some() {
            return Ok(None);
        }
        if consequence == Consequence::EndAttempt {
            return Ok(ended_with(AttemptOutcome::Failed, &reason, author, &totals));
        }
        resolver.emit(Some(gap), Event::Remark { text: format!("{reason}; asked again") });
    }
    Ok(ended_with(AttemptOutcome::Failed, "the model could not be reached", author, &totals))
}

/// The entry or answer that an author left.
struct Found {
    recorded: Option<RecordedEntry>,
    refusal: Option<String>,
    answer: Option<String>,
    totals: Totals,
}

/// Asks the rule again, and compares the author's confidence with the threshold.
async fn evaluate(
    resolver: &Resolver<'_>,
    gap: &Gap,
    author: &str,
    found: Found,
) -> Result<Option<Ended>, Error> {
    let Found { recorded, refusal, answer, totals } = found;
    let is_open = resolver.is_open(gap).await?;
    let said = answer.as_deref().map(one_line).filter(|said| !said.is_empty());
    let (outcome, observation) = match &recorded {
        Some(RecordedEntry { status, reason, .. }) if is_open => {
            let why = reason.as_deref().map_or_else(String::new, |why| format!(": {why}"));
            let closed = if status.is_good() { ", which does not close the gap" } else { "" };
            (AttemptOutcome::NotSupported, format!("recorded as {status}{closed}{why}"))
        }
        Some(RecordedEntry { confidence, .. }) if *confidence < resolver.options.confidence => (
            AttemptOutcome::LowConfidence,
            format!("recorded with a confidence of {confidence:.2}"),
        ),
        Some(RecordedEntry { status, .. }) => {
            (AttemptOutcome::Resolved, format!("recorded as {status}, which closes the gap"))
        }
        None if !is_open => (AttemptOutcome::Resolved, "closed meanwhile".to_owned()),
        None => match (refusal, &said) {
            (Some(refusal), _) => (AttemptOutcome::NotSupported, format!("refused: {refusal}")),
            (None, Some(said)) => (AttemptOutcome::NothingFound, format!("the model says: {said}")),
            (None, None) => (AttemptOutcome::Failed, "the model recorded nothing".to_owned()),
        },
    };
    let end = AttemptEnd {
        at: now(),
        outcome,
        observation: one_line(&observation),
        confidence: recorded.as_ref().map(|recorded| recorded.confidence),
        entry: recorded.map(|recorded| recorded.id),
        input_tokens: totals.input_tokens,
        output_tokens: totals.output_tokens,
        cost: totals.cost,
    };
    let missing = said.filter(|_| outcome == AttemptOutcome::NothingFound);
    Ok(Some(Ended { end, author: author.to_owned(), missing }))
}

fn ended(outcome: AttemptOutcome, observation: &str, author: &str) -> Option<Ended> {
    let totals = Totals { cost: Some(0.0), ..Totals::default() };
    ended_with(outcome, observation, author, &totals)
}

fn ended_with(
    outcome: AttemptOutcome,
    observation: &str,
    author: &str,
    totals: &Totals,
) -> Option<Ended> {
    let end = AttemptEnd {
        at: now(),
        outcome,
        observation: one_line(observation),
        confidence: None,
        entry: None,
        input_tokens: totals.input_tokens,
        output_tokens: totals.output_tokens,
        cost: totals.cost,
    };
    Some(Ended { end, author: author.to_owned(), missing: None })
}

/// The session of one author and one gap.
pub(super) fn session(gap: &Gap, author: &str, run: &str) -> Session {
    let mut session = Session::new(Mode::Plan, author);
    session.run = Some(run.to_owned());
    session.entries = EntryVisibility::Hidden;
    session.records_only = Some(RecordedSubject {
        symbol: gap.symbol.clone().unwrap_or_default(),
        path: gap.path.clone(),
    });
    session
}

/// Bytes of what is looked up that fit into the prompt beside the rest of it.
pub(super) fn room_for_observations(options: &super::ResolveOptions) -> usize {
    const MOST_BYTES: u64 = 24_000;
    /// Instruction, tools and the words around the observations.
    const FRAME_TOKENS: u64 = 2_500;
    let taken = u64::from(options.limit_output_tokens) + FRAME_TOKENS;
    // What the model reads afterwards needs room as well.
    let tokens = options.context_tokens.saturating_sub(taken) * 2 / 3;
    usize::try_from((tokens * 4).clamp(1_000, MOST_BYTES)).unwrap_or(usize::MAX)
}

/// Describes the results of earlier attempts, and the entry that does not hold or was rejected.
async fn earlier_text(
    resolver: &Resolver<'_>,
    gap: &Gap,
    earlier: &[Attempt],
) -> Result<String, Error> {
    let mut text = String::new();
    let is_about_entry = matches!(gap.rule.as_str(), "stale-entry" | "weak-entry");
    if is_about_entry || !earlier.is_empty() {
        let subject = gap.clone();
        let look = move |toolbox: &Toolbox| entry_of(toolbox, &subject);
        if let Some((entry, line)) = resolver.blocking("a tool", look).await? {
            text.push_str(&line);
            let run = resolver.run.to_owned();
            // It is in the prompt; the first call need not be refused to show it.
            resolver.notebook.with(move |store| store.mark_shown(&entry, &run)).await?;
        }
    }
    let ends = earlier.iter().filter_map(|attempt| Some((attempt.strategy, attempt.end.as_ref()?)));
    let lines: Vec<String> = ends
        .map(|(strategy, end)| format!("- {strategy}: {}: {}", end.outcome, end.observation))
        .collect();
    if !lines.is_empty() {
        text.push_str(&format!("Earlier attempts:\n{}\n", lines.join("\n")));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    Ok(text)
}

/// The entry about the subject of a gap.
pub(super) async fn find_entry(
    resolver: &Resolver<'_>,
    gap: &Gap,
) -> Result<Option<ListedEntry>, Error> {
    let subject = gap.clone();
    resolver.blocking("a tool", move |toolbox| listed_entry(toolbox, &subject)).await
}

fn listed_entry(toolbox: &Toolbox, gap: &Gap) -> Option<ListedEntry> {
    let person = Session::for_person(&ModelVocabulary);
    let args = EntriesArgs { sought: gap.symbol.clone(), ..EntriesArgs::default() };
    let listed = toolbox.run(&person, &ListEntries, args).ok()?.entries;
    let symbol = gap.symbol.as_deref().unwrap_or_default();
    listed.into_iter().find(|entry| entry.path == gap.path && entry.symbol == symbol)
}

/// Id of the entry about the gap's subject, and what is wrong with it in a line.
fn entry_of(toolbox: &Toolbox, gap: &Gap) -> Option<(String, String)> {
    let entry = listed_entry(toolbox, gap)?;
    let why = match entry.status {
        EntryStatus::Confirmed | EntryStatus::Checked => return None,
        EntryStatus::Rejected => entry.note.or(entry.reason),
        EntryStatus::Unverified | EntryStatus::Disputed | EntryStatus::Stale => entry.reason,
    };
    let why = why.map_or_else(String::new, |why| format!(" because: {}", one_line(&why)));
    let line = format!(
        "An earlier entry is {}{why}. It said: {}\n",
        entry.status,
        quote(&one_line(&entry.summary))
    );
    Some((entry.id, line))
}

/// The consequence of a failed request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Consequence {
    /// Every further request would fail as well.
    StopRun,
    /// The same request would fail again.
    EndAttempt,
    AskAgain,
}

fn consequence_of(error: &language::Error) -> Consequence {
    match error {
        language::Error::NoModel
        | language::Error::BadChoice { .. }
        | language::Error::NoKey { .. }
        | language::Error::BadKey { .. }
        | language::Error::KeyWithheld { .. }
        | language::Error::Quota { .. }
        | language::Error::Unreachable { .. }
        | language::Error::NoTools { .. } => Consequence::StopRun,
        language::Error::Refused { .. } | language::Error::TooLong { .. } => {
            Consequence::EndAttempt
        }
        language::Error::Unavailable { .. } | language::Error::Cancelled => Consequence::AskAgain,
    }
}
