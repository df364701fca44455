//! Exports entries to files and imports them.
//!
//! An export is the same, byte for byte, for the same entries. It touches only files that begin with
//! our mark. An import compares every entry with the code as it is, keeps its id, and never replaces
//! what is newer. A damaged file is named, and the others are read all the same.

mod entry_file;
mod placement;
mod relocate;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

use rutter_domain::{REPOSITORY_PATH, Review, Seen, Symbol, TextLimit, Timestamp, Verdict};
use rutter_store::{ImportOutcome, MOST_NOTES, RejectedNote, StoredEntry};
use rutter_workspace::OutputFolder;
use serde::Serialize;

use crate::Error;
use crate::assess::{Located, locate};
use crate::draft::{EntryDraft, UnreadLines};
use crate::exchange::entry_file::{ImportedEntry, MARK, Origin};
use crate::exchange::placement::{Placed, place_import};
use crate::exchange::relocate::relocated;
use crate::knowledge::Knowledge;
use crate::recheck::still_unread;
use crate::record::check::{self, Refusal, clean_path};
use crate::record::unread::NOT_READ;
use crate::record::{Checked, anchor_of, check_said, entry_vector};
use crate::staleness::{entry_state, subject_at};
use crate::state::{EntryState, Presence};
use crate::status;
use crate::wide::{export_name, wide_place};
use rutter_checks::{CHECKS_VERSION, EntryContent};
use rutter_checks::{Subject, is_wide_path};
use rutter_syntax::ParsedFile;

/// The folder of an export, unless another is given. Hidden, so that it is not indexed itself; not
/// ignored, so that it can be committed.
pub const EXPORT_FOLDER: &str = ".rutter-entries";

/// Larger files are not read.
const LIMIT_BYTES: u64 = 32 << 20;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExportReport {
    pub folder: String,
    pub entries: usize,
    /// Files that were written, relative to the folder.
    pub written: Vec<String>,
    pub unchanged: usize,
    /// Files whose last entry is gone.
    pub removed: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ImportReport {
    pub folder: String,
    pub taken: usize,
    pub files: Vec<ImportedFile>,
}

/// Result of importing one file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct ImportedFile {
    /// Relative to the folder.
    pub file: String,
    /// Entries that are new here, or newer than what was here.
    pub taken: usize,
    /// Entries that were here already.
    pub same: usize,
    /// Entries that are newer here.
    pub older: usize,
    /// Why entries were not taken.
    pub refused: Vec<String>,
    /// Why nothing was taken: the file cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damaged: Option<String>,
}

impl ImportedFile {
    fn count(&mut self, outcome: ImportOutcome) {
        match outcome {
            ImportOutcome::Taken => self.taken += 1,
            ImportOutcome::Same => self.same += 1,
            ImportOutcome::Older => self.older += 1,
        }
    }
}

impl ImportReport {
    /// Whether every file was read and no entry was refused.
    pub fn is_whole(&self) -> bool {
        self.files.iter().all(|file| file.refused.is_empty() && file.damaged.is_none())
    }
}

/// Writes all entries to a folder; [`EXPORT_FOLDER`] in the root when none is given.
pub fn export_entries(knowledge: &Knowledge, folder: Option<&Path>) -> Result<ExportReport, Error> {
    let folder = export_folder(knowledge, folder);
    let output = open_folder(knowledge, &folder)
        .map_err(|source| Error::WriteExport { path: folder.clone(), source })?;
    let loaded = knowledge.load_entries()?;
    let mut by_path: BTreeMap<String, Vec<StoredEntry>> = BTreeMap::new();
    if let Some(loaded) = &loaded {
        for row in &loaded.rows {
            let stored = relocated(knowledge, loaded, row);
            by_path.entry(stored.entry.path.clone()).or_default().push(stored);
        }
    }
    let mut report = ExportReport {
        folder: folder.display().to_string(),
        entries: by_path.values().map(Vec::len).sum(),
        written: Vec::new(),
        unchanged: 0,
        removed: Vec::new(),
    };
    let mut wanted = BTreeSet::new();
    for (path, mut entries) in by_path {
        entries.sort_by(|left, right| {
            let key = |one: &StoredEntry| (one.entry.symbol.clone(), one.entry.id.clone());
            key(left).cmp(&key(right))
        });
        let name = export_name(&path);
        let text = entry_file::write(&path, &entries);
        if write_file(&output, &folder, &name, &text)? {
            report.written.push(name.clone());
        } else {
            report.unchanged += 1;
        }
        wanted.insert(name);
    }
    for name in entry_files(&folder)? {
        if !wanted.contains(&name) && is_ours(&output, &name) {
            output
                .remove(&name)
                .map_err(|source| Error::WriteExport { path: folder.join(&name), source })?;
            report.removed.push(name);
        }
    }
    Ok(report)
}

/// Imports entries from a folder; [`EXPORT_FOLDER`] in the root when none is given.
pub fn import_entries(knowledge: &Knowledge, folder: Option<&Path>) -> Result<ImportReport, Error> {
    let folder = export_folder(knowledge, folder);
    if !folder.is_dir() {
        let source = io::Error::new(io::ErrorKind::NotFound, "there is no such folder");
        return Err(Error::ReadExport { path: folder, source });
    }
    let input = open_folder(knowledge, &folder)
        .map_err(|source| Error::ReadExport { path: folder.clone(), source })?;
    let mut report =
        ImportReport { folder: folder.display().to_string(), taken: 0, files: Vec::new() };
    let now = Timestamp::of(SystemTime::now());
    for name in entry_files(&folder)? {
        let mut file = ImportedFile { file: name.clone(), ..ImportedFile::default() };
        match read_entry_file(&input, &name, now) {
            Ok(imported) => take_in(knowledge, imported, &mut file)?,
            Err(why) => file.damaged = Some(why),
        }
        report.taken += file.taken;
        report.files.push(file);
    }
    Ok(report)
}

fn take_in(
    knowledge: &Knowledge,
    imported: Vec<ImportedEntry>,
    file: &mut ImportedFile,
) -> Result<(), Error> {
    let loaded = knowledge.load_entries()?;
    let mut kept = Vec::with_capacity(imported.len());
    for one in imported {
        let title = one.entry.title().to_owned();
        match compared(knowledge, one) {
            Ok(stored) => match place_import(knowledge, loaded.as_deref(), stored) {
                Placed::Take(stored) => kept.push(*stored),
                Placed::Leave(outcome) => file.count(outcome),
            },
            Err(Refusal(why)) => file.refused.push(format!("`{title}`: {why}")),
        }
    }
    if kept.is_empty() {
        return Ok(());
    }
    for outcome in knowledge.write_notebook(|notebook| notebook.import(&kept))? {
        file.count(outcome);
    }
    Ok(())
}

/// An imported entry after it was compared with the code.
fn compared(knowledge: &Knowledge, imported: ImportedEntry) -> Result<StoredEntry, Refusal> {
    let ImportedEntry { mut entry, anchor, mut notes, reviews, origin } = imported;
    let reviews = if origin == Origin::Export { reviews } else { Vec::new() };
    if let (Verdict::Rejected { note }, true) = (&entry.verdict, notes.is_empty()) {
        notes.push(RejectedNote {
            note: note.clone(),
            summary: entry.summary.clone(),
            author: entry.author.clone(),
            at: entry.created_at,
            shown_to: None,
        });
    }
    if !is_wide_path(&entry.path) {
        entry.path = clean_path(&entry.path)?.to_owned();
    }
    for cited in &mut entry.evidence {
        cited.path = clean_path(&cited.path)?.to_owned();
    }
    let is_topic = entry.path == REPOSITORY_PATH && !entry.symbol.is_empty();
    let draft = EntryDraft {
        symbol: entry.symbol.clone(),
        path: entry.path.clone(),
        topic: is_topic.then(|| entry.symbol.clone()),
        summary: entry.summary.clone(),
        details: entry.details.clone(),
        tags: entry.tags.clone(),
        facts: entry.facts.clone(),
        evidence: entry.evidence.clone(),
        confidence: entry.confidence,
        author: entry.author.clone(),
        run: entry.run.clone(),
        unread: UnreadLines::Kept,
    };
    check::text(&draft)?;
    check_attached(&entry.verdict, &notes, &reviews)?;
    if is_wide_path(&entry.path) && wide_place(knowledge, &draft)?.is_none() {
        return Err(Refusal(format!("`{}` is no folder of the index", entry.path)));
    }
    let vector = entry_vector(knowledge, &entry);
    let checks = 0;
    let Some(anchor) = anchor else {
        let Located { subject, evidence } = locate(knowledge, &draft, &Seen::default())?;
        entry.evidence = evidence;
        entry.symbol = subject.entry_symbol().to_owned();
        let anchor = anchor_of(knowledge, &subject, &entry.evidence);
        let mut stored = StoredEntry { entry, anchor, vector, notes, checks, reviews };
        check_imported(knowledge, &mut stored, &subject, origin);
        return Ok(stored);
    };
    if entry.evidence.is_empty() || anchor.windows.len() != entry.evidence.len() {
        return Err(Refusal("it has no evidence; give `[[entry.evidence]]`".to_owned()));
    }
    if is_wide_path(&entry.path) && anchor.windows.contains(&None) {
        let reason = "what is wider than a file has no lines of its own; cite those of files";
        return Err(Refusal(reason.to_owned()));
    }
    let mut stored = StoredEntry { entry, anchor, vector, notes, checks, reviews };
    let state = entry_state(knowledge, &stored);
    if state.presence == Presence::Gone {
        return Err(Refusal(state.fault.unwrap_or_default()));
    }
    match state.fault {
        None => {
            let subject = vouched(knowledge, &stored, &state)?;
            check_imported(knowledge, &mut stored, &subject, origin);
        }
        // It is stale; if its code comes back, it is checked then.
        Some(_) => match (&stored.entry.verdict, unread(origin)) {
            (Verdict::Rejected { .. }, _) | (_, None) => {}
            (_, Some(reason)) => stored.entry.verdict = Verdict::Unverified { reason },
        },
    }
    Ok(stored)
}

/// Checks the lengths of the notes and reviews of an imported entry.
fn check_attached(
    verdict: &Verdict,
    notes: &[RejectedNote],
    reviews: &[Review],
) -> Result<(), Refusal> {
    if notes.len().max(reviews.len()) > MOST_NOTES {
        return Err(Refusal(format!("at most {MOST_NOTES} notes and reviews are allowed")));
    }
    if let Verdict::Rejected { note } = verdict {
        TextLimit::NOTE.check(note)?;
    }
    for RejectedNote { note, summary, author, at: _, shown_to: _ } in notes {
        TextLimit::NOTE.check(note)?;
        TextLimit::SUMMARY.check(summary)?;
        TextLimit::AUTHOR.check(author)?;
    }
    for Review { reader, run: _, at: _, answers } in reviews {
        TextLimit::AUTHOR.check(reader)?;
        for answer in answers {
            TextLimit::DETAILS.check(&answer.text)?;
            TextLimit::NOTE.check(answer.reason.as_deref().unwrap_or_default())?;
        }
    }
    Ok(())
}

/// Checks an imported entry as if it were recorded now, except that nobody knows what its author read.
fn check_imported(
    knowledge: &Knowledge,
    stored: &mut StoredEntry,
    subject: &Subject,
    origin: Origin,
) {
    let evidence = entry_state(knowledge, stored).evidence;
    let entry = &stored.entry;
    let said = EntryContent {
        summary: &entry.summary,
        details: entry.details.as_deref(),
        facts: &entry.facts,
    };
    let Checked { claims, anchor } = check_said(knowledge, subject, &evidence, said);
    if !matches!(entry.verdict, Verdict::Rejected { .. }) {
        let mut faults = still_unread(&entry.verdict);
        faults.extend(unread(origin));
        stored.entry.verdict = status::verdict(&claims, &faults);
    }
    stored.entry.claims = claims;
    stored.anchor.supports = anchor.supports;
    stored.checks = CHECKS_VERSION;
}

/// Why the author of an imported text may not have read the code.
fn unread(origin: Origin) -> Option<String> {
    let whose = match origin {
        Origin::Export => return None,
        Origin::Edited => "it was edited after its export",
        Origin::Hand => "it was written by hand",
    };
    Some(format!("{whose}, and the code was {NOT_READ}"))
}

/// The symbol of an entry that claims to be as the code is. An entry file may be written by anybody,
/// so its hashes are made again.
fn vouched(
    knowledge: &Knowledge,
    stored: &StoredEntry,
    state: &EntryState,
) -> Result<Subject, Refusal> {
    let anchor = &stored.anchor;
    if is_wide_path(&stored.entry.path) {
        check_windows(knowledge, stored, state)?;
        let subject = subject_at(knowledge, &state.place, &state.evidence);
        return subject.ok_or_else(|| misfit(format!("`{}`", stored.entry.title())));
    }
    let is_it = |parsed: &ParsedFile, symbol: &Symbol| {
        symbol.qualified_name == state.place.symbol && parsed.subject_hash(symbol) == anchor.subject
    };
    let subject = knowledge.parsed_file_with(&state.place.path, anchor.kind).and_then(|parsed| {
        let as_written = parsed.find(|symbol| {
            symbol.name == anchor.name
                && symbol.kind == anchor.kind
                && symbol.span.start_line == state.place.start_line
                && symbol.span.end_line == state.place.end_line
                && is_it(&parsed, symbol)
        });
        // A new name keeps the hash and not the name.
        let is_renamed = stored.entry.symbol != state.place.symbol;
        let renamed = || parsed.find(|symbol| is_renamed && is_it(&parsed, symbol));
        let (at, _) = as_written.or_else(renamed)?;
        Some(Subject { parsed, at })
    });
    let subject = subject.ok_or_else(|| misfit(format!("`{}`", stored.entry.title())))?;
    check_windows(knowledge, stored, state)?;
    Ok(subject)
}

/// Makes the hashes of the evidence again.
fn check_windows(
    knowledge: &Knowledge,
    stored: &StoredEntry,
    state: &EntryState,
) -> Result<(), Refusal> {
    for (cited, window) in state.evidence.iter().zip(&stored.anchor.windows) {
        let Some(window) = window else { continue };
        let parsed = knowledge.parsed_file(&cited.path);
        let is_there = parsed.is_some_and(|parsed| {
            let found = parsed.find_window(window, cited.start_line);
            found.is_some() && cited.end_line <= parsed.n_lines()
        });
        if !is_there {
            return Err(misfit(format!("its evidence in `{}`", cited.path)));
        }
    }
    Ok(())
}

fn misfit(what: String) -> Refusal {
    Refusal(format!(
        "{what} is not what its hashes say; leave `subject`, `content` and `window` out to have \
         them made from the code as it is"
    ))
}

fn export_folder(knowledge: &Knowledge, folder: Option<&Path>) -> PathBuf {
    folder.map_or_else(|| knowledge.snapshot.layout().root.join(EXPORT_FOLDER), Path::to_owned)
}

/// Opens the folder of an export; links in the repository are refused.
fn open_folder(knowledge: &Knowledge, folder: &Path) -> io::Result<OutputFolder> {
    OutputFolder::create(&knowledge.snapshot.layout().root, folder)
}

/// Writes a file unless it is unchanged. A file that is not ours is left alone.
fn write_file(output: &OutputFolder, folder: &Path, name: &str, text: &str) -> Result<bool, Error> {
    let path = || folder.join(name);
    match output.read(name, LIMIT_BYTES) {
        Ok(bytes) if bytes == text.as_bytes() => return Ok(false),
        Ok(bytes) if !bytes.starts_with(MARK.as_bytes()) => {
            return Err(Error::HandWritten { path: path() });
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(source) => return Err(Error::WriteExport { path: path(), source }),
    }
    output
        .write(name, text.as_bytes())
        .map_err(|source| Error::WriteExport { path: path(), source })?;
    Ok(true)
}

fn read_entry_file(
    input: &OutputFolder,
    name: &str,
    now: Timestamp,
) -> Result<Vec<ImportedEntry>, String> {
    let bytes = input.read(name, LIMIT_BYTES).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned())?;
    entry_file::read(&text, now)
}

fn is_ours(output: &OutputFolder, name: &str) -> bool {
    output.read(name, LIMIT_BYTES).is_ok_and(|bytes| bytes.starts_with(MARK.as_bytes()))
}

/// The entry files under a folder, relative to it, sorted. Links are not followed.
fn entry_files(folder: &Path) -> Result<Vec<String>, Error> {
    let mut found = Vec::new();
    let mut open = vec![String::new()];
    while let Some(under) = open.pop() {
        let path = folder.join(&under);
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(source) => return Err(Error::ReadExport { path, source }),
        };
        for entry in entries.flatten() {
            let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else {
                continue;
            };
            let name = if under.is_empty() { name } else { format!("{under}/{name}") };
            if kind.is_dir() {
                open.push(name);
            } else if kind.is_file() && name.ends_with(".toml") {
                found.push(name);
            }
        }
    }
    found.sort();
    Ok(found)
}
