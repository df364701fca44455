//! Numbers as people give them on the command line.

/// Parses "at most this many": 0 would be a question for nothing.
pub fn positive(typed: &str) -> Result<usize, String> {
    match typed.parse() {
        Ok(0) | Err(_) => Err("give a number from 1".to_owned()),
        Ok(number) => Ok(number),
    }
}
