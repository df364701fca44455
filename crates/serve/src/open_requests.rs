//! What a client has asked and not been answered.
//!
//! A client that asks and never reads would have us hold its answers without end; so it is not
//! heard any further while too much is open.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rmcp::model::{ClientNotification, JsonRpcMessage, RequestId};
use rmcp::service::{RoleServer, RxJsonRpcMessage};
use tokio::sync::Notify;

/// So much may be open at once.
const MOST_OPEN: usize = 256;

/// The requests of one client that are open.
#[derive(Debug, Default)]
pub(crate) struct OpenRequests {
    ids: Mutex<HashSet<RequestId>>,
    has_closed: Notify,
}

impl OpenRequests {
    /// Takes note of what a client sends.
    pub(crate) fn note(&self, message: &RxJsonRpcMessage<RoleServer>) {
        match message {
            JsonRpcMessage::Request(request) => {
                self.ids().insert(request.id.clone());
            }
            JsonRpcMessage::Notification(told) => {
                // Who gives a request up is not answered.
                if let ClientNotification::CancelledNotification(cancelled) = &told.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.close(id);
                }
            }
            JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_) => {}
        }
    }

    /// Takes note that a request is answered.
    pub(crate) fn close(&self, id: &RequestId) {
        self.ids().remove(id);
        self.has_closed.notify_one();
    }

    /// Waits until more may be asked.
    pub(crate) async fn wait_for_room(&self) {
        while self.ids().len() >= MOST_OPEN {
            self.has_closed.notified().await;
        }
    }

    fn ids(&self) -> MutexGuard<'_, HashSet<RequestId>> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
