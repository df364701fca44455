//! What to make of a request that failed.

use std::time::{Duration, SystemTime};

use genai::webc;
use reqwest::header::HeaderMap;
use serde_json::Value;

use super::key::Key;
use super::patience::{Trouble, read_retry_after};
use super::relay::Failure;
use super::wire::Extra;
use super::{Error, WithheldKey};

/// Why an attempt came to nothing.
#[derive(Debug)]
pub(super) enum Setback {
    /// No further attempt would do better.
    Final(Error),
    /// It may do better without this.
    Without(Extra),
    /// It may do better later.
    Again { trouble: Trouble, reason: String, asked: Option<Duration> },
}

impl Setback {
    pub fn failing(reason: impl Into<String>) -> Setback {
        Setback::Again { trouble: Trouble::Failing, reason: reason.into(), asked: None }
    }
}

/// What is known of the request that failed.
pub(super) struct Case<'a> {
    pub model: &'a str,
    /// Where it was sent.
    pub address: &'a str,
    pub key: Option<&'a Key>,
    pub withheld_key: Option<&'a WithheldKey>,
    pub has_tools: bool,
    pub has_temperature: bool,
    pub has_schema: bool,
}

impl Case<'_> {
    /// What it means that a reply did not come through.
    pub fn judge_failure(&self, failure: &Failure) -> Setback {
        match failure {
            Failure::Transport(error) => self.judge_transport(error),
            // Another attempt may well be as large, and would be paid for as well.
            Failure::TooLarge(excess) => Setback::Final(self.refused(&excess.to_string())),
            Failure::Compressed(encoding) => {
                let reason = format!("the reply is compressed (`{encoding}`), unasked");
                Setback::Final(self.refused(&reason))
            }
        }
    }

    /// What an error of `genai` means.
    pub fn judge(&self, error: &genai::Error) -> Setback {
        match error {
            genai::Error::WebModelCall { webc_error, .. }
            | genai::Error::WebAdapterCall { webc_error, .. } => self.judge_web(webc_error),
            genai::Error::HttpError { status, body, headers, .. } => {
                self.judge_status(status.as_u16(), body, Some(headers))
            }
            genai::Error::WebStream { error, .. } => {
                if let Some(inner) = error.downcast_ref::<genai::Error>() {
                    self.judge(inner)
                } else if let Some(inner) = error.downcast_ref::<reqwest::Error>() {
                    self.judge_transport(inner)
                } else {
                    Setback::failing(self.clean(&format!("the reply broke off, {error}")))
                }
            }
            genai::Error::ChatResponse { body, .. } => self.judge_body(body),
            genai::Error::ChatResponseGeneration { response_body, cause, .. } => {
                if response_body.get("error").is_some() {
                    return self.judge_body(response_body);
                }
                Setback::failing(self.clean(&format!("the reply makes no sense, {cause}")))
            }
            genai::Error::StreamParse { serde_error, .. } => {
                Setback::failing(format!("the reply is malformed JSON, {serde_error}"))
            }
            genai::Error::SerdeJson(error) => {
                Setback::failing(format!("the reply makes no sense, {error}"))
            }
            genai::Error::JsonValueExt(error) => {
                Setback::failing(format!("the reply makes no sense, {error}"))
            }
            genai::Error::InvalidJsonResponseElement { info } => {
                Setback::failing(format!("the reply makes no sense, {info}"))
            }
            other => Setback::Final(self.refused(&other.to_string())),
        }
    }

    fn judge_web(&self, error: &webc::Error) -> Setback {
        match error {
            webc::Error::ResponseFailedStatus { status, body, headers } => {
                self.judge_status(status.as_u16(), body, Some(headers))
            }
            webc::Error::ResponseFailedNotJson { content_type, .. } => {
                let kind = if content_type.is_empty() { "of no kind" } else { content_type };
                Setback::failing(self.clean(&format!("the reply is not JSON but {kind}")))
            }
            webc::Error::ResponseFailedInvalidJson { cause, .. } => {
                Setback::failing(format!("the reply is malformed JSON, {cause}"))
            }
            webc::Error::JsonValueExt(error) => {
                Setback::failing(format!("the reply makes no sense, {error}"))
            }
            webc::Error::Reqwest(error) => self.judge_transport(error),
        }
    }

    fn judge_transport(&self, error: &reqwest::Error) -> Setback {
        let mut cause: &dyn std::error::Error = error;
        while let Some(source) = cause.source() {
            cause = source;
        }
        let cause = cause.to_string();
        if error.is_builder() {
            return Setback::Final(self.refused(&cause));
        }
        if error.is_connect() && cause.contains("certificate") {
            let reason = format!("this machine does not trust it, {cause}");
            return Setback::Final(self.refused(&reason));
        }
        let what = if error.is_timeout() {
            "it did not answer in time".to_owned()
        } else if error.is_connect() {
            format!("it cannot be reached at {}, {cause}", self.address)
        } else if error.is_body() || error.is_decode() {
            format!("the reply broke off, {cause}")
        } else {
            format!("the connection failed, {cause}")
        };
        Setback::failing(self.clean(&what))
    }

    /// An error that came as if it were a reply.
    fn judge_body(&self, body: &Value) -> Setback {
        let error = body.get("error").unwrap_or(body);
        let status = error.get("code").or_else(|| error.get("status")).and_then(Value::as_u64);
        match status.and_then(|status| u16::try_from(status).ok()) {
            Some(status @ 400..600) => self.judge_status(status, &body.to_string(), None),
            Some(_) | None => {
                let complaint = Complaint::read(&body.to_string());
                let reason = complaint.message.unwrap_or_else(|| "the reply is empty".to_owned());
                Setback::failing(self.clean(&reason))
            }
        }
    }

    pub fn judge_status(&self, status: u16, body: &str, headers: Option<&HeaderMap>) -> Setback {
        let complaint = Complaint::read(body);
        let said = complaint.message.as_deref().unwrap_or("it does not say why");
        let reason = self.clean(&format!("{said} (status {status})"));
        let model = self.model.to_owned();
        let is_about_request = matches!(status, 400 | 404 | 405 | 422 | 500 | 501);
        if self.has_tools && is_about_request && complaint.is_about_missing_tools() {
            return Setback::Final(Error::NoTools { model, reason });
        }
        if matches!(status, 400 | 413 | 422 | 500) && complaint.is_about_length() {
            let limit_tokens = complaint.limit_tokens;
            return Setback::Final(Error::TooLong { model, limit_tokens, reason });
        }
        let asked = headers.and_then(read_wait).or(complaint.retry_delay);
        match status {
            401 | 403 => Setback::Final(self.bad_key(reason)),
            400 if complaint.is_about_key() => Setback::Final(self.bad_key(reason)),
            402 => Setback::Final(Error::Quota { model, reason }),
            400 | 429 if complaint.is_about_quota() => {
                Setback::Final(Error::Quota { model, reason })
            }
            400 | 422 if self.has_temperature && complaint.words.contains("temperature") => {
                Setback::Without(Extra::Temperature)
            }
            400 | 422 | 500 | 501 if self.has_schema && complaint.is_about_schema() => {
                Setback::Without(Extra::Schema)
            }
            404 => {
                let reason = format!("{reason}; look at its name and the endpoint");
                Setback::Final(Error::BadChoice { model, reason })
            }
            300..400 => {
                let reason = "it sends elsewhere; name that address as the endpoint".to_owned();
                Setback::Final(Error::Refused { model, reason })
            }
            429 => Setback::Again { trouble: Trouble::Busy, reason, asked },
            501 | 505 => Setback::Final(Error::Refused { model, reason }),
            408 | 409 | 425 | 500.. => Setback::Again { trouble: Trouble::Failing, reason, asked },
            _ => Setback::Final(Error::Refused { model, reason }),
        }
    }

    fn bad_key(&self, reason: String) -> Error {
        let model = self.model.to_owned();
        match self.withheld_key {
            Some(WithheldKey { variable, .. }) => Error::KeyWithheld { model, variable, reason },
            None => Error::BadKey { model, reason },
        }
    }

    fn refused(&self, reason: &str) -> Error {
        Error::Refused { model: self.model.to_owned(), reason: self.clean(reason) }
    }

    /// One bounded line that shows neither the key nor anything that moves a terminal's cursor.
    fn clean(&self, text: &str) -> String {
        const LIMIT_CHARS: usize = 300;
        let text = match self.key {
            Some(key) => key.redact(text.to_owned()),
            None => text.to_owned(),
        };
        let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c.is_control()).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let mut line = words.join(" ");
        if let Some((end, _)) = line.char_indices().nth(LIMIT_CHARS) {
            line.truncate(end);
            line.push('…');
        }
        line
    }
}

/// How long the provider wants to be left alone, where it says so in a header.
fn read_wait(headers: &HeaderMap) -> Option<Duration> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    if let Some(millis) = text("retry-after-ms").and_then(|value| value.trim().parse().ok()) {
        return Some(Duration::from_millis(millis));
    }
    read_retry_after(text("retry-after")?, SystemTime::now())
}

/// What the provider says of its error.
struct Complaint {
    message: Option<String>,
    /// The whole body in lower case, for looking up words.
    words: String,
    /// Gemini tells here how long to wait.
    retry_delay: Option<Duration>,
    /// llama.cpp tells here how long a request may be.
    limit_tokens: Option<u64>,
}

impl Complaint {
    fn read(body: &str) -> Complaint {
        const LIMIT_BYTES: usize = 64 << 10;
        let start = &body[..body.floor_char_boundary(LIMIT_BYTES)];
        let words = start.to_lowercase();
        let Ok(mut json) = serde_json::from_str::<Value>(body) else {
            let text = start.trim();
            let is_a_page = text.starts_with('<');
            let message = (!text.is_empty() && !is_a_page).then(|| text.to_owned());
            return Complaint { message, words, retry_delay: None, limit_tokens: None };
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
        Complaint { message, words, retry_delay: read_retry_delay(&json), limit_tokens }
    }

    fn says_any(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| self.words.contains(phrase))
    }

    fn is_about_missing_tools(&self) -> bool {
        let is_about_tools = self.says_any(&["tool", "function call"]);
        is_about_tools
            && self.says_any(&[
                "not support",
                "unsupported",
                "not enabled",
                "not available",
                "no endpoints found that support",
                "requires --",
                "requires the --",
            ])
    }

    fn is_about_length(&self) -> bool {
        self.says_any(&[
            "exceed_context_size",
            "available context size",
            "context_length_exceeded",
            "maximum context length",
            "prompt is too long",
            "input token count",
            "exceeds the context window",
        ])
    }

    fn is_about_key(&self) -> bool {
        self.says_any(&[
            "api_key_invalid",
            "api key not valid",
            "api key expired",
            "invalid api key",
        ])
    }

    /// Whether the allowance is used up for longer than a while.
    fn is_about_quota(&self) -> bool {
        self.says_any(&[
            "insufficient_quota",
            "perday",
            "per day",
            "/ day",
            "(rpd)",
            "per month",
            "billing_hard_limit",
            "credit balance is too low",
        ])
    }

    fn is_about_schema(&self) -> bool {
        self.says_any(&[
            "response_format",
            "json_schema",
            "responsejsonschema",
            "response_json_schema",
            "json mode",
            "output_config",
            "structured output",
            "grammar",
        ])
    }
}

fn read_retry_delay(json: &Value) -> Option<Duration> {
    let details = json.pointer("/error/details")?.as_array()?;
    let delay = details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    Duration::try_from_secs_f64(delay.strip_suffix('s')?.parse().ok()?).ok()
}
