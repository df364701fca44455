//! Function calling as long as the model has it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::future::BoxFuture;

use super::Dispatcher;
use crate::language::{Error, LanguageModel, Listener, Reply, Request};
use rutter_domain::Usage;

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
        cancelled: &AtomicBool,
    ) -> Result<Reply, Error> {
        if self.has_no_tools.load(Ordering::Relaxed) {
            return self.dispatcher.ask(request, listener, cancelled).await;
        }
        match self.native.ask(request, listener, cancelled).await {
            Err(error @ Error::NoTools { .. }) => {
                self.has_no_tools.store(true, Ordering::Relaxed);
                let mut reply = self.dispatcher.ask(request, listener, cancelled).await?;
                let remark = format!("{error}; going on with structured dispatch");
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
        cancelled: &'a AtomicBool,
    ) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(self.ask_either(request, listener, cancelled))
    }
}
