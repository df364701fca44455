//! Makes the vectors of an index, by the built-in model or by a service that the user chose.
//!
//! An index records its embedder ([`Recorded`]); vectors of two embedders are never mixed.
//! Start at [`ChunkEmbedder::open`].

use std::fmt;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use rutter_domain::{EmbedError, Embedder, Facts, Purpose};
use rutter_embed::{Model, Scratch};
use rutter_search::ChunkVectors;
use rutter_store::{VectorCache, VectorKey};
use serde::{Deserialize, Serialize};

use crate::Error;
use crate::embedder_choice::{BUILT_IN, EmbedderChoice, NO_EMBEDDER};
use crate::index::deadline::Deadline;
use rutter_workspace::RepoLayout;

/// The smallest batch a service is asked for, unless fewer chunks are left.
const SERVICE_BATCH: usize = 128;
/// The vector cache keeps at most this many times the number of chunks.
const KEPT_FACTOR: u64 = 4;

/// The embedder that made the vectors of an index.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Recorded {
    pub(crate) choice: EmbedderChoice,
    pub(crate) id: String,
    /// 0 when there are no vectors.
    pub(crate) dims: u32,
}

impl Recorded {
    /// Whether these vectors can be compared with those that this program would make.
    pub(crate) fn is_outdated(&self) -> bool {
        self.choice.spec == BUILT_IN && !self.id.is_empty() && built_in().id() != self.id
    }
}

/// Connects to the service that a choice names.
#[derive(Clone)]
pub struct Connector(Arc<Connect>);

type Connect = dyn Fn(&EmbedderChoice) -> Result<Box<dyn Embedder>, String> + Send + Sync;

impl Connector {
    pub fn new(
        connect: impl Fn(&EmbedderChoice) -> Result<Box<dyn Embedder>, String> + Send + Sync + 'static,
    ) -> Connector {
        Connector(Arc::new(connect))
    }
}

impl Default for Connector {
    fn default() -> Connector {
        Connector::new(|choice| Err(format!("there is no service `{}` here", choice.spec)))
    }
}

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Connector")
    }
}

/// The model inside the program.
pub fn built_in() -> &'static Model {
    static MODEL: OnceLock<Model> = OnceLock::new();
    MODEL.get_or_init(Model::built_in)
}

/// An embedder, ready to make vectors.
pub(crate) enum ChunkEmbedder {
    None,
    BuiltIn(&'static Model),
    Service(Box<Service>),
}

pub(crate) struct Service {
    choice: EmbedderChoice,
    embedder: Box<dyn Embedder>,
    dims: usize,
    cache: Mutex<VectorCache>,
    /// The time limit for all chunks together, if a query waits for them.
    deadline: Option<(Duration, Deadline)>,
}

/// A file whose chunks need vectors.
pub(crate) struct Embeddable<'a> {
    pub(crate) path: &'a str,
    pub(crate) text: &'a str,
    pub(crate) facts: &'a Facts,
}

/// The vectors of the chunks of a file, one after another.
pub(crate) enum FileVectors {
    Made(Vec<i8>),
    /// The index makes them with this model while it counts words.
    ToMake(&'static Model),
}

impl FileVectors {
    pub(crate) fn of_chunks(&self) -> ChunkVectors<'_> {
        match self {
            FileVectors::Made(vectors) => ChunkVectors::Computed(vectors),
            FileVectors::ToMake(model) => ChunkVectors::ByModel(model),
        }
    }
}

impl ChunkEmbedder {
    /// Opens the embedder. A service with unknown vector length is asked for one vector.
    pub(crate) fn open(
        choice: &EmbedderChoice,
        connector: &Connector,
        layout: &RepoLayout,
        cancelled: &AtomicBool,
    ) -> Result<ChunkEmbedder, Error> {
        ChunkEmbedder::open_with(choice, connector, layout, |embedder| {
            let probe = embedder.embed(&["rutter"], Purpose::Query, cancelled)?;
            Ok(probe.first().map_or(0, Vec::len))
        })
    }

    /// Opens an embedder whose vector length is known, without asking the service.
    pub(crate) fn open_known(
        choice: &EmbedderChoice,
        connector: &Connector,
        layout: &RepoLayout,
        dims: usize,
    ) -> Result<ChunkEmbedder, Error> {
        ChunkEmbedder::open_with(choice, connector, layout, |_| Ok(dims))
    }

    fn open_with(
        choice: &EmbedderChoice,
        connector: &Connector,
        layout: &RepoLayout,
        unsaid_dims: impl FnOnce(&dyn Embedder) -> Result<usize, Error>,
    ) -> Result<ChunkEmbedder, Error> {
        match choice.spec.as_str() {
            NO_EMBEDDER => return Ok(ChunkEmbedder::None),
            BUILT_IN => return Ok(ChunkEmbedder::BuiltIn(built_in())),
            _ => {}
        }
        let refused = |why| Error::NoEmbedder { spec: choice.spec.clone(), why };
        let embedder = (connector.0)(choice).map_err(refused)?;
        let dims = match embedder.dims() {
            Some(dims) => dims,
            None => unsaid_dims(&*embedder)?,
        };
        let cache = Mutex::new(VectorCache::open(&layout.caches())?);
        let choice = choice.clone();
        let service = Service { choice, embedder, dims, cache, deadline: None };
        Ok(ChunkEmbedder::Service(Box::new(service)))
    }

    /// Makes a service fail when chunks take it longer than this from now. The vectors that it made until
    /// then are kept.
    pub(crate) fn within(self, timeout: Duration) -> ChunkEmbedder {
        match self {
            ChunkEmbedder::None | ChunkEmbedder::BuiltIn(_) => self,
            ChunkEmbedder::Service(service) => {
                let deadline = Some((timeout, Deadline::after(timeout)));
                ChunkEmbedder::Service(Box::new(Service { deadline, ..*service }))
            }
        }
    }

    pub(crate) fn dims(&self) -> usize {
        match self {
            ChunkEmbedder::None => 0,
            ChunkEmbedder::BuiltIn(model) => model.dims(),
            ChunkEmbedder::Service(service) => service.dims,
        }
    }

    pub(crate) fn recorded(&self) -> Recorded {
        let (choice, id) = match self {
            ChunkEmbedder::None => (
                EmbedderChoice { spec: NO_EMBEDDER.to_owned(), ..EmbedderChoice::default() },
                NO_EMBEDDER,
            ),
            ChunkEmbedder::BuiltIn(model) => (EmbedderChoice::default(), model.id()),
            ChunkEmbedder::Service(service) => (service.choice.clone(), service.embedder.id()),
        };
        let dims = u32::try_from(self.dims()).unwrap_or(u32::MAX);
        Recorded { choice, id: id.to_owned(), dims }
    }

    /// Number of chunks to collect before a service is asked.
    pub(crate) fn batch_chunks(&self) -> usize {
        match self {
            ChunkEmbedder::None | ChunkEmbedder::BuiltIn(_) => 1,
            ChunkEmbedder::Service(_) => SERVICE_BATCH,
        }
    }

    /// The vectors of the chunks of each file.
    pub(crate) fn chunks(
        &self,
        files: &[Embeddable<'_>],
        cancelled: &AtomicBool,
    ) -> Result<Vec<FileVectors>, Error> {
        match self {
            ChunkEmbedder::None => {
                Ok(files.iter().map(|_| FileVectors::Made(Vec::new())).collect())
            }
            ChunkEmbedder::BuiltIn(model) => {
                Ok(files.iter().map(|_| FileVectors::ToMake(model)).collect())
            }
            ChunkEmbedder::Service(service) => {
                Ok(service.chunks(files, cancelled)?.into_iter().map(FileVectors::Made).collect())
            }
        }
    }

    /// The vector of a query, or of a document that belongs to no file; `None` if the index has no vectors.
    pub(crate) fn text(
        &self,
        text: &str,
        purpose: Purpose,
        cancelled: &AtomicBool,
    ) -> Result<Option<Vec<i8>>, Error> {
        match self {
            ChunkEmbedder::None => Ok(None),
            ChunkEmbedder::BuiltIn(model) => {
                Ok(Some(model.text(text, &mut Scratch::default()).values.into_vec()))
            }
            ChunkEmbedder::Service(service) => {
                let vectors = service.embedder.embed(&[text], purpose, cancelled)?;
                let vector = vectors.first().map(|vector| rounded(vector)).unwrap_or_default();
                service.check_length(vector.len())?;
                Ok(Some(vector))
            }
        }
    }

    /// Removes cached vectors of chunks that no longer exist, if there are many.
    pub(crate) fn sweep(&self, n_chunks: u64) -> Result<(), Error> {
        match self {
            ChunkEmbedder::None | ChunkEmbedder::BuiltIn(_) => Ok(()),
            ChunkEmbedder::Service(service) => {
                let mut cache = service.cache.lock().unwrap_or_else(PoisonError::into_inner);
                Ok(cache.keep_newest(n_chunks.saturating_mul(KEPT_FACTOR))?)
            }
        }
    }
}

impl Service {
    fn chunks(
        &self,
        files: &[Embeddable<'_>],
        cancelled: &AtomicBool,
    ) -> Result<Vec<Vec<i8>>, Error> {
        let texts: Vec<String> = files
            .iter()
            .flat_map(|file| {
                let chunks = file.facts.chunks.iter();
                chunks.map(|chunk| format!("{}\n{}", file.path, chunk.span.slice(file.text)))
            })
            .collect();
        let keys: Vec<VectorKey> =
            texts.iter().map(|text| VectorKey::new(self.embedder.id(), text)).collect();
        let mut vectors: Vec<Option<Vec<i8>>> = {
            let cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
            keys.iter().map(|key| cache.get(*key, self.dims)).collect::<Result<_, _>>()?
        };
        let missing: Vec<usize> =
            (0..texts.len()).filter(|&index| vectors[index].is_none()).collect();
        let asked: Vec<&str> = missing.iter().map(|&index| texts[index].as_str()).collect();
        if !asked.is_empty() {
            let made = self.embed(&asked, cancelled)?;
            let mut rows = Vec::with_capacity(made.len());
            for (&index, vector) in missing.iter().zip(&made) {
                self.check_length(vector.len())?;
                rows.push((keys[index], rounded(vector)));
                vectors[index] = Some(rounded(vector));
            }
            self.cache.lock().unwrap_or_else(PoisonError::into_inner).put(&rows)?;
        }
        let mut all = vectors.into_iter().flatten();
        Ok(files
            .iter()
            .map(|file| all.by_ref().take(file.facts.chunks.len()).flatten().collect())
            .collect())
    }

    fn embed(&self, texts: &[&str], cancelled: &AtomicBool) -> Result<Vec<Vec<f32>>, EmbedError> {
        let Some((timeout, deadline)) = &self.deadline else {
            return self.embedder.embed(texts, Purpose::Document, cancelled);
        };
        let made = self.embedder.embed(texts, Purpose::Document, deadline.flag());
        made.map_err(|error| match error {
            EmbedError::Cancelled => EmbedError::Unavailable {
                embedder: self.embedder.id().to_owned(),
                n_attempts: 1,
                reason: format!("it takes longer than {} s", timeout.as_secs()),
            },
            error => error,
        })
    }

    fn check_length(&self, found: usize) -> Result<(), Error> {
        if found == self.dims {
            return Ok(());
        }
        let reason = format!("vectors of {found} numbers, where {} were agreed on", self.dims);
        Err(EmbedError::BadAnswer { embedder: self.embedder.id().to_owned(), reason }.into())
    }
}

/// A vector as it is stored: the largest number becomes 127.
fn rounded(vector: &[f32]) -> Vec<i8> {
    let largest = vector.iter().map(|value| value.abs()).fold(0.0, f32::max);
    if largest == 0.0 {
        return vec![0; vector.len()];
    }
    vector.iter().map(|value| (value * 127.0 / largest).round() as i8).collect()
}
