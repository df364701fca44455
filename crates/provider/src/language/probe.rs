//! Tries whether a model answers at all.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use rutter_domain::Message;
use tokio_util::sync::CancellationToken;

use super::{Error, LanguageModel, Listener, Pause, Request};

const LIMIT: Duration = Duration::from_secs(30);

/// Asks the model for a word, once, and says how that went.
pub async fn probe(model: &dyn LanguageModel) -> Result<String, Error> {
    let request = Request {
        messages: vec![Message::User("Answer with the single word: ready".to_owned())],
        limit_output_tokens: Some(32),
        ..Request::default()
    };
    let once = Once::default();
    let start = Instant::now();
    let unavailable = |reason| {
        let model = model.name().to_owned();
        Err(Error::Unavailable { model, n_attempts: 1, reason })
    };
    match tokio::time::timeout(LIMIT, model.ask(&request, &once, &once.cancel)).await {
        Ok(Ok(reply)) => {
            let (input, output) = (reply.usage.input_tokens, reply.usage.output_tokens);
            let elapsed = start.elapsed().as_millis();
            let name = model.name();
            Ok(format!("{name} answers, in {elapsed} ms, {input} tokens in and {output} out"))
        }
        Ok(Err(Error::Cancelled)) => {
            let reason = once.reason();
            unavailable(match reason.strip_prefix(model.name()) {
                Some(rest) => match rest.strip_prefix(" fails: ") {
                    Some(why) => why.to_owned(),
                    None => format!("it{rest}"),
                },
                None => reason,
            })
        }
        Ok(Err(error)) => Err(error),
        Err(_) => unavailable(format!("it did not answer in {LIMIT:?}")),
    }
}

/// Calls the request off instead of waiting for another attempt.
#[derive(Default)]
struct Once {
    cancel: CancellationToken,
    reason: Mutex<String>,
}

impl Once {
    fn reason(&self) -> String {
        self.reason.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Listener for Once {
    fn text(&self, _: &str) {}

    fn pause(&self, pause: &Pause) {
        *self.reason.lock().unwrap_or_else(PoisonError::into_inner) = pause.reason.clone();
        self.cancel.cancel();
    }
}
