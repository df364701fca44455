//! Runs the built program and keeps its output.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use rutter_fixture::Tree;
use serde_json::Value;

/// The environment variable with a team's store for all commands, set by tests that run others over a store.
pub const TEAM_STORE: &str = "RUTTER_TEST_TEAM_STORE";

/// Exit code and output of a run of `rutter`.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    /// The answer as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("{error}\nout: {}\nerr: {}", self.out, self.err))
    }

    /// Checks the exit code.
    pub fn exits(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "out: {}\nerr: {}", self.out, self.err);
        self
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// A command line that runs in `folder`, independent of the settings of the user who runs the test.
pub fn command(folder: &Path, args: &[&str]) -> Command {
    command_of(Path::new(env!("CARGO_BIN_EXE_rutter")), folder, args)
}

/// The same for a copy of the binary.
pub fn command_of(program: &Path, folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command
        .args(args)
        .current_dir(folder)
        .env("HOME", folder)
        .env("XDG_CONFIG_HOME", folder)
        .env_remove("XDG_STATE_HOME")
        .env_remove("RUST_LOG")
        .env_remove("RUTTER_STORE")
        .env_remove("RUTTER_INDEX")
        .env_remove("RUTTER_QDRANT_KEY")
        .env_remove("RUTTER_MODEL")
        .env_remove("RUTTER_ENDPOINT")
        .env_remove("RUTTER_API_KEY")
        .env_remove("GEMINI_API_KEY")
        .env_remove("GOOGLE_API_KEY")
        .env_remove("ANTHROPIC_API_KEY")
        .env_remove("OPENAI_API_KEY")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(url) = team_store(folder) {
        command.env("RUTTER_STORE", url);
    }
    command
}

/// The address of the team's store that commands in a folder use, if any. The repository there gets a name of its
/// own, unless its settings have one.
pub fn team_store(folder: &Path) -> Option<OsString> {
    let url = std::env::var_os(TEAM_STORE)?;
    let settings = folder.join(".rutter/config.toml");
    let text = std::fs::read_to_string(&settings).unwrap_or_default();
    if !text.contains("[store]") {
        std::fs::create_dir_all(folder.join(".rutter")).unwrap();
        let name = folder.display();
        std::fs::write(settings, format!("{text}\n[store]\nrepository = \"{name}\"\n")).unwrap();
    }
    Some(url)
}

/// Runs `rutter` in the root of a tree.
pub fn rutter(tree: &Tree, args: &[&str]) -> Run {
    rutter_in(tree.path(), args)
}

/// Runs `rutter` in a folder.
pub fn rutter_in(folder: &Path, args: &[&str]) -> Run {
    command(folder, args).output().expect("the binary runs").into()
}

/// Runs `rutter` in the root of a tree with `input` as its standard input.
pub fn rutter_with(tree: &Tree, args: &[&str], input: &str) -> Run {
    let mut child =
        command(tree.path(), args).stdin(Stdio::piped()).spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    stdin.write_all(input.as_bytes()).expect("it is read");
    drop(stdin);
    child.wait_with_output().expect("it ends").into()
}

/// Fails if `body` takes longer than `limit`, so that a hang is a failure.
pub fn within(limit: Duration, body: impl FnOnce() + Send + 'static) {
    let (done, ended) = mpsc::channel();
    let thread = thread::spawn(move || {
        body();
        let _ = done.send(());
    });
    match ended.recv_timeout(limit) {
        Err(RecvTimeoutError::Timeout) => panic!("not done within {limit:?}"),
        Ok(()) | Err(RecvTimeoutError::Disconnected) => {}
    }
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

/// The paths of a search's hits, in order.
pub fn hit_paths(answer: &Value) -> Vec<String> {
    let hits = answer["hits"].as_array().expect("hits are a list");
    hits.iter().map(|hit| hit["path"].as_str().expect("a path is text").to_owned()).collect()
}
