//! Drives the program under measurement, as its users do: by its command line.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::Value;

use crate::measure::{cpu_time_of, time};
use crate::process::{self, LIMIT, Run, Watch};

/// The program, a tree and an index of it.
pub struct Rutter {
    binary: PathBuf,
    pub root: PathBuf,
    data: PathBuf,
    embedder: Option<&'static str>,
}

impl Rutter {
    pub fn new(binary: &Path, root: &Path, data: &Path) -> Rutter {
        Rutter {
            binary: binary.to_owned(),
            root: root.to_owned(),
            data: data.to_owned(),
            embedder: None,
        }
    }

    pub fn embedder(self, embedder: &'static str) -> Rutter {
        Rutter { embedder: Some(embedder), ..self }
    }

    /// Deletes the index.
    pub fn forget(&self) -> anyhow::Result<()> {
        if self.data.exists() {
            fs::remove_dir_all(&self.data)
                .with_context(|| format!("cannot remove {}", self.data.display()))?;
        }
        fs::create_dir_all(&self.data)?;
        Ok(())
    }

    /// Brings the index up to date and returns its report.
    pub fn index(&self, limit: Duration) -> anyhow::Result<(Value, Run)> {
        let mut command = self.command("index");
        command.args(["--local", "--json"]);
        command.args(self.embedder.iter().flat_map(|embedder| ["--embedder", embedder]));
        let run = process::run(&mut command, limit, &[0], &self.log())?;
        let report = serde_json::from_str(&run.stdout)
            .with_context(|| format!("`index --json` did not print JSON: {}", run.stdout))?;
        Ok((report, run))
    }

    /// Removes the index and builds it again.
    pub fn index_from_nothing(&self, limit: Duration) -> anyhow::Result<(Value, Run)> {
        self.forget()?;
        self.index(limit)
    }

    /// One question to a process of its own.
    pub fn search(&self, query: &str) -> anyhow::Result<(Value, Run)> {
        let mut command = self.command("search");
        command.args(["--json", "--", query]);
        let run = process::run(&mut command, LIMIT, &[0, 1], &self.log())?;
        let answer = serde_json::from_str(&run.stdout)
            .with_context(|| format!("`search --json` did not print JSON: {}", run.stdout))?;
        Ok((answer, run))
    }

    /// Measures the time that the program takes to start and do nothing.
    pub fn start(&self) -> anyhow::Result<Duration> {
        let mut command = Command::new(&self.binary);
        command.arg("--version");
        Ok(process::run(&mut command, LIMIT, &[0], &self.log())?.elapsed)
    }

    /// The files in the index.
    pub fn files(&self) -> anyhow::Result<Vec<PathBuf>> {
        let mut command = self.command("status");
        command.arg("--files");
        let run = process::run(&mut command, LIMIT, &[0], &self.log())?;
        Ok(run.stdout.lines().map(|path| self.root.join(path)).collect())
    }

    /// A process that answers one question a line.
    pub fn batch(&self) -> anyhow::Result<Batch> {
        let mut command = self.command("search");
        let log = fs::File::create(self.log())?;
        command.arg("--batch");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(log);
        let mut child = command.spawn().with_context(|| format!("cannot run {command:?}"))?;
        let stdin = child.stdin.take().context("the program has an input")?;
        let stdout = child.stdout.take().context("the program has an output")?;
        let process = child.id().to_string();
        let stdout = BufReader::new(stdout);
        Ok(Batch { stdin, stdout, process, watch: Watch::over(child, LIMIT) })
    }

    /// The size of the index on disk.
    pub fn index_bytes(&self) -> u64 {
        let walk = ignore::WalkBuilder::new(&self.data).standard_filters(false).build();
        walk.flatten()
            .filter_map(|entry| entry.metadata().ok())
            .filter(fs::Metadata::is_file)
            .map(|metadata| metadata.len())
            .sum()
    }

    /// A command on the tree and its index.
    pub fn command(&self, name: &str) -> Command {
        let mut command = Command::new(&self.binary);
        command.arg(name).arg("--root").arg(&self.root).arg("--data-dir").arg(&self.data);
        command.current_dir(&self.root);
        command
    }

    /// Where its errors go.
    pub fn log(&self) -> PathBuf {
        self.data.with_extension("log")
    }
}

/// A process that answers one question a line.
pub struct Batch {
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    process: String,
    watch: Watch,
}

impl Batch {
    /// Asks, and measures how long the answer took.
    pub fn ask(&mut self, query: &str) -> anyhow::Result<(Value, Duration)> {
        let mut line = String::new();
        let (elapsed, read) = time(|| -> std::io::Result<usize> {
            self.stdin.write_all(format!("{query}\n").as_bytes())?;
            self.stdin.flush()?;
            self.stdout.read_line(&mut line)
        });
        ensure!(read? > 0, "`search --batch` ended without an answer to `{query}`");
        let answer = serde_json::from_str(&line)
            .with_context(|| format!("`search --batch` did not print JSON: {line}"))?;
        Ok((answer, elapsed))
    }

    /// The processor time that it has used so far.
    pub fn cpu_time(&self) -> Duration {
        cpu_time_of(&self.process)
    }

    /// Ends the process by ending its input and returns its peak memory.
    pub fn finish(self) -> anyhow::Result<u64> {
        drop(self.stdin);
        drop(self.stdout);
        Ok(self.watch.finish()?.peak_bytes)
    }
}
