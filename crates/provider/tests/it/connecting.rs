//! Settings that lead nowhere are told before anything is sent.

use std::time::Duration;

use rutter_provider::embedding::{Key, Settings, Surroundings, connect_with};

use crate::server::Server;
use crate::stage::quiet;

/// The name of the embedder that the settings choose, or what is wrong with them.
fn outcome(settings: Settings) -> String {
    match connect_with(settings, quiet()) {
        Ok(embedder) => embedder.id().to_owned(),
        Err(error) => error.to_string(),
    }
}

fn check(spec: &str, wanted: &str) {
    assert_eq!(outcome(Settings::new(spec)), wanted);
}

#[test]
fn an_unknown_provider_is_told_with_the_known_ones() {
    check(
        "nemo:m",
        "unknown provider `nemo`; known are `ollama`, `openai`, `openai-compatible`, `gemini`, \
         `voyage`, `cohere`",
    );
}

#[test]
fn a_spec_without_a_model_is_told() {
    let how = "does not choose a model; write it as PROVIDER:MODEL, such as \
               `ollama:nomic-embed-text`";
    check("ollama", &format!("`ollama` {how}"));
    check("ollama:", &format!("`ollama:` {how}"));
    check("", &format!("`` {how}"));
}

#[test]
fn a_missing_key_is_told_with_its_variable() {
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
fn a_missing_endpoint_is_told() {
    let wanted = "`openai-compatible:m` needs an endpoint, such as `http://localhost:8080/v1`";
    check("openai-compatible:m", wanted);
}

#[test]
fn a_key_in_the_environment_is_used_unless_blank() {
    let server = Server::saying(200, r#"{"embeddings": [{"values": [1]}]}"#);
    let variable: fn(&str) -> Option<String> = |name| match name {
        "GEMINI_API_KEY" => Some(" ".to_owned()),
        "GOOGLE_API_KEY" => Some("from the environment".replace(' ', "-")),
        _ => None,
    };
    let settings = Settings { endpoint: Some(server.url()), ..Settings::new("gemini:models/m") };
    let embedder = connect_with(settings, Surroundings { variable, ..quiet() }).unwrap();
    assert_eq!(embedder.id(), "gemini:m");
    let cancelled = std::sync::atomic::AtomicBool::new(false);
    embedder.embed(&["a"], rutter_domain::Purpose::Query, &cancelled).unwrap();
    let requests = server.requests();
    assert_eq!(requests[0].header("x-goog-api-key"), Some("from-the-environment"));
}

#[test]
fn a_key_that_cannot_be_one_is_told_without_showing_it() {
    let settings = Settings { key: Some(Key::new("s3\ncret")), ..Settings::new("openai:m") };
    assert_eq!(outcome(settings), "the key in the settings has characters that no key has");
}

#[test]
fn a_model_name_cannot_change_the_address() {
    let key = || Some(Key::new("k"));
    let told = outcome(Settings { key: key(), ..Settings::new("gemini:../x?y") });
    assert_eq!(told, "the model name `../x?y` has characters that no model name has");
    check("ollama:a b", "the model name `a b` has characters that no model name has");
}

#[test]
fn numbers_that_make_no_sense_are_told() {
    let told = outcome(Settings { dims: Some(0), ..Settings::new("ollama:m") });
    assert_eq!(told, "vectors cannot have 0 dimensions");
    let told = outcome(Settings { timeout: Duration::ZERO, ..Settings::new("ollama:m") });
    assert_eq!(told, "a timeout of zero leaves no time for an answer");
}
