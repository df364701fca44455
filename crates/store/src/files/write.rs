//! Writes the file of a run as it happens.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rutter_domain::{Event, Moment, Timestamp};

use super::file_of;
use crate::{Error, RunWriter};

#[derive(Debug)]
pub(super) struct FileWriter {
    id: String,
    path: PathBuf,
    file: Mutex<File>,
}

impl RunWriter for FileWriter {
    fn id(&self) -> &str {
        &self.id
    }

    fn append(&self, moment: &Moment) -> Result<(), Error> {
        let cannot = |source| Error::RunWrite { path: self.path.clone(), source };
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

pub(super) fn create(folder: &Path, now: Timestamp) -> Result<FileWriter, Error> {
    let cannot = |source| Error::RunCreate { path: folder.to_owned(), source };
    make_private_folder(folder).map_err(cannot)?;
    loop {
        let id = new_id(now);
        let path = file_of(folder, &id);
        match make_private_file(&path) {
            Ok(file) => {
                // Without file locks the run is recorded all the same, but looks interrupted.
                let _ = file.try_lock();
                return Ok(FileWriter { id, path, file: Mutex::new(file) });
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(source) => return Err(cannot(source)),
        }
    }
}

/// A unique id: the time, then a hash that differs between processes and calls.
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
