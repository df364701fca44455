//! One hit of a search: where it is, its lines, why it ranks.

use std::ops::RangeInclusive;

use maud::{Markup, html};
use rutter_engine::{Hit, HitKind};

use crate::code::{Anchors, Listing};
use crate::layout::Frame;
use crate::site::Site;
use crate::text::{Safe, breakable_name};

/// Bytes of code that a hit shows.
const MOST_BYTES: usize = 6_000;

pub(crate) fn hit(site: &Site, frame: &Frame<'_>, hit: &Hit) -> Markup {
    let links = &frame.links;
    let percent = (f64::from(hit.score) * 100.0).round();
    html! {
        article.hit {
            header {
                @if let Some(symbol) = &hit.symbol {
                    a.name href=(links.symbol(symbol, &hit.path, hit.start_line)) { code { (breakable_name(symbol)) } }
                }
                span.kind { (hit.kind.name()) }
                a.lines href=(links.lines(&hit.path, hit.start_line, hit.end_line)) {
                    "lines " (hit.start_line) "–" (hit.end_line)
                }
                details.why {
                    summary { span.score title="Score" { (percent) " %" } " why" }
                    ul {
                        @for reason in &hit.reasons { li { (Safe(reason)) } }
                        @if let Some(mention) = &hit.mentioned_in { li { "mentioned in " (Safe(&mention.to_string())) } }
                    }
                }
            }
            @if let Some(entry) = &hit.entry {
                p.entry-line {
                    a href=(links.item("entries", &entry.id)) { (super::status_badge(entry.status)) }
                    " " (Safe(&site.mask(&entry.summary)))
                }
            }
            @if hit.kind == HitKind::Entry {
                blockquote { (Safe(&site.mask(&hit.snippet))) }
            } @else {
                (snippet(site, frame, hit))
            }
        }
    }
}

/// The lines of the hit as they are now.
fn snippet(site: &Site, frame: &Frame<'_>, hit: &Hit) -> Markup {
    match site.view(&hit.path, shown_ranges(hit), MOST_BYTES) {
        Ok(view) => {
            let lines: Vec<(u32, &str)> =
                view.excerpt.lines.iter().map(|line| (line.number, line.text.as_str())).collect();
            let address = frame.links.file(&hit.path);
            site.colours.render(&Listing {
                lines: &lines,
                language: Some(hit.language),
                names: &[],
                anchors: Anchors::File(&address),
            })
        }
        Err(error) => html! { p.faint { (Safe(&error.to_string())) } },
    }
}

/// The lines of a hit without those that it leaves out.
fn shown_ranges(hit: &Hit) -> Vec<RangeInclusive<u32>> {
    let mut ranges = Vec::new();
    let mut start = hit.start_line;
    for (first, last) in &hit.omitted_lines {
        if *first > start {
            ranges.push(start..=first - 1);
        }
        start = last.saturating_add(1);
    }
    if start <= hit.end_line {
        ranges.push(start..=hit.end_line);
    }
    ranges
}
