//! Invalid settings are reported before anything is sent.

use std::sync::Arc;
use std::time::Duration;

use rutter_domain::Embedder;
use rutter_provider::embedding::{Settings, SettingsError, connect};
use rutter_provider::transport::{Environment, Key};

use crate::harness::empty_environment;
use crate::server::Server;

fn connect_in(
    settings: Settings,
    environment: Environment,
) -> Result<Box<dyn Embedder>, SettingsError> {
    connect(settings, environment, Arc::new(|_| {}))
}

/// The id of the embedder that the settings choose, or what is wrong with them.
fn outcome(settings: Settings) -> String {
    match connect_in(settings, empty_environment()) {
        Ok(embedder) => embedder.id().to_owned(),
        Err(error) => error.to_string(),
    }
}

fn check(spec: &str, expected: &str) {
    assert_eq!(outcome(Settings::new(spec)), expected);
}

#[test]
fn an_unknown_provider_is_reported_with_the_known_ones() {
    check(
        "nemo:m",
        "unknown provider `nemo`; known providers are `ollama`, `openai`, `openai-compatible`, `gemini`, \
         `voyage`, `cohere`",
    );
}

#[test]
fn a_spec_without_a_model_is_reported() {
    let how = "does not name a model; write it as PROVIDER:MODEL, such as \
               `ollama:nomic-embed-text`";
    check("ollama", &format!("`ollama` {how}"));
    check("ollama:", &format!("`ollama:` {how}"));
    check("", &format!("`` {how}"));
}

#[test]
fn a_missing_key_is_reported_with_its_variable() {
    let needs = |spec: &str, variable: &str| {
        check(spec, &format!("`{spec}` needs a key, in the settings or in {variable}"));
    };
    needs("openai:m", "OPENAI_API_KEY");
    needs("gemini:m", "GEMINI_API_KEY or GOOGLE_API_KEY");
    needs("voyage:m", "VOYAGE_API_KEY");
    needs("cohere:m", "COHERE_API_KEY");
    check("ollama:m", "ollama:m");
}

#[test]
fn a_missing_endpoint_is_reported() {
    let expected = "`openai-compatible:m` needs an endpoint, such as `http://localhost:8080/v1`";
    check("openai-compatible:m", expected);
}

#[test]
fn a_key_in_the_environment_is_used_unless_blank() {
    let server = Server::saying(200, r#"{"embeddings": [{"values": [1]}]}"#);
    let environment = Environment::new(|name| match name {
        "GEMINI_API_KEY" => Some(" ".to_owned()),
        "GOOGLE_API_KEY" => Some("from the environment".replace(' ', "-")),
        _ => None,
    });
    let settings = Settings { endpoint: Some(server.url()), ..Settings::new("gemini:models/m") };
    let embedder = connect_in(settings, environment).unwrap();
    assert_eq!(embedder.id(), "gemini:m");
    let cancelled = std::sync::atomic::AtomicBool::new(false);
    embedder.embed(&["a"], rutter_domain::Purpose::Query, &cancelled).unwrap();
    let requests = server.requests();
    assert_eq!(requests[0].header("x-goog-api-key"), Some("from-the-environment"));
}

#[test]
fn a_malformed_key_is_reported_without_showing_it() {
    let settings = Settings { key: Some(Key::new("s3\ncret")), ..Settings::new("openai:m") };
    assert_eq!(outcome(settings), "the key in the settings contains invalid characters");
}

#[test]
fn a_model_name_cannot_change_the_address() {
    let key = || Some(Key::new("k"));
    let message = outcome(Settings { key: key(), ..Settings::new("gemini:../x?y") });
    assert_eq!(message, "the model name `../x?y` contains invalid characters");
    check("ollama:a b", "the model name `a b` contains invalid characters");
}

#[test]
fn invalid_numbers_are_reported() {
    let message = outcome(Settings { dims: Some(0), ..Settings::new("ollama:m") });
    assert_eq!(message, "vectors cannot have 0 dimensions");
    let message = outcome(Settings { timeout: Duration::ZERO, ..Settings::new("ollama:m") });
    assert_eq!(message, "the timeout must be longer than zero");
}

#[test]
fn an_invalid_endpoint_is_reported_without_repeating_it() {
    let settings = |endpoint: &str| Settings {
        endpoint: Some(endpoint.to_owned()),
        ..Settings::new("ollama:m")
    };
    let message = outcome(settings("https://me:secret@a"));
    let reason = "it must not contain a user name or password; use a key instead";
    assert_eq!(message, format!("the endpoint is invalid: {reason}"));
    let message = outcome(settings("a:8080"));
    let reason = "it must start with `http://` or `https://`";
    assert_eq!(message, format!("the endpoint is invalid: {reason}"));
}
