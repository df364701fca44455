//! `symbol`: prints where a symbol is defined, what uses it and what it uses.

use rutter_tools::code::symbol::{Args, SymbolDetails};

use crate::context::Context;
use crate::exit::Exit;
use crate::render;
use crate::verbosity::Verbosity;

pub fn run(args: Args, ctx: &mut Context) -> anyhow::Result<Exit> {
    let answer = ctx.run(&SymbolDetails, args)?;
    if let Some(remark) = answer.remark.as_ref().filter(|_| ctx.verbosity != Verbosity::Quiet) {
        eprintln!("{remark}");
    }
    ctx.print(&answer, render::symbol)?;
    Ok(if answer.matches.is_empty() { Exit::Nothing } else { Exit::Found })
}
