//! The requests of a client that are not answered yet.
//!
//! The answers for a client that sends requests and never reads would pile up without limit, so nothing
//! more is read from it while too many requests are open.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rmcp::model::{ClientNotification, JsonRpcMessage, RequestId};
use rmcp::service::{RoleServer, RxJsonRpcMessage};
use tokio::sync::Notify;

/// Most requests that may be open at once.
const LIMIT_OPEN: usize = 256;

/// The open requests of one client.
#[derive(Debug, Default)]
pub(crate) struct OpenRequests {
    ids: Mutex<HashSet<RequestId>>,
    has_closed: Notify,
}

impl OpenRequests {
    /// Notes a message of the client.
    pub(crate) fn note(&self, message: &RxJsonRpcMessage<RoleServer>) {
        match message {
            JsonRpcMessage::Request(request) => {
                self.ids().insert(request.id.clone());
            }
            JsonRpcMessage::Notification(sent) => {
                // A cancelled request gets no answer.
                if let ClientNotification::CancelledNotification(cancelled) = &sent.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.close(id);
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
    }

    /// Notes that a request was answered.
    pub(crate) fn close(&self, id: &RequestId) {
        self.ids().remove(id);
        self.has_closed.notify_one();
    }

    /// Waits until another request may be read.
    pub(crate) async fn wait_for_room(&self) {
        while self.ids().len() >= LIMIT_OPEN {
            self.has_closed.notified().await;
        }
    }

    fn ids(&self) -> MutexGuard<'_, HashSet<RequestId>> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
