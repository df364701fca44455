//! A remote service as an [`Embedder`]: worker threads embed batches while the caller waits.
//!
//! The threads own what they need, so that a cancelled caller returns at once; a request in flight then
//! ends by itself, at the latest at its timeout. Start at `embed`.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;

use rutter_domain::{EmbedError, Embedder, Purpose};

use super::batches;
use super::client::EmbeddingClient;
use crate::transport::POLL_INTERVAL;

pub(super) struct RemoteEmbedder {
    client: Arc<EmbeddingClient>,
}

/// One call of `embed`, shared by its worker threads.
struct Job {
    texts: Vec<String>,
    purpose: Purpose,
    batches: Vec<Range<usize>>,
    /// Index of the next batch that no worker has taken.
    next_batch: AtomicUsize,
    /// Set when the caller has returned.
    is_over: AtomicBool,
}

/// The index of a batch, and its vectors.
type BatchResult = (usize, Result<Vec<Vec<f32>>, EmbedError>);

impl RemoteEmbedder {
    pub fn new(client: EmbeddingClient) -> Self {
        RemoteEmbedder { client: Arc::new(client) }
    }

    /// Starts as many workers as are useful. Each ends when no batch is left.
    fn start_workers(&self, job: &Arc<Job>) -> Result<Receiver<BatchResult>, EmbedError> {
        let (sender, receiver) = mpsc::channel();
        let n_threads = self.client.service.limits().n_in_flight.min(job.batches.len());
        for n_started in 0..n_threads {
            let (client, job, sender) = (self.client.clone(), job.clone(), sender.clone());
            let thread = thread::Builder::new().name("embed".to_owned());
            match thread.spawn(move || embed_batches(&client, &job, &sender)) {
                Ok(_) => {}
                // One worker is enough to do it all.
                Err(_) if n_started > 0 => break,
                Err(error) => {
                    return Err(self.unavailable(format!("no thread can be started, {error}")));
                }
            }
        }
        Ok(receiver)
    }

    fn collect(
        &self,
        job: &Job,
        receiver: &Receiver<BatchResult>,
        cancelled: &AtomicBool,
    ) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors_of_batches: Vec<Vec<Vec<f32>>> = vec![Vec::new(); job.batches.len()];
        let mut n_missing = vectors_of_batches.len();
        while n_missing > 0 {
            if cancelled.load(Ordering::Relaxed) {
                return Err(EmbedError::Cancelled);
            }
            match receiver.recv_timeout(POLL_INTERVAL) {
                Ok((batch, vectors)) => {
                    vectors_of_batches[batch] = vectors?;
                    n_missing -= 1;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.unavailable("a worker thread ended early".to_owned()));
                }
            }
        }
        Ok(vectors_of_batches.into_iter().flatten().collect())
    }

    fn unavailable(&self, reason: String) -> EmbedError {
        EmbedError::Unavailable { embedder: self.client.id.clone(), n_attempts: 1, reason }
    }
}

impl Embedder for RemoteEmbedder {
    fn id(&self) -> &str {
        &self.client.id
    }

    fn dims(&self) -> Option<usize> {
        self.client.dims()
    }

    fn embed(
        &self,
        texts: &[&str],
        purpose: Purpose,
        cancelled: &AtomicBool,
    ) -> Result<Vec<Vec<f32>>, EmbedError> {
        if cancelled.load(Ordering::Relaxed) {
            return Err(EmbedError::Cancelled);
        }
        let limits = self.client.service.limits();
        let texts: Vec<String> = texts.iter().map(|text| batches::prepare(text, limits)).collect();
        let job = Arc::new(Job {
            batches: batches::split(&texts, limits),
            texts,
            purpose,
            next_batch: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
        });
        let receiver = self.start_workers(&job)?;
        let vectors = self.collect(&job, &receiver, cancelled);
        job.is_over.store(true, Ordering::Relaxed);
        vectors
    }
}

fn embed_batches(client: &EmbeddingClient, job: &Job, sender: &Sender<BatchResult>) {
    while !job.is_over.load(Ordering::Relaxed) {
        let index = job.next_batch.fetch_add(1, Ordering::Relaxed);
        let Some(batch) = job.batches.get(index) else { return };
        let vectors = client.embed(&job.texts[batch.clone()], job.purpose, &job.is_over);
        if sender.send((index, vectors)).is_err() {
            return;
        }
    }
}
