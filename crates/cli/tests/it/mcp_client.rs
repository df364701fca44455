//! A client of the Model Context Protocol that speaks it line by line, also badly.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::run::command;

/// A server of ours in a process of its own, and the talk with it.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    n_requests: u64,
    /// What came unasked, in order.
    pub notices: Vec<Value>,
    /// The folders that this client has open, told when asked for.
    pub roots: Vec<String>,
}

impl Client {
    /// Starts `rutter mcp` in a folder, without a word to it.
    pub fn start(folder: &Path, args: &[&str]) -> Client {
        let mut all = vec!["mcp"];
        all.extend(args);
        let mut command = command(folder, &all);
        // A home of one's own is not served as a whole.
        command.env("HOME", "/nowhere").stdin(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        let output = BufReader::new(output);
        Client { child, input, output, n_requests: 0, notices: Vec::new(), roots: Vec::new() }
    }

    /// Starts it and shakes hands.
    pub fn greeted(folder: &Path, args: &[&str]) -> Client {
        let mut client = Client::start(folder, args);
        client.greet(json!({}));
        client
    }

    pub fn greet(&mut self, capabilities: Value) -> Value {
        let params = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": capabilities,
            "clientInfo": { "name": "tester", "version": "1" },
        });
        let answer = self.ask("initialize", params);
        self.tell("notifications/initialized", json!({}));
        answer
    }

    /// Sends a line as it is.
    pub fn send(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    /// Sends bytes without an end of a line.
    pub fn send_as_it_is(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// Sends bytes while answers are read.
    pub fn send_in_the_background(&mut self, bytes: Vec<u8>) -> JoinHandle<()> {
        let mut input = self.input.take().unwrap();
        std::thread::spawn(move || input.write_all(&bytes).unwrap())
    }

    /// Ends the client's side of the talk, and goes on hearing.
    pub fn stop_asking(&mut self) {
        drop(self.input.take());
    }

    pub fn tell(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.send(message.to_string().as_bytes());
    }

    /// Sends a request and gives its id.
    pub fn request(&mut self, method: &str, params: Value) -> u64 {
        self.n_requests += 1;
        let id = self.n_requests;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(message.to_string().as_bytes());
        id
    }

    /// Sends a request and waits for its answer, whole.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        loop {
            let message = self.next().expect("the server answers");
            if message["id"] == json!(id) && message.get("method").is_none() {
                return message;
            }
        }
    }

    /// The next line; what the server asks is answered, what it tells is kept.
    pub fn next(&mut self) -> Option<Value> {
        let mut line = String::new();
        if self.output.read_line(&mut line).unwrap() == 0 {
            return None;
        }
        let message: Value = serde_json::from_str(&line).expect("a line is JSON");
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        if message["method"] == "roots/list" {
            let roots: Vec<Value> = self.roots.iter().map(|uri| json!({ "uri": uri })).collect();
            let answer = json!({
                "jsonrpc": "2.0", "id": message["id"], "result": { "roots": roots },
            });
            self.send(answer.to_string().as_bytes());
        } else if message.get("method").is_some() {
            self.notices.push(message.clone());
        }
        Some(message)
    }

    /// Waits until something is told by the server.
    pub fn wait_for(&mut self, method: &str) {
        while !self.notices.iter().any(|notice| notice["method"] == method) {
            self.next().expect("the server goes on");
        }
    }

    /// Calls a tool; the result, which must be one.
    pub fn call(&mut self, name: &str, arguments: Value) -> Value {
        let answer = self.ask("tools/call", json!({ "name": name, "arguments": arguments }));
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].clone()
    }

    /// The text of a tool's answer.
    pub fn text(&mut self, name: &str, arguments: Value) -> String {
        self.call(name, arguments)["content"][0]["text"].as_str().unwrap().to_owned()
    }

    /// A tool's answer as data.
    pub fn data(&mut self, name: &str, arguments: Value) -> Value {
        let result = self.call(name, arguments);
        assert_ne!(result["isError"], true, "{result}");
        result["structuredContent"].clone()
    }

    /// Asks until there is an index to answer from.
    pub fn wait_for_index(&mut self) {
        while self.data("status", json!({}))["index"]["state"] == "absent" {}
    }

    /// The memory that belongs to the server alone; the program itself is shared by all.
    #[cfg(target_os = "linux")]
    pub fn own_bytes(&self) -> u64 {
        let path = format!("/proc/{}/smaps_rollup", self.child.id());
        let told = std::fs::read_to_string(path).unwrap();
        let line = told.lines().find_map(|line| line.strip_prefix("Anonymous:")).unwrap();
        let kibibytes: u64 = line.split_whitespace().next().unwrap().parse().unwrap();
        kibibytes << 10
    }

    /// Ends the client's side; says how long the server took to end, and how it did.
    pub fn end(mut self) -> (Duration, Option<i32>) {
        let began = Instant::now();
        drop(self.input.take());
        let code = self.child.wait().unwrap().code();
        (began.elapsed(), code)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
