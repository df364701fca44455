//! Resolves gaps: an agent that reasons, acts and observes, gap by gap.
//!
//! A gap is worked on strategy by strategy (`gap_worker.rs`): rutter looks up what the strategy goes by,
//! the model writes an entry from it in a short conversation on the turn loop (`attempt.rs`), the usual
//! checks judge the entry, and the rule is asked whether the gap is closed. What needs no model is done
//! without one. Every step is stored before and after it, under the gap's lease, so that workers and
//! processes share the list and a killed run is resumed without repeating a step. Start at
//! [`resolve_gaps`].

mod attempt;
mod documented;
mod gap_observer;
mod gap_worker;
mod judgement;
mod learning;
mod lease;
mod meter;
mod notebook;
mod options;
mod plan;
mod question;
mod report;
mod resolver;
mod retrieval;
mod saved_run;
mod templates;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use futures::{StreamExt as _, TryStreamExt as _};
use rutter_domain::{Attempt, Ending, Event, Gap, GapState, Phase};
use rutter_provider::language::LanguageModel;
use rutter_store::{RunStore, Store};
use rutter_tools::{EntryVisibility, Mode, Toolbox};
use tokio_util::sync::CancellationToken;

use self::gap_worker::work_on;
use self::judgement::{prioritisation_schema, read_choice, read_is_over, strategy_schema};
use self::learning::Experience;
use self::meter::Meter;
use self::notebook::Notebook;
use self::plan::select;
use self::question::describe;
use self::resolver::{Progress, Resolver};
use super::tool_sets;
use crate::prompts::{RECORDING, RESOLVE, RESOLVE_LAST_TURN, RESOLVE_NUDGE, RESOLVE_REMINDER};
use crate::{Error, Goal, Mission, Observer, RunLimits};

pub use self::options::ResolveOptions;
pub use self::plan::{Estimate, PlannedGap, ResolvePlan, plan_resolve};
pub use self::report::{Left, ResolveEnding, ResolveRun, SettledGap};
pub use self::resolver::{FindGaps, FoundGaps, GapSelection};
pub use self::saved_run::{SavedRun, last_unfinished_run};
pub use self::templates::{Prompt, Templates};

/// Symbols and files after which progress is looked at. It does not depend on the number of workers, so
/// that this has no influence on what is resolved.
const BATCH: usize = 32;
/// Batches in a row without a gap resolved that end a run.
const MOST_FRUITLESS: u32 = 2;
/// A model chooses among at most this many gaps.
const MOST_CHOICES: usize = 60;

/// The inputs of [`resolve_gaps`].
pub struct ResolveTask<'a> {
    pub toolbox: &'a Toolbox,
    /// Without one, only what needs none is done.
    pub model: Option<&'a dyn LanguageModel>,
    pub store: Box<dyn Store>,
    pub runs: Arc<dyn RunStore>,
    pub find_gaps: FindGaps,
    pub observer: &'a dyn Observer,
    pub templates: Templates,
    pub options: ResolveOptions,
    /// The run to go on with; `None` begins a new one.
    pub resumed: Option<SavedRun>,
    /// Id of the recorded run.
    pub run: String,
}

/// The mission to fill one gap from what was looked up. The caps of the whole run are not part of it.
fn synthesis(options: &ResolveOptions) -> Mission {
    let mut mission = Mission::new("resolve", &RESOLVE.replace("{recording}", RECORDING));
    mission.goal = Goal::OneEntry;
    (mission.tools, mission.tools_if_small) = (tool_sets::RESOLVE, tool_sets::RESOLVE_SMALL);
    mission.entries = EntryVisibility::Hidden;
    mission.nudge = Some(RESOLVE_NUDGE.to_owned());
    mission.reminder = Some(RESOLVE_REMINDER.to_owned());
    mission.last_turn = RESOLVE_LAST_TURN.to_owned();
    mission.limits = RunLimits { max_turns: options.max_turns, max_tokens: None, max_cost: None };
    mission.limit_output_tokens = options.limit_output_tokens;
    mission.context_tokens = options.context_tokens;
    mission.temperature = Some(0.1);
    mission
}

/// Checks that the caps of a run can be enforced with a model.
pub fn check_resolve(options: &ResolveOptions, model: &dyn LanguageModel) -> Result<(), Error> {
    let ResolveOptions { max_turns, max_tokens, max_cost, .. } = *options;
    let limits = RunLimits { max_turns, max_tokens, max_cost };
    Mission { limits, ..synthesis(options) }.check(model)
}

/// Resolves gaps until all are done, nothing is resolved any more, or a cap is reached.
pub async fn resolve_gaps(
    task: ResolveTask<'_>,
    cancel: &CancellationToken,
) -> Result<ResolveRun, Error> {
    let began = Instant::now();
    let ResolveTask {
        toolbox,
        model,
        store,
        runs,
        find_gaps,
        observer,
        templates,
        options,
        resumed,
        run,
    } = task;
    if let Some(model) = model {
        check_resolve(&options, model)?;
    }
    let notebook = Notebook::new(store);
    let attempts = notebook.with(|store| store.attempts(None)).await?;
    let experience = match &resumed {
        Some(saved) => saved.experience.clone(),
        None => Experience::of(&attempts),
    };
    let earlier_runs = resumed.as_ref().map_or(&[][..], |saved| saved.runs.as_slice());
    let meter = Meter::new(options.max_tokens, options.max_cost, used(&attempts, earlier_runs));
    let resolver = Resolver {
        toolbox,
        model,
        find_gaps,
        notebook: notebook.clone(),
        runs,
        observer,
        templates: &templates,
        options: &options,
        run: &run,
        experience: &experience,
        meter: &meter,
        cancel,
        progress: Mutex::new(Progress::default()),
    };
    resolver.emit(
        None,
        Event::Started {
            run: run.clone(),
            mission: "resolve".to_owned(),
            model: model.map_or("no model", LanguageModel::name).to_owned(),
            mode: Mode::Plan.name().to_owned(),
            root: toolbox.engine.layout.root.display().to_string(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            session: None,
        },
    );
    let ended = run_phases(&resolver, resumed).await;
    let ended = ended.map(|mut ended| {
        ended.totals.elapsed_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        ended
    });
    let (ending, totals) = match &ended {
        Ok(ended) => (as_ending(&ended.ending), ended.totals.clone()),
        Err(error) => {
            let reason = rutter_domain::error_chain(error);
            (Ending::Failed { reason }, resolver.progress().totals.clone())
        }
    };
    resolver.emit(None, Event::Finished { ending, totals });
    ended
}

async fn run_phases(
    resolver: &Resolver<'_>,
    resumed: Option<SavedRun>,
) -> Result<ResolveRun, Error> {
    let enter = |phase: Phase| resolver.emit(None, Event::Phase { phase });
    let options = resolver.options;
    enter(Phase::InitialScanning);
    // Brings the index up to date, if that is allowed.
    resolver.blocking("the index", |toolbox| toolbox.knowledge().map(drop)).await??;
    enter(Phase::GapAnalysis);
    let ResolveOptions { under, rules, limit, .. } = options.clone();
    let selection = GapSelection::Under { under, rules };
    let found = resolver.find(selection.clone()).await?;
    let continued = resumed.as_ref().and_then(|saved| saved.runs.first().cloned());
    let (mut saved, omitted) = match resumed {
        Some(mut saved) => {
            saved.runs.push(resolver.run.to_owned());
            let text = format!("continues the run {}", saved.runs[0]);
            resolver.emit(None, Event::Thought { text });
            (SavedRun { options: options.clone(), ..saved }, 0)
        }
        None => {
            let (gaps, omitted) = choose(resolver, &found, limit).await?;
            let saved = SavedRun {
                runs: vec![resolver.run.to_owned()],
                phase: Phase::GapAnalysis,
                options: options.clone(),
                gaps,
                experience: resolver.experience.clone(),
            };
            (saved, omitted)
        }
    };
    let n_gaps = saved.gaps.len();
    let text = format!("{n_gaps} gaps to work on, {:.1} % complete", found.completeness.overall);
    resolver.emit(None, Event::Observation { text });
    saved.phase = Phase::GapResolutionSemantic;
    saved.save(&resolver.notebook).await?;
    let worked = work_through(resolver, &saved.gaps).await?;
    enter(Phase::Finalizing);
    let after = resolver.find(selection).await?;
    let mut ended = ResolveRun {
        run: resolver.run.to_owned(),
        resumed: continued,
        model: resolver.model.map(|model| model.name().to_owned()),
        ending: ending_of(resolver, &worked),
        resolved: 0,
        requires_human_input: 0,
        dismissed: 0,
        open: 0,
        omitted,
        before: found.completeness.overall,
        after: after.completeness.overall,
        totals: resolver.progress().totals.clone(),
        gaps: worked.gaps,
    };
    ended.count();
    let is_over = match &ended.ending {
        ResolveEnding::AllResolved
        | ResolveEnding::OnlyHumanLeft
        | ResolveEnding::NoProgress
        | ResolveEnding::NeedsModel
        | ResolveEnding::Elsewhere => true,
        ResolveEnding::CapReached { .. }
        | ResolveEnding::Failed { .. }
        | ResolveEnding::Cancelled => false,
    };
    if is_over {
        saved.phase = Phase::Terminated;
        saved.save(&resolver.notebook).await?;
        saved_run::forget_ended(&resolver.notebook).await?;
    }
    enter(Phase::Terminated);
    Ok(ended)
}

/// The gaps of a run after the work on them.
struct Worked {
    gaps: Vec<SettledGap>,
    /// Whether the run gave up because nothing was resolved any more.
    gave_up: bool,
}

/// Works on all gaps, a batch at a time.
async fn work_through(resolver: &Resolver<'_>, gaps: &[Gap]) -> Result<Worked, Error> {
    let groups = by_subject(gaps);
    let mut worked = Worked { gaps: Vec::new(), gave_up: false };
    let mut n_fruitless = 0;
    for (batch, is_last) in batches(&groups) {
        if worked.gave_up || resolver.stop() == Some(Ending::Cancelled) {
            let left = batch.iter().flatten();
            worked.gaps.extend(left.map(|gap| SettledGap::open(gap, Left::NotReached)));
            continue;
        }
        let settled = work_on_batch(resolver, batch).await?;
        let n_resolved = settled.iter().filter(|gap| gap.state == GapState::Resolved).count();
        let n_tried = settled.iter().filter(|gap| gap.strategy.is_some()).count();
        worked.gaps.extend(settled);
        if n_resolved > 0 {
            n_fruitless = 0;
        } else if n_tried > 0 && !is_last && resolver.stop().is_none() {
            n_fruitless += 1;
            worked.gave_up =
                n_fruitless >= MOST_FRUITLESS || is_hopeless(resolver, n_tried, groups.len()).await;
        }
    }
    try_again_elsewhere(resolver, gaps, &mut worked).await?;
    Ok(worked)
}

async fn work_on_batch(
    resolver: &Resolver<'_>,
    batch: &[Vec<&Gap>],
) -> Result<Vec<SettledGap>, Error> {
    let settled: Vec<Vec<SettledGap>> = futures::stream::iter(batch)
        .map(|group| async move {
            let mut settled = Vec::new();
            for gap in group {
                settled.push(work_on(resolver, gap).await?);
            }
            Ok::<_, Error>(settled)
        })
        .buffered(resolver.options.jobs.max(1))
        .try_collect()
        .await?;
    Ok(settled.into_iter().flatten().collect())
}

/// Works on what another process had when its turn came, if it is free by now.
async fn try_again_elsewhere(
    resolver: &Resolver<'_>,
    gaps: &[Gap],
    worked: &mut Worked,
) -> Result<(), Error> {
    let by_id: HashMap<&str, &Gap> = gaps.iter().map(|gap| (gap.id.as_str(), gap)).collect();
    for settled in &mut worked.gaps {
        let is_elsewhere = settled.left == Some(Left::Elsewhere);
        if let Some(gap) = by_id.get(settled.id.as_str()).filter(|_| is_elsewhere) {
            *settled = work_on(resolver, gap).await?;
        }
    }
    Ok(())
}

/// Asks whether to go on after a batch in which nothing was resolved.
async fn is_hopeless(resolver: &Resolver<'_>, n_tried: usize, n_all: usize) -> bool {
    let text = format!("none of the last {n_tried} gaps was resolved");
    resolver.emit(None, Event::Thought { text: text.clone() });
    let status = format!("Of {n_all} gaps, {text}, though several ways were tried for each.");
    let answer = resolver.judge(None, Prompt::Strategy, &[&status], strategy_schema()).await;
    answer.as_ref().and_then(read_is_over).unwrap_or(false)
}

/// The gaps of a run. If there are more than the limit allows, a model may choose among the first ones.
async fn choose(
    resolver: &Resolver<'_>,
    found: &FoundGaps,
    limit: Option<usize>,
) -> Result<(Vec<Gap>, usize), Error> {
    let shared = found.clone();
    let (gaps, _) = resolver.notebook.with(move |store| Ok(select(&shared, store, None))).await??;
    let n_all = gaps.len();
    let limit = limit.unwrap_or(usize::MAX);
    let omitted = n_all.saturating_sub(limit);
    if omitted == 0 {
        return Ok((gaps, 0));
    }
    let mut candidates = gaps;
    candidates.truncate(limit.saturating_mul(3).min(MOST_CHOICES).max(limit));
    if limit >= MOST_CHOICES || resolver.model.is_none() {
        candidates.truncate(limit);
        return Ok((candidates, omitted));
    }
    let text = format!("{n_all} gaps are more than the {limit} that are allowed");
    resolver.emit(None, Event::Thought { text });
    let lines: Vec<String> = candidates
        .iter()
        .map(|gap| format!("{} {} {} {}", gap.id, gap.rule, gap.severity, describe(gap)))
        .collect();
    let values = [lines.join("\n"), limit.to_string()];
    let values = [values[0].as_str(), values[1].as_str()];
    let answer =
        resolver.judge(None, Prompt::Prioritisation, &values, prioritisation_schema()).await;
    let chosen = read_choice(&answer.unwrap_or_default(), candidates, limit);
    Ok((chosen, omitted))
}

/// Gaps of the same symbol or file are worked on one after the other: an entry may close several.
fn by_subject(gaps: &[Gap]) -> Vec<Vec<&Gap>> {
    let mut places: HashMap<(&str, Option<&str>), usize> = HashMap::new();
    let mut groups: Vec<Vec<&Gap>> = Vec::new();
    for gap in gaps {
        let at = *places.entry((&gap.path, gap.symbol.as_deref())).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[at].push(gap);
    }
    groups
}

/// Batches, each with whether it is the last one.
fn batches<'a, 'g>(groups: &'a [Vec<&'g Gap>]) -> impl Iterator<Item = (&'a [Vec<&'g Gap>], bool)> {
    let n_batches = groups.len().div_ceil(BATCH);
    groups.chunks(BATCH).enumerate().map(move |(at, batch)| (batch, at + 1 == n_batches))
}

/// Tokens and US dollars that these runs have used.
fn used(attempts: &[Attempt], runs: &[String]) -> (u64, f64) {
    let ends = attempts
        .iter()
        .filter(|attempt| attempt.run.as_ref().is_some_and(|run| runs.contains(run)));
    let ends = ends.filter_map(|attempt| attempt.end.as_ref());
    ends.fold((0, 0.0), |(tokens, cost), end| {
        (tokens + end.input_tokens + end.output_tokens, cost + end.cost.unwrap_or(0.0))
    })
}

fn ending_of(resolver: &Resolver<'_>, worked: &Worked) -> ResolveEnding {
    let has = |left: Left| worked.gaps.iter().any(|gap| gap.left == Some(left));
    let stop = resolver.stop().filter(|_| has(Left::NotReached));
    match stop {
        Some(Ending::Cancelled) => return ResolveEnding::Cancelled,
        Some(Ending::Failed { reason }) => return ResolveEnding::Failed { reason },
        Some(cap @ (Ending::MaxTokens { .. } | Ending::MaxCost { .. })) => {
            return ResolveEnding::CapReached { cap };
        }
        Some(Ending::Answered | Ending::MaxTurns { .. }) | None => {}
    }
    let needs_person = |gap: &SettledGap| gap.state == GapState::RequiresHumanInput;
    if worked.gave_up {
        ResolveEnding::NoProgress
    } else if has(Left::NeedsModel) {
        ResolveEnding::NeedsModel
    } else if has(Left::Elsewhere) {
        ResolveEnding::Elsewhere
    } else if worked.gaps.iter().any(needs_person) {
        ResolveEnding::OnlyHumanLeft
    } else {
        ResolveEnding::AllResolved
    }
}

/// The ending as the record of a run says it.
fn as_ending(ending: &ResolveEnding) -> Ending {
    match ending {
        ResolveEnding::AllResolved
        | ResolveEnding::OnlyHumanLeft
        | ResolveEnding::NoProgress
        | ResolveEnding::NeedsModel
        | ResolveEnding::Elsewhere => Ending::Answered,
        ResolveEnding::CapReached { cap } => cap.clone(),
        ResolveEnding::Failed { reason } => Ending::Failed { reason: reason.clone() },
        ResolveEnding::Cancelled => Ending::Cancelled,
    }
}
