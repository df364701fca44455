//! The report on gaps as Markdown, and as one HTML file without external resources.
//!
//! Both are functions of a [`GapReport`](rutter_knowledge::GapReport). Start at [`html`].

mod html;
mod markdown;
mod sections;

use std::borrow::Cow;

use rutter_domain::{Completeness, ListedEntry};

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

/// A cost in US dollars.
fn dollars(cost: Option<f64>) -> Cow<'static, str> {
    match cost {
        None => "unknown (a price is missing)".into(),
        cost => rutter_web::dollars(cost),
    }
}

/// The cited lines of an entry: `src/a.rs:3-9, src/b.rs:1-4`.
fn cited_lines(entry: &ListedEntry) -> String {
    let places = entry
        .evidence
        .iter()
        .map(|cited| format!("{}:{}-{}", cited.path, cited.start_line, cited.end_line));
    places.collect::<Vec<_>>().join(", ")
}
