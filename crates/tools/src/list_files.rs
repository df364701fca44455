//! `list_files`: files by a glob.

use rutter_engine::Error;
use rutter_workspace::FoundFiles;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::telling::Telling;
use crate::{Effect, Offered, Session, Tool, ToolError, Toolbox};

/// No more are given.
const LIMIT: usize = 50;

#[derive(Debug, Clone, Copy)]
pub struct ListFiles;

/// Finds files by their names, anywhere in the repository. At most 50 are given, sorted; hidden and
/// ignored files are left out. It knows nothing of what is in them: for that use search.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct Args {
    /// A glob relative to the root, such as `*.py` (at any depth), `src/**/*.ts` or `docs`
    pub pattern: String,
}

impl Tool for ListFiles {
    const NAME: &'static str = "list_files";
    type Args = Args;
    type Answer = FoundFiles;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<FoundFiles, ToolError> {
        Ok(toolbox.workspace()?.find(&args.pattern, LIMIT)??)
    }
}

impl Offered for ListFiles {
    const EFFECT: Effect = Effect::Looks;
    const EXAMPLE: &'static str = r#"{"pattern":"src/**/*.rs"}"#;
    type Asked = Args;

    fn read(&self, _: &Toolbox, asked: Args) -> Result<Args, ToolError> {
        Ok(asked)
    }

    fn tell(&self, _: &Toolbox, found: &FoundFiles) -> Result<Telling, Error> {
        let mut telling = Telling::default();
        let n_files = found.paths.len() + found.omitted;
        let noun = if n_files == 1 { "file" } else { "files" };
        telling.line(format!("{n_files} {noun} for `{}`", found.pattern));
        for path in &found.paths {
            let is_secret = found.secrets.contains(path);
            telling.n_redacted += u32::from(is_secret);
            telling.line(if is_secret {
                format!("{path}  (secret, not shown)")
            } else {
                path.clone()
            });
        }
        if found.omitted > 0 {
            telling.line(format!("… {} more; ask with a narrower pattern", found.omitted));
        }
        if !found.near.is_empty() {
            telling.line(format!("did you mean {}?", found.near.join(", ")));
        }
        Ok(telling)
    }
}
