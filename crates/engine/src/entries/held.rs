//! The notebook as a snapshot holds it: read once, and again when somebody wrote.
//!
//! Where there is no notebook, one look for its file is all it costs. Others may write at any time,
//! so each use asks the database whether they have.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use rutter_domain::Verdict;
use rutter_store::{Contents, Notebook, NotebookDamage, Noted};

use super::look::Look;
use super::recall::EntryWords;
use super::standing::Standing;
use crate::Error;
use crate::snapshot::Snapshot;
use crate::source::Source;

/// Files looked at closely that are kept.
const KEPT_LOOKS: usize = 256;

/// What a snapshot has read of the notebook.
#[derive(Debug, Default)]
pub(crate) struct Held {
    opened: Mutex<Option<Opened>>,
    looks: Mutex<HashMap<String, Option<Arc<Look>>>>,
}

#[derive(Debug)]
struct Opened {
    notebook: Notebook,
    version: i64,
    page: Option<Arc<Page>>,
}

/// All entries as they were read.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) rows: Vec<Row>,
    pub(crate) words: OnceLock<EntryWords>,
    pub(crate) damage: NotebookDamage,
}

/// Why an entry is not verified whose row is not what was written.
const ALTERED: &str = "its record is damaged: the text may not be what its author wrote";

/// An entry, and how it stands once somebody has asked.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) noted: Noted,
    standing: OnceLock<Standing>,
    /// Its vector in the index's space, and the sum of its squares.
    pub(crate) vector: OnceLock<Option<(Vec<i8>, u32)>>,
}

impl Row {
    pub(crate) fn standing(&self, snapshot: &Snapshot) -> &Standing {
        self.standing.get_or_init(|| snapshot.standing(&self.noted))
    }
}

impl Snapshot {
    /// All entries; nothing when there is no notebook.
    pub(crate) fn page(&self) -> Result<Option<Arc<Page>>, Error> {
        let path = self.place.notebook();
        if !path.exists() {
            return Ok(None);
        }
        let mut held = self.opened();
        let opened = match held.as_mut() {
            Some(opened) => opened,
            None => held.insert(open(&path)?),
        };
        let version = opened.notebook.version()?;
        if let Some(page) = opened.page.as_ref().filter(|_| opened.version == version) {
            return Ok(Some(Arc::clone(page)));
        }
        let Contents { entries, damage } = opened.notebook.all()?;
        let rows = entries.into_iter().map(|mut noted| {
            if damage.altered.contains(&noted.entry.id) {
                noted.entry.verdict = Verdict::Unverified { reason: ALTERED.to_owned() };
            }
            Row { noted, standing: OnceLock::new(), vector: OnceLock::new() }
        });
        let page = Arc::new(Page { rows: rows.collect(), words: OnceLock::new(), damage });
        opened.version = version;
        opened.page = Some(Arc::clone(&page));
        Ok(Some(page))
    }

    /// Lets `write` have the notebook, which is made when there is none.
    pub(crate) fn write_notebook<T>(
        &self,
        write: impl FnOnce(&mut Notebook) -> Result<T, rutter_store::Error>,
    ) -> Result<T, Error> {
        self.place.prepare()?;
        let path = self.place.notebook();
        let mut held = self.opened();
        if !path.exists() {
            *held = None;
        }
        let opened = match held.as_mut() {
            Some(opened) => opened,
            None => held.insert(open(&path)?),
        };
        opened.page = None;
        Ok(write(&mut opened.notebook)?)
    }

    /// A file as it is now; nothing when it is not in the index or cannot be read.
    pub(crate) fn look(&self, path: &str) -> Option<Arc<Look>> {
        if let Some(look) = self.looks().get(path) {
            return look.clone();
        }
        self.look_and_keep(path)
    }

    /// The same, whatever was seen before.
    pub(crate) fn look_and_keep(&self, path: &str) -> Option<Arc<Look>> {
        let look = self.look_anew(path);
        let mut looks = self.looks();
        if looks.len() >= KEPT_LOOKS {
            looks.clear();
        }
        looks.insert(path.to_owned(), look.clone());
        look
    }

    fn look_anew(&self, path: &str) -> Option<Arc<Look>> {
        let file = self.file_at(path)?;
        match self.read_file(path) {
            Source::Text(read) => {
                let facts = (read.content == file.content).then(|| self.facts_of(file.id));
                let facts = facts.flatten().unwrap_or_else(|| {
                    // It has changed since it was indexed: what it is now is what counts.
                    Arc::new(rutter_syntax::read(file.language, &read.text))
                });
                let look = Look::new(path, read.content, file.language, read.text, facts);
                Some(Arc::new(look))
            }
            Source::Skip(..) | Source::Gone => None,
        }
    }

    fn opened(&self) -> MutexGuard<'_, Option<Opened>> {
        self.held.opened.lock().expect("no thread has panicked")
    }

    fn looks(&self) -> MutexGuard<'_, HashMap<String, Option<Arc<Look>>>> {
        self.held.looks.lock().expect("no thread has panicked")
    }
}

fn open(path: &std::path::Path) -> Result<Opened, Error> {
    let notebook = Notebook::open(path)?;
    Ok(Opened { version: notebook.version()?, notebook, page: None })
}
