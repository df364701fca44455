//! A model at a provider, asked over the network.
//!
//! A request is retried when the failure may pass; `classify` decides that. Start at
//! [`RemoteModel::ask_with_retries`].

mod streaming;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures::future::{BoxFuture, FutureExt};
use genai::resolver::{AuthData, Endpoint};
use genai::{ModelIden, ServiceTarget};
use rutter_domain::Usage;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use super::cancellation::{pause, unless_cancelled};
use super::classify::{AttemptError, FailedRequest};
use super::client::ModelClient;
use super::prices::Prices;
use super::providers::Protocol;
use super::relay::Exchange;
use super::reply_parser::{RawReply, parse_leniently, refusal, reported_error};
use super::route::Route;
use super::thoughts::Survey;
use super::window::window_in;
use super::wire::{OptionalParameter, anthropic, chat_options, chat_request};
use super::{Delivery, Effort, Error, LanguageModel, Listener, ModelLimits, Reply, Request};
use crate::transport::{Clock, FailureKind, Key, RateLimit, RetryDecision, RetryPolicy};

/// A server that does not list its models within this time is asked in another way.
const LIST_TIMEOUT: Duration = Duration::from_secs(3);

pub(super) struct RemoteModel {
    pub client: Arc<ModelClient>,
    pub route: Route,
    /// The model that the server has, once it was asked: its own name, and the one users write.
    pub found: OnceLock<(String, String)>,
    /// The size of its context window in tokens, if the server reported it then.
    pub window: OnceLock<u64>,
    pub timeout: Duration,
    pub retry_policy: RetryPolicy,
    pub rate_limit: Option<RateLimit>,
    pub limit_output_tokens: Option<u32>,
    pub effort: Option<Effort>,
    pub prices: Prices,
    pub unsupported: UnsupportedParameters,
    pub clock: Arc<dyn Clock>,
}

/// Parameters that the model turned out not to support.
#[derive(Debug, Default)]
pub(super) struct UnsupportedParameters {
    temperature: AtomicBool,
    schema: AtomicBool,
    thoughts: AtomicBool,
}

impl UnsupportedParameters {
    fn flag(&self, parameter: OptionalParameter) -> &AtomicBool {
        match parameter {
            OptionalParameter::Temperature => &self.temperature,
            OptionalParameter::Schema => &self.schema,
            OptionalParameter::Thoughts => &self.thoughts,
        }
    }
}

impl LanguageModel for RemoteModel {
    fn name(&self) -> &str {
        self.found.get().map_or(&self.route.name, |(_, name)| name)
    }

    fn prepare<'a>(&'a self, cancel: &'a CancellationToken) -> BoxFuture<'a, ()> {
        unless_cancelled(cancel, self.find_model()).map(|_| ()).boxed()
    }

    fn ask<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a dyn Listener,
        cancel: &'a CancellationToken,
    ) -> BoxFuture<'a, Result<Reply, Error>> {
        self.ask_with_retries(request, listener, cancel).boxed()
    }

    fn cost(&self, usage: &Usage) -> Option<f64> {
        let price = self.prices.price(self.name(), usage.input_tokens)?;
        Some(price.cost(usage))
    }

    fn window_tokens(&self) -> Option<u64> {
        self.window.get().copied()
    }

    fn thinking_tokens(&self) -> u32 {
        ModelLimits::of(self.name()).thinking_tokens
    }

    fn requests_left(&self) -> Option<usize> {
        self.rate_limit.as_ref().map(RateLimit::left)
    }
}

impl RemoteModel {
    async fn ask_with_retries(
        &self,
        request: &Request,
        listener: &dyn Listener,
        cancel: &CancellationToken,
    ) -> Result<Reply, Error> {
        let mut n_attempts = 0;
        let mut n_requests = 0;
        loop {
            self.wait_for_rate_limit(listener, cancel).await?;
            n_requests += 1;
            let (kind, reason, requested) = match self.attempt(request, listener, cancel).await {
                Ok(reply) => return Ok(Reply { n_requests, ..reply }),
                Err(AttemptError::Final(error)) => return Err(error),
                Err(AttemptError::Unsupported(parameter)) => {
                    self.unsupported.flag(parameter).store(true, Ordering::Relaxed);
                    continue;
                }
                Err(AttemptError::Retry { kind, reason, requested }) => (kind, reason, requested),
            };
            n_attempts += 1;
            let model = self.name();
            match self.retry_policy.decide(kind, n_attempts, requested) {
                RetryDecision::Wait(duration) => {
                    let what = match kind {
                        FailureKind::Failing => "fails",
                        FailureKind::RateLimited => "asks for fewer requests",
                    };
                    let reason = format!("{model} {what}: {reason}");
                    pause(reason, duration, listener, cancel).await?;
                }
                RetryDecision::GiveUp => {
                    let model = model.to_owned();
                    return Err(Error::Unavailable { model, n_attempts, reason });
                }
                RetryDecision::WaitTooLong(duration) => {
                    let minutes = duration.as_secs().div_ceil(60);
                    let reason = format!("it asks clients to wait {minutes} minutes, {reason}");
                    let model = model.to_owned();
                    return Err(match kind {
                        FailureKind::RateLimited => Error::Quota { model, reason },
                        FailureKind::Failing => Error::Unavailable { model, n_attempts, reason },
                    });
                }
            }
        }
    }

    async fn wait_for_rate_limit(
        &self,
        listener: &dyn Listener,
        cancel: &CancellationToken,
    ) -> Result<(), Error> {
        let Some(rate_limit) = &self.rate_limit else { return Ok(()) };
        let often = match rate_limit.limit_per_minute() {
            1 => "once".to_owned(),
            limit => format!("{limit} times"),
        };
        let reason = format!("{} is asked at most {often} per minute", self.name());
        pause(reason, rate_limit.reserve(), listener, cancel).await
    }

    async fn attempt(
        &self,
        request: &Request,
        listener: &dyn Listener,
        cancel: &CancellationToken,
    ) -> Result<Reply, AttemptError> {
        let work = async {
            let model = self.find_model().await?;
            match request.delivery {
                Delivery::Whole => self.ask_whole(&model, request).await,
                Delivery::Streamed => self.ask_streamed(&model, request, listener).await,
            }
        };
        unless_cancelled(cancel, work).await.map_err(AttemptError::Final)?
    }

    /// The model's name as the provider knows it. A server that was given without one is asked for its
    /// first model.
    async fn find_model(&self) -> Result<String, AttemptError> {
        if let Some(model) = &self.route.model {
            return Ok(model.clone());
        }
        if let Some((model, _)) = self.found.get() {
            return Ok(model.clone());
        }
        let key = self.route.key.as_ref().map(Key::reveal);
        let listing = self.client.list_models(Protocol::Chat, key);
        let listing = tokio::time::timeout(LIST_TIMEOUT, listing).await;
        let model = match listing.ok().and_then(Result::ok).and_then(|list| self.first_of(&list)) {
            Some(model) => Some(model),
            None => self.ask_for_model().await?,
        };
        // A server with a single model usually ignores the name.
        let model = model.unwrap_or_else(|| "default".to_owned());
        let name = format!("{}::{model}", self.route.name);
        Ok(self.found.get_or_init(|| (model, name)).0.clone())
    }

    /// The first model of a list, whose context window is remembered if the list tells it.
    fn first_of(&self, list: &Value) -> Option<String> {
        let model = list.pointer("/data/0/id")?.as_str()?.to_owned();
        if let Some(window) = window_in(list, &model) {
            let _ = self.window.set(window);
        }
        Some(model)
    }

    /// Asks for the first model in the provider's own way, and finds out why there is none.
    async fn ask_for_model(&self) -> Result<Option<String>, AttemptError> {
        let exchange = self.open(Delivery::Whole).await?;
        let endpoint = Endpoint::from_owned(exchange.base.as_str());
        let adapter = self.route.protocol.adapter();
        let listing = self.client.genai.all_model_names(adapter, (endpoint, self.auth()));
        match tokio::time::timeout(self.timeout, listing).await {
            Ok(Ok(models)) => Ok(models.into_iter().next()),
            Ok(Err(error)) if error.status().is_some_and(|status| status.as_u16() == 404) => {
                Ok(None)
            }
            Ok(Err(error)) => {
                let nothing = Request::default();
                let survey = self.survey("", &nothing);
                Err(self.classify(&nothing, &survey, &exchange, &error))
            }
            Err(_) => Err(AttemptError::failing(self.timeout_reason())),
        }
    }

    async fn ask_whole(&self, model: &str, request: &Request) -> Result<Reply, AttemptError> {
        let protocol = self.route.protocol;
        let survey = self.survey(model, request);
        let options = self.options(request, &survey);
        let chat = chat_request(protocol, request, &survey);
        let exchange = self.open(Delivery::Whole).await?;
        let target = self.target(model, &exchange);
        let asking = self.client.genai.exec_chat(target, chat, Some(&options));
        let answer = tokio::time::timeout(self.timeout, asking)
            .await
            .map_err(|_| AttemptError::failing(self.timeout_reason()))?;
        match answer {
            Ok(response) => {
                let body = response.captured_raw_body;
                let (stop, usage) = (response.stop_reason, Some(response.usage));
                let mut raw = RawReply::new(protocol, response.content, stop, usage);
                if protocol == Protocol::Anthropic
                    && let Some(content) = body.as_ref().and_then(|body| body["content"].as_array())
                {
                    raw.thoughts = anthropic::thoughts(content);
                }
                if let Some(error) = body.as_ref().and_then(reported_error) {
                    return Err(self.failed_request(request, &survey).classify_body(error));
                }
                raw.into_reply(request, &survey, body.as_ref()).map_err(AttemptError::failing)
            }
            Err(genai::Error::ChatResponseGeneration { response_body, .. })
                if refusal(&response_body).is_some() =>
            {
                RawReply::default()
                    .into_reply(request, &survey, Some(&response_body))
                    .map_err(AttemptError::failing)
            }
            Err(error) => {
                if let genai::Error::ChatResponseGeneration { response_body, .. } = &error
                    && let Some(raw) = parse_leniently(response_body)
                {
                    return raw
                        .into_reply(request, &survey, Some(response_body))
                        .map_err(AttemptError::failing);
                }
                Err(self.classify(request, &survey, &exchange, &error))
            }
        }
    }

    fn survey(&self, model: &str, request: &Request) -> Survey {
        let is_wanted = match self.route.protocol {
            Protocol::Anthropic | Protocol::Responses => {
                self.is_supported(OptionalParameter::Thoughts)
            }
            Protocol::Gemini | Protocol::Chat | Protocol::Ollama => false,
        };
        Survey::of(model, request, is_wanted)
    }

    fn options(&self, request: &Request, survey: &Survey) -> genai::chat::ChatOptions {
        let settings = (self.limit_output_tokens, self.effort);
        chat_options(self.route.protocol, request, survey, settings, |parameter| {
            self.is_supported(parameter)
        })
    }

    fn is_supported(&self, parameter: OptionalParameter) -> bool {
        !self.unsupported.flag(parameter).load(Ordering::Relaxed)
    }

    async fn open(&self, delivery: Delivery) -> Result<Exchange, AttemptError> {
        let opened = self.client.open(delivery).await;
        opened.map_err(|error| AttemptError::failing(format!("no socket can be opened, {error}")))
    }

    /// Prefers the error of the relay, of which `genai` sees only a broken connection.
    fn classify(
        &self,
        request: &Request,
        survey: &Survey,
        exchange: &Exchange,
        error: &genai::Error,
    ) -> AttemptError {
        let failed = self.failed_request(request, survey);
        match exchange.take_error() {
            Some(error) => failed.classify_relay(&error),
            None => failed.classify(error),
        }
    }

    fn target(&self, model: &str, exchange: &Exchange) -> ServiceTarget {
        ServiceTarget {
            endpoint: Endpoint::from_owned(exchange.base.as_str()),
            auth: self.auth(),
            model: ModelIden::new(self.route.protocol.adapter(), model),
        }
    }

    /// `genai` sends no request without a key. If there is none, the relay drops this dummy.
    fn auth(&self) -> AuthData {
        AuthData::from_single(self.route.key.as_ref().map_or("none", Key::reveal))
    }

    fn failed_request<'a>(&'a self, request: &Request, survey: &Survey) -> FailedRequest<'a> {
        let asks_for_thoughts = match self.route.protocol {
            Protocol::Responses => self.is_supported(OptionalParameter::Thoughts),
            Protocol::Gemini | Protocol::Anthropic | Protocol::Chat | Protocol::Ollama => false,
        };
        FailedRequest {
            model: self.name(),
            endpoint: &self.route.endpoint,
            service: self.route.service,
            key: self.route.key.as_ref(),
            withheld_key: self.route.withheld_key.as_ref(),
            has_tools: !request.tools.is_empty(),
            has_temperature: request.temperature.is_some()
                && self.is_supported(OptionalParameter::Temperature),
            has_thoughts: asks_for_thoughts || survey.has_thoughts(),
            has_schema: request.schema.is_some() && self.is_supported(OptionalParameter::Schema),
            now: self.clock.now(),
        }
    }

    fn timeout_reason(&self) -> String {
        format!("it did not answer in {:?}", self.timeout)
    }
}
