//! The lists of the HTML report. Every text is escaped here.

use rutter_domain::{Attempt, Completeness, Gap, ListedEntry};
use rutter_knowledge::{DismissedGap, ResolvedGap, UnresolvedGap};

use super::{cited_lines, dollars, shallow_folders};
use crate::formats::{escape, percentage};

pub(super) fn resolved(gaps: &[ResolvedGap]) -> String {
    section("Resolved", gaps, |one| {
        let name = one.symbol.as_deref().unwrap_or(&one.path);
        let entry = one.entry.as_ref().map_or_else(String::new, quoted_entry);
        format!(
            "<p><code>{}</code> <span class=\"faint\">{} · {} · by {}</span></p>{entry}{}",
            escape(name),
            escape(&one.rule),
            escape(&one.path),
            escape(&one.by),
            attempts(&one.attempts)
        )
    })
}

pub(super) fn unresolved(title: &str, gaps: &[UnresolvedGap]) -> String {
    section(title, gaps, |one| {
        let note = one
            .note
            .as_ref()
            .map_or_else(String::new, |note| format!("<p class=\"question\">{}</p>", escape(note)));
        format!("{}{note}{}", head(&one.gap), attempts(&one.attempts))
    })
}

pub(super) fn dismissed(gaps: &[DismissedGap]) -> String {
    section("Dismissed", gaps, |one| {
        let why = one.why.as_deref().unwrap_or("no reason given");
        format!("{}<p class=\"faint\">{}: {}</p>", head(&one.gap), escape(&one.by), escape(why))
    })
}

/// Completeness by folder, as a table.
pub(super) fn folders(completeness: &Completeness) -> String {
    let rows = shallow_folders(completeness).map(|(folder, percent)| {
        format!(
            "<tr><td><code>{}</code></td><td>{} %</td></tr>\n",
            escape(folder),
            percentage(percent)
        )
    });
    format!(
        "<section><h2>By folder</h2>\n<table><thead><tr><th>folder</th><th>complete</th></tr></thead>\n<tbody>\n{}</tbody></table></section>\n",
        rows.collect::<String>()
    )
}

fn section<T>(title: &str, items: &[T], item: impl Fn(&T) -> String) -> String {
    if items.is_empty() {
        return String::new();
    }
    let items_html = items.iter().map(|one| format!("<li>{}</li>\n", item(one)));
    format!(
        "<section><h2>{} ({})</h2>\n<ul class=\"gaps\">\n{}</ul></section>\n",
        escape(title),
        items.len(),
        items_html.collect::<String>()
    )
}

fn head(gap: &Gap) -> String {
    let symbol = gap
        .symbol
        .as_ref()
        .map_or_else(String::new, |symbol| format!("<code>{}</code> ", escape(symbol)));
    let nearest = gap.nearest.as_ref().map_or_else(String::new, |nearest| {
        format!(" (nearest: <code>{}</code>)", escape(nearest))
    });
    format!(
        "<p>{symbol}{}{nearest}</p><p class=\"faint\"><span class=\"place\">{}:{}</span> · {} · {} · <code>{}</code></p>",
        escape(&gap.message),
        escape(&gap.path),
        gap.line,
        escape(&gap.rule),
        gap.severity,
        escape(&gap.id)
    )
}

fn quoted_entry(entry: &ListedEntry) -> String {
    let details = entry
        .details
        .as_ref()
        .map_or_else(String::new, |details| format!("<p class=\"faint\">{}</p>", escape(details)));
    format!(
        "<blockquote><p>{}</p>{details}</blockquote><p class=\"faint\"><span class=\"status\">{}</span> \
         by {} · evidence <span class=\"place\">{}</span></p>",
        escape(&entry.summary),
        entry.status,
        escape(&entry.author),
        escape(&cited_lines(entry))
    )
}

fn attempts(attempts: &[Attempt]) -> String {
    if attempts.is_empty() {
        return String::new();
    }
    let lines = attempts.iter().map(|attempt| {
        let end = match &attempt.end {
            Some(end) => {
                let cost = end.cost.filter(|cost| *cost > 0.0);
                let cost =
                    cost.map_or_else(String::new, |cost| format!(" ({})", dollars(Some(cost))));
                format!("{}: {}{cost}", end.outcome, escape(&end.observation))
            }
            None => "not finished".to_owned(),
        };
        format!("<li>{} by {}: {end}</li>", attempt.number, attempt.strategy)
    });
    format!("<ul>{}</ul>", lines.collect::<String>())
}
