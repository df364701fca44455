//! From what the user settled to a language model.

use anyhow::Context as _;
use rutter_provider::language::{
    Choice, Connected, Dispatch, Error, Prices, Surroundings, connect as connect_model,
};

use crate::arguments::DispatchArg;
use crate::settings::{ModelSettings, PriceList, Weight, variable};

/// How to configure a model, in a line.
pub const HOW: &str = "set GEMINI_API_KEY, ANTHROPIC_API_KEY or OPENAI_API_KEY, or name a model \
                       with `--model` and `--endpoint`";

/// A model, or nothing when none is configured.
pub fn connect(
    settings: &ModelSettings,
    cache: &std::path::Path,
) -> anyhow::Result<Option<Connected>> {
    let mut prices = Prices::built_in();
    for PriceList { path, text, weight } in &settings.prices {
        let joined = match weight {
            Weight::First => prices.with_overrides(text),
            Weight::Last => prices.with_additions(text),
        };
        prices = joined.map_err(|why| anyhow::anyhow!("{why}")).with_context(|| {
            format!("`{}` is not as it should be; mend or delete it", path.display())
        })?;
    }
    let choice = Choice {
        model: settings.model.clone(),
        endpoint: settings.endpoint.clone(),
        rpm: settings.rpm,
        timeout: settings.timeout,
        retry_delay: settings.retry_delay,
        dispatch: match settings.dispatch {
            None | Some(DispatchArg::Auto) => Dispatch::Auto,
            Some(DispatchArg::Native) => Dispatch::Native,
            Some(DispatchArg::Structured) => Dispatch::Structured,
        },
        cache: settings.cache.then(|| cache.to_owned()),
        ..Choice::default()
    };
    match connect_model(&choice, &Surroundings { variable: Box::new(variable), prices }) {
        Ok(connected) => Ok(Some(connected)),
        Err(Error::NoModel) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
