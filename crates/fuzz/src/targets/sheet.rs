//! Sheets of entries, as an export writes them and people edit them: an import takes what it can, reports
//! the rest, and loses no entry that was recorded before.

use std::collections::BTreeMap;
use std::fs;

use rutter_domain::ListedEntry;
use rutter_engine::Engine;
use rutter_fixture::Tree;
use rutter_knowledge::{EntriesFilter, Knowledge};

use super::repository;
use crate::mutate::inputs;
use crate::{Inputs, Target};

const NAME: &str = "sheet.toml";

/// A repository with entries, and the sheets it exported.
pub struct Sheet {
    _tree: Tree,
    engine: Engine,
    inputs: Inputs,
    folder: tempfile::TempDir,
}

impl Sheet {
    pub fn open() -> anyhow::Result<Sheet> {
        let (tree, engine) = repository::indexed()?;
        let exported = tempfile::tempdir()?;
        let report = repository::knowledge(&engine)?.export_entries(Some(exported.path()))?;
        let read = |name: &String| {
            fs::read_to_string(exported.path().join(name)).map(|text| without_time(&text))
        };
        let mut seeds = report.written.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let by_hand = "path = \"app/store.py\"\n\n[[entry]]\nsymbol = \"load_store\"\n\
                       summary = \"Reads a store from lines.\"\nconfidence = 0.5\ntags = [\"a\", \"b\"]\n\
                       details = \"\"\"\nmany\nlines\"\"\"\n\n[[entry.evidence]]\npath = \"app/store.py\"\n\
                       lines = \"20-25\"\n";
        seeds.push(by_hand.as_bytes().to_vec());
        let words = [
            "[[entry]]", "[[entry.evidence]]", "symbol = \"Cart\"", "lines = \"0-4294967296\"",
            "nan",
        ];
        Ok(Sheet {
            _tree: tree,
            engine,
            inputs: inputs(seeds, &words),
            folder: tempfile::tempdir()?,
        })
    }
}

impl Target for Sheet {
    fn inputs(&self) -> Inputs {
        self.inputs.clone()
    }

    fn check(&mut self, input: &[u8]) -> Result<(), String> {
        let text = |error: rutter_knowledge::Error| error.to_string();
        let knowledge = repository::knowledge(&self.engine).map_err(|error| error.to_string())?;
        let before = entries(&knowledge)?;
        fs::write(self.folder.path().join(NAME), input).map_err(|error| error.to_string())?;
        let report = knowledge.import_entries(Some(self.folder.path())).map_err(text)?;
        let file = report.files.first().ok_or("the report names no file")?;
        let n_listed = file.taken + file.same + file.older + file.refused.len();
        match (n_entries(input), &file.damaged) {
            (None, None) => {
                return Err("a sheet that is not TOML is not reported as damaged".to_owned());
            }
            (Some(n_entries), None) if n_entries != n_listed => {
                return Err(format!(
                    "of {n_entries} entries {n_listed} are accounted for: {file:?}"
                ));
            }
            (_, Some(_)) if n_listed > 0 => {
                return Err(format!("entries were taken from a damaged sheet: {file:?}"));
            }
            (None | Some(_), Some(_)) | (Some(_), None) => {}
        }
        // The next reader sees what was just written.
        let knowledge = repository::knowledge(&self.engine).map_err(|error| error.to_string())?;
        let after = entries(&knowledge)?;
        let n_changed = before
            .iter()
            .filter(|(id, entry)| after.get(*id).is_none_or(|now| now != *entry))
            .count();
        if let Some(lost) = before.keys().find(|id| !after.contains_key(*id)) {
            // A newer entry takes the place of the one of the same symbol.
            if file.taken == 0 {
                return Err(format!(
                    "the entry {lost} is lost, though nothing was taken: {file:?}"
                ));
            }
        }
        if n_changed + after.len().saturating_sub(before.len()) > 2 * file.taken {
            return Err(format!("{n_changed} entries changed, {} taken", file.taken));
        }
        if file.taken > 0 {
            self.restore(&after)?;
        }
        Ok(())
    }
}

impl Sheet {
    /// Brings the entries back to what they were at first.
    fn restore(&self, now: &BTreeMap<String, ListedEntry>) -> Result<(), String> {
        let knowledge = repository::knowledge(&self.engine).map_err(|error| error.to_string())?;
        let ids: Vec<String> = now.keys().cloned().collect();
        knowledge.forget(&ids).map_err(|error| format!("cannot forget {ids:?}: {error}"))?;
        repository::record_entries(&self.engine)
            .map_err(|error| format!("cannot record: {error:#}"))
    }
}

/// Replaces the times of a sheet, because inputs must not depend on the time of day.
fn without_time(sheet: &str) -> Vec<u8> {
    let lines = sheet.lines().map(|line| {
        let is_time = line.starts_with("created_at = ");
        let line = if is_time { "created_at = \"2026-11-15T12:00:00Z\"" } else { line };
        format!("{line}\n")
    });
    lines.collect::<String>().into_bytes()
}

fn entries(knowledge: &Knowledge) -> Result<BTreeMap<String, ListedEntry>, String> {
    let answer = knowledge.entries(&EntriesFilter::default()).map_err(|error| error.to_string())?;
    Ok(answer.entries.into_iter().map(|entry| (entry.id.clone(), entry)).collect())
}

/// The number of entries in a sheet; `None` if it is not TOML.
fn n_entries(input: &[u8]) -> Option<usize> {
    let text = std::str::from_utf8(input).ok()?;
    let table: toml::Table = text.parse().ok()?;
    Some(table.get("entry").and_then(toml::Value::as_array).map_or(0, Vec::len))
}
