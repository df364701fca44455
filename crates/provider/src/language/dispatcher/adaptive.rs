//! Function calling with structured dispatch as the fallback.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use super::Dispatcher;
use crate::language::model::Layer;
use crate::language::{Error, LanguageModel, Listener, Reply, Request};

/// Uses function calling until the model reports that it has none, and structured dispatch from then on.
pub(in crate::language) struct Adaptive {
    native: Arc<dyn LanguageModel>,
    dispatcher: Dispatcher,
    has_no_tools: AtomicBool,
}

impl Adaptive {
    pub fn new(model: Arc<dyn LanguageModel>) -> Adaptive {
        let dispatcher = Dispatcher::new(model.clone());
        Adaptive { native: model, dispatcher, has_no_tools: AtomicBool::new(false) }
    }

    async fn ask_either(
        &self,
        request: &Request,
        listener: &dyn Listener,
        cancel: &CancellationToken,
    ) -> Result<Reply, Error> {
        if self.has_no_tools.load(Ordering::Relaxed) {
            return self.dispatcher.ask(request, listener, cancel).await;
        }
        match self.native.ask(request, listener, cancel).await {
            Err(error @ Error::NoTools { .. }) => {
                self.has_no_tools.store(true, Ordering::Relaxed);
                let mut reply = self.dispatcher.ask(request, listener, cancel).await?;
                let remark = format!("{error}; structured dispatch is used from now on");
                reply.remarks.insert(0, remark);
                Ok(reply)
            }
            outcome => outcome,
        }
    }
}

impl Layer for Adaptive {
    fn inner(&self) -> &dyn LanguageModel {
        &*self.native
    }

    fn ask_inner<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a dyn Listener,
        cancel: &'a CancellationToken,
    ) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(self.ask_either(request, listener, cancel))
    }
}
