//! The notebook: entries in SQLite, durable before a write is acknowledged.
//!
//! What people and models wrote cannot be derived again. So a notebook that is damaged, or that a
//! newer program wrote, is never thrown away: opening it fails and names the file. Any number of
//! processes read and write it at once. Start at [`Notebook::open`]; a row is a [`Noted`].

mod checksum;
mod noted;
mod row;
mod schema;

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use rutter_domain::{Entry, Timestamp, Verdict};

pub use checksum::NotebookDamage;
pub use noted::{Anchor, EntryVector, Noted, RejectedNote, TokenUnit, Twin, Window};

use crate::Error;
use schema::Checksums;

/// An open notebook. One connection: give each thread its own.
#[derive(Debug)]
pub struct Notebook {
    connection: Connection,
    path: PathBuf,
    checksums: Checksums,
    /// Why it can only be read, if so.
    obstacle: Option<String>,
}

/// All entries, and what of them is damaged.
#[derive(Debug, Clone, Default)]
pub struct Contents {
    /// By path, symbol and id.
    pub entries: Vec<Noted>,
    pub damage: NotebookDamage,
}

/// What became of an entry that was brought from elsewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adoption {
    /// It is new here, or newer than what was here.
    Taken,
    /// The same is here already.
    Same,
    /// What is here is newer.
    Older,
}

/// What became of an entry that was to be kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Put {
    Kept {
        id: String,
    },
    /// Somebody else has written there meanwhile. Look again, and decide anew.
    Overtaken,
}

impl Notebook {
    /// Opens the notebook, and makes it when there is none. Where the folder cannot be written, it
    /// can still be read.
    pub fn open(path: &Path) -> Result<Notebook, Error> {
        let schema::Opened { connection, checksums, obstacle } = schema::open(path)?;
        Ok(Notebook { connection, path: path.to_owned(), checksums, obstacle })
    }

    /// A number that changes whenever another connection writes.
    pub fn version(&self) -> Result<i64, Error> {
        self.connection
            .query_row("PRAGMA data_version", [], |row| row.get(0))
            .map_err(|source| self.cannot_read(source))
    }

    /// All entries, compared with their checksums.
    pub fn all(&self) -> Result<Contents, Error> {
        let read = || -> rusqlite::Result<Contents> {
            // One state for all tables, whatever others write meanwhile.
            let _state = self.connection.unchecked_transaction()?;
            let notes = row::all_notes(&self.connection)?;
            let mut select = self.connection.prepare_cached(row::SELECT_ALL)?;
            let rows = select.query_map([], row::noted)?;
            let mut all = rows.collect::<rusqlite::Result<Vec<Noted>>>()?;
            for noted in &mut all {
                noted.notes = notes.get(&noted.entry.id).cloned().unwrap_or_default();
            }
            let damage = match self.checksums {
                Checksums::Kept => checksum::compare(&self.connection, &all)?,
                Checksums::None => NotebookDamage::default(),
            };
            Ok(Contents { entries: all, damage })
        };
        read().map_err(|source| self.cannot_read(source))
    }

    /// How many entries there are.
    pub fn n_entries(&self) -> Result<u64, Error> {
        self.connection
            .query_row("SELECT count(*) FROM entries", [], |row| row.get::<_, i64>(0))
            .map(i64::cast_unsigned)
            .map_err(|source| self.cannot_read(source))
    }

    /// Keeps an entry in the place of the one that its author knew of, with that one's id, or as a
    /// new one. Nothing is kept when another has been written there meanwhile: what the author
    /// decided may not hold of that.
    pub fn put(&mut self, noted: &Noted, known: Option<&Noted>) -> Result<Put, Error> {
        self.write(|connection| {
            let (path, symbol) = (&noted.entry.path, &noted.entry.symbol);
            let known_id = known.map(|known| known.entry.id.clone());
            if let Some(id) = &known_id {
                let here = row::by_id(connection, id)?;
                let is_as_known =
                    here.as_ref().zip(known).is_some_and(|(here, known)| here.is_same_text(known));
                if !is_as_known {
                    return Ok(Put::Overtaken);
                }
            }
            let id = match (row::id_at(connection, path, symbol)?, known_id) {
                (Some(here), known) if known.as_ref() != Some(&here) => return Ok(Put::Overtaken),
                (_, Some(id)) => id,
                (_, None) => free_id(connection, path, symbol)?,
            };
            let entry = Entry { id: id.clone(), ..noted.entry.clone() };
            row::replace(connection, &Noted { entry, ..noted.clone() })?;
            checksum::keep(connection, &id)?;
            Ok(Put::Kept { id })
        })
    }

    /// Keeps entries that were written elsewhere, with their ids and notes, but for those that are
    /// newer here. All of them, or none.
    pub fn adopt(&mut self, brought: &[Noted]) -> Result<Vec<Adoption>, Error> {
        self.write(|connection| brought.iter().map(|noted| adopt_one(connection, noted)).collect())
    }

    /// Takes entries out, with their notes. Gives those that were there.
    pub fn forget(&mut self, ids: &[String]) -> Result<Vec<String>, Error> {
        self.write(|connection| {
            let mut forgotten = Vec::new();
            for id in ids {
                connection.execute("DELETE FROM notes WHERE entry = ?1", params![id])?;
                connection.execute("DELETE FROM checksums WHERE entry = ?1", params![id])?;
                if connection.execute("DELETE FROM entries WHERE id = ?1", params![id])? > 0 {
                    forgotten.push(id.clone());
                }
            }
            Ok(forgotten)
        })
    }

    /// Marks an entry as wrong and keeps why. Gives nothing when there is no such entry.
    pub fn reject(&mut self, id: &str, note: &str, at: Timestamp) -> Result<Option<Noted>, Error> {
        self.write(|connection| {
            let Some(mut noted) = row::by_id(connection, id)? else { return Ok(None) };
            noted.notes.push(RejectedNote {
                note: note.to_owned(),
                summary: noted.entry.summary.clone(),
                author: noted.entry.author.clone(),
                at,
                told_to: None,
            });
            noted.entry.verdict = Verdict::Rejected { note: note.to_owned() };
            row::replace(connection, &noted)?;
            row::replace_notes(connection, id, &noted.notes)?;
            checksum::keep(connection, id)?;
            Ok(Some(noted))
        })
    }

    /// Remembers who has been told why an entry was rejected.
    pub fn mark_told(&mut self, id: &str, whom: &str) -> Result<(), Error> {
        self.write(|connection| {
            let update = "UPDATE notes SET told_to = ?2 WHERE entry = ?1";
            connection.execute(update, params![id, whom]).map(drop)
        })
    }

    /// One write, alone and durable: whoever else writes is waited for.
    fn write<T>(
        &mut self,
        change: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, Error> {
        let path = &self.path;
        if let Some(why) = &self.obstacle {
            return Err(Error::NotebookReadOnly { path: path.clone(), why: why.clone() });
        }
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|source| schema::cannot_write(path, source))?;
        let changed = change(&transaction).map_err(|source| schema::cannot_write(path, source))?;
        transaction.commit().map_err(|source| schema::cannot_write(path, source))?;
        Ok(changed)
    }

    /// Looks through the whole file for damage, which `all` may not come upon.
    pub fn verify(&self) -> Result<NotebookDamage, Error> {
        let answer: String = self
            .connection
            .query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))
            .map_err(|source| self.cannot_read(source))?;
        if answer != "ok" {
            let path = self.path.clone();
            let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_CORRUPT);
            let source = rusqlite::Error::SqliteFailure(code, Some(answer));
            return Err(Error::NotebookDamaged { path, source });
        }
        self.all().map(|contents| contents.damage)
    }

    fn cannot_read(&self, source: rusqlite::Error) -> Error {
        schema::cannot_read(&self.path, source)
    }
}

fn adopt_one(connection: &Connection, noted: &Noted) -> rusqlite::Result<Adoption> {
    let (path, symbol) = (&noted.entry.path, &noted.entry.symbol);
    let same_symbol = row::id_at(connection, path, symbol)?;
    for id in [Some(&noted.entry.id), same_symbol.as_ref()].into_iter().flatten() {
        let Some(here) = row::by_id(connection, id)? else { continue };
        if here.changed_at() > noted.changed_at() {
            return Ok(Adoption::Older);
        }
        if here.is_same_text(noted) {
            return Ok(Adoption::Same);
        }
    }
    let id = match (noted.entry.id.as_str(), same_symbol) {
        ("", Some(id)) => id,
        ("", None) => free_id(connection, path, symbol)?,
        (id, _) => id.to_owned(),
    };
    let entry = Entry { id: id.clone(), ..noted.entry.clone() };
    row::replace(connection, &Noted { entry, ..noted.clone() })?;
    row::replace_notes(connection, &id, &noted.notes)?;
    checksum::keep(connection, &id)?;
    Ok(Adoption::Taken)
}

/// An id that no entry has yet: a hash of what the entry speaks of, in letters and digits that are
/// not mistaken for one another.
fn free_id(connection: &Connection, path: &str, symbol: &str) -> rusqlite::Result<String> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    for attempt in 0u32.. {
        let mut hasher = blake3::Hasher::new();
        hasher.update(path.as_bytes()).update(&[0]).update(symbol.as_bytes());
        hasher.update(&attempt.to_le_bytes());
        let hash = hasher.finalize();
        let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
        let id: String = hash.as_bytes().iter().take(8).map(letter).collect();
        let taken: Option<i64> = connection
            .query_row("SELECT 1 FROM entries WHERE id = ?1", params![id], |row| row.get(0))
            .optional()?;
        if taken.is_none() {
            return Ok(id);
        }
    }
    Err(rusqlite::Error::QueryReturnedNoRows)
}

#[cfg(test)]
mod tests;
