//! Somebody who calls tools, and what they may do and have seen.

use std::ffi::OsString;
use std::sync::Mutex;

use rutter_domain::{Recording, Seen};
use serde_json::Value;

/// What the caller of tools may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Mode {
    /// Look.
    #[default]
    Ask,
    /// Look, and record what was learned.
    Plan,
    /// Also write files and run commands, each after it was confirmed.
    Build,
}

impl Mode {
    pub fn name(self) -> &'static str {
        match self {
            Mode::Ask => "ask",
            Mode::Plan => "plan",
            Mode::Build => "build",
        }
    }
}

/// One caller, from beginning to end.
pub struct Session {
    pub mode: Mode,
    /// Who records: the model's name, or the MCP client's.
    pub author: String,
    /// The run that entries are learned in.
    pub run: Option<String>,
    /// Asks a person whether what changes something may happen.
    pub confirm: Box<dyn Fn(&Proposal) -> Consent + Send + Sync>,
    /// Whether `bash` may run where the system cannot shut it in.
    pub shell: Confinement,
    /// The variables of the user's own environment. Commands get those that are not secret.
    pub environment: Vec<(OsString, OsString)>,
    pub seen: Mutex<Seen>,
}

/// Something that is about to change the world.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proposal {
    WriteFile { path: String, content: String, is_new: bool },
    RunCommand { command: String, confinement: String },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consent {
    Yes,
    No,
}

/// What to do where commands cannot be shut in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Confinement {
    /// Do not run them.
    #[default]
    Required,
    /// Run them all the same: the user insists.
    Waived,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session")
            .field("mode", &self.mode)
            .field("author", &self.author)
            .finish_non_exhaustive()
    }
}

impl Session {
    /// A session in which nothing needs to be confirmed because nothing can be changed.
    pub fn new(mode: Mode, author: &str) -> Session {
        Session {
            mode,
            author: author.to_owned(),
            run: None,
            confirm: Box::new(|_| Consent::No),
            shell: Confinement::Required,
            environment: Vec::new(),
            seen: Mutex::default(),
        }
    }
}

/// A tool as a model or an agent is told of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Declaration {
    pub name: &'static str,
    pub description: String,
    /// A plain JSON schema of an object: no `$ref`, no unions, no `$schema`.
    pub parameters: Value,
    pub effect: Effect,
}

/// What a call may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// Nothing.
    Looks,
    /// The notebook.
    Records,
    /// The repository, or anything.
    Changes,
}

/// What a call came to, as the model is told.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Outcome {
    /// Bounded, and without secrets.
    pub text: String,
    pub is_error: bool,
    /// Values and files kept back because they look secret.
    pub n_redacted: u32,
    /// What became of an entry, if the call was to record one.
    pub recording: Option<Recording>,
}
