//! The state that all workers of a run share.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rutter_domain::{Completeness, Ending, Event, Gap, Moment, Phase, Strategy, Totals};
use rutter_provider::language::LanguageModel;
use rutter_store::RunStore;
use rutter_tools::{ToolError, Toolbox};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::judgement::{Judged, judge};
use super::learning::Experience;
use super::meter::{Meter, MeteredModel};
use super::notebook::{Notebook, now};
use super::options::ResolveOptions;
use super::templates::{Prompt, Templates};
use crate::{Error, Observer};

/// Requests that fail in a row, over all workers, before the run gives up.
pub(super) const MOST_FAILURES: u32 = 4;

/// Which gaps to look for.
#[derive(Debug, Clone, PartialEq)]
pub enum GapSelection {
    /// All of these rules, or of all if empty, in a folder or file.
    Under { under: Option<String>, rules: Vec<String> },
    /// This one, to learn whether its rule still finds it.
    One(Box<Gap>),
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct FoundGaps {
    pub completeness: Completeness,
    /// The highest priority first.
    pub gaps: Vec<Gap>,
}

/// Finds gaps in the repository as it is now, with the settings of the user.
pub type FindGaps = Arc<dyn Fn(&GapSelection) -> Result<FoundGaps, ToolError> + Send + Sync>;

pub(super) struct Resolver<'a> {
    pub(super) toolbox: &'a Toolbox,
    pub(super) model: Option<&'a dyn LanguageModel>,
    pub(super) find_gaps: FindGaps,
    pub(super) notebook: Notebook,
    pub(super) runs: Arc<dyn RunStore>,
    pub(super) observer: &'a dyn Observer,
    pub(super) templates: &'a Templates,
    pub(super) options: &'a ResolveOptions,
    /// Id of the recorded run, which also holds the leases.
    pub(super) run: &'a str,
    pub(super) experience: &'a Experience,
    pub(super) meter: &'a Meter,
    pub(super) cancel: &'a CancellationToken,
    pub(super) progress: Mutex<Progress>,
}

/// Totals of a run so far, and why it stops.
#[derive(Debug, Default)]
pub(super) struct Progress {
    pub(super) totals: Totals,
    /// Requests that failed since the last one that was answered.
    n_failures: u32,
    stop: Option<Ending>,
}

impl Resolver<'_> {
    pub(super) fn emit(&self, gap: Option<&Gap>, event: Event) {
        let gap = gap.map(|gap| gap.id.clone());
        self.observer.see(&Moment { at: now(), gap, event });
    }

    pub(super) fn emit_all(&self, gap: Option<&Gap>, events: Vec<Event>) {
        events.into_iter().for_each(|event| self.emit(gap, event));
    }

    pub(super) fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why no further work is begun; `None` while the run goes on.
    pub(super) fn stop(&self) -> Option<Ending> {
        if self.cancel.is_cancelled() {
            return Some(Ending::Cancelled);
        }
        self.progress().stop.clone().or_else(|| self.meter.exhausted())
    }

    /// Begins no further work.
    pub(super) fn stop_with(&self, ending: Ending) {
        self.progress().stop.get_or_insert(ending);
    }

    pub(super) fn count_answer(&self) {
        self.progress().n_failures = 0;
    }

    /// Counts a request that failed; ends the run after too many in a row.
    pub(super) fn count_failure(&self, reason: String) {
        let mut progress = self.progress();
        progress.n_failures += 1;
        if progress.n_failures >= MOST_FAILURES {
            progress.stop.get_or_insert(Ending::Failed { reason });
        }
    }

    /// Whether the rule still finds a gap.
    pub(super) async fn is_open(&self, gap: &Gap) -> Result<bool, Error> {
        let found = self.find(GapSelection::One(Box::new(gap.clone()))).await?;
        Ok(found.gaps.iter().any(|found| found.id == gap.id))
    }

    pub(super) async fn find(&self, selection: GapSelection) -> Result<FoundGaps, Error> {
        let find = Arc::clone(&self.find_gaps);
        self.blocking("the rules", move |_| find(&selection)).await?.map_err(Error::Tool)
    }

    /// Runs work that blocks on a thread of its own.
    pub(super) async fn blocking<T: Send + 'static>(
        &self,
        what: &'static str,
        work: impl FnOnce(&Toolbox) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let toolbox = self.toolbox.clone();
        let done = tokio::task::spawn_blocking(move || work(&toolbox)).await;
        done.map_err(|_| Error::Broken { what })
    }

    /// Asks for a judgement; `None` without a model, or without a usable answer.
    pub(super) async fn judge(
        &self,
        gap: Option<&Gap>,
        prompt: Prompt,
        values: &[&str],
        schema: Value,
    ) -> Option<Value> {
        let model = MeteredModel::new(self.model?, self.meter);
        let text = self.templates.fill(prompt, values);
        let Judged { answer, totals, events } =
            judge(&model, prompt.name(), text, schema, self.cancel).await;
        self.emit_all(gap, events);
        let mut progress = self.progress();
        progress.totals.add(&totals);
        answer
    }
}

/// The phase in which a strategy is tried.
pub(super) fn phase_of(strategy: Strategy) -> Phase {
    match strategy {
        Strategy::SemanticSearch => Phase::GapResolutionSemantic,
        Strategy::DocComment | Strategy::TargetedCode => Phase::GapResolutionTargetedCode,
        Strategy::LinkedDocument | Strategy::TargetedDocument => Phase::GapResolutionTargetedDoc,
    }
}
