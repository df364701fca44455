//! `search`: prints the places that answer a query.

use std::io::BufRead;

use rutter_engine::{HitDetail, SimilarSource};
use rutter_tools::code::search::{Args, Blank, Search};
use rutter_tools::code::similar::read_place;

use super::overview::relative_to_root;
use crate::arguments::{Format, SearchArgs};
use crate::context::{Context, is_for_person};
use crate::exit::Exit;
use crate::render;
use crate::verbosity::Verbosity;

pub fn run(args: SearchArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    if args.batch {
        return run_batch(&args, ctx);
    }
    let query = from_root(&args.words.join(" "), ctx);
    let detail = detail_of(&args);
    let mut options = args.options.clone();
    let screen = screen_limits(&args, ctx);
    if screen.is_some() && !args.is_sized {
        (options.limit, options.excerpts) = (render::SCREEN_FILES, 1);
    }
    let request = Args { query, blank: Blank::Refuse, detail, options };
    let answer = ctx.run(&Search, request)?;
    if let Some(remark) = answer.remark.as_ref().filter(|_| ctx.verbosity != Verbosity::Quiet) {
        eprintln!("{remark}");
    }
    let shown = render::Shown::of(args.options.tokens, args.lines);
    ctx.print(&answer, |out, answer| match screen {
        Some(limits) => render::search_screen(out, answer, args.options.skip, limits),
        None => render::search(out, answer, args.explain, shown),
    })?;
    Ok(if answer.hits.is_empty() { Exit::Nothing } else { Exit::Found })
}

/// The limits of the terminal, if the answer is printed to one.
fn screen_limits(args: &SearchArgs, ctx: &Context) -> Option<render::ScreenLimits> {
    let is_wanted = ctx.format == Format::Text && args.options.tokens.is_none() && is_for_person();
    let size = rutter_terminal::size().filter(|_| is_wanted)?;
    let (lines, is_sized, explain) = (args.lines, args.is_sized, args.explain);
    Some(render::ScreenLimits { size, lines, is_sized, explain })
}

/// Makes the path of a query such as `a.rs:12` relative to the root. Other queries stay as they are.
fn from_root(query: &str, ctx: &Context) -> String {
    match read_place(query) {
        Ok(SimilarSource::Line { path, line }) => {
            format!("{}:{line}", relative_to_root(&path, &ctx.toolbox.engine.layout.root))
        }
        Ok(SimilarSource::Chunk { .. } | SimilarSource::Text(_)) | Err(_) => query.to_owned(),
    }
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
