//! A browser without scripts: starts `rutter serve`, sends requests, keeps the cookie.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use rutter_fixture::Tree;
use serde_json::Value;

use super::run::command;

/// A server process with its page, killed when dropped.
pub struct Site {
    child: Child,
    /// Such as `127.0.0.1:4321`.
    pub address: String,
    pub token: String,
}

/// A response as text.
#[derive(Debug)]
pub struct Page {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Page {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (known, value) = line.split_once(": ")?;
            known.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// Checks that all of these are in the page.
    pub fn has(&self, parts: &[&str]) -> &Page {
        for part in parts {
            assert!(self.body.contains(part), "{part} is not in {}", self.body);
        }
        self
    }
}

impl Site {
    pub fn start(tree: &Tree, args: &[&str]) -> Site {
        // A page answers only once there is an index.
        let indexed = command(tree.path(), &["index", "--local"]).output().unwrap();
        assert!(indexed.status.success(), "{indexed:?}");
        let mut all = vec!["serve", "--bind", "127.0.0.1:0"];
        all.extend(args);
        let mut command = command(tree.path(), &all);
        // A home folder is not served, and the tree is one by default.
        command.env("HOME", "/nowhere");
        Site::of(command)
    }

    /// Starts a command that serves pages.
    pub fn of(mut command: Command) -> Site {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        let mut reader = BufReader::new(child.stderr.take().unwrap());
        while !said.contains("serving the page at") {
            said.clear();
            assert!(reader.read_line(&mut said).unwrap() > 0, "the server ended");
        }
        // Nobody may be left without a reader.
        std::thread::spawn(move || std::io::copy(&mut reader, &mut std::io::sink()));
        let url = said.trim().strip_prefix("serving the page at http://").expect(&said);
        let (address, rest) = url.split_once('/').unwrap();
        let token = rest.strip_prefix("?token=").unwrap_or_default().to_owned();
        Site { child, address: address.to_owned(), token }
    }

    /// Sends a request with these headers and no others of note.
    pub fn send(&self, method: &str, path: &str, headers: &[&str], body: &str) -> Page {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|header| header.starts_with("Host:")) {
            head.push_str(&format!("Host: {}\r\n", self.address));
        }
        if !body.is_empty() {
            head.push_str(&format!("Content-Length: {}\r\n", body.len()));
        }
        headers.iter().for_each(|header| head.push_str(&format!("{header}\r\n")));
        stream.write_all(format!("{head}\r\n{body}").as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").expect(&answer);
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let is_chunked = head.to_lowercase().contains("transfer-encoding: chunked");
        let body = if is_chunked { unchunked(body) } else { body.to_owned() };
        Page { status, head: head.to_owned(), body }
    }

    /// The cookie of a browser that opened the printed address.
    pub fn cookie(&self) -> String {
        let (_, port) = self.address.rsplit_once(':').unwrap();
        format!("Cookie: rutter-{port}={}", self.token)
    }

    pub fn bearer(&self) -> String {
        format!("Authorization: Bearer {}", self.token)
    }

    pub fn get(&self, path: &str) -> Page {
        self.send("GET", path, &[&self.cookie()], "")
    }

    /// Sends a form as a browser does.
    pub fn post(&self, path: &str, form: &str) -> Page {
        let origin = format!("Origin: http://{}", self.address);
        let kind = "Content-Type: application/x-www-form-urlencoded";
        self.send("POST", path, &[&self.cookie(), &origin, kind], form)
    }
}

/// The text of a body that was sent in chunks.
fn unchunked(body: &str) -> String {
    let mut text = String::new();
    let mut rest = body;
    while let Some((size, tail)) = rest.split_once("\r\n") {
        let Ok(size) = usize::from_str_radix(size, 16) else { break };
        let Some(chunk) = tail.get(..size) else { break };
        text.push_str(chunk);
        rest = tail.get(size + 2..).unwrap_or_default();
    }
    text
}

impl Drop for Site {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
