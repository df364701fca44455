//! Checks the root, the data folder, the grammars, the model and the index.

use std::fs;

use rutter_domain::{Family, Hint, Language, Remark};
use serde::Serialize;

use crate::embedder_choice::{BUILT_IN, NO_EMBEDDER};
use crate::engine::Engine;
use crate::index::embedder::{Recorded, built_in};
use crate::query::snapshot::Snapshot;
use crate::report::{Status, status};
use crate::{Error, Refresh};
use rutter_workspace::DataFormat;

/// The result of one check.
#[derive(Debug, Clone)]
pub struct Check {
    pub name: &'static str,
    pub health: Health,
    pub detail: Remark,
    /// Advice for the user.
    pub hint: Option<Hint>,
}

/// The outcome of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Health {
    Good,
    /// It works, but the user should know.
    Notice,
    Bad,
}

impl Engine {
    /// Checks the root, the data folder, the grammars and the built-in model.
    pub fn examine_setup(&self) -> Vec<Check> {
        vec![
            good("root", self.layout.root.display().to_string()),
            self.examine_data(),
            examine_grammars(),
            examine_model(),
        ]
    }

    /// Checks that the index can be opened, is up to date, and agrees in all its parts.
    pub fn examine_index(&self) -> Vec<Check> {
        match self.snapshot(Refresh::Never, &|_| {}, &false.into()) {
            Ok(snapshot) => vec![
                examine_freshness(&status(&snapshot)),
                examine_consistency(&snapshot),
                examine_embedder(&snapshot),
            ],
            Err(Error::Absent { .. }) => {
                let hint = Some(Hint::UpdateIndex);
                vec![check("index", Health::Notice, "nothing has been indexed yet", hint)]
            }
            Err(error) => vec![bad("index", &error)],
        }
    }

    fn examine_data(&self) -> Check {
        match self.layout.check_format() {
            Err(error) => return bad("data folder", &error.into()),
            Ok(DataFormat::Damaged) => {
                let hint = Some(Hint::RewriteFormat);
                return check("data folder", Health::Bad, "`index/format` is damaged", hint);
            }
            Ok(DataFormat::Current | DataFormat::Missing | DataFormat::Older) => {}
        }
        let data = &self.layout.data;
        if !data.exists() {
            return good("data folder", format!("{} (not there yet)", data.display()));
        }
        let probe = data.join(format!(".probe-{}", std::process::id()));
        match fs::write(&probe, "").and_then(|()| fs::remove_file(&probe)) {
            Ok(()) => good("data folder", data.display().to_string()),
            Err(source) => bad(
                "data folder",
                &rutter_workspace::Error::WriteData { path: data.clone(), source }.into(),
            ),
        }
    }
}

fn examine_grammars() -> Check {
    let code = Language::all().filter(|language| language.family() == Family::Code);
    let (loaded, missing): (Vec<_>, Vec<_>) =
        code.partition(|language| rutter_syntax::grammar(*language).is_some());
    if missing.is_empty() {
        good("grammars", format!("{} load", loaded.len()))
    } else {
        check("grammars", Health::Bad, format!("missing: {missing:?}"), None)
    }
}

fn examine_model() -> Check {
    let model = built_in();
    match model.verify() {
        Ok(()) => good("model", format!("{}, {} dimensions", model.id(), model.dims())),
        Err(error) => {
            let detail = format!("the built-in model is damaged: {error}");
            check("model", Health::Bad, detail, Some("install rutter again".into()))
        }
    }
}

/// Checks that queries can be compared with the vectors of the index.
fn examine_embedder(snapshot: &Snapshot) -> Check {
    let Recorded { choice, id, dims } = &snapshot.manifest.embedder;
    if choice.spec == NO_EMBEDDER {
        return good("embedder", "none: search goes by words".to_owned());
    }
    match snapshot.vector("rutter") {
        Ok(_) if choice.spec == BUILT_IN => good("embedder", format!("{BUILT_IN}, {id}")),
        Ok(_) => good("embedder", format!("{choice}, {dims} dimensions")),
        Err(detail) if snapshot.embedder.hindrance().is_some() => {
            Check { name: "embedder", health: Health::Bad, detail, hint: Some(Hint::UpdateIndex) }
        }
        Err(detail) => Check {
            name: "embedder",
            health: Health::Notice,
            detail: detail.join(Remark::new("search goes by words meanwhile")),
            hint: None,
        },
    }
}

fn examine_freshness(status: &Status) -> Check {
    let index = &status.index;
    let detail = format!(
        "{}: {} files, {} symbols, {} chunks",
        index.state.name(),
        index.files,
        status.symbols,
        status.chunks
    );
    match &index.reason {
        None => good("index", detail),
        Some(reason) => Check {
            name: "index",
            health: Health::Notice,
            detail: Remark::new(detail).join(reason.clone()),
            hint: Some(Hint::UpdateIndex),
        },
    }
}

/// Checks that the list of files, the word index and the fact cache contain the same chunks.
fn examine_consistency(snapshot: &Snapshot) -> Check {
    if let Err(error) = snapshot.reader.verify() {
        return bad("consistency", &error.into());
    }
    let counted = snapshot.reader.chunk_counts();
    let mut n_wrong = 0;
    let mut n_uncached = 0;
    let mut n_known = 0;
    for (_, file) in snapshot.manifest.indexed() {
        let n_chunks = counted.get(&file.id).copied().unwrap_or(0);
        n_known += usize::from(n_chunks > 0);
        n_wrong += u64::from(n_chunks != file.n_chunks);
        n_uncached += u64::from(snapshot.facts_of(file.id).is_none());
    }
    let n_stray = counted.len().saturating_sub(n_known);
    if n_wrong == 0 && n_stray == 0 && n_uncached == 0 {
        return good("consistency", format!("{} files agree in every part", counted.len()));
    }
    let detail = format!(
        "{n_wrong} files with wrong chunks, {n_stray} unknown files, {n_uncached} without facts"
    );
    check("consistency", Health::Bad, detail, Some(Hint::RebuildIndex))
}

fn good(name: &'static str, detail: String) -> Check {
    check(name, Health::Good, detail, None)
}

fn bad(name: &'static str, error: &Error) -> Check {
    check(name, Health::Bad, error.to_string(), error.hint())
}

fn check(
    name: &'static str,
    health: Health,
    detail: impl Into<String>,
    hint: Option<Hint>,
) -> Check {
    Check { name, health, detail: Remark::new(detail), hint }
}
