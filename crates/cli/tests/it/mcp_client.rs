//! A client of the Model Context Protocol that sends any line, valid or not.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::run::command;

/// A `rutter mcp` process and the connection to it.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    n_requests: u64,
    /// Notifications of the server, in order.
    pub notifications: Vec<Value>,
    /// The folders that this client has open; sent when the server asks for them.
    pub roots: Vec<String>,
}

impl Client {
    /// Starts `rutter mcp` in a folder, without initializing the connection.
    pub fn start(folder: &Path, args: &[&str]) -> Client {
        let mut all = vec!["mcp"];
        all.extend(args);
        Client::of(command(folder, &all))
    }

    /// The same by a command line of one's own.
    pub fn of(mut command: Command) -> Client {
        // A home folder is not served, and the tree is one by default.
        command.env("HOME", "/nowhere").stdin(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        let output = BufReader::new(output);
        Client { child, input, output, n_requests: 0, notifications: Vec::new(), roots: Vec::new() }
    }

    /// Starts it and initializes the connection.
    pub fn initialized(folder: &Path, args: &[&str]) -> Client {
        let mut client = Client::start(folder, args);
        client.initialize(json!({}));
        client
    }

    /// Starts it, initializes the connection and waits for the index, without which answers are empty.
    pub fn indexed(folder: &Path, args: &[&str]) -> Client {
        let mut client = Client::initialized(folder, args);
        client.wait_for_index();
        client
    }

    pub fn initialize(&mut self, capabilities: Value) -> Value {
        let params = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": capabilities,
            "clientInfo": { "name": "tester", "version": "1" },
        });
        let answer = self.ask("initialize", params);
        self.notify("notifications/initialized", json!({}));
        answer
    }

    /// Sends a line as it is.
    pub fn send(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    /// Sends bytes without a line end.
    pub fn send_as_it_is(&mut self, bytes: &[u8]) {
        self.input.as_mut().unwrap().write_all(bytes).unwrap();
    }

    /// Sends bytes in a thread, while the caller reads answers.
    pub fn send_in_the_background(&mut self, bytes: Vec<u8>) -> JoinHandle<()> {
        let mut input = self.input.take().unwrap();
        std::thread::spawn(move || input.write_all(&bytes).unwrap())
    }

    /// Closes the client's side; answers can still be read.
    pub fn stop_asking(&mut self) {
        drop(self.input.take());
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.send(message.to_string().as_bytes());
    }

    /// Sends a request and returns its id.
    pub fn request(&mut self, method: &str, params: Value) -> u64 {
        self.n_requests += 1;
        let id = self.n_requests;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(message.to_string().as_bytes());
        id
    }

    /// Sends a request and waits for the whole answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        loop {
            let message = self.next().expect("the server answers");
            if message["id"] == json!(id) && message.get("method").is_none() {
                return message;
            }
        }
    }

    /// Reads the next message. Answers a request for the roots, and keeps a notification.
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
            self.notifications.push(message.clone());
        }
        Some(message)
    }

    /// Waits for a notification of the server.
    pub fn wait_for(&mut self, method: &str) {
        while !self.notifications.iter().any(|notification| notification["method"] == method) {
            self.next().expect("the server goes on");
        }
    }

    /// Calls a tool and returns its result; fails on a protocol error.
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

    /// Asks for the status until there is an index.
    pub fn wait_for_index(&mut self) {
        let began = Instant::now();
        while self.data("status", json!({}))["index"]["state"] == "absent" {
            assert!(began.elapsed() < Duration::from_secs(120), "there is still no index");
        }
    }

    /// Memory of this process alone, without the program itself, which all processes share.
    #[cfg(target_os = "linux")]
    pub fn own_bytes(&self) -> u64 {
        let path = format!("/proc/{}/smaps_rollup", self.child.id());
        let rollup = std::fs::read_to_string(path).unwrap();
        let line = rollup.lines().find_map(|line| line.strip_prefix("Anonymous:")).unwrap();
        let kibibytes: u64 = line.split_whitespace().next().unwrap().parse().unwrap();
        kibibytes << 10
    }

    /// Closes the client's side; returns how long the server took to exit, and its exit code.
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
