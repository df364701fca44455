//! Function calling as long as the model has it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::future::BoxFuture;
use rutter_domain::Usage;
use tokio_util::sync::CancellationToken;

use super::Dispatcher;
use crate::language::{Error, LanguageModel, Listener, Reply, Request};

/// Asks with tools, and by structured dispatch from when the model says that it has none.
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
                let remark = format!("{error}; going on with structured dispatch");
                reply.remarks.insert(0, remark);
                Ok(reply)
            }
            outcome => outcome,
        }
    }
}

impl LanguageModel for Adaptive {
    fn name(&self) -> &str {
        self.native.name()
    }

    fn prepare<'a>(&'a self, cancel: &'a CancellationToken) -> BoxFuture<'a, ()> {
        self.native.prepare(cancel)
    }

    fn ask<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a dyn Listener,
        cancel: &'a CancellationToken,
    ) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(self.ask_either(request, listener, cancel))
    }

    fn cost(&self, usage: &Usage) -> Option<f64> {
        self.native.cost(usage)
    }
}
