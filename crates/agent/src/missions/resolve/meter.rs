//! The caps of a run over all its workers.
//!
//! Before a request is sent, what it may cost at most is reserved, so that requests that are in flight
//! at the same time cannot exceed a cap together. A request that has no room only because of others in
//! flight waits for them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use futures::future::BoxFuture;
use rutter_domain::{Ending, Usage, tokens};
use rutter_provider::language::{Error, LanguageModel, Listener, Reply, Request};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;

use crate::budget::micros;

/// The caps of a run and what its requests have used.
pub(super) struct Meter {
    max_tokens: Option<u64>,
    /// US dollars.
    max_cost: Option<f64>,
    used: Mutex<Used>,
    settled: Notify,
}

#[derive(Debug, Default)]
struct Used {
    tokens: u64,
    cost: f64,
    reserved_tokens: u64,
    reserved_cost: f64,
    n_in_flight: u32,
    /// The highest number of tokens that the provider counted for each that was estimated.
    ratio: f64,
    /// Set once a request had no room.
    exhausted: Option<Ending>,
}

/// The most that a request may use.
#[derive(Debug, Clone, Copy)]
struct Reservation {
    tokens: u64,
    cost: f64,
    estimate: u64,
}

impl Meter {
    /// A meter on which this much was used before.
    pub(super) fn new(max_tokens: Option<u64>, max_cost: Option<f64>, used: (u64, f64)) -> Meter {
        let used = Used { tokens: used.0, cost: used.1, ratio: 1.0, ..Used::default() };
        Meter { max_tokens, max_cost, used: Mutex::new(used), settled: Notify::new() }
    }

    /// The cap that a request had no room in.
    pub(super) fn exhausted(&self) -> Option<Ending> {
        self.used().exhausted.clone()
    }

    async fn reserve(
        &self,
        request: &Request,
        model: &dyn LanguageModel,
    ) -> Result<Reservation, Ending> {
        loop {
            let settled = self.settled.notified();
            {
                let mut used = self.used();
                if let Some(ending) = &used.exhausted {
                    return Err(ending.clone());
                }
                let wanted = used.reservation(request, model);
                match self.obstacle(&used, wanted) {
                    None => {
                        used.reserved_tokens += wanted.tokens;
                        used.reserved_cost += wanted.cost;
                        used.n_in_flight += 1;
                        return Ok(wanted);
                    }
                    Some(ending) if used.n_in_flight == 0 => {
                        used.exhausted = Some(ending.clone());
                        return Err(ending);
                    }
                    Some(_) => {}
                }
            }
            settled.await;
        }
    }

    fn obstacle(&self, used: &Used, wanted: Reservation) -> Option<Ending> {
        let tokens = used.tokens + used.reserved_tokens + wanted.tokens;
        let cost = used.cost + used.reserved_cost + wanted.cost;
        let max_tokens = self.max_tokens.filter(|limit| tokens > *limit);
        let max_cost = self.max_cost.filter(|limit| cost > *limit);
        max_tokens
            .map(|limit| Ending::MaxTokens { limit })
            .or_else(|| max_cost.map(|limit| Ending::MaxCost { limit_micros: micros(limit) }))
    }

    fn settle(&self, reserved: Reservation, reply: Option<&Reply>, model: &dyn LanguageModel) {
        let mut used = self.used();
        used.reserved_tokens -= reserved.tokens;
        used.reserved_cost = (used.reserved_cost - reserved.cost).max(0.0);
        used.n_in_flight -= 1;
        if let Some(reply) = reply.filter(|reply| !reply.is_cached) {
            let usage = &reply.usage;
            used.tokens += usage.input_tokens + usage.output_tokens;
            used.cost += model.cost(usage).unwrap_or(0.0);
            if !usage.is_estimate && reserved.estimate > 0 {
                let ratio = usage.input_tokens as f64 / reserved.estimate as f64;
                used.ratio = used.ratio.max(ratio.min(4.0));
            }
        }
        drop(used);
        self.settled.notify_waiters();
    }

    fn used(&self) -> MutexGuard<'_, Used> {
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Used {
    fn reservation(&self, request: &Request, model: &dyn LanguageModel) -> Reservation {
        let bytes = serde_json::to_vec(request).map_or(0, |json| json.len());
        let estimate = tokens::estimate(bytes) as u64;
        let input_tokens = (estimate as f64 * self.ratio).ceil() as u64;
        let output_tokens = u64::from(request.limit_output_tokens.unwrap_or(0));
        let most = Usage { input_tokens, output_tokens, ..Usage::default() };
        let cost = model.cost(&most).unwrap_or(0.0);
        Reservation { tokens: input_tokens + output_tokens, cost, estimate }
    }
}

/// A model whose requests go through a meter, and which remembers why the last one failed.
pub(super) struct MeteredModel<'a> {
    pub(super) model: &'a dyn LanguageModel,
    pub(super) meter: &'a Meter,
    failure: Mutex<Option<Error>>,
}

impl<'a> MeteredModel<'a> {
    pub(super) fn new(model: &'a dyn LanguageModel, meter: &'a Meter) -> MeteredModel<'a> {
        MeteredModel { model, meter, failure: Mutex::default() }
    }

    /// Why the last request failed, if it did.
    pub(super) fn failure(&self) -> Option<Error> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl LanguageModel for MeteredModel<'_> {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn ask<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a dyn Listener,
        cancel: &'a CancellationToken,
    ) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(async move {
            let reserved = match self.meter.reserve(request, self.model).await {
                Ok(reserved) => reserved,
                Err(_) => {
                    let model = self.name().to_owned();
                    return Err(Error::Refused { model, reason: "a cap is reached".to_owned() });
                }
            };
            let asked = self.model.ask(request, listener, cancel).await;
            self.meter.settle(reserved, asked.as_ref().ok(), self.model);
            *self.failure.lock().unwrap_or_else(PoisonError::into_inner) =
                asked.as_ref().err().cloned();
            asked
        })
    }

    fn cost(&self, usage: &Usage) -> Option<f64> {
        self.model.cost(usage)
    }
}
