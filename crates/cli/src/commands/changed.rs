//! `changed`: prints what differs from a commit.

use rutter_tools::code::changed::{Args, Changed};

use crate::context::Context;
use crate::exit::Exit;
use crate::render;

pub fn run(args: Args, ctx: &mut Context) -> anyhow::Result<Exit> {
    let answer = ctx.run(&Changed, args)?;
    ctx.print(&answer, render::changed)?;
    let is_found = !answer.changed.symbols.is_empty() || !answer.changed.files.is_empty();
    Ok(if is_found { Exit::Found } else { Exit::Nothing })
}
