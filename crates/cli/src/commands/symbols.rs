//! `symbols`: lists what a file defines.

use std::path::Path;

use rutter_tools::code::symbols::{Args, Symbols};

use crate::context::Context;
use crate::exit::Exit;
use crate::render;

pub fn run(args: Args, ctx: &mut Context) -> anyhow::Result<Exit> {
    let path = relative_to_root(&args.path, &ctx.toolbox.engine.layout.root);
    let answer = ctx.run(&Symbols, Args { path, ..args })?;
    ctx.print(&answer, render::symbols)?;
    Ok(if answer.file.symbols.is_empty() { Exit::Nothing } else { Exit::Found })
}

/// Turns a path that is relative to the current folder into one that is relative to the root, if it
/// leads there.
pub(super) fn relative_to_root(typed: &str, root: &Path) -> String {
    if root.join(typed).is_file() && !Path::new(typed).is_absolute() {
        return typed.to_owned();
    }
    let there = std::fs::canonicalize(typed).ok();
    let below = there.as_deref().and_then(|path| path.strip_prefix(root).ok());
    below.map_or_else(|| typed.to_owned(), |path| path.to_string_lossy().into_owned())
}
