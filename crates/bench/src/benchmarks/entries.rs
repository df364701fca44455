//! Counts the false summaries that pass the checks of entries, and the true ones that do not.
//!
//! The corpus is `crates/quality/truth`: for each language a small project, and two files of summaries
//! about it. `tune.jsonl` may be looked at while checks are written; of `report.jsonl` only the counts
//! are printed. Every summary is written by somebody who has read all of the project.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use rutter_domain::{Finding, Seen};
use rutter_engine::{Engine, Extent, Refresh};
use rutter_knowledge::{EntryDraft, Knowledge};
use rutter_workspace::RepoLayout;
use serde::Deserialize;

/// Which of the judged summaries are printed one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    Counts,
    /// Those of the split for tuning that are judged wrongly.
    Failures,
}

/// The files of summaries of a project.
pub(super) const SPLITS: [&str; 2] = ["tune", "report"];

/// A summary whose truth is known.
#[derive(Debug, Deserialize)]
pub(super) struct Summary {
    id: String,
    pub(super) symbol: String,
    pub(super) path: String,
    pub(super) summary: String,
    pub(super) details: Option<String>,
    pub(super) truth: bool,
    class: String,
    #[serde(default)]
    why: String,
}

/// Lies that passed and truths that were lowered, each of how many.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    lies: usize,
    passed: usize,
    truths: usize,
    lowered: usize,
}

impl Counts {
    fn add(&mut self, truth: bool, is_checked: bool) {
        if truth {
            self.truths += 1;
            self.lowered += usize::from(!is_checked);
        } else {
            self.lies += 1;
            self.passed += usize::from(is_checked);
        }
    }
}

/// Judges every summary and prints the counts by split, language and class.
pub fn run(corpus: &Path, work: &Path, show: Show) -> anyhow::Result<()> {
    let mut by_split: BTreeMap<&str, Counts> = BTreeMap::new();
    let mut by_language: BTreeMap<(&str, String), Counts> = BTreeMap::new();
    let mut by_class: BTreeMap<(&str, String), Counts> = BTreeMap::new();
    for folder in folders(corpus)? {
        let language = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let project = Project::open_in(&folder, work)?;
        for split in SPLITS {
            for summary in read_summaries(&folder, split)? {
                let judgement = project.judge(&summary);
                let is_checked = judgement.is_empty();
                by_split.entry(split).or_default().add(summary.truth, is_checked);
                by_language
                    .entry((split, language.clone()))
                    .or_default()
                    .add(summary.truth, is_checked);
                by_class
                    .entry((split, summary.class.clone()))
                    .or_default()
                    .add(summary.truth, is_checked);
                if show == Show::Failures && split == "tune" && is_checked != summary.truth {
                    print_failure(&summary, &judgement);
                }
            }
        }
    }
    print_table("split", by_split.iter().map(|(split, counts)| (*split, "", counts)));
    print_table(
        "language",
        by_language.iter().map(|((split, name), counts)| (*split, name.as_str(), counts)),
    );
    print_table(
        "class",
        by_class.iter().map(|((split, name), counts)| (*split, name.as_str(), counts)),
    );
    Ok(())
}

fn print_failure(summary: &Summary, judgement: &[String]) {
    let Summary { id, symbol, path, summary: text, details, truth, class, why } = summary;
    let verdict = if *truth { "TRUTH LOWERED" } else { "LIE PASSED" };
    println!("{verdict} {id} [{class}] `{symbol}` in {path}\n  said: {text}");
    if let Some(details) = details {
        println!("  details: {details}");
    }
    println!("  why:  {why}");
    for fault in judgement {
        println!("  found: {fault}");
    }
}

fn print_table<'a>(title: &str, rows: impl Iterator<Item = (&'a str, &'a str, &'a Counts)>) {
    println!("\nby {title}                          lies passed       truths lowered");
    for (split, name, counts) in rows {
        let percent = |part: usize, all: usize| 100.0 * part as f64 / all.max(1) as f64;
        println!(
            "{split:<7} {name:<20} {:>5} of {:<4} {:>5.1} % {:>5} of {:<4} {:>5.1} %",
            counts.passed,
            counts.lies,
            percent(counts.passed, counts.lies),
            counts.lowered,
            counts.truths,
            percent(counts.lowered, counts.truths),
        );
    }
}

/// An indexed project of the corpus. Its author has seen every line.
pub(super) struct Project {
    pub(super) knowledge: Knowledge,
    pub(super) seen: Seen,
}

impl Project {
    /// The project in a folder of the corpus; its index is made below `work`.
    pub(super) fn open_in(folder: &Path, work: &Path) -> anyhow::Result<Project> {
        let data = work.join("entries").join(folder.file_name().unwrap_or_default());
        let engine = Engine::new(RepoLayout::exactly(&folder.join("project"), Some(&data))?);
        engine.index(Extent::Everything, &|_| {}, &false.into())?;
        let snapshot = engine.snapshot(Refresh::Never, &|_| {}, &false.into())?;
        let mut seen = Seen::default();
        for path in snapshot.paths() {
            if let Some(file) = snapshot.file_at(path) {
                seen.add(path, file.content, 1, u32::MAX - 1);
            }
        }
        Ok(Project { knowledge: Knowledge::new(Arc::new(snapshot)), seen })
    }

    /// Returns the reasons for which a summary does not become `checked`; empty if it does.
    fn judge(&self, summary: &Summary) -> Vec<String> {
        let draft = EntryDraft {
            symbol: summary.symbol.clone(),
            path: summary.path.clone(),
            summary: summary.summary.clone(),
            details: summary.details.clone(),
            author: "corpus".to_owned(),
            ..EntryDraft::default()
        };
        match self.knowledge.assess(&draft, &self.seen) {
            Err(reason) => vec![format!("refused: {reason}")],
            Ok(assessment) => {
                let mut faults = assessment.unread.clone();
                let faulty =
                    assessment.claims.iter().filter(|one| one.finding != Finding::Supported);
                faults.extend(faulty.map(|one| {
                    let reason = one.reason.as_deref().unwrap_or("");
                    format!("{}: {reason}  <- {}", one.finding, one.text)
                }));
                faults
            }
        }
    }
}

/// The folders of the corpus, one for each language.
pub(super) fn folders(corpus: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(corpus).with_context(|| format!("cannot read {}", corpus.display()))?;
    let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.join("tune.jsonl").is_file());
    found.sort();
    Ok(found)
}

/// The summaries of one split; none if the project has no such file.
pub(super) fn read_summaries(folder: &Path, split: &str) -> anyhow::Result<Vec<Summary>> {
    let path = &folder.join(format!("{split}.jsonl"));
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .map(|line| {
            serde_json::from_str(line).with_context(|| format!("{}: {line}", path.display()))
        })
        .collect()
}
