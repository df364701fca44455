//! `export`: writes the pages of `serve` as files.
//!
//! A list of the written files is kept in the folder. It marks the folder as an export, and a later export
//! deletes the pages of the list that it does not write again, except those that were changed by hand.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;

use rutter_serve::Project;
use rutter_web::{ExportError, Secrecy, Site, SiteExport, export};
use rutter_workspace::{OutputFolder, hash};

use crate::arguments::ExportArgs;
use crate::context::Context;
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::person;

/// The list of written files, each with the hash of its content.
const LIST: &str = ".rutter-export";
/// Larger files of an earlier export are not read.
const LIMIT_BYTES: u64 = 256 << 20;

pub fn run(args: &ExportArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    // Builds the index if there is none.
    ctx.toolbox.knowledge()?;
    let root = &ctx.toolbox.engine.layout.root;
    let folder = ExportFolder::open(root, &args.html)?;
    let author = person::name_at(root);
    let project = Arc::new(Project::new(ctx.toolbox.as_ref().clone()));
    let site = Site::new(project, &author, Secrecy::Masked);
    let mut written = BTreeMap::new();
    let mut write = |path: &str, bytes: &[u8]| {
        folder.output.write(path, bytes)?;
        written.insert(path.to_owned(), hash(bytes).to_string());
        Ok(())
    };
    let done = export(&site, args.symbols, &mut write).map_err(|error| match error {
        ExportError::Tool(error) => anyhow::Error::from(error),
        ExportError::Write { path, source } => cannot_write(&args.html.join(path), &source),
    })?;
    folder.finish(&written).map_err(|error| cannot_write(&args.html.join(LIST), &error))?;
    let exit = if done.problems.is_empty() { Exit::Found } else { Exit::Incomplete };
    ctx.print(&done, |out, done| render(out, done, &args.html))?;
    Ok(exit)
}

fn cannot_write(path: &Path, error: &io::Error) -> anyhow::Error {
    let message = format!("cannot write `{}`: {error}", path.display());
    Hinted::new(&message, "check free disk space and write permission, or name a new folder").into()
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

/// The folder of an export.
struct ExportFolder {
    output: OutputFolder,
    /// The files of an earlier export, each with its hash.
    before: BTreeMap<String, String>,
}

impl ExportFolder {
    /// Opens a new or empty folder or that of an earlier export; refuses one that holds something else.
    fn open(root: &Path, folder: &Path) -> anyhow::Result<ExportFolder> {
        let output =
            OutputFolder::create(root, folder).map_err(|error| cannot_write(folder, &error))?;
        let list = output.read(LIST, LIMIT_BYTES).ok();
        let is_empty = std::fs::read_dir(folder).is_ok_and(|mut items| items.next().is_none());
        if list.is_none() && !is_empty {
            let message = format!("`{}` holds something else than an export", folder.display());
            return Err(Hinted::new(&message, "name a new folder").into());
        }
        let list = String::from_utf8(list.unwrap_or_default()).unwrap_or_default();
        let before = list.lines().filter_map(|line| line.split_once(' '));
        let before = before.map(|(hash, path)| (path.to_owned(), hash.to_owned())).collect();
        let export = ExportFolder { output, before };
        // From the start, so that an export that was interrupted can be repeated.
        export.save_list(&export.before).map_err(|error| cannot_write(folder, &error))?;
        Ok(export)
    }

    /// Deletes the pages of an earlier export that this one did not write, and lists those that it did.
    fn finish(&self, written: &BTreeMap<String, String>) -> io::Result<()> {
        for (path, listed) in self.before.iter().filter(|(path, _)| !written.contains_key(*path)) {
            let content = self.output.read(path, LIMIT_BYTES);
            if content.is_ok_and(|bytes| hash(&bytes).to_string() == *listed) {
                self.output.remove(path)?;
            }
        }
        self.save_list(written)
    }

    fn save_list(&self, files: &BTreeMap<String, String>) -> io::Result<()> {
        // Keeps pages inside the repository out of the index.
        self.output.write(".rutterignore", b"*\n")?;
        let list: String = files.iter().map(|(path, hash)| format!("{hash} {path}\n")).collect();
        self.output.write(LIST, list.as_bytes())
    }
}
