//! From settings to an embedder.

use std::sync::OnceLock;

use rutter_domain::Embedder;

use super::crew::Remote;
use super::endpoint::Endpoint;
use super::error::Error;
use super::exchange;
use super::gate::Gate;
use super::key::Key;
use super::line::Line;
use super::service::Service;
use super::settings::{Settings, Surroundings};

const LIMIT_DIMS: usize = 65_536;

/// Makes ready to use the service. Nothing is sent yet.
pub fn connect(settings: Settings) -> Result<Box<dyn Embedder>, Error> {
    connect_with(settings, Surroundings::default())
}

/// The same, with clock, environment and listener of the caller's choice.
pub fn connect_with(
    settings: Settings,
    surroundings: Surroundings,
) -> Result<Box<dyn Embedder>, Error> {
    let spec = settings.spec.trim();
    let (service, model) = read_spec(spec)?;
    if let Some(dims) = settings.dims
        && (dims == 0 || dims > LIMIT_DIMS)
    {
        return Err(Error::Dims { dims });
    }
    if settings.timeout.is_zero() {
        return Err(Error::Timeout);
    }
    let base = match (settings.endpoint.as_deref(), service.usual_endpoint()) {
        (Some(endpoint), _) => endpoint,
        (None, Some(usual)) => usual,
        (None, None) => return Err(Error::EndpointMissing { spec: spec.to_owned() }),
    };
    let endpoint = Endpoint::new(service, base, model)?;
    let key = find_key(service, spec, settings.key, surroundings.variable)?;
    let id = match settings.dims {
        Some(dims) => format!("{}:{model}@{dims}", service.name()),
        None => format!("{}:{model}", service.name()),
    };
    let line = Line {
        id,
        service,
        model: model.to_owned(),
        agent: exchange::agent(&endpoint, settings.timeout),
        gate: Gate::new(service.limits().n_in_flight),
        endpoint,
        key_header: key.as_ref().and_then(|key| exchange::key_header(service, key)),
        key,
        wanted_dims: settings.dims,
        found_dims: OnceLock::new(),
        surroundings,
    };
    Ok(Box::new(Remote::new(line)))
}

fn read_spec(spec: &str) -> Result<(Service, &str), Error> {
    let malformed = || Error::Spec { spec: spec.to_owned(), example: "ollama:nomic-embed-text" };
    let (name, model) = spec.split_once(':').ok_or_else(malformed)?;
    let service = Service::from_name(name).ok_or_else(|| {
        let known = Service::ALL.map(|service| format!("`{}`", service.name())).join(", ");
        Error::Provider { name: name.to_owned(), known }
    })?;
    let model = match service {
        Service::Gemini => model.strip_prefix("models/").unwrap_or(model),
        Service::Ollama
        | Service::OpenAi
        | Service::OpenAiCompatible
        | Service::Voyage
        | Service::Cohere => model,
    };
    if model.is_empty() {
        return Err(malformed());
    }
    if !is_model_name(service, model) {
        return Err(Error::Model { model: model.escape_debug().to_string() });
    }
    Ok((service, model))
}

/// Gemini's stands in the path of the address, where nothing else may slip in.
fn is_model_name(service: Service, model: &str) -> bool {
    match service {
        Service::Gemini => model.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c)),
        Service::Ollama
        | Service::OpenAi
        | Service::OpenAiCompatible
        | Service::Voyage
        | Service::Cohere => !model.chars().any(|c| c.is_control() || c.is_whitespace()),
    }
}

/// The one given, else the first in the environment. A blank key is none.
fn find_key(
    service: Service,
    spec: &str,
    given: Option<Key>,
    variable: fn(&str) -> Option<String>,
) -> Result<Option<Key>, Error> {
    let given = given.map(|key| (key, "in the settings".to_owned()));
    let set = service.key_variables().iter().filter_map(|name| {
        let key = Key::new(variable(name)?);
        Some((key, format!("in {name}")))
    });
    let found = given.into_iter().chain(set).find(|(key, _)| !key.is_empty());
    match found {
        Some((key, origin)) if !key.is_well_formed() => Err(Error::KeyMalformed { origin }),
        Some((key, _)) => Ok(Some(key)),
        None if service.needs_key() => {
            let variables = service.key_variables().join(" or ");
            Err(Error::KeyMissing { spec: spec.to_owned(), variables })
        }
        None => Ok(None),
    }
}
