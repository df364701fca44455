//! Which model at which endpoint a choice leads to, and with which key.

use super::base_url::base_url;
use super::providers::{LanguageProvider, Protocol};
use super::{Choice, Chooser, Error, WithheldKey};
use crate::transport::{Endpoint, Environment, Key, MalformedKey, find_key};

/// Where requests go.
#[derive(Debug, Clone)]
pub(super) struct Route {
    pub service: LanguageProvider,
    pub protocol: Protocol,
    /// The model's name as users write it.
    pub name: String,
    /// The model's name as the provider knows it. `None` means that the server has to be asked.
    pub model: Option<String>,
    /// Its path ends with a slash.
    pub endpoint: Endpoint,
    /// `None` sends no key at all.
    pub key: Option<Key>,
    pub withheld_key: Option<WithheldKey>,
    pub why: String,
}

impl Route {
    pub fn find(choice: &Choice, environment: &Environment) -> Result<Route, Error> {
        let given = |text: &Option<String>| {
            text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
        };
        let custom_endpoint = given(&choice.endpoint);
        let (name, reason) = match given(&choice.model) {
            Some(name) => (name, "as chosen".to_owned()),
            None => default_model(custom_endpoint.as_deref(), environment)?,
        };
        let (service, model) = parse_name(&name, custom_endpoint.as_deref())?;
        let bad_choice = |reason| Error::BadChoice { model: name.clone(), reason };
        let text = custom_endpoint.as_deref().or(service.default_endpoint()).ok_or_else(|| {
            bad_choice("it needs an endpoint, such as `http://127.0.0.1:8080/v1`".to_owned())
        })?;
        let protocol = service.protocol(custom_endpoint.as_deref());
        let endpoint = base_url(protocol, text).map_err(|error| {
            bad_choice(format!(
                "its endpoint is invalid, {error}; write it as `http://HOST:PORT/v1`"
            ))
        })?;
        let is_trusted = match choice.chooser {
            Chooser::User => true,
            // The provider's own endpoint is built in; any other comes from the untrusted settings.
            Chooser::Repository => custom_endpoint.is_none() && service.needs_key(),
        };
        let (key, withheld_key) = match service_key(service, &name, environment)? {
            Some((key, _)) if is_trusted => (Some(key), None),
            Some((_, variable)) => {
                (None, Some(WithheldKey { variable, address: endpoint.url.to_string() }))
            }
            None if custom_endpoint.is_some() || !service.needs_key() => (None, None),
            None => {
                let variables = service.key_variables().join(" or ");
                return Err(Error::NoKey { model: name, variables });
            }
        };
        let place = match custom_endpoint {
            Some(_) => format!(" at {}", endpoint.url),
            None => String::new(),
        };
        let why = format!("{name}{place}, {reason}");
        Ok(Route { service, protocol, name, model, endpoint, key, withheld_key, why })
    }
}

/// The model to use if the user named none, and why.
fn default_model(
    endpoint: Option<&str>,
    environment: &Environment,
) -> Result<(String, String), Error> {
    if endpoint.is_some() {
        return Ok(("openai-compatible".to_owned(), "because an endpoint is given".to_owned()));
    }
    let defaults = [
        (LanguageProvider::Gemini, "gemini-3.5-flash-lite"),
        (LanguageProvider::Anthropic, "claude-haiku-5-5"),
        (LanguageProvider::OpenAi, "gpt-6-luna"),
    ];
    for (service, model) in defaults {
        if let Some((_, variable)) = service_key(service, model, environment)? {
            return Ok((model.to_owned(), format!("because {variable} is set")));
        }
    }
    Err(Error::NoModel)
}

fn parse_name(
    name: &str,
    endpoint: Option<&str>,
) -> Result<(LanguageProvider, Option<String>), Error> {
    let bad_choice =
        |reason: String| Error::BadChoice { model: name.escape_debug().to_string(), reason };
    let example = "write it as `gemini-3.5-flash-lite`, `claude-…`, `gpt-…`, `ollama::NAME`, or \
                   `openai-compatible` with an endpoint";
    if name.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return Err(bad_choice("the name contains invalid characters".to_owned()));
    }
    if name == "openai-compatible" {
        return Ok((LanguageProvider::Compatible, None));
    }
    if let Some((namespace, model)) = name.split_once("::") {
        let service = LanguageProvider::from_namespace(namespace)
            .ok_or_else(|| bad_choice(format!("unknown provider `{namespace}`; {example}")))?;
        if model.is_empty() {
            return Err(bad_choice(format!("there is no name after `::`; {example}")));
        }
        return Ok((service, Some(model.to_owned())));
    }
    let bare = name.strip_prefix("models/").unwrap_or(name);
    match LanguageProvider::from_model(bare) {
        Some(service) => Ok((service, Some(bare.to_owned()))),
        None if endpoint.is_some() => Ok((LanguageProvider::Compatible, Some(name.to_owned()))),
        None => Err(bad_choice(format!("its provider is unknown; {example}"))),
    }
}

/// The key and the variable that holds it.
fn service_key(
    service: LanguageProvider,
    model: &str,
    environment: &Environment,
) -> Result<Option<(Key, &'static str)>, Error> {
    find_key(service.key_variables(), environment).map_err(|MalformedKey { variable }| {
        let reason = format!("the one in {variable} contains invalid characters");
        Error::BadKey { model: model.to_owned(), reason }
    })
}
