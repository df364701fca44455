//! `status`: prints the contents of the index.

use rutter_domain::State;
use rutter_tools::maintenance::indexed_files::ListIndexedFiles;
use rutter_tools::maintenance::skipped_files::{self, ListSkippedFiles};
use rutter_tools::maintenance::status::{Args, IndexStatus};

use crate::arguments::StatusArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::render;

pub fn run(args: &StatusArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    if args.files {
        return list_files(ctx);
    }
    if args.skipped {
        let args = skipped_files::Args { skip: args.skip, limit: args.limit };
        let answer = ctx.run(&ListSkippedFiles, args)?;
        ctx.print(&answer, render::skipped_files)?;
        return Ok(if answer.skipped.is_empty() { Exit::Nothing } else { Exit::Found });
    }
    let status = ctx.run(&IndexStatus, Args::default())?;
    ctx.print(&status, render::status)?;
    Ok(match status.index.state {
        _ if !status.damage.is_empty() => Exit::Findings,
        State::Absent => Exit::Nothing,
        State::Current | State::Behind | State::Partial => Exit::Found,
    })
}

fn list_files(ctx: &mut Context) -> anyhow::Result<Exit> {
    let answer = ctx.run(&ListIndexedFiles, ())?;
    ctx.print(&answer, |out, answer| {
        answer.files.iter().try_for_each(|path| writeln!(out, "{}", render::printable(path)))
    })?;
    Ok(Exit::Found)
}
