//! `overview`: prints the purpose and the content of a folder, or the symbols of a file.

use std::path::Path;

use rutter_tools::code::overview::{Answer, Args, Overview};

use crate::context::Context;
use crate::exit::Exit;
use crate::render;

pub fn run(args: Args, ctx: &mut Context) -> anyhow::Result<Exit> {
    let root = &ctx.toolbox.engine.layout.root;
    let path = relative_to_root(&args.path, root);
    let answer = ctx.run(&Overview, Args { path, ..args })?;
    match &answer {
        Answer::Folder(folder) => ctx.print(folder, |out, folder| render::overview(out, folder))?,
        Answer::File(file) => ctx.print(file, render::symbols)?,
    }
    Ok(match &answer {
        Answer::File(file) if file.file.symbols.is_empty() => Exit::Nothing,
        Answer::File(_) | Answer::Folder(_) => Exit::Found,
    })
}

/// Turns a path relative to the current folder into one relative to the root, if it leads
/// inside the root. An empty path is the root.
pub(super) fn relative_to_root(typed: &str, root: &Path) -> String {
    if typed.is_empty() || root.join(typed).exists() && !Path::new(typed).is_absolute() {
        return typed.to_owned();
    }
    let there = std::fs::canonicalize(typed).ok();
    let below = there.as_deref().and_then(|path| path.strip_prefix(root).ok());
    below.map_or_else(|| typed.to_owned(), |path| path.to_string_lossy().into_owned())
}
