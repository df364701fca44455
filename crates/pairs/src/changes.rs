//! `changes`: from commits to pairs of a message and a chunk that it changed.
//!
//! `training/history.py` says which lines of which file a commit changed. Here the file is cut as the
//! index cuts it, and the chunks with most of the changed lines answer the message. Another chunk of
//! the same file is added, from which the model learns to distinguish them.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufWriter, Write};
use std::path::Path;

use anyhow::Context;
use rayon::prelude::*;
use rutter_domain::Chunk;
use serde_json::Value;

use crate::extract::write_pair;
use crate::file::File;
use crate::pack::for_each_batch;
use crate::pair::{Kind, Pair};
use crate::{hash, package};

/// A line holds a whole file, so that fewer are read at a time than elsewhere.
const BATCH_LINES: usize = 512;

/// Chunks of a file that may answer one message.
const MOST_CHUNKS: usize = 2;

/// A message that changes more of the chunks of a file says nothing about any of them.
const MOST_TOUCHED: usize = 8;

/// Chunks with fewer bytes are left out.
const FEWEST_BYTES: usize = 40;

/// Reads changed files as JSON lines from standard input and writes pairs.
pub fn run(out: &Path) -> anyhow::Result<()> {
    let mut out = BufWriter::new(fs::File::create(out).context("cannot write the pairs")?);
    let mut seen = HashSet::new();
    let mut n_pairs = 0;
    for_each_batch(std::io::stdin().lock().lines(), BATCH_LINES, |batch| {
        let found: Vec<Vec<(String, Pair)>> =
            batch.par_iter().map(|line| read_change(line)).collect();
        for (name, pair) in found.into_iter().flatten() {
            let key = (hash::of_start(&pair.code), hash::of_text(&pair.query.to_lowercase()));
            if seen.insert(key) {
                write_pair(&mut out, &name, &pair)?;
                n_pairs += 1;
            }
        }
        Ok(())
    })?;
    out.flush()?;
    println!("{n_pairs} pairs");
    Ok(())
}

fn read_change(line: &str) -> Vec<(String, Pair)> {
    let Ok(row) = serde_json::from_str::<Value>(line) else { return Vec::new() };
    let text = |field: &str| row[field].as_str().unwrap_or("").to_owned();
    let spans: Vec<(u32, u32)> = row["spans"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|span| Some((span[0].as_u64()? as u32, span[1].as_u64()? as u32)))
        .collect();
    let pairs = pairs_of_change(&text("q"), text("path"), text("text"), &spans);
    pairs.into_iter().map(|pair| (text("pkg"), pair)).collect()
}

/// The message with the chunks that have most of the changed lines.
pub fn pairs_of_change(
    message: &str,
    path: String,
    text: String,
    spans: &[(u32, u32)],
) -> Vec<Pair> {
    if !package::is_written_by_hand(&text) {
        return Vec::new();
    }
    let Some(file) = File::read(path, text) else { return Vec::new() };
    let code = |chunk: &Chunk| chunk.span.slice(&file.text);
    let (mut touched, mut others) = (Vec::new(), Vec::new());
    for chunk in &file.facts.chunks {
        let n_lines = n_changed(chunk, spans);
        match n_lines {
            _ if code(chunk).trim().len() < FEWEST_BYTES => {}
            0 => others.push(chunk),
            _ => touched.push((n_lines, chunk)),
        }
    }
    if touched.len() > MOST_TOUCHED {
        return Vec::new();
    }
    touched.sort_by_key(|(n_lines, chunk)| (std::cmp::Reverse(*n_lines), chunk.span.start_line));
    // Chosen by hash, so that every run chooses the same.
    others
        .sort_by_cached_key(|chunk| hash::mix(hash::of_text(code(chunk)) ^ hash::of_text(message)));
    let pairs = touched.iter().take(MOST_CHUNKS).enumerate().map(|(place, (_, chunk))| Pair {
        kind: Kind::Change,
        language: file.facts.language,
        query: message.to_owned(),
        code: code(chunk).to_owned(),
        path: file.path.clone(),
        other: others.get(place).map(|other| code(other).to_owned()),
    });
    pairs.collect()
}

/// Counts the changed lines in a chunk.
fn n_changed(chunk: &Chunk, spans: &[(u32, u32)]) -> u32 {
    let (first, last) = (chunk.span.start_line, chunk.span.end_line);
    spans.iter().map(|(start, end)| (last.min(*end) + 1).saturating_sub(first.max(*start))).sum()
}
