//! Gaps: the list of what is missing or wrong in the documentation, and one gap with the forms to answer or dismiss it.

use maud::{Markup, html};
use rutter_domain::{Gap, GapState, Recording, Severity};
use rutter_knowledge::rule_infos;
use rutter_tools::knowledge::gap_decisions::{
    AnswerArgs, AnswerGap, DecideArgs, DecideGap, GapDecision, PreviewArgs, PreviewGap,
};
use rutter_tools::knowledge::gaps::{GapsArgs, ListGaps};

use crate::code::{Anchors, Listing};
use crate::fields::Fields;
use crate::layout::{Frame, Tab};
use crate::percent::encode_value;
use crate::problem::Problem;
use crate::reply::Reply;
use crate::request::PageRequest;
use crate::site::Site;
use crate::text::{Safe, breakable, percentage};

/// Gaps on one page.
const PAGE_GAPS: usize = 100;
/// Bytes of code beside the form.
const CODE_BYTES: usize = 20_000;

pub(crate) fn list(site: &Site, frame: &Frame<'_>, fields: &Fields) -> Result<Markup, Problem> {
    let args = GapsArgs {
        under: fields.get("in").map(|under| under.trim_matches('/').to_owned()),
        rules: fields.get("rule").map(str::to_owned).into_iter().collect(),
        states: fields.get("state").and_then(GapState::parse).into_iter().collect(),
        limit: None,
        since: None,
    };
    let found = site.run(&ListGaps, args)?;
    let severity = fields.get("severity").and_then(Severity::parse);
    let mut gaps: Vec<&Gap> = found
        .gaps
        .iter()
        .filter(|gap| severity.is_none_or(|severity| gap.severity == severity))
        .collect();
    match fields.get("sort") {
        Some("path") => gaps.sort_by(|a, b| (&a.path, a.line).cmp(&(&b.path, b.line))),
        Some("rule") => gaps.sort_by(|a, b| (&a.rule, &a.path).cmp(&(&b.rule, &b.path))),
        // The tool sorts by priority.
        Some(_) | None => {}
    }
    let from = fields.number::<usize>("skip").unwrap_or(0).min(gaps.len());
    let shown = &gaps[from..(from + PAGE_GAPS).min(gaps.len())];
    let body = html! {
        h1 { "Gaps " span.count { (gaps.len()) } }
        @if found.completeness.is_measured() {
            p { strong { (percentage(found.completeness.overall)) " %" } " of what should be documented is. " a href=(frame.links.page("map")) { "On the map" } }
        } @else {
            p { "There is nothing to measure." }
        }
        @for remark in &found.remarks { p.notice { (Safe(&remark.to_string())) } }
        @if frame.links.is_live() { (filters(fields)) }
        @if gaps.is_empty() { div.notice { p { "No gap fits." } } }
        ul.cards {
            @for gap in shown {
                li {
                    header {
                        @if frame.links.is_live() { a href=(frame.links.item("gaps", &gap.id)) { (name(gap)) } }
                        @else { (name(gap)) }
                        span class={ "badge " (gap.severity.name()) } { (gap.severity.name()) }
                        @if gap.state != GapState::Open { span.badge { (gap.state.name().replace('_', " ")) } }
                    }
                    (message(gap))
                    p.faint {
                        a href=(frame.links.lines(&gap.path, gap.line, gap.line)) { (breakable(&gap.path)) ":" (gap.line) }
                        " · " (Safe(&gap.rule)) " · priority " (format!("{:.2}", gap.priority))
                        @if gap.attempts > 0 { " · " (gap.attempts) " attempts" }
                    }
                }
            }
        }
        @if from + shown.len() < gaps.len() && frame.links.is_live() {
            p.pages { a.button href=(fields.with("skip", Some(&(from + PAGE_GAPS).to_string()))) { "More gaps" } }
        }
        @if from + shown.len() < gaps.len() && !frame.links.is_live() { p.faint { (gaps.len() - shown.len()) " more" } }
    };
    Ok(frame.page("Gaps", Tab::Gaps, &[], &body))
}

fn name(gap: &Gap) -> Markup {
    html! { code { (Safe(gap.symbol.as_deref().unwrap_or(&gap.path))) } }
}

fn message(gap: &Gap) -> Markup {
    html! {
        p { (super::prose::code_spans(&gap.message)) @if let Some(nearest) = &gap.nearest { " (nearest: " code { (Safe(nearest)) } ")" } }
    }
}

fn filters(fields: &Fields) -> Markup {
    let option = |name: &str, value: &str, label: &str| {
        html! { option value=(value) selected[fields.get(name).unwrap_or("") == value] { (label) } }
    };
    html! {
        form.filters.row method="get" action="/gaps" role="search" {
            label { span { "Rule" } select name="rule" {
                (option("rule", "", "any"))
                @for rule in rule_infos() { (option("rule", rule.name, rule.name)) }
            } }
            label { span { "Severity" } select name="severity" {
                (option("severity", "", "any"))
                @for severity in Severity::ALL { (option("severity", severity.name(), severity.name())) }
            } }
            label { span { "State" } select name="state" {
                (option("state", "", "to do"))
                @for state in GapState::ALL { (option("state", state.name(), &state.name().replace('_', " "))) }
            } }
            label { span { "Sort" } select name="sort" {
                (option("sort", "", "priority")) (option("sort", "path", "path")) (option("sort", "rule", "rule"))
            } }
            label { span { "In" } input name="in" value=(Safe(fields.get("in").unwrap_or(""))) placeholder="src/net"; }
            button type="submit" { "Filter" }
        }
    }
}

/// One gap. `text` is an answer to check before it is recorded.
pub(crate) fn one(
    site: &Site,
    frame: &Frame<'_>,
    id: &str,
    text: Option<&str>,
) -> Result<Markup, Problem> {
    let args = PreviewArgs { gap: id.to_owned(), text: text.map(str::to_owned) };
    let preview = site.run(&PreviewGap, args)?;
    let gap = &preview.gap.gap;
    let place = &preview.gap.place;
    let code = site.view(&place.path, vec![place.start_line..=place.end_line], CODE_BYTES);
    let action = |what: &str| format!("/gaps/{}/{what}", encode_value(&gap.id));
    let body = html! {
        p.kicker { a href=(frame.links.page("gaps")) { "Gaps" } " · " (Safe(&gap.rule)) }
        h1 { (name(gap)) }
        (message(gap))
        p.faint {
            span class={ "badge " (gap.severity.name()) } { (gap.severity.name()) } " "
            span.badge { (gap.state.name().replace('_', " ")) } " "
            a href=(frame.links.lines(&gap.path, gap.line, gap.line)) { (breakable(&gap.path)) ":" (gap.line) }
        }
        div.review-page {
            @match &code {
                Ok(view) => {
                    @let lines: Vec<(u32, &str)> = view.excerpt.lines.iter().map(|line| (line.number, line.text.as_str())).collect();
                    @let address = frame.links.file(&place.path);
                    section.source.snip {
                        header.source-head { a href=(frame.links.lines(&place.path, place.start_line, place.end_line)) { (breakable(&place.path)) ":" (place.start_line) } }
                        (site.colours.render(&Listing { lines: &lines, language: view.language, parts: &[], anchors: Anchors::File(&address) }))
                    }
                }
                Err(error) => { p.faint { (Safe(&error.to_string())) } }
            }
            div {
                @if let Some(now) = &preview.gap.now { section { h2 { "What it says now" } div.said { (super::prose::prose(&site.mask(now))) } } }
                @if text.is_some() { (faults(&preview.faults)) }
                section #answer {
                    h2 { "Answer" }
                    p.faint { @if preview.gap.becomes_entry { "Your answer becomes an entry, under the same checks as any other." } @else { "Your answer is kept as the reason why this is not a gap." } }
                    form.stack method="post" action=(action("answer")) {
                        label for="text" { @if preview.gap.becomes_entry { "What it is for" } @else { "Why it is not a gap" } }
                        textarea #text name="text" rows="6" required { (text.unwrap_or("")) }
                        div.buttons {
                            button type="submit" name="do" value="check" { "Check" }
                            button.primary type="submit" name="do" value="record" { "Record" }
                        }
                    }
                }
                section #dismiss {
                    h2 { @if gap.state == GapState::Dismissed { "Open again" } @else { "Dismiss" } }
                    @if gap.state == GapState::Dismissed {
                        form.stack method="post" action=(action("reopen")) { button type="submit" { "Open again" } }
                    } @else {
                        form.stack method="post" action=(action("dismiss")) {
                            label for="why" { "Why it is not a gap" }
                            input #why name="why" required;
                            button type="submit" { "Dismiss" }
                        }
                    }
                }
            }
        }
    };
    Ok(frame.page(gap.symbol.as_deref().unwrap_or(&gap.path), Tab::Gaps, &[], &body))
}

fn faults(faults: &[String]) -> Markup {
    html! {
        section.notice role="status" {
            @if faults.is_empty() { p { "The checks find nothing against it." } }
            @else {
                p { "The checks say:" }
                ul { @for fault in faults { li { (Safe(fault)) } } }
            }
        }
    }
}

/// Checks or records an answer.
pub(crate) fn take_answer(
    site: &Site,
    frame: &Frame<'_>,
    request: &PageRequest,
    id: &str,
) -> Result<Reply, Problem> {
    let text = request.form.get("text").ok_or_else(|| Problem::bad("the answer is empty"))?;
    if request.form.get("do") != Some("record") {
        return one(site, frame, id, Some(text)).map(Reply::html);
    }
    let args = AnswerArgs { gap: id.to_owned(), text: text.to_owned() };
    let answered = site.run(&AnswerGap, args)?;
    let (title, entry) = match &answered.recording {
        Some(Recording::Recorded { id, status, .. }) => {
            ("The answer is recorded", Some((id, *status)))
        }
        Some(Recording::Refused { .. }) => ("The answer is refused", None),
        None => ("The answer is kept as a note", None),
    };
    let refused = match &answered.recording {
        Some(Recording::Refused { reason }) => Some(reason),
        Some(Recording::Recorded { .. }) | None => None,
    };
    let body = html! {
        section.notice role="status" {
            h1 { (title) }
            @if let Some((entry, status)) = entry { p { a href=(frame.links.item("entries", entry)) { "The entry" } " is " (super::status_badge(status)) } }
            @if let Some(reason) = refused { p { (Safe(reason)) } }
            @if let Some(remark) = &answered.remark { p { (Safe(remark)) } }
            p { "The gap is " (answered.gap.state.name().replace('_', " ")) "." }
            p { a href=(frame.links.page("gaps")) { "All gaps" } " · " a href=(frame.links.item("gaps", id)) { "This gap" } }
        }
    };
    Ok(Reply::html(frame.page(title, Tab::Gaps, &[], &body)))
}

/// Dismisses a gap, or opens it again.
pub(crate) fn decide(
    site: &Site,
    request: &PageRequest,
    id: &str,
    what: &str,
) -> Result<Reply, Problem> {
    let decision = match what {
        "reopen" => GapDecision::Reopen,
        _ => {
            let why =
                request.form.get("why").ok_or_else(|| Problem::bad("say why it is not a gap"))?;
            GapDecision::Dismiss { why: why.to_owned() }
        }
    };
    site.run(&DecideGap, DecideArgs { gap: id.to_owned(), decision })?;
    Ok(Reply::redirect("/gaps"))
}
