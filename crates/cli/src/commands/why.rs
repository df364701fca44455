//! `why`: prints the commits that shaped some lines.

use rutter_tools::code::why::{Args, Why};

use crate::context::Context;
use crate::exit::Exit;
use crate::render;

pub fn run(args: Args, ctx: &mut Context) -> anyhow::Result<Exit> {
    let answer = ctx.run(&Why, args)?;
    ctx.print(&answer, render::why)?;
    Ok(if answer.commits.is_empty() { Exit::Nothing } else { Exit::Found })
}
