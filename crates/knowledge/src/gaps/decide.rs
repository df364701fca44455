//! Decisions of a person about a gap: an answer, a dismissal, opening it again.
//!
//! An answer is recorded as an entry, under the checks of any entry, where the rule asks for a
//! description. Where it does not (a broken mention, an unresolved import), the answer is kept as the
//! reason for dismissing the gap. Start at [`answer_gap`].

use std::time::SystemTime;

use rutter_domain::nearest;
use rutter_domain::{Evidence, Gap, GapState, Recording, Seen, SymbolKind, TextLimit, Timestamp};
use rutter_store::GapRecord;
use serde::Serialize;

use crate::Error;
use crate::assess::Assessment;
use crate::draft::EntryDraft;
use crate::gaps::find_gaps;
use crate::knowledge::Knowledge;
use crate::list::entry_of;
use crate::matching_ids::matching_ids;
use crate::rivals::EntryPlace;
use rutter_gaps::{GapSettings, GapsRequest};

/// Rules whose gaps no description closes.
const NOTED_RULES: [&str; 2] = ["broken-mention", "unresolved-reference"];
/// A longer first paragraph is cut at a sentence, and the rest becomes the details.
const LONG_SUMMARY_CHARS: usize = 1_000;

/// A person's answer to a gap.
#[derive(Debug, Clone, PartialEq)]
pub struct GapReply {
    /// The first paragraph is the summary of the entry, the others are its details.
    pub text: String,
    /// The person.
    pub by: String,
}

/// Outcome of [`answer_gap`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AnsweredGap {
    /// The gap, with the state it has now.
    pub gap: Gap,
    /// Outcome of recording the entry; `None` if the answer was kept as a note.
    pub recording: Option<Recording>,
    /// Why the gap is still open.
    pub remark: Option<String>,
}

/// A gap, beside the description that its subject has now.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GapPreview {
    pub gap: Gap,
    /// The current text of the entry or of the documentation.
    pub now: Option<String>,
    /// The lines to judge by.
    pub place: Evidence,
    /// Whether an answer becomes an entry. Otherwise it becomes a note.
    pub becomes_entry: bool,
}

/// The gap with this id, or the only one whose id begins so. Every state is searched.
pub(crate) fn find_gap(
    knowledge: &Knowledge,
    wanted: &str,
    settings: &GapSettings,
) -> Result<Gap, Error> {
    const MOST_NAMED: usize = 5;
    let states = GapState::ALL.to_vec();
    let request = GapsRequest { states, settings: settings.clone(), ..GapsRequest::default() };
    let gaps = find_gaps(knowledge, &request)?.gaps;
    match matching_ids(gaps.iter(), |gap| &gap.id, wanted).as_slice() {
        [only] => Ok((*only).clone()),
        [] => {
            let is_about = |gap: &&Gap| gap.symbol.as_deref() == Some(wanted) || gap.path == wanted;
            let about = gaps.iter().filter(is_about).map(|gap| gap.id.clone());
            let mut near: Vec<String> = about.take(3).collect();
            near.extend(nearest(wanted, gaps.iter().map(|gap| gap.id.as_str()), 3));
            near.truncate(3);
            Err(Error::NoGap { wanted: wanted.to_owned(), near })
        }
        several => {
            let fitting = several.iter().take(MOST_NAMED).map(|gap| gap.id.clone()).collect();
            Err(Error::AmbiguousGap { wanted: wanted.to_owned(), fitting })
        }
    }
}

/// A gap with what is there now.
pub(crate) fn preview(
    knowledge: &Knowledge,
    wanted: &str,
    settings: &GapSettings,
) -> Result<GapPreview, Error> {
    let gap = find_gap(knowledge, wanted, settings)?;
    let name = gap.symbol.as_deref().unwrap_or("");
    let parsed = knowledge.parsed_file(&gap.path);
    let found = parsed.as_ref().and_then(|parsed| {
        parsed.find(|symbol| symbol.qualified_name == name).map(|(_, symbol)| symbol)
    });
    let kind = found.map_or(SymbolKind::File, |symbol| symbol.kind);
    let place = EntryPlace::new(&gap.path, name, kind);
    let entry = entry_of(knowledge, &place).map(|entry| match entry.details {
        Some(details) => format!("{}\n\n{details}", entry.summary),
        None => entry.summary,
    });
    let (start_line, end_line) = match found {
        Some(symbol) => (symbol.span.start_line, symbol.span.end_line),
        None => (gap.line, gap.line),
    };
    let now = entry.or_else(|| found.and_then(|symbol| symbol.doc.clone()));
    let place = Evidence { path: gap.path.clone(), start_line, end_line };
    Ok(GapPreview { becomes_entry: becomes_entry(&gap), now, place, gap })
}

/// Checks an answer without recording it; the error says why it would be refused. `None` if it would be kept as
/// a note.
pub(crate) fn assess_reply(
    knowledge: &Knowledge,
    gap: &Gap,
    reply: &GapReply,
) -> Option<Result<Assessment, String>> {
    becomes_entry(gap)
        .then(|| knowledge.assess(&draft_of(gap, reply), &reader_of(knowledge, &gap.path)))
}

/// Records a person's answer. A person who answers at the command line is taken to know the code, so whether
/// it was read is not asked.
pub(crate) fn answer_gap(
    knowledge: &Knowledge,
    wanted: &str,
    reply: &GapReply,
    settings: &GapSettings,
) -> Result<AnsweredGap, Error> {
    let mut gap = find_gap(knowledge, wanted, settings)?;
    if reply.text.trim().is_empty() {
        return Err(Error::EmptyAnswer);
    }
    if !becomes_entry(&gap) {
        let note = Some(reply.text.trim().to_owned());
        let decision = Decision { state: GapState::Dismissed, note, by: &reply.by, entry: None };
        decide(knowledge, &gap, decision)?;
        gap.state = GapState::Dismissed;
        return Ok(AnsweredGap { gap, recording: None, remark: None });
    }
    let recording = knowledge.record(draft_of(&gap, reply), &reader_of(knowledge, &gap.path))?;
    let Recording::Recorded { id, .. } = &recording else {
        return Ok(AnsweredGap { gap, recording: Some(recording), remark: None });
    };
    let states = vec![GapState::Open, GapState::RequiresHumanInput, GapState::Dismissed];
    let rules = vec![gap.rule.clone()];
    let under = Some(gap.path.clone());
    let request =
        GapsRequest { states, rules, under, settings: settings.clone(), ..GapsRequest::default() };
    let is_found = find_gaps(knowledge, &request)?.gaps.iter().any(|one| one.id == gap.id);
    let entry = Some(id.clone());
    let (state, remark) = if is_found {
        (
            GapState::Open,
            Some(format!("the entry was recorded, but `{}` still finds the gap", gap.rule)),
        )
    } else {
        (GapState::Resolved, None)
    };
    decide(knowledge, &gap, Decision { state, note: None, by: &reply.by, entry })?;
    gap.state = state;
    Ok(AnsweredGap { gap, recording: Some(recording), remark })
}

/// Dismisses a gap for a reason, or opens it again without one.
pub(crate) fn set_gap_state(
    knowledge: &Knowledge,
    wanted: &str,
    why: Option<&str>,
    by: &str,
    settings: &GapSettings,
) -> Result<Gap, Error> {
    let mut gap = find_gap(knowledge, wanted, settings)?;
    let why = why.map(str::trim);
    if why == Some("") {
        return Err(Error::EmptyAnswer);
    }
    let state = if why.is_some() { GapState::Dismissed } else { GapState::Open };
    decide(knowledge, &gap, Decision { state, note: why.map(str::to_owned), by, entry: None })?;
    gap.state = state;
    Ok(gap)
}

struct Decision<'a> {
    state: GapState,
    note: Option<String>,
    by: &'a str,
    entry: Option<String>,
}

/// Stores a decision, also over one that was stored meanwhile: a person has the last word.
fn decide(knowledge: &Knowledge, gap: &Gap, decision: Decision<'_>) -> Result<(), Error> {
    let Decision { state, note, by, entry } = decision;
    TextLimit::NOTE.check(note.as_deref().unwrap_or_default())?;
    TextLimit::AUTHOR.check(by)?;
    let at = Timestamp::of(SystemTime::now());
    let record = GapRecord { note, entry, ..GapRecord::new(gap, state, by.to_owned(), at) };
    knowledge.write_notebook(|notebook| notebook.overwrite_gap(&record, |_| false))
}

fn becomes_entry(gap: &Gap) -> bool {
    !NOTED_RULES.contains(&gap.rule.as_str())
}

fn draft_of(gap: &Gap, reply: &GapReply) -> EntryDraft {
    let (summary, details) = split_text(&reply.text);
    EntryDraft {
        symbol: gap.symbol.clone().unwrap_or_default(),
        path: gap.path.clone(),
        summary,
        details,
        author: reply.by.clone(),
        ..EntryDraft::default()
    }
}

/// The first paragraph, and the others.
fn split_text(text: &str) -> (String, Option<String>) {
    let text = text.trim();
    let (mut summary, mut rest) = match text.split_once("\n\n") {
        Some((summary, rest)) => (summary.trim(), rest.trim()),
        None => (text, ""),
    };
    if summary.chars().count() > LONG_SUMMARY_CHARS
        && let Some(end) = summary.find(". ")
    {
        rest = text[end + 2..].trim();
        summary = &summary[..=end];
    }
    (summary.to_owned(), (!rest.is_empty()).then(|| rest.to_owned()))
}

/// The lines of a reader who has read the whole file.
fn reader_of(knowledge: &Knowledge, path: &str) -> Seen {
    let mut seen = Seen::default();
    if let Some(parsed) = knowledge.parse_again(path) {
        seen.add(path, parsed.content, 1, parsed.n_lines());
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_paragraph_is_the_summary() {
        let check = |text: &str, summary: &str, details: Option<&str>| {
            assert_eq!(split_text(text), (summary.to_owned(), details.map(str::to_owned)));
        };
        check(" Adds.\n", "Adds.", None);
        check("Adds\nnumbers.\n\nSlowly.\n\nVery.", "Adds\nnumbers.", Some("Slowly.\n\nVery."));
        let long = format!("Adds. {}", "x".repeat(1_000));
        check(&long, "Adds.", Some(&"x".repeat(1_000)));
    }
}
