//! `team sync`: sends entries that wait on this machine to the team's store.

use rutter_knowledge::{Sent, send_queued, store_url};
use serde::Serialize;

use crate::context::Context;
use crate::error_report::Hinted;
use crate::exit::Exit;

#[derive(Debug, Serialize)]
struct SyncAnswer {
    store: String,
    sent: usize,
    /// The store had the same text of the same author.
    known: usize,
}

pub fn run(ctx: &mut Context) -> anyhow::Result<Exit> {
    let layout = &ctx.toolbox.engine.layout;
    if layout.remote.is_none() {
        let hint = "pass `--store URL`, or set $RUTTER_STORE";
        return Err(Hinted::new("there is no team's store to send entries to", hint).into());
    }
    let store = store_url(layout).to_string();
    let Sent { sent, known } = send_queued(&*ctx.toolbox.knowledge()?)?;
    let answer = SyncAnswer { store, sent, known };
    ctx.print(&answer, |out, answer| {
        let SyncAnswer { store, sent, known } = answer;
        match sent + known {
            0 => writeln!(out, "nothing waits for `{store}`"),
            _ => writeln!(out, "sent to `{store}`: {sent} new, {known} known there already"),
        }
    })?;
    Ok(if sent + known > 0 { Exit::Found } else { Exit::Nothing })
}
