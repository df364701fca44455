//! Follows the conversation about one gap: marks its events with the gap, and remembers what was
//! recorded.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use rutter_domain::{EntryStatus, Event, Finding, Moment, Recording};
use rutter_tools::Tool as _;
use rutter_tools::knowledge::record::CreateIndexEntry;

use crate::Observer;

/// An entry that was recorded.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RecordedEntry {
    pub(super) id: String,
    pub(super) status: EntryStatus,
    /// The checks' reason against it.
    pub(super) reason: Option<String>,
    /// The author's own confidence; without one, the share of claims that the checks support.
    pub(super) confidence: f32,
}

impl RecordedEntry {
    /// `None` if the entry was refused. `stated` is the author's own confidence.
    pub(super) fn of(recording: &Recording, stated: Option<f32>) -> Option<RecordedEntry> {
        let Recording::Recorded { id, status, reason, claims, .. } = recording else { return None };
        let n_supported = claims.iter().filter(|claim| claim.finding == Finding::Supported).count();
        let share = n_supported as f32 / claims.len().max(1) as f32;
        Some(RecordedEntry {
            id: id.clone(),
            status: *status,
            reason: reason.clone(),
            confidence: stated.unwrap_or(share),
        })
    }
}

/// An observer of one conversation of a run.
pub(super) struct GapObserver<'a> {
    observer: &'a dyn Observer,
    gap: String,
    heard: Mutex<Heard>,
}

#[derive(Debug, Default)]
struct Heard {
    /// By the id of the call.
    stated_confidence: HashMap<String, f32>,
    recorded: Option<RecordedEntry>,
    refusal: Option<String>,
}

impl<'a> GapObserver<'a> {
    pub(super) fn new(observer: &'a dyn Observer, gap: &str) -> GapObserver<'a> {
        GapObserver { observer, gap: gap.to_owned(), heard: Mutex::default() }
    }

    fn note(&self, event: &Event) {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        if let Event::ToolCall { id, name, arguments, .. } = event
            && name == CreateIndexEntry::NAME
        {
            let stated = arguments.get("confidence").and_then(confidence);
            heard.stated_confidence.extend(stated.map(|stated| (id.clone(), stated)));
        } else if let Event::ToolResult { id, recordings, .. } = event {
            let stated = heard.stated_confidence.get(id).copied();
            for recording in recordings {
                match recording {
                    Recording::Recorded { .. } => {
                        heard.recorded = RecordedEntry::of(recording, stated);
                    }
                    Recording::Refused { reason } => heard.refusal = Some(reason.clone()),
                }
            }
        }
    }

    /// The entry that was recorded last, and why the last one was refused.
    pub(super) fn into_recorded(self) -> (Option<RecordedEntry>, Option<String>) {
        let heard = self.heard.into_inner().unwrap_or_else(PoisonError::into_inner);
        (heard.recorded, heard.refusal)
    }
}

impl Observer for GapObserver<'_> {
    fn see(&self, moment: &Moment) {
        // The conversations of a run are one run.
        if moment.event.is_frame() {
            return;
        }
        self.note(&moment.event);
        self.observer.see(&Moment { gap: Some(self.gap.clone()), ..moment.clone() });
    }

    fn text(&self, piece: &str) {
        self.observer.text(piece);
    }
}

/// A confidence as a model writes it: a number, or a number as text.
fn confidence(value: &serde_json::Value) -> Option<f32> {
    let number = value.as_f64().or_else(|| value.as_str()?.trim().parse().ok())?;
    (0.0..=1.0).contains(&number).then_some(number as f32)
}
