//! A local embedding service with Ollama's API that keeps every request.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use serde_json::{Value, json};

/// Dimensions of its vectors.
pub const DIMS: usize = 16;

/// Answers until it is dropped.
pub struct Service {
    pub address: String,
    asked: Arc<Mutex<Vec<String>>>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Service {
    pub fn start() -> Service {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let is_over = Arc::new(AtomicBool::new(false));
        let (memory, end) = (Arc::clone(&asked), Arc::clone(&is_over));
        let thread = thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if end.load(Ordering::SeqCst) {
                    break;
                }
                answer(stream, &memory);
            }
        });
        Service { address, asked, is_over, thread: Some(thread) }
    }

    /// The texts it has embedded since the last call.
    pub fn take_asked(&self) -> Vec<String> {
        std::mem::take(&mut *self.asked.lock().unwrap())
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::SeqCst);
        // Wakes the thread, which then closes the listener.
        drop(TcpStream::connect(self.address.trim_start_matches("http://")));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn answer(stream: TcpStream, asked: &Mutex<Vec<String>>) {
    let mut reader = BufReader::new(&stream);
    let mut n_bytes = 0;
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|n| n > 2) {
        let small = line.to_lowercase();
        if let Some(length) = small.strip_prefix("content-length:") {
            n_bytes = length.trim().parse().unwrap();
        }
        line.clear();
    }
    let mut body = vec![0; n_bytes];
    if n_bytes == 0 || reader.read_exact(&mut body).is_err() {
        return;
    }
    let request: Value = serde_json::from_slice(&body).unwrap();
    let texts: Vec<String> = serde_json::from_value(request["input"].clone()).unwrap();
    let vectors: Vec<Vec<f32>> = texts.iter().map(|text| embed(text)).collect();
    asked.lock().unwrap().extend(texts);
    let reply = json!({ "model": request["model"], "embeddings": vectors }).to_string();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n";
    let _ = write!(&stream, "{head}content-length: {}\r\n\r\n{reply}", reply.len());
}

/// Counts words, hashed by the sum of their bytes.
fn embed(text: &str) -> Vec<f32> {
    let mut vector = vec![0.1; DIMS];
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let sum: usize = word.to_lowercase().bytes().map(usize::from).sum();
        vector[sum % DIMS] += 1.0;
    }
    vector
}
