//! Writes a run as it happens.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rutter_domain::{Event, Moment, Timestamp};

use super::{RunError, file_of};

/// The record of a run that is going on. It can be written to from any thread.
#[derive(Debug)]
pub struct RunWriter {
    /// Sorts by time and can be typed: `20261115-093012-ab12`.
    pub id: String,
    path: PathBuf,
    file: Mutex<File>,
}

impl RunWriter {
    /// Adds a moment. When this returns, no crash of the program can take it away.
    pub fn append(&self, moment: &Moment) -> Result<(), RunError> {
        let cannot = |source| RunError::Write { path: self.path.clone(), source };
        let mut line = serde_json::to_string(moment).map_err(|error| cannot(error.into()))?;
        line.push('\n');
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes()).map_err(cannot)?;
        if let Event::Finished { .. } = moment.event {
            file.sync_data().map_err(cannot)?;
        }
        Ok(())
    }
}

pub(super) fn create(folder: &Path, now: Timestamp) -> Result<RunWriter, RunError> {
    let cannot = |source| RunError::Create { path: folder.to_owned(), source };
    make_private_folder(folder).map_err(cannot)?;
    loop {
        let id = new_id(now);
        let path = file_of(folder, &id);
        match make_private_file(&path) {
            Ok(file) => {
                // A file system without locks keeps runs all the same; they look interrupted.
                let _ = file.try_lock();
                return Ok(RunWriter { id, path, file: Mutex::new(file) });
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(source) => return Err(cannot(source)),
        }
    }
}

/// An id that nobody else makes: the time, then something of this process.
fn new_id(now: Timestamp) -> String {
    static N_MADE: AtomicU64 = AtomicU64::new(0);
    let n_made = N_MADE.fetch_add(1, Ordering::Relaxed);
    let mut hasher = blake3::Hasher::new();
    for part in [now.0, u64::from(std::process::id()), n_made] {
        hasher.update(&part.to_le_bytes());
    }
    let hash = hasher.finalize().to_hex();
    let digits: String = now.to_string().chars().filter(char::is_ascii_digit).collect();
    format!("{}-{}-{}", &digits[..8], &digits[8..14], &hash[..4])
}

fn make_private_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    if let Some(above) = folder.parent() {
        fs::create_dir_all(above)?;
    }
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        made => made,
    }
}

fn make_private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.append(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}
