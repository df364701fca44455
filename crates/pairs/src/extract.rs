//! `extract`: finds the pairs in a folder of packages and writes them as JSON lines.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use rayon::prelude::*;
use rutter_domain::Language;

use crate::package::Package;
use crate::pair::{Kind, Pair};
use crate::refused::{is_refused, packages_in, refused_windows};
use crate::{hash, pick};

/// Packages that are held in memory at a time.
const BATCH_PACKAGES: usize = 64;

/// A query that comes this often, over all packages, says nothing about its code.
const MOST_EQUAL_QUERIES: usize = 12;

pub fn run(folder: &Path, out: &Path, without: &[PathBuf]) -> anyhow::Result<()> {
    let refused = refused_windows(without)?;
    eprintln!("{} windows of code are refused", refused.len());
    let packages = packages_in(folder)?;
    let mut out = BufWriter::new(fs::File::create(out).context("cannot write the pairs")?);
    let mut tally = Tally::default();
    for (at, batch) in packages.chunks(BATCH_PACKAGES).enumerate() {
        let found: Vec<(usize, Vec<Pair>)> = batch
            .par_iter()
            .map(|folder| {
                let package = Package::read(folder);
                let all = package.pairs();
                let n_all = all.len();
                let kept: Vec<Pair> =
                    all.into_iter().filter(|pair| !is_refused(&pair.code, &refused)).collect();
                (n_all - kept.len(), pick::choose(kept))
            })
            .collect();
        for (folder, (n_refused, pairs)) in batch.iter().zip(found) {
            let name = folder.file_name().unwrap_or_default().to_string_lossy();
            tally.n_refused += n_refused;
            tally.n_touched += usize::from(n_refused > 0);
            for pair in pairs {
                if tally.admit(&pair) {
                    write_pair(&mut out, &name, &pair)?;
                }
            }
        }
        if at % 16 == 0 {
            eprintln!(
                "{}/{} packages, {} pairs",
                at * BATCH_PACKAGES,
                packages.len(),
                tally.n_pairs()
            );
        }
    }
    out.flush()?;
    println!("{tally}");
    Ok(())
}

pub fn write_pair(out: &mut impl Write, package: &str, pair: &Pair) -> anyhow::Result<()> {
    let mut row = serde_json::json!({
        "pkg": package,
        "lang": pair.language.name(),
        "kind": pair.kind.name(),
        "q": pair.query,
        "c": pair.code,
        "p": pair.path,
    });
    if let Some(other) = &pair.other {
        row["n"] = other.as_str().into();
    }
    serde_json::to_writer(&mut *out, &row)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Counts of the pairs that were kept and left out.
#[derive(Debug, Default)]
struct Tally {
    seen: HashSet<(u64, u64)>,
    queries: HashMap<u64, usize>,
    n_by: HashMap<(Language, Kind), usize>,
    n_refused: usize,
    /// Packages that had refused code.
    n_touched: usize,
    n_equal: usize,
}

impl Tally {
    fn admit(&mut self, pair: &Pair) -> bool {
        let query = hash::of_text(&pair.query.to_lowercase());
        let n_equal = self.queries.entry(query).or_default();
        if *n_equal >= MOST_EQUAL_QUERIES || !self.seen.insert((hash::of_start(&pair.code), query))
        {
            self.n_equal += 1;
            return false;
        }
        *n_equal += 1;
        *self.n_by.entry((pair.language, pair.kind)).or_default() += 1;
        true
    }

    fn n_pairs(&self) -> usize {
        self.n_by.values().sum()
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:<18}", "language")?;
        for kind in Kind::ALL {
            write!(f, "{:>9}", kind.name())?;
        }
        writeln!(f, "{:>10}", "all")?;
        let of = |language: Option<Language>, kind: Option<Kind>| -> usize {
            let is_asked = |key: &(Language, Kind)| {
                language.is_none_or(|language| language == key.0)
                    && kind.is_none_or(|kind| kind == key.1)
            };
            self.n_by.iter().filter(|(key, _)| is_asked(key)).map(|(_, n)| n).sum()
        };
        let languages = Language::all().filter(|language| of(Some(*language), None) > 0).map(Some);
        for language in languages.chain([None]) {
            write!(f, "{:<18}", language.map_or("all", Language::name))?;
            for kind in Kind::ALL {
                write!(f, "{:>9}", of(language, Some(kind)))?;
            }
            writeln!(f, "{:>10}", of(language, None))?;
        }
        writeln!(f, "equal to an earlier one: {}", self.n_equal)?;
        write!(
            f,
            "refused, because a package that judges has the code: {} in {} packages",
            self.n_refused, self.n_touched
        )
    }
}
