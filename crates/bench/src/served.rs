//! An MCP server under measurement, and the client's side of its session.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::measure::time;

/// A server, and the client's ends of its streams.
pub struct Served {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    n_asked: u64,
}

impl Served {
    /// Starts a server and initializes a session.
    pub fn start(mut command: Command) -> anyhow::Result<Served> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().with_context(|| format!("cannot run {command:?}"))?;
        let stdin = child.stdin.take().context("the server has an input")?;
        let stdout = BufReader::new(child.stdout.take().context("the server has an output")?);
        let mut served = Served { child, stdin, stdout, n_asked: 0 };
        let client = json!({ "name": "bench", "version": "1" });
        let params = json!({
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client,
        });
        served.ask("initialize", &params)?;
        served.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
        Ok(served)
    }

    /// Searches and returns the time until the answer.
    pub fn search(&mut self, query: &str) -> anyhow::Result<Duration> {
        let params = json!({ "name": "search", "arguments": { "query": query } });
        let (elapsed, answer) = time(|| self.ask("tools/call", &params));
        let answer = answer?;
        ensure!(answer["result"]["structuredContent"].is_object(), "no answer: {answer}");
        Ok(elapsed)
    }

    /// Returns whether it has no index to answer from yet.
    pub fn is_indexing(&mut self) -> anyhow::Result<bool> {
        let answer = self.ask("tools/call", &json!({ "name": "status", "arguments": {} }))?;
        Ok(answer["result"]["structuredContent"]["index"]["state"] == "absent")
    }

    /// Memory that is not mapped from a file.
    pub fn own_bytes(&self) -> anyhow::Result<u64> {
        self.memory(&["Anonymous:"])
    }

    /// Memory that is shared with no other process.
    pub fn private_bytes(&self) -> anyhow::Result<u64> {
        self.memory(&["Private_Clean:", "Private_Dirty:"])
    }

    /// Ends the session and returns the time until the server ended without an error.
    pub fn end(mut self) -> anyhow::Result<Duration> {
        let began = Instant::now();
        drop(self.stdin);
        let status = self.child.wait()?;
        ensure!(status.success(), "the server ended with {status}");
        Ok(began.elapsed())
    }

    fn ask(&mut self, method: &str, params: &Value) -> anyhow::Result<Value> {
        self.n_asked += 1;
        let id = self.n_asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        loop {
            let mut line = String::new();
            ensure!(self.stdout.read_line(&mut line)? > 0, "the server ended");
            let answer: Value = serde_json::from_str(&line)?;
            if answer["id"] == id {
                return Ok(answer);
            }
        }
    }

    fn send(&mut self, message: &Value) -> anyhow::Result<()> {
        self.stdin.write_all(format!("{message}\n").as_bytes())?;
        Ok(self.stdin.flush()?)
    }

    fn memory(&self, kinds: &[&str]) -> anyhow::Result<u64> {
        let path = format!("/proc/{}/smaps_rollup", self.child.id());
        let rollup = std::fs::read_to_string(path).context("memory is reported on Linux only")?;
        let mut kibibytes = 0;
        for line in rollup.lines() {
            if let Some(rest) = kinds.iter().find_map(|kind| line.strip_prefix(kind)) {
                kibibytes += rest.trim().trim_end_matches(" kB").parse::<u64>()?;
            }
        }
        Ok(kibibytes * 1024)
    }
}
