//! Checks that a model answers.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rutter_domain::Message;
use tokio_util::sync::CancellationToken;

use super::{Error, LanguageModel, Listener, Pause, Request};

const TIMEOUT: Duration = Duration::from_secs(30);

/// Asks the model for one word, without retries, and describes the reply in a line.
pub async fn probe(model: &dyn LanguageModel) -> Result<String, Error> {
    let request = Request {
        messages: vec![Message::User("Answer with the single word: ready".to_owned())],
        limit_output_tokens: Some(32),
        ..Request::default()
    };
    let listener = NoRetry::default();
    let start = Instant::now();
    let unavailable = |reason| {
        let model = model.name().to_owned();
        Err(Error::Unavailable { model, n_attempts: 1, reason })
    };
    match tokio::time::timeout(TIMEOUT, model.ask(&request, &listener, &listener.cancel)).await {
        Ok(Ok(reply)) => {
            let (input, output) = (reply.usage.input_tokens, reply.usage.output_tokens);
            let elapsed = start.elapsed().as_millis();
            let name = model.name();
            Ok(format!("{name} answers, in {elapsed} ms, {input} tokens in and {output} out"))
        }
        Ok(Err(Error::Cancelled)) => {
            // The reason starts with the name of the model, which the error names as well.
            let reason = listener.reason();
            unavailable(match reason.strip_prefix(model.name()) {
                Some(rest) => match rest.strip_prefix(" fails: ") {
                    Some(why) => why.to_owned(),
                    None => format!("it{rest}"),
                },
                None => reason,
            })
        }
        Ok(Err(error)) => Err(error),
        Err(_) => unavailable(format!("it did not answer in {TIMEOUT:?}")),
    }
}

/// Cancels the request at the first pause and remembers its reason.
#[derive(Default)]
struct NoRetry {
    cancel: CancellationToken,
    reason: Mutex<String>,
}

impl NoRetry {
    fn reason(&self) -> String {
        self.reason.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Listener for NoRetry {
    fn text(&self, _: &str) {}

    fn pause(&self, pause: &Pause) {
        *self.reason.lock().unwrap_or_else(PoisonError::into_inner) = pause.reason.clone();
        self.cancel.cancel();
    }
}
