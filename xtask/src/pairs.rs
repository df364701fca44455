//! `cargo xtask pairs`: from source packages to what the embedding model is trained on.
//!
//! A [`Pair`] is something a person might ask and the code that answers it, both taken from the
//! same package. `extract` finds them, `words` counts what the vocabulary is made from, `pack`
//! turns text into numbers, `judge` does the same with the set that models are compared by.
//! `training/README.md` tells the whole way. Start at [`run`].

mod blocks;
mod hash;
mod judge;
mod pack;
mod package;
mod pick;
mod query;
mod symbols;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use rayon::prelude::*;
use rutter_domain::Language;

use package::Package;

#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    step: Step,
}

#[derive(clap::Subcommand)]
enum Step {
    /// Finds pairs in a folder of packages and writes them as JSON lines.
    Extract {
        folder: PathBuf,
        #[arg(long)]
        out: PathBuf,
        /// A folder of packages that must not be learned from; none of their code comes through.
        #[arg(long)]
        without: Vec<PathBuf>,
    },
    /// Counts the words of the pairs, for the vocabulary.
    Words {
        pairs: PathBuf,
        #[arg(long)]
        out: PathBuf,
    },
    /// Turns pairs into shards of numbers.
    Pack(pack::Args),
    /// Turns the chunks and queries that judge a model into numbers.
    Judge(judge::Args),
}

/// What was said, and the code it was said of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    pub kind: Kind,
    pub language: Language,
    pub query: String,
    pub code: String,
    /// From the root of the package.
    pub path: String,
}

/// Where a pair comes from. The order is that of the numbers in a shard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A doc comment, and the symbol without it.
    Doc,
    /// A symbol's name with words of its path, and its body.
    Name,
    /// A comment within code, and the lines after it.
    Comment,
    /// A paragraph of Markdown, and the code block after it.
    Markdown,
    /// The comment at the head of a file, and the signatures in it.
    Header,
    /// A path, and the signatures in the file.
    Path,
    /// What a file is about, and a piece of it.
    Chunk,
    /// A test's name, and the function it tests.
    Test,
    /// What a function is for, and one that it calls.
    Call,
}

impl Kind {
    pub const ALL: [Kind; 9] = [
        Kind::Doc,
        Kind::Name,
        Kind::Comment,
        Kind::Markdown,
        Kind::Header,
        Kind::Path,
        Kind::Chunk,
        Kind::Test,
        Kind::Call,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Doc => "doc",
            Kind::Name => "name",
            Kind::Comment => "comment",
            Kind::Markdown => "markdown",
            Kind::Header => "header",
            Kind::Path => "path",
            Kind::Chunk => "chunk",
            Kind::Test => "test",
            Kind::Call => "call",
        }
    }

    pub fn parse(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.step {
        Step::Extract { folder, out, without } => extract(folder, out, without)?,
        Step::Words { pairs, out } => pack::count_words(pairs, out)?,
        Step::Pack(args) => pack::run(args)?,
        Step::Judge(args) => judge::run(args)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// How many packages are held in memory at a time.
const BATCH_PACKAGES: usize = 64;

/// A query that comes this often, over all packages, tells nothing about its code.
const MOST_EQUAL_QUERIES: usize = 12;

fn extract(folder: &Path, out: &Path, without: &[PathBuf]) -> anyhow::Result<()> {
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

/// The folders in a folder, in order of their names.
fn packages_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read `{}`", folder.display()))?;
    let mut folders: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    folders.sort();
    Ok(folders)
}

/// Every window of code in packages that must not be learned from.
fn refused_windows(folders: &[PathBuf]) -> anyhow::Result<HashSet<u64>> {
    let mut packages = Vec::new();
    for folder in folders {
        packages.extend(packages_in(folder)?);
    }
    let windows: Vec<Vec<u64>> = packages
        .par_iter()
        .map(|folder| {
            let package = Package::read_all(folder);
            let of_files = package.files.iter().flat_map(|file| hash::of_windows(&file.text));
            let of_pairs =
                package.pairs().into_iter().flat_map(|pair| hash::of_windows(&pair.code));
            of_files.chain(of_pairs).collect()
        })
        .collect();
    Ok(windows.into_iter().flatten().collect())
}

fn is_refused(code: &str, refused: &HashSet<u64>) -> bool {
    !refused.is_empty() && hash::of_windows(code).iter().any(|window| refused.contains(window))
}

fn write_pair(out: &mut impl Write, package: &str, pair: &Pair) -> anyhow::Result<()> {
    let row = serde_json::json!({
        "pkg": package,
        "lang": pair.language.name(),
        "kind": pair.kind.name(),
        "q": pair.query,
        "c": pair.code,
        "p": pair.path,
    });
    serde_json::to_writer(&mut *out, &row)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// What was let through so far, and what was not.
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
            "refused, as it stands in a package that judges: {} in {} packages",
            self.n_refused, self.n_touched
        )
    }
}

#[cfg(test)]
mod tests;
