//! Keeps the answer of an exploration as the entry of the repository.

use rutter_domain::{Ending, Recording};
use rutter_tools::Effect;
use rutter_tools::knowledge::keep_overview::KeepOverview;

use super::TurnLoop;
use crate::Goal;

impl TurnLoop<'_> {
    /// Records the answer of a run that ended with one. `None` if there is none, or nothing may be recorded.
    ///
    /// A model that was asked to go on may end with a few words. If nothing of them can be checked, the answer
    /// before them is the one that counts.
    pub(super) async fn keep_overview(&mut self, ending: &Ending) -> Option<Recording> {
        let is_overview = self.mission.goal == Goal::Entries
            && *ending == Ending::Answered
            && self.tools.session.mode.offers(Effect::Record);
        let answer = self.answer.clone().filter(|_| is_overview)?;
        let mut recording = self.record_overview(answer.clone()).await?;
        if let (Recording::Refused { .. }, Some(early)) = (&recording, self.early_answer.take()) {
            let of_early = self.record_overview(early.clone()).await?;
            let is_recorded = matches!(of_early, Recording::Recorded { .. });
            if is_recorded || early.len() > answer.len() {
                (self.answer, recording) = (Some(early), of_early);
            }
        }
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

    async fn record_overview(&self, answer: String) -> Option<Recording> {
        if answer.trim().is_empty() {
            return Some(Recording::Refused { reason: "the answer is empty".to_owned() });
        }
        let tools = self.tools.clone();
        let running = tokio::task::spawn_blocking(move || {
            tools.toolbox.run(&tools.session, &KeepOverview, answer)
        });
        match running.await {
            Ok(Ok(recording)) => Some(recording),
            Ok(Err(error)) => Some(Recording::Refused { reason: error.to_string() }),
            Err(_) => None,
        }
    }
}
