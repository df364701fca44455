//! Writes the file of a run as it happens.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rutter_domain::{Event, Moment, Timestamp};

use super::file_of;
use crate::run_record::new_id;
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
