//! Stores replies in files and answers repeated requests from them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures::future::BoxFuture;
use rutter_domain::Usage;
use tempfile::NamedTempFile;
use tokio_util::sync::CancellationToken;

use super::model::Layer;
use super::{Delivery, Error, LanguageModel, Listener, Reply, Request, Stop};

/// A model whose replies are stored in a folder, one file each, named by the hash of the request.
pub struct Cache {
    model: Arc<dyn LanguageModel>,
    folder: PathBuf,
    scope: String,
}

impl Cache {
    /// `scope` separates what answers differently: the model, its endpoint, how it calls tools.
    pub fn new(model: Arc<dyn LanguageModel>, folder: &Path, scope: &str) -> Cache {
        Cache { model, folder: folder.to_owned(), scope: scope.to_owned() }
    }

    fn file(&self, request: &Request) -> Option<PathBuf> {
        let mut request = request.clone();
        // Streamed or not, the reply is the same.
        request.delivery = Delivery::Whole;
        let bytes = serde_json::to_vec(&(&self.scope, request)).ok()?;
        Some(self.folder.join(format!("{}.json", blake3::hash(&bytes).to_hex())))
    }

    /// Returns `None` for a file that is missing or damaged.
    fn load(&self, file: &Path) -> Option<Reply> {
        let mut reply: Reply = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
        reply.is_cached = true;
        reply.usage = Usage::default();
        reply.remarks.clear();
        Some(reply)
    }

    fn store(&self, file: &Path, reply: &Reply) -> std::io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut temporary = NamedTempFile::new_in(&self.folder)?;
        temporary.write_all(&serde_json::to_vec_pretty(reply)?)?;
        temporary.persist(file)?;
        Ok(())
    }

    async fn ask_cached(
        &self,
        request: &Request,
        listener: &dyn Listener,
        cancel: &CancellationToken,
    ) -> Result<Reply, Error> {
        let Some(file) = self.file(request) else {
            return self.model.ask(request, listener, cancel).await;
        };
        if let Some(reply) = self.load(&file) {
            match request.delivery {
                Delivery::Streamed if !reply.turn.text.is_empty() => {
                    listener.text(&reply.turn.text);
                }
                Delivery::Streamed | Delivery::Whole => {}
            }
            return Ok(reply);
        }
        let mut reply = self.model.ask(request, listener, cancel).await?;
        // A reply that was cut off may be complete next time.
        if reply.stop == Stop::Finished
            && let Err(error) = self.store(&file, &reply)
        {
            let folder = self.folder.display();
            reply.remarks.push(format!("the reply cannot be stored in `{folder}`: {error}"));
        }
        Ok(reply)
    }
}

impl Layer for Cache {
    fn inner(&self) -> &dyn LanguageModel {
        &*self.model
    }

    fn ask_inner<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a dyn Listener,
        cancel: &'a CancellationToken,
    ) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(self.ask_cached(request, listener, cancel))
    }
}
