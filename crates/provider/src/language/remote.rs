//! A model that is asked over the network, with patience.
//!
//! What may pass is waited for and what will not is told at once; `verdict` tells them apart.

mod streaming;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures::future::{BoxFuture, FutureExt};
use genai::resolver::{AuthData, Endpoint};
use genai::{ModelIden, ServiceTarget};
use rutter_domain::Usage;
use tokio_util::sync::CancellationToken;

use super::cancelling::{pause, unless_cancelled};
use super::connect::Route;
use super::key::Key;
use super::line::Line;
use super::pace::Pace;
use super::patience::{Next, Patience, Trouble};
use super::prices::Prices;
use super::reading::{Raw, read_leniently, refusal};
use super::relay::Exchange;
use super::verdict::{Case, Setback};
use super::wire::{Extra, chat_options, chat_request};
use super::{Delivery, Error, LanguageModel, Listener, Reply, Request};

pub(super) struct Remote {
    pub line: Line,
    pub route: Route,
    /// What the server has, once it was asked: the name it knows, and the one that users write.
    pub found: OnceLock<(String, String)>,
    pub timeout: Duration,
    pub patience: Patience,
    pub pace: Option<Pace>,
    pub limit_output_tokens: Option<u32>,
    pub prices: Prices,
    pub declined: Declined,
}

/// What the model turned out not to take.
#[derive(Debug, Default)]
pub(super) struct Declined {
    temperature: AtomicBool,
    schema: AtomicBool,
}

impl Declined {
    fn flag(&self, extra: Extra) -> &AtomicBool {
        match extra {
            Extra::Temperature => &self.temperature,
            Extra::Schema => &self.schema,
        }
    }
}

impl LanguageModel for Remote {
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
        self.ask_patiently(request, listener, cancel).boxed()
    }

    fn cost(&self, usage: &Usage) -> Option<f64> {
        let price = self.prices.price(self.name(), usage.input_tokens)?;
        Some(price.cost(usage))
    }
}

impl Remote {
    async fn ask_patiently(
        &self,
        request: &Request,
        listener: &dyn Listener,
        cancel: &CancellationToken,
    ) -> Result<Reply, Error> {
        let mut n_attempts = 0;
        loop {
            self.keep_pace(listener, cancel).await?;
            let setback = match self.attempt(request, listener, cancel).await {
                Ok(reply) => return Ok(reply),
                Err(setback) => setback,
            };
            let (trouble, reason, asked) = match setback {
                Setback::Final(error) => return Err(error),
                Setback::Without(extra) => {
                    self.declined.flag(extra).store(true, Ordering::Relaxed);
                    continue;
                }
                Setback::Again { trouble, reason, asked } => (trouble, reason, asked),
            };
            n_attempts += 1;
            let model = self.name();
            match self.patience.next(trouble, n_attempts, asked) {
                Next::Wait(duration) => {
                    let what = match trouble {
                        Trouble::Failing => "fails",
                        Trouble::Busy => "asks for fewer requests",
                    };
                    let reason = format!("{model} {what}: {reason}");
                    pause(reason, duration, listener, cancel).await?;
                }
                Next::GiveUp => {
                    let model = model.to_owned();
                    return Err(Error::Unavailable { model, n_attempts, reason });
                }
                Next::ComeBackLater(duration) => {
                    let minutes = duration.as_secs().div_ceil(60);
                    let reason =
                        format!("it wants to be asked again in {minutes} minutes, {reason}");
                    let model = model.to_owned();
                    return Err(match trouble {
                        Trouble::Busy => Error::Quota { model, reason },
                        Trouble::Failing => Error::Unavailable { model, n_attempts, reason },
                    });
                }
            }
        }
    }

    async fn keep_pace(
        &self,
        listener: &dyn Listener,
        cancel: &CancellationToken,
    ) -> Result<(), Error> {
        let Some(pace) = &self.pace else { return Ok(()) };
        let often = match pace.limit_per_minute() {
            1 => "once".to_owned(),
            limit => format!("{limit} times"),
        };
        let reason = format!("{} is asked at most {often} a minute", self.name());
        pause(reason, pace.reserve(), listener, cancel).await
    }

    async fn attempt(
        &self,
        request: &Request,
        listener: &dyn Listener,
        cancel: &CancellationToken,
    ) -> Result<Reply, Setback> {
        let work = async {
            let model = self.find_model().await?;
            match request.delivery {
                Delivery::Whole => self.ask_whole(&model, request).await,
                Delivery::Streamed => self.ask_streamed(&model, request, listener).await,
            }
        };
        unless_cancelled(cancel, work).await.map_err(Setback::Final)?
    }

    /// The name the provider knows. A server of one's own is asked for the first it has.
    async fn find_model(&self) -> Result<String, Setback> {
        if let Some(model) = &self.route.model {
            return Ok(model.clone());
        }
        if let Some((model, _)) = self.found.get() {
            return Ok(model.clone());
        }
        let exchange = self.open(Delivery::Whole).await?;
        let endpoint = Endpoint::from_owned(exchange.base.as_str());
        let kind = self.route.service.kind();
        let listing = self.line.client.all_model_names(kind, (endpoint, self.auth()));
        let model = match tokio::time::timeout(self.timeout, listing).await {
            Ok(Ok(models)) => models.into_iter().next(),
            Ok(Err(error)) if error.status().is_some_and(|status| status.as_u16() == 404) => None,
            Ok(Err(error)) => return Err(self.judge(&Request::default(), &exchange, &error)),
            Err(_) => return Err(Setback::failing(self.lateness())),
        };
        // A server with a single model seldom cares what it is called.
        let model = model.unwrap_or_else(|| "default".to_owned());
        let name = format!("{}::{model}", self.route.name);
        Ok(self.found.get_or_init(|| (model, name)).0.clone())
    }

    async fn ask_whole(&self, model: &str, request: &Request) -> Result<Reply, Setback> {
        let service = self.route.service;
        let options = self.options(request);
        let chat = chat_request(service, request);
        let exchange = self.open(Delivery::Whole).await?;
        let target = self.target(model, &exchange);
        let asking = self.line.client.exec_chat(target, chat, Some(&options));
        let answer = tokio::time::timeout(self.timeout, asking)
            .await
            .map_err(|_| Setback::failing(self.lateness()))?;
        match answer {
            Ok(response) => {
                let body = response.captured_raw_body;
                let raw = Raw::new(response.content, response.stop_reason, Some(response.usage));
                raw.into_reply(request, body.as_ref()).map_err(Setback::failing)
            }
            Err(genai::Error::ChatResponseGeneration { response_body, .. })
                if refusal(&response_body).is_some() =>
            {
                Raw::default().into_reply(request, Some(&response_body)).map_err(Setback::failing)
            }
            Err(error) => {
                if let genai::Error::ChatResponseGeneration { response_body, .. } = &error
                    && let Some(raw) = read_leniently(response_body)
                {
                    return raw.into_reply(request, Some(response_body)).map_err(Setback::failing);
                }
                Err(self.judge(request, &exchange, &error))
            }
        }
    }

    fn options(&self, request: &Request) -> genai::chat::ChatOptions {
        chat_options(self.route.service, request, self.limit_output_tokens, |extra| {
            self.is_wanted(extra)
        })
    }

    fn is_wanted(&self, extra: Extra) -> bool {
        !self.declined.flag(extra).load(Ordering::Relaxed)
    }

    async fn open(&self, delivery: Delivery) -> Result<Exchange, Setback> {
        let opened = self.line.open(delivery).await;
        opened.map_err(|error| Setback::failing(format!("no socket can be opened, {error}")))
    }

    /// What an error means, or what the relay knows to be behind it.
    fn judge(&self, request: &Request, exchange: &Exchange, error: &genai::Error) -> Setback {
        let case = self.case(request);
        match exchange.take_failure() {
            Some(failure) => case.judge_failure(&failure),
            None => case.judge(error),
        }
    }

    fn target(&self, model: &str, exchange: &Exchange) -> ServiceTarget {
        ServiceTarget {
            endpoint: Endpoint::from_owned(exchange.base.as_str()),
            auth: self.auth(),
            model: ModelIden::new(self.route.service.kind(), model),
        }
    }

    /// `genai` sends nothing without a key; where there is none, the relay drops this one.
    fn auth(&self) -> AuthData {
        AuthData::from_single(self.route.key.as_ref().map_or("none", Key::reveal))
    }

    fn case<'a>(&'a self, request: &Request) -> Case<'a> {
        Case {
            model: self.name(),
            address: &self.route.address.base,
            key: self.route.key.as_ref(),
            withheld_key: self.route.withheld_key.as_ref(),
            has_tools: !request.tools.is_empty(),
            has_temperature: request.temperature.is_some() && self.is_wanted(Extra::Temperature),
            has_schema: request.schema.is_some() && self.is_wanted(Extra::Schema),
        }
    }

    fn lateness(&self) -> String {
        format!("it did not answer in {:?}", self.timeout)
    }
}
