//! Turns what is asked into a vector of the index's own space, in good time or not at all.
//!
//! A service gets some seconds. One that fails is left alone for a while, so that many queries in a
//! row do not each wait for it; they are answered by words meanwhile.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

use rutter_domain::EmbedError;

use crate::Error;
use crate::deadline::Deadline;
use crate::embedding::{BUILT_IN, Connector, NO_EMBEDDER, Recorded, Vectoriser};
use crate::place::Place;

/// A service is given so long for a query.
const PATIENCE: Duration = Duration::from_secs(5);
/// And not asked again for so long after it failed.
const PAUSE: Duration = Duration::from_secs(30);

/// Makes the vectors of queries.
pub(crate) struct Meaning {
    recorded: Recorded,
    connector: Connector,
    place: Place,
    /// Why the vectors of the index cannot be used, if they cannot.
    fault: Option<String>,
    vectoriser: OnceLock<Vectoriser>,
    failure: Mutex<Option<(Instant, String)>>,
}

impl Meaning {
    pub(crate) fn new(
        recorded: &Recorded,
        connector: Connector,
        place: &Place,
        fault: Option<String>,
    ) -> Meaning {
        Meaning {
            recorded: recorded.clone(),
            connector,
            place: place.clone(),
            fault,
            vectoriser: OnceLock::new(),
            failure: Mutex::new(None),
        }
    }

    /// Why no vectors of this index can be compared, if they cannot.
    pub(crate) fn hindrance(&self) -> Option<String> {
        if let Some(fault) = &self.fault {
            return Some(format!("{fault}; `rutter index` makes them anew"));
        }
        let is_without = self.recorded.choice.spec == NO_EMBEDDER;
        is_without.then(|| "the index was made without vectors (`--embedder none`)".to_owned())
    }

    /// The vector of a text; or why there is none.
    pub(crate) fn vector(&self, text: &str) -> Result<Vec<i8>, String> {
        if let Some(hindrance) = self.hindrance() {
            return Err(hindrance);
        }
        if self.recorded.choice.spec == BUILT_IN {
            return self.ask(text, &AtomicBool::new(false)).map_err(|error| error.to_string());
        }
        let mut failure = self.failure.lock().expect("no thread has panicked");
        if let Some((_, why)) = failure.as_ref().filter(|(at, _)| at.elapsed() < PAUSE) {
            return Err(why.clone());
        }
        let deadline = Deadline::after(PATIENCE);
        let asked = self.ask(text, deadline.flag()).map_err(|error| match error {
            Error::Embed(EmbedError::Cancelled) => {
                let (spec, seconds) = (&self.recorded.choice.spec, PATIENCE.as_secs());
                format!("`{spec}` did not answer within {seconds} s")
            }
            error => error.to_string(),
        });
        *failure = asked.as_ref().err().map(|why| (Instant::now(), why.clone()));
        asked
    }

    fn ask(&self, text: &str, cancelled: &AtomicBool) -> Result<Vec<i8>, Error> {
        let vectoriser = match self.vectoriser.get() {
            Some(vectoriser) => vectoriser,
            None => {
                let (choice, dims) = (&self.recorded.choice, self.recorded.dims as usize);
                let opened = Vectoriser::open_known(choice, &self.connector, &self.place, dims)?;
                self.vectoriser.get_or_init(|| opened)
            }
        };
        Ok(vectoriser.query(text, cancelled)?.unwrap_or_default())
    }
}
