//! `write_file`: writes a file, after a person has agreed.

use rutter_workspace::Written;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::reply::ToolReply;
use crate::{Consent, Effect, ModelTool, Permission, Proposal, Session, Tool, ToolError, Toolbox};

#[derive(Debug, Clone, Copy)]
pub struct WriteFile;

/// Writes a whole file of the repository: its earlier content is lost. Folders are created as needed.
/// The user is asked first and may refuse.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Args {
    /// The file, relative to the root
    pub file_path: String,
    /// The whole content
    pub content: String,
}

impl Tool for WriteFile {
    const NAME: &'static str = "write_file";
    const PERMISSION: Permission = Permission::without_agents(Effect::Write);
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

impl ModelTool for WriteFile {
    const EXAMPLE: &'static str = r##"{"file_path":"docs/notes.md","content":"# Notes\n"}"##;
    type Input = Args;

    fn resolve(&self, _: &Toolbox, input: Args) -> Result<Args, ToolError> {
        Ok(input)
    }

    fn render(
        &self,
        _: &Toolbox,
        written: &Written,
        reply: &mut ToolReply,
    ) -> Result<(), ToolError> {
        let how = if written.is_new { "new" } else { "overwritten" };
        reply.line(format!("wrote `{}` ({how}, {} bytes)", written.path, written.n_bytes));
        Ok(())
    }
}
