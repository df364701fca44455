//! Reads what the user types while an answer arrives: the next messages, and Ctrl-C.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rutter_terminal::{Collected, Error, TypeAhead, TypeAheadEvent};
use tokio_util::sync::CancellationToken;

use super::progress_line::Echo;

/// Reads the keyboard until it is finished; can be interrupted for a question to the user.
pub struct Typing {
    inner: Mutex<Inner>,
    cancel: CancellationToken,
    echo: EchoPlace,
}

/// Shows typed text; `None` before the answer begins.
type EchoPlace = Arc<Mutex<Option<Arc<dyn Echo>>>>;

struct Inner {
    reader: Option<TypeAhead>,
    collected: Collected,
}

impl Typing {
    /// `cancel` is cancelled by Ctrl-C and Esc.
    pub fn begin(cancel: &CancellationToken) -> Result<Arc<Typing>, Error> {
        let typing = Typing {
            inner: Mutex::new(Inner { reader: None, collected: Collected::default() }),
            cancel: cancel.clone(),
            echo: EchoPlace::default(),
        };
        typing.start()?;
        Ok(Arc::new(typing))
    }

    fn start(&self) -> Result<(), Error> {
        let (cancel, place) = (self.cancel.clone(), Arc::clone(&self.echo));
        let mut n_queued = self.lock().collected.messages.len();
        let reader = TypeAhead::start(move |event| {
            let echo = place.lock().unwrap_or_else(PoisonError::into_inner).clone();
            match (event, echo) {
                (TypeAheadEvent::Interrupt(_), _) => cancel.cancel(),
                (TypeAheadEvent::Queued(_), echo) => {
                    n_queued += 1;
                    if let Some(echo) = echo {
                        echo.show_queued(n_queued);
                    }
                }
                (TypeAheadEvent::Unqueued, echo) => {
                    n_queued = n_queued.saturating_sub(1);
                    if let Some(echo) = echo {
                        echo.show_queued(n_queued);
                    }
                }
                (TypeAheadEvent::Draft(draft), Some(echo)) => echo.show_draft(&draft),
                (TypeAheadEvent::Resized { columns }, Some(echo)) => {
                    echo.set_width(usize::from(columns));
                }
                (TypeAheadEvent::Draft(_) | TypeAheadEvent::Resized { .. }, None) => {}
            }
        })?;
        self.lock().reader = Some(reader);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets where typed text is shown from now on.
    pub fn show_on(&self, echo: Arc<dyn Echo>) {
        *self.echo.lock().unwrap_or_else(PoisonError::into_inner) = Some(echo);
    }

    /// Gives the keyboard back while `ask` runs.
    pub fn suspended<T>(&self, ask: impl FnOnce() -> T) -> T {
        self.stop();
        let answer = ask();
        // If the keyboard cannot be read again, the answer still arrives.
        let _ = self.start();
        answer
    }

    fn stop(&self) {
        let reader = self.lock().reader.take();
        if let Some(reader) = reader {
            let typed = reader.finish();
            let mut inner = self.lock();
            let draft = std::mem::take(&mut inner.collected.draft);
            let mut messages = typed.messages.into_iter();
            match messages.next() {
                Some(first) => {
                    inner.collected.messages.push(format!("{draft}{first}"));
                    inner.collected.messages.extend(messages);
                    inner.collected.draft = typed.draft;
                }
                None => inner.collected.draft = format!("{draft}{}", typed.draft),
            }
        }
    }

    /// Ends reading and returns what was typed.
    pub fn finish(&self) -> Collected {
        self.stop();
        std::mem::take(&mut self.lock().collected)
    }
}
