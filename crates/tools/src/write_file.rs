//! `write_file`: writes a file, after a person has agreed.

use rutter_engine::Error;
use rutter_workspace::Written;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::telling::Telling;
use crate::{Consent, Effect, Offered, Proposal, Session, Tool, ToolError, Toolbox};

#[derive(Debug, Clone, Copy)]
pub struct WriteFile;

/// Writes a file of the repository, whole: what was in it before is gone. Folders are made as
/// needed. The user is asked first and may refuse.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Args {
    /// The file, relative to the root
    pub file_path: String,
    /// All that shall be in it
    pub content: String,
}

impl Tool for WriteFile {
    const NAME: &'static str = "write_file";
    type Args = Args;
    type Answer = Written;

    fn run(&self, toolbox: &Toolbox, session: &Session, args: Args) -> Result<Written, ToolError> {
        let workspace = toolbox.workspace()?;
        let Args { file_path, content } = args;
        let planned = workspace.may_write(&file_path, &content)?;
        let proposal = Proposal::WriteFile {
            path: planned.path,
            content: content.clone(),
            is_new: planned.is_new,
        };
        match (session.confirm)(&proposal) {
            Consent::Yes => Ok(workspace.write(&file_path, &content)?),
            Consent::No => Err(ToolError::refuse(
                format!("the user does not want `{file_path}` to be written"),
                "ask what they want instead",
            )),
        }
    }
}

impl Offered for WriteFile {
    const EFFECT: Effect = Effect::Changes;
    const EXAMPLE: &'static str = r##"{"file_path":"docs/notes.md","content":"# Notes\n"}"##;
    type Asked = Args;

    fn read(&self, _: &Toolbox, asked: Args) -> Result<Args, ToolError> {
        Ok(asked)
    }

    fn tell(&self, _: &Toolbox, written: &Written) -> Result<Telling, Error> {
        let mut telling = Telling::default();
        let how = if written.is_new { "new" } else { "overwritten" };
        telling.line(format!("wrote `{}` ({how}, {} bytes)", written.path, written.n_bytes));
        Ok(telling)
    }
}
