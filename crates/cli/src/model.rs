//! Connects the language model that the settings name.
//!
//! A repository may suggest a model. It is used if it costs no more than the user's own, and a key is sent
//! only to the address that its provider is known by.

use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use rutter_domain::Usage;
use rutter_provider::language::{
    Choice, Chooser, Connected, Dispatch, Effort, Error, LanguageModel, Prices, WithheldKey,
    connect as connect_model,
};
use rutter_provider::transport::Environment;
use tokio::runtime::Runtime;
use tokio_util::sync::CancellationToken;

use crate::arguments::{DispatchArg, EffortArg};
use crate::runtime;
use crate::settings::{ModelSettings, PriceList, Suggestion, Weight, variable};

/// Hint that says how to configure a model.
pub const HOW: &str = "set GEMINI_API_KEY, ANTHROPIC_API_KEY or OPENAI_API_KEY, or name a model \
                       with `--model` and `--endpoint`";

/// Usage for which the costs of two models are compared: about one exploration.
const SAMPLE: Usage = Usage {
    input_tokens: 500_000,
    output_tokens: 20_000,
    cached_tokens: 0,
    written_tokens: 0,
    is_estimate: true,
};

/// How long a server may take to name its model while a command starts. A run asks again.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a server may take to name its model before a run.
const PREPARE_TIMEOUT: Duration = Duration::from_secs(10);

/// Connects the model and asks its server for what the settings leave open, such as the context window.
/// `data` is the data folder, where replies are cached. Returns `None` if no model is configured.
pub fn connect_and_ask(
    settings: &mut ModelSettings,
    data: &Path,
) -> anyhow::Result<Option<Connected>> {
    let Some(connected) = connect(settings, data)? else { return Ok(None) };
    if settings.context.is_none() {
        let (runtime, cancel) = (runtime::for_request()?, CancellationToken::new());
        prepare_within(CONNECT_TIMEOUT, &runtime, connected.model.as_ref(), &cancel);
        settings.context = connected.model.window_tokens();
    }
    Ok(Some(connected))
}

/// Asks the model's server for its name before a run.
pub fn prepare(runtime: &Runtime, model: &dyn LanguageModel, cancel: &CancellationToken) {
    prepare_within(PREPARE_TIMEOUT, runtime, model, cancel);
}

fn prepare_within(
    timeout: Duration,
    runtime: &Runtime,
    model: &dyn LanguageModel,
    cancel: &CancellationToken,
) {
    let preparing = model.prepare(cancel);
    // The first request reports the same failure.
    let _ = runtime.block_on(async { tokio::time::timeout(timeout, preparing).await });
}

/// Connects the model and sends nothing. `data` is the data folder, where replies are cached. Returns `None` if
/// no model is configured.
pub fn connect(settings: &ModelSettings, data: &Path) -> anyhow::Result<Option<Connected>> {
    let mut prices = prices(&settings.prices, |_| true)?;
    if let Some(price) = settings.price {
        prices = prices.with_price(price);
    }
    let choice = Choice {
        model: settings.model.clone(),
        endpoint: settings.endpoint.clone(),
        rpm: settings.rpm,
        timeout: settings.timeout,
        limit_timeout: settings.limit_timeout,
        retry_delay: settings.retry_delay,
        dispatch: match settings.dispatch {
            None | Some(DispatchArg::Auto) => Dispatch::Auto,
            Some(DispatchArg::Native) => Dispatch::Native,
            Some(DispatchArg::Structured) => Dispatch::Structured,
        },
        effort: settings.effort.map(|effort| match effort {
            EffortArg::Low => Effort::Low,
            EffortArg::Medium => Effort::Medium,
            EffortArg::High => Effort::High,
        }),
        cache: settings.cache.then(|| data.join("replies")),
        prices,
        ..Choice::default()
    };
    let environment = Environment::new(variable);
    let own = connect_model(&choice, &environment);
    let outcome = match &settings.suggestion {
        None => own,
        Some(Suggestion { name, endpoint }) => {
            let (model, endpoint) = (name.clone(), endpoint.clone());
            let theirs = Choice { model, endpoint, chooser: Chooser::Repository, ..choice };
            choose(own, connect_model(&theirs, &environment), &trusted_prices(settings)?)
        }
    };
    match outcome {
        Ok(connected) => {
            if let Some(WithheldKey { variable, address }) = &connected.withheld_key {
                eprintln!(
                    "the key in {variable} is not sent to `{address}`: the repository's \
                     `config.toml` chose that address; pass `--endpoint` to send it"
                );
            }
            Ok(Some(connected))
        }
        Err(Error::NoModel) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Chooses between the user's own model and the one that the repository suggests. Prints a line if the
/// suggestion is not followed.
fn choose(
    own: Result<Connected, Error>,
    theirs: Result<Connected, Error>,
    prices: &Prices,
) -> Result<Connected, Error> {
    let decline = |why: &str| {
        eprintln!("the model in the repository's `config.toml` is not used: {why}");
    };
    match (own, theirs) {
        (own, Ok(theirs)) if !theirs.sends_key => {
            drop(own);
            Ok(theirs)
        }
        (Ok(own), Ok(theirs)) => {
            let cost = |connected: &Connected| {
                let price = prices.price(connected.model.name(), SAMPLE.input_tokens)?;
                Some(price.cost(&SAMPLE))
            };
            let is_cheap = match (cost(&theirs), cost(&own)) {
                (Some(theirs), Some(own)) => theirs <= own,
                (None, Some(_) | None) | (Some(_), None) => false,
            };
            let (theirs_name, own_name) = (theirs.model.name(), own.model.name());
            if is_cheap || theirs_name == own_name {
                return Ok(theirs);
            }
            decline(&format!(
                "`{theirs_name}` is not known to cost as little as `{own_name}`; pass \
                 `--model {theirs_name}` to use it"
            ));
            Ok(own)
        }
        (Ok(own), Err(error)) => {
            decline(&error.to_string());
            Ok(own)
        }
        (Err(Error::NoModel), Err(error)) => Err(error),
        (Err(error), Ok(_) | Err(_)) => Err(error),
    }
}

fn trusted_prices(settings: &ModelSettings) -> anyhow::Result<Prices> {
    prices(&settings.prices, |list| match list.weight {
        Weight::First => true,
        Weight::Last => false,
    })
}

/// The built-in prices together with the wanted lists.
fn prices(lists: &[PriceList], is_wanted: impl Fn(&PriceList) -> bool) -> anyhow::Result<Prices> {
    let mut prices = Prices::built_in();
    for list @ PriceList { path, text, weight } in lists {
        if !is_wanted(list) {
            continue;
        }
        let joined = match weight {
            Weight::First => prices.with_overrides(text),
            Weight::Last => prices.with_additions(text),
        };
        prices = joined.map_err(|why| anyhow::anyhow!("{why}")).with_context(|| {
            format!("`{}` is not a valid price list; correct or delete it", path.display())
        })?;
    }
    Ok(prices)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks which model is used, with an OpenAI key, for the user's and the repository's choice.
    fn check(own: Option<&str>, theirs: &str, endpoint: Option<&str>, expected: &str) {
        let environment =
            Environment::new(|name| (name == "OPENAI_API_KEY").then(|| "k".to_owned()));
        let choice =
            |model: Option<&str>| Choice { model: model.map(str::to_owned), ..Choice::default() };
        let theirs = Choice {
            chooser: Chooser::Repository,
            endpoint: endpoint.map(str::to_owned),
            ..choice(Some(theirs))
        };
        let own = connect_model(&choice(own), &environment);
        let chosen = choose(own, connect_model(&theirs, &environment), &Prices::built_in());
        let outcome = chosen.map_or_else(|error| error.to_string(), |chosen| chosen.why);
        assert_eq!(outcome, expected);
    }

    #[test]
    fn a_repository_cannot_choose_a_more_expensive_model_than_the_users() {
        check(None, "gpt-6-sol", None, "gpt-6-luna, because OPENAI_API_KEY is set");
        check(None, "gpt-of-tomorrow", None, "gpt-6-luna, because OPENAI_API_KEY is set");
        check(Some("gpt-6-luna"), "gpt-5.6-luna", None, "gpt-6-luna, as chosen");
    }

    #[test]
    fn a_repository_may_choose_a_model_that_costs_no_more() {
        check(None, "gpt-5-nano", None, "gpt-5-nano, as chosen");
        check(Some("gpt-6-sol"), "gpt-6-luna", None, "gpt-6-luna, as chosen");
        check(Some("gpt-6-luna"), "ollama::qwen3", None, "ollama::qwen3, as chosen");
        let here = Some("http://127.0.0.1:1/v1");
        check(None, "gpt-5", here, "gpt-5 at http://127.0.0.1:1/v1/, as chosen");
    }

    #[test]
    fn a_repositorys_model_without_a_key_leaves_the_user_their_own() {
        check(None, "claude-haiku-5-5", None, "gpt-6-luna, because OPENAI_API_KEY is set");
    }
}
