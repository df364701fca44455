//! Requests of somebody who wants to break what listens: the page, agents over HTTP, a team's server.
//!
//! `RUTTER_TEST_REQUESTS` sets how many each of them gets; 60 unless given. No answer may be an internal error, tell
//! what only the token opens, or show a file outside of the root; and a good request is answered all the while.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

use rutter_fixture::Tree;

use super::mcp_http;
use super::run::command;
use super::team_server::Team;
use super::team_store::server;
use super::unfinished::begin_requests;
use super::web_client::Site;

/// Stands in a file beside the root.
const SECRET: &str = "text-outside-of-the-root";
/// Requests that stay unfinished at the same time.
const MOST_HELD: usize = 200;
const FIRST_BYTES: usize = 64 << 10;
const IO_TIMEOUT: Duration = Duration::from_secs(20);

/// Something that listens, with a token that opens it.
struct Target<'a> {
    address: &'a str,
    token: &'a str,
    paths: &'a [&'a str],
    /// A request that is always answered.
    good: String,
}

/// A pseudo-random number generator with a fixed seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

/// A request as bytes, and what may come of it.
struct Attack {
    bytes: Vec<u8>,
    /// Whether it carries the token, and comes from here to here.
    is_admitted: bool,
    /// Whether its end never comes.
    is_unfinished: bool,
    /// Which of the tricks it uses.
    trick: &'static str,
}

const METHODS: &[&str] = &[
    "GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get",
    "G\u{e9}T",
];

const PATHS: &[&str] = &[
    "/file/..%2foutside.txt",
    "/file/..%2foutside.txt?at=HEAD",
    "/file/../outside.txt",
    "/file/%2e%2e/outside.txt",
    "/file/%2e%2e%2foutside.txt?at=HEAD~1",
    "/file//etc/passwd",
    "/file/..%5coutside.txt",
    "/file/a.py/../../outside.txt",
    "/file/%00",
    "/file/a.py%00.txt",
    "/%ff",
    "/%",
    "/%zz",
    "/%f0%9f",
    "/..",
    "/../../etc/passwd",
    "/assets/../a.py",
    "/assets/..%2f..%2fa.py",
    "//evil.example/",
    "/\\evil.example",
    "*",
    "evil",
    "",
    "http://evil.example/",
    "/api/read_file?file_path=..%2foutside.txt",
    "/api/read_file?file_path=%2fetc%2fpasswd",
    "/api/grep?pattern=(a*)*b",
    "/api/bash?command=ls",
    "/?q=%ff&q=%00",
    "/?limit=99999999999999999999",
    "/map?at=..%2f..",
    "/runs/..%2f..%2fa/events",
    "/run?repo=..&id=..%2f..",
    "/entry?repo=%27%3B%20DROP%20TABLE&id=%00",
    "/gaps/..%2f..",
    "/symbol/%F0%28%8C%28",
    "/search?q=%25%73%25%6e",
    "/mcp/../mcp",
    "/MCP",
    "/mcp?token=x",
];

const BODIES: &[&str] = &[
    "",
    "{",
    "null",
    "[]",
    "\"\"",
    "{\"a\":}",
    "{\"query\":1e999999}",
    "{\"query\":\"\\ud800\"}",
    "{\"cursor\":\"from-18446744073709551615\"}",
    "{\"query\":\"a\",\"limit\":-1}",
    "a=1&b=%ff&note=%00",
    "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"tools/call\",\"params\":{\"name\":\"\\u0000\"}}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"read\",\"arguments\":{\"file_path\":\"../outside.txt\"}}}",
    "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"\u{202e}\"}}",
];

impl Target<'_> {
    /// One hostile request, made of a usual one and one or more tricks.
    fn attack(&self, dice: &mut Dice) -> Attack {
        let method =
            if dice.below(3) == 0 { dice.pick(METHODS) } else { dice.pick(&["GET", "POST"]) };
        let path = match dice.below(3) {
            0 => dice.pick(self.paths),
            _ => dice.pick(PATHS),
        };
        let (_, port) = self.address.rsplit_once(':').unwrap();
        let own_host = format!("Host: {}\r\n", self.address);
        let (host, is_own_host) = match dice.below(12) {
            0 => ("Host: evil.example\r\n".to_owned(), false),
            1 => ("Host: [::1].evil.com\r\n".to_owned(), false),
            2 => (format!("{own_host}Host: evil.example\r\n"), false),
            3 => (format!("Host: 127.0.0.1:{port}@evil.example\r\n"), false),
            4 => (String::new(), false),
            5 => ("Host: \u{e9}\r\n".to_owned(), false),
            _ => (own_host, true),
        };
        let (origin, is_own_origin) = match dice.below(8) {
            0 => ("Origin: null\r\n".to_owned(), false),
            1 => ("Origin: http://127.0.0.1.evil.example\r\n".to_owned(), false),
            2 => (format!("Origin: http://{0}\r\nOrigin: http://{0}\r\n", self.address), false),
            3 => ("Sec-Fetch-Site: cross-site\r\n".to_owned(), false),
            _ => (String::new(), true),
        };
        let right = format!("Authorization: Bearer {}\r\n", self.token);
        let (token, has_token) = match dice.below(8) {
            0 => (String::new(), false),
            1 => (format!("Authorization: Bearer {}\r\n", "0".repeat(self.token.len())), false),
            2 => (format!("Authorization: Basic {}\r\n", self.token), false),
            3 => (
                format!("Cookie: {}\r\n", format!("rutter-{port}={};", "0".repeat(48)).repeat(400)),
                false,
            ),
            _ => (right, true),
        };
        let mut body = dice.pick(BODIES).as_bytes().to_vec();
        let mut length = format!("Content-Length: {}\r\n", body.len());
        let (mut extra, mut is_unfinished, mut trick) = (String::new(), false, "plain");
        match dice.below(18) {
            0 => (body, trick) = (vec![b'['; 300_000], "deep JSON"),
            1 => (body, trick) = (b"{\"query\":\"\xff\xfe\"}".to_vec(), "broken UTF-8"),
            2 => (body, trick) = (vec![b'x'; 6 << 20], "large body"),
            3 => {
                (length, is_unfinished) =
                    (format!("Content-Length: {}\r\n", body.len() + 100), true);
                trick = "unfinished body";
            }
            4 => {
                (length, trick) = ("Content-Length: 18446744073709551615\r\n".into(), "huge length")
            }
            5 => (length, trick) = ("Content-Length: -1\r\n".into(), "negative length"),
            6 => {
                length = "Content-Length: 4\r\nContent-Length: 40\r\n".into();
                trick = "two lengths";
            }
            7 => {
                length = "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n".into();
                (body, trick) = (b"0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n".to_vec(), "smuggling");
            }
            8 => {
                length = "Transfer-Encoding: chunked\r\n".into();
                (body, trick) = (b"ffffffffffffffffff\r\nx".to_vec(), "huge chunk");
            }
            9 => {
                length = "Transfer-Encoding: chunked\r\n".into();
                let extension = format!("1;{}\r\nx\r\n", "e".repeat(30_000));
                (body, trick) = (extension.repeat(20).into_bytes(), "chunk extensions");
                is_unfinished = true;
            }
            10 => {
                length = "Transfer-Encoding: chunked\r\n".into();
                (body, is_unfinished, trick) = (b"5\r\nab".to_vec(), true, "unfinished chunk");
            }
            11 => (extra, trick) = ("X-A: b\r\n".repeat(300), "many headers"),
            12 => (extra, trick) = (format!("X-A: {}\r\n", "b".repeat(200_000)), "long header"),
            13 => {
                (extra, trick) = ("Range: bytes=0-,5-,-1,99-1\r\nIf-Range: x\r\n".into(), "ranges")
            }
            14 => (extra, trick) = ("X: a\r\n b\r\nNul: \0\r\n: x\r\n".into(), "malformed headers"),
            15 => (extra, trick) = ("Upgrade: h2c\r\nConnection: Upgrade\r\n".into(), "upgrade"),
            16 => (extra, trick) = ("Expect: 100-continue\r\n".into(), "expectation"),
            _ => {}
        }
        if body.len() > 1_000 && !length.starts_with("Transfer") {
            length = format!("Content-Length: {}\r\n", body.len());
        }
        let version = if dice.below(10) == 0 {
            dice.pick(&["HTTP/1.0", "HTTP/2.0", "HTTP/9", "X"])
        } else {
            "HTTP/1.1"
        };
        let kind = dice.pick(&[
            "application/json", "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=a", "",
        ]);
        let accept = "Accept: application/json, text/event-stream\r\n";
        let head = format!(
            "{method} {path} {version}\r\n{host}{origin}{token}{extra}{length}Content-Type: {kind}\r\n{accept}Connection: close\r\n\r\n"
        );
        let mut bytes = head.into_bytes();
        bytes.extend(body);
        match dice.below(20) {
            0 => {
                let end = dice.below(bytes.len().min(400));
                bytes.truncate(end);
                (is_unfinished, trick) = (true, "cut off");
            }
            1 => {
                bytes = bytes.iter().map(|byte| byte ^ (dice.below(64) == 0) as u8).collect();
                (is_unfinished, trick) = (true, "flipped bits");
            }
            2 => {
                (bytes, is_unfinished, trick) =
                    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc".to_vec(), true, "TLS")
            }
            3 => {
                let one = format!("GET {path} HTTP/1.1\r\n{host}{origin}{token}\r\n");
                (bytes, is_unfinished, trick) = (one.repeat(40).into_bytes(), true, "pipelining");
            }
            _ => {}
        }
        let is_admitted = is_own_host && is_own_origin && has_token;
        Attack { bytes, is_admitted, is_unfinished, trick }
    }

    /// Sends many hostile requests. Returns how often each status was answered.
    fn withstand(&self) -> BTreeMap<u16, usize> {
        let n_requests = std::env::var("RUTTER_TEST_REQUESTS").map_or(60, |n| n.parse().unwrap());
        let mut dice = Dice(7);
        let mut held: Vec<TcpStream> = Vec::new();
        let mut statuses: BTreeMap<u16, usize> = BTreeMap::new();
        for number in 0..n_requests {
            let attack = self.attack(&mut dice);
            let mut stream = TcpStream::connect(self.address).unwrap();
            stream.set_read_timeout(Some(IO_TIMEOUT)).unwrap();
            stream.set_write_timeout(Some(IO_TIMEOUT)).unwrap();
            // The server may close the connection before it has read everything.
            let _ = stream.write_all(&attack.bytes);
            if attack.is_unfinished {
                held.push(stream);
                held.drain(..held.len().saturating_sub(MOST_HELD));
            } else {
                let status = self.check(&attack, &mut stream);
                *statuses.entry(status).or_default() += 1;
            }
            if number % 10 == 9 {
                self.check_good(attack.trick);
            }
        }
        // All of them at once, and none of them ever finished.
        let right = format!("Authorization: Bearer {}", self.token);
        held.extend(begin_requests(self.address, self.paths[0], &right, MOST_HELD));
        self.check_good("unfinished requests");
        statuses
    }

    /// The status of an answer, 0 if there is none.
    fn check(&self, attack: &Attack, stream: &mut TcpStream) -> u16 {
        let mut answer = Vec::new();
        let _ = stream.take(FIRST_BYTES as u64).read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        let sent = String::from_utf8_lossy(&attack.bytes[..attack.bytes.len().min(600)]);
        assert!(!answer.contains(SECRET), "{}: {sent}", attack.trick);
        assert!(!answer.contains("root:x:0"), "{}: {sent}", attack.trick);
        let Some(status) = answer.split(' ').nth(1).and_then(|status| status.parse().ok()) else {
            assert!(answer.is_empty(), "{}: {sent}\n{answer}", attack.trick);
            return 0;
        };
        assert!(status < 500, "{}: {sent}\n{answer}", attack.trick);
        let is_let_in = (200..300).contains(&status) && !sent.contains("/assets/");
        assert!(attack.is_admitted || !is_let_in, "{}: {sent}\n{answer}", attack.trick);
        if !attack.is_admitted {
            assert!(!answer.contains(self.token), "{}: {sent}\n{answer}", attack.trick);
        }
        status
    }

    fn check_good(&self, after: &str) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(IO_TIMEOUT)).unwrap();
        stream.write_all(self.good.as_bytes()).unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).unwrap_or_else(|error| panic!("after {after}: {error}"));
        assert_eq!(&first, b"HTTP/1.1 200", "after {after}");
    }

    fn good(address: &str, token: &str, path: &str) -> String {
        format!(
            "GET {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
        )
    }
}

/// A repository in a subfolder, beside a file that is none of its business.
fn tree() -> Tree {
    let tree = Tree::new("//- outside.txt\nplaceholder\n//- root/a.py\ndef left(): pass\n");
    tree.write("outside.txt", SECRET);
    tree.git_init();
    tree
}

fn serve(tree: &Tree, args: &[&str]) -> Command {
    let all = [&["serve", "--bind", "127.0.0.1:0"], args].concat();
    let mut command = command(&tree.file("root"), &all);
    // A home folder is not served, and the tree is one by default.
    command.env("HOME", "/nowhere");
    command
}

fn report(target: &str, statuses: &BTreeMap<u16, usize>) {
    println!("{target}: answers by status (0: none): {statuses:?}");
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_the_page_withstands_hostile_requests() {
    let tree = tree();
    let indexed = command(&tree.file("root"), &["index", "--local"]).output().unwrap();
    assert!(indexed.status.success(), "{indexed:?}");
    let site = Site::of(serve(&tree, &[]));
    let target = Target {
        address: &site.address,
        token: &site.token,
        paths: &[
            "/api/search", "/", "/file/a.py", "/gaps", "/ask", "/entries/x/reject", "/sign-in",
            "/mcp",
        ],
        good: Target::good(&site.address, &site.token, "/api/search?query=left"),
    };
    report("page", &target.withstand());
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_agents_over_http_withstand_hostile_requests() {
    const TOKEN: &str = "a-token-for-tests-0123456789";
    let tree = tree();
    let server = mcp_http::Server::run(serve(&tree, &["--mcp", "--token", TOKEN]));
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
    let good = format!(
        "POST /mcp HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{hello}",
        server.address,
        hello.len()
    );
    let target = Target { address: &server.address, token: TOKEN, paths: &["/mcp"], good };
    report("agents", &target.withstand());
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_teams_server_withstands_hostile_requests() {
    let Some(server) = server("hostile requests") else { return };
    let team = Team::start(&server.url);
    let attacker = team.add("mallory", &["--label", "*"]);
    let other = team.add("peggy", &["--label", "*"]);
    let target = Target {
        address: &team.site.address,
        token: &attacker,
        paths: &[
            "/mcp", "/api/repos", "/api/search", "/api/reject", "/search", "/entries", "/sign-in",
        ],
        good: Target::good(&team.site.address, &other, "/api/repos"),
    };
    report("team", &target.withstand());
}
