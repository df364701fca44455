//! Records the answer of an exploration as the entry of the repository.

use rutter_domain::Recording;
use rutter_workspace::redact;

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Records an answer about the repository. The places that it cites are its evidence.
#[derive(Debug, Clone, Copy)]
pub struct KeepOverview;

impl Tool for KeepOverview {
    const NAME: &'static str = "keep_overview";
    const PERMISSION: Permission = Permission::everyone(Effect::Record);
    /// The text of the answer.
    type Args = String;
    type Answer = Recording;

    fn run(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        answer: String,
    ) -> Result<Recording, ToolError> {
        let seen = session.seen_so_far();
        let answer = redact(&answer).text.into_owned();
        let (author, run) = (session.author.as_str(), session.run.as_deref());
        Ok(toolbox.knowledge_now()?.record_overview(&answer, author, run, &seen)?)
    }
}
