//! Brings the index up to date in another process, so that a short command leaves a current index behind.
//!
//! The process runs `index --in-background`. It exits at once if another process writes the index, it exits after
//! [`TIME_LIMIT`] in any case, and like every writer it can be killed at any moment. It is not attached to a terminal
//! or to a pipe of its parent.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rutter_engine::Engine;
use rutter_workspace::RepoLayout;

use crate::exit::Exit;

/// An update that takes longer hangs.
const TIME_LIMIT: Duration = Duration::from_mins(15);

/// Returns a function that starts such a process unless one still runs, and returns whether one runs.
pub fn starter(
    layout: &RepoLayout,
    data_dir: Option<PathBuf>,
) -> impl Fn() -> bool + Send + Sync + use<> {
    let root = layout.root.clone();
    let is_running = Arc::new(AtomicBool::new(false));
    move || {
        if is_running.swap(true, Ordering::SeqCst) {
            return true;
        }
        let Ok(mut child) = start(&root, data_dir.as_deref()) else {
            is_running.store(false, Ordering::SeqCst);
            return false;
        };
        let is_running = Arc::clone(&is_running);
        // A long session must not keep the ended process as a zombie.
        thread::spawn(move || {
            let _ = child.wait();
            is_running.store(false, Ordering::SeqCst);
        });
        true
    }
}

fn start(root: &Path, data_dir: Option<&Path>) -> io::Result<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["index", "--in-background", "--root"]).arg(root);
    if let Some(data_dir) = data_dir {
        command.arg("--data-dir").arg(data_dir);
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    // Ctrl-C at the terminal must not stop it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn()
}

/// The body of `index --in-background`.
pub fn run(engine: &Engine) -> anyhow::Result<Exit> {
    let limit = || {
        thread::sleep(TIME_LIMIT);
        // Nothing is lost: the last published generation stays.
        std::process::exit(2);
    };
    thread::Builder::new().name("time limit".to_owned()).spawn(limit)?;
    engine.catch_up(&false.into())?;
    Ok(Exit::Found)
}
