//! `status`: prints the contents of the index. Exit code 1 means that there is no index.

use std::io::Write;

use rutter_domain::State;
use rutter_engine::Refresh;
use rutter_tools::maintenance::status::{Args, IndexStatus};

use crate::arguments::{Format, StatusArgs};
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
    let toolbox = &ctx.toolbox;
    let snapshot =
        toolbox.engine.snapshot(Refresh::Never, &*toolbox.watcher, &toolbox.cancelled)?;
    match ctx.format {
        Format::Json => {
            let paths: Vec<&str> = snapshot.paths().collect();
            ctx.print_json(&serde_json::json!({ "index": snapshot.freshness, "files": paths }))?;
        }
        Format::Text => {
            for path in snapshot.paths() {
                writeln!(ctx.out, "{path}")?;
            }
        }
    }
    Ok(Exit::Found)
}
