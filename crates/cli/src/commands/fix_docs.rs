//! `fix-docs`: prints edits for broken mentions of documents, or makes them.

use rutter_tools::knowledge::fix_docs::{FixDocs, FixDocsArgs, Writing};

use crate::arguments;
use crate::context::Context;
use crate::exit::Exit;
use crate::render;
use crate::settings;
use crate::verbosity::Verbosity;

pub fn run(args: &arguments::FixDocsArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    settings::gap_settings(&ctx.toolbox.engine.layout.data)?;
    let writing = if args.apply { Writing::Apply } else { Writing::Propose };
    let fixes = ctx.run(&FixDocs, FixDocsArgs { writing })?;
    if let Some(why) = fixes.without_history.as_ref().filter(|_| ctx.verbosity != Verbosity::Quiet)
    {
        anstream::eprintln!("renamed symbols cannot be recognised: {why}");
    }
    ctx.print(&fixes, render::document_fixes)?;
    Ok(if fixes.edits.is_empty() { Exit::Nothing } else { Exit::Found })
}
