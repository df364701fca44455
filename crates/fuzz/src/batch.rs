//! The child's side of a campaign: runs numbered inputs and says how each fared.
//!
//! The number of an input is printed before it is run, so that the parent knows which one it was
//! when this process dies.

use std::io::{self, Write};
use std::thread;
use std::time::Duration;

use anyhow::Context;

use crate::measure::peak_bytes;
use crate::trial::{Outcome, Panics, attempt};
use crate::{Kind, Plan, Random, Target, catalog, corpus};

/// Of a shorter input, what it takes is mostly what any input takes.
const PAGE_BYTES: usize = 4 << 10;

/// Where inputs come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputSource {
    /// They are made, each from its number.
    Made(Kind),
    /// They broke something before.
    Corpus,
}

impl InputSource {
    pub fn name(self) -> &'static str {
        match self {
            InputSource::Made(kind) => kind.name(),
            InputSource::Corpus => "corpus",
        }
    }

    pub fn parse(name: &str) -> Option<InputSource> {
        match name {
            "corpus" => Some(InputSource::Corpus),
            _ => Kind::parse(name).map(InputSource::Made),
        }
    }
}

/// A line that a child prints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// This input is about to be run.
    Begin(u64),
    Panic(u64, String),
    Broken(u64, String),
    Slow(u64, Duration),
    /// It took this much memory.
    Heavy(u64, u64),
    /// The batch is over.
    Done {
        longest: Duration,
        /// The input that took longest.
        at: u64,
        peak_bytes: u64,
        /// The most memory that an input took for each of its bytes, as far as it is longer than a page.
        bytes_per_byte: u64,
    },
}

impl Line {
    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let one_line = |text: &str| text.replace('\n', " ⏎ ");
        match self {
            Line::Begin(number) => writeln!(out, "begin {number}")?,
            Line::Panic(number, text) => writeln!(out, "panic {number} {}", one_line(text))?,
            Line::Broken(number, text) => writeln!(out, "broken {number} {}", one_line(text))?,
            Line::Slow(number, took) => writeln!(out, "slow {number} {}", took.as_millis())?,
            Line::Heavy(number, n_bytes) => writeln!(out, "heavy {number} {n_bytes}")?,
            Line::Done { longest, at, peak_bytes, bytes_per_byte } => {
                writeln!(out, "done {} {at} {peak_bytes} {bytes_per_byte}", longest.as_micros())?;
            }
        }
        out.flush()
    }

    /// Reads what [`Line::print`] wrote; `None` for anything else.
    pub fn parse(line: &str) -> Option<Line> {
        let (word, rest) = line.split_once(' ')?;
        let (first, text) = rest.split_once(' ').unwrap_or((rest, ""));
        let number: u64 = first.parse().ok()?;
        Some(match word {
            "begin" => Line::Begin(number),
            "panic" => Line::Panic(number, text.to_owned()),
            "broken" => Line::Broken(number, text.to_owned()),
            "slow" => Line::Slow(number, Duration::from_millis(text.parse().ok()?)),
            "heavy" => Line::Heavy(number, text.parse().ok()?),
            "done" => {
                let (at, rest) = text.split_once(' ')?;
                let (peak, per_byte) = rest.split_once(' ')?;
                Line::Done {
                    longest: Duration::from_micros(number),
                    at: at.parse().ok()?,
                    peak_bytes: peak.parse().ok()?,
                    bytes_per_byte: per_byte.parse().ok()?,
                }
            }
            _ => return None,
        })
    }
}

/// The input of a number.
pub fn input(plan: &Plan, source: InputSource, number: u64) -> anyhow::Result<Vec<u8>> {
    let target = catalog::open(&plan.name)?;
    let corpus = kept(plan, source)?;
    Ok(make(plan, &*target, source, &corpus, number))
}

fn kept(plan: &Plan, source: InputSource) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    match source {
        InputSource::Made(_) => Ok(Vec::new()),
        InputSource::Corpus => corpus::kept(&plan.name),
    }
}

fn make(
    plan: &Plan,
    target: &dyn Target,
    source: InputSource,
    corpus: &[(String, Vec<u8>)],
    number: u64,
) -> Vec<u8> {
    match source {
        InputSource::Made(kind) => {
            target.make(kind, &mut Random::for_input(&plan.name, kind.name(), number))
        }
        InputSource::Corpus => {
            let at = usize::try_from(number).unwrap_or(usize::MAX);
            corpus.get(at).map_or_else(Vec::new, |(_, bytes)| bytes.clone())
        }
    }
}

/// Runs the inputs `from..from + count` and prints a [`Line`] for all that happens.
pub fn run_batch(plan: &Plan, source: InputSource, from: u64, count: u64) -> anyhow::Result<()> {
    on_a_small_stack(|| {
        let panics = Panics::catch();
        let mut target = catalog::open(&plan.name)?;
        let corpus = kept(plan, source)?;
        let mut out = io::stdout().lock();
        let (mut longest, mut at) = (Duration::ZERO, from);
        let (mut bytes_per_byte, mut peak) = (0, 0);
        for number in from..from + count {
            Line::Begin(number).print(&mut out)?;
            let input = make(plan, &*target, source, &corpus, number);
            let (outcome, cost) = attempt(&mut *target, &input, &panics);
            if cost.time > longest {
                (longest, at) = (cost.time, number);
            }
            peak = peak_bytes().max(peak);
            if input.len() >= PAGE_BYTES {
                bytes_per_byte = bytes_per_byte.max(cost.memory_bytes / input.len() as u64);
            }
            if cost.time > plan.limit_time {
                Line::Slow(number, cost.time).print(&mut out)?;
            }
            if plan.is_too_much(cost.memory_bytes, input.len()) {
                Line::Heavy(number, cost.memory_bytes).print(&mut out)?;
            }
            match outcome {
                Outcome::Held => continue,
                Outcome::Panicked(text) => Line::Panic(number, text).print(&mut out)?,
                Outcome::Broken(text) => Line::Broken(number, text).print(&mut out)?,
            }
            // What a failed input left behind must not make the next one fail.
            target = catalog::open(&plan.name)?;
        }
        Line::Done { longest, at, peak_bytes: peak, bytes_per_byte }.print(&mut out)?;
        Ok(())
    })
}

/// Runs one input from a file and prints what it broke, if anything, as a batch does.
pub fn check_file(plan: &Plan, bytes: &[u8]) -> anyhow::Result<()> {
    on_a_small_stack(|| {
        let panics = Panics::catch();
        let mut target = catalog::open(&plan.name)?;
        let mut out = io::stdout().lock();
        Line::Begin(0).print(&mut out)?;
        let (outcome, cost) = attempt(&mut *target, bytes, &panics);
        if cost.time > plan.limit_time {
            Line::Slow(0, cost.time).print(&mut out)?;
        }
        if plan.is_too_much(cost.memory_bytes, bytes.len()) {
            Line::Heavy(0, cost.memory_bytes).print(&mut out)?;
        }
        match outcome {
            Outcome::Held => {}
            Outcome::Panicked(text) => Line::Panic(0, text).print(&mut out)?,
            Outcome::Broken(text) => Line::Broken(0, text).print(&mut out)?,
        }
        let bytes_per_byte = cost.memory_bytes / (bytes.len() as u64).max(1);
        let (longest, peak_bytes) = (cost.time, peak_bytes());
        Line::Done { longest, at: 0, peak_bytes, bytes_per_byte }.print(&mut out)?;
        Ok(())
    })
}

/// Runs on a thread with the usual 2 MiB stack, as the threads that index have it.
fn on_a_small_stack(run: impl FnOnce() -> anyhow::Result<()> + Send) -> anyhow::Result<()> {
    thread::scope(|scope| {
        let handle = thread::Builder::new()
            .stack_size(2 << 20)
            .spawn_scoped(scope, run)
            .context("no thread")?;
        handle.join().map_err(|_| anyhow::anyhow!("the harness itself has panicked"))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_printed() {
        for line in [
            Line::Begin(7),
            Line::Panic(8, "src/a.rs:1: no".to_owned()),
            Line::Broken(9, "differs".to_owned()),
            Line::Slow(10, Duration::from_millis(12)),
            Line::Heavy(11, 1 << 30),
            Line::Done {
                longest: Duration::from_micros(5),
                at: 3,
                peak_bytes: 4096,
                bytes_per_byte: 7,
            },
        ] {
            let mut printed = Vec::new();
            line.print(&mut printed).unwrap();
            let text = String::from_utf8(printed).unwrap();
            assert_eq!(Line::parse(text.trim_end()), Some(line));
        }
        assert_eq!(Line::parse("something else"), None);
    }
}
