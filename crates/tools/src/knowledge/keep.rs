//! Records what an answer says about symbols, as entries under the usual checks.

use rutter_domain::Recording;
use serde::Serialize;

use super::record::{Args as EntryArgs, CreateIndexEntry, FactsInput};
use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

/// Turns the sentences of an answer whose citations hold into entries, one for each symbol.
#[derive(Debug, Clone, Copy)]
pub struct KeepAnswer;

/// The outcome of one entry.
#[derive(Debug, Clone, Serialize)]
pub struct KeptEntry {
    pub symbol: String,
    pub path: String,
    #[serde(flatten)]
    pub recording: Recording,
}

impl Tool for KeepAnswer {
    const NAME: &'static str = "keep_answer";
    const PERMISSION: Permission = Permission::everyone(Effect::Record);
    /// The text of the answer.
    type Args = String;
    type Answer = Vec<KeptEntry>;

    fn run(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        answer: String,
    ) -> Result<Vec<KeptEntry>, ToolError> {
        let seen = session.seen_so_far();
        let mut kept = Vec::new();
        for statement in toolbox.knowledge()?.cited_statements(&answer, &seen) {
            let mut sentences = statement.sentences.into_iter();
            let Some(summary) = sentences.next() else { continue };
            let details = sentences.collect::<Vec<_>>().join(" ");
            let args = EntryArgs {
                symbol: statement.symbol.clone(),
                file_path: statement.path.clone(),
                topic: None,
                summary,
                details: Some(details).filter(|details| !details.is_empty()),
                tags: Vec::new(),
                evidence: Vec::new(),
                facts: FactsInput::default(),
                confidence: None,
            };
            let recording = match toolbox.run(session, &CreateIndexEntry, args) {
                Ok(recorded) => recorded.recording,
                Err(error) => Recording::Refused { reason: error.to_string() },
            };
            kept.push(KeptEntry { symbol: statement.symbol, path: statement.path, recording });
        }
        Ok(kept)
    }
}
