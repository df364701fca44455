//! `gaps report`: reports what was done about gaps, what is left, and at what cost.

use std::path::Path;

use anyhow::Context as _;
use rutter_tools::knowledge::gap_report::{ReportArgs, ReportGaps};
use rutter_workspace::write_output;

use crate::arguments::{GapReportArgs, OutputFormat};
use crate::context::Context;
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::gap_report;

pub fn run(args: GapReportArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let report = ctx.run(&ReportGaps, ReportArgs { run: args.run })?;
    let text = match ctx.output {
        OutputFormat::Json => {
            let mut line = serde_json::to_string(&report)?;
            line.push('\n');
            line
        }
        OutputFormat::Md | OutputFormat::Text | OutputFormat::Sarif => {
            gap_report::markdown(&report)
        }
    };
    match &args.out {
        Some(path) => write_file(path, &text, ctx)?,
        None => ctx.print_text(&text)?,
    }
    Ok(Exit::Found)
}

/// Writes an output file that the user named.
fn write_file(path: &Path, text: &str, ctx: &Context) -> anyhow::Result<()> {
    let cannot = || {
        let message = format!("cannot write `{}`", path.display());
        Hinted::new(&message, "check that its folder exists and that you may write there")
    };
    write_output(&ctx.toolbox.engine.layout.root, path, text.as_bytes()).with_context(cannot)
}
