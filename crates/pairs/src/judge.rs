//! Packs the set that models are compared by: chunks of whole packages, and queries with the files
//! that answer them. It is for choosing among models and never for training.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use ignore::WalkBuilder;
use rutter_domain::Language;
use rutter_embed::Tokenizer;
use rutter_syntax::{language_of, read};
use serde_json::{Value, json};

use crate::pack::{Bags, bag_of, read_vocabulary, write_u16};

/// As many pieces as count when the model is used.
const PIECES: usize = 512;

#[derive(clap::Args)]
pub struct Args {
    /// A folder with `repos.json` and `queries/NAME.jsonl`.
    set: PathBuf,
    /// The packages, each under its name.
    #[arg(long)]
    repos: PathBuf,
    #[arg(long)]
    vocabulary: PathBuf,
    /// A folder for the arrays and `dev.json`.
    #[arg(long)]
    out: PathBuf,
}

/// Chunks and queries, as bags, with what they belong to in the JSON beside them.
#[derive(Default)]
struct Judge {
    chunks: Bags,
    chunk_lengths: Vec<u16>,
    path_lengths: Vec<u16>,
    queries: Bags,
    query_lengths: Vec<u16>,
    repos: Vec<Value>,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let tokenizer = read_vocabulary(&args.vocabulary)?;
    let list =
        fs::read_to_string(args.set.join("repos.json")).context("cannot read `repos.json`")?;
    let list: Vec<Value> = serde_json::from_str(&list)?;
    let mut judge = Judge::default();
    for repo in &list {
        let name = repo["name"].as_str().unwrap_or("");
        let root = repo["root"].as_str().unwrap_or(".");
        let chunks = judge.add_chunks(&args.repos.join(name), root, &tokenizer);
        let queries = args.set.join("queries").join(format!("{name}.jsonl"));
        let queries =
            fs::read_to_string(queries).with_context(|| format!("no queries for `{name}`"))?;
        let queries = judge.add_queries(&queries, &tokenizer)?;
        println!("{name}: {} chunks, {} queries", chunks.len(), queries.len());
        judge.repos.push(json!({
            "name": name, "language": repo["language"], "chunks": chunks, "queries": queries,
        }));
    }
    judge.write(&args.out)
}

impl Judge {
    /// Adds every chunk under a package's searched root; gives path from the package's folder and lines.
    fn add_chunks(&mut self, package: &Path, root: &str, tokenizer: &Tokenizer) -> Vec<Value> {
        let searched = package.join(root);
        let mut files: Vec<PathBuf> = WalkBuilder::new(&searched)
            .require_git(false)
            .build()
            .flatten()
            .map(|entry| entry.into_path())
            .collect();
        files.sort();
        let mut rows = Vec::new();
        for file in files.iter().filter(|file| file.is_file()) {
            let Ok(text) = fs::read_to_string(file) else { continue };
            let Ok(inner) = file.strip_prefix(&searched) else { continue };
            let inner = inner.to_string_lossy();
            let language = language_of(&inner, &text);
            if language == Language::Unknown {
                continue;
            }
            let from_package =
                if root == "." { inner.to_string() } else { format!("{root}/{inner}") };
            for chunk in read(language, &text).chunks {
                let content = bag_of(tokenizer, chunk.span.slice(&text), PIECES);
                self.chunk_lengths.push(self.chunks.add(&content));
                self.path_lengths.push(self.chunks.add(&bag_of(tokenizer, &inner, PIECES)));
                rows.push(json!([from_package, chunk.span.start_line, chunk.span.end_line]));
            }
        }
        rows
    }

    fn add_queries(&mut self, lines: &str, tokenizer: &Tokenizer) -> anyhow::Result<Vec<Value>> {
        let mut rows = Vec::new();
        for line in lines.lines().filter(|line| !line.trim().is_empty()) {
            let row: Value = serde_json::from_str(line)?;
            let text = row["q"].as_str().unwrap_or("");
            self.query_lengths.push(self.queries.add(&bag_of(tokenizer, text, PIECES)));
            let targets =
                ["relevant", "secondary"].iter().filter_map(|field| row[*field].as_array());
            let targets: Vec<&Value> = targets.flatten().collect();
            rows.push(json!({ "q": text, "category": row["category"], "targets": targets }));
        }
        Ok(rows)
    }

    fn write(&self, out: &Path) -> anyhow::Result<()> {
        for (name, bags) in [("dev-chunks", &self.chunks), ("dev-queries", &self.queries)] {
            fs::create_dir_all(out.join(name))?;
            bags.write(&out.join(name))?;
        }
        write_u16(&out.join("dev-chunks"), "c_len", &self.chunk_lengths)?;
        write_u16(&out.join("dev-chunks"), "p_len", &self.path_lengths)?;
        write_u16(&out.join("dev-queries"), "q_len", &self.query_lengths)?;
        Ok(fs::write(out.join("dev.json"), serde_json::to_vec(&self.repos)?)?)
    }
}
