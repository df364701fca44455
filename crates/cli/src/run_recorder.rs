//! Writes the events of a run to its record as they happen.

use std::sync::atomic::{AtomicBool, Ordering};

use rutter_agent::Observer;
use rutter_domain::Moment;
use rutter_store::RunWriter;

/// Records a run. If writing fails, the run continues without its record.
pub struct RunRecorder {
    writer: Box<dyn RunWriter>,
    has_failed: AtomicBool,
}

impl RunRecorder {
    pub fn new(writer: Box<dyn RunWriter>) -> RunRecorder {
        RunRecorder { writer, has_failed: AtomicBool::new(false) }
    }
}

impl Observer for RunRecorder {
    fn see(&self, moment: &Moment) {
        if self.has_failed.load(Ordering::Relaxed) {
            return;
        }
        if let Err(error) = self.writer.append(moment) {
            self.has_failed.store(true, Ordering::Relaxed);
            eprintln!("{error}; the run goes on without its record");
        }
    }
}
