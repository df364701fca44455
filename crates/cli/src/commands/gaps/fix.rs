//! `gaps fix`: prints edits for broken mentions of documents, or makes them.

use std::io::{self, Write};

use rutter_tools::knowledge::fix_docs::{FixDocs, FixDocsArgs, Writing};

use crate::arguments::{self, Format};
use crate::context::{Context, is_for_person};
use crate::exit::Exit;
use crate::render;
use crate::verbosity::Verbosity;

pub fn run(args: &arguments::FixDocsArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let writing = if args.apply { Writing::Apply } else { Writing::Propose };
    let fixes = ctx.run(&FixDocs, FixDocsArgs { writing })?;
    if let Some(why) = fixes.without_history.as_ref().filter(|_| ctx.verbosity != Verbosity::Quiet)
    {
        eprintln!("renamed symbols cannot be recognised: {why}");
    }
    // A diff in a pipe is for `git apply`, which needs every byte unchanged.
    let is_patch = !fixes.edits.is_empty() && fixes.written.is_empty();
    if is_patch && ctx.format == Format::Text && !is_for_person() {
        io::stdout().write_all(fixes.diff.as_bytes())?
    } else {
        ctx.print(&fixes, render::document_fixes)?
    }
    Ok(if fixes.edits.is_empty() || args.apply { Exit::Found } else { Exit::Findings })
}
