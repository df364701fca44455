//! Resolves the gaps of a small repository with a model that is a function of the request.

use std::sync::{Arc, Mutex};
use std::time::SystemTime;

use rutter_agent::{
    FindGaps, FoundGaps, GapSelection, ResolveOptions, ResolveRun, ResolveTask, SavedRun,
    Templates, last_unfinished_run, resolve_gaps,
};
use rutter_domain::{Attempt, Event, GapState, Message, Moment, Timestamp};
use rutter_knowledge::{GapSettings, GapsRequest};
use rutter_provider::language::{Error, LanguageModel, Reply, Request, Script, ScriptStep};
use rutter_store::{Store, StoreUrl, open_runs};
use rutter_tools::Toolbox;
use serde_json::{Value, json};

use crate::harness::Harness;

/// Four functions without a description.
pub const DECK: &str = "\
//- deck/sails.py
def hoist(rope):
    return rope + 1


def lower(rope):
    return rope - 1
//- deck/anchor.py
def weigh(chain):
    return chain + 1


def drop(chain):
    return chain - 1
";

/// A request that no script has more of.
const MOST_REQUESTS: usize = 500;

/// A run that has ended, and what it left.
pub struct Resolved {
    pub run: ResolveRun,
    pub moments: Vec<Moment>,
}

/// A model that answers each request with a function of it.
pub fn model(
    answer: impl Fn(&Request) -> Result<Reply, Error> + Send + Sync + Clone + 'static,
) -> Script {
    Script::new((0..MOST_REQUESTS).map(|_| ScriptStep::answer(answer.clone())))
}

pub fn text(text: &str) -> Result<Reply, Error> {
    let mut reply = Reply::default();
    reply.turn.text = text.to_owned();
    Ok(reply)
}

pub fn call(name: &str, arguments: Value) -> Result<Reply, Error> {
    match ScriptStep::call(name, arguments) {
        ScriptStep::Reply(reply) => Ok(reply),
        ScriptStep::Fail(_) | ScriptStep::Answer(_) => text("a call is a reply"),
    }
}

pub fn unavailable() -> Result<Reply, Error> {
    let (model, reason) = ("script".to_owned(), "no answer".to_owned());
    Err(Error::Unavailable { model, n_attempts: 4, reason })
}

/// The first message of a request: the prompt.
pub fn prompt(request: &Request) -> &str {
    match request.messages.first() {
        Some(Message::User(prompt)) => prompt,
        _ => "",
    }
}

/// Symbol and file of the gap that a prompt is about.
pub fn subject(request: &Request) -> (String, String) {
    let mut quoted = prompt(request).split('`').skip(1).step_by(2);
    let (symbol, path) = (quoted.next().unwrap(), quoted.next().unwrap());
    (symbol.to_owned(), path.to_owned())
}

/// Records what is asked for at once, with what each function's parameter is called.
pub fn record(request: &Request) -> Result<Reply, Error> {
    record_with(request, json!(0.9))
}

pub fn record_with(request: &Request, confidence: Value) -> Result<Reply, Error> {
    let (symbol, path) = subject(request);
    let parameter = if path.contains("sails") { "rope" } else { "chain" };
    let summary = format!("Moves the `{parameter}` a bit further.");
    let entry = json!({ "symbol": symbol, "file_path": path, "summary": summary,
                        "confidence": confidence });
    call("create_index_entry", entry)
}

pub fn find_gaps(toolbox: &Toolbox) -> FindGaps {
    let toolbox = toolbox.clone();
    Arc::new(move |selection| {
        let (under, rules) = match selection {
            GapSelection::Under { under, rules } => (under.clone(), rules.clone()),
            GapSelection::One(gap) => (Some(gap.path.clone()), vec![gap.rule.clone()]),
        };
        let (states, settings) = (GapState::ALL.to_vec(), GapSettings::default());
        let request = GapsRequest { under, rules, states, settings, ..GapsRequest::default() };
        let answer = toolbox.knowledge()?.gaps(&request)?;
        Ok(FoundGaps { completeness: answer.completeness, gaps: answer.gaps })
    })
}

/// Only the rule that every function without a description breaks.
pub fn options() -> ResolveOptions {
    let rules = vec!["missing-description".to_owned()];
    ResolveOptions { rules, ..ResolveOptions::default() }
}

pub fn store(harness: &Harness) -> Box<dyn Store> {
    rutter_store::open(&url(harness)).unwrap()
}

fn url(harness: &Harness) -> StoreUrl {
    let layout = &harness.toolbox.engine.layout;
    layout.prepare().unwrap();
    StoreUrl::folder(&layout.data)
}

pub fn resolve(
    harness: &Harness,
    model: Option<&dyn LanguageModel>,
    options: ResolveOptions,
) -> Resolved {
    resolve_from(harness, model, options, None)
}

/// Goes on with the last run that did not end.
pub fn resume(harness: &Harness, model: &dyn LanguageModel) -> Resolved {
    let saved = last_unfinished_run(&*store(harness)).unwrap().unwrap();
    resolve_from(harness, Some(model), saved.options.clone(), Some(saved))
}

fn resolve_from(
    harness: &Harness,
    model: Option<&dyn LanguageModel>,
    options: ResolveOptions,
    resumed: Option<SavedRun>,
) -> Resolved {
    let moments = Mutex::new(Vec::new());
    let runs = open_runs(&url(harness));
    let record = runs.create(Timestamp::of(SystemTime::now())).unwrap();
    let observer = |moment: &Moment| {
        record.append(moment).unwrap();
        moments.lock().unwrap().push(moment.clone());
    };
    let task = ResolveTask {
        toolbox: &harness.toolbox,
        model,
        store: store(harness),
        runs: Arc::from(runs),
        find_gaps: find_gaps(&harness.toolbox),
        observer: &observer,
        templates: Templates::default(),
        options,
        resumed,
        run: record.id().to_owned(),
    };
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_time().build();
    let run = runtime.unwrap().block_on(resolve_gaps(task, &harness.cancel)).unwrap();
    Resolved { run, moments: moments.into_inner().unwrap() }
}

impl Resolved {
    /// How many gaps are in each state: resolved, for a person, open.
    pub fn counts(&self) -> (usize, usize, usize) {
        (self.run.resolved, self.run.requires_human_input, self.run.open)
    }

    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.moments.iter().map(|moment| &moment.event)
    }
}

/// Every attempt as `strategy outcome`, by symbol.
pub fn attempts(harness: &Harness) -> Vec<String> {
    let attempts = store(harness).attempts(None).unwrap();
    attempts.iter().map(outcome_of).collect()
}

fn outcome_of(attempt: &Attempt) -> String {
    let outcome = attempt.end.as_ref().map_or("unfinished", |end| end.outcome.name());
    format!("{} {outcome}", attempt.strategy)
}

/// Every entry as `path symbol: summary (author)`.
pub fn entries(harness: &Harness) -> Vec<String> {
    let entries = store(harness).entries().unwrap().entries;
    let line = |entry: &rutter_domain::Entry| {
        format!("{} {}: {} ({})", entry.path, entry.symbol, entry.summary, entry.author)
    };
    entries.iter().map(|stored| line(&stored.entry)).collect()
}
