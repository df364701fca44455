//! A scripted HTTP server, one request per connection.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::{Value, json};

/// What the client sent.
#[derive(Debug, Clone)]
pub struct Request {
    /// Method and path.
    pub line: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Value,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The texts of a request in OpenAI's or Ollama's format.
    pub fn inputs(&self) -> Vec<String> {
        let inputs = self.body["input"].as_array().expect("the request has texts");
        inputs.iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    }
}

/// What the server does with a request.
pub enum Play {
    Reply(u16, &'static str, String),
    /// Announces a whole reply and hangs up in the middle of it.
    Cut,
    /// The same, with this header and beginning.
    CutAfter(&'static str, String),
    /// Hangs up without a reply.
    HangUp,
    /// Does not answer until the client gives up.
    Silence,
    /// Sends this many blanks.
    Flood(usize),
    /// A status and headers, then the same piece again and again until the client hangs up.
    Endless(u16, &'static str, Vec<u8>),
}

impl Play {
    pub fn reply(status: u16, body: &str) -> Play {
        Play::Reply(status, "", body.to_owned())
    }

    /// A valid reply in Ollama's format, with a different vector for each text.
    pub fn embed(request: &Request) -> Play {
        let vectors: Vec<[f32; 2]> = request.inputs().iter().map(|text| vector(text)).collect();
        Play::reply(200, &json!({ "embeddings": vectors }).to_string())
    }
}

/// The length of a text and its last number.
pub fn vector(text: &str) -> [f32; 2] {
    let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    [text.len() as f32, digits.parse().unwrap_or(0.0)]
}

pub struct Server {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    /// `script` gets the number of the request, from 0, and the request.
    pub fn start(script: impl Fn(usize, &Request) -> Play + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let server = Server { address, requests: requests.clone() };
        let script = Arc::new(script);
        thread::spawn(move || {
            for stream in listener.incoming() {
                let (requests, script) = (requests.clone(), script.clone());
                thread::spawn(move || serve(stream.unwrap(), &requests, &*script));
            }
        });
        server
    }

    /// Answers the same to every request.
    pub fn saying(status: u16, body: &str) -> Server {
        let body = body.to_owned();
        Server::start(move |_, _| Play::reply(status, &body))
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn requests(&self) -> Vec<Request> {
        self.requests.lock().unwrap().clone()
    }
}

/// Errors are ignored: a client may hang up at any time.
fn serve(
    stream: TcpStream,
    requests: &Mutex<Vec<Request>>,
    script: &dyn Fn(usize, &Request) -> Play,
) {
    let mut reader = BufReader::new(stream);
    let Some(request) = read_request(&mut reader) else { return };
    let n = {
        let mut requests = requests.lock().unwrap();
        requests.push(request.clone());
        requests.len() - 1
    };
    let play = script(n, &request);
    let mut stream = reader.into_inner();
    let _ = act(&mut stream, play);
}

fn act(stream: &mut TcpStream, play: Play) -> std::io::Result<()> {
    match play {
        Play::Reply(status, header, body) => {
            let length = body.len();
            let header = if header.is_empty() { String::new() } else { format!("{header}\r\n") };
            write!(
                stream,
                "HTTP/1.1 {status} Scripted\r\ncontent-length: {length}\r\nconnection: close\r\n\
                 {header}\r\n{body}"
            )
        }
        Play::Cut => write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{{\"embeddi"),
        Play::CutAfter(header, body) => {
            write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: 9999999\r\n{header}\r\n\r\n{body}")
        }
        Play::HangUp => Ok(()),
        Play::Silence => stream.read_to_end(&mut Vec::new()).map(drop),
        Play::Flood(n_bytes) => {
            write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: {n_bytes}\r\n\r\n")?;
            let block = vec![b' '; 1 << 20];
            for _ in 0..n_bytes >> 20 {
                stream.write_all(&block)?;
            }
            Ok(())
        }
        Play::Endless(status, header, piece) => {
            write!(stream, "HTTP/1.1 {status} Scripted\r\nconnection: close\r\n{header}\r\n\r\n")?;
            loop {
                stream.write_all(&piece)?;
            }
        }
    }
}

fn read_request(reader: &mut impl BufRead) -> Option<Request> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        lines.push(line.to_owned());
    }
    let line = lines.first()?.strip_suffix(" HTTP/1.1")?.to_owned();
    let split = |line: &String| {
        let (name, value) = line.split_once(':')?;
        Some((name.to_lowercase(), value.trim().to_owned()))
    };
    let headers: Vec<(String, String)> = lines[1..].iter().filter_map(split).collect();
    let Some(length) = headers.iter().find(|(name, _)| name == "content-length") else {
        return Some(Request { line, headers, body: Value::Null });
    };
    let mut body = vec![0; length.1.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    Some(Request { line, headers, body: serde_json::from_slice(&body).ok()? })
}
