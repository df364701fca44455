//! What a campaign came to: counts, failures and the most that one input took.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::batch::InputSource;

/// What can go wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    Panic,
    /// A promise was not kept.
    Broken,
    Slow,
    /// The process died.
    Abort,
    Hang,
    Memory,
}

impl Fault {
    pub fn name(self) -> &'static str {
        match self {
            Fault::Panic => "panic",
            Fault::Broken => "broken",
            Fault::Slow => "slow",
            Fault::Abort => "abort",
            Fault::Hang => "hang",
            Fault::Memory => "memory",
        }
    }
}

/// An input that broke something.
#[derive(Debug, Clone)]
pub struct Failure {
    pub target: String,
    pub source: InputSource,
    pub number: u64,
    pub fault: Fault,
    pub text: String,
    /// Where it lies, made smaller.
    pub kept: Option<PathBuf>,
}

impl Failure {
    /// The same for failures that most likely have the same cause: what was said, without numbers; of a
    /// panic its place.
    pub fn signature(&self) -> String {
        let text = match self.fault {
            Fault::Panic => self.text.split(": ").next().unwrap_or_default().to_owned(),
            Fault::Broken => {
                let text = self.text.split(" was ").next().unwrap_or_default();
                // What stands in quotes are paths and names of the input.
                text.split('`').step_by(2).collect()
            }
            // What a dying process says holds addresses; how it died is what counts.
            Fault::Abort => self.text.split(':').next().unwrap_or_default().to_owned(),
            Fault::Slow | Fault::Hang | Fault::Memory => String::new(),
        };
        let text: String = match self.fault {
            Fault::Panic => text,
            _ => text.chars().filter(|c| !c.is_ascii_digit()).collect(),
        };
        format!("{} {} {text}", self.target, self.fault.name())
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failure { target, source, number, fault, text, kept } = self;
        write!(f, "{}: {target}, {} {number}: {text}", fault.name(), source.name())?;
        match kept {
            Some(path) => write!(f, "\n    kept as {}", path.display()),
            None => Ok(()),
        }
    }
}

/// What a campaign came to.
#[derive(Debug, Default)]
pub struct Report {
    pub failures: Vec<Failure>,
    /// How often each signature was seen.
    seen: BTreeMap<String, usize>,
    rows: BTreeMap<String, Row>,
}

/// The most that the inputs of a batch took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Most {
    pub longest: Duration,
    /// The input that took longest.
    pub at: u64,
    pub peak_bytes: u64,
    pub bytes_per_byte: u64,
}

#[derive(Debug, Default, Clone)]
struct Row {
    by_source: BTreeMap<&'static str, u64>,
    by_fault: BTreeMap<Fault, u64>,
    n_slow: u64,
    longest: Duration,
    longest_at: Option<(InputSource, u64)>,
    peak_bytes: u64,
    bytes_per_byte: u64,
}

impl Report {
    /// Adds what a child did.
    pub fn count(&mut self, target: &str, source: InputSource, n_inputs: u64, done: Option<Most>) {
        let row = self.rows.entry(target.to_owned()).or_default();
        *row.by_source.entry(source.name()).or_default() += n_inputs;
        if let Some(most) = done {
            if most.longest > row.longest {
                (row.longest, row.longest_at) = (most.longest, Some((source, most.at)));
            }
            row.peak_bytes = row.peak_bytes.max(most.peak_bytes);
            row.bytes_per_byte = row.bytes_per_byte.max(most.bytes_per_byte);
        }
    }

    /// Counts a failure and says how often its like was seen.
    pub fn note(&mut self, failure: &Failure) -> usize {
        let row = self.rows.entry(failure.target.clone()).or_default();
        *row.by_fault.entry(failure.fault).or_default() += 1;
        let n_seen = self.seen.entry(failure.signature()).or_default();
        *n_seen += 1;
        *n_seen
    }

    pub fn remark_slow(&mut self, target: &str) {
        self.rows.entry(target.to_owned()).or_default().n_slow += 1;
    }

    pub fn n_inputs(&self) -> u64 {
        self.rows.values().flat_map(|row| row.by_source.values()).sum()
    }

    pub fn n_failures(&self) -> u64 {
        self.rows.values().flat_map(|row| row.by_fault.values()).sum()
    }

    pub fn is_clean(&self) -> bool {
        self.n_failures() == 0
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for failure in &self.failures {
            let n_seen = self.seen.get(&failure.signature()).copied().unwrap_or(1);
            writeln!(f, "{failure}\n    seen {n_seen} times")?;
        }
        writeln!(
            f,
            "{:<26} {:>8} {:>8} {:>7} {:>7} {:>7} {:>6} {:>6} {:>5} {:>7} {:>9} {:>8} {:>8}",
            "target",
            "mutated",
            "soups",
            "corpus",
            "panics",
            "broken",
            "aborts",
            "hangs",
            "slow",
            "memory",
            "longest",
            "peak",
            "per byte"
        )?;
        let mut sum = Row::default();
        for (target, row) in &self.rows {
            write_row(f, target, row)?;
            for (source, n_inputs) in &row.by_source {
                *sum.by_source.entry(source).or_default() += n_inputs;
            }
            for (fault, n_failures) in &row.by_fault {
                *sum.by_fault.entry(*fault).or_default() += n_failures;
            }
            sum.n_slow += row.n_slow;
            sum.peak_bytes = sum.peak_bytes.max(row.peak_bytes);
            sum.bytes_per_byte = sum.bytes_per_byte.max(row.bytes_per_byte);
            sum.longest = sum.longest.max(row.longest);
        }
        write_row(f, "all", &sum)
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, target: &str, row: &Row) -> fmt::Result {
    let from = |name: &str| row.by_source.get(name).copied().unwrap_or(0);
    let by = |fault: Fault| row.by_fault.get(&fault).copied().unwrap_or(0);
    let at = row.longest_at.map_or_else(String::new, |(source, number)| {
        format!("  longest: {} {number}", source.name())
    });
    writeln!(
        f,
        "{target:<26} {:>8} {:>8} {:>7} {:>7} {:>7} {:>6} {:>6} {:>5} {:>7} {:>6.0} ms {:>5} MB {:>8}{at}",
        from("mutated"),
        from("soup"),
        from("corpus"),
        by(Fault::Panic),
        by(Fault::Broken),
        by(Fault::Abort),
        by(Fault::Hang),
        by(Fault::Slow) + row.n_slow,
        by(Fault::Memory),
        row.longest.as_secs_f64() * 1e3,
        row.peak_bytes >> 20,
        row.bytes_per_byte,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    fn failure(fault: Fault, text: &str) -> Failure {
        Failure {
            target: "syntax-ruby".to_owned(),
            source: InputSource::Made(Kind::Soup),
            number: 1,
            fault,
            text: text.to_owned(),
            kept: None,
        }
    }

    #[test]
    fn failures_of_one_cause_have_one_signature() {
        let same = |left: &Failure, right: &Failure| left.signature() == right.signature();
        let first = failure(Fault::Panic, "src/a.rs:18:3: index 4 out of 2");
        assert!(same(&first, &failure(Fault::Panic, "src/a.rs:18:3: index 9 out of 7")));
        assert!(!same(&first, &failure(Fault::Panic, "src/a.rs:19:3: index 4 out of 2")));
        let broken = failure(Fault::Broken, "search is different: .hits[0] was 1 and is 2");
        assert!(same(&broken, &failure(Fault::Broken, "search is different: .hits[7] was 3")));
        assert!(!same(&broken, &first));
    }

    #[test]
    fn a_report_with_a_failure_is_not_clean() {
        let mut report = Report::default();
        report.count("syntax-ruby", InputSource::Corpus, 3, None);
        assert!(report.is_clean());
        assert_eq!(report.note(&failure(Fault::Panic, "a: b")), 1);
        assert_eq!(report.note(&failure(Fault::Panic, "a: c")), 2);
        assert!(!report.is_clean());
        assert_eq!(report.n_inputs(), 3);
    }
}
