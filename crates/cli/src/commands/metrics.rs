//! `metrics`: prints how models were used.

use std::time::{Duration, SystemTime};

use rutter_domain::Timestamp;
use rutter_tools::knowledge::metrics::{MetricsArgs as ToolArgs, UsageMetrics};

use crate::arguments::MetricsArgs;
use crate::context::Context;
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::render;
use crate::verbosity::Verbosity;

pub fn run(args: &MetricsArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let since = since(&args.since, SystemTime::now())?;
    let answer = ctx.run(&UsageMetrics, ToolArgs { since })?;
    if ctx.verbosity != Verbosity::Quiet {
        for problem in &answer.problems {
            eprintln!("not counted: {problem}");
        }
    }
    ctx.print(&answer, |out, answer| render::metrics(out, answer, &args.since))?;
    Ok(if answer.total.runs == 0 { Exit::Nothing } else { Exit::Found })
}

/// `24h`, `7d`, `4w` before now, or a date.
fn since(written: &str, now: SystemTime) -> anyhow::Result<Timestamp> {
    let wrong = || {
        let message = format!("`{written}` is not a time");
        Hinted::new(&message, "write `24h`, `7d`, `4w`, or a date such as `2026-11-01`")
    };
    if let Some(date) = Timestamp::parse(&format!("{written}T00:00:00Z")) {
        return Ok(date);
    }
    let unit = written.chars().last().ok_or_else(wrong)?;
    let number: u64 = written[..written.len() - unit.len_utf8()].parse().map_err(|_| wrong())?;
    let hours = match unit {
        'h' => number,
        'd' => number.saturating_mul(24),
        'w' => number.saturating_mul(24 * 7),
        _ => return Err(wrong().into()),
    };
    let before = Duration::from_secs(hours.saturating_mul(3600));
    Ok(Timestamp::of(now.checked_sub(before).unwrap_or(SystemTime::UNIX_EPOCH)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates_or_spans_before_now() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_800_000_000);
        let check = |written: &str, expected: &str| {
            assert_eq!(since(written, now).unwrap().to_string(), expected, "{written}");
        };
        check("2026-11-01", "2026-11-01T00:00:00.000Z");
        check("2024-02-29", "2024-02-29T00:00:00.000Z");
        check("24h", "2027-01-14T08:00:00.000Z");
        check("1d", "2027-01-14T08:00:00.000Z");
        check("2w", "2027-01-01T08:00:00.000Z");
        for wrong in ["", "d", "7", "7y", "2026-13-01", "yesterday", "é"] {
            assert!(since(wrong, now).is_err(), "{wrong}");
        }
    }
}
