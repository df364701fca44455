//! Decides on a reply or its absence: use it, send less, retry, or give up.

use std::time::{Duration, SystemTime};

use crate::transport::{
    ErrorBody, FailureKind, HttpReply, Key, PostError, TransportError, TransportFailure,
    requested_wait, sanitize,
};

/// Why an attempt gave no vectors. The reasons are the service's own words where it sent any.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum AttemptError {
    /// The batch or a text is too large for the service.
    TooLarge(String),
    Retry {
        kind: FailureKind,
        requested: Option<Duration>,
        reason: String,
    },
    /// Nothing listens at the endpoint.
    Unreachable(String),
    Refused(String),
    BadReply(String),
}

/// Returns the body of a successful reply.
pub(super) fn classify(
    outcome: Result<HttpReply, PostError>,
    host: &str,
    key: Option<&Key>,
    now: SystemTime,
) -> Result<Vec<u8>, AttemptError> {
    match outcome {
        Ok(reply) => classify_reply(reply, key, now),
        Err(PostError::Transport(error)) => Err(classify_transport(&error, host, key)),
        Err(PostError::TooLarge { limit_bytes }) => {
            Err(AttemptError::BadReply(format!("it is larger than {} MiB", limit_bytes >> 20)))
        }
    }
}

fn classify_reply(
    reply: HttpReply,
    key: Option<&Key>,
    now: SystemTime,
) -> Result<Vec<u8>, AttemptError> {
    let status = reply.status;
    if (200..300).contains(&status) {
        return Ok(reply.body);
    }
    let body = ErrorBody::parse(&String::from_utf8_lossy(&reply.body));
    let reason = match &body.message {
        Some(message) => sanitize(&format!("HTTP {status}: {message}"), key),
        None => format!("HTTP {status}"),
    };
    let requested = requested_wait(&reply.headers, now).or(body.retry_delay);
    let retry = |kind, reason| AttemptError::Retry { kind, requested, reason };
    Err(match status {
        300..400 => {
            AttemptError::Refused(format!("it redirects; use that address instead ({reason})"))
        }
        413 => AttemptError::TooLarge(reason),
        400 | 422 | 500 if is_about_size(&body) => AttemptError::TooLarge(reason),
        429 if body.is_about_quota() => AttemptError::Refused(reason),
        429 => retry(FailureKind::RateLimited, reason),
        501 | 505 => AttemptError::Refused(reason),
        408 | 425 | 500.. => retry(FailureKind::Failing, reason),
        _ => AttemptError::Refused(reason),
    })
}

/// No service has a status or code for this; only the message says it.
fn is_about_size(body: &ErrorBody) -> bool {
    let is_about_vectors = body.contains_any(&["dimension"]);
    !is_about_vectors
        && body.contains_any(&[
            "too large", "too long", "too many", "maximum context length", "context length",
            "maximum allowed", "max allowed", "maximum length", "maximum request size",
            "batch size", "at most", "exceeds",
        ])
}

fn classify_transport(error: &TransportError, host: &str, key: Option<&Key>) -> AttemptError {
    let cause = sanitize(&error.cause, key);
    let retry =
        |reason| AttemptError::Retry { kind: FailureKind::Failing, requested: None, reason };
    match error.failure {
        TransportFailure::Timeout => retry(format!("{host} did not answer in time")),
        TransportFailure::UnknownHost => {
            AttemptError::Unreachable(format!("the host of {host} is unknown"))
        }
        TransportFailure::ConnectionRefused => {
            AttemptError::Unreachable(format!("nothing listens at {host}"))
        }
        TransportFailure::CannotConnect => retry(format!("cannot connect to {host}, {cause}")),
        TransportFailure::ConnectionLost | TransportFailure::BodyIncomplete => {
            retry(format!("the connection to {host} broke, {cause}"))
        }
        TransportFailure::HeaderTooLarge => {
            AttemptError::BadReply("its header is too large".to_owned())
        }
        TransportFailure::InvalidRequest
        | TransportFailure::UntrustedCertificate
        | TransportFailure::TlsHandshake => {
            AttemptError::Refused(format!("cannot talk to {host}, {cause}"))
        }
    }
}

#[cfg(test)]
mod tests;
