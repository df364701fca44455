//! Every service's own protocol is written and read.

use std::sync::atomic::AtomicBool;

use rutter_domain::Purpose;
use rutter_provider::embedding::Settings;
use rutter_provider::transport::Key;
use serde_json::{Value, json};

use crate::harness::Harness;
use crate::server::{Request, Server};

/// Embeds `a` and `b`, which must give the vectors 1 2 and 3 4, and returns the request.
fn exchange(settings: Settings, purpose: Purpose, reply: Value) -> Request {
    let server = Server::saying(200, &reply.to_string());
    let harness = Harness::new(&server, settings);
    let vectors = harness.embedder.embed(&["a", "b"], purpose, &AtomicBool::new(false));
    assert_eq!(vectors, Ok(vec![vec![1.0, 2.0], vec![3.0, 4.0]]));
    assert_eq!(harness.embedder.dims(), Some(2));
    let mut requests = server.requests();
    assert_eq!(requests.len(), 1);
    let request = requests.remove(0);
    assert_eq!(request.header("content-type"), Some("application/json"));
    request
}

fn with_key(spec: &str) -> Settings {
    Settings { key: Some(Key::new("s3cret")), ..Settings::new(spec) }
}

fn with_dims(settings: Settings) -> Settings {
    Settings { dims: Some(2), ..settings }
}

fn openai_reply() -> Value {
    json!({ "object": "list", "model": "m", "usage": { "total_tokens": 2 }, "data": [
        { "object": "embedding", "index": 1, "embedding": [3, 4.0] },
        { "object": "embedding", "index": 0, "embedding": [1, 2.0] },
    ]})
}

#[test]
fn ollama_is_written_and_read() {
    let reply = || json!({ "model": "m", "embeddings": [[1, 2], [3, 4]], "total_duration": 7 });
    let request = exchange(Settings::new("ollama:m:tag"), Purpose::Document, reply());
    assert_eq!(request.line, "POST /api/embed");
    assert_eq!(request.header("authorization"), None);
    assert_eq!(request.body, json!({ "model": "m:tag", "input": ["a", "b"] }));
    let request = exchange(with_dims(Settings::new("ollama:m")), Purpose::Query, reply());
    assert_eq!(request.body, json!({ "model": "m", "input": ["a", "b"], "dimensions": 2 }));
}

#[test]
fn openai_is_written_and_read_in_any_order() {
    let request = exchange(with_key("openai:m"), Purpose::Document, openai_reply());
    assert_eq!(request.line, "POST /v1/embeddings");
    assert_eq!(request.header("authorization"), Some("Bearer s3cret"));
    let mut body = json!({ "model": "m", "input": ["a", "b"], "encoding_format": "float" });
    assert_eq!(request.body, body);
    let request = exchange(with_dims(with_key("openai:m")), Purpose::Query, openai_reply());
    body["dimensions"] = 2.into();
    assert_eq!(request.body, body);
}

#[test]
fn a_compatible_server_is_used_with_or_without_a_key() {
    let settings = Settings::new("openai-compatible:org/m");
    let request = exchange(settings, Purpose::Document, openai_reply());
    assert_eq!(request.line, "POST /v1/embeddings");
    assert_eq!(request.header("authorization"), None);
    assert_eq!(request.body["model"], "org/m");
    let settings = with_key("openai-compatible:org/m");
    let without_numbers = json!({ "data": [{ "embedding": [1, 2] }, { "embedding": [3, 4] }] });
    let request = exchange(settings, Purpose::Document, without_numbers);
    assert_eq!(request.header("authorization"), Some("Bearer s3cret"));
}

#[test]
fn gemini_is_written_and_read() {
    let reply = || json!({ "embeddings": [{ "values": [1, 2] }, { "values": [3, 4] }] });
    let request = exchange(with_key("gemini:m-1"), Purpose::Document, reply());
    assert_eq!(request.line, "POST /v1beta/models/m-1:batchEmbedContents");
    assert_eq!(request.header("x-goog-api-key"), Some("s3cret"));
    assert_eq!(request.header("authorization"), None);
    let one = |text| {
        let content = json!({ "parts": [{ "text": text }] });
        json!({ "model": "models/m-1", "content": content, "taskType": "RETRIEVAL_DOCUMENT" })
    };
    assert_eq!(request.body, json!({ "requests": [one("a"), one("b")] }));
    let request = exchange(with_dims(with_key("gemini:m-1")), Purpose::Query, reply());
    assert_eq!(request.body["requests"][1]["taskType"], "CODE_RETRIEVAL_QUERY");
    assert_eq!(request.body["requests"][1]["outputDimensionality"], 2);
}

#[test]
fn voyage_is_written_and_read() {
    let request = exchange(with_key("voyage:m"), Purpose::Document, openai_reply());
    assert_eq!(request.line, "POST /v1/embeddings");
    assert_eq!(request.header("authorization"), Some("Bearer s3cret"));
    let body = json!({ "model": "m", "input": ["a", "b"], "input_type": "document" });
    assert_eq!(request.body, body);
    let request = exchange(with_dims(with_key("voyage:m")), Purpose::Query, openai_reply());
    assert_eq!(request.body["input_type"], "query");
    assert_eq!(request.body["output_dimension"], 2);
}

#[test]
fn cohere_is_written_and_read() {
    let reply = || json!({ "id": "x", "embeddings": { "float": [[1, 2], [3, 4]] }, "texts": [] });
    let request = exchange(with_key("cohere:m"), Purpose::Document, reply());
    assert_eq!(request.line, "POST /v2/embed");
    assert_eq!(request.header("authorization"), Some("Bearer s3cret"));
    let body = json!({
        "model": "m",
        "texts": ["a", "b"],
        "input_type": "search_document",
        "embedding_types": ["float"],
    });
    assert_eq!(request.body, body);
    let request = exchange(with_dims(with_key("cohere:m")), Purpose::Query, reply());
    assert_eq!(request.body["input_type"], "search_query");
    assert_eq!(request.body["output_dimension"], 2);
}
