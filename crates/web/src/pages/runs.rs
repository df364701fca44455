//! Runs of models, live while they happen and as a replay.
//!
//! A run is a list of moments. Each is rendered on the server, both those on the page and those sent as an
//! event while the run continues. A script only appends them, and hides those after the time of the slider.

use std::sync::Arc;
use std::time::Duration;

use maud::{Markup, html};
use rutter_domain::{Ending, Moment, Totals};
use rutter_store::{RecordedRun, Run, RunState};
use rutter_tools::knowledge::runs::{ListArgs, ListRuns, ReadArgs, ReadRun, RunMoments};
use rutter_tools::{Session, Toolbox};
use serde_json::json;

use super::moments;
use crate::layout::{Frame, Tab};
use crate::links::Links;
use crate::problem::Problem;
use crate::reply::Reply;
use crate::request::PageRequest;
use crate::site::{Secrecy, Site};
use crate::stream::{EventWriter, Gone, event_stream};
use crate::text::{Safe, dollars, duration, grouped, minute};
use crate::theme::Theme;
use crate::vocabulary::WebVocabulary;

/// Runs that are listed.
const MOST_RUNS: usize = 200;
/// Moments on one page; a longer run is shown in parts.
const PAGE_MOMENTS: usize = 2_000;
/// Least time between two reads of a run in progress.
const LOOK_INTERVAL: Duration = Duration::from_millis(250);
/// The time between two reads, as a multiple of the time that a read takes.
const LOOK_SHARE: u32 = 10;

pub(crate) fn list(site: &Site, frame: &Frame<'_>) -> Result<Reply, Problem> {
    let listed = site.run(&ListRuns, ListArgs { limit: MOST_RUNS })?;
    Ok(Reply::html(listing(frame, &listed.runs, &listed.problems)))
}

/// Renders a list of runs.
pub(crate) fn listing(frame: &Frame<'_>, runs: &[Run], problems: &[String]) -> Markup {
    let body = html! {
        h1 { "Runs " span.count { (runs.len()) } }
        @if runs.is_empty() {
            div.notice { p { "No run is recorded yet. " code { "rutter explore" } ", " code { "rutter ask" } " and " code { "rutter gaps resolve" } " record one each." } }
        } @else {
            div.wide { table {
                thead { tr { th scope="col" { "Run" } th scope="col" { "Mission" } th scope="col" { "Model" } th scope="col" { "State" } th scope="col" { "Turns" } th scope="col" { "Tokens" } th scope="col" { "Cost" } th scope="col" { "Time" } th scope="col" { "Entries" } } }
                tbody { @for run in runs { (row(frame, run)) } }
            } }
        }
        @for problem in problems { p.faint { (Safe(problem)) } }
    };
    frame.page("Runs", Tab::Runs, &[], &body)
}

fn row(frame: &Frame<'_>, run: &Run) -> Markup {
    let totals = &run.totals;
    html! {
        tr {
            th scope="row" { a href=(frame.links.item("runs", &run.id)) { (minute(run.started_at)) } }
            td { (Safe(&run.mission)) }
            td { (Safe(&run.model)) }
            td { (state_badge(&run.state)) }
            td.number { (totals.turns) }
            td.number { (grouped(totals.tokens())) }
            td.number { (dollars(totals.cost)) }
            td.number { (duration(totals.elapsed_ms)) }
            td.number { (totals.checked + totals.unverified) }
        }
    }
}

fn state_badge(state: &RunState) -> Markup {
    let (class, words) = match state {
        RunState::Running => ("running", "running".to_owned()),
        RunState::Interrupted => ("interrupted", "interrupted".to_owned()),
        RunState::Finished { ending: Ending::Answered } => ("finished", "answered".to_owned()),
        RunState::Finished { ending } => ("interrupted", moments::ending_words(ending)),
    };
    // An error may be long. The badge is cut, and the title has the whole text.
    html! { span class={ "badge " (class) } title=(Safe(&words)) { (Safe(&words)) } }
}

pub(crate) fn one(
    site: &Site,
    frame: &Frame<'_>,
    request: &PageRequest,
    id: &str,
) -> Result<Reply, Problem> {
    let (run, recorded) = read(site.toolbox(), &site.session, id)?;
    let RunMoments { moments, problems, .. } = recorded;
    let recorded = RecordedRun { run, moments, problems };
    Ok(Reply::html(recording(site.secrecy, frame, &recorded, request)))
}

/// Renders a run with its moments.
pub(crate) fn recording(
    secrecy: Secrecy,
    frame: &Frame<'_>,
    recorded: &RecordedRun,
    request: &PageRequest,
) -> Markup {
    let run = &recorded.run;
    let from = request.query.number::<usize>("from").unwrap_or(0).min(recorded.moments.len());
    let shown = &recorded.moments[from..(from + PAGE_MOMENTS).min(recorded.moments.len())];
    let start = recorded.moments.first().map_or(0, |moment| moment.at.0);
    let end = recorded.moments.last().map_or(0, |moment| moment.at.0);
    let is_running = run.state == RunState::Running;
    let next = from + shown.len();
    let body = html! {
        p.kicker { a href=(frame.links.page("runs")) { "Runs" } }
        h1 { (Safe(&run.mission)) " " span.faint { (minute(run.started_at)) } " " span #state { (state_badge(&run.state)) } }
        dl.facts #totals { (totals_facts(run, &run.totals)) }
        div.replay #replay data-start=(start) data-end=(end) data-running=(is_running) data-next=(next)
            data-events=(format!("{}/events?from={next}", frame.links.item("runs", &run.id))) hidden {
            button #play type="button" { "Play" }
            label.hidden for="time" { "Time of the replay" }
            input #time type="range" min="0" max=((end - start).max(1)) value=((end - start).max(1)) step="1";
            output #clock for="time" { (duration(end - start)) }
            label { "Speed " select #speed { option { "1" } option selected { "10" } option { "60" } } " ×" }
        }
        ol.moments #moments aria-live=(if is_running { "polite" } else { "off" }) {
            @for moment in shown { (moments::row(secrecy, frame, moment, start)) }
        }
        @if next < recorded.moments.len() { p.pages { a.button href=(request.query.with("from", Some(&next.to_string()))) { "Further moments" } } }
        @for problem in &recorded.problems { p.faint { (Safe(problem)) } }
    };
    frame.page(&format!("Run {}", run.id), Tab::Runs, &["run.js"], &body)
}

fn totals_facts(run: &Run, totals: &Totals) -> Markup {
    html! {
        div { dt { "Model" } dd { (Safe(&run.model)) } }
        div { dt { "Turns" } dd { (totals.turns) } }
        div { dt { "Tokens" } dd { (grouped(totals.input_tokens)) " in, " (grouped(totals.output_tokens)) " out" } }
        div { dt { "Cost" } dd { (dollars(totals.cost)) } }
        div { dt { "Time" } dd { (duration(totals.elapsed_ms)) } }
        div { dt { "Entries" } dd { (totals.checked) " checked, " (totals.unverified) " other, " (totals.refused.len()) " refused" } }
        div { dt { "Calls" } dd { (totals.calls.values().sum::<u32>()) @if totals.failed_calls > 0 { ", " (totals.failed_calls) " failed" } } }
        div { dt { "Run" } dd { code { (Safe(&run.id)) } } }
    }
}

/// Reads a run with all of its moments.
fn read(toolbox: &Toolbox, session: &Session, id: &str) -> Result<(Run, RunMoments), Problem> {
    let recorded = toolbox.run(session, &ReadRun, ReadArgs { id: Some(id.to_owned()) })?;
    let recorded = recorded.ok_or_else(|| Problem::missing("no run is recorded"))?;
    let listed = toolbox.run(session, &ListRuns, ListArgs { limit: usize::MAX })?;
    let run = listed.runs.into_iter().find(|run| run.id == recorded.id);
    let run = run.ok_or_else(|| Problem::missing(format!("there is no run `{id}`")))?;
    Ok((run, recorded))
}

/// Streams the moments of a run until it ends or the reader is gone.
pub(crate) fn events(site: &Arc<Site>, request: &PageRequest, id: &str) -> Result<Reply, Problem> {
    read(site.toolbox(), &site.session, id)?;
    let (writer, stream) = event_stream();
    // A browser that connects again names the last moment it got.
    let from = request.last_event_id.or_else(|| request.query.number("from")).unwrap_or(0);
    let (site, id) = (Arc::clone(site), id.to_owned());
    tokio::runtime::Handle::current().spawn(follow(site, id, from, writer));
    Ok(Reply::events(stream))
}

async fn follow(site: Arc<Site>, id: String, mut from: usize, writer: EventWriter) {
    loop {
        let (reader, wanted) = (Arc::clone(&site), id.clone());
        let began = std::time::Instant::now();
        let looked = tokio::task::spawn_blocking(move || look(&reader, &wanted, from)).await;
        let Ok(Some(looked)) = looked else { return };
        if send(&writer, from, &looked).await.is_err() || looked.is_ended {
            return;
        }
        from += looked.rows.len();
        tokio::time::sleep(LOOK_INTERVAL.max(began.elapsed() * LOOK_SHARE)).await;
    }
}

/// The new moments of a run, and its state.
struct Looked {
    /// The rendered moments, each with its time.
    rows: Vec<(u64, String)>,
    totals: String,
    state: String,
    is_ended: bool,
}

fn look(site: &Site, id: &str, from: usize) -> Option<Looked> {
    let session = Session::for_person(&WebVocabulary);
    let (run, recorded) = read(site.toolbox(), &session, id).ok()?;
    let frame = Frame::bare(site.name(), Links::Live, Theme::System);
    let start = recorded.moments.first().map_or(0, |moment| moment.at.0);
    let rows = recorded.moments.iter().skip(from).map(|moment: &Moment| {
        (moment.at.0, moments::row(site.secrecy, &frame, moment, start).into_string())
    });
    Some(Looked {
        rows: rows.collect(),
        totals: totals_facts(&run, &run.totals).into_string(),
        state: state_badge(&run.state).into_string(),
        is_ended: run.state != RunState::Running,
    })
}

/// Sends new moments. The id of a moment is its number, from 1.
async fn send(writer: &EventWriter, from: usize, looked: &Looked) -> Result<(), Gone> {
    for ((at, row), id) in looked.rows.iter().zip(from + 1..) {
        writer.send_with_id(id, "moment", &json!({ "at": at, "html": row })).await?;
    }
    let totals = json!({ "totals": looked.totals, "state": looked.state });
    writer.send(if looked.is_ended { "end" } else { "totals" }, &totals).await
}
