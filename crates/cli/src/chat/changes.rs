//! Shows the changes that a model proposes in a chat, asks the user about them, and takes them back.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rutter_terminal::{DiffOptions, diff_lines, render_lines};
use rutter_tools::{Consent, Proposal};
use rutter_workspace::OutputFolder;

use super::terminal::Terminal;
use super::typing::Typing;
use crate::consent::Confirm;
use crate::render::printable;

/// Lines of a diff that are shown.
const SHOWN_LINES: usize = 60;

/// Changes of larger files cannot be taken back.
const LIMIT_BYTES: u64 = 16 << 20;

/// The answers of the user to proposals, and the files that were written.
pub struct Changes {
    root: PathBuf,
    terminal: Terminal,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// Kinds of changes that the user always allows.
    allowed: BTreeSet<Kind>,
    /// Kinds of changes that the user never allows.
    refused: BTreeSet<Kind>,
    written: Vec<WrittenFile>,
    typing: Option<Arc<Typing>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Write,
    Command,
}

/// A file before and after the model wrote it.
#[derive(Debug, Clone)]
struct WrittenFile {
    path: String,
    /// `None` if it is new.
    before: Option<String>,
    after: String,
}

enum Reply {
    Once,
    Always,
    No,
    Never,
}

impl Changes {
    pub fn new(root: PathBuf, terminal: Terminal) -> Arc<Changes> {
        Arc::new(Changes { root, terminal, inner: Mutex::default() })
    }

    /// Decides about proposals of a model.
    pub fn confirm(self: &Arc<Changes>) -> Confirm {
        let changes = Arc::clone(self);
        Arc::new(move |proposal| changes.decide(proposal))
    }

    /// Sets the reader of the keyboard, which a question to the user suspends.
    pub fn set_typing(&self, typing: Option<Arc<Typing>>) {
        self.lock().typing = typing;
    }

    fn decide(&self, proposal: &Proposal) -> Consent {
        let kind = match proposal {
            Proposal::WriteFile { .. } => Kind::Write,
            Proposal::RunCommand { .. } => Kind::Command,
        };
        let (is_allowed, is_refused, typing) = {
            let inner = self.lock();
            (inner.allowed.contains(&kind), inner.refused.contains(&kind), inner.typing.clone())
        };
        if is_refused {
            return Consent::No;
        }
        if !is_allowed {
            let ask = || self.ask(proposal).unwrap_or(Reply::No);
            let reply = match typing {
                Some(typing) => typing.suspended(ask),
                None => ask(),
            };
            match reply {
                Reply::Once => {}
                Reply::Always => {
                    self.lock().allowed.insert(kind);
                }
                Reply::No => return Consent::No,
                Reply::Never => {
                    self.lock().refused.insert(kind);
                    return Consent::No;
                }
            }
        }
        if let Proposal::WriteFile { path, content, is_new } = proposal {
            let before = self.read(path);
            // A file that is not text cannot be taken back.
            if *is_new || before.is_some() {
                let written = WrittenFile { path: path.clone(), before, after: content.clone() };
                self.lock().written.push(written);
            }
        }
        Consent::Yes
    }

    fn ask(&self, proposal: &Proposal) -> io::Result<Reply> {
        let mut out = io::stdout().lock();
        match proposal {
            Proposal::WriteFile { path, content, is_new } => {
                let verb = if *is_new { "create" } else { "change" };
                writeln!(out, "\nThe model wants to {verb} `{}`:", printable(path))?;
                let before = self.read(path).unwrap_or_default();
                let options = DiffOptions {
                    context_lines: 3,
                    max_lines: SHOWN_LINES,
                    charset: self.terminal.options.charset,
                };
                let lines = diff_lines(&before, content, options);
                write!(out, "{}", render_lines(&lines, self.terminal.options.style))?;
            }
            Proposal::RunCommand { command, confinement } => {
                writeln!(out, "\nThe model wants to run, {confinement}:")?;
                for line in command.lines() {
                    writeln!(out, "  {}", printable(line))?;
                }
            }
        }
        write!(
            out,
            "Allow it? [y]es, [a]lways in this chat, [n]o, ne[v]er in this chat (then Enter): "
        )?;
        out.flush()?;
        let mut answer = String::new();
        io::stdin().lock().read_line(&mut answer)?;
        Ok(match answer.trim().to_lowercase().as_str() {
            "y" | "yes" => Reply::Once,
            "a" | "always" => Reply::Always,
            "v" | "never" => Reply::Never,
            _ => Reply::No,
        })
    }

    /// Takes back the last file that was written, and returns a message that says so.
    pub fn undo(&self) -> anyhow::Result<String> {
        let Some(written) = self.lock().written.pop() else {
            return Ok("the model has written nothing that could be taken back".to_owned());
        };
        let now = self.read(&written.path);
        if now.as_deref() != Some(written.after.as_str()) {
            return Ok(format!(
                "`{}` is left as it is: it is not what the model wrote any more",
                written.path
            ));
        }
        let root = OutputFolder::open(&self.root)?;
        match &written.before {
            Some(before) => {
                root.write(&written.path, before.as_bytes())?;
                Ok(format!("`{}` is as it was before", written.path))
            }
            None => {
                root.remove(&written.path)?;
                Ok(format!("`{}` is deleted; it was new", written.path))
            }
        }
    }

    fn read(&self, path: &str) -> Option<String> {
        let bytes = OutputFolder::open(&self.root).ok()?.read(path, LIMIT_BYTES).ok()?;
        String::from_utf8(bytes).ok()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
