//! Entries: the list with their status; one entry with its claims, reviews and history; and the
//! forms to review or to reject it.

use maud::{Markup, html};
use rutter_domain::{EntryStatus, ListedEntry};
use rutter_knowledge::{EntriesFilter, HistoryDetail, PairChoice};
use rutter_tools::knowledge::entries::{EntriesArgs, ListEntries, RejectArgs, RejectEntry};
use rutter_tools::knowledge::review::{
    Answer, Args, AskedEntry, CheckedAnswer, CitedLines, GradedReview, ReviewEntry, ShownPair,
    read_choice,
};

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
    site.note_entries(shown.iter().map(|entry| &entry.id));
    let body = html! {
        h1 { "Entries " span.count { (entries.len()) } }
        @if frame.links.is_live() { p.faint { a href="/entries/review" { "Review an entry" } " that you have not seen yet, as a second reader." } }
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
    site.note_entries([&entry.id]);
    let body = html! {
        p.kicker { a href=(frame.links.page("entries")) { "Entries" } }
        h1 {
            @if entry.start_line > 0 && !entry.symbol.is_empty() { a href=(frame.links.symbol(&entry.symbol, &entry.path, entry.start_line)) { code { (Safe(&entry.symbol)) } } }
            @else { code { (Safe(entry.title())) } }
        }
        (entry_card::card(site.secrecy, frame, &entry))
        @if frame.links.is_live() {
            div.columns {
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

/// Renders the questionnaire about an entry, or about the next one that waits.
pub(crate) fn questionnaire(
    site: &Site,
    frame: &Frame<'_>,
    id: Option<&str>,
) -> Result<Reply, Problem> {
    let args = match id {
        Some(id) => Args::about(vec![id.to_owned()]),
        None => Args::Ask { entries: Vec::new(), filter: EntriesFilter::default(), limit: 1 },
    };
    let asked = match site.run(&ReviewEntry, args)? {
        Answer::Asked(asked) => asked,
        Answer::NoneWaiting | Answer::Graded { .. } => {
            return Err(Problem::missing("no entry that you have not seen waits for a review"));
        }
    };
    let Some(entry) = asked.entries.first() else {
        return Err(Problem::missing("there is nothing to review"));
    };
    let body = html! {
        p.kicker { a href=(frame.links.page("entries")) { "Entries" } }
        h1 { "Review " code { (Safe(&entry.symbol)) } }
        p { "Choose in " (counted(entry.pairs.len(), "pair", "pairs")) " by this code alone. A and B need the lines that show it, those of the symbol if you name none." }
        div.review-page {
            (shown_code(site, frame, entry))
            form.stack method="post" action={ "/entries/" (crate::percent::encode_value(&entry.entry)) "/review" } {
                input type="hidden" name="questionnaire" value=(asked.questionnaire);
                @if let Some((first, last)) = own_lines(entry) {
                    input type="hidden" name="first" value=(first);
                    input type="hidden" name="last" value=(last);
                }
                ol.statements {
                    @for (number, pair) in (entry.first_pair..).zip(&entry.pairs) { (pair_fields(site, number, pair)) }
                }
                button.primary type="submit" { "Send the review" }
            }
        }
    };
    Ok(Reply::html(frame.page("Review", Tab::Entries, &[], &body)))
}

/// The first and the last line of the first piece of code.
fn own_lines(entry: &AskedEntry) -> Option<(u32, u32)> {
    let lines = &entry.code.first().filter(|shown| shown.path == entry.path)?.lines;
    Some((lines.first()?.number, lines.last()?.number))
}

fn pair_fields(site: &Site, number: usize, pair: &ShownPair) -> Markup {
    let choices = [("a", site.mask(&pair.a)), ("b", site.mask(&pair.b)), ("n", "neither".into())];
    html! {
        li {
            fieldset {
                div.choices {
                    @for (value, text) in choices {
                        label { input type="radio" name=(format!("choice-{number}")) value=(value) required; " " (code_spans(&text)) }
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

fn shown_code(site: &Site, frame: &Frame<'_>, asked: &AskedEntry) -> Markup {
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
    let number = |name: &str| form.number::<u32>(name).filter(|line| *line > 0);
    let own = number("first").zip(number("last"));
    let mut answers = Vec::new();
    for pair in 1.. {
        let Some(typed) = form.get(&format!("choice-{pair}")) else { break };
        let choice =
            read_choice(typed).ok_or_else(|| Problem::bad(format!("`{typed}` is not a choice")))?;
        let line = |name: &str| number(&format!("{name}-{pair}"));
        let given = line("start").or(line("end")).zip(line("end").or(line("start")));
        let lines = given.or(own.filter(|_| choice != PairChoice::Neither));
        let lines = lines.map(|(start, end)| CitedLines {
            path: None,
            start_line: start.min(end),
            end_line: start.max(end),
        });
        let reason = form.get(&format!("reason-{pair}")).filter(|why| !why.trim().is_empty());
        answers.push(CheckedAnswer { pair, choice, lines, reason: reason.map(str::to_owned) });
    }
    let questionnaire = form.get("questionnaire").map(str::to_owned);
    let reviews = match site.run(&ReviewEntry, Args::Answer { questionnaire, answers })? {
        Answer::Graded { reviews } => reviews,
        Answer::Asked(_) | Answer::NoneWaiting => Vec::new(),
    };
    let (title, text) = match reviews.first() {
        Some(GradedReview { status: Some(status), .. }) => {
            ("The review counts", format!("The entry is {status} now."))
        }
        Some(GradedReview { status: None, reason, tries_left, .. }) => {
            let reason = reason.as_deref().unwrap_or_default();
            ("The review does not count", format!("{reason}. Tries left: {tries_left}."))
        }
        None => ("Nothing to review", "No entry waits.".to_owned()),
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
