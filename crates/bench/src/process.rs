//! Runs a program to its end, or to a time limit, and measures its time and its peak memory.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

/// The longest that anything but a whole kernel may take.
pub const LIMIT: Duration = Duration::from_secs(600);

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    pub elapsed: Duration,
    /// The largest resident set seen, file pages included. Looked at 50 times a second, so that a
    /// short run may show less than it had.
    pub peak_bytes: u64,
    pub stdout: String,
}

/// Runs a command that is to answer with one of `good` exit codes.
pub fn run(
    command: &mut Command,
    limit: Duration,
    good: &[i32],
    log: &Path,
) -> anyhow::Result<Run> {
    let stderr = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(stderr);
    let start = Instant::now();
    let mut child = command.spawn().with_context(|| format!("cannot run {command:?}"))?;
    let mut pipe = child.stdout.take().context("the program has an output")?;
    let watch = Watch::over(child, limit);
    let mut stdout = Vec::new();
    pipe.read_to_end(&mut stdout)?;
    let end = watch.finish()?;
    let elapsed = start.elapsed();
    let code = end.code;
    if !code.is_some_and(|code| good.contains(&code)) {
        let stderr = std::fs::read_to_string(log).unwrap_or_default();
        let why = if elapsed >= limit { "ran past its limit" } else { "failed" };
        bail!("{command:?} {why} (exit code {code:?})\n{stderr}");
    }
    let stdout = String::from_utf8_lossy(&stdout).into_owned();
    Ok(Run { elapsed, peak_bytes: end.peak_bytes, stdout })
}

/// A thread that measures the memory of a running program and ends it at its time limit.
pub struct Watch {
    child: Arc<Mutex<Child>>,
    done: Sender<()>,
    thread: JoinHandle<u64>,
}

/// The end of a watched program.
pub struct End {
    pub code: Option<i32>,
    pub peak_bytes: u64,
}

impl Watch {
    pub fn over(child: Child, limit: Duration) -> Watch {
        let status = format!("/proc/{}/status", child.id());
        let child = Arc::new(Mutex::new(child));
        let watched = Arc::clone(&child);
        let (done, is_done) = channel();
        let thread = std::thread::spawn(move || {
            let start = Instant::now();
            let mut peak_bytes = 0;
            loop {
                peak_bytes = peak_bytes.max(resident_peak(&status));
                match is_done.recv_timeout(Duration::from_millis(20)) {
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => return peak_bytes,
                    Err(RecvTimeoutError::Timeout) if start.elapsed() < limit => {}
                    Err(RecvTimeoutError::Timeout) => {
                        // It may have ended by itself just now, which is as good.
                        if let Ok(mut child) = watched.lock() {
                            child.kill().unwrap_or_default();
                        }
                        return peak_bytes;
                    }
                }
            }
        });
        Watch { child, done, thread }
    }

    /// Waits for the program, whose output has ended.
    pub fn finish(self) -> anyhow::Result<End> {
        let status = match self.child.lock() {
            Ok(mut child) => child.wait()?,
            Err(_) => bail!("the thread that watches a program has panicked"),
        };
        // A watcher that has ended its program is gone already.
        self.done.send(()).unwrap_or_default();
        let peak_bytes = self.thread.join().unwrap_or(0);
        Ok(End { code: status.code(), peak_bytes })
    }
}

/// The high-water mark of a process's resident set, where the system reports it.
fn resident_peak(status: &str) -> u64 {
    let Ok(status) = std::fs::read_to_string(status) else { return 0 };
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kibibytes.unwrap_or(0) * 1024
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_does_not_end_is_ended() {
        let tree = rutter_fixture::Tree::new("");
        let log = tree.file("log");
        let limit = Duration::from_millis(200);
        // A `sleep` that is not ended would succeed.
        let run = run(Command::new("sleep").arg("20"), limit, &[0], &log);
        assert!(run.unwrap_err().to_string().contains("ran past its limit"));
    }

    #[test]
    fn the_output_of_a_program_comes_back() {
        let tree = rutter_fixture::Tree::new("");
        let log = tree.file("log");
        let run = run(Command::new("echo").arg("hello"), Duration::from_secs(20), &[0], &log);
        assert_eq!(run.unwrap().stdout, "hello\n");
    }

    #[test]
    fn a_program_that_fails_says_why() {
        let tree = rutter_fixture::Tree::new("");
        let mut command = Command::new("sh");
        command.args(["-c", "echo broken >&2; exit 3"]);
        let run = run(&mut command, Duration::from_secs(20), &[0], &tree.file("log"));
        let message = run.unwrap_err().to_string();
        assert!(message.contains("exit code Some(3)") && message.contains("broken"), "{message}");
    }
}
