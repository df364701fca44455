//! Parses numbers of the command line.

/// Parses a limit. 0 is refused, since it would ask for nothing.
pub fn positive(typed: &str) -> Result<usize, String> {
    match typed.parse() {
        Ok(0) | Err(_) => Err("give a number from 1".to_owned()),
        Ok(number) => Ok(number),
    }
}
