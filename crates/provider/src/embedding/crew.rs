//! A service as an embedder: several threads fetch batches while the caller waits for them.
//!
//! The threads own what they need, so that a caller who has had enough leaves at once and a request
//! under way ends by itself, at the latest at its timeout. Start at `embed`.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;

use rutter_domain::{EmbedError, Embedder, Purpose};

use super::batches;
use super::clock::GLANCE;
use super::line::Line;

/// An embedder somewhere else.
pub(super) struct Remote {
    line: Arc<Line>,
}

/// One call of `embed`, as its threads share it.
struct Errand {
    texts: Vec<String>,
    purpose: Purpose,
    batches: Vec<Range<usize>>,
    n_taken: AtomicUsize,
    is_over: AtomicBool,
}

/// A batch by its number, and what became of it.
type Fetched = (usize, Result<Vec<Vec<f32>>, EmbedError>);

impl Remote {
    pub fn new(line: Line) -> Self {
        Remote { line: Arc::new(line) }
    }

    /// As many threads as are useful; each ends when there is nothing left to take.
    fn send_out(&self, errand: &Arc<Errand>) -> Result<Receiver<Fetched>, EmbedError> {
        let (sender, receiver) = mpsc::channel();
        let n_threads = self.line.service.limits().n_in_flight.min(errand.batches.len());
        for n in 0..n_threads {
            let (line, errand, sender) = (self.line.clone(), errand.clone(), sender.clone());
            let thread = thread::Builder::new().name("embed".to_owned());
            match thread.spawn(move || fetch_batches(&line, &errand, &sender)) {
                Ok(_) => {}
                // One is enough to do it all.
                Err(_) if n > 0 => break,
                Err(error) => return Err(self.unavailable(format!("no thread, {error}"))),
            }
        }
        Ok(receiver)
    }

    fn collect(
        &self,
        errand: &Errand,
        receiver: &Receiver<Fetched>,
        cancelled: &AtomicBool,
    ) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut fetched: Vec<Vec<Vec<f32>>> = vec![Vec::new(); errand.batches.len()];
        let mut n_missing = fetched.len();
        while n_missing > 0 {
            if cancelled.load(Ordering::Relaxed) {
                return Err(EmbedError::Cancelled);
            }
            match receiver.recv_timeout(GLANCE) {
                Ok((batch, vectors)) => {
                    fetched[batch] = vectors?;
                    n_missing -= 1;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.unavailable("a thread ended early".to_owned()));
                }
            }
        }
        Ok(fetched.into_iter().flatten().collect())
    }

    fn unavailable(&self, reason: String) -> EmbedError {
        EmbedError::Unavailable { embedder: self.line.id.clone(), n_attempts: 1, reason }
    }
}

impl Embedder for Remote {
    fn id(&self) -> &str {
        &self.line.id
    }

    fn dims(&self) -> Option<usize> {
        self.line.dims()
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
        let limits = self.line.service.limits();
        let texts: Vec<String> = texts.iter().map(|text| batches::prepare(text, limits)).collect();
        let errand = Arc::new(Errand {
            batches: batches::cut(&texts, limits),
            texts,
            purpose,
            n_taken: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
        });
        let receiver = self.send_out(&errand)?;
        let vectors = self.collect(&errand, &receiver, cancelled);
        errand.is_over.store(true, Ordering::Relaxed);
        vectors
    }
}

fn fetch_batches(line: &Line, errand: &Errand, sender: &Sender<Fetched>) {
    while !errand.is_over.load(Ordering::Relaxed) {
        let at = errand.n_taken.fetch_add(1, Ordering::Relaxed);
        let Some(batch) = errand.batches.get(at) else { return };
        let vectors = line.embed(&errand.texts[batch.clone()], errand.purpose, &errand.is_over);
        if sender.send((at, vectors)).is_err() {
            return;
        }
    }
}
