//! Classifies failed requests: fatal, worth a retry, or worth one without an optional parameter.
//!
//! Providers agree on few status codes, so the message of an error is searched for phrases as well.
//! Start at [`FailedRequest::classify`].

use std::time::{Duration, SystemTime};

use genai::webc;
use reqwest::header::HeaderMap;
use serde_json::Value;

use super::providers::LanguageProvider;
use super::relay::RelayError;
use super::wire::OptionalParameter;
use super::{Error, WithheldKey};
use crate::transport::{
    Endpoint, ErrorBody, FailureKind, Key, Reach, TransportError, TransportFailure, requested_wait,
    sanitize,
};

/// Why an attempt gave no reply.
#[derive(Debug)]
pub(super) enum AttemptError {
    /// Another attempt would fail as well.
    Final(Error),
    /// It may succeed without this parameter.
    Unsupported(OptionalParameter),
    /// It may succeed later.
    Retry { kind: FailureKind, reason: String, requested: Option<Duration> },
}

impl AttemptError {
    pub fn failing(reason: impl Into<String>) -> AttemptError {
        let reason = reason.into();
        AttemptError::Retry { kind: FailureKind::Failing, reason, requested: None }
    }
}

/// A failed request, as far as its error depends on it.
pub(super) struct FailedRequest<'a> {
    pub model: &'a str,
    /// Where it was sent to.
    pub endpoint: &'a Endpoint,
    pub service: LanguageProvider,
    pub key: Option<&'a Key>,
    pub withheld_key: Option<&'a WithheldKey>,
    pub has_tools: bool,
    pub has_temperature: bool,
    pub has_schema: bool,
    pub has_thoughts: bool,
    pub now: SystemTime,
}

impl FailedRequest<'_> {
    /// Classifies an error of the relay.
    pub fn classify_relay(&self, error: &RelayError) -> AttemptError {
        match error {
            RelayError::Transport(error) => self.classify_transport(error),
            // Another reply may be as large, and costs as much again.
            RelayError::TooLarge(excess) => AttemptError::Final(self.refused(&excess.to_string())),
            RelayError::Compressed(encoding) => {
                let reason =
                    format!("the reply is compressed (`{encoding}`), which was not requested");
                AttemptError::Final(self.refused(&reason))
            }
        }
    }

    /// Classifies an error of `genai`.
    pub fn classify(&self, error: &genai::Error) -> AttemptError {
        match error {
            genai::Error::WebModelCall { webc_error, .. }
            | genai::Error::WebAdapterCall { webc_error, .. } => self.classify_web(webc_error),
            genai::Error::HttpError { status, body, headers, .. } => {
                self.classify_status(status.as_u16(), body, Some(headers))
            }
            genai::Error::WebStream { error, .. } => {
                if let Some(inner) = error.downcast_ref::<genai::Error>() {
                    self.classify(inner)
                } else if let Some(inner) = error.downcast_ref::<reqwest::Error>() {
                    self.classify_reqwest(inner)
                } else {
                    AttemptError::failing(self.clean(&format!("the reply broke off, {error}")))
                }
            }
            genai::Error::ChatResponse { body, .. } => self.classify_body(body),
            genai::Error::ChatResponseGeneration { response_body, cause, .. } => {
                if response_body.get("error").is_some() {
                    return self.classify_body(response_body);
                }
                AttemptError::failing(self.clean(&format!("the reply is not understood, {cause}")))
            }
            genai::Error::StreamParse { serde_error, .. } => {
                AttemptError::failing(format!("the reply is malformed JSON, {serde_error}"))
            }
            genai::Error::SerdeJson(error) => {
                AttemptError::failing(format!("the reply is not understood, {error}"))
            }
            genai::Error::JsonValueExt(error) => {
                AttemptError::failing(format!("the reply is not understood, {error}"))
            }
            genai::Error::InvalidJsonResponseElement { info } => {
                AttemptError::failing(format!("the reply is not understood, {info}"))
            }
            other => AttemptError::Final(self.refused(&other.to_string())),
        }
    }

    fn classify_web(&self, error: &webc::Error) -> AttemptError {
        match error {
            webc::Error::ResponseFailedStatus { status, body, headers } => {
                self.classify_status(status.as_u16(), body, Some(headers))
            }
            webc::Error::ResponseFailedNotJson { content_type, .. } => {
                let kind = if content_type.is_empty() { "of unknown type" } else { content_type };
                AttemptError::failing(self.clean(&format!("the reply is {kind} instead of JSON")))
            }
            webc::Error::ResponseFailedInvalidJson { cause, .. } => {
                AttemptError::failing(format!("the reply is malformed JSON, {cause}"))
            }
            webc::Error::JsonValueExt(error) => {
                AttemptError::failing(format!("the reply is not understood, {error}"))
            }
            webc::Error::Reqwest(error) => self.classify_reqwest(error),
        }
    }

    fn classify_reqwest(&self, error: &reqwest::Error) -> AttemptError {
        self.classify_transport(&TransportError::new(error))
    }

    fn classify_transport(&self, error: &TransportError) -> AttemptError {
        let cause = &error.cause;
        let reason = match error.failure {
            TransportFailure::InvalidRequest => return AttemptError::Final(self.refused(cause)),
            TransportFailure::UntrustedCertificate => {
                let reason = format!("this machine does not trust its certificate, {cause}");
                return AttemptError::Final(self.refused(&reason));
            }
            TransportFailure::ConnectionRefused => {
                let reason = format!("nothing listens there; {}", self.remedy());
                return AttemptError::Final(self.unreachable(&reason));
            }
            TransportFailure::UnknownHost => {
                let reason = format!("its name is not known, {cause}; check address and network");
                return AttemptError::Final(self.unreachable(&reason));
            }
            TransportFailure::TlsHandshake => {
                let reason = format!("the server does not speak TLS as it should, {cause}");
                return AttemptError::Final(self.unreachable(&reason));
            }
            TransportFailure::Timeout => "it did not answer in time".to_owned(),
            TransportFailure::CannotConnect => {
                format!("cannot connect to {}, {cause}", self.endpoint.url)
            }
            TransportFailure::BodyIncomplete => format!("the reply broke off, {cause}"),
            TransportFailure::ConnectionLost | TransportFailure::HeaderTooLarge => {
                format!("the connection failed, {cause}")
            }
        };
        AttemptError::failing(self.clean(&reason))
    }

    /// An error in the body of a reply with a status of success.
    pub fn classify_body(&self, body: &Value) -> AttemptError {
        let error = body.get("error").unwrap_or(body);
        let status = error.get("code").or_else(|| error.get("status")).and_then(Value::as_u64);
        let status = status.and_then(|status| u16::try_from(status).ok());
        let named = || ["code", "type"].iter().find_map(|field| status_of(error[field].as_str()?));
        match status.or_else(named) {
            Some(status @ 400..600) => self.classify_status(status, &body.to_string(), None),
            Some(_) | None => {
                let error_body = ErrorBody::parse(&body.to_string());
                let reason = error_body.message.unwrap_or_else(|| "the reply is empty".to_owned());
                AttemptError::failing(self.clean(&reason))
            }
        }
    }

    pub fn classify_status(
        &self,
        status: u16,
        body: &str,
        headers: Option<&HeaderMap>,
    ) -> AttemptError {
        let error_body = ErrorBody::parse(body);
        let message = error_body.message.as_deref().unwrap_or("no reason given");
        let reason = self.clean(&format!("{message} (status {status})"));
        let model = self.model.to_owned();
        let is_about_request = matches!(status, 400 | 404 | 405 | 422 | 500 | 501);
        if self.has_tools && is_about_request && is_about_missing_tools(&error_body) {
            return AttemptError::Final(Error::NoTools { model, reason });
        }
        if matches!(status, 400 | 413 | 422 | 500) && is_about_length(&error_body) {
            let limit_tokens = error_body.limit_tokens;
            return AttemptError::Final(Error::TooLong { model, limit_tokens, reason });
        }
        let requested = headers
            .and_then(|headers| requested_wait(headers, self.now))
            .or(error_body.retry_delay);
        match status {
            401 | 403 => AttemptError::Final(self.bad_key(reason)),
            400 if is_about_key(&error_body) => AttemptError::Final(self.bad_key(reason)),
            402 => AttemptError::Final(Error::Quota { model, reason }),
            400 | 429 if error_body.is_about_quota() => {
                AttemptError::Final(Error::Quota { model, reason })
            }
            400 | 422 if self.has_thoughts && is_about_thoughts(&error_body) => {
                AttemptError::Unsupported(OptionalParameter::Thoughts)
            }
            400 | 422 if self.has_temperature && error_body.contains_any(&["temperature"]) => {
                AttemptError::Unsupported(OptionalParameter::Temperature)
            }
            400 | 422 | 500 | 501 if self.has_schema && is_about_schema(&error_body) => {
                AttemptError::Unsupported(OptionalParameter::Schema)
            }
            404 => {
                let reason = format!("{reason}; check the name and the endpoint");
                AttemptError::Final(Error::BadChoice { model, reason })
            }
            300..400 => {
                let reason = "it redirects; use that address as the endpoint instead".to_owned();
                AttemptError::Final(Error::Refused { model, reason })
            }
            429 => AttemptError::Retry { kind: FailureKind::RateLimited, reason, requested },
            501 | 505 => AttemptError::Final(Error::Refused { model, reason }),
            408 | 409 | 425 | 500.. => {
                AttemptError::Retry { kind: FailureKind::Failing, reason, requested }
            }
            _ => AttemptError::Final(Error::Refused { model, reason }),
        }
    }

    fn bad_key(&self, reason: String) -> Error {
        let model = self.model.to_owned();
        match self.withheld_key {
            Some(WithheldKey { variable, .. }) => Error::KeyWithheld { model, variable, reason },
            None => Error::BadKey { model, reason },
        }
    }

    fn unreachable(&self, reason: &str) -> Error {
        let (model, address) = (self.model.to_owned(), self.endpoint.url.to_string());
        Error::Unreachable { model, address, reason: self.clean(reason) }
    }

    /// Advice for starting a server that does not run.
    fn remedy(&self) -> String {
        match (self.service, self.endpoint.reach) {
            (LanguageProvider::Ollama, Reach::ThisMachine) => {
                "start the server with `ollama serve`".to_owned()
            }
            (_, Reach::ThisMachine) => {
                let port = self.endpoint.url.port_or_known_default().unwrap_or(80);
                format!("start the server, such as `llama-server` on port {port}")
            }
            (_, Reach::Network) => "check that the server runs, and its address".to_owned(),
        }
    }

    fn refused(&self, reason: &str) -> Error {
        Error::Refused { model: self.model.to_owned(), reason: self.clean(reason) }
    }

    fn clean(&self, text: &str) -> String {
        sanitize(text, self.key)
    }
}

fn is_about_missing_tools(body: &ErrorBody) -> bool {
    let is_about_tools = body.contains_any(&["tool", "function call"]);
    is_about_tools
        && body.contains_any(&[
            "not support", "unsupported", "not enabled", "not available",
            "no endpoints found that support", "requires --", "requires the --",
        ])
}

/// The status that a provider would have sent with this error, if it had not begun to reply already.
fn status_of(name: &str) -> Option<u16> {
    match name {
        "invalid_request_error" | "invalid_prompt" | "context_length_exceeded" => Some(400),
        "authentication_error" => Some(401),
        "billing_error" => Some(402),
        "permission_error" => Some(403),
        "not_found_error" | "model_not_found" => Some(404),
        "request_too_large" => Some(413),
        "rate_limit_error" | "rate_limit_exceeded" | "insufficient_quota" => Some(429),
        "api_error" | "server_error" => Some(500),
        "timeout_error" => Some(504),
        "overloaded_error" => Some(529),
        _ => None,
    }
}

/// Anthropic's signatures and OpenAI's encrypted thoughts.
fn is_about_thoughts(body: &ErrorBody) -> bool {
    let is_about_blocks = body.contains_any(&["thinking"])
        && body.contains_any(&["signature", "cannot be modified", "different conversation"]);
    is_about_blocks || body.contains_any(&["encrypted content", "encrypted_content"])
}

fn is_about_length(body: &ErrorBody) -> bool {
    body.contains_any(&[
        "exceed_context_size", "available context size", "context_length_exceeded",
        "maximum context length", "prompt is too long", "input token count",
        "exceeds the context window",
    ])
}

fn is_about_key(body: &ErrorBody) -> bool {
    body.contains_any(&[
        "api_key_invalid", "api key not valid", "api key expired", "invalid api key",
    ])
}

fn is_about_schema(body: &ErrorBody) -> bool {
    body.contains_any(&[
        "response_format", "json_schema", "responsejsonschema", "response_json_schema",
        "json mode", "output_config", "structured output", "grammar",
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(failure: TransportFailure, expected: Option<&str>) {
        let endpoint = Endpoint::parse("http://10.0.0.1:8080/v1/").unwrap();
        let failed = FailedRequest {
            model: "m",
            endpoint: &endpoint,
            service: LanguageProvider::Compatible,
            key: None,
            withheld_key: None,
            has_tools: false,
            has_temperature: false,
            has_schema: false,
            has_thoughts: false,
            now: SystemTime::UNIX_EPOCH,
        };
        let error = TransportError { failure, cause: "cause".to_owned() };
        let found = match failed.classify_relay(&RelayError::Transport(error)) {
            AttemptError::Final(error) => Some(error.to_string()),
            AttemptError::Retry { .. } | AttemptError::Unsupported(_) => None,
        };
        assert_eq!(found.as_deref(), expected, "{failure:?}");
    }

    #[test]
    fn a_server_that_cannot_be_there_is_not_asked_again() {
        let unreachable = "`m` cannot be reached at http://10.0.0.1:8080/v1/: ";
        for (failure, reason) in [
            (
                TransportFailure::ConnectionRefused,
                "nothing listens there; check that the server runs, and its address",
            ),
            (
                TransportFailure::UnknownHost,
                "its name is not known, cause; check address and network",
            ),
            (TransportFailure::TlsHandshake, "the server does not speak TLS as it should, cause"),
        ] {
            check(failure, Some(&format!("{unreachable}{reason}")));
        }
        check(TransportFailure::Timeout, None);
        check(TransportFailure::ConnectionLost, None);
        check(TransportFailure::CannotConnect, None);
    }
}
