//! Which model is used, at which endpoint, and with which key.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use rutter_provider::language::{Choice, Chooser, Delivery, Error, Request, connect};
use serde_json::json;

use super::harness::{Recorder, choice, environment, openai_text, question, say};
use crate::server::Server;

fn chosen(model: Option<&str>, endpoint: Option<&str>) -> Choice {
    let text = |text: &str| text.to_owned();
    Choice { model: model.map(text), endpoint: endpoint.map(text), ..Choice::default() }
}

fn check(choice: &Choice, variables: &'static [(&'static str, &'static str)], expected: &str) {
    let outcome = match connect(choice, &environment(variables)) {
        Ok(connected) => connected.why,
        Err(error) => error.to_string(),
    };
    assert_eq!(outcome, expected);
}

#[test]
fn without_a_choice_the_key_that_is_set_decides() {
    let nothing = Choice::default();
    check(
        &nothing,
        &[("GEMINI_API_KEY", "k"), ("OPENAI_API_KEY", "k")],
        "gemini-3.5-flash-lite, because GEMINI_API_KEY is set",
    );
    check(
        &nothing,
        &[("GOOGLE_API_KEY", "k"), ("GEMINI_API_KEY", " ")],
        "gemini-3.5-flash-lite, because GOOGLE_API_KEY is set",
    );
    check(
        &nothing,
        &[("ANTHROPIC_API_KEY", "k")],
        "claude-haiku-5-5, because ANTHROPIC_API_KEY is set",
    );
    check(&nothing, &[("OPENAI_API_KEY", "k")], "gpt-6-luna, because OPENAI_API_KEY is set");
    check(&nothing, &[], "no language model is configured");
}

#[test]
fn an_endpoint_alone_is_a_server_compatible_with_openai() {
    check(
        &chosen(None, Some("http://127.0.0.1:9")),
        &[("GEMINI_API_KEY", "k")],
        "openai-compatible at http://127.0.0.1:9/v1/, because an endpoint is given",
    );
}

#[test]
fn a_name_implies_its_provider() {
    for name in ["gemini-3-pro-preview", "gemini::gemini-2.5-pro"] {
        check(&chosen(Some(name), None), &[("GOOGLE_API_KEY", "k")], &format!("{name}, as chosen"));
    }
    for name in ["claude-opus-4-5", "anthropic::claude-x"] {
        check(
            &chosen(Some(name), None),
            &[("ANTHROPIC_API_KEY", "k")],
            &format!("{name}, as chosen"),
        );
    }
    for name in ["gpt-5", "o4-mini", "chatgpt-4o-latest", "openai::anything"] {
        check(&chosen(Some(name), None), &[("OPENAI_API_KEY", "k")], &format!("{name}, as chosen"));
    }
    check(&chosen(Some("ollama::qwen3"), None), &[], "ollama::qwen3, as chosen");
}

#[test]
fn an_invalid_choice_is_refused_with_an_example() {
    let example = "write it as `gemini-3.5-flash-lite`, `claude-…`, `gpt-…`, `ollama::NAME`, or \
                   `openai-compatible` with an endpoint";
    check(
        &chosen(Some("llama"), None),
        &[],
        &format!("the model `llama` cannot be used: its provider is unknown; {example}"),
    );
    check(
        &chosen(Some("acme::x"), None),
        &[],
        &format!("the model `acme::x` cannot be used: unknown provider `acme`; {example}"),
    );
    check(
        &chosen(Some("ollama::"), None),
        &[],
        &format!("the model `ollama::` cannot be used: there is no name after `::`; {example}"),
    );
    check(
        &chosen(Some("a\u{1b}b"), None),
        &[],
        "the model `a\\u{1b}b` cannot be used: the name contains invalid characters",
    );
    check(
        &chosen(Some("openai-compatible"), None),
        &[],
        "the model `openai-compatible` cannot be used: it needs an endpoint, such as \
         `http://127.0.0.1:8080/v1`",
    );
    check(
        &chosen(Some("gpt-5"), Some("localhost:80")),
        &[],
        "the model `gpt-5` cannot be used: its endpoint is invalid, it must start with \
         `http://` or `https://`; write it as `http://HOST:PORT/v1`",
    );
    let never = Choice { timeout: Some(Duration::ZERO), ..chosen(Some("ollama::x"), None) };
    check(
        &never,
        &[],
        "the model `ollama::x` cannot be used: the timeout must be longer than zero",
    );
}

#[test]
fn a_missing_key_is_reported_with_its_variable() {
    check(
        &chosen(Some("gemini-2.5-pro"), None),
        &[("OPENAI_API_KEY", "k")],
        "there is no key for `gemini-2.5-pro`; set GEMINI_API_KEY or \
         GOOGLE_API_KEY",
    );
    check(
        &Choice::default(),
        &[("OPENAI_API_KEY", "secret\nvalue")],
        "`gpt-6-luna` does not accept the key: the one in OPENAI_API_KEY contains invalid \
         characters",
    );
}

#[tokio::test]
async fn each_provider_gets_its_own_key_and_a_compatible_server_none() {
    let all: &[(&str, &str)] = &[
        ("GEMINI_API_KEY", "gemini-key"),
        ("ANTHROPIC_API_KEY", "anthropic-key"),
        ("OPENAI_API_KEY", "openai-key"),
    ];
    for (name, header, value) in [
        ("gemini-x", "x-goog-api-key", Some("gemini-key")),
        ("claude-x", "x-api-key", Some("anthropic-key")),
        ("gpt-x", "authorization", Some("Bearer openai-key")),
        ("openai-compatible::x", "authorization", None),
    ] {
        let server = Server::saying(400, "no");
        let connected = connect(&choice(name, &server), &environment(all)).unwrap();
        Recorder::default().ask(&*connected.model, &question("?")).await.unwrap_err();
        assert_eq!(server.requests()[0].header(header), value, "{name}");
    }
}

const KEYS: &[(&str, &str)] = &[
    ("GEMINI_API_KEY", "s3cret-gemini"),
    ("ANTHROPIC_API_KEY", "s3cret-anthropic"),
    ("OPENAI_API_KEY", "s3cret-openai"),
    ("RUTTER_API_KEY", "s3cret-rutter"),
];

#[tokio::test]
async fn a_server_that_a_repository_chose_gets_no_key_in_any_form() {
    for (name, variable) in [
        ("gemini-x", "GEMINI_API_KEY"),
        ("claude-x", "ANTHROPIC_API_KEY"),
        ("gpt-x", "OPENAI_API_KEY"),
        ("ollama::x", "RUTTER_API_KEY"),
        ("openai-compatible::x", "RUTTER_API_KEY"),
        ("openai-compatible", "RUTTER_API_KEY"),
    ] {
        for delivery in [Delivery::Whole, Delivery::Streamed] {
            let server = Server::saying(401, "who are you?");
            let theirs = Choice { chooser: Chooser::Repository, ..choice(name, &server) };
            let connected = connect(&theirs, &environment(KEYS)).unwrap();
            let withheld = connected.withheld_key.clone().unwrap();
            assert_eq!(withheld.variable, variable);
            assert!(withheld.address.starts_with(&server.url()), "{withheld:?}");
            let request = Request { delivery, ..question("?") };
            let error = Recorder::default().ask(&*connected.model, &request).await.unwrap_err();
            assert!(matches!(error, Error::KeyWithheld { .. }), "{error}");
            let requests = server.requests();
            assert!(!requests.is_empty());
            for request in requests {
                let sent = format!("{request:?}").to_lowercase();
                for word in ["s3cret", "authorization", "api-key", "key=", "bearer"] {
                    assert!(!sent.contains(word), "{name}: {sent}");
                }
            }
        }
    }
}

#[test]
fn a_model_that_a_repository_chose_gets_a_key_only_at_its_providers_own_endpoint() {
    let theirs = |name: &str| Choice { chooser: Chooser::Repository, ..chosen(Some(name), None) };
    let hosted = connect(&theirs("gpt-5"), &environment(KEYS)).unwrap();
    assert_eq!(hosted.withheld_key, None);
    let local = connect(&theirs("ollama::x"), &environment(KEYS)).unwrap();
    assert_eq!(local.withheld_key.unwrap().variable, "RUTTER_API_KEY");
}

#[tokio::test]
async fn a_key_is_not_shown_even_if_the_provider_repeats_it() {
    let server = Server::saying(401, "the key sk-very-secret is wrong");
    let with_key = environment(&[("OPENAI_API_KEY", "sk-very-secret")]);
    let connected = connect(&choice("gpt-5", &server), &with_key).unwrap();
    let error = Recorder::default().ask(&*connected.model, &question("?")).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "`gpt-5` does not accept the key: the key [key] is wrong (status 401)"
    );
    assert!(!format!("{connected:?} {error:?}").contains("secret"));
}

#[tokio::test]
async fn a_server_without_a_model_name_is_asked_for_its_first_model() {
    let server = Server::start(|_, request| match request.line.as_str() {
        "GET /v1/models" => say(&json!({ "data": [{ "id": "first-high" }, { "id": "second" }] })),
        _ => openai_text("hello"),
    });
    let connected = connect(&choice("openai-compatible", &server), &environment(&[])).unwrap();
    assert_eq!(connected.model.name(), "openai-compatible");
    let recorder = Recorder::default();
    for _ in 0..2 {
        assert_eq!(
            recorder.ask(&*connected.model, &question("?")).await.unwrap().turn.text,
            "hello"
        );
    }
    assert_eq!(connected.model.name(), "openai-compatible::first-high");
    let requests = server.requests();
    let lines: Vec<&str> = requests.iter().map(|request| request.line.as_str()).collect();
    let post = "POST /v1/chat/completions";
    assert_eq!(lines, ["GET /v1/models", post, post]);
    assert_eq!(requests[1].body["model"], "first-high");
    assert_eq!(requests[1].body.get("reasoning_effort"), None);
}

#[tokio::test]
async fn a_server_that_is_not_there_is_reported_at_once() {
    let gone = chosen(Some("m"), Some("http://127.0.0.1:1"));
    let connected = connect(&gone, &environment(&[])).unwrap();
    let recorder = Recorder::default();
    let error = recorder.ask(&*connected.model, &question("?")).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "`m` cannot be reached at http://127.0.0.1:1/v1/: nothing listens there; start the server, \
         such as `llama-server` on port 1"
    );
    assert_eq!(recorder.pauses_millis(), [0_u128; 0]);
}

#[tokio::test]
async fn ollama_that_does_not_run_is_reported_with_the_command_that_starts_it() {
    for delivery in [Delivery::Whole, Delivery::Streamed] {
        let gone = chosen(Some("ollama::qwen3"), Some("http://127.0.0.1:1"));
        let connected = connect(&gone, &environment(&[])).unwrap();
        let recorder = Recorder::default();
        let request = Request { delivery, ..question("?") };
        let error = recorder.ask(&*connected.model, &request).await.unwrap_err();
        assert!(matches!(error, Error::Unreachable { .. }), "{error:?}");
        assert!(error.to_string().ends_with("start the server with `ollama serve`"), "{error}");
        assert_eq!(recorder.pauses_millis(), [0_u128; 0]);
    }
}

#[tokio::test]
async fn a_server_without_tls_is_not_asked_again() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let endpoint = format!("https://{}", listener.local_addr().unwrap());
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n");
            let _ = stream.read_to_end(&mut Vec::new());
        }
    });
    let connected = connect(&chosen(Some("m"), Some(&endpoint)), &environment(&[])).unwrap();
    let recorder = Recorder::default();
    let error = recorder.ask(&*connected.model, &question("?")).await.unwrap_err();
    let Error::Unreachable { address, .. } = &error else { panic!("{error:?}") };
    assert!(address.starts_with(&endpoint), "{error}");
    assert_eq!(recorder.pauses_millis(), [0_u128; 0]);
}
