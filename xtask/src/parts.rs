//! The parts that tests talk to: a real language model, others' servers of the wire formats, the
//! official client of the Model Context Protocol, the schema of SARIF, a browser, and database servers.
//!
//! The scripts in `testing/` install them into `target/parts`, or into the folder that
//! `RUTTER_TEST_PARTS` names. That takes minutes on the first run and so goes on in the background
//! while cargo compiles. Tests find a part by an environment variable, and pass over what needs it
//! when that is not set. Start at [`Part::install`].

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Attempts at an installation, because a registry may fail for a moment.
const N_ATTEMPTS: u32 = 2;

/// A part to install.
#[derive(Debug, Clone, Copy)]
pub enum Part {
    /// A local language model and its server.
    Model,
    /// Servers that speak as the providers do.
    Wire,
    /// A client that speaks to our server.
    Mcp,
    /// The schema of SARIF, and a validator.
    Sarif,
    /// A browser for the pages.
    Browser,
    /// A database server for the store of a team.
    Postgres,
    /// A vector database for the index of a team.
    Qdrant,
}

/// A running installation.
pub struct Installation {
    part: Part,
    folder: PathBuf,
    thread: JoinHandle<Result<Duration, String>>,
}

/// A finished installation.
pub struct Installed {
    /// The environment variable by which tests find it.
    pub variable: &'static str,
    pub folder: PathBuf,
    /// The time it took, or the reason for its failure.
    pub result: Result<Duration, String>,
}

impl Part {
    /// The folder under `testing/` and under the parts.
    fn name(self) -> &'static str {
        match self {
            Part::Model => "model",
            Part::Wire => "wire",
            Part::Mcp => "mcp",
            Part::Sarif => "sarif",
            Part::Browser => "browser",
            Part::Postgres => "postgres",
            Part::Qdrant => "qdrant",
        }
    }

    /// Starts the installation and returns at once.
    pub fn install(self, root: &Path) -> Installation {
        let parts = std::env::var_os("RUTTER_TEST_PARTS").map(PathBuf::from);
        let folder = parts.unwrap_or_else(|| root.join("target/parts")).join(self.name());
        let script = root.join("testing").join(self.name()).join("install.py");
        let into = folder.clone();
        let thread = thread::spawn(move || {
            let start = Instant::now();
            let mut result = run_script(&script, &into);
            for _ in 1..N_ATTEMPTS {
                if result.is_err() {
                    result = run_script(&script, &into);
                }
            }
            result.map(|()| start.elapsed())
        });
        Installation { part: self, folder, thread }
    }
}

impl Installation {
    /// Waits for the installation to end.
    pub fn finish(self) -> Installed {
        let variable = match self.part {
            Part::Model => "RUTTER_TEST_MODEL",
            Part::Wire => "RUTTER_TEST_WIRE",
            Part::Mcp => "RUTTER_TEST_MCP",
            Part::Sarif => "RUTTER_TEST_SARIF",
            Part::Browser => "RUTTER_TEST_BROWSER",
            Part::Postgres => "RUTTER_TEST_POSTGRES",
            Part::Qdrant => "RUTTER_TEST_QDRANT",
        };
        let result =
            self.thread.join().unwrap_or_else(|_| Err("the installation broke off".into()));
        Installed { variable, folder: self.folder, result }
    }
}

fn run_script(script: &Path, folder: &Path) -> Result<(), String> {
    let output =
        Command::new("python3").arg(script).arg(folder).stdin(Stdio::null()).output().map_err(
            |error| format!("python3 cannot be run: {error}; install Python 3.10 or later"),
        )?;
    if output.status.success() {
        return Ok(());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = stderr.lines().filter(|line| !line.trim().is_empty()).collect();
    let last = &lines[lines.len().saturating_sub(4)..];
    Err(if last.is_empty() { format!("it ended with {}", output.status) } else { last.join("; ") })
}
