//! Runs `cargo test`, passes its output on, counts the tests in it and notes how long each took.
//!
//! Slow tests carry the prefix `slow_` and are ignored by plain `cargo test`. The counts let the
//! summary show that the suite ran them.

use std::fmt;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::Context;

/// The tests that passed.
#[derive(Debug, Default)]
pub struct Counts {
    pub n_tests: usize,
    pub n_slow: usize,
    /// Times of the tests that passed, where the test runner printed them.
    times: Vec<(Duration, String)>,
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

    /// The `limit` tests that took longest, longest first.
    pub fn slowest(&self, limit: usize) -> Vec<&(Duration, String)> {
        let mut times: Vec<_> = self.times.iter().collect();
        times.sort_by(|a, b| b.cmp(a));
        times.truncate(limit);
        times
    }

    /// The time of all tests, one after the other.
    pub fn total_time(&self) -> Duration {
        self.times.iter().map(|(time, _)| *time).sum()
    }

    fn add(&mut self, line: &str) {
        let Some((name, rest)) =
            line.strip_prefix("test ").and_then(|line| line.split_once(" ... ok"))
        else {
            return;
        };
        self.n_tests += 1;
        let last = name.rsplit("::").next().unwrap_or(name);
        if last.starts_with("slow_") {
            self.n_slow += 1;
        }
        let seconds = rest.trim().strip_prefix('<').and_then(|rest| rest.strip_suffix("s>"));
        if let Some(seconds) = seconds.and_then(|seconds| seconds.parse().ok()) {
            self.times.push((Duration::from_secs_f64(seconds), name.to_owned()));
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
            "test faults::slow_kills_lose_nothing ... ok <12.500s>",
            "test slow_folder::a_test_of_it ... ok <0.001s>",
            "test slow_one ... FAILED <9.000s>",
            "test slow_two ... ignored, slow: run by `cargo xtask test`",
            "test result: ok. 2 passed",
        ] {
            counts.add(line);
        }
        assert_eq!(counts.to_string(), "2 tests, 1 of them slow");
        let slowest: Vec<&str> = counts.slowest(1).iter().map(|(_, name)| name.as_str()).collect();
        assert_eq!(slowest, ["faults::slow_kills_lose_nothing"]);
        assert_eq!(counts.total_time(), Duration::from_millis(12_501));
    }

    #[test]
    fn a_test_without_a_time_is_counted_all_the_same() {
        let mut counts = Counts::default();
        counts.add("test plain ... ok");
        assert_eq!((counts.n_tests, counts.slowest(20).len()), (1, 0));
    }
}
