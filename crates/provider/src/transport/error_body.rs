//! The body of a reply that reports an error.
//!
//! Every service has its own JSON for errors, and many say what went wrong in the message alone. So a
//! body is kept twice: the message for people, and the whole text in lower case for phrase matching.

use std::time::Duration;

use rutter_domain::text::truncate;
use serde_json::Value;

pub(crate) struct ErrorBody {
    pub message: Option<String>,
    /// The whole body in lower case.
    text: String,
    /// The wait that Gemini asks for.
    pub retry_delay: Option<Duration>,
    /// The length of the context window, which llama.cpp reports.
    pub limit_tokens: Option<u64>,
}

impl ErrorBody {
    pub fn parse(body: &str) -> ErrorBody {
        const LIMIT_BYTES: usize = 64 << 10;
        let start = truncate(body, LIMIT_BYTES);
        let text = start.to_lowercase();
        let Ok(mut json) = serde_json::from_str::<Value>(body) else {
            let start = start.trim();
            // A proxy's HTML page says nothing that fits into one line.
            let is_page = start.starts_with('<');
            let message = (!start.is_empty() && !is_page).then(|| start.to_owned());
            return ErrorBody { message, text, retry_delay: None, limit_tokens: None };
        };
        // Gemini streams its errors as a list of one.
        if let Some(first) = json.get_mut(0) {
            json = first.take();
        }
        let message = ["/error/message", "/error", "/message", "/detail", "/detail/0/msg"]
            .into_iter()
            .find_map(|path| json.pointer(path).and_then(Value::as_str))
            .filter(|message| !message.trim().is_empty())
            .map(str::to_owned);
        let limit_tokens = json.pointer("/error/n_ctx").and_then(Value::as_u64);
        ErrorBody { message, text, retry_delay: parse_retry_delay(&json), limit_tokens }
    }

    /// Returns whether the body contains one of these phrases, which must be in lower case.
    pub fn contains_any(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.text.contains(phrase))
    }

    /// Returns whether a quota of a day or longer is used up, so that a retry cannot help.
    pub fn is_about_quota(&self) -> bool {
        self.contains_any(&[
            "insufficient_quota", "perday", "per day", "/ day", "(rpd)", "per month", "/ month",
            "billing_hard_limit", "credit balance is too low",
        ])
    }
}

fn parse_retry_delay(json: &Value) -> Option<Duration> {
    let details = json.pointer("/error/details")?.as_array()?;
    let delay = details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    Duration::try_from_secs_f64(delay.strip_suffix('s')?.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(body: &str, expected: Option<&str>) {
        assert_eq!(ErrorBody::parse(body).message.as_deref(), expected, "{body}");
    }

    #[test]
    fn the_message_is_found_in_every_known_format() {
        check(r#"{"error":{"message":"bad model","type":"x"}}"#, Some("bad model"));
        check(r#"[{"error":{"message":"bad model","code":400}}]"#, Some("bad model"));
        check(r#"{"error":"no such model"}"#, Some("no such model"));
        check(r#"{"message":"invalid"}"#, Some("invalid"));
        check(r#"{"detail":"wrong"}"#, Some("wrong"));
        check(r#"{"detail":[{"msg":"field required"}]}"#, Some("field required"));
        check("plain words", Some("plain words"));
        check("<html>a page</html>", None);
        check("{}", None);
        check("", None);
    }

    #[test]
    fn a_delay_in_the_body_is_read() {
        let body = r#"{"error":{"message":"slow","details":[{"a":1},{"retryDelay":"33.2s"}]}}"#;
        assert_eq!(ErrorBody::parse(body).retry_delay, Some(Duration::from_millis(33_200)));
        let body = r#"{"error":{"details":[{"retryDelay":"-1s"}]}}"#;
        assert_eq!(ErrorBody::parse(body).retry_delay, None);
    }
}
