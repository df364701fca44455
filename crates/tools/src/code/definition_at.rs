//! Finds the definitions of the name at a place of a file, for a person who follows it.

use rutter_domain::Hint;
pub use rutter_engine::NameMeaning as Found;
use rutter_engine::definition_at;

use crate::{Effect, Permission, Session, Tool, ToolError, Toolbox};

#[derive(Debug, Clone, Copy)]
pub struct DefinitionAt;

#[derive(Debug, Clone)]
pub struct Args {
    pub file_path: String,
    /// From 1.
    pub line: u32,
    /// Bytes before the name in its line, from 1.
    pub column: u32,
}

impl Tool for DefinitionAt {
    const NAME: &'static str = "definition_at";
    const PERMISSION: Permission = Permission::people(Effect::Read);
    type Args = Args;
    type Answer = Found;

    fn run(&self, toolbox: &Toolbox, _: &Session, args: Args) -> Result<Found, ToolError> {
        let Args { file_path, line, column } = args;
        let found = definition_at(&toolbox.knowledge()?.snapshot, &file_path, line, column);
        found.ok_or_else(|| {
            let place = format!("{file_path}:{line}:{column}");
            ToolError::refuse(
                format!("the index knows no name at `{place}`"),
                Hint::Advice("the file may have changed since it was indexed".into()),
            )
        })
    }
}
