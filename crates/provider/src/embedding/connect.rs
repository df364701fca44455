//! From settings to an embedder.

use std::sync::{Arc, OnceLock};

use rutter_domain::Embedder;

use super::call_url::call_url;
use super::client::{EmbeddingClient, key_header};
use super::error::SettingsError;
use super::semaphore::Semaphore;
use super::service::EmbeddingService;
use super::settings::Settings;
use super::worker_pool::RemoteEmbedder;
use crate::transport::{BlockingClient, Environment, Key, MalformedKey, OnPause, find_key};

const LIMIT_DIMS: usize = 65_536;

/// Prepares a connection to the service. Sends nothing yet.
pub fn connect(
    settings: Settings,
    environment: Environment,
    on_pause: Arc<OnPause>,
) -> Result<Box<dyn Embedder>, SettingsError> {
    let spec = settings.spec.trim();
    let (service, model) = parse_spec(spec)?;
    if let Some(dims) = settings.dims
        && (dims == 0 || dims > LIMIT_DIMS)
    {
        return Err(SettingsError::Dims { dims });
    }
    if settings.timeout.is_zero() {
        return Err(SettingsError::Timeout);
    }
    let base = match (settings.endpoint.as_deref(), service.default_endpoint()) {
        (Some(endpoint), _) => endpoint,
        (None, Some(default)) => default,
        (None, None) => return Err(SettingsError::EndpointMissing { spec: spec.to_owned() }),
    };
    let endpoint = call_url(service, base, model)
        .map_err(|error| SettingsError::Endpoint { reason: error.to_string() })?;
    let key = choose_key(service, spec, settings.key, &environment)?;
    let id = match settings.dims {
        Some(dims) => format!("{}:{model}@{dims}", service.name()),
        None => format!("{}:{model}", service.name()),
    };
    let client = EmbeddingClient {
        id,
        service,
        model: model.to_owned(),
        http: BlockingClient::new(&endpoint, settings.timeout)
            .map_err(|reason| SettingsError::Client { reason })?,
        semaphore: Semaphore::new(service.limits().n_in_flight),
        endpoint,
        key_header: key.as_ref().and_then(|key| key_header(service, key)),
        key,
        requested_dims: settings.dims,
        observed_dims: OnceLock::new(),
        clock: environment.clock,
        on_pause,
    };
    Ok(Box::new(RemoteEmbedder::new(client)))
}

fn parse_spec(spec: &str) -> Result<(EmbeddingService, &str), SettingsError> {
    let malformed =
        || SettingsError::Spec { spec: spec.to_owned(), example: "ollama:nomic-embed-text" };
    let (name, model) = spec.split_once(':').ok_or_else(malformed)?;
    let service = EmbeddingService::from_name(name).ok_or_else(|| {
        let known = EmbeddingService::ALL.map(|service| format!("`{}`", service.name()));
        SettingsError::Provider { name: name.to_owned(), known: known.join(", ") }
    })?;
    let model = match service {
        EmbeddingService::Gemini => model.strip_prefix("models/").unwrap_or(model),
        EmbeddingService::Ollama
        | EmbeddingService::OpenAi
        | EmbeddingService::OpenAiCompatible
        | EmbeddingService::Voyage
        | EmbeddingService::Cohere => model,
    };
    if model.is_empty() {
        return Err(malformed());
    }
    if !is_model_name(service, model) {
        return Err(SettingsError::Model { model: model.escape_debug().to_string() });
    }
    Ok((service, model))
}

fn is_model_name(service: EmbeddingService, model: &str) -> bool {
    match service {
        // The name becomes part of the URL's path and must not change it.
        EmbeddingService::Gemini => {
            model.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
        }
        EmbeddingService::Ollama
        | EmbeddingService::OpenAi
        | EmbeddingService::OpenAiCompatible
        | EmbeddingService::Voyage
        | EmbeddingService::Cohere => !model.chars().any(|c| c.is_control() || c.is_whitespace()),
    }
}

/// The given key, else the first one in the environment. A blank key counts as none.
fn choose_key(
    service: EmbeddingService,
    spec: &str,
    given: Option<Key>,
    environment: &Environment,
) -> Result<Option<Key>, SettingsError> {
    let malformed = |origin: &str| SettingsError::KeyMalformed { origin: origin.to_owned() };
    if let Some(key) = given.filter(|key| !key.is_empty()) {
        return if key.is_well_formed() { Ok(Some(key)) } else { Err(malformed("the settings")) };
    }
    match find_key(service.key_variables(), environment) {
        Ok(Some((key, _))) => Ok(Some(key)),
        Ok(None) if service.needs_key() => {
            let variables = service.key_variables().join(" or ");
            Err(SettingsError::KeyMissing { spec: spec.to_owned(), variables })
        }
        Ok(None) => Ok(None),
        Err(MalformedKey { variable }) => Err(malformed(variable)),
    }
}
