//! The report as one HTML file: no script, no external request, light and dark, readable in print and on
//! a phone.

use rutter_knowledge::{FileShare, GapReport};
use rutter_web::{MapCell, MapStyle, completeness_chart, treemap};

use super::dollars;
use super::sections::{dismissed, folders, resolved, unresolved};
use crate::formats::{colour_of, duration, escape, percentage};

const STYLE: &str = include_str!("report.css");
/// Content security policy: forbids everything but the style in the file itself.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
/// Renders the report on the repository of this name.
pub fn html(report: &GapReport, repository: &str) -> String {
    let name = escape(repository);
    let run = report
        .run
        .as_ref()
        .map_or_else(String::new, |run| format!(", run <code>{}</code>", escape(run)));
    let chart = completeness_chart(&report.trend).map_or_else(String::new, |svg| {
        format!("<section><h2>Over time</h2><figure class=\"chart\">{svg}</figure></section>\n")
    });
    let omitted = match report.omitted {
        0 => String::new(),
        n => format!("<p class=\"faint\">{n} more gaps are not listed.</p>\n"),
    };
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>Documentation gaps of {name}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>Documentation gaps of {name}</h1>\n\
         <p class=\"faint\">{}{run}</p></header>\n<main>\n{}{}{chart}{}{}{}{}{}{omitted}</main>\n</body>\n</html>\n",
        escape(&date(report)),
        cards(report),
        map(report),
        unresolved("Questions for people", &report.questions),
        resolved(&report.resolved),
        unresolved("Open", &report.unresolved),
        dismissed(&report.dismissed),
        folders(&report.after),
    )
}

fn date(report: &GapReport) -> String {
    let text = report.at.to_string();
    format!("{} UTC", text.get(..16).unwrap_or(&text).replace('T', " "))
}

fn cards(report: &GapReport) -> String {
    let before = report.before.as_ref();
    let before = before.map(|before| format!("{} % before", percentage(before.overall)));
    let effort = &report.effort;
    let tokens = format!("{} tokens", effort.input_tokens + effort.output_tokens);
    let attempts = format!("{} attempts", effort.attempts);
    let count = |n: usize| n.to_string();
    let complete = format!("{} %", percentage(report.after.overall));
    let all = [
        ("complete", complete, before.unwrap_or_default()),
        ("resolved", count(report.resolved.len()), String::new()),
        ("open", count(report.unresolved.len()), String::new()),
        ("wait for a person", count(report.questions.len()), String::new()),
        ("cost", dollars(effort.cost).into_owned(), tokens),
        ("time", duration(effort.elapsed_ms), attempts),
    ];
    let cards = all.into_iter().map(|(name, value, more)| {
        let more = if more.is_empty() {
            String::new()
        } else {
            format!("<small>{}</small>", escape(&more))
        };
        format!("<div><dt>{name}</dt><dd>{}{more}</dd></div>\n", escape(&value))
    });
    format!("<dl class=\"cards\">\n{}</dl>\n", cards.collect::<String>())
}

fn map(report: &GapReport) -> String {
    if report.files.iter().all(|file| file.checked <= 0.0) {
        return String::new();
    }
    let legend =
        [(95.0, "90 % and more"), (80.0, "75 % and more"), (60.0, "50 % and more"), (0.0, "less")];
    let legend = legend.into_iter().map(|(percent, text)| {
        format!(
            "<li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\"><rect width=\"10\" height=\"10\" fill=\"{}\"/></svg>{text}</li>",
            colour_of(percent)
        )
    });
    format!(
        "<section><h2>By file</h2>\n<figure><div class=\"wide\">{}</div><div class=\"narrow\">{}</div>\n\
         <figcaption><p class=\"faint\">The area is what should be documented; the colour is how much of it is.</p>\
         <ul class=\"legend\">{}</ul></figcaption></figure></section>\n",
        completeness_map(&report.files, 1000, 420),
        completeness_map(&report.files, 380, 460),
        legend.collect::<String>()
    )
}

/// Draws the files by the size of what should be documented in them, coloured by the documented share.
fn completeness_map(files: &[FileShare], width: u32, height: u32) -> String {
    let cell = |file: &FileShare| MapCell {
        path: file.path.clone(),
        size: file.checked,
        whole: file.checked,
        part: file.checked - file.missing.min(file.checked),
    };
    let cells: Vec<MapCell> = files.iter().map(cell).collect();
    // Rounded down, so that 100 means complete.
    let percent = |share: Option<f64>| (share.unwrap_or(1.0) * 1000.0).floor() / 10.0;
    let style = MapStyle {
        width,
        height,
        label: "Completeness by folder and file",
        colour: &|share| colour_of(percent(share)),
        value: &|share| format!("{} %", percentage(percent(share))),
        unit: " documented",
        link: None,
    };
    treemap(&cells, &style)
}
