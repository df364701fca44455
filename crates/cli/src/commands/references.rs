//! `references`: prints every use of a name with its line of code.

use rutter_tools::code::references::{Args, References};

use super::overview::relative_to_root;
use crate::context::Context;
use crate::exit::Exit;
use crate::render;

pub fn run(mut args: Args, ctx: &mut Context) -> anyhow::Result<Exit> {
    if let Some(path) = &mut args.file_path {
        *path = relative_to_root(path, &ctx.toolbox.engine.layout.root);
    }
    let answer = ctx.run(&References, args)?;
    ctx.print(&answer, |out, answer| render::references(out, &answer.uses))?;
    Ok(if answer.uses.references.is_empty() { Exit::Nothing } else { Exit::Found })
}
