//! A line chart of completeness over time.

use rutter_domain::Measurement;

use crate::layout::short;
use crate::text::{escape, percentage};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 160.0;
const LEFT: f64 = 44.0;
const BOTTOM: f64 = 24.0;
const TOP: f64 = 12.0;
const RIGHT: f64 = 84.0;
/// Most points that are drawn; the oldest are left out.
const MOST_POINTS: usize = 120;

/// A point of the line.
#[derive(Debug, Clone, PartialEq)]
struct ChartPoint {
    /// `2026-11-15`.
    day: String,
    percent: f64,
    title: String,
}

impl From<&Measurement> for ChartPoint {
    fn from(one: &Measurement) -> ChartPoint {
        let date = one.at.to_string();
        let day = date.get(..10).unwrap_or(&date).to_owned();
        let open: u64 = one.open_by_rule.values().sum();
        let percent = one.completeness.overall;
        let commit = one.commit.as_deref().map_or("", short);
        let title = format!("{day} {commit}: {} %, {open} open", percentage(percent));
        ChartPoint { day, percent, title }
    }
}

/// Draws completeness per commit, the oldest first; `None` with fewer than two measurements.
pub fn completeness_chart(measurements: &[Measurement]) -> Option<String> {
    let n_skipped = measurements.len().saturating_sub(MOST_POINTS);
    let points: Vec<ChartPoint> = measurements[n_skipped..].iter().map(ChartPoint::from).collect();
    chart(&points)
}

fn chart(points: &[ChartPoint]) -> Option<String> {
    let n_points = points.len();
    if n_points < 2 {
        return None;
    }
    let x = |at: usize| LEFT + (WIDTH - LEFT - RIGHT) * at as f64 / (n_points - 1) as f64;
    let y = |percent: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - percent / 100.0);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Completeness over time, in percent\">"
    );
    for percent in [0.0, 50.0, 100.0] {
        let y = y(percent);
        svg.push_str(&format!(
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"axis\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{percent}</text>",
            WIDTH - RIGHT,
            LEFT - 6.0,
            y + 4.0
        ));
    }
    let line: Vec<String> = points
        .iter()
        .enumerate()
        .map(|(at, point)| format!("{:.1},{:.1}", x(at), y(point.percent)))
        .collect();
    svg.push_str(&format!("<polyline class=\"line\" points=\"{}\"/>", line.join(" ")));
    for (at, point) in points.iter().enumerate() {
        svg.push_str(&format!(
            "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\"><title>{}</title></circle>",
            x(at),
            y(point.percent),
            escape(&point.title)
        ));
    }
    let ends = [(0, "start"), (n_points - 1, "end")];
    for (at, anchor) in ends {
        svg.push_str(&format!(
            "<text class=\"axis\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
            x(at),
            HEIGHT - 6.0,
            escape(&points[at].day)
        ));
    }
    let last = &points[n_points - 1];
    svg.push_str(&format!(
        "<text class=\"value\" x=\"{:.1}\" y=\"{:.1}\">{} %</text></svg>",
        x(n_points - 1) + 8.0,
        y(last.percent) + 4.0,
        percentage(last.percent)
    ));
    Some(svg)
}
