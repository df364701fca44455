//! Embeds queries in the vector space of the index, within a time limit.
//!
//! A service gets some seconds. After a failure it is not asked for a while, so that many queries in a
//! row do not each wait for it; they are answered by words meanwhile.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use rutter_domain::{EmbedError, Hint, Purpose, Remark};

use crate::Error;
use crate::embedder_choice::{BUILT_IN, NO_EMBEDDER};
use crate::index::deadline::Deadline;
use crate::index::embedder::{ChunkEmbedder, Connector, Recorded};
use rutter_workspace::RepoLayout;

/// The time limit of a service while a query waits.
pub(crate) const SERVICE_TIMEOUT: Duration = Duration::from_secs(5);
/// A service that failed is not asked again for this long.
const RETRY_DELAY: Duration = Duration::from_secs(30);

/// Makes the vectors of queries.
pub(crate) struct QueryEmbedder {
    recorded: Recorded,
    connector: Connector,
    layout: RepoLayout,
    /// The damage of the index's vectors, if they are damaged.
    fault: Option<String>,
    embedder: OnceLock<ChunkEmbedder>,
    failure: Mutex<Option<(Instant, String)>>,
    timeout: Duration,
}

impl QueryEmbedder {
    pub(crate) fn new(
        recorded: &Recorded,
        connector: Connector,
        layout: &RepoLayout,
        fault: Option<String>,
    ) -> QueryEmbedder {
        QueryEmbedder {
            recorded: recorded.clone(),
            connector,
            layout: layout.clone(),
            fault,
            embedder: OnceLock::new(),
            failure: Mutex::new(None),
            timeout: SERVICE_TIMEOUT,
        }
    }

    /// The reason why vectors of this index cannot be compared, if there is one.
    pub(crate) fn hindrance(&self) -> Option<Remark> {
        if let Some(fault) = &self.fault {
            return Some(Remark::with_hint(fault, Hint::RebuildVectors));
        }
        let is_without = self.recorded.choice.spec == NO_EMBEDDER;
        is_without.then(|| Remark::new("the index was made without vectors (embedder `none`)"))
    }

    /// The damage of the index's vectors, if they are damaged.
    pub(crate) fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The vector of a text, or the reason why there is none.
    pub(crate) fn vector(&self, text: &str) -> Result<Vec<i8>, Remark> {
        if let Some(hindrance) = self.hindrance() {
            return Err(hindrance);
        }
        if self.recorded.choice.spec == BUILT_IN {
            return self
                .ask(text, &AtomicBool::new(false))
                .map_err(|error| Remark::new(error.to_string()));
        }
        // Held while the service is asked, so that several queries do not each wait for a service that is
        // gone.
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, why)) = failure.as_ref().filter(|(at, _)| at.elapsed() < RETRY_DELAY) {
            return Err(Remark::new(why.clone()));
        }
        let deadline = Deadline::after(self.timeout);
        let asked = self.ask(text, deadline.flag()).map_err(|error| match error {
            Error::Embed(EmbedError::Cancelled) => {
                let (spec, seconds) = (&self.recorded.choice.spec, self.timeout.as_secs());
                format!("`{spec}` did not answer within {seconds} s")
            }
            error => error.to_string(),
        });
        *failure = asked.as_ref().err().map(|why| (Instant::now(), why.clone()));
        asked.map_err(Remark::new)
    }

    /// The vector of a document.
    pub(crate) fn document(&self, text: &str) -> Result<Vec<i8>, Remark> {
        if let Some(hindrance) = self.hindrance() {
            return Err(hindrance);
        }
        if let Some(vector) = self.document_at_once(text) {
            return Ok(vector);
        }
        let deadline = Deadline::after(self.timeout);
        let embedder = self.opened().map_err(|error| Remark::new(error.to_string()))?;
        let made = embedder.text(text, Purpose::Document, deadline.flag());
        made.map(Option::unwrap_or_default).map_err(|error| Remark::new(error.to_string()))
    }

    /// The vector of a document, if making it needs no service.
    pub(crate) fn document_at_once(&self, text: &str) -> Option<Vec<i8>> {
        if self.hindrance().is_some() || self.recorded.choice.spec != BUILT_IN {
            return None;
        }
        let embedder = self.opened().ok()?;
        embedder.text(text, Purpose::Document, &AtomicBool::new(false)).ok().flatten()
    }

    fn ask(&self, text: &str, cancelled: &AtomicBool) -> Result<Vec<i8>, Error> {
        Ok(self.opened()?.text(text, Purpose::Query, cancelled)?.unwrap_or_default())
    }

    fn opened(&self) -> Result<&ChunkEmbedder, Error> {
        match self.embedder.get() {
            Some(embedder) => Ok(embedder),
            None => {
                let (choice, dims) = (&self.recorded.choice, self.recorded.dims as usize);
                let opened =
                    ChunkEmbedder::open_known(choice, &self.connector, &self.layout, dims)?;
                Ok(self.embedder.get_or_init(|| opened))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use rutter_domain::Embedder;

    use super::*;
    use crate::EmbedderChoice;
    use crate::index::embedder::Embeddable;

    /// Does not answer until it is cancelled.
    struct Silent(Arc<AtomicUsize>);

    impl Embedder for Silent {
        fn id(&self) -> &str {
            "silent:test"
        }

        fn dims(&self) -> Option<usize> {
            Some(4)
        }

        fn embed(
            &self,
            _: &[&str],
            _: Purpose,
            cancelled: &AtomicBool,
        ) -> Result<Vec<Vec<f32>>, EmbedError> {
            self.0.fetch_add(1, Ordering::Relaxed);
            while !cancelled.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            Err(EmbedError::Cancelled)
        }
    }

    #[test]
    fn a_silent_service_is_not_waited_for_and_not_asked_again_soon() {
        let folder = tempfile::tempdir().unwrap();
        let layout = RepoLayout::exactly(folder.path(), None).unwrap();
        layout.prepare().unwrap();
        let n_asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&n_asked);
        let connector = Connector::new(move |_| Ok(Box::new(Silent(Arc::clone(&count)))));
        let choice = EmbedderChoice { spec: "silent:test".to_owned(), ..EmbedderChoice::default() };
        let recorded = Recorded { choice, id: "silent:test".to_owned(), dims: 4 };
        let mut embedder = QueryEmbedder::new(&recorded, connector, &layout, None);
        embedder.timeout = Duration::ZERO;
        for _ in 0..3 {
            let why = embedder.vector("anchor").unwrap_err();
            assert_eq!(why, Remark::new("`silent:test` did not answer within 0 s"));
        }
        assert_eq!(n_asked.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn a_refresh_does_not_wait_for_a_silent_service_either() {
        let folder = tempfile::tempdir().unwrap();
        let layout = RepoLayout::exactly(folder.path(), None).unwrap();
        layout.prepare().unwrap();
        let connector = Connector::new(|_| Ok(Box::new(Silent(Arc::default()))));
        let choice = EmbedderChoice { spec: "silent:test".to_owned(), ..EmbedderChoice::default() };
        let embedder = ChunkEmbedder::open_known(&choice, &connector, &layout, 4).unwrap();
        let text = "fn anchor() {}\n";
        let facts = rutter_syntax::read(rutter_domain::Language::Rust, text);
        let file = Embeddable { path: "a.rs", text, facts: &facts };
        let made = embedder.within(Duration::ZERO).chunks(&[file], &AtomicBool::new(false));
        let why = made.err().unwrap().to_string();
        assert_eq!(why, "`silent:test` cannot embed now: it takes longer than 0 s");
    }

    #[test]
    fn an_index_without_usable_vectors_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let layout = RepoLayout::exactly(folder.path(), None).unwrap();
        let why = |recorded: &Recorded, fault: Option<&str>| {
            let fault = fault.map(str::to_owned);
            QueryEmbedder::new(recorded, Connector::default(), &layout, fault)
                .vector("a")
                .unwrap_err()
        };
        let none = EmbedderChoice { spec: NO_EMBEDDER.to_owned(), ..EmbedderChoice::default() };
        let none = Recorded { choice: none, ..Recorded::default() };
        assert!(why(&none, None).to_string().contains("made without vectors"));
        let built_in = Recorded::default();
        assert_eq!(why(&built_in, Some("cut")), Remark::with_hint("cut", Hint::RebuildVectors));
    }
}
