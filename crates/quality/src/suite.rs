//! Packages with questions whose answers are known.
//!
//! A suite is a directory: `repos.json` names the packages and the directory in each that is
//! searched, `queries/NAME.jsonl` holds one question per line with the files that answer it, as
//! paths relative to the package. The sources are elsewhere.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Deserialize;

/// Packages with their questions.
#[derive(Debug)]
pub struct Suite {
    pub packages: Vec<Package>,
}

#[derive(Debug)]
pub struct Package {
    pub name: String,
    pub language: String,
    /// The directory that is searched.
    pub root: PathBuf,
    pub questions: Vec<Question>,
}

#[derive(Debug, Deserialize)]
pub struct Question {
    #[serde(rename = "q")]
    pub text: String,
    pub category: String,
    /// The files that answer it, as paths relative to the directory that is searched.
    #[serde(rename = "relevant")]
    pub targets: Vec<String>,
    #[serde(default)]
    secondary: Vec<String>,
}

#[derive(Deserialize)]
struct Row {
    name: String,
    language: String,
    root: String,
}

impl Suite {
    /// Reads a suite whose sources are in `sources`, a directory for each package.
    pub fn read(dir: &Path, sources: &Path) -> anyhow::Result<Suite> {
        let rows: Vec<Row> = serde_json::from_str(&read(&dir.join("repos.json"))?)?;
        let mut packages = Vec::new();
        for row in rows {
            let folder = sources.join(&row.name);
            let root = if row.root == "." { folder.clone() } else { folder.join(&row.root) };
            anyhow::ensure!(root.is_dir(), "there are no sources at {}", root.display());
            let file = dir.join("queries").join(format!("{}.jsonl", row.name));
            let questions = read_questions(&file, &row.root)?;
            packages.push(Package { name: row.name, language: row.language, root, questions });
        }
        Ok(Suite { packages })
    }

    /// One package, with questions about the directory itself.
    pub fn single(name: &str, root: &Path, questions: &Path) -> anyhow::Result<Suite> {
        let questions = read_questions(questions, ".")?;
        let (name, root) = (name.to_owned(), root.to_owned());
        Ok(Suite { packages: vec![Package { name, language: "rust".to_owned(), root, questions }] })
    }

    pub fn n_questions(&self) -> usize {
        self.packages.iter().map(|package| package.questions.len()).sum()
    }
}

fn read_questions(file: &Path, searched: &str) -> anyhow::Result<Vec<Question>> {
    let prefix = format!("{searched}/");
    read(file)?
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let mut question: Question = serde_json::from_str(line)
                .with_context(|| format!("in {}: {line}", file.display()))?;
            question.targets.append(&mut question.secondary);
            for target in &mut question.targets {
                // Files outside of the directory that is searched cannot be found.
                *target = match target.strip_prefix(&prefix) {
                    Some(inner) => inner.to_owned(),
                    None if searched == "." => continue,
                    None => format!("../{target}"),
                };
            }
            Ok(question)
        })
        .collect()
}

fn read(file: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}
