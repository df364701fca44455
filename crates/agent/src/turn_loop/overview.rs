//! Keeps the answer of an exploration as the entry of the repository.

use rutter_domain::{Ending, Recording};
use rutter_tools::Effect;
use rutter_tools::knowledge::keep_overview::KeepOverview;

use super::TurnLoop;
use crate::Goal;

impl TurnLoop<'_> {
    /// Records the answer of a run that ended with one. `None` if there is none, or nothing may be recorded.
    pub(super) async fn keep_overview(&mut self, ending: &Ending) -> Option<Recording> {
        let is_overview = self.mission.goal == Goal::Entries
            && *ending == Ending::Answered
            && self.tools.session.mode.offers(Effect::Record);
        let answer =
            self.answer.clone().filter(|answer| is_overview && !answer.trim().is_empty())?;
        let tools = self.tools.clone();
        let running = tokio::task::spawn_blocking(move || {
            tools.toolbox.run(&tools.session, &KeepOverview, answer)
        });
        let recording = match running.await {
            Ok(Ok(recording)) => recording,
            Ok(Err(error)) => Recording::Refused { reason: error.to_string() },
            Err(_) => return None,
        };
        self.events.remark(match &recording {
            Recording::Recorded { id, status, .. } => {
                format!("the answer was recorded as the entry of the repository: {id}, {status}")
            }
            Recording::Refused { reason } => {
                format!("the answer was not recorded as the entry of the repository: {reason}")
            }
        });
        Some(recording)
    }
}
