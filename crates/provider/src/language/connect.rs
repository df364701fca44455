//! From a choice to a model that can be asked. Sends nothing yet.

use std::sync::Arc;
use std::time::Duration;

use super::cache::Cache;
use super::catalog::Catalog;
use super::client::ModelClient;
use super::dispatcher::{Adaptive, Dispatcher};
use super::remote::RemoteModel;
use super::route::Route;
use super::{Choice, Connected, Dispatch, Error, LanguageModel};
use crate::transport::{
    Backoff, DEFAULT_RETRY_DELAY, Environment, RateLimit, Reach, RequestedWait, RetryPolicy,
};

const DEFAULT_TIMEOUT: Duration = Duration::from_secs(120);
/// A model on the user's own machine may need minutes to read a long prompt.
const LOCAL_TIMEOUT: Duration = Duration::from_secs(600);
const N_RETRIES: u32 = 3;
const LIMIT_WAIT: Duration = Duration::from_secs(600);

/// Connects the chosen model, or the one that the environment suggests.
pub fn connect(choice: &Choice, environment: &Environment) -> Result<Connected, Error> {
    let route = Route::find(choice, environment)?;
    let bad_choice = |reason: String| Error::BadChoice { model: route.name.clone(), reason };
    if choice.timeout.is_some_and(|timeout| timeout.is_zero()) {
        return Err(bad_choice("the timeout must be longer than zero".to_owned()));
    }
    if choice.rpm == Some(0) {
        return Err(bad_choice("at least one request per minute must be allowed".to_owned()));
    }
    let (why, withheld_key) = (route.why.clone(), route.withheld_key.clone());
    let sends_key = route.key.is_some();
    let scope =
        format!("{} {} {:?} {:?}", route.name, route.endpoint.url, choice.dispatch, choice.effort);
    let default_timeout = match route.endpoint.reach {
        Reach::ThisMachine => LOCAL_TIMEOUT,
        Reach::Network => DEFAULT_TIMEOUT,
    };
    let timeout = choice.timeout.unwrap_or(default_timeout);
    let client = ModelClient::new(&route.endpoint, sends_key, choice.reply_limits);
    let client = Arc::new(client.map_err(bad_choice)?);
    let catalog = Catalog { client: Arc::clone(&client), route: route.clone() };
    let remote: Arc<dyn LanguageModel> = Arc::new(RemoteModel {
        client,
        route,
        found: Default::default(),
        window: Default::default(),
        timeout: choice.limit_timeout.map_or(timeout, |limit| timeout.min(limit)),
        retry_policy: retry_policy(choice.retry_delay.unwrap_or(DEFAULT_RETRY_DELAY)),
        rate_limit: choice.rpm.map(RateLimit::new),
        limit_output_tokens: choice.limit_output_tokens,
        effort: choice.effort,
        prices: choice.prices.clone(),
        unsupported: Default::default(),
        clock: Arc::clone(&environment.clock),
    });
    let model: Arc<dyn LanguageModel> = match choice.dispatch {
        Dispatch::Auto => Arc::new(Adaptive::new(remote)),
        Dispatch::Native => remote,
        Dispatch::Structured => Arc::new(Dispatcher::new(remote)),
    };
    let model: Arc<dyn LanguageModel> = match &choice.cache {
        Some(folder) => Arc::new(Cache::new(model, folder, &scope)),
        None => model,
    };
    Ok(Connected { model, catalog, why, sends_key, withheld_key })
}

fn retry_policy(first_delay: Duration) -> RetryPolicy {
    let backoff =
        |growth| Backoff { first_delay, growth, n_retries: N_RETRIES, limit_delay: LIMIT_WAIT };
    RetryPolicy {
        failing: backoff(2.0),
        rate_limited: backoff(1.5),
        limit_requested: LIMIT_WAIT,
        requested_wait: RequestedWait::Exact,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::transport::{FailureKind, RetryDecision};

    fn check(kind: FailureKind, expected_millis: [u64; 3]) {
        let policy = retry_policy(DEFAULT_RETRY_DELAY);
        let waits = [1, 2, 3].map(|n_attempts| policy.decide(kind, n_attempts, None));
        let wait = |millis| RetryDecision::Wait(Duration::from_millis(millis));
        assert_eq!(waits, expected_millis.map(wait));
        assert_eq!(policy.decide(kind, 4, None), RetryDecision::GiveUp);
    }

    #[test]
    fn a_failing_provider_is_asked_three_times_more_after_2_4_and_8_seconds() {
        check(FailureKind::Failing, [2000, 4000, 8000]);
    }

    #[test]
    fn a_rate_limited_request_waits_half_as_long_again_each_time() {
        check(FailureKind::RateLimited, [2000, 3000, 4500]);
    }
}
