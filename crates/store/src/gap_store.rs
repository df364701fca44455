//! What was done about gaps: their state, the attempts to close them, and completeness over time.
//!
//! A gap itself is computed, never stored. Who works on a gap holds its lease, and passes the lease's
//! token as a *fence*: an attempt that was taken over by a later holder cannot be finished by the
//! earlier one.

use rutter_domain::{Attempt, AttemptEnd, Gap, GapState, Measurement, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{Error, Saved};

/// A decision about a gap, with enough of the gap to report it after it is closed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GapRecord {
    pub id: String,
    pub rule: String,
    pub path: String,
    /// `None` for a whole file.
    pub symbol: Option<String>,
    pub state: GapState,
    /// Why it was dismissed, or what a person is asked.
    pub note: Option<String>,
    /// The person, model or program that decided.
    pub by: String,
    pub at: Timestamp,
    pub run: Option<String>,
    /// Id of the entry that closed it.
    pub entry: Option<String>,
    /// Pass it to the next [`GapStore::set_gap`]. What is passed in here is not stored.
    pub revision: u64,
}

/// Outcome of [`GapStore::begin_attempt`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Begun {
    /// The attempt is stored under its number.
    New(Attempt),
    /// An earlier attempt did not end, and is the caller's now. Nothing else was stored.
    Unfinished(Attempt),
    /// The gap belongs to a holder with a later fence. Nothing was stored.
    Overtaken,
}

/// Outcome of [`GapStore::finish_attempt`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Finished {
    Kept,
    /// The attempt had ended before, like this. Nothing was stored.
    Before(AttemptEnd),
    /// Another holder took the attempt over, or it was never begun. Nothing was stored.
    Overtaken,
}

impl GapRecord {
    /// A record of a state that `by` gives a gap, without note, run and entry.
    pub fn new(gap: &Gap, state: GapState, by: String, at: Timestamp) -> GapRecord {
        GapRecord {
            id: gap.id.clone(),
            rule: gap.rule.clone(),
            path: gap.path.clone(),
            symbol: gap.symbol.clone(),
            state,
            note: None,
            by,
            at,
            run: None,
            entry: None,
            revision: 0,
        }
    }
}

pub trait GapStore {
    /// All records, sorted by id.
    fn gap_records(&self) -> Result<Vec<GapRecord>, Error>;

    fn gap_record(&self, id: &str) -> Result<Option<GapRecord>, Error>;

    /// Stores a record if the revision of the gap's record is still `known`; `None` means that it must
    /// have none.
    fn set_gap(&mut self, record: &GapRecord, known: Option<u64>) -> Result<Saved, Error>;

    /// Stores a record whatever the revision of the gap's record is, unless `stays` holds for that one.
    fn overwrite_gap(
        &mut self,
        record: &GapRecord,
        stays: fn(&GapRecord) -> bool,
    ) -> Result<(), Error> {
        loop {
            let known = self.gap_record(&record.id)?;
            if known.as_ref().is_some_and(stays) {
                return Ok(());
            }
            match self.set_gap(record, known.map(|known| known.revision))? {
                Saved::Kept { .. } => return Ok(()),
                Saved::Overtaken => {}
            }
        }
    }

    /// Stores that an attempt begins. Its number and end are not taken from the argument: it gets the
    /// number after the gap's last one.
    fn begin_attempt(&mut self, attempt: &Attempt, fence: u64) -> Result<Begun, Error>;

    /// Stores how an attempt ended. A second call changes nothing.
    fn finish_attempt(
        &mut self,
        gap: &str,
        number: u32,
        fence: u64,
        end: &AttemptEnd,
    ) -> Result<Finished, Error>;

    /// Attempts of one gap, or of all; by gap and number.
    fn attempts(&self, gap: Option<&str>) -> Result<Vec<Attempt>, Error>;

    /// Adds a measurement in place of an earlier one of the same commit; without a commit, in place of
    /// the newest one without a commit if that measured the same.
    fn add_measurement(&mut self, measurement: &Measurement) -> Result<(), Error>;

    /// All measurements, the oldest first.
    fn measurements(&self) -> Result<Vec<Measurement>, Error>;
}
