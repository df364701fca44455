//! `cargo xtask bench truth`: the symbols and edges of the graph, beside those that compilers see.
//!
//! Scripts in `testing/truth` install a reference tool for each language, download packages and write
//! down what every name in them means. Those dumps are kept, so that only the first run takes long. What
//! rutter says comes from the library, over the same files. Start at [`run`].

mod cases;
mod dump;
mod edges;
mod package;
mod symbols;
mod tables;
mod uses;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::{Context, ensure};
use clap::ValueEnum;
use rutter_graph::Graph;

use self::cases::Cases;
use self::dump::Dump;
use self::edges::{EdgeCounts, Judge};
use self::package::Package;
use self::symbols::SymbolCounts;
use self::uses::{N_SAMPLES, UseCounts};

/// A language with a reference tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReferenceLanguage {
    /// By pyright.
    Python,
    /// By the TypeScript compiler, JavaScript included.
    Typescript,
    /// By go/types.
    Go,
    /// By javac.
    Java,
    /// By rust-analyzer.
    Rust,
    /// By libclang.
    C,
    /// By libclang.
    Cpp,
}

impl ReferenceLanguage {
    /// Its name for the scripts and in tables.
    fn name(self) -> &'static str {
        match self {
            ReferenceLanguage::Python => "python",
            ReferenceLanguage::Typescript => "typescript",
            ReferenceLanguage::Go => "go",
            ReferenceLanguage::Java => "java",
            ReferenceLanguage::Rust => "rust",
            ReferenceLanguage::C => "c",
            ReferenceLanguage::Cpp => "cpp",
        }
    }

    /// Its names for ctags.
    fn ctags(self) -> &'static str {
        match self {
            ReferenceLanguage::Python => "Python",
            ReferenceLanguage::Typescript => "TypeScript,JavaScript",
            ReferenceLanguage::Go => "Go",
            ReferenceLanguage::Java => "Java",
            ReferenceLanguage::Rust => "Rust",
            ReferenceLanguage::C => "C",
            ReferenceLanguage::Cpp => "C++",
        }
    }
}

/// The counts for a language.
#[derive(Debug)]
pub struct Measured {
    language: &'static str,
    packages: Vec<String>,
    n_files: usize,
    symbols: SymbolCounts,
    edges: EdgeCounts,
    uses: UseCounts,
}

/// Measures every language asked for and prints the tables.
pub fn run(root: &Path, args: &super::Args) -> anyhow::Result<ExitCode> {
    let languages = match args.language.as_slice() {
        [] => ReferenceLanguage::value_variants(),
        some => some,
    };
    let parts = std::env::var_os("RUTTER_TEST_PARTS").map(PathBuf::from);
    let parts = parts.unwrap_or_else(|| root.join("target/parts")).join("truth");
    std::fs::create_dir_all(&parts).with_context(|| format!("cannot make {}", parts.display()))?;
    let scripts = Scripts { folder: root.join("testing/truth"), parts: parts.canonicalize()? };
    let mut all = Vec::new();
    let mut examples = String::new();
    for language in languages {
        let name = language.name();
        eprintln!("== {name}");
        let packages = match &args.packages {
            Some(folder) => folders_in(&folder.join(name))?,
            None => scripts.packages(*language)?,
        };
        let mut cases = Cases::default();
        all.push(measure(*language, &packages, &scripts, &mut cases)?);
        write!(examples, "## {name}\n\n{cases}")?;
    }
    print!("{}", tables::markdown(&all));
    if let Some(path) = &args.cases {
        std::fs::write(path, examples)
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(
    language: ReferenceLanguage,
    packages: &[PathBuf],
    scripts: &Scripts,
    cases: &mut Cases,
) -> anyhow::Result<Measured> {
    let mut measured = Measured {
        language: language.name(),
        packages: Vec::new(),
        n_files: 0,
        symbols: SymbolCounts::default(),
        edges: EdgeCounts::default(),
        uses: UseCounts::default(),
    };
    for folder in packages {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        eprintln!("{name}");
        let dump = scripts.dump(language, folder)?;
        let package = Package::read(folder)?;
        let graph = Graph::new(&package);
        let answers = package.resolve(&graph);
        let definitions = dump.names_by_line();
        let judge = Judge { package: &package, answers: &answers, definitions };
        judge.count(&dump, &mut measured.edges, cases);
        symbols::count(&dump, &package, &mut measured.symbols, cases);
        let by_ctags = &mut measured.symbols;
        symbols::count_by_ctags(folder, language.ctags(), &package, by_ctags, cases);
        let samples = uses::sample(&dump, N_SAMPLES.div_ceil(packages.len()));
        uses::count(&samples, &package, &graph, &answers, &mut measured.uses, cases);
        measured.packages.push(name);
        measured.n_files += package.n_files();
    }
    Ok(measured)
}

/// The scripts of `testing/truth`, and the folder they install into.
struct Scripts {
    folder: PathBuf,
    parts: PathBuf,
}

impl Scripts {
    /// Downloads the packages of a language that are not there yet.
    fn packages(&self, language: ReferenceLanguage) -> anyhow::Result<Vec<PathBuf>> {
        self.run("packages.py", language, &[])?;
        folders_in(&self.parts.join("packages").join(language.name()))
    }

    /// Returns the dump of the reference tool, which is kept until the package changes.
    fn dump(&self, language: ReferenceLanguage, package: &Path) -> anyhow::Result<Dump> {
        let package = package
            .canonicalize()
            .with_context(|| format!("there is no package at {}", package.display()))?;
        let output = self.run("dump.py", language, &[&package])?;
        // Installers may print lines before it.
        let path = PathBuf::from(output.lines().last().unwrap_or_default());
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        Ok(Dump::parse(&text))
    }

    fn run(
        &self,
        script: &str,
        language: ReferenceLanguage,
        more: &[&Path],
    ) -> anyhow::Result<String> {
        let output = Command::new("python3")
            .arg(self.folder.join(script))
            .arg(&self.parts)
            .arg(language.name())
            .args(more)
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .context("cannot run python3; install Python 3.10 or later")?;
        ensure!(output.status.success(), "{script} {} failed", language.name());
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// The folders in a folder, in order.
fn folders_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder)
        .with_context(|| format!("there are no packages in {}", folder.display()))?;
    let mut found = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.is_dir() {
            found.push(path);
        }
    }
    found.sort_unstable();
    Ok(found)
}
