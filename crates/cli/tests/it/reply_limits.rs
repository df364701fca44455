//! Endless or huge replies of a model are refused, in little memory and time.

#![cfg(target_os = "linux")]

use std::io::Write;
use std::net::TcpStream;
use std::sync::mpsc;
use std::sync::{Arc, Mutex};

use rutter_fixture::Tree;

use crate::raw_server::RawServer;
use crate::run::{Run, command};

/// An exploration needs about 65 MiB by itself.
const LIMIT_KIBIBYTES: u64 = 120 << 10;

/// Explores with a server that floods the client; returns the run and its peak memory.
fn explore(flood: impl Fn(&mut TcpStream) + Send + Sync + 'static) -> (Run, u64) {
    let (pid_sender, pid) = mpsc::channel::<u32>();
    let pid = Mutex::new(pid);
    let peak = Arc::new(Mutex::new(0));
    let kept = Arc::clone(&peak);
    let server = RawServer::start(move |stream| {
        flood(stream);
        // The client has closed the connection, which it does before it exits.
        let Ok(pid) = pid.lock().unwrap().recv() else { return };
        *kept.lock().unwrap() = peak_kibibytes(pid).unwrap_or_default();
    });
    let tree = Tree::new("//- src/lib.rs\npub fn add() {}\n");
    let endpoint = server.endpoint();
    let args = ["explore", "--model", "openai-compatible::m", "--endpoint", &endpoint];
    let child = command(tree.path(), &args).spawn().unwrap();
    pid_sender.send(child.id()).unwrap();
    let run = child.wait_with_output().unwrap().into();
    let peak = *peak.lock().unwrap();
    (run, peak)
}

fn peak_kibibytes(pid: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

fn check(head: &'static str, piece: &'static [u8], n_bytes: usize, text: &str) {
    let (run, peak) = explore(move |stream| {
        let head = format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n{head}\r\n");
        let block = piece.repeat((64 << 10) / piece.len());
        let mut n_left = n_bytes;
        let mut is_sent = stream.write_all(head.as_bytes()).is_ok();
        while is_sent && n_left > 0 {
            is_sent = stream.write_all(&block).is_ok();
            n_left = n_left.saturating_sub(block.len());
        }
    });
    let run = run.exits(2);
    assert!(run.out.contains(text), "{}\n{}", run.out, run.err);
    assert!(peak < LIMIT_KIBIBYTES, "{text}: {peak} KiB");
}

#[test]
fn a_reply_without_end_is_refused_and_takes_little_memory() {
    check("", b"\"aaaaaaaa\": \"aaaaaaaaaaaaaaaaaaaaaaa\" ", usize::MAX, "larger than 16 MiB");
}

#[test]
fn two_hundred_megabytes_of_blanks_are_refused_and_take_little_memory() {
    check("content-length: 200000000\r\n", b" ", 200_000_000, "larger than 16 MiB");
}

#[test]
fn one_line_of_two_hundred_megabytes_is_refused_and_takes_little_memory() {
    check("", b"a", 200_000_000, "larger than 16 MiB");
}

#[test]
fn a_compressed_reply_is_refused_and_takes_little_memory() {
    check("content-encoding: gzip\r\n", b"\x1f\x8b\x08\x00", 1 << 20, "compressed (`gzip`)");
}

#[test]
fn a_reply_of_countless_values_is_refused_and_takes_little_memory() {
    check("", b"[0,0,0,0,0,0,0,0],", usize::MAX, "contains more than 250000 JSON values");
}
