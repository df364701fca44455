//! Broken records of gaps and attempts.

use rutter_domain::{Attempt, AttemptEnd, AttemptOutcome, Measurement, Timestamp};

use super::{Broken, Fault};
use crate::{Begun, Error, Finished, GapRecord, GapStore, Saved};

impl GapStore for Broken {
    fn gap_records(&self) -> Result<Vec<GapRecord>, Error> {
        self.inner.gap_records()
    }
    fn gap_record(&self, id: &str) -> Result<Option<GapRecord>, Error> {
        self.inner.gap_record(id)
    }
    fn set_gap(&mut self, record: &GapRecord, known: Option<u64>) -> Result<Saved, Error> {
        let here = self.inner.gap_record(&record.id)?.map(|here| here.revision);
        let known = if self.has(Fault::GapIgnoresOthers) { here } else { known };
        let mut record = record.clone();
        if self.has(Fault::GapDropsNote) {
            record.note = None;
        }
        self.inner.set_gap(&record, known)
    }
    fn begin_attempt(&mut self, attempt: &Attempt, fence: u64) -> Result<Begun, Error> {
        let begun = self.inner.begin_attempt(attempt, fence)?;
        match begun {
            Begun::Unfinished(unfinished) if self.has(Fault::AttemptsOverlap) => {
                let end = AttemptEnd {
                    at: Timestamp(1),
                    outcome: AttemptOutcome::Failed,
                    observation: String::new(),
                    confidence: None,
                    entry: None,
                    input_tokens: 0,
                    output_tokens: 0,
                    cost: None,
                };
                self.inner.finish_attempt(&attempt.gap, unfinished.number, fence, &end)?;
                self.inner.begin_attempt(attempt, fence)
            }
            begun => Ok(begun),
        }
    }
    fn finish_attempt(
        &mut self,
        gap: &str,
        number: u32,
        fence: u64,
        end: &AttemptEnd,
    ) -> Result<Finished, Error> {
        let mut end = end.clone();
        if self.has(Fault::EndDropsCost) {
            end.cost = None;
        }
        let finished = self.inner.finish_attempt(gap, number, fence, &end)?;
        match finished {
            Finished::Overtaken if self.has(Fault::FenceIsIgnored) => {
                self.inner.finish_attempt(gap, number, fence + 1, &end)
            }
            Finished::Before(_) if self.has(Fault::EndIsReplaced) => Ok(Finished::Kept),
            finished => Ok(finished),
        }
    }
    fn attempts(&self, gap: Option<&str>) -> Result<Vec<Attempt>, Error> {
        self.inner.attempts(if self.has(Fault::AttemptsOfAllGaps) { None } else { gap })
    }
    fn add_measurement(&mut self, measurement: &Measurement) -> Result<(), Error> {
        self.inner.add_measurement(measurement)
    }
    fn measurements(&self) -> Result<Vec<Measurement>, Error> {
        let mut measurements = self.inner.measurements()?;
        if self.has(Fault::MeasurementsAreReversed) {
            measurements.reverse();
        }
        Ok(measurements)
    }
}
