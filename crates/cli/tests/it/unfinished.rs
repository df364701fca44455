//! Requests whose bodies never end.

use std::io::{Read, Write};
use std::net::TcpStream;

/// Sends the heads of `n` requests to `path` and the first byte of each body. They end when the streams are dropped.
pub fn begin_requests(address: &str, path: &str, authorization: &str, n: usize) -> Vec<TcpStream> {
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\n{authorization}\r\nContent-Type: application/json\r\n\
         Expect: 100-continue\r\nContent-Length: 100\r\n\r\n"
    );
    let begin = |_| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        // From then on the server waits for the body.
        let mut first = [0; 12];
        stream.read_exact(&mut first).unwrap();
        assert_eq!(&first, b"HTTP/1.1 100");
        stream.write_all(b"{").unwrap();
        stream
    };
    (0..n).map(begin).collect()
}
