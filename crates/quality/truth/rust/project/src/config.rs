//! Settings, read from a file of `name = value` lines.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::CacheError;

/// Default bound of the local cache: 5 GiB.
pub const DEFAULT_MAX_BYTES: u64 = 5 * 1024 * 1024 * 1024;

pub(crate) const COMMENT: char = '#';

#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    pub root: PathBuf,
    pub max_bytes: u64,
    pub remote: Option<String>,
    pub timeout: Duration,
    pub read_only: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            root: PathBuf::from(".buildcache"),
            max_bytes: DEFAULT_MAX_BYTES,
            remote: None,
            timeout: Duration::from_millis(1500),
            read_only: false,
        }
    }
}

impl Config {
    /// Reads a file. A file that does not exist gives the defaults.
    pub fn load(path: &Path) -> Result<Config, CacheError> {
        match std::fs::read_to_string(path) {
            Ok(text) => Config::parse(&text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Config::default()),
            Err(error) => Err(error.into()),
        }
    }

    pub fn parse(text: &str) -> Result<Config, CacheError> {
        let mut config = Config::default();
        for line in text.lines() {
            let line = line.split(COMMENT).next().unwrap_or("").trim();
            if line.is_empty() {
                continue;
            }
            let Some((name, value)) = line.split_once('=') else {
                return Err(CacheError::BadConfig(format!("no `=` in `{line}`")));
            };
            config.set(name.trim(), value.trim())?;
        }
        Ok(config)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), CacheError> {
        match name {
            "root" => self.root = PathBuf::from(value),
            "max_size" => self.max_bytes = parse_size(value)?,
            "remote" => self.remote = Some(value.to_string()),
            "timeout_ms" => self.timeout = Duration::from_millis(parse_number(value)?),
            "read_only" => self.read_only = value == "yes",
            _ => return Err(CacheError::BadConfig(format!("unknown setting `{name}`"))),
        }
        Ok(())
    }
}

/// Parses `512K`, `20M` or `5G`; a bare number counts bytes.
pub fn parse_size(text: &str) -> Result<u64, CacheError> {
    let (digits, shift) = match text.chars().last() {
        Some('K') => (&text[..text.len() - 1], 10),
        Some('M') => (&text[..text.len() - 1], 20),
        Some('G') => (&text[..text.len() - 1], 30),
        Some(_) | None => (text, 0),
    };
    Ok(parse_number(digits)? << shift)
}

fn parse_number(text: &str) -> Result<u64, CacheError> {
    text.parse().map_err(|_| CacheError::BadConfig(format!("`{text}` is not a number")))
}
