//! Answers what was asked before from files, without asking anybody.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures::future::BoxFuture;
use rutter_domain::Usage;
use tempfile::NamedTempFile;
use tokio_util::sync::CancellationToken;

use super::{Delivery, Error, LanguageModel, Listener, Reply, Request, Stop};

/// A model whose answers are kept in a folder, one file each, by the hash of what was asked.
pub struct Cache {
    model: Arc<dyn LanguageModel>,
    folder: PathBuf,
    scope: String,
}

impl Cache {
    /// `scope` tells apart what answers differently: the model, where it runs, how it is asked.
    pub fn new(model: Arc<dyn LanguageModel>, folder: &Path, scope: &str) -> Cache {
        Cache { model, folder: folder.to_owned(), scope: scope.to_owned() }
    }

    fn file(&self, request: &Request) -> Option<PathBuf> {
        let mut asked = request.clone();
        asked.delivery = Delivery::Whole;
        let asked = serde_json::to_vec(&(&self.scope, asked)).ok()?;
        Some(self.folder.join(format!("{}.json", blake3::hash(&asked).to_hex())))
    }

    /// Whatever is wrong with a file, it is as if it were not there.
    fn find(&self, file: &Path) -> Option<Reply> {
        let mut reply: Reply = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
        reply.is_cached = true;
        reply.usage = Usage::default();
        reply.remarks.clear();
        Some(reply)
    }

    fn keep(&self, file: &Path, reply: &Reply) -> std::io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let mut temporary = NamedTempFile::new_in(&self.folder)?;
        temporary.write_all(&serde_json::to_vec_pretty(reply)?)?;
        temporary.persist(file)?;
        Ok(())
    }

    async fn ask_once(
        &self,
        request: &Request,
        listener: &dyn Listener,
        cancel: &CancellationToken,
    ) -> Result<Reply, Error> {
        let Some(file) = self.file(request) else {
            return self.model.ask(request, listener, cancel).await;
        };
        if let Some(reply) = self.find(&file) {
            match request.delivery {
                Delivery::Streamed if !reply.turn.text.is_empty() => {
                    listener.text(&reply.turn.text);
                }
                Delivery::Streamed | Delivery::Whole => {}
            }
            return Ok(reply);
        }
        let mut reply = self.model.ask(request, listener, cancel).await?;
        // An answer that was cut off may be whole another time.
        if reply.stop == Stop::Finished
            && let Err(error) = self.keep(&file, &reply)
        {
            let folder = self.folder.display();
            reply.remarks.push(format!("the answer cannot be kept in `{folder}`: {error}"));
        }
        Ok(reply)
    }
}

impl LanguageModel for Cache {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn prepare<'a>(&'a self, cancel: &'a CancellationToken) -> BoxFuture<'a, ()> {
        self.model.prepare(cancel)
    }

    fn ask<'a>(
        &'a self,
        request: &'a Request,
        listener: &'a dyn Listener,
        cancel: &'a CancellationToken,
    ) -> BoxFuture<'a, Result<Reply, Error>> {
        Box::pin(self.ask_once(request, listener, cancel))
    }

    fn cost(&self, usage: &Usage) -> Option<f64> {
        self.model.cost(usage)
    }
}
