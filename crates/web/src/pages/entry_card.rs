//! Renders an entry: its claims with evidence, its status and its history.

use maud::{Markup, html};
use rutter_domain::{Claim, Evidence, Finding, ListedEntry};

use super::prose::code_spans;
use super::status_badge;
use crate::layout::Frame;
use crate::links::Links;
use crate::site::Secrecy;
use crate::text::{Safe, breakable, minute};

/// Renders an entry as an item of a list, with a link to its page.
pub(crate) fn in_short(secrecy: Secrecy, links: &Links, entry: &ListedEntry) -> Markup {
    let place = html! { (breakable(&entry.path)) ":" (entry.start_line) };
    html! {
        header {
            a href=(links.item("entries", &entry.id)) { code { (Safe(entry.title())) } }
            (status_badge(entry.status))
        }
        p { (code_spans(&secrecy.mask(&entry.summary))) }
        p.faint {
            @if entry.start_line > 0 {
                @if links.has_file(&entry.path) { a href=(links.lines(&entry.path, entry.start_line, entry.end_line)) { (place) } }
                @else { (place) }
                " · "
            }
            (Safe(&entry.author)) " · " (minute(entry.created_at))
            @if let Some(reason) = &entry.reason { " · " (Safe(&secrecy.mask(reason))) }
        }
    }
}

/// Renders an entry with its claims.
pub(crate) fn card(secrecy: Secrecy, frame: &Frame<'_>, entry: &ListedEntry) -> Markup {
    html! {
        article.entry {
            header {
                (status_badge(entry.status))
                span.faint { "by " (Safe(&entry.author)) ", " time datetime=(entry.created_at.to_string()) { (minute(entry.created_at)) } }
                @if let Some(confidence) = entry.confidence { span.faint { "confidence " (format!("{:.0} %", confidence * 100.0)) } }
                a.faint href=(frame.links.item("entries", &entry.id)) { code { (Safe(&entry.id)) } }
            }
            div.said { (super::prose::prose(&secrecy.mask(&entry.summary))) }
            @if let Some(details) = &entry.details { div.said { (super::prose::prose(&secrecy.mask(details))) } }
            @if let Some(reason) = &entry.reason { p.problem { (Safe(reason)) } }
            @for mark in &entry.marks { p.faint { (Safe(mark)) } }
            @if let Some(note) = &entry.note { p.notice { "Rejected before: " (Safe(&secrecy.mask(note))) } }
            @if !entry.claims.is_empty() {
                details.claims open {
                    summary { "Claims " span.count { (entry.claims.len()) } }
                    ol { @for claim in &entry.claims { (claim_row(secrecy, frame, claim)) } }
                }
            }
            p.faint { "Evidence: " (places(frame, &entry.evidence)) }
            @for (kind, facts) in entry.facts.by_kind() {
                @if !facts.is_empty() { p.faint { (kind.replace('_', " ")) ": " (Safe(&facts.join(", "))) } }
            }
            @if !entry.tags.is_empty() { p { @for tag in &entry.tags { span.badge { (Safe(tag)) } " " } } }
        }
    }
}

/// Renders the reviews, the rivals and the history of an entry.
pub(crate) fn past(secrecy: Secrecy, frame: &Frame<'_>, entry: &ListedEntry) -> Markup {
    html! {
        @if !entry.reviews.is_empty() {
            section {
                h2 { "Reviews" }
                @for review in &entry.reviews {
                    details {
                        summary { (Safe(&review.reader)) ", " (minute(review.at)) }
                        ol { @for answer in &review.answers {
                            li { (finding_badge(answer.finding)) " " (code_spans(&secrecy.mask(&answer.text)))
                                @if let Some(reason) = &answer.reason { p.faint { (code_spans(&secrecy.mask(reason))) } }
                                @if let Some(evidence) = &answer.evidence { p.faint { (places(frame, std::slice::from_ref(evidence))) } }
                            }
                        } }
                    }
                }
            }
        }
        @if !entry.rivals.is_empty() {
            section {
                h2 { "Rival entries" }
                ul.plain { @for rival in &entry.rivals {
                    li { a href=(frame.links.item("entries", &rival.id)) { (status_badge(rival.status)) } " " (code_spans(&secrecy.mask(&rival.summary))) span.faint { " by " (Safe(&rival.author)) } }
                } }
            }
        }
        section {
            h2 { "History" }
            @if entry.history.is_empty() { p.faint { "Nothing has happened to it since it was written." } }
            ol.history { @for event in entry.history.iter().rev() {
                li {
                    strong { (event.event.name()) } " " (minute(event.at)) " " span.faint { (Safe(&event.author)) }
                    @if let Some(note) = &event.note { p { (Safe(&secrecy.mask(note))) } }
                    p.faint { (code_spans(&secrecy.mask(&event.summary))) }
                }
            } }
        }
    }
}

fn claim_row(secrecy: Secrecy, frame: &Frame<'_>, claim: &Claim) -> Markup {
    html! {
        li.claim {
            (finding_badge(claim.finding)) " " (code_spans(&secrecy.mask(&claim.text)))
            @if let Some(reason) = &claim.reason {
                p.problem {
                    (code_spans(&secrecy.mask(reason)))
                    @if let Some(check) = &claim.check { " " span.faint { (Safe(&secrecy.mask(check))) } }
                }
            }
            @if !claim.evidence.is_empty() { p.faint { (places(frame, &claim.evidence)) } }
        }
    }
}

fn finding_badge(finding: Finding) -> Markup {
    html! { span class={ "badge " (finding.name().replace(' ', "-")) } { (finding.name()) } }
}

fn places(frame: &Frame<'_>, places: &[Evidence]) -> Markup {
    html! {
        @for (at, one) in places.iter().enumerate() {
            @if at > 0 { ", " }
            @if frame.links.has_file(&one.path) { a href=(frame.links.lines(&one.path, one.start_line, one.end_line)) { (place(one)) } }
            @else { (place(one)) }
        }
    }
}

fn place(one: &Evidence) -> Markup {
    html! { (Safe(&one.path)) ":" (one.start_line) @if one.end_line > one.start_line { "–" (one.end_line) } }
}
