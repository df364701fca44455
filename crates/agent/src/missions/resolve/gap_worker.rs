//! Works on one gap: reason, act, observe, until it is closed or nothing is left to try.
//!
//! Reasoning returns a [`Step`]; [`close`] alone takes steps, and [`settle`] alone ends the work. Each attempt is
//! stored before and after it. So one that ended is not repeated, and one that did not end is continued by the
//! next worker that gets the gap's lease.

use rutter_domain::{Attempt, AttemptEnd, AttemptOutcome, Ending, Event, Gap, GapState, Strategy};
use rutter_store::{Begun, Finished, GapRecord, Lease, Store};
use rutter_tools::Toolbox;

use super::attempt::{Ended, carry_out, find_entry, session};
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
    let is_over = match resolver.stop() {
        None => false,
        Some(Ending::Cancelled) => true,
        // What an earlier run closed is closed, though nothing more is done now.
        Some(_) => !is_touched(resolver, gap).await?,
    };
    if is_over {
        return Ok(SettledGap::open(gap, Left::NotReached));
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
    settled
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

/// A gap while it is worked on.
struct Work<'a> {
    gap: &'a Gap,
    /// Attempts since the gap was last closed.
    round: Vec<Attempt>,
    /// Finished attempts before those.
    n_before: u32,
    /// The model's statement about what is missing.
    missing: Option<String>,
    /// Set when the rule does not find the gap any more.
    closed: Option<Closed>,
}

enum Step {
    /// Carry out an attempt. One that did not end is continued.
    Try {
        strategy: Strategy,
        thought: String,
    },
    Settle(Settlement),
}

/// How the work on a gap ends.
enum Settlement {
    Resolved(Closed),
    AskPerson {
        thought: String,
    },
    /// It was decided before this worker came.
    Decided(Decision),
    Left(Left),
}

/// The author who closed a gap, and the entry.
#[derive(Clone)]
struct Closed {
    by: String,
    entry: Option<String>,
}

async fn close(resolver: &Resolver<'_>, gap: &Gap, lease: &Lease) -> Result<SettledGap, Error> {
    let id = gap.id.clone();
    let (record, attempts) = resolver
        .notebook
        .with(move |store| Ok((store.gap_record(&id)?, store.attempts(Some(&id))?)))
        .await?;
    let mut work = Work::new(gap, attempts);
    let mut step = first_step(resolver, &mut work, record).await?;
    loop {
        let (strategy, thought) = match step {
            Step::Try { strategy, thought } => (strategy, thought),
            Step::Settle(settlement) => return settle(resolver, &work, settlement).await,
        };
        let left = match begin(resolver, gap, strategy, thought, lease).await? {
            None => Some(Left::Elsewhere),
            Some(attempt) => {
                let ended = match &work.closed {
                    Some(closed) => Some(recover(resolver, gap, closed).await?),
                    None => carry_out(resolver, gap, attempt.strategy, work.finished()).await?,
                };
                match ended {
                    None => Some(Left::NotReached),
                    Some(ended) => work.finish(resolver, attempt, ended, lease).await?,
                }
            }
        };
        step = match left {
            Some(left) => Step::Settle(Settlement::Left(left)),
            None => next_step(resolver, &work).await?,
        };
    }
}

/// Decides from what was done before: by a person, by another process, or by this run before it was
/// interrupted.
async fn first_step(
    resolver: &Resolver<'_>,
    work: &mut Work<'_>,
    record: Option<GapRecord>,
) -> Result<Step, Error> {
    // Where nothing was done yet, the list of gaps is the newest state.
    let is_untouched = record.is_none() && work.round.is_empty() && work.n_before == 0;
    let (by, entry) = match record {
        Some(GapRecord {
            state: state @ (GapState::Dismissed | GapState::RequiresHumanInput),
            note,
            by,
            ..
        }) => {
            // The note of a dismissed gap is not a question.
            let note = note.filter(|_| state == GapState::RequiresHumanInput);
            let decision = Decision { state, note, by, entry: None };
            return Ok(Step::Settle(Settlement::Decided(decision)));
        }
        Some(GapRecord { by, entry, .. }) => (by, entry),
        None => (RUTTER.to_owned(), None),
    };
    if !is_untouched && !resolver.is_open(work.gap).await? {
        work.closed = Some(Closed { by, entry });
    }
    next_step(resolver, work).await
}

/// Reasons about what to do next.
async fn next_step(resolver: &Resolver<'_>, work: &Work<'_>) -> Result<Step, Error> {
    let gap = work.gap;
    let settle = |settlement: Settlement| Ok(Step::Settle(settlement));
    let unfinished = work.round.iter().find(|attempt| attempt.end.is_none());
    let go_on = |Attempt { strategy, thought, .. }: &Attempt| Step::Try {
        strategy: *strategy,
        thought: thought.clone(),
    };
    if let Some(closed) = &work.closed {
        let resolved = || Step::Settle(Settlement::Resolved(closed.clone()));
        return Ok(unfinished.map_or_else(resolved, go_on));
    }
    if Remedy::of(&gap.rule) == Remedy::Person {
        let thought = format!("only a person can decide about {}", describe(gap));
        return settle(Settlement::AskPerson { thought });
    }
    if resolver.stop().is_some() {
        return settle(Settlement::Left(Left::NotReached));
    }
    if let Some(unfinished) = unfinished {
        return match resolver.model {
            None if unfinished.strategy.needs_model() => settle(Settlement::Left(Left::NeedsModel)),
            _ => Ok(go_on(unfinished)),
        };
    }
    let n_tried = u32::try_from(work.round.len()).unwrap_or(u32::MAX);
    if n_tried >= resolver.options.max_attempts {
        let thought = format!("{n_tried} attempts did not close it");
        return settle(Settlement::AskPerson { thought });
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
        let thought = "every strategy was tried".to_owned();
        return settle(Settlement::AskPerson { thought });
    };
    if resolver.model.is_none() {
        return settle(Settlement::Left(Left::NeedsModel));
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
        None => Step::Settle(Settlement::AskPerson { thought: step.thought }),
    })
}

/// Describes the sources of a strategy to a model that chooses.
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

/// The end of an attempt whose entry was recorded before the program was killed.
async fn recover(resolver: &Resolver<'_>, gap: &Gap, closed: &Closed) -> Result<Ended, Error> {
    let found = find_entry(resolver, gap).await?;
    let confidence = found.as_ref().and_then(|found| found.confidence);
    let (author, entry) = match found {
        Some(found) => (found.author, Some(found.id)),
        None => (closed.by.clone(), closed.entry.clone()),
    };
    let end = AttemptEnd {
        at: now(),
        outcome: AttemptOutcome::Resolved,
        observation: "recorded before the run was interrupted".to_owned(),
        confidence,
        entry,
        input_tokens: 0,
        output_tokens: 0,
        cost: Some(0.0),
    };
    Ok(Ended { end, author, missing: None })
}

/// Ends the work on a gap: stores what was decided and reports it, unless the run is not done with the gap.
async fn settle(
    resolver: &Resolver<'_>,
    work: &Work<'_>,
    settlement: Settlement,
) -> Result<SettledGap, Error> {
    let finished = work.finished();
    let n_finished = u32::try_from(finished.len()).unwrap_or(u32::MAX);
    let settled = SettledGap {
        attempts: work.n_before.saturating_add(n_finished),
        strategy: finished.last().map(|attempt| attempt.strategy),
        ..SettledGap::open(work.gap, Left::NotReached)
    };
    let decision = match settlement {
        Settlement::Left(left) => return Ok(SettledGap { left: Some(left), ..settled }),
        Settlement::Decided(decision) => decision,
        Settlement::Resolved(Closed { by, entry }) => {
            let decision = Decision { state: GapState::Resolved, note: None, by, entry };
            resolver.notebook.decide(work.gap, resolver.run, decision.clone()).await?;
            decision
        }
        Settlement::AskPerson { thought } => {
            let text = format!("{thought}; a person is asked");
            resolver.emit(Some(work.gap), Event::Thought { text });
            let note = Some(question(work.gap, &work.round, work.missing.as_deref()));
            let state = GapState::RequiresHumanInput;
            let decision = Decision { state, note, by: RUTTER.to_owned(), entry: None };
            resolver.notebook.decide(work.gap, resolver.run, decision.clone()).await?;
            decision
        }
    };
    let Decision { state, note, entry, .. } = decision;
    let settled = SettledGap { state, left: None, entry, question: note, ..settled };
    let event = Event::GapSettled {
        state,
        attempts: settled.attempts,
        entry: settled.entry.clone(),
        question: settled.question.clone(),
    };
    resolver.emit(Some(work.gap), event);
    Ok(settled)
}

impl Work<'_> {
    fn new(gap: &Gap, mut attempts: Vec<Attempt>) -> Work<'_> {
        let closed = attempts.iter().rposition(Attempt::is_resolved);
        let round = attempts.split_off(closed.map_or(0, |at| at + 1));
        let n_before = u32::try_from(attempts.len()).unwrap_or(u32::MAX);
        Work { gap, round, n_before, missing: None, closed: None }
    }

    /// The attempts of this round that have ended.
    fn finished(&self) -> &[Attempt] {
        let n_finished = self.round.iter().take_while(|attempt| attempt.end.is_some()).count();
        &self.round[..n_finished]
    }

    /// Stores how an attempt ended. Returns why the work cannot go on, if another worker has the gap.
    async fn finish(
        &mut self,
        resolver: &Resolver<'_>,
        attempt: Attempt,
        Ended { end, author, missing }: Ended,
        lease: &Lease,
    ) -> Result<Option<Left>, Error> {
        let (id, number, fence) = (attempt.gap.clone(), attempt.number, lease.token);
        let new = end.clone();
        let finish = move |store: &mut dyn Store| store.finish_attempt(&id, number, fence, &new);
        let end = match resolver.notebook.with(finish).await? {
            Finished::Kept => end,
            Finished::Before(end) => end,
            Finished::Overtaken => return Ok(Some(Left::Elsewhere)),
        };
        let text = format!("{}: {}", end.outcome, end.observation);
        resolver.emit(Some(self.gap), Event::Observation { text });
        let attempt = Attempt { end: Some(end), ..attempt };
        if attempt.is_resolved() {
            let entry = attempt.end.as_ref().and_then(|end| end.entry.clone());
            self.closed = Some(Closed { by: author, entry });
        }
        self.round.retain(|known| known.number != attempt.number);
        self.round.push(attempt);
        self.missing = missing.or(self.missing.take());
        Ok(None)
    }
}
