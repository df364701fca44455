//! Runs one command until it ends, or kills it with every process that it started.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::environment::Environment;
use super::output::Output;
use super::sandbox::Sandbox;

/// How often to check for a timeout or a cancellation.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// How long to wait for the end of the output if another process keeps the pipe open.
const OUTPUT_GRACE: Duration = Duration::from_millis(500);

/// Numbers the temporary folders of this process.
static N_STARTED: AtomicU32 = AtomicU32::new(0);

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "how", rename_all = "snake_case")]
pub enum Ended {
    Code { code: i32 },
    Signal { signal: i32 },
    TimedOut,
    Cancelled,
}

/// The result of a command.
#[derive(Debug)]
pub(super) struct Done {
    pub(super) ended: Ended,
    pub(super) output: String,
    pub(super) elapsed: Duration,
}

/// Runs a command in `root`, restricted by the sandbox.
pub(super) fn run(
    command: &str,
    root: &Path,
    environment: &Environment,
    sandbox: &Sandbox,
    limit: Duration,
    cancelled: &AtomicBool,
) -> io::Result<Done> {
    let began = Instant::now();
    let temporary = Temporary::new(&environment.temporary())?;
    let (reader, writer) = io::pipe()?;
    let mut child = start(command, root, &temporary.path, environment, sandbox, writer)?;
    let group = child.id();
    let output = Arc::new(Mutex::new(Output::default()));
    let is_read = gather(reader, Arc::clone(&output));
    let (sender, exit) = channel();
    thread::spawn(move || sender.send(child.wait()));
    let ended = wait(&exit, began, limit, cancelled, || kill_group(group));
    // The command may have left processes in the background.
    kill_group(group);
    let _ = is_read.recv_timeout(OUTPUT_GRACE);
    let output = output.lock().unwrap_or_else(PoisonError::into_inner).text();
    Ok(Done { ended: ended?, output, elapsed: began.elapsed() })
}

/// Starts the command from a thread of its own, since the sandbox restricts the thread that enters it.
fn start(
    command: &str,
    root: &Path,
    temporary: &Path,
    environment: &Environment,
    sandbox: &Sandbox,
    writer: io::PipeWriter,
) -> io::Result<Child> {
    let also = writer.try_clone()?;
    let mut shell = Command::new("sh");
    shell
        .arg("-c")
        .arg(command)
        .current_dir(root)
        .env_clear()
        .envs(environment.variables())
        .env("TMPDIR", temporary)
        .env("PWD", root)
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(also);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut shell, 0);
    let (sandbox, environment) = (*sandbox, environment.clone());
    let (root, temporary) = (root.to_owned(), temporary.to_owned());
    let starter = thread::spawn(move || {
        sandbox.enter(&root, &temporary, &environment)?;
        shell.spawn()
    });
    starter.join().unwrap_or_else(|_| Err(io::Error::other("the thread that starts it panicked")))
}

/// Collects the output. The channel reports its end.
fn gather(mut reader: io::PipeReader, output: Arc<Mutex<Output>>) -> Receiver<()> {
    let (sender, is_read) = channel();
    thread::spawn(move || {
        let mut bytes = [0; 16 << 10];
        loop {
            match reader.read(&mut bytes) {
                Ok(0) => break,
                Ok(n_bytes) => {
                    output.lock().unwrap_or_else(PoisonError::into_inner).add(&bytes[..n_bytes]);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        sender.send(())
    });
    is_read
}

fn wait(
    exit: &Receiver<io::Result<ExitStatus>>,
    began: Instant,
    limit: Duration,
    cancelled: &AtomicBool,
    kill: impl Fn(),
) -> io::Result<Ended> {
    loop {
        match exit.recv_timeout(POLL_INTERVAL) {
            Ok(status) => return Ok(ended_by(status?)),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::other("the thread that waits for it panicked"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        let reason = match (cancelled.load(Ordering::Relaxed), began.elapsed() > limit) {
            (true, _) => Ended::Cancelled,
            (false, true) => Ended::TimedOut,
            (false, false) => continue,
        };
        kill();
        let _ = exit.recv_timeout(Duration::from_secs(5));
        return Ok(reason);
    }
}

fn ended_by(status: ExitStatus) -> Ended {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Ended::Signal { signal };
    }
    Ended::Code { code: status.code().unwrap_or(-1) }
}

/// Kills every process of the command's group.
fn kill_group(id: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) {
        // It may have exited already.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}

/// A folder for temporary files that is removed when dropped.
struct Temporary {
    path: PathBuf,
}

impl Temporary {
    fn new(folder: &Path) -> io::Result<Temporary> {
        let number = N_STARTED.fetch_add(1, Ordering::Relaxed);
        let name = format!("rutter-command-{}-{number}", std::process::id());
        let path = folder.join(name);
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        // An earlier process with the same id may have left one behind.
        if let Err(error) = builder.create(&path) {
            if error.kind() != io::ErrorKind::AlreadyExists {
                return Err(error);
            }
            fs::remove_dir_all(&path)?;
            builder.create(&path)?;
        }
        Ok(Temporary { path })
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}
