//! `path`: prints how one symbol reaches another.

use rutter_tools::code::path::{Args, Path};

use crate::context::Context;
use crate::exit::Exit;
use crate::render;

pub fn run(args: Args, ctx: &mut Context) -> anyhow::Result<Exit> {
    let answer = ctx.run(&Path, args)?;
    ctx.print(&answer, render::path)?;
    let is_found = !answer.steps.is_empty();
    Ok(if is_found { Exit::Found } else { Exit::Nothing })
}
