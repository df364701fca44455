//! Status: the content of the index, how current it is, and the usage of models.

use std::time::SystemTime;

use maud::{Markup, html};
use rutter_domain::Timestamp;
use rutter_engine::Status;
use rutter_tools::knowledge::metrics::{MetricsAnswer, MetricsArgs, UsageMetrics};
use rutter_tools::maintenance::status::{Args, IndexStatus};

use crate::layout::{Frame, Tab};
use crate::problem::Problem;
use crate::site::Site;
use crate::text::{Safe, bytes, counted, dollars, grouped};

/// Days whose usage is shown.
const SHOWN_DAYS: u64 = 90;

pub(crate) fn page(site: &Site, frame: &Frame<'_>) -> Result<Markup, Problem> {
    let status = site.run(&IndexStatus, Args::default())?;
    let since = Timestamp::of(SystemTime::now()).0.saturating_sub(SHOWN_DAYS * 86_400_000);
    let used = site.run(&UsageMetrics, MetricsArgs { since: Timestamp(since) })?;
    let body = html! {
        h1 { "Status" }
        @for damage in &status.damage { p.notice role="alert" { (Safe(&damage.to_string())) } }
        @for away in &status.unavailable { p.notice role="alert" { (Safe(&away.to_string())) } }
        (index(&status, if frame.links.is_live() { Reader::Here } else { Reader::Anywhere }))
        div.columns {
            section { h2 { "Languages" } (bars(status.languages.iter().map(|(name, n)| (*name, *n)))) }
            section {
                h2 { "Not indexed" }
                @if status.skipped.is_empty() { p.faint { "Nothing was left out." } }
                @else { (bars(status.skipped.iter().map(|(name, n)| (*name, *n)))) }
                @for (reason, unparsed) in &status.unparsed {
                    p.faint { (counted(unparsed.count as usize, "file", "files")) " indexed by lines alone: " (Safe(reason)) }
                }
            }
        }
        (usage(&used))
    };
    Ok(frame.page("Status", Tab::Status, &[], &body))
}

/// The audience of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reader {
    Here,
    Anywhere,
}

fn index(status: &Status, reader: Reader) -> Markup {
    let model = status.embedding_model.as_deref().unwrap_or("none: search is by words alone");
    html! {
        section {
            h2 { "Index" }
            dl.facts {
                div { dt { "State" } dd { span.state data-state=(status.index.state.name()) { (status.index.state.name()) } } }
                div { dt { "Files" } dd { (counted(status.index.files, "file", "files")) ", " (bytes(status.bytes)) } }
                div { dt { "Files changed since" } dd { (status.index.changed) } }
                div { dt { "Symbols" } dd { (grouped(status.symbols)) } }
                div { dt { "Chunks" } dd { (grouped(status.chunks)) } }
                div { dt { "Entries" } dd { (grouped(status.entries)) @if status.stale_entries > 0 { ", " (status.stale_entries) " stale" } } }
                div { dt { "Embedding model" } dd { (Safe(model)) } }
                // An exported page must not reveal paths of this machine.
                @if reader == Reader::Here {
                    div { dt { "Root" } dd { code { (Safe(&status.root)) } } }
                    div { dt { "Data" } dd { code { (Safe(&status.data_dir)) } } }
                }
                div { dt { "Version" } dd { (status.version) } }
            }
            @if let Some(reason) = &status.index.reason { p.faint { (Safe(&reason.to_string())) } }
        }
    }
}

/// Renders numbers as a table with bars.
fn bars<'a>(rows: impl Iterator<Item = (&'a str, u64)>) -> Markup {
    let mut rows: Vec<(&str, u64)> = rows.collect();
    rows.sort_by_key(|(name, n)| (std::cmp::Reverse(*n), *name));
    let most = rows.iter().map(|(_, n)| *n).max().unwrap_or(1).max(1);
    html! {
        table.bars {
            tbody {
                @for (name, n) in rows {
                    tr {
                        th scope="row" { (Safe(name)) }
                        td.bar { svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" { rect width=(n * 100 / most) height="8" rx="1" {} } }
                        td.number { (grouped(n)) }
                    }
                }
            }
        }
    }
}

fn usage(used: &MetricsAnswer) -> Markup {
    html! {
        section {
            h2 { "Models, last " (SHOWN_DAYS) " days" }
            @if used.days.is_empty() { p.faint { "No run of a model is recorded." } }
            @else {
                div.wide {
                    table {
                        thead { tr {
                            th scope="col" { "Day" } th scope="col" { "Runs" } th scope="col" { "Questions" }
                            th scope="col" { "Requests" } th scope="col" { "Tokens in" } th scope="col" { "Tokens out" }
                            th scope="col" { "Cost" }
                        } }
                        tbody {
                            @for day in used.days.iter().rev().chain([&used.total]) {
                                tr {
                                    th scope="row" { (if day.day.is_empty() { "in all" } else { &day.day }) }
                                    td { (day.runs) } td { (day.questions) } td { (day.requests) }
                                    td { (grouped(day.input_tokens)) } td { (grouped(day.output_tokens)) }
                                    td {
                                        (dollars(Some(day.cost)))
                                        @if day.runs_without_price > 0 { span.faint { " and " (counted(day.runs_without_price as usize, "run", "runs")) " of unknown price" } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
