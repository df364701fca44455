//! Servers of others that tests talk to: installed by `testing/`, started here.
//!
//! `cargo xtask test` installs them and passes their folders in `RUTTER_TEST_MODEL` and
//! `RUTTER_TEST_WIRE`. A test whose server is missing reports that with [`rutter_fixture::skip`].

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rutter_fixture::Tree;
use serde_json::{Value, json};

/// A server process, ended when dropped.
pub struct ExternalServer {
    child: Child,
    address: String,
    /// Holds its log, and its script if it has one.
    folder: Tree,
}

impl ExternalServer {
    /// A real model: `qwen`, which calls tools, or `smollm`, which is small and quick.
    pub fn model(name: &str) -> Result<ExternalServer, String> {
        let parts = folder_of("RUTTER_TEST_MODEL")?;
        let mut command = Command::new(needed(parts.join("venv/bin/python"))?);
        needed(parts.join(format!("{name}.gguf")))?;
        command.arg(script("model/serve.py")).arg(parts).arg(name);
        Ok(ExternalServer::start(command, Tree::new("")))
    }

    /// llmock, which invents calls and takes scripts at `_llmock/scenario`.
    pub fn llmock() -> Result<ExternalServer, String> {
        let parts = folder_of("RUTTER_TEST_WIRE")?;
        needed(parts.join("venv/bin/llmock"))?;
        let mut command = Command::new(parts.join("venv/bin/python"));
        command.arg(script("wire/serve_llmock.py"));
        Ok(ExternalServer::start(command, Tree::new("")))
    }

    /// aimock, which gives these answers in order, in the format of the request.
    pub fn aimock(answers: &[Value]) -> Result<ExternalServer, String> {
        let parts = folder_of("RUTTER_TEST_WIRE")?;
        needed(parts.join("node_modules/@copilotkit/aimock"))?;
        let in_turn = |(at, answer): (usize, &Value)| json!({ "match": { "sequenceIndex": at }, "response": answer });
        let fixtures: Vec<Value> = answers.iter().enumerate().map(in_turn).collect();
        let folder = Tree::new("");
        folder.write("script.json", json!({ "fixtures": fixtures }).to_string());
        let mut command = Command::new("node");
        command.arg(script("wire/serve_aimock.mjs")).arg(parts).arg(folder.file("script.json"));
        Ok(ExternalServer::start(command, folder))
    }

    /// Its URL, with a slash at the end.
    pub fn address(&self) -> &str {
        &self.address
    }

    pub fn get(&self, path: &str) -> Value {
        self.exchange("GET", path, "")
    }

    pub fn post(&self, path: &str, body: &Value) -> Value {
        self.exchange("POST", path, &body.to_string())
    }

    fn start(mut command: Command, folder: Tree) -> ExternalServer {
        folder.write("log", "");
        let log = File::create(folder.file("log")).unwrap();
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::from(log))
            .spawn()
            .unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let Some(address) = first.trim().strip_prefix("listening ") else {
            let printed = std::fs::read_to_string(folder.file("log")).unwrap();
            panic!("{command:?} did not start: {first}\n{printed}");
        };
        ExternalServer { child, address: address.to_owned(), folder }
    }

    fn exchange(&self, method: &str, path: &str, body: &str) -> Value {
        let host = self.address.trim_start_matches("http://").split('/').next().unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        let head = format!("{method} /{path} HTTP/1.0\r\nhost: {host}\r\n");
        let kind = "content-type: application/json";
        write!(stream, "{head}{kind}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let body = reply.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        let log = || std::fs::read_to_string(self.folder.file("log")).unwrap_or_default();
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {reply}\n{}", log()))
    }
}

impl Drop for ExternalServer {
    fn drop(&mut self) {
        // Each of them ends when its standard input is closed.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

fn folder_of(variable: &str) -> Result<PathBuf, String> {
    let folder = std::env::var_os(variable).map(PathBuf::from);
    folder.ok_or_else(|| {
        format!("{variable} is not set; `cargo xtask test --with-model` sets all of them")
    })
}

fn needed(path: PathBuf) -> Result<PathBuf, String> {
    if path.exists() { Ok(path) } else { Err(format!("`{}` is not installed", path.display())) }
}

fn script(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testing").join(path)
}
