//! `list_files`: finds files that match a glob.

use rutter_domain::did_you_mean;
use rutter_workspace::FoundFiles;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::reply::ToolReply;
use crate::{Effect, ModelTool, Permission, Session, Tool, ToolError, Toolbox};

const LIMIT: usize = 50;

#[derive(Debug, Clone, Copy)]
pub struct ListFiles;

/// Finds files by their names, anywhere in the repository. At most 50 are given, sorted; hidden and
/// ignored files are left out. It does not look at their content: for that use {search}.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Args {
    /// A glob relative to the root, such as `*.py` (at any depth), `src/**/*.ts` or `docs`
    pub pattern: String,
}

impl Tool for ListFiles {
    const NAME: &'static str = "list_files";
    const PERMISSION: Permission = Permission::without_agents(Effect::Read);
    type Args = Args;
    type Answer = FoundFiles;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<FoundFiles, ToolError> {
        Ok(toolbox.workspace()?.find(&args.pattern, LIMIT)??)
    }
}

impl ModelTool for ListFiles {
    const EXAMPLE: &'static str = r#"{"pattern":"src/**/*.rs"}"#;
    type Input = Args;

    fn resolve(&self, _: &Toolbox, input: Args) -> Result<Args, ToolError> {
        Ok(input)
    }

    fn render(
        &self,
        _: &Toolbox,
        found: &FoundFiles,
        reply: &mut ToolReply,
    ) -> Result<(), ToolError> {
        let n_files = found.paths.len() + found.omitted;
        let noun = if n_files == 1 { "file" } else { "files" };
        reply.line(format!("{n_files} {noun} for `{}`", found.pattern));
        for path in &found.paths {
            let is_secret = found.secrets.contains(path);
            reply.n_redacted += u32::from(is_secret);
            reply.line(if is_secret {
                format!("{path}  (secret, not shown)")
            } else {
                path.clone()
            });
        }
        if found.omitted > 0 {
            reply.line(format!("… {} more; ask with a narrower pattern", found.omitted));
        }
        if !found.near.is_empty() {
            reply.line(did_you_mean(&found.near));
        }
        Ok(())
    }
}
