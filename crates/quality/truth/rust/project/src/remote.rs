//! Client of a cache that several machines share, over a line protocol on TCP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::thread;
use std::time::Duration;

use crate::error::CacheError;
use crate::key::CacheKey;

pub const MAX_ATTEMPTS: u32 = 3;
const FIRST_DELAY: Duration = Duration::from_millis(50);

pub struct RemoteCache {
    address: String,
    timeout: Duration,
}

impl RemoteCache {
    pub fn new(address: &str, timeout: Duration) -> Self {
        RemoteCache { address: address.to_string(), timeout }
    }

    /// Fetches an entry, trying again after transient errors.
    pub fn fetch(&self, key: CacheKey) -> Result<Option<Vec<u8>>, CacheError> {
        with_retries(|| self.request(key))
    }

    fn request(&self, key: CacheKey) -> Result<Option<Vec<u8>>, CacheError> {
        let mut stream = self.connect()?;
        writeln!(stream, "GET {key}")?;
        let mut reader = BufReader::new(stream);
        let mut status = String::new();
        reader.read_line(&mut status)?;
        let Some(length) = status.trim().strip_prefix("OK ") else {
            return Ok(None);
        };
        let length = length
            .parse::<usize>()
            .map_err(|_| CacheError::Corrupt { key: key.to_string() })?;
        let mut bytes = vec![0; length];
        reader.read_exact(&mut bytes)?;
        Ok(Some(bytes))
    }

    fn connect(&self) -> Result<TcpStream, CacheError> {
        let address = self
            .address
            .to_socket_addrs()?
            .next()
            .ok_or_else(|| CacheError::BadConfig(format!("no address for {}", self.address)))?;
        let stream = TcpStream::connect_timeout(&address, self.timeout)?;
        stream.set_read_timeout(Some(self.timeout))?;
        Ok(stream)
    }
}

/// Runs `attempt` until it succeeds, fails for good, or was tried [`MAX_ATTEMPTS`] times.
pub fn with_retries<T>(
    mut attempt: impl FnMut() -> Result<T, CacheError>,
) -> Result<T, CacheError> {
    let mut delay = FIRST_DELAY;
    for _ in 1..MAX_ATTEMPTS {
        match attempt() {
            Err(error) if error.is_transient() => {
                thread::sleep(delay);
                delay *= 2;
            }
            result => return result,
        }
    }
    attempt()
}
