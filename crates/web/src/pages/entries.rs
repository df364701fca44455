//! Entries: the list with their status; one entry with its claims, reviews and history; and the
//! forms to review or to reject it.

use maud::{Markup, html};
use rutter_domain::{EntryStatus, Finding, ListedEntry};
use rutter_knowledge::{EntriesFilter, HistoryDetail};
use rutter_tools::knowledge::entries::{EntriesArgs, ListEntries, RejectArgs, RejectEntry};
use rutter_tools::knowledge::review::{Answer, Args, Asked, CheckedAnswer, ReviewEntry};

use super::entry_card;
use super::prose::code_spans;
use crate::code::{Anchors, Listing};
use crate::fields::Fields;
use crate::layout::{Frame, Tab};
use crate::problem::Problem;
use crate::reply::Reply;
use crate::request::PageRequest;
use crate::site::Site;
use crate::text::{Safe, breakable, counted};

/// Entries on one page.
const PAGE_ENTRIES: usize = 200;

pub(crate) fn list(site: &Site, frame: &Frame<'_>, fields: &Fields) -> Result<Markup, Problem> {
    let wanted = fields.get("status");
    let statuses =
        EntryStatus::ALL.into_iter().filter(|status| Some(status.name()) == wanted).collect();
    let globs = fields.all("path").map(str::to_owned).collect();
    let args = EntriesArgs { statuses, globs, ..EntriesArgs::default() };
    let found = site.run(&ListEntries, args)?;
    let words = fields.get("q").unwrap_or("").to_lowercase();
    let fits = |entry: &&ListedEntry| {
        let text = format!("{} {} {}", entry.symbol, entry.path, entry.summary).to_lowercase();
        words.split_whitespace().all(|word| text.contains(word))
    };
    let entries: Vec<&ListedEntry> = found.entries.iter().filter(fits).collect();
    let from = fields.number::<usize>("skip").unwrap_or(0).min(entries.len());
    let shown = &entries[from..(from + PAGE_ENTRIES).min(entries.len())];
    let body = html! {
        h1 { "Entries " span.count { (entries.len()) } }
        @for damage in &found.damage { p.notice role="alert" { (Safe(&damage.to_string())) } }
        @if frame.links.is_live() { (filters(fields)) }
        @if entries.is_empty() {
            div.notice { p { "No entry fits. Entries are recorded by " code { "rutter explore" } ", by coding agents over MCP, and by answering gaps." } }
        }
        ul.cards {
            @for entry in shown { li { (entry_card::in_short(site.secrecy, &frame.links, entry)) } }
        }
        @if from + shown.len() < entries.len() {
            p.pages { a.button href=(fields.with("skip", Some(&(from + PAGE_ENTRIES).to_string()))) { "More entries" } }
        }
    };
    Ok(frame.page("Entries", Tab::Entries, &[], &body))
}

fn filters(fields: &Fields) -> Markup {
    html! {
        form.filters.row method="get" action="/entries" role="search" {
            label { span { "Status" } select name="status" {
                option value="" { "any" }
                @for status in EntryStatus::ALL { option value=(status.name()) selected[fields.get("status") == Some(status.name())] { (status.name()) } }
            } }
            label { span { "Words" } input name="q" type="search" value=(Safe(fields.get("q").unwrap_or(""))); }
            label { span { "Path" } input name="path" value=(Safe(fields.get("path").unwrap_or(""))) placeholder="src/**"; }
            button type="submit" { "Filter" }
        }
    }
}

/// Reads the entry of an id, with its history.
fn entry_of(site: &Site, id: &str) -> Result<ListedEntry, Problem> {
    let args = EntriesArgs {
        sought: Some(id.to_owned()),
        history: HistoryDetail::Included,
        ..EntriesArgs::default()
    };
    let mut found = site.run(&ListEntries, args)?.entries;
    found.retain(|entry| entry.id == id);
    found.pop().ok_or_else(|| Problem::missing(format!("there is no entry `{id}`")))
}

pub(crate) fn one(site: &Site, frame: &Frame<'_>, id: &str) -> Result<Markup, Problem> {
    let entry = entry_of(site, id)?;
    let body = html! {
        p.kicker { a href=(frame.links.page("entries")) { "Entries" } }
        h1 {
            @if entry.start_line > 0 && !entry.symbol.is_empty() { a href=(frame.links.symbol(&entry.symbol, &entry.path, entry.start_line)) { code { (Safe(&entry.symbol)) } } }
            @else { code { (Safe(entry.title())) } }
        }
        (entry_card::card(site.secrecy, frame, &entry))
        @if frame.links.is_live() {
            div.columns {
                section #review {
                    h2 { "Review" }
                    p.faint { "You judge each statement by the code alone, without knowing which are the claims of this entry. Who guesses is not counted." }
                    a.button href=(frame.links.item("entries", &format!("{}/review", entry.id)).replace("%2F", "/")) { "Review claim by claim" }
                }
                section #dispute {
                    h2 { "Dispute" }
                    form.stack method="post" action={ "/entries/" (crate::percent::encode_value(&entry.id)) "/reject" } {
                        label for="note" { "What is wrong with it" }
                        textarea #note name="note" rows="3" required {}
                        button type="submit" { "Reject the entry" }
                    }
                }
            }
        }
        (entry_card::past(site.secrecy, frame, &entry))
    };
    Ok(frame.page(entry.title(), Tab::Entries, &[], &body))
}

/// Rejects an entry for the reason in the form.
pub(crate) fn reject(site: &Site, request: &PageRequest, id: &str) -> Result<Reply, Problem> {
    let note = request.form.get("note").unwrap_or("").to_owned();
    site.run(&RejectEntry, RejectArgs { id: id.to_owned(), note })?;
    Ok(Reply::redirect(&format!("/entries/{}", crate::percent::encode_value(id))))
}

/// Renders the questionnaire about an entry.
pub(crate) fn questionnaire(site: &Site, frame: &Frame<'_>, id: &str) -> Result<Reply, Problem> {
    let ask = Args::Ask { entry: Some(id.to_owned()), filter: EntriesFilter::default() };
    let asked = match site.run(&ReviewEntry, ask)? {
        Answer::Asked(asked) => asked,
        Answer::NoneWaiting | Answer::Counted { .. } | Answer::NotCounted { .. } => {
            return Err(Problem::missing("there is nothing to review"));
        }
    };
    let body = html! {
        p.kicker { a href=(frame.links.item("entries", id)) { "Entry" } }
        h1 { "Review " code { (Safe(&asked.symbol)) } }
        p { "Answer " (counted(asked.statements.len(), "statement", "statements")) " by this code alone. A supported one needs the lines that show it." }
        div.review-page {
            (shown_code(site, frame, &asked))
            form.stack method="post" action={ "/entries/" (crate::percent::encode_value(id)) "/review" } {
                input type="hidden" name="questionnaire" value=(asked.questionnaire);
                ol.statements {
                    @for (at, statement) in asked.statements.iter().enumerate() { (statement_fields(at + 1, &site.mask(statement))) }
                }
                button.primary type="submit" { "Send the review" }
            }
        }
    };
    Ok(Reply::html(frame.page("Review", Tab::Entries, &[], &body)))
}

fn statement_fields(number: usize, statement: &str) -> Markup {
    let choices = [Finding::Supported, Finding::Contradicted, Finding::NotShown];
    html! {
        li {
            fieldset {
                legend { (code_spans(statement)) }
                div.choices {
                    @for choice in choices {
                        label { input type="radio" name=(format!("finding-{number}")) value=(choice.name()) required; " " (choice.name()) }
                    }
                }
                div.filters {
                    label { span { "First line" } input name=(format!("start-{number}")) inputmode="numeric" size="6"; }
                    label { span { "Last line" } input name=(format!("end-{number}")) inputmode="numeric" size="6"; }
                    label.grow { span { "Why" } input name=(format!("reason-{number}")); }
                }
            }
        }
    }
}

fn shown_code(site: &Site, frame: &Frame<'_>, asked: &Asked) -> Markup {
    html! {
        div {
            @for excerpt in &asked.code {
                @let lines: Vec<(u32, &str)> = excerpt.lines.iter().map(|line| (line.number, line.text.as_str())).collect();
                @let address = frame.links.file(&excerpt.path);
                section.source.snip {
                    header.source-head { a href=(address) { (breakable(&excerpt.path)) } }
                    (site.colours.render(&Listing { lines: &lines, language: site.language(&excerpt.path), parts: &[], anchors: Anchors::File(&address) }))
                }
            }
            @for problem in &asked.problems { p.problem { (Safe(problem)) } }
        }
    }
}

/// Grades the answers to a questionnaire.
pub(crate) fn review(
    site: &Site,
    frame: &Frame<'_>,
    request: &PageRequest,
    id: &str,
) -> Result<Reply, Problem> {
    let form = &request.form;
    let mut answers = Vec::new();
    for statement in 1.. {
        let Some(finding) = form.get(&format!("finding-{statement}")) else { break };
        let known = Finding::ALL.into_iter().find(|known| known.name() == finding);
        let finding = known.ok_or_else(|| Problem::bad(format!("`{finding}` is not a finding")))?;
        let line = |name: &str| {
            form.number::<u32>(&format!("{name}-{statement}")).filter(|line| *line > 0)
        };
        let lines = match (line("start"), line("end")) {
            (Some(start), Some(end)) => Some((start.min(end), start.max(end))),
            (Some(line), None) | (None, Some(line)) => Some((line, line)),
            (None, None) => None,
        };
        let reason = form.get(&format!("reason-{statement}")).map(str::to_owned);
        answers.push(CheckedAnswer { statement, finding, path: None, lines, reason });
    }
    let questionnaire = form.get("questionnaire").map(str::to_owned);
    let (title, text) = match site.run(&ReviewEntry, Args::Answer { questionnaire, answers })? {
        Answer::Counted { entry } => {
            ("The review counts", format!("The entry is {} now.", entry.status))
        }
        Answer::NotCounted { reason, tries_left, .. } => {
            ("The review does not count", format!("{reason}. Tries left: {tries_left}."))
        }
        Answer::Asked(_) | Answer::NoneWaiting => {
            ("Nothing to review", "No entry waits.".to_owned())
        }
    };
    let body = html! {
        section.notice role="status" {
            h1 { (title) }
            p { (Safe(&text)) }
            p { a href=(frame.links.item("entries", id)) { "The entry" } " · " a href=(frame.links.page("entries")) { "All entries" } }
        }
    };
    Ok(Reply::html(frame.page(title, Tab::Entries, &[], &body)))
}
