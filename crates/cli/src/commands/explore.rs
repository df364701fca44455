//! `explore`: lets a model explore the code, and reports what it learned.

use std::path::Path;

use anyhow::Context as _;
use rutter_workspace::RepoLayout;

use crate::arguments::{ExploreArgs, GlobalArgs};
use crate::context::Context;
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::exploration::{Exploration, Task};
use crate::settings::ModelSettings;
use crate::{model, render};

/// Printed before an exploration.
pub const STARTING: &str = "Starting indexing...";

pub fn run(args: &ExploreArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let place = &ctx.toolbox.engine.layout;
    let mut settings = ModelSettings::gather(&args.model, &place.data)?;
    let Some(connected) = model::connect_and_ask(&mut settings, &place.data)? else {
        return Err(Hinted::new("no language model is configured", model::HOW).into());
    };
    let focus = focus(args.path.as_deref(), &place.root)?;
    let task = Task { settings, connected, focus, permissions: args.permissions.clone() };
    ctx.announce(STARTING)?;
    let exploration = Exploration::run(&task, ctx)?;
    let verbosity = ctx.verbosity;
    ctx.print(&exploration, |out, exploration| render::exploration(out, exploration, verbosity))?;
    Ok(exploration.exit())
}

/// Sets the root: the repository around the current folder if the path is in it, else the one around
/// the path.
pub fn locate(args: &ExploreArgs, global: &mut GlobalArgs) -> anyhow::Result<()> {
    let (Some(path), None) = (&args.path, &global.root) else { return Ok(()) };
    let path = there(path)?;
    let here = RepoLayout::root_around(&std::env::current_dir()?)?;
    if path.starts_with(&here) {
        return Ok(());
    }
    let folder = if path.is_dir() { &path } else { path.parent().unwrap_or(&path) };
    global.root = Some(RepoLayout::root_around(folder)?);
    Ok(())
}

/// The path relative to the root; `None` for the root itself.
fn focus(path: Option<&Path>, root: &Path) -> anyhow::Result<Option<String>> {
    let Some(path) = path else { return Ok(None) };
    let there = there(path)?;
    let inside = there.strip_prefix(root).map_err(|_| {
        let message = format!("`{}` is not in `{}`", path.display(), root.display());
        Hinted::new(&message, "name a folder or a file of the repository")
    })?;
    let inside = inside.to_string_lossy().replace('\\', "/");
    Ok(Some(inside).filter(|path| !path.is_empty()))
}

fn there(path: &Path) -> anyhow::Result<std::path::PathBuf> {
    std::fs::canonicalize(path).with_context(|| format!("there is no `{}`", path.display()))
}
