//! `rutter serve --mcp` over HTTP: who is let in, and who is not.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use rutter_fixture::Tree;
use serde_json::{Value, json};

use super::run::command;

const TOKEN: &str = "a-token-for-tests-0123456789";

/// A server in a process of its own, ended when dropped.
pub struct Server {
    child: Child,
    /// Such as `127.0.0.1:4321`.
    pub address: String,
}

impl Server {
    pub fn start(tree: &Tree, args: &[&str]) -> Server {
        let mut all = vec!["serve", "--mcp", "--bind", "127.0.0.1:0"];
        all.extend(args);
        let mut command = command(tree.path(), &all);
        // A home of one's own is not served as a whole.
        command.env("HOME", "/nowhere");
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut said).unwrap();
        let address = said.trim().strip_prefix("serving MCP at http://").expect(&said);
        let address = address.strip_suffix("/mcp").unwrap().to_owned();
        Server { child, address }
    }

    /// Sends one request; the status line, the headers and the body as one text.
    fn post(&self, path: &str, headers: &[&str], body: &Value) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let body = body.to_string();
        let mut head = format!("POST {path} HTTP/1.1\r\nConnection: close\r\n");
        head.push_str("Content-Type: application/json\r\n");
        head.push_str("Accept: application/json, text/event-stream\r\n");
        head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        if !headers.iter().any(|header| header.starts_with("Host:")) {
            head.push_str(&format!("Host: {}\r\n", self.address));
        }
        for header in headers {
            head.push_str(&format!("{header}\r\n"));
        }
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn status(&self, headers: &[&str]) -> String {
        let answer = self.post("/mcp", headers, &hello());
        answer.split(' ').nth(1).unwrap().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn hello() -> Value {
    json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "tester", "version": "1" },
        },
    })
}

#[test]
fn only_who_has_the_token_and_comes_from_here_is_let_in() {
    let tree = Tree::new("//- a.py\ndef left(): pass\n");
    let server = Server::start(&tree, &["--token", TOKEN]);
    let right = format!("Authorization: Bearer {TOKEN}");
    assert_eq!(server.status(&[&right]), "200");
    assert_eq!(server.status(&[]), "401");
    assert_eq!(server.status(&["Authorization: Bearer wrong"]), "401");
    assert_eq!(server.status(&[&format!("{right}x")]), "401");
    assert_eq!(server.status(&[&right, "Host: evil.example"]), "403");
    assert_eq!(server.status(&[&right, "Origin: https://evil.example"]), "403");
    assert_eq!(server.status(&[&right, "Origin: http://localhost:3000"]), "200");
    let elsewhere = server.post("/", &[&right], &hello());
    assert!(elsewhere.starts_with("HTTP/1.1 404"), "{elsewhere}");
}

#[test]
fn a_session_is_opened_and_tools_answer_in_it() {
    let tree = Tree::new("//- a.py\ndef left(): pass\n");
    let server = Server::start(&tree, &["--token", TOKEN]);
    let right = format!("Authorization: Bearer {TOKEN}");
    let greeted = server.post("/mcp", &[&right], &hello());
    let id = greeted.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("mcp-session-id").then(|| value.trim().to_owned())
    });
    let session = format!("Mcp-Session-Id: {}", id.expect(&greeted));
    let call = json!({
        "jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": { "name": "symbol", "arguments": { "symbol": "left" } },
    });
    let answer = server.post("/mcp", &[&right, &session], &call);
    assert!(answer.contains("def left(): pass"), "{answer}");
    let stray = server.post("/mcp", &[&right, "Mcp-Session-Id: none"], &call);
    assert!(stray.starts_with("HTTP/1.1 404"), "{stray}");
}

#[test]
fn sessions_that_nobody_ends_do_not_add_up_for_ever() {
    let tree = Tree::new("//- a.py\ndef left(): pass\n");
    let server = Server::start(&tree, &["--token", TOKEN]);
    let right = format!("Authorization: Bearer {TOKEN}");
    let statuses: Vec<String> = (0..300).map(|_| server.status(&[&right])).collect();
    assert_eq!(statuses[0], "200");
    assert_eq!(statuses[299], "503");
}

#[test]
fn a_token_that_can_be_guessed_is_refused() {
    let tree = Tree::new("");
    let output = command(tree.path(), &["serve", "--mcp", "--token", "x"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("the token is too easy to guess"), "{said}");
}
