//! A table of figures, each with its target if it has one.

use std::fmt;
use std::time::Duration;

/// All figures of a run.
pub struct Report {
    n_threads: usize,
    rows: Vec<Row>,
    /// Tables of their own, in Markdown.
    tables: Vec<String>,
}

struct Row {
    bench: &'static str,
    what: String,
    value: f64,
    unit: Unit,
    target: Option<Target>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Seconds,
    Milliseconds,
    Times,
    Files,
    Mebibytes,
    /// A number from 0 to 1.
    Share,
    Tokens,
}

#[derive(Debug, Clone, Copy)]
pub enum Target {
    AtMost(f64),
    AtLeast(f64),
}

impl Report {
    pub fn new(n_threads: usize) -> Report {
        Report { n_threads, rows: Vec::new(), tables: Vec::new() }
    }

    /// Adds a figure without a target.
    pub fn add(&mut self, bench: &'static str, what: impl Into<String>, value: f64, unit: Unit) {
        self.rows.push(Row { bench, what: what.into(), value, unit, target: None });
    }

    /// Adds a figure with its target.
    pub fn check(
        &mut self,
        bench: &'static str,
        what: impl Into<String>,
        value: f64,
        unit: Unit,
        target: Target,
    ) {
        self.rows.push(Row { bench, what: what.into(), value, unit, target: Some(target) });
    }

    pub fn table(&mut self, markdown: String) {
        self.tables.push(markdown);
    }

    pub fn all_met(&self) -> bool {
        self.rows.iter().all(Row::is_met)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nmedians, {} threads\n", self.n_threads)?;
        let width = |cell: fn(&Row) -> usize| self.rows.iter().map(cell).max().unwrap_or(0);
        let n_bench = width(|row| row.bench.len()).max(9);
        let n_what = width(|row| row.what.chars().count());
        let line = |a: &str, b: &str, c: &str, d: &str, e: &str| {
            format!("| {a:<n_bench$} | {b:<n_what$} | {c:>12} | {d:>12} | {e:<6} |")
        };
        writeln!(f, "{}", line("benchmark", "figure", "measured", "target", "met"))?;
        writeln!(f, "{}", line("---", "---", "---:", "---:", "---"))?;
        for row in &self.rows {
            let (target, met) = match row.target {
                Some(Target::AtMost(limit)) => {
                    (format!("≤ {}", row.unit.write(limit)), row.is_met())
                }
                Some(Target::AtLeast(limit)) => {
                    (format!("≥ {}", row.unit.write(limit)), row.is_met())
                }
                None => (String::new(), true),
            };
            let verdict = match (row.target, met) {
                (None, _) => "",
                (Some(_), true) => "yes",
                (Some(_), false) => "NO",
            };
            let measured = row.unit.write(row.value);
            writeln!(f, "{}", line(row.bench, &row.what, &measured, &target, verdict))?;
        }
        self.tables.iter().try_for_each(|table| write!(f, "\n{table}"))
    }
}

impl Row {
    fn is_met(&self) -> bool {
        match self.target {
            Some(Target::AtMost(limit)) => self.value <= limit,
            Some(Target::AtLeast(limit)) => self.value >= limit,
            None => true,
        }
    }
}

impl Unit {
    fn name(self) -> &'static str {
        match self {
            Unit::Seconds => "s",
            Unit::Milliseconds => "ms",
            Unit::Times => "×",
            Unit::Files => "files",
            Unit::Mebibytes => "MiB",
            Unit::Share => "",
            Unit::Tokens => "tokens",
        }
    }

    fn write(self, value: f64) -> String {
        let name = self.name();
        match self {
            Unit::Share => format!("{value:.3}"),
            Unit::Files | Unit::Tokens => format!("{value:.0} {name}"),
            Unit::Mebibytes => format!("{value:.1} {name}"),
            Unit::Times => format!("{value:.2} {name}"),
            Unit::Seconds | Unit::Milliseconds if value >= 100.0 => format!("{value:.0} {name}"),
            Unit::Seconds | Unit::Milliseconds => format!("{value:.2} {name}"),
        }
    }
}

pub fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

pub fn mebibytes(n_bytes: u64) -> f64 {
    n_bytes as f64 / f64::from(1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missed_target_is_reported() {
        let mut report = Report::new(2);
        report.check("index", "ratio", 1.5, Unit::Times, Target::AtMost(2.0));
        report.add("index", "time", 9.0, Unit::Seconds);
        assert!(report.all_met());
        report.check("semble", "faster", 4.0, Unit::Times, Target::AtLeast(5.0));
        assert!(!report.all_met());
        let table = report.to_string();
        assert!(table.contains("≥ 5.00 ×") && table.contains("NO"), "{table}");
    }
}
