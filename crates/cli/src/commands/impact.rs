//! `impact`: prints the direct and transitive users of a symbol.

use rutter_tools::code::impact::{Args, Impact};

use crate::context::Context;
use crate::exit::Exit;
use crate::render;

pub fn run(args: Args, ctx: &mut Context) -> anyhow::Result<Exit> {
    let answer = ctx.run(&Impact, args)?;
    ctx.print(&answer, render::impact)?;
    Ok(if answer.affected.is_empty() { Exit::Nothing } else { Exit::Found })
}
