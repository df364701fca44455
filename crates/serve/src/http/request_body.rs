//! The body of a request, which must arrive within a limit of bytes and at a minimum rate.
//!
//! While a body is being read, its connection may be closed to admit another one, so that a slow sender takes no place
//! that others need.

use std::sync::Arc;
use std::time::Duration;

use http::header::CONTENT_LENGTH;
use http::{HeaderMap, StatusCode};
use http_body_util::BodyExt;
use hyper::body::{Body, Bytes, Incoming};
use tokio::time::{Instant, timeout_at};

use super::connections::Connection;

/// Timeout for a body, plus a second for each [`LEAST_BYTES_PER_SECOND`] that arrived.
const GRACE: Duration = Duration::from_secs(10);
const LEAST_BYTES_PER_SECOND: u32 = 64 << 10;

/// The body of a request that is not read yet.
#[derive(Debug)]
pub struct RequestBody {
    body: Incoming,
    announced_bytes: Option<u64>,
    connection: Arc<Connection>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BodyError {
    #[error("the request is too long; at most {limit_bytes} bytes are allowed")]
    TooLong { limit_bytes: usize },
    #[error("the request arrived too slowly")]
    TooSlow,
    #[error("the request broke off or is malformed")]
    Broken,
}

impl BodyError {
    pub fn status(self) -> StatusCode {
        match self {
            BodyError::TooLong { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            BodyError::TooSlow => StatusCode::REQUEST_TIMEOUT,
            BodyError::Broken => StatusCode::BAD_REQUEST,
        }
    }
}

impl RequestBody {
    pub(crate) fn new(
        headers: &HeaderMap,
        body: Incoming,
        connection: &Arc<Connection>,
    ) -> RequestBody {
        let announced = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        let announced_bytes = announced.and_then(|value| value.parse().ok());
        RequestBody { body, announced_bytes, connection: Arc::clone(connection) }
    }

    /// Reads the whole body.
    pub async fn read(self, limit_bytes: usize) -> Result<Bytes, BodyError> {
        if self.announced_bytes.is_some_and(|announced| announced > limit_bytes as u64) {
            return Err(BodyError::TooLong { limit_bytes });
        }
        let _reading = self.connection.read();
        collect(self.body, limit_bytes, GRACE).await
    }
}

async fn collect<B: Body<Data = Bytes> + Unpin>(
    mut body: B,
    limit_bytes: usize,
    grace: Duration,
) -> Result<Bytes, BodyError> {
    let start = Instant::now();
    let mut read = Vec::new();
    loop {
        let earned = Duration::from_secs(read.len() as u64) / LEAST_BYTES_PER_SECOND;
        let frame = timeout_at(start + grace + earned, body.frame()).await;
        let Some(frame) = frame.map_err(|_| BodyError::TooSlow)? else { return Ok(read.into()) };
        // Trailers are ignored.
        let Ok(data) = frame.map_err(|_| BodyError::Broken)?.into_data() else { continue };
        if read.len() + data.len() > limit_bytes {
            return Err(BodyError::TooLong { limit_bytes });
        }
        read.extend_from_slice(&data);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::convert::Infallible;
    use std::pin::Pin;
    use std::task::{Context, Poll};

    use hyper::body::Frame;

    use super::*;

    /// Yields its parts, then nothing for ever unless it is complete.
    struct Parts {
        parts: VecDeque<&'static str>,
        is_complete: bool,
    }

    impl Body for Parts {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            match self.parts.pop_front() {
                Some(part) => {
                    Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(part.as_bytes())))))
                }
                None if self.is_complete => Poll::Ready(None),
                None => Poll::Pending,
            }
        }
    }

    fn check(parts: &[&'static str], is_complete: bool, expected: Result<&str, BodyError>) {
        let parts = parts.iter().copied().collect();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let body = Parts { parts, is_complete };
        let found = runtime.block_on(collect(body, 8, Duration::from_millis(20)));
        assert_eq!(found, expected.map(|text| Bytes::from(text.to_owned())));
    }

    #[test]
    fn a_body_is_bounded_in_length_and_time() {
        check(&[], true, Ok(""));
        check(&["1234", "5678"], true, Ok("12345678"));
        check(&["1234", "56789"], true, Err(BodyError::TooLong { limit_bytes: 8 }));
        check(&[], false, Err(BodyError::TooSlow));
        check(&["1"], false, Err(BodyError::TooSlow));
    }
}
