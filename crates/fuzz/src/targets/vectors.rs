//! Replies of embedding services: each becomes finite vectors of one length, one per text, or an error.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use rutter_domain::{EmbedError, Purpose};
use rutter_provider::embedding::{Settings, connect};
use rutter_provider::transport::{Clock, Environment, Key};

use super::server::Server;
use crate::mutate::inputs;
use crate::{Inputs, Target};

const TEXTS: [&str; 2] = ["first text", "second text"];

/// The services, each with an answer as it should be.
const SERVICES: &[(&str, &str)] = &[
    ("ollama:m", r#"{"model":"m","embeddings":[[0.1,-0.2,0.3],[1e-3,2,3]],"total_duration":1}"#),
    (
        "openai:m",
        r#"{"object":"list","data":[{"index":1,"embedding":[1,2]},{"index":0,"embedding":[0.5,-1]}],"usage":{"total_tokens":4}}"#,
    ),
    ("gemini:m", r#"{"embeddings":[{"values":[0.1,0.2]},{"values":[0.3,0.4]}]}"#),
    ("voyage:m", r#"{"data":[{"index":0,"embedding":[1,2]},{"index":1,"embedding":[3,4]}]}"#),
    ("cohere:m", r#"{"id":"x","embeddings":{"float":[[0.1,0.2],[0.3,0.4]]}}"#),
    ("openai:m", r#"{"error":{"message":"rate limit","type":"requests","code":null}}"#),
];

/// All services at a server that answers with the input.
pub struct Vectors {
    server: Server,
    inputs: Inputs,
}

impl Vectors {
    pub fn open() -> anyhow::Result<Vectors> {
        let seeds = SERVICES.iter().map(|(_, answer)| answer.as_bytes().to_vec()).collect();
        let words = ["null", "NaN", "1e39", "-1e400", "[]", "[[]]", "{}", "18446744073709551616"];
        Ok(Vectors { server: Server::start()?, inputs: inputs(seeds, &words) })
    }
}

impl Target for Vectors {
    fn inputs(&self) -> Inputs {
        self.inputs.clone()
    }

    fn check(&mut self, input: &[u8]) -> Result<(), String> {
        let status = if input.len().is_multiple_of(7) { 429 } else { 200 };
        self.server.answer(status, "application/json", input);
        for (spec, _) in SERVICES {
            let answer = self.embed(spec)?;
            // An error is allowed, but vectors must be valid.
            let Ok(vectors) = answer else { continue };
            let length = vectors.first().map_or(0, Vec::len);
            let is_good = |vector: &Vec<f32>| {
                vector.len() == length && vector.iter().all(|number| number.is_finite())
            };
            if vectors.len() != TEXTS.len() || length == 0 || !vectors.iter().all(is_good) {
                return Err(format!("{spec} gives invalid vectors: {vectors:?}"));
            }
        }
        Ok(())
    }
}

impl Vectors {
    /// Asks one service. The outer error is a fault of the harness.
    fn embed(&self, spec: &str) -> Result<Result<Vec<Vec<f32>>, EmbedError>, String> {
        let settings = Settings {
            endpoint: Some(self.server.url()),
            key: Some(Key::new("key")),
            timeout: Duration::from_secs(20),
            ..Settings::new(spec)
        };
        let environment = Environment { clock: Arc::new(NoWait), ..Environment::new(|_| None) };
        let embedder =
            connect(settings, environment, Arc::new(|_| {})).map_err(|error| error.to_string())?;
        Ok(embedder.embed(&TEXTS, Purpose::Document, &AtomicBool::new(false)))
    }
}

/// Does not wait, so that failed requests are retried at once.
struct NoWait;

impl Clock for NoWait {
    fn now(&self) -> SystemTime {
        SystemTime::UNIX_EPOCH
    }

    fn wait(&self, _: Duration, _: &dyn Fn() -> bool) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unbroken_answer_is_read() {
        let target = Vectors::open().unwrap();
        for (spec, answer) in &SERVICES[..5] {
            target.server.answer(200, "application/json", answer.as_bytes());
            let vectors = target.embed(spec).unwrap().unwrap();
            assert_eq!(vectors.len(), TEXTS.len(), "{spec}");
        }
    }
}
