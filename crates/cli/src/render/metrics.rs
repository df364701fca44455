//! Renders the usage of models, with a small chart for each number.

use std::io::{self, Write};

use rutter_tools::knowledge::metrics::{DayMetrics, MetricsAnswer};

use super::run::dollars;
use crate::style::{FAINT, NAME, NOTICE, plural, thousands};

/// Days that a chart shows.
const CHART_DAYS: usize = 40;

pub fn metrics(out: &mut dyn Write, answer: &MetricsAnswer, since: &str) -> io::Result<()> {
    let total = &answer.total;
    if total.runs == 0 {
        return writeln!(out, "no run of a model is recorded since {since}");
    }
    let questions = plural(u64::from(total.questions), "question");
    let runs = plural(u64::from(total.runs), "run");
    let days = plural(answer.days.len() as u64, "day");
    writeln!(out, "{questions}, {runs} on {days} since {since}")?;
    let days = &answer.days[answer.days.len().saturating_sub(CHART_DAYS)..];
    let mut row = |name: &str, value: String, number: fn(&DayMetrics) -> Option<f64>| {
        let chart = chart(days.iter().map(number));
        writeln!(out, "{NAME}{name:<20}{NAME:#}{value:<34}{FAINT}{chart}{FAINT:#}")
    };
    let none = || "none".to_owned();
    let per_question = total.calls_per_question.map_or_else(none, |calls| format!("{calls:.1}"));
    row("calls per question", per_question, |day| day.calls_per_question)?;
    let (semantic, grep) = (total.semantic_calls, total.grep_calls);
    let share = total.semantic_share.map_or_else(none, |share| {
        format!("{:.0} % ({semantic} against {grep} grep)", share * 100.0)
    });
    row("search by meaning", share, |day| day.semantic_share)?;
    let tokens =
        format!("{} in, {} out", thousands(total.input_tokens), thousands(total.output_tokens));
    row("tokens", tokens, |day| Some((day.input_tokens + day.output_tokens) as f64))?;
    let cached = match total.input_tokens {
        0 => none(),
        all => format!(
            "{:.0} % of the input, {}",
            total.cached_tokens as f64 * 100.0 / all as f64,
            plural(u64::from(total.cached_replies), "reply")
        ),
    };
    row("from caches", cached, |day| Some(day.cached_tokens as f64))?;
    let unknown = match total.runs_without_price {
        0 => String::new(),
        n => format!(", {n} without a price"),
    };
    row("cost", format!("{}{unknown}", dollars(total.cost)), |day| Some(day.cost))?;
    let failed = match (total.citations, total.citations_failed) {
        (0, _) => none(),
        (all, 0) => format!("0 of {all}"),
        (all, failed) => format!("{failed} of {all}"),
    };
    row("citations that fail", failed, |day| Some(f64::from(day.citations_failed)))?;
    if answer.days.len() > days.len() {
        writeln!(out, "{NOTICE}the charts show the last {CHART_DAYS} days{NOTICE:#}")?;
    }
    Ok(())
}

/// From low to high.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws one character a day; a blank if there is no number.
fn chart(numbers: impl Iterator<Item = Option<f64>>) -> String {
    let numbers: Vec<Option<f64>> = numbers.collect();
    let most = numbers.iter().flatten().copied().fold(0.0_f64, f64::max);
    let bar = |number: &Option<f64>| match number {
        None => ' ',
        Some(_) if most <= 0.0 => BARS[0],
        Some(number) => {
            let at = (number / most * (BARS.len() - 1) as f64).round();
            BARS[(at.max(0.0) as usize).min(BARS.len() - 1)]
        }
    };
    numbers.iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_are_scaled_to_their_highest_number() {
        assert_eq!(chart([Some(0.0), Some(5.0), None, Some(10.0)].into_iter()), "▁▅ █");
        assert_eq!(chart([Some(0.0)].into_iter()), "▁");
    }

    #[test]
    fn without_a_run_there_is_a_sentence() {
        let mut out = Vec::new();
        metrics(&mut out, &MetricsAnswer::default(), "7d").unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "no run of a model is recorded since 7d\n");
    }
}
