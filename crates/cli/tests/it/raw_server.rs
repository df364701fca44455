//! A server that keeps every request byte for byte and replies with any bytes.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

pub struct RawServer {
    address: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl RawServer {
    /// `answer` writes to each connection after its request has been read.
    pub fn start(answer: impl Fn(&mut TcpStream) + Send + Sync + 'static) -> RawServer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (kept, answer) = (Arc::clone(&requests), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (kept, answer) = (Arc::clone(&kept), Arc::clone(&answer));
                thread::spawn(move || {
                    let mut reader = BufReader::new(stream);
                    let Some(request) = read_request(&mut reader) else { return };
                    kept.lock().unwrap().push(request);
                    answer(&mut reader.into_inner());
                });
            }
        });
        RawServer { address, requests }
    }

    /// Answers every request as a model that says `text`.
    pub fn saying(text: &str) -> RawServer {
        let body = serde_json::json!({
            "choices": [{ "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }],
            // For a request that lists the models.
            "data": [{ "id": "m" }],
            "usage": { "prompt_tokens": 10, "completion_tokens": 1 },
        })
        .to_string();
        RawServer::start(move |stream| {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
            let _ = write!(stream, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        })
    }

    pub fn endpoint(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Head and body of each request so far.
    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

fn read_request(reader: &mut impl BufRead) -> Option<String> {
    let mut head = String::new();
    let mut n_bytes = 0;
    loop {
        let start = head.len();
        if reader.read_line(&mut head).ok()? == 0 {
            return None;
        }
        let line = head[start..].trim_end().to_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(length) = line.strip_prefix("content-length:") {
            n_bytes = length.trim().parse().ok()?;
        }
    }
    let mut body = vec![0; n_bytes];
    reader.read_exact(&mut body).ok()?;
    Some(head + &String::from_utf8_lossy(&body))
}
