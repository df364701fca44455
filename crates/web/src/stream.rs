//! Server-sent events: a response body that is written while it is sent.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame};
use serde_json::Value;
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// Most events that wait to be sent; a writer blocks while there are as many.
const LIMIT_WAITING: usize = 64;

/// The body of a response with events.
#[derive(Debug)]
pub(crate) struct EventStream {
    events: Receiver<Bytes>,
}

/// Writes events. Dropping it ends the stream.
#[derive(Debug, Clone)]
pub(crate) struct EventWriter {
    events: Sender<Bytes>,
}

/// The client has disconnected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Gone;

pub(crate) fn event_stream() -> (EventWriter, EventStream) {
    let (sender, receiver) = channel(LIMIT_WAITING);
    (EventWriter { events: sender }, EventStream { events: receiver })
}

impl EventWriter {
    pub(crate) async fn send(&self, name: &str, data: &Value) -> Result<(), Gone> {
        self.events.send(event(name, data)).await.map_err(|_| Gone)
    }

    /// Sends an event with an id, which a client sends back when it connects again.
    pub(crate) async fn send_with_id(
        &self,
        id: usize,
        name: &str,
        data: &Value,
    ) -> Result<(), Gone> {
        let mut event = format!("id: {id}\n").into_bytes();
        event.extend(self::event(name, data));
        self.events.send(event.into()).await.map_err(|_| Gone)
    }

    /// Sends an event from a thread that may block.
    pub(crate) fn send_blocking(&self, name: &str, data: &Value) -> Result<(), Gone> {
        self.events.blocking_send(event(name, data)).map_err(|_| Gone)
    }
}

/// Formats an event. JSON has no line breaks, so the data is one line.
fn event(name: &str, data: &Value) -> Bytes {
    Bytes::from(format!("event: {name}\ndata: {data}\n\n"))
}

impl Body for EventStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.events.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}
