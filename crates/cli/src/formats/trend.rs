//! Completeness over time, one point per commit.

use rutter_domain::{Measurement, Timestamp};
use serde::Serialize;

/// From low to high.
pub const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The points of a trend, the oldest first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Trend {
    pub points: Vec<Point>,
    /// Last minus first, in percent points; `None` with fewer than two points.
    pub change: Option<f64>,
}

/// Completeness at one commit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Point {
    /// `None` outside of git.
    pub commit: Option<String>,
    pub at: Timestamp,
    pub overall: f64,
    /// Gaps that were open.
    pub open: u64,
}

/// Returns the last `limit` measurements as a trend.
pub fn trend(measurements: &[Measurement], limit: usize) -> Trend {
    let skipped = measurements.len().saturating_sub(limit);
    let points: Vec<Point> = measurements[skipped..]
        .iter()
        .map(|one| Point {
            commit: one.commit.clone(),
            at: one.at,
            overall: one.completeness.overall,
            open: one.open_by_rule.values().sum(),
        })
        .collect();
    let change = match points.as_slice() {
        [first, .., last] => Some(((last.overall - first.overall) * 10.0).round() / 10.0),
        [] | [_] => None,
    };
    Trend { points, change }
}

/// Draws one bar per value. The scale goes from the lowest to the highest value, at least five points wide, so that
/// small variations look small.
pub fn sparkline(values: impl Iterator<Item = f64> + Clone) -> String {
    const LEAST_RANGE: f64 = 5.0;
    let low = values.clone().fold(100.0, f64::min);
    let high = values.clone().fold(0.0, f64::max);
    let low = low.min(high - LEAST_RANGE).max(0.0);
    let range = (high - low).max(LEAST_RANGE);
    let bar = |value: f64| {
        let step = ((value - low) / range * 7.0).round().clamp(0.0, 7.0);
        // Clamped to the indices of `BARS`.
        BARS[step as usize]
    };
    values.map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_follow_the_values() {
        assert_eq!(sparkline([50.0, 75.0, 100.0].into_iter()), "▁▅█");
        assert_eq!(sparkline([80.0, 80.5].into_iter()), "▇█");
        assert_eq!(sparkline([0.0, 0.0].into_iter()), "▁▁");
        assert_eq!(sparkline(std::iter::empty()), "");
    }
}
