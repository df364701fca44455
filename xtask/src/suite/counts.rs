//! Runs `cargo test`, passes its output on and counts the tests in it.
//!
//! Slow tests carry the prefix `slow_` and are ignored by plain `cargo test`. The counts let the
//! summary show that the suite ran them.

use std::fmt;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::Context;

/// The tests that passed.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    pub n_tests: usize,
    pub n_slow: usize,
}

impl Counts {
    /// Runs a command; returns the counts, and whether it succeeded.
    pub fn of(command: &mut Command) -> anyhow::Result<(Counts, bool)> {
        let mut child = command.stdout(Stdio::piped()).spawn().context("cannot run cargo")?;
        let stdout = child.stdout.take().context("cargo has no standard output")?;
        let mut counts = Counts::default();
        for line in BufReader::new(stdout).split(b'\n') {
            let line = String::from_utf8_lossy(&line?).into_owned();
            println!("{line}");
            counts.add(&line);
        }
        Ok((counts, child.wait()?.success()))
    }

    fn add(&mut self, line: &str) {
        let Some(name) = line.strip_prefix("test ").and_then(|line| line.strip_suffix(" ... ok"))
        else {
            return;
        };
        self.n_tests += 1;
        let last = name.rsplit("::").next().unwrap_or(name);
        if last.starts_with("slow_") {
            self.n_slow += 1;
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tests, {} of them slow", self.n_tests, self.n_slow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_passed_are_counted_and_the_slow_ones_apart() {
        let mut counts = Counts::default();
        for line in [
            "running 4 tests",
            "test faults::slow_kills_lose_nothing ... ok",
            "test slow_folder::a_test_of_it ... ok",
            "test slow_one ... FAILED",
            "test slow_two ... ignored, slow: run by `cargo xtask test`",
            "test result: ok. 2 passed",
        ] {
            counts.add(line);
        }
        assert_eq!(counts.to_string(), "2 tests, 1 of them slow");
    }
}
