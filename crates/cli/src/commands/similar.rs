//! `similar`: prints code similar to a given piece.

use std::io::Read;

use rutter_engine::SimilarSource;
use rutter_tools::code::similar::{Args, Similar, read_place};

use super::overview::relative_to_root;
use crate::arguments::SimilarArgs;
use crate::context::Context;
use crate::exit::Exit;
use crate::render;
use crate::verbosity::Verbosity;

pub fn run(args: SimilarArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let source = source(&args, ctx)?;
    let shown = render::Shown::of(args.options.tokens, None);
    let answer = ctx.run(&Similar, Args { source, options: args.options })?;
    if let Some(remark) = answer.remark.as_ref().filter(|_| ctx.verbosity != Verbosity::Quiet) {
        eprintln!("{remark}");
    }
    ctx.print(&answer, |out, answer| render::similar(out, answer, shown))?;
    Ok(if answer.hits.is_empty() { Exit::Nothing } else { Exit::Found })
}

fn source(args: &SimilarArgs, ctx: &Context) -> anyhow::Result<SimilarSource> {
    if let Some(place) = &args.place {
        let from_root = |path: String| relative_to_root(&path, &ctx.toolbox.engine.layout.root);
        return Ok(match read_place(place)? {
            SimilarSource::Line { path, line } => {
                SimilarSource::Line { path: from_root(path), line }
            }
            SimilarSource::Chunk { path, number } => {
                SimilarSource::Chunk { path: from_root(path), number }
            }
            text @ SimilarSource::Text(_) => text,
        });
    }
    let text = args.text.clone().unwrap_or_default();
    if text != "-" {
        return Ok(SimilarSource::Text(text));
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(SimilarSource::Text(String::from_utf8_lossy(&bytes).into_owned()))
}
