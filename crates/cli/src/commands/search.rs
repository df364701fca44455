//! `search`: prints the places that answer a query.

use std::io::BufRead;

use rutter_engine::HitDetail;
use rutter_tools::code::search::{Args, Blank, Search};

use crate::arguments::SearchArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::render;
use crate::verbosity::Verbosity;

pub fn run(args: SearchArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    if args.batch {
        return run_batch(&args, ctx);
    }
    let query = args.words.join(" ");
    let shown = render::Shown::of(args.options.tokens);
    let detail = detail_of(&args);
    let request = Args { query, blank: Blank::Refuse, detail, options: args.options };
    let answer = ctx.run(&Search, request)?;
    if let Some(remark) = answer.remark.as_ref().filter(|_| ctx.verbosity != Verbosity::Quiet) {
        anstream::eprintln!("{remark}");
    }
    ctx.print(&answer, |out, answer| render::search(out, answer, args.explain, shown))?;
    Ok(if answer.hits.is_empty() { Exit::Nothing } else { Exit::Found })
}

/// Answers each line of standard input with a line of JSON, until it ends.
fn run_batch(args: &SearchArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    let mut exit = Exit::Nothing;
    let detail = detail_of(args);
    while input.read_until(b'\n', &mut line)? > 0 {
        let query = String::from_utf8_lossy(&line).trim().to_owned();
        line.clear();
        let options = args.options.clone();
        let request = Args { query, blank: Blank::FindNothing, detail, options };
        let answer = ctx.run(&Search, request)?;
        if !answer.hits.is_empty() {
            exit = Exit::Found;
        }
        ctx.print_json(&answer)?;
    }
    Ok(exit)
}

fn detail_of(args: &SearchArgs) -> HitDetail {
    if args.explain { HitDetail::Explained } else { HitDetail::Brief }
}
