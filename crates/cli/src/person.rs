//! The name of the person at the command line.

use std::path::Path;
use std::process::Command;

use crate::context::Context;

/// Returns the given name, else git's `user.name`, else `user`.
pub fn name(given: Option<String>, ctx: &Context) -> String {
    given.unwrap_or_else(|| name_at(&ctx.toolbox.engine.layout.root))
}

/// Returns git's `user.name` in a repository, else `user`.
pub fn name_at(root: &Path) -> String {
    git_user(root).unwrap_or_else(|| "user".to_owned())
}

fn git_user(root: &Path) -> Option<String> {
    let git = Command::new("git").args(["config", "--get", "user.name"]).current_dir(root).output();
    let name = String::from_utf8(git.ok()?.stdout).ok()?.trim().to_owned();
    (!name.is_empty()).then_some(name)
}
