//! Plans a run without starting it: which gaps in which order, and about what it would cost.

use std::collections::HashMap;

use rutter_domain::{Gap, GapState, Strategy, Usage, tokens};
use rutter_provider::language::LanguageModel;
use rutter_store::Store;
use rutter_tools::{Session, Toolbox};
use serde::Serialize;

use super::attempt::{room_for_observations, session};
use super::documented::description;
use super::learning::Experience;
use super::options::ResolveOptions;
use super::question::{Remedy, describe};
use super::resolver::FoundGaps;
use super::retrieval::retrieve;
use super::synthesis;
use super::templates::{Prompt, Templates};
use crate::Error;

/// Prompts that are made to estimate the length of all.
const SAMPLES: usize = 8;
/// Requests for a gap, from experience with models that often have to correct themselves.
const REQUESTS_PER_GAP: f64 = 1.5;
/// Tokens of a reply with one entry.
const REPLY_TOKENS: u64 = 200;

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ResolvePlan {
    pub model: Option<String>,
    /// In the order in which they would be worked on.
    pub gaps: Vec<PlannedGap>,
    /// Gaps beyond the limit.
    pub omitted: usize,
    pub estimate: Estimate,
}

/// A gap, and what would be done about it first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PlannedGap {
    pub id: String,
    pub rule: String,
    pub path: String,
    pub line: u32,
    pub symbol: Option<String>,
    pub priority: f64,
    /// `None` if only a person can close it.
    pub first: Option<Strategy>,
}

/// About what a run would use.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Estimate {
    /// Gaps that a model would work on.
    pub n_gaps: u64,
    pub requests: u64,
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// In US dollars; `None` if no model is configured or its price is not known.
    pub cost: Option<f64>,
}

/// The gaps that a run works on, and how many more there are.
pub(super) fn select(
    found: &FoundGaps,
    store: &dyn Store,
    limit: Option<usize>,
) -> Result<(Vec<Gap>, usize), Error> {
    let records = store.gap_records()?;
    let states: HashMap<&str, GapState> =
        records.iter().map(|record| (record.id.as_str(), record.state)).collect();
    let is_wanted = |gap: &&Gap| match states.get(gap.id.as_str()) {
        Some(GapState::Dismissed | GapState::RequiresHumanInput) => false,
        Some(GapState::Open | GapState::Resolved) | None => true,
    };
    let mut gaps: Vec<Gap> = found.gaps.iter().filter(is_wanted).cloned().collect();
    let limit = limit.unwrap_or(usize::MAX);
    let omitted = gaps.len().saturating_sub(limit);
    gaps.truncate(limit);
    Ok((gaps, omitted))
}

/// Plans a run without sending a request or storing anything.
pub fn plan_resolve(
    toolbox: &Toolbox,
    store: &dyn Store,
    model: Option<&dyn LanguageModel>,
    found: &FoundGaps,
    options: &ResolveOptions,
    templates: &Templates,
) -> Result<ResolvePlan, Error> {
    let experience = Experience::of(&store.attempts(None)?);
    let (gaps, omitted) = select(found, store, options.limit)?;
    let author = model.map_or("", LanguageModel::name);
    let mut estimate = Estimate::default();
    let (mut n_sampled, mut sampled_tokens) = (0_u64, 0_u64);
    let mut planned = Vec::new();
    for gap in &gaps {
        let looking = session(gap, author, "");
        let first = first_strategy(toolbox, &looking, gap, &experience);
        if let Some(strategy) = first.filter(|strategy| strategy.needs_model()) {
            estimate.n_gaps += 1;
            if n_sampled < SAMPLES as u64 {
                n_sampled += 1;
                sampled_tokens +=
                    prompt_tokens(toolbox, &looking, gap, strategy, options, templates);
            }
        }
        planned.push(PlannedGap {
            id: gap.id.clone(),
            rule: gap.rule.clone(),
            path: gap.path.clone(),
            line: gap.line,
            symbol: gap.symbol.clone(),
            priority: gap.priority,
            first,
        });
    }
    let per_request = sampled_tokens / n_sampled.max(1);
    estimate.requests = (estimate.n_gaps as f64 * REQUESTS_PER_GAP).ceil() as u64;
    estimate.input_tokens = per_request * estimate.requests;
    estimate.output_tokens = REPLY_TOKENS * estimate.requests;
    let (input_tokens, output_tokens) = (estimate.input_tokens, estimate.output_tokens);
    let usage = Usage { input_tokens, output_tokens, ..Usage::default() };
    estimate.cost = model.and_then(|model| model.cost(&usage));
    let model = model.map(|model| model.name().to_owned());
    Ok(ResolvePlan { model, gaps: planned, omitted, estimate })
}

/// The strategy that is tried first; `None` if only a person can close the gap.
fn first_strategy(
    toolbox: &Toolbox,
    looking: &Session,
    gap: &Gap,
    experience: &Experience,
) -> Option<Strategy> {
    match Remedy::of(&gap.rule) {
        Remedy::Person => None,
        Remedy::Entry => experience.order(&gap.rule).into_iter().find(|strategy| {
            strategy.needs_model() || description(toolbox, looking, gap, *strategy).is_some()
        }),
    }
}

/// About how many tokens the first request for a gap has.
fn prompt_tokens(
    toolbox: &Toolbox,
    looking: &Session,
    gap: &Gap,
    strategy: Strategy,
    options: &ResolveOptions,
    templates: &Templates,
) -> u64 {
    let found = retrieve(toolbox, looking, gap, strategy, room_for_observations(options));
    let message = templates.fill(Prompt::Synthesis, &[&describe(gap), "", &found.text]);
    let mission = synthesis(options);
    let asking = mission.narrow(&session(gap, "", ""));
    let tools = toolbox
        .declarations(&asking)
        .into_iter()
        .map(|tool| tool.name.len() + tool.description.len() + tool.parameters.to_string().len());
    let bytes = mission.system.len() + message.len() + tools.sum::<usize>();
    tokens::estimate(bytes) as u64
}
