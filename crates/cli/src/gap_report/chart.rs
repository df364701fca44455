//! Completeness over time, drawn as a line.

use crate::formats::{Trend, escape, percentage};

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 160.0;
const LEFT: f64 = 44.0;
const BOTTOM: f64 = 24.0;
const TOP: f64 = 12.0;
const RIGHT: f64 = 84.0;

/// The line chart; `None` with fewer than two points.
pub(super) fn chart(trend: &Trend) -> Option<String> {
    let n_points = trend.points.len();
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
    let points: Vec<String> = trend
        .points
        .iter()
        .enumerate()
        .map(|(at, point)| format!("{:.1},{:.1}", x(at), y(point.overall)))
        .collect();
    svg.push_str(&format!("<polyline class=\"line\" points=\"{}\"/>", points.join(" ")));
    for (at, point) in trend.points.iter().enumerate() {
        let date = point.at.to_string();
        let commit =
            point.commit.as_deref().map_or("", |commit| commit.get(..10).unwrap_or(commit));
        let title = format!(
            "{} {commit}: {} %, {} open",
            date.get(..10).unwrap_or(&date),
            percentage(point.overall),
            point.open
        );
        svg.push_str(&format!(
            "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\"><title>{}</title></circle>",
            x(at),
            y(point.overall),
            escape(&title)
        ));
    }
    let ends = [(0, "start"), (n_points - 1, "end")];
    for (at, anchor) in ends {
        let date = trend.points[at].at.to_string();
        svg.push_str(&format!(
            "<text class=\"axis\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\">{}</text>",
            x(at),
            HEIGHT - 6.0,
            escape(date.get(..10).unwrap_or(&date))
        ));
    }
    let last = &trend.points[n_points - 1];
    svg.push_str(&format!(
        "<text class=\"value\" x=\"{:.1}\" y=\"{:.1}\">{} %</text></svg>",
        x(n_points - 1) + 8.0,
        y(last.overall) + 4.0,
        percentage(last.overall)
    ));
    Some(svg)
}
