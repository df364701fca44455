//! Works on one gap: reason, act, observe, until it is closed or nothing is left to try.
//!
//! Each step is stored before and after it. So a step that ended is not repeated, and one that did not
//! end is continued by the next worker that gets the gap's lease.

use rutter_domain::{Attempt, AttemptEnd, AttemptOutcome, Ending, Event, Gap, GapState, Strategy};
use rutter_store::{Begun, Finished, GapRecord, Lease};
use rutter_tools::Toolbox;

use super::attempt::{Ended, Tried, carry_out, session};
use super::documented::description;
use super::judgement::{read_next_step, resolution_schema};
use super::lease;
use super::notebook::{Decision, now};
use super::question::{Remedy, describe, question};
use super::report::{Left, SettledGap};
use super::resolver::{Resolver, phase_of};
use super::templates::Prompt;
use crate::Error;

/// The author of what rutter decides by itself.
const RUTTER: &str = "rutter";

/// Works on a gap as far as it can be done now.
pub(super) async fn work_on(resolver: &Resolver<'_>, gap: &Gap) -> Result<SettledGap, Error> {
    match resolver.stop() {
        Some(Ending::Cancelled) => return Ok(SettledGap::open(gap, Left::NotReached)),
        // What an earlier run closed is closed, though nothing more is done now.
        Some(_) if !is_touched(resolver, gap).await? => {
            return Ok(SettledGap::open(gap, Left::NotReached));
        }
        Some(_) | None => {}
    }
    let Resolver { notebook, runs, run, .. } = resolver;
    let Some(lease) = lease::acquire(notebook, runs, &gap.id, run).await? else {
        return Ok(SettledGap::open(gap, Left::Elsewhere));
    };
    let settled = tokio::select! {
        settled = close(resolver, gap, &lease) => settled,
        never = lease::keep(notebook, &lease) => match never {},
    };
    lease::release(notebook, lease).await?;
    let settled = settled?;
    if settled.left.is_none() {
        resolver.emit(
            Some(gap),
            Event::GapSettled {
                state: settled.state,
                attempts: settled.attempts,
                entry: settled.entry.clone(),
                question: settled.question.clone(),
            },
        );
    }
    Ok(settled)
}

/// Whether anything was done about a gap.
async fn is_touched(resolver: &Resolver<'_>, gap: &Gap) -> Result<bool, Error> {
    let id = gap.id.clone();
    resolver
        .notebook
        .with(move |store| {
            Ok(store.gap_record(&id)?.is_some() || !store.attempts(Some(&id))?.is_empty())
        })
        .await
}

/// What is known of a gap while it is worked on.
struct Work<'a> {
    gap: &'a Gap,
    /// Attempts since the gap was last closed.
    round: Vec<Attempt>,
    /// Finished attempts before those.
    n_before: u32,
    missing: Option<String>,
}

/// What to do next.
enum Step {
    Try {
        strategy: Strategy,
        thought: String,
    },
    AskPerson {
        thought: String,
    },
    /// Only a model could go on, and there is none.
    NeedsModel,
}

async fn close(resolver: &Resolver<'_>, gap: &Gap, lease: &Lease) -> Result<SettledGap, Error> {
    let id = gap.id.clone();
    let (record, attempts) = resolver
        .notebook
        .with(move |store| Ok((store.gap_record(&id)?, store.attempts(Some(&id))?)))
        .await?;
    let mut work = Work::new(gap, attempts);
    if let Some(settled) = settled_before(resolver, &mut work, record, lease).await? {
        return Ok(settled);
    }
    if Remedy::of(&gap.rule) == Remedy::Person {
        let thought = format!("only a person can decide about {}", describe(gap));
        return ask_person(resolver, &work, thought).await;
    }
    loop {
        if resolver.stop().is_some() {
            return Ok(work.settled(GapState::Open, Some(Left::NotReached)));
        }
        let (strategy, thought) = match next_step(resolver, &work).await? {
            Step::Try { strategy, thought } => (strategy, thought),
            Step::AskPerson { thought } => return ask_person(resolver, &work, thought).await,
            Step::NeedsModel => return Ok(work.settled(GapState::Open, Some(Left::NeedsModel))),
        };
        let begun = begin(resolver, gap, strategy, thought, lease).await?;
        let Some(attempt) = begun else {
            return Ok(work.settled(GapState::Open, Some(Left::Elsewhere)));
        };
        let Ended { end, author, missing } =
            match carry_out(resolver, gap, attempt.strategy, work.finished()).await? {
                Tried::Ended(ended) => *ended,
                Tried::Interrupted => {
                    return Ok(work.settled(GapState::Open, Some(Left::NotReached)));
                }
            };
        let Some(attempt) = finish(resolver, attempt, end, lease).await? else {
            return Ok(work.settled(GapState::Open, Some(Left::Elsewhere)));
        };
        let is_resolved = attempt.is_resolved();
        let entry = attempt.end.as_ref().and_then(|end| end.entry.clone());
        work.round.retain(|known| known.number != attempt.number);
        work.round.push(attempt);
        work.missing = missing.or(work.missing);
        if is_resolved {
            return resolved(resolver, &work, author, entry).await;
        }
    }
}

/// What was settled before this worker came: by a person, by another process, or by this run before it
/// was interrupted.
async fn settled_before(
    resolver: &Resolver<'_>,
    work: &mut Work<'_>,
    record: Option<GapRecord>,
    lease: &Lease,
) -> Result<Option<SettledGap>, Error> {
    if let Some(record) = &record {
        match record.state {
            GapState::Dismissed => return Ok(Some(work.settled(GapState::Dismissed, None))),
            GapState::RequiresHumanInput => {
                let mut settled = work.settled(GapState::RequiresHumanInput, None);
                settled.question.clone_from(&record.note);
                return Ok(Some(settled));
            }
            GapState::Open | GapState::Resolved => {}
        }
    }
    // Where nothing was done yet, the list of gaps is the newest state.
    let is_untouched = record.is_none() && work.round.is_empty() && work.n_before == 0;
    if is_untouched || resolver.is_open(work.gap).await? {
        return Ok(None);
    }
    // The entry was recorded, and then the program was killed.
    let mut entry = record.as_ref().and_then(|record| record.entry.clone());
    let mut author = record.map(|record| record.by);
    let unfinished = work.round.iter().position(|attempt| attempt.end.is_none());
    if let Some(at) = unfinished {
        let attempt = work.round.remove(at);
        let Some(held) =
            begin(resolver, work.gap, attempt.strategy, attempt.thought, lease).await?
        else {
            return Ok(Some(work.settled(GapState::Open, Some(Left::Elsewhere))));
        };
        let found = super::attempt::find_entry(resolver, work.gap).await?;
        author = found.as_ref().map(|found| found.author.clone()).or(author);
        entry = found.as_ref().map(|found| found.id.clone()).or(entry);
        let end = AttemptEnd {
            at: now(),
            outcome: AttemptOutcome::Resolved,
            observation: "recorded before the run was interrupted".to_owned(),
            confidence: found.and_then(|found| found.confidence),
            entry: entry.clone(),
            input_tokens: 0,
            output_tokens: 0,
            cost: Some(0.0),
        };
        if let Some(attempt) = finish(resolver, held, end, lease).await? {
            work.round.push(attempt);
        }
    }
    let author = author.unwrap_or_else(|| RUTTER.to_owned());
    resolved(resolver, work, author, entry).await.map(Some)
}

/// Reasons about what to do next.
async fn next_step(resolver: &Resolver<'_>, work: &Work<'_>) -> Result<Step, Error> {
    let gap = work.gap;
    if let Some(unfinished) = work.round.iter().find(|attempt| attempt.end.is_none()) {
        let (strategy, thought) = (unfinished.strategy, unfinished.thought.clone());
        return match strategy.needs_model() && resolver.model.is_none() {
            true => Ok(Step::NeedsModel),
            false => Ok(Step::Try { strategy, thought }),
        };
    }
    let n_tried = u32::try_from(work.round.len()).unwrap_or(u32::MAX);
    if n_tried >= resolver.options.max_attempts {
        return Ok(Step::AskPerson { thought: format!("{n_tried} attempts did not close it") });
    }
    let is_tried = |one: &Strategy| work.round.iter().any(|attempt| attempt.strategy == *one);
    let mut left = resolver.experience.order(&gap.rule);
    left.retain(|strategy| !is_tried(strategy));
    for strategy in left.extract_if(.., |strategy| !strategy.needs_model()) {
        let (subject, run) = (gap.clone(), resolver.run.to_owned());
        let look = move |toolbox: &Toolbox| {
            description(toolbox, &session(&subject, "", &run), &subject, strategy).is_some()
        };
        if resolver.blocking("a tool", look).await? {
            let source = match strategy {
                Strategy::DocComment => "its doc comment describes it",
                _ => "a section of a document is about it",
            };
            return Ok(Step::Try { strategy, thought: source.to_owned() });
        }
    }
    let Some(first) = left.first().copied() else {
        return Ok(Step::AskPerson { thought: "every strategy was tried".to_owned() });
    };
    if resolver.model.is_none() {
        return Ok(Step::NeedsModel);
    }
    let failed = work.round.iter().rev().find(|attempt| attempt.strategy.needs_model());
    let Some(failed) = failed else {
        let known = resolver.experience.in_words(&gap.rule, first);
        let known = known.map_or_else(String::new, |known| format!("; {known}"));
        let thought = format!("{}: begin with {first}{known}", describe(gap));
        return Ok(Step::Try { strategy: first, thought });
    };
    if left.len() >= 2
        && let Some(step) = judged_step(resolver, work, &left).await
    {
        return Ok(step);
    }
    let end = failed.end.as_ref().map_or("ended", |end| end.outcome.name());
    let thought = format!("{} came to {end}; next is {first}", failed.strategy);
    Ok(Step::Try { strategy: first, thought })
}

/// Lets the model choose among several strategies that are left; `None` if it gives no usable answer.
async fn judged_step(resolver: &Resolver<'_>, work: &Work<'_>, left: &[Strategy]) -> Option<Step> {
    let ends = work.round.iter().filter_map(|attempt| {
        let end = attempt.end.as_ref()?;
        Some(format!("- {}: {}: {}", attempt.strategy, end.outcome, end.observation))
    });
    let attempts = ends.collect::<Vec<_>>().join("\n");
    let strategies: Vec<String> =
        left.iter().map(|strategy| format!("- {strategy}: {}", about(*strategy))).collect();
    let values = [&describe(work.gap), attempts.as_str(), &strategies.join("\n")];
    let schema = resolution_schema(left);
    let answer = resolver.judge(Some(work.gap), Prompt::Resolution, &values, schema).await?;
    let step = read_next_step(&answer, left)?;
    Some(match step.strategy {
        Some(strategy) => Step::Try { strategy, thought: step.thought },
        None => Step::AskPerson { thought: step.thought },
    })
}

/// What a strategy looks at, for a model that chooses.
fn about(strategy: Strategy) -> &'static str {
    match strategy {
        Strategy::DocComment => "its doc comment",
        Strategy::LinkedDocument => "the section of a document that is about it",
        Strategy::SemanticSearch => "code and documents that are alike in meaning",
        Strategy::TargetedCode => "its definition and the lines that use it, tests included",
        Strategy::TargetedDocument => "sections of documents that mention it",
    }
}

/// Stores that an attempt begins; `None` if another worker has the gap. An unfinished one is continued.
async fn begin(
    resolver: &Resolver<'_>,
    gap: &Gap,
    strategy: Strategy,
    thought: String,
    lease: &Lease,
) -> Result<Option<Attempt>, Error> {
    let attempt = Attempt {
        gap: gap.id.clone(),
        number: 0,
        rule: gap.rule.clone(),
        strategy,
        thought,
        run: Some(resolver.run.to_owned()),
        began_at: now(),
        end: None,
    };
    let fence = lease.token;
    let begun = resolver.notebook.with(move |store| store.begin_attempt(&attempt, fence)).await?;
    let (Begun::New(attempt) | Begun::Unfinished(attempt)) = begun else { return Ok(None) };
    resolver.emit(Some(gap), Event::Phase { phase: phase_of(attempt.strategy) });
    resolver.emit(Some(gap), Event::Thought { text: attempt.thought.clone() });
    Ok(Some(attempt))
}

/// Stores how an attempt ended; `None` if another worker has the gap.
async fn finish(
    resolver: &Resolver<'_>,
    attempt: Attempt,
    end: AttemptEnd,
    lease: &Lease,
) -> Result<Option<Attempt>, Error> {
    let (id, number, fence, new) = (attempt.gap.clone(), attempt.number, lease.token, end.clone());
    let finished =
        resolver.notebook.with(move |store| store.finish_attempt(&id, number, fence, &new)).await?;
    let end = match finished {
        Finished::Kept => end,
        Finished::Before(end) => end,
        Finished::Overtaken => return Ok(None),
    };
    let moment = Event::Observation { text: format!("{}: {}", end.outcome, end.observation) };
    let gap = attempt.gap.clone();
    resolver.observer.see(&rutter_domain::Moment { at: now(), gap: Some(gap), event: moment });
    Ok(Some(Attempt { end: Some(end), ..attempt }))
}

async fn resolved(
    resolver: &Resolver<'_>,
    work: &Work<'_>,
    by: String,
    entry: Option<String>,
) -> Result<SettledGap, Error> {
    let run = resolver.run.to_owned();
    let decision =
        Decision { state: GapState::Resolved, note: None, by, run, entry: entry.clone() };
    resolver.notebook.decide(work.gap, decision).await?;
    let mut settled = work.settled(GapState::Resolved, None);
    settled.entry = entry;
    Ok(settled)
}

async fn ask_person(
    resolver: &Resolver<'_>,
    work: &Work<'_>,
    thought: String,
) -> Result<SettledGap, Error> {
    resolver.emit(Some(work.gap), Event::Thought { text: format!("{thought}; a person is asked") });
    let note = question(work.gap, &work.round, work.missing.as_deref());
    let decision = Decision {
        state: GapState::RequiresHumanInput,
        note: Some(note.clone()),
        by: RUTTER.to_owned(),
        run: resolver.run.to_owned(),
        entry: None,
    };
    resolver.notebook.decide(work.gap, decision).await?;
    let mut settled = work.settled(GapState::RequiresHumanInput, None);
    settled.question = Some(note);
    Ok(settled)
}

impl Work<'_> {
    fn new(gap: &Gap, mut attempts: Vec<Attempt>) -> Work<'_> {
        let closed = attempts.iter().rposition(Attempt::is_resolved);
        let round = attempts.split_off(closed.map_or(0, |at| at + 1));
        let n_before = u32::try_from(attempts.len()).unwrap_or(u32::MAX);
        Work { gap, round, n_before, missing: None }
    }

    /// The attempts of this round that have ended.
    fn finished(&self) -> &[Attempt] {
        let n_finished = self.round.iter().take_while(|attempt| attempt.end.is_some()).count();
        &self.round[..n_finished]
    }

    fn settled(&self, state: GapState, left: Option<Left>) -> SettledGap {
        let finished = self.finished();
        let n_finished = u32::try_from(finished.len()).unwrap_or(u32::MAX);
        SettledGap {
            state,
            left,
            attempts: self.n_before.saturating_add(n_finished),
            strategy: finished.last().map(|attempt| attempt.strategy),
            ..SettledGap::open(self.gap, Left::NotReached)
        }
    }
}
