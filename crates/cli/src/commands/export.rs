//! `export`: writes the pages of `serve` as files.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;

use rutter_serve::Project;
use rutter_web::{ExportError, Secrecy, Site, SiteExport, export};

use crate::arguments::ExportArgs;
use crate::context::Context;
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::person;

/// A file of every export, by which an earlier one is known.
const MARK: &str = "search-index.json";

pub fn run(args: &ExportArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let folder = &args.html;
    check_folder(folder)?;
    // Builds the index if there is none.
    ctx.toolbox.knowledge()?;
    let author = person::name_at(&ctx.toolbox.engine.layout.root);
    let project = Arc::new(Project::new(ctx.toolbox.as_ref().clone()));
    let site = Site::new(project, &author, Secrecy::Masked);
    let mut write = |path: &str, bytes: &[u8]| write_file(&folder.join(path), bytes);
    let done = export(&site, args.symbols, &mut write).map_err(|error| match error {
        ExportError::Tool(error) => anyhow::Error::from(error),
        ExportError::Write { path, source } => {
            let message = format!("cannot write `{}`: {source}", folder.join(path).display());
            Hinted::new(&message, "check free disk space and write permission").into()
        }
    })?;
    let exit = if done.problems.is_empty() { Exit::Found } else { Exit::Nothing };
    ctx.print(&done, |out, done| render(out, done, folder))?;
    Ok(exit)
}

fn render(out: &mut dyn io::Write, done: &SiteExport, folder: &Path) -> io::Result<()> {
    let SiteExport { files, folders, symbols, symbols_omitted, entries, problems } = done;
    writeln!(
        out,
        "{}: {files} files, {folders} folders, {symbols} symbols, {entries} entries",
        folder.display()
    )?;
    if *symbols_omitted > 0 {
        writeln!(
            out,
            "{symbols_omitted} symbols have no page of their own; `--symbols` sets how many do"
        )?;
    }
    for problem in problems {
        writeln!(out, "left out: {problem}")?;
    }
    Ok(())
}

/// Refuses a folder that holds something else.
fn check_folder(folder: &Path) -> anyhow::Result<()> {
    let is_free = match fs::read_dir(folder) {
        Ok(mut items) => items.next().is_none() || folder.join(MARK).is_file(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    if is_free {
        return Ok(());
    }
    let message = format!("`{}` holds something else than an export", folder.display());
    Err(Hinted::new(&message, "name a new folder").into())
}

fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let mut file = fs::File::create(path)?;
    file.write_all(bytes)
}
