//! A local server of OpenAI's chat completions with scripted answers.
//!
//! A test passes a list of [`Answer`]s, or a function from request to answer if several processes
//! use it at once; the server keeps every request. It answers in one piece or as a stream, as the
//! client asks, and can fail in all the ways that servers fail. Each connection has its own thread,
//! so that a hanging one does not block others. Start at [`ChatServer::start`].

mod answer;

use std::io::{BufRead, BufReader, Read};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::Value;

pub use answer::Answer;

/// How long a test waits for a request.
const ARRIVAL_TIMEOUT: Duration = Duration::from_secs(60);

type Script = Box<dyn FnMut(&Value) -> Answer + Send>;

/// Answers until it is dropped, which also closes hanging connections.
pub struct ChatServer {
    address: String,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    script: Mutex<Script>,
    requests: Mutex<Vec<Value>>,
    /// No answer is sent before as many requests have arrived.
    n_before_answers: usize,
    arrived: Condvar,
    /// Connections kept open without an answer.
    hanging: Mutex<Vec<TcpStream>>,
    is_over: AtomicBool,
}

impl ChatServer {
    /// Gives these answers in order, and then always the text `done`.
    pub fn start(answers: Vec<Answer>) -> ChatServer {
        let mut answers = answers.into_iter();
        ChatServer::scripted(move |_| answers.next().unwrap_or_else(|| Answer::text("done")))
    }

    /// Answers each request with a function, which sees one request at a time.
    pub fn scripted(script: impl FnMut(&Value) -> Answer + Send + 'static) -> ChatServer {
        ChatServer::answering_from(1, script)
    }

    /// The same, but sends no answer before the `n`th request has arrived.
    pub fn answering_from(
        n: usize,
        script: impl FnMut(&Value) -> Answer + Send + 'static,
    ) -> ChatServer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let shared = Arc::new(Shared {
            script: Mutex::new(Box::new(script)),
            requests: Mutex::default(),
            n_before_answers: n,
            arrived: Condvar::new(),
            hanging: Mutex::default(),
            is_over: AtomicBool::new(false),
        });
        let seen_by_thread = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if seen_by_thread.is_over.load(Ordering::SeqCst) {
                    break;
                }
                let shared = Arc::clone(&seen_by_thread);
                thread::spawn(move || serve(stream, &shared));
            }
        });
        ChatServer { address, shared, thread: Some(thread) }
    }

    /// The value for `--endpoint`.
    pub fn endpoint(&self) -> String {
        format!("http://{}/v1/", self.address)
    }

    /// The bodies of all requests so far, in order.
    pub fn requests(&self) -> Vec<Value> {
        self.shared.requests.lock().unwrap().clone()
    }

    /// Waits until `n` requests have arrived.
    pub fn wait_for_requests(&self, n_requests: usize) {
        self.shared.wait_for_requests(n_requests);
    }
}

impl Shared {
    fn wait_for_requests(&self, n_requests: usize) {
        let requests = self.requests.lock().unwrap();
        let is_waiting = |requests: &mut Vec<Value>| requests.len() < n_requests;
        let (requests, wait) =
            self.arrived.wait_timeout_while(requests, ARRIVAL_TIMEOUT, is_waiting).unwrap();
        let n_arrived = requests.len();
        // Not while the lock is held: a panic would poison it for the other connections.
        drop(requests);
        assert!(!wait.timed_out(), "only {n_arrived} of {n_requests} requests came");
    }
}

impl Drop for ChatServer {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::SeqCst);
        // Wakes the thread, which then closes the listener.
        drop(TcpStream::connect(&self.address));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
        for stream in self.shared.hanging.lock().unwrap().drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }
}

fn serve(stream: TcpStream, shared: &Shared) {
    let Some((path, body)) = read_request(&stream) else { return };
    if !path.ends_with("/chat/completions") {
        let body = format!("{{\"error\":{{\"message\":\"there is nothing at {path}\"}}}}");
        let _ = Answer::status(404, &[], &body).send(&stream, &Value::Null);
        return;
    }
    let request: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
    let answer = {
        let mut script = shared.script.lock().unwrap();
        // Under the script's lock, so that requests are kept in the order of their answers.
        shared.requests.lock().unwrap().push(request.clone());
        shared.arrived.notify_all();
        script(&request)
    };
    shared.wait_for_requests(shared.n_before_answers);
    match answer.send(&stream, &request) {
        Ok(answer::After::Close) => {}
        Ok(answer::After::KeepOpen) => shared.hanging.lock().unwrap().push(stream),
        // The client may have been killed meanwhile.
        Err(_) => {}
    }
}

/// The path and the body of a request.
fn read_request(stream: &TcpStream) -> Option<(String, Vec<u8>)> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let path = line.split(' ').nth(1)?.to_owned();
    let mut n_bytes = 0;
    loop {
        line.clear();
        if reader.read_line(&mut line).ok()? <= 2 {
            break;
        }
        if let Some(length) = line.to_lowercase().strip_prefix("content-length:") {
            n_bytes = length.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; n_bytes];
    reader.read_exact(&mut body).ok()?;
    Some((path, body))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use serde_json::json;

    use super::*;

    /// Sends a request; returns the head and the body of the reply.
    fn ask(server: &ChatServer, request: &Value) -> (String, String) {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        let body = request.to_string();
        let head = format!("POST /v1/chat/completions HTTP/1.1\r\nhost: {}\r\n", server.address);
        write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    #[test]
    fn the_chat_server_gives_its_answers_in_order_and_then_says_done() {
        let calls = Answer::calls(&[("read_file", json!({ "file_path": "a.rs" }))]);
        let failure = Answer::status(429, &[("retry-after", "2")], "{}");
        let server = ChatServer::start(vec![calls, failure]);
        let request = json!({ "model": "any", "messages": [] });
        let (_, body) = ask(&server, &request);
        let reply: Value = serde_json::from_str(&body).unwrap();
        let choice = &reply["choices"][0];
        assert_eq!(choice["finish_reason"], "tool_calls");
        let function = &choice["message"]["tool_calls"][0]["function"];
        assert_eq!(
            *function,
            json!({ "name": "read_file", "arguments": r#"{"file_path":"a.rs"}"# })
        );
        let (head, _) = ask(&server, &request);
        assert!(head.starts_with("HTTP/1.1 429 ") && head.contains("retry-after: 2"), "{head}");
        let (_, body) = ask(&server, &request);
        assert!(body.contains(r#""content":"done""#), "{body}");
        assert_eq!(server.requests(), vec![request.clone(), request.clone(), request]);
    }

    #[test]
    fn the_chat_server_streams_to_whom_asks_for_a_stream() {
        let answer = Answer::text("all is well").using(7, 3).after(Duration::from_millis(1));
        let server = ChatServer::start(vec![answer]);
        let (head, body) = ask(&server, &json!({ "model": "any", "stream": true }));
        assert!(body.contains(r#""prompt_tokens":7"#), "{body}");
        assert!(head.contains("text/event-stream"), "{head}");
        assert!(body.starts_with("data: {") && body.ends_with("data: [DONE]\n\n"), "{body}");
        assert!(body.contains(r#""content":"is ""#), "{body}");
    }

    #[test]
    fn the_chat_server_cuts_an_answer_short_of_what_it_promised() {
        let server = ChatServer::start(vec![Answer::text("all is well").cut()]);
        let (head, body) = ask(&server, &json!({ "model": "any" }));
        let promised = head.split("content-length: ").nth(1).unwrap();
        assert!(body.len() < promised.trim().parse().unwrap(), "{head}\n{body}");
    }

    #[test]
    fn the_chat_server_lets_go_of_whom_it_let_hang_when_it_ends() {
        let server = ChatServer::start(vec![Answer::hang()]);
        let address = server.address.clone();
        let waiting = thread::spawn(move || {
            let mut stream = TcpStream::connect(&address).unwrap();
            write!(stream, "POST /chat/completions HTTP/1.1\r\ncontent-length: 2\r\n\r\n{{}}")
                .unwrap();
            let mut reply = String::new();
            let _ = stream.read_to_string(&mut reply);
            reply
        });
        server.wait_for_requests(1);
        drop(server);
        assert_eq!(waiting.join().unwrap(), "");
    }
}
