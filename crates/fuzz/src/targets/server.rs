//! A loopback web server that plays the providers of models.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// A web server that gives every request the same answer, on a connection of its own.
pub struct Server {
    address: SocketAddr,
    answer: Arc<Mutex<Vec<u8>>>,
}

impl Server {
    pub fn start() -> anyhow::Result<Server> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let answer = Arc::new(Mutex::new(Vec::new()));
        let server = Server { address, answer: Arc::clone(&answer) };
        // It ends with the process; a target is opened once or a few times.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let answer = answer.lock().unwrap_or_else(PoisonError::into_inner).clone();
                // The client may have gone, which is not a fault of the server.
                thread::spawn(move || drop(serve(stream, &answer)));
            }
        });
        Ok(server)
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Sets the answer to all further requests.
    pub fn answer(&self, status: u16, content: &str, body: &[u8]) {
        let length = body.len();
        let head = format!(
            "HTTP/1.1 {status} Scripted\r\ncontent-type: {content}\r\ncontent-length: {length}\r\n\
             connection: close\r\n\r\n"
        );
        let whole = [head.as_bytes(), body].concat();
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = whole;
    }
}

fn serve(stream: TcpStream, answer: &[u8]) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim_end().to_ascii_lowercase();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    std::io::copy(&mut reader.by_ref().take(length), &mut std::io::sink())?;
    reader.into_inner().write_all(answer)
}
