//! The report on gaps as Markdown, and as one HTML file without external resources.
//!
//! Both are functions of a [`GapReport`](rutter_knowledge::GapReport). Start at [`html`].

mod html;
mod markdown;
mod sections;

use rutter_domain::Completeness;

pub use html::html;
pub use markdown::markdown;

/// Levels of folders that are listed.
const MOST_LEVELS: usize = 2;

/// The folders at most [`MOST_LEVELS`] levels below the root; the treemap shows the rest.
fn shallow_folders(completeness: &Completeness) -> impl Iterator<Item = (&str, f64)> {
    let folders = completeness.by_folder.iter();
    let shallow = folders.filter(|(folder, _)| folder.matches('/').count() < MOST_LEVELS);
    shallow.map(|(folder, percent)| (folder.as_str(), *percent))
}

/// A number of milliseconds as people say it: `850 ms`, `12.3 s`, `4 min 10 s`, `2 h 5 min`.
pub fn duration(elapsed_ms: u64) -> String {
    let seconds = elapsed_ms / 1000;
    match elapsed_ms {
        ms if ms < 1_000 => format!("{ms} ms"),
        ms if ms < 60_000 => format!("{:.1} s", ms as f64 / 1000.0),
        ms if ms < 3_600_000 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// A cost in dollars, with enough digits to tell it from nothing.
pub fn dollars(cost: Option<f64>) -> String {
    match cost {
        None => "unknown (a price is missing)".to_owned(),
        Some(0.0) => "$0".to_owned(),
        Some(cost) if cost < 0.01 => format!("${cost:.4}"),
        Some(cost) => format!("${cost:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_costs_are_said_as_people_say_them() {
        let times = [850, 12_345, 250_000, 7_500_000].map(duration);
        assert_eq!(times, ["850 ms", "12.3 s", "4 min 10 s", "2 h 5 min"]);
        let costs = [None, Some(0.0), Some(0.0042), Some(1.5)].map(dollars);
        assert_eq!(costs, ["unknown (a price is missing)", "$0", "$0.0042", "$1.50"]);
    }
}
