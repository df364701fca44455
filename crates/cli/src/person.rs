//! The name of the person at the command line.

use std::process::Command;

use crate::context::Context;

/// The given name, else git's `user.name`, else `user`.
pub fn name(given: Option<String>, ctx: &Context) -> String {
    given.or_else(|| git_user(ctx)).unwrap_or_else(|| "user".to_owned())
}

fn git_user(ctx: &Context) -> Option<String> {
    let root = &ctx.toolbox.engine.layout.root;
    let git = Command::new("git").args(["config", "--get", "user.name"]).current_dir(root).output();
    let name = String::from_utf8(git.ok()?.stdout).ok()?.trim().to_owned();
    (!name.is_empty()).then_some(name)
}
