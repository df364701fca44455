//! Map: every file by its size, coloured by how complete its documentation is, how stale its entries are, or
//! how often it changes.

use std::collections::{BTreeMap, HashMap};

use maud::{Markup, PreEscaped, html};
use rutter_domain::EntryStatus;
use rutter_tools::knowledge::entries::{EntriesArgs, ListEntries};
use rutter_tools::knowledge::gap_report::{ReportArgs, ReportGaps};
use rutter_workspace::Git;

use super::folder::crumbs;
use crate::draw::chart::completeness_chart;
use crate::draw::treemap::{MapCell, MapPart, MapStyle, treemap};
use crate::layout::{Frame, Tab};
use crate::percent::encode_value;
use crate::problem::Problem;
use crate::reply::Reply;
use crate::request::PageRequest;
use crate::site::Site;
use crate::text::{Safe, bytes, colour_of, percentage};

/// Commits whose changes are counted.
const COUNTED_COMMITS: usize = 500;
/// Rows of the table.
const MOST_ROWS: usize = 200;

/// The measure that colours the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Colouring {
    Completeness,
    Staleness,
    Churn,
}

impl Colouring {
    const ALL: [Colouring; 3] = [Colouring::Completeness, Colouring::Staleness, Colouring::Churn];

    fn parse(name: Option<&str>) -> Colouring {
        let known = Colouring::ALL.into_iter().find(|one| Some(one.name()) == name);
        known.unwrap_or(Colouring::Completeness)
    }

    fn name(self) -> &'static str {
        match self {
            Colouring::Completeness => "completeness",
            Colouring::Staleness => "staleness",
            Colouring::Churn => "churn",
        }
    }

    fn explanation(self) -> &'static str {
        match self {
            Colouring::Completeness => "Colour: how much of what should be documented is.",
            Colouring::Staleness => {
                "Colour: how many of its entries still hold. Grey: there is none."
            }
            Colouring::Churn => {
                "Colour: how many of the last commits changed it, compared with the file that changed most."
            }
        }
    }

    fn colour(self, share: Option<f64>) -> &'static str {
        match (self, share) {
            (_, None) => "#5a6672",
            (Colouring::Completeness | Colouring::Staleness, Some(share)) => {
                colour_of(percent(share))
            }
            (Colouring::Churn, Some(share)) => match share {
                share if share >= 0.5 => "#b3261e",
                share if share >= 0.25 => "#a8457a",
                share if share >= 0.1 => "#7a4fa3",
                share if share > 0.0 => "#2f6690",
                _ => "#5a6672",
            },
        }
    }

    fn legend(self) -> &'static [(f64, &'static str)] {
        match self {
            Colouring::Completeness | Colouring::Staleness => &[
                (0.95, "90 % and more"),
                (0.8, "75 % and more"),
                (0.6, "50 % and more"),
                (0.0, "less"),
            ],
            Colouring::Churn => &[
                (0.6, "most changed"),
                (0.3, "often"),
                (0.15, "sometimes"),
                (0.05, "seldom"),
                (0.0, "not"),
            ],
        }
    }
}

/// A share in percent, rounded down so that 100 means complete.
fn percent(share: f64) -> f64 {
    (share * 1000.0 + 1e-6).floor() / 10.0
}

pub(crate) fn answer(
    site: &Site,
    frame: &Frame<'_>,
    request: &PageRequest,
) -> Result<Reply, Problem> {
    let folder = request.query.get("in").unwrap_or("").trim_matches('/');
    page(site, frame, folder, Colouring::parse(request.query.get("by"))).map(Reply::html)
}

pub(crate) fn page(
    site: &Site,
    frame: &Frame<'_>,
    folder: &str,
    colouring: Colouring,
) -> Result<Markup, Problem> {
    let report = site.run(&ReportGaps, ReportArgs::default())?;
    let shares: HashMap<&str, (f64, f64)> = report
        .files
        .iter()
        .map(|file| (file.path.as_str(), (file.checked, file.missing)))
        .collect();
    let knowledge = site.toolbox().knowledge()?;
    let stale = if colouring == Colouring::Staleness { entry_counts(site) } else { HashMap::new() };
    let churn = if colouring == Colouring::Churn { churn(site) } else { HashMap::new() };
    let most_changed = churn.values().copied().max().unwrap_or(0).max(1) as f64;
    let is_inside = |path: &str| {
        folder.is_empty()
            || path == folder
            || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
    };
    let files = knowledge.snapshot.sizes().filter(|(path, _)| is_inside(path));
    let cells: Vec<MapCell> = files
        .map(|(path, n_bytes)| {
            let (whole, part) = match colouring {
                Colouring::Completeness => {
                    let (checked, missing) = shares.get(path).copied().unwrap_or((0.0, 0.0));
                    (checked, checked - missing.min(checked))
                }
                Colouring::Staleness => stale.get(path).copied().unwrap_or((0.0, 0.0)),
                Colouring::Churn => (most_changed, churn.get(path).copied().unwrap_or(0) as f64),
            };
            MapCell { path: path.to_owned(), size: n_bytes as f64, whole, part }
        })
        .collect();
    if cells.is_empty() {
        return Err(Problem::missing(format!("no indexed file is in `{folder}`")));
    }
    let body = html! {
        (crumbs(frame, folder))
        (switch(frame, folder, colouring))
        figure.map {
            div.wide-map { (PreEscaped(drawn(frame, &cells, colouring, (1200, 560)))) }
            div.narrow-map { (PreEscaped(drawn(frame, &cells, colouring, (380, 520)))) }
            figcaption {
                p.faint { "Area: size of the file. " (colouring.explanation()) " Follow a folder to descend." }
                ul.legend { @for (share, words) in colouring.legend() {
                    li { svg viewBox="0 0 10 10" width="12" height="12" aria-hidden="true" { rect width="10" height="10" fill=(colouring.colour(Some(*share))) {} } (words) }
                } }
            }
        }
        @if let Some(svg) = completeness_chart(&report.trend) { section { h2 { "Completeness over time" } figure.chart { (PreEscaped(svg)) } } }
        (table(frame, folder, &cells, colouring))
    };
    Ok(frame.page("Map", Tab::Map, &[], &body))
}

fn address(frame: &Frame<'_>, folder: &str, colouring: Colouring) -> String {
    if frame.links.is_live() {
        format!("/map?in={}&by={}", encode_value(folder), colouring.name())
    } else {
        frame.links.file(folder)
    }
}

fn switch(frame: &Frame<'_>, folder: &str, active: Colouring) -> Markup {
    html! {
        @if frame.links.is_live() {
            nav.switch aria-label="Coloured by" {
                @for one in Colouring::ALL {
                    a href=(address(frame, folder, one)) aria-current=[(one == active).then_some("true")] { (one.name()) }
                }
            }
        }
    }
}

fn drawn(frame: &Frame<'_>, cells: &[MapCell], colouring: Colouring, size: (u32, u32)) -> String {
    let link = |path: &str, part: MapPart| match part {
        MapPart::Folder => address(frame, path, colouring),
        MapPart::File => frame.links.file(path),
    };
    let label = format!("Map of the files by size, coloured by {}", colouring.name());
    treemap(
        cells,
        &MapStyle {
            width: size.0,
            height: size.1,
            label: &label,
            colour: &|share| colouring.colour(share),
            value: &|share| value(colouring, share),
            unit: match colouring {
                Colouring::Completeness => " documented",
                Colouring::Staleness => " of its entries hold",
                Colouring::Churn => " of the commits of the most changed file",
            },
            link: Some(&link),
        },
    )
}

fn value(colouring: Colouring, share: Option<f64>) -> String {
    match (colouring, share) {
        (Colouring::Completeness, None) => "nothing to document".to_owned(),
        (Colouring::Staleness, None) => "no entry".to_owned(),
        (_, None) => "not known".to_owned(),
        (_, Some(share)) => format!("{} %", percentage(percent(share))),
    }
}

/// Renders the direct content of the folder as a table.
fn table(frame: &Frame<'_>, folder: &str, cells: &[MapCell], colouring: Colouring) -> Markup {
    let mut rows: BTreeMap<&str, (MapPart, f64, f64, f64)> = BTreeMap::new();
    let start = if folder.is_empty() { 0 } else { folder.len() + 1 };
    for cell in cells {
        let rest = cell.path.get(start..).unwrap_or("");
        let (end, part) = match rest.find('/') {
            Some(slash) => (start + slash, MapPart::Folder),
            None => (cell.path.len(), MapPart::File),
        };
        let row = rows.entry(&cell.path[..end]).or_insert((part, 0.0, 0.0, 0.0));
        (row.1, row.2, row.3) = (row.1 + cell.size, row.2 + cell.whole, row.3 + cell.part);
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    rows.sort_by(|a, b| b.1.1.total_cmp(&a.1.1));
    html! {
        details open {
            summary { h2 { "As a table" } }
            div.wide { table {
                thead { tr { th scope="col" { "Name" } th scope="col" { "Size" } th scope="col" { (colouring.name()) } } }
                tbody { @for (path, (part, size, whole, done)) in rows.iter().take(MOST_ROWS) {
                    tr {
                        th scope="row" {
                            @match part {
                                MapPart::Folder => { a href=(address(frame, path, colouring)) { (Safe(path)) "/" } }
                                MapPart::File => { a href=(frame.links.file(path)) { (Safe(path)) } }
                            }
                        }
                        td.number { (bytes(*size as u64)) }
                        td { (value(colouring, (*whole > 0.0).then(|| done / whole))) }
                    }
                } }
            } }
            @if rows.len() > MOST_ROWS { p.faint { (rows.len() - MOST_ROWS) " more" } }
        }
    }
}

/// Counts the entries of each file, and how many of them hold.
fn entry_counts(site: &Site) -> HashMap<String, (f64, f64)> {
    let entries = site.run(&ListEntries, EntriesArgs::default()).map(|answer| answer.entries);
    let mut counts: HashMap<String, (f64, f64)> = HashMap::new();
    for entry in entries.unwrap_or_default() {
        let count = counts.entry(entry.path).or_default();
        count.0 += 1.0;
        count.1 += f64::from(u8::from(entry.status != EntryStatus::Stale));
    }
    counts
}

/// Counts how many of the last commits changed each file; empty outside of git.
fn churn(site: &Site) -> HashMap<String, u32> {
    site.churn(|root| {
        let mut counts = HashMap::new();
        let Ok(git) = Git::open(root) else { return counts };
        let commits = git.recent_commits(COUNTED_COMMITS).unwrap_or_default();
        let hashes: Vec<&str> = commits.iter().map(String::as_str).collect();
        for commit in git.commit_records(&hashes).unwrap_or_default() {
            for path in commit.files.into_iter().filter_map(|file| file.after) {
                *counts.entry(path).or_default() += 1;
            }
        }
        counts
    })
}
