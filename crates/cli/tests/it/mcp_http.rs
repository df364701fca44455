//! `rutter serve --mcp` over HTTP: authentication, sessions and limits.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use rutter_fixture::Tree;
use serde_json::{Value, json};

use super::run::command;
use super::unfinished::begin_requests;

const TOKEN: &str = "a-token-for-tests-0123456789";

/// A server process, killed when dropped.
pub struct Server {
    child: Child,
    /// Such as `127.0.0.1:4321`.
    pub address: String,
}

impl Server {
    pub fn start(tree: &Tree, args: &[&str]) -> Server {
        let mut all = vec!["serve", "--mcp", "--bind", "127.0.0.1:0"];
        all.extend(args);
        Server::run(command(tree.path(), &all))
    }

    /// The same in a process with a limit on open files.
    #[cfg(unix)]
    fn start_with_files(tree: &Tree, n_files: usize) -> Server {
        let usual = command(tree.path(), &[]);
        let mut command = std::process::Command::new("sh");
        command
            .args(["-c", &format!("ulimit -n {n_files} && exec \"$0\" \"$@\"")])
            .arg(usual.get_program())
            .args(["serve", "--mcp", "--bind", "127.0.0.1:0", "--token", TOKEN])
            .current_dir(tree.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        Server::run(command)
    }

    /// Starts a command that serves agents.
    pub fn run(mut command: std::process::Command) -> Server {
        // A home folder is not served, and the tree is one by default.
        command.env("HOME", "/nowhere");
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut printed = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut printed).unwrap();
        let address = printed.trim().strip_prefix("serving MCP at http://").expect(&printed);
        let address = address.strip_suffix("/mcp").unwrap().to_owned();
        Server { child, address }
    }

    /// Sends one request; returns the status line, the headers and the body as one text.
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

    /// Opens a session and returns its header.
    fn open_session(&self, right: &str) -> String {
        let greeted = self.post("/mcp", &[right], &hello());
        let id = greeted.lines().find_map(|line| {
            let (name, value) = line.split_once(": ")?;
            name.eq_ignore_ascii_case("mcp-session-id").then(|| value.trim().to_owned())
        });
        format!("Mcp-Session-Id: {}", id.expect(&greeted))
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

fn call() -> Value {
    json!({
        "jsonrpc": "2.0", "id": 2, "method": "tools/call",
        "params": { "name": "symbol", "arguments": { "symbol": "left" } },
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
    for host in ["evil.example", "[::1].evil.com", "evil@127.0.0.1"] {
        assert_eq!(server.status(&[&right, &format!("Host: {host}")]), "403", "{host}");
    }
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
    let session = server.open_session(&right);
    let call = call();
    let answer = server.post("/mcp", &[&right, &session], &call);
    assert!(answer.contains("def left(): pass"), "{answer}");
    let stray = server.post("/mcp", &[&right, "Mcp-Session-Id: none"], &call);
    assert!(stray.starts_with("HTTP/1.1 404"), "{stray}");
}

#[test]
fn the_session_that_was_idle_longest_gives_way_to_a_new_one() {
    let tree = Tree::new("//- a.py\ndef left(): pass\n");
    let server = Server::start(&tree, &["--token", TOKEN]);
    let right = format!("Authorization: Bearer {TOKEN}");
    let sessions: Vec<String> = (0..255).map(|_| server.open_session(&right)).collect();
    // The first session is used again, and another has an open stream; so both outlive the second.
    server.post("/mcp", &[&right, &sessions[0]], &call());
    let mut listening = TcpStream::connect(&server.address).unwrap();
    let head = format!(
        "GET /mcp HTTP/1.1\r\nHost: {}\r\nAccept: text/event-stream\r\n{right}\r\n{}\r\n\r\n",
        server.address, sessions[1]
    );
    listening.write_all(head.as_bytes()).unwrap();
    let mut first = [0; 12];
    listening.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
    let later: Vec<String> = (0..45).map(|_| server.open_session(&right)).collect();
    let status = |session: &String| {
        let answer = server.post("/mcp", &[&right, session], &call());
        answer.split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!(status(&later[44]), "200", "the newest works");
    assert_eq!(status(&sessions[0]), "200", "one that was used lately works");
    assert_eq!(status(&sessions[1]), "200", "one that is being answered works");
    assert_eq!(status(&sessions[2]), "404", "the one idle longest is not known any more");
    assert_eq!(status(&sessions[254]), "200");
}

#[cfg(unix)]
#[test]
fn strangers_that_connect_and_say_nothing_do_not_keep_a_client_out() {
    let tree = Tree::new("//- a.py\ndef left(): pass\n");
    let server = Server::start_with_files(&tree, 256);
    let right = format!("Authorization: Bearer {TOKEN}");
    let mut strangers = Vec::new();
    for at in 0..400 {
        let mut stranger = TcpStream::connect(&server.address).unwrap();
        // Some send nothing, some half a request, some a whole request without the token.
        let _ = match at % 3 {
            0 => stranger.write_all(b""),
            1 => stranger.write_all(b"POST /mcp HTTP/1.1\r\nHost: "),
            _ => stranger.write_all(b"GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        };
        strangers.push(stranger);
    }
    let session = server.open_session(&right);
    let answer = server.post("/mcp", &[&right, &session], &call());
    assert!(answer.contains("def left(): pass"), "{answer}");
    drop(strangers);
    assert_eq!(server.status(&[&right]), "200");
}

#[test]
fn unfinished_requests_with_the_token_keep_nobody_out() {
    let tree = Tree::new("//- a.py\ndef left(): pass\n");
    let server = Server::start(&tree, &["--token", TOKEN]);
    let right = format!("Authorization: Bearer {TOKEN}");
    let unfinished = begin_requests(&server.address, "/mcp", &right, 140);
    assert_eq!(server.status(&[&right]), "200");
    drop(unfinished);
}

#[test]
fn a_message_and_a_head_that_are_too_long_are_refused() {
    let tree = Tree::new("//- a.py\ndef left(): pass\n");
    let server = Server::start(&tree, &["--token", TOKEN]);
    let right = format!("Authorization: Bearer {TOKEN}");
    let mut long = hello();
    long["params"]["clientInfo"]["name"] = "x".repeat(5 << 20).into();
    let long_header = format!("X-Long: {}", "x".repeat(200 << 10));
    for (header, body, status) in [("X: y", &long, "413"), (&long_header, &hello(), "431")] {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        let body = body.to_string();
        let head = format!(
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nAccept: \
             application/json, text/event-stream\r\n{right}\r\n{header}\r\nContent-Length: \
             {}\r\n\r\n",
            server.address,
            body.len()
        );
        // The server may close the connection before it has read everything, which can lose its answer.
        let _ = stream.write_all(head.as_bytes());
        let _ = stream.write_all(body.as_bytes());
        let mut answer = [0; 12];
        if stream.read_exact(&mut answer).is_ok() {
            assert_eq!(&answer[9..], status.as_bytes());
        }
    }
    assert_eq!(server.status(&[&right]), "200");
}

#[test]
fn a_token_that_can_be_guessed_is_refused() {
    let tree = Tree::new("");
    let output = command(tree.path(), &["serve", "--mcp", "--token", "x"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(printed.contains("the token is too easy to guess"), "{printed}");
}
