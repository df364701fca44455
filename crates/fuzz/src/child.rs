//! Runs a child of this program and watches it: what it prints, whether it lives, how much it takes.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;

use crate::batch::Line;
use crate::measure::resident_bytes;

const POLL_EVERY: Duration = Duration::from_millis(100);
/// How much of the output of a dying child is kept.
const OUTPUT_BYTES: usize = 600;

/// What a child may take before it is ended.
#[derive(Debug, Clone, Copy)]
pub struct ChildLimits {
    /// Without a line for this long it hangs.
    pub silence: Duration,
    pub memory_bytes: u64,
}

/// How a child ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// It ran to its end.
    Done,
    /// It ended before that: by a signal, or with an error of its own.
    Died(String),
    Hung,
    /// It held more memory than it may.
    Bloated(u64),
}

/// Starts this program again with these arguments and hands on the lines it prints.
pub fn watch(
    args: &[String],
    limits: ChildLimits,
    on_line: &mut dyn FnMut(Line),
) -> anyhow::Result<End> {
    let program = std::env::current_exe().context("cannot find this program")?;
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot start a child")?;
    let (out, err) = (child.stdout.take().context("no pipe")?, child.stderr.take());
    let (sender, lines) = channel();
    let reading = thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let hearing = thread::spawn(move || {
        let mut said = Vec::new();
        let _ = err.map(|mut err| err.read_to_end(&mut said));
        let start = said.len().saturating_sub(OUTPUT_BYTES);
        String::from_utf8_lossy(&said[start..]).trim().to_owned()
    });
    let mut heard_at = Instant::now();
    let mut is_done = false;
    let forced = loop {
        match lines.recv_timeout(POLL_EVERY) {
            Ok(line) => {
                heard_at = Instant::now();
                if let Some(line) = Line::parse(&line) {
                    is_done |= matches!(line, Line::Done { .. });
                    on_line(line);
                }
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => break None,
            Err(RecvTimeoutError::Timeout) => {}
        }
        let n_bytes = resident_bytes(child.id());
        if n_bytes > limits.memory_bytes {
            break Some(End::Bloated(n_bytes));
        }
        if heard_at.elapsed() > limits.silence {
            break Some(End::Hung);
        }
    };
    if forced.is_some() {
        child.kill().context("cannot end a child")?;
    }
    let status = child.wait().context("cannot wait for a child")?;
    let _ = reading.join();
    let said = hearing.join().unwrap_or_default();
    Ok(match forced {
        Some(end) => end,
        None if is_done && status.success() => End::Done,
        None => End::Died(format!("{}: {said}", describe(status)).replace('\n', " ⏎ ")),
    })
}

fn describe(status: ExitStatus) -> String {
    status.to_string()
}
