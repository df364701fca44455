//! `team publish`: makes this repository searchable for the team.

use std::process;
use std::time::Duration;

use rutter_engine::{Extent, Refresh};
use rutter_team::{PublishAnswer, PublishRequest, Repair, Wait, publish};
use rutter_tools::maintenance::index::{self, Index};
use rutter_workspace::{CheckedOut, Git};

use crate::arguments::{GlobalArgs, PublishArgs};
use crate::context::Context;
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::render::plural;
use crate::team_services::{self, WRITE_RETRIES};

pub fn run(args: &PublishArgs, global: &GlobalArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let Some(store) = ctx.toolbox.engine.layout.remote.clone() else {
        let hint = "pass `--store URL`, or set $RUTTER_STORE";
        return Err(Hinted::new("there is no team's store to publish to", hint).into());
    };
    let index = team_services::index(global, WRITE_RETRIES)?;
    let report = ctx.run(&Index, index::Args { extent: Extent::Changed })?;
    if report.partial.is_some() {
        return Ok(Exit::Interrupted);
    }
    let engine = &ctx.toolbox.engine;
    let cancelled = &ctx.signals.cancelled;
    let snapshot = engine.snapshot(Refresh::Never, &|_| {}, cancelled)?;
    let revision = match Git::checked_out(&engine.layout.root) {
        CheckedOut::Clean(commit) => Some(commit),
        CheckedOut::Changed | CheckedOut::NoRepository => None,
    };
    let answer = publish(PublishRequest {
        store: &store,
        index: &index,
        snapshot: &snapshot,
        revision: revision.as_deref(),
        holder: &format!("process {}", process::id()),
        wait: args.wait.map_or(Wait::No, |seconds| Wait::For(Duration::from_secs(seconds))),
        repair: if args.repair { Repair::Yes } else { Repair::IfNew },
        cancelled,
    })?;
    ctx.print(&answer, |out, answer| {
        let PublishAnswer { repository, chunks, added, removed, sent, deleted, .. } = answer;
        let commit = answer.commit.as_deref().unwrap_or("files that no commit has");
        let chunks = plural(*chunks, "chunk");
        writeln!(out, "{repository}\n  {commit}: {chunks}, {added} new, {removed} gone")?;
        writeln!(out, "  index: {sent} sent, {deleted} deleted")?;
        match &answer.remark {
            _ if answer.indexed => Ok(()),
            Some(remark) => writeln!(out, "  the next publication sends the rest: {remark}"),
            None => writeln!(out, "  the next publication sends the rest"),
        }
    })?;
    Ok(if answer.indexed { Exit::Found } else { Exit::Incomplete })
}
