//! From a choice to a model that can be asked. Nothing is sent yet.

use std::sync::Arc;
use std::time::Duration;

use super::address::{Address, Reach};
use super::cache::Cache;
use super::dispatcher::{Adaptive, Dispatcher};
use super::key::Key;
use super::line::Line;
use super::pace::Pace;
use super::patience::Patience;
use super::remote::Remote;
use super::service::Service;
use super::{
    Choice, Chooser, Connected, Dispatch, Error, LanguageModel, Surroundings, WithheldKey,
};

const DEFAULT_TIMEOUT: Duration = Duration::from_secs(120);
/// A model on the user's own machine may read as slowly as a person.
const OWN_MACHINE_TIMEOUT: Duration = Duration::from_secs(600);
const DEFAULT_RETRY_DELAY: Duration = Duration::from_secs(2);

/// Makes ready to ask the model that was chosen, or the one that the surroundings suggest.
pub fn connect(choice: &Choice, surroundings: &Surroundings) -> Result<Connected, Error> {
    let route = find_route(choice, surroundings)?;
    let wrong = |reason: &str| {
        let reason = reason.to_owned();
        Err(Error::BadChoice { model: route.name.clone(), reason })
    };
    if choice.timeout.is_some_and(|timeout| timeout.is_zero()) {
        return wrong("a timeout of zero leaves no time for an answer; give it a second or more");
    }
    if choice.rpm == Some(0) {
        return wrong("no request a minute is no answer; allow one or more");
    }
    let (why, withheld_key) = (route.why.clone(), route.withheld_key.clone());
    let sends_key = route.key.is_some();
    let scope = format!("{} {} {:?}", route.name, route.address.base, choice.dispatch);
    let usual_timeout = match route.address.reach {
        Reach::ThisMachine => OWN_MACHINE_TIMEOUT,
        Reach::Network => DEFAULT_TIMEOUT,
    };
    let timeout = choice.timeout.unwrap_or(usual_timeout);
    let remote: Arc<dyn LanguageModel> = Arc::new(Remote {
        line: Line::new(&route.address, route.key.is_some(), choice.reply_limits)
            .map_err(|reason| Error::BadChoice { model: route.name.clone(), reason })?,
        route,
        found: Default::default(),
        timeout: choice.limit_timeout.map_or(timeout, |limit| timeout.min(limit)),
        patience: Patience { first: choice.retry_delay.unwrap_or(DEFAULT_RETRY_DELAY) },
        pace: choice.rpm.map(Pace::new),
        limit_output_tokens: choice.limit_output_tokens,
        prices: surroundings.prices.clone(),
        declined: Default::default(),
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
    Ok(Connected { model, why, sends_key, withheld_key })
}

/// Where requests go.
#[derive(Debug, Clone)]
pub(super) struct Route {
    pub service: Service,
    /// As users write it.
    pub name: String,
    /// As the provider knows it; nothing when the server is still to be asked what it has.
    pub model: Option<String>,
    pub address: Address,
    /// `None` sends no key at all.
    pub key: Option<Key>,
    pub withheld_key: Option<WithheldKey>,
    pub why: String,
}

fn find_route(choice: &Choice, surroundings: &Surroundings) -> Result<Route, Error> {
    let given = |text: &Option<String>| {
        text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned)
    };
    let endpoint = given(&choice.endpoint);
    let (name, reason) = match given(&choice.model) {
        Some(name) => (name, "as chosen".to_owned()),
        None => suggest(endpoint.as_deref(), surroundings)?,
    };
    let (service, model) = read_name(&name, endpoint.as_deref())?;
    let wrong = |reason| Error::BadChoice { model: name.clone(), reason };
    let address = match (&endpoint, service.usual_endpoint()) {
        (Some(endpoint), _) => Address::read(service, endpoint),
        (None, Some(usual)) => Address::read(service, usual),
        (None, None) => Err("it needs an endpoint, such as `http://127.0.0.1:8080/v1`".to_owned()),
    };
    let address = address.map_err(wrong)?;
    let is_trusted = match choice.chooser {
        Chooser::User => true,
        // The provider's own address is built in; whatever else is reached, somebody else chose.
        Chooser::Repository => endpoint.is_none() && service.needs_key(),
    };
    let (key, withheld_key) = match find_key(service, &name, surroundings)? {
        Some((key, _)) if is_trusted => (Some(key), None),
        Some((_, variable)) => {
            (None, Some(WithheldKey { variable, address: address.base.clone() }))
        }
        None if endpoint.is_some() || !service.needs_key() => (None, None),
        None => {
            let variables = service.key_variables().join(" or ");
            return Err(Error::NoKey { model: name, variables });
        }
    };
    let place = if endpoint.is_some() { format!(" at {}", address.base) } else { String::new() };
    let why = format!("{name}{place}, {reason}");
    Ok(Route { service, name, model, address, key, withheld_key, why })
}

/// What to take when nobody chose.
fn suggest(endpoint: Option<&str>, surroundings: &Surroundings) -> Result<(String, String), Error> {
    if endpoint.is_some() {
        return Ok(("openai-compatible".to_owned(), "because an endpoint is given".to_owned()));
    }
    let usual = [
        (Service::Gemini, "gemini-2.5-flash"),
        (Service::Anthropic, "claude-sonnet-4-6"),
        (Service::OpenAi, "gpt-5-mini"),
    ];
    for (service, model) in usual {
        if let Some((_, variable)) = find_key(service, model, surroundings)? {
            return Ok((model.to_owned(), format!("because {variable} is set")));
        }
    }
    Err(Error::NoModel)
}

fn read_name(name: &str, endpoint: Option<&str>) -> Result<(Service, Option<String>), Error> {
    let wrong =
        |reason: String| Error::BadChoice { model: name.escape_debug().to_string(), reason };
    let example = "write it as `gemini-2.5-flash`, `claude-…`, `gpt-…`, `ollama::NAME`, or \
                   `openai-compatible` with an endpoint";
    if name.chars().any(|c| c.is_control() || c.is_whitespace()) {
        return Err(wrong("no name has such characters".to_owned()));
    }
    if name == "openai-compatible" {
        return Ok((Service::Compatible, None));
    }
    if let Some((namespace, model)) = name.split_once("::") {
        let service = Service::from_namespace(namespace)
            .ok_or_else(|| wrong(format!("the provider `{namespace}` is not known; {example}")))?;
        if model.is_empty() {
            return Err(wrong(format!("there is no name after `::`; {example}")));
        }
        return Ok((service, Some(model.to_owned())));
    }
    let bare = name.strip_prefix("models/").unwrap_or(name);
    match Service::from_model(bare) {
        Some(service) => Ok((service, Some(bare.to_owned()))),
        None if endpoint.is_some() => Ok((Service::Compatible, Some(name.to_owned()))),
        None => Err(wrong(format!("its provider is not known; {example}"))),
    }
}

/// The key and where it was found.
fn find_key(
    service: Service,
    model: &str,
    surroundings: &Surroundings,
) -> Result<Option<(Key, &'static str)>, Error> {
    for &variable in service.key_variables() {
        let Some(key) = (surroundings.variable)(variable).as_deref().and_then(Key::new) else {
            continue;
        };
        if !key.is_well_formed() {
            let reason = format!("the one in {variable} has characters that no key has");
            return Err(Error::BadKey { model: model.to_owned(), reason });
        }
        return Ok(Some((key, variable)));
    }
    Ok(None)
}
