//! `status`: prints the contents of the index. Exit code 1 means that there is no index.

use rutter_domain::State;
use rutter_tools::maintenance::indexed_files::ListIndexedFiles;
use rutter_tools::maintenance::status::{Args, IndexStatus};

use crate::arguments::StatusArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::render;

pub fn run(args: &StatusArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    if args.files {
        return list_files(ctx);
    }
    let status = ctx.run(&IndexStatus, Args::default())?;
    ctx.print(&status, render::status)?;
    Ok(if status.index.state == State::Absent { Exit::Nothing } else { Exit::Found })
}

fn list_files(ctx: &mut Context) -> anyhow::Result<Exit> {
    let answer = ctx.run(&ListIndexedFiles, ())?;
    ctx.print(&answer, |out, answer| {
        answer.files.iter().try_for_each(|path| writeln!(out, "{}", render::printable(path)))
    })?;
    Ok(Exit::Found)
}
