//! Guided exploration: a model learns a codebase and records what it understood.
//!
//! The first messages are short, because small models remember little: the instruction in `prompts/explore.md`,
//! then, as the user's first message, entries that no longer hold, entries that do, a map of symbols without
//! an entry, and files without one. Start at
//! [`explore`] and [`opening`].

use std::collections::BTreeMap;

use rutter_domain::text::truncate;
use rutter_domain::tokens;
use rutter_domain::{
    EntryStatus, ExplorationPlan, Gap, GapState, KnownEntry, REPOSITORY_PATH, REPOSITORY_TITLE,
    is_under,
};
use rutter_tools::knowledge::gaps::{GapsArgs, ListGaps};
use rutter_tools::{Mode, Session, ToolError, Toolbox, quote};

use super::tool_sets;
use crate::prompts::{
    EXPLORE, EXPLORE_AS_GUEST, EXPLORE_LAST_TURN, EXPLORE_NUDGE, EXPLORE_REMINDER, EXPLORE_SMALL,
    RECORDING,
};
use crate::{Goal, Mission};

/// Rules whose gaps are closed by an entry.
const RECORDABLE_RULES: [&str; 2] = ["missing-description", "missing-overview"];
/// Gaps that an opening may name; as many as there is room for are named.
const MOST_GAPS: usize = 12;
/// Bytes of what an entry says that an opening shows.
const SUMMARY_BYTES: usize = 110;
/// Tokens that an opening may have more for each entry that is known, and for all of them.
const ENTRY_TOKENS: usize = 30;
const MOST_ENTRY_TOKENS: usize = 2_500;
/// A shorter opening than this does not grow.
const SHORT_OPENING_TOKENS: usize = 1_000;

/// The knowledge about a repository before its exploration begins.
#[derive(Debug, Clone, Default)]
pub struct Briefing {
    /// The map of the repository, as text. It may take three fifths of the opening.
    pub map: String,
    /// The entries so far.
    pub known: Vec<KnownEntry>,
    /// Gaps that an entry would close, the most important first.
    pub gaps: Vec<Gap>,
    /// The summary of the entry about the repository as a whole.
    pub about: Option<String>,
    /// The symbols and files to record.
    pub plan: ExplorationPlan,
    /// The folder or file to explore; `None` for the whole repository.
    pub focus: Option<String>,
    /// The longest opening: about 2,000, or 600 for a model with a small context window.
    pub limit_tokens: usize,
}

impl Briefing {
    /// The briefing without any knowledge of the repository.
    pub fn blank(focus: Option<&str>, limit_tokens: usize) -> Briefing {
        Briefing { focus: focus.map(str::to_owned), limit_tokens, ..Briefing::default() }
    }

    /// Gathers what the index and the notebook know now.
    pub fn gather(
        toolbox: &Toolbox,
        focus: Option<&str>,
        limit_tokens: usize,
    ) -> Result<Briefing, ToolError> {
        let knowledge = toolbox.knowledge()?;
        let map = knowledge.map(map_tokens(limit_tokens), focus).to_string();
        let (known, gaps) = (knowledge.known()?, recordable_gaps(toolbox, focus)?);
        let about = knowledge.repository_entry().filter(|entry| entry.status.is_good());
        let about = about.map(|entry| entry.summary);
        let plan = knowledge.plan(focus);
        Ok(Briefing { map, known, gaps, about, plan, ..Briefing::blank(focus, limit_tokens) })
    }
}

/// The most important gaps that an entry closes. Stale and weak entries are listed by themselves.
fn recordable_gaps(toolbox: &Toolbox, focus: Option<&str>) -> Result<Vec<Gap>, ToolError> {
    let args = GapsArgs {
        under: focus.map(str::to_owned),
        rules: RECORDABLE_RULES.map(str::to_owned).to_vec(),
        states: vec![GapState::Open],
        limit: Some(MOST_GAPS),
        ..GapsArgs::default()
    };
    Ok(toolbox.run(&Session::new(Mode::Ask, ""), &ListGaps, args)?.gaps)
}

/// The mission to explore a repository. Its first message is the [`opening`].
pub fn explore() -> Mission {
    explore_by(EXPLORE)
}

/// [`explore`] for a small model: a short instruction, step by step.
pub fn explore_with_small_model() -> Mission {
    explore_by(EXPLORE_SMALL)
}

/// [`explore`] with an instruction of the user's; `{recording}` in it is replaced by how to write an entry.
pub fn explore_by(instruction: &str) -> Mission {
    let instruction = instruction.trim_end().replace("{recording}", RECORDING);
    let mut mission = Mission::new("explore", &instruction);
    mission.goal = Goal::Entries;
    (mission.tools, mission.tools_if_small) = (tool_sets::EXPLORE, tool_sets::EXPLORE_SMALL);
    // Small models like to announce what they will do instead of doing it.
    mission.nudge = Some(EXPLORE_NUDGE.to_owned());
    mission.reminder = Some(EXPLORE_REMINDER.to_owned());
    mission.last_turn = EXPLORE_LAST_TURN.to_owned();
    mission
}

/// Instruction and opening for the model of a coding agent, as one text.
pub fn explore_as_guest(briefing: &Briefing) -> String {
    let instruction = EXPLORE_AS_GUEST.replace("{recording}", RECORDING);
    format!("{instruction}\n\n{}", opening(briefing))
}

/// The first message of an exploration.
pub fn opening(briefing: &Briefing) -> String {
    let focus = briefing.focus.as_deref();
    let mut known: Vec<&KnownEntry> = briefing
        .known
        .iter()
        .filter(|known| is_under(&known.path, focus.unwrap_or_default()))
        .collect();
    known.sort_by_key(|known| urgency(known.status));
    let (again, fresh): (Vec<&KnownEntry>, Vec<&KnownEntry>) =
        known.into_iter().partition(|known| urgency(known.status) < Urgency::None);
    let mut text = task(focus, fresh.len());
    let limit_bytes = tokens::bytes_within(briefing.limit_tokens);
    let about = briefing.about.iter().map(|about| quote(&one_line(about, limit_bytes / 8)));
    text.push_str(&section("What is known of the whole:", about, limit_bytes / 6));
    text.push_str(&section(
        "To be recorded again first, because the code changed or the entry did not hold:",
        again.iter().map(|known| to_do(known)),
        limit_bytes / 4,
    ));
    text.push_str(&known_section(&fresh, briefing.limit_tokens));
    text.push_str(&section(
        "Gaps in the documentation, the most important first; record these first:",
        briefing.gaps.iter().map(gap_line),
        limit_bytes / 10,
    ));
    let map = without_recorded(&briefing.map);
    let room_bytes =
        tokens::bytes_within(briefing.limit_tokens + entry_tokens(&fresh, briefing.limit_tokens));
    let map_bytes = tokens::bytes_within(map_tokens(briefing.limit_tokens));
    text.push_str(&section(
        "A map of the code; what is central on it has no entry yet:",
        map.lines().map(str::to_owned),
        map_bytes.min(room_bytes.saturating_sub(text.len())),
    ));
    let progress = briefing.plan.progress(&briefing.known);
    let is_on_map = |path: &str| map.lines().any(|line| line.contains(path));
    let files = progress.missing_files.iter().filter(|path| !is_on_map(path));
    // On a first exploration the folders tell as much.
    let files: Vec<String> =
        if fresh.is_empty() { Vec::new() } else { files.map(|path| format!("- {path}")).collect() };
    let heading = "Other files without an entry:";
    let files_bytes = (limit_bytes / 6).min(room_bytes.saturating_sub(text.len()));
    text.push_str(&section(heading, files.into_iter(), files_bytes));
    text
}

fn task(focus: Option<&str>, n_fresh: usize) -> String {
    let task = match focus {
        Some(focus) => format!(
            "Explore `{focus}` of this codebase: begin by listing or reading it, and record the \
             symbols that are defined there."
        ),
        None => "Explore this codebase.".to_owned(),
    };
    match n_fresh {
        0 => task,
        1 => format!("{task} 1 entry is recorded already; go on with what is missing."),
        n => format!("{task} {n} entries are recorded already; go on with what is missing."),
    }
}

/// The entries that hold, a line each; a line for each file if there is not enough room.
fn known_section(fresh: &[&KnownEntry], limit_tokens: usize) -> String {
    let limit_bytes = tokens::bytes_within(limit_tokens / 5 + entry_tokens(fresh, limit_tokens));
    // The entry about the whole repository has a section of its own.
    let mut by_place: Vec<&&KnownEntry> =
        fresh.iter().filter(|known| known.path != REPOSITORY_PATH).collect();
    by_place.sort_by_key(|known| (&known.path, &known.symbol));
    let lines: Vec<String> = by_place.iter().map(|known| known_line(known)).collect();
    let heading = "Known already; do not record these again:";
    let n_bytes: usize = lines.iter().map(|line| line.len() + 1).sum();
    if n_bytes <= limit_bytes {
        section(heading, lines.into_iter(), usize::MAX)
    } else {
        section(heading, fresh_by_file(fresh).into_iter(), limit_bytes)
    }
}

/// Tokens that the opening may have more for what is known.
fn entry_tokens(fresh: &[&KnownEntry], limit_tokens: usize) -> usize {
    if limit_tokens < SHORT_OPENING_TOKENS {
        0
    } else {
        MOST_ENTRY_TOKENS.min(fresh.len() * ENTRY_TOKENS)
    }
}

fn known_line(known: &KnownEntry) -> String {
    let place = place_of(known);
    if known.summary.trim().is_empty() {
        format!("- {place}")
    } else {
        format!("- {place}: {}", quote(&one_line(&known.summary, SUMMARY_BYTES)))
    }
}

/// The map without the symbols that are recorded, and without files of which nothing else was on it.
fn without_recorded(map: &str) -> String {
    let good = EntryStatus::ALL.into_iter().filter(|status| status.is_good());
    let marks: Vec<String> = good.map(|status| format!("[{status}]")).collect();
    let is_recorded = |line: &str| marks.iter().any(|mark| line.ends_with(mark.as_str()));
    let is_inner = |line: &str| line.starts_with(' ');
    let lines: Vec<&str> = map.lines().collect();
    let mut kept: Vec<&str> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let inner = || lines[at + 1..].iter().take_while(|line| is_inner(line));
        let is_wanted = if !is_inner(line) && inner().next().is_some() {
            inner().any(|line| !is_recorded(line))
        } else {
            !is_recorded(line)
        };
        if is_wanted {
            kept.push(line);
        }
    }
    kept.join("\n")
}

/// The share of an opening for the map.
fn map_tokens(limit_tokens: usize) -> usize {
    limit_tokens * 3 / 5
}

/// A heading and as many lines as there is room for; empty if there is not a single one.
fn section(heading: &str, lines: impl Iterator<Item = String>, limit_bytes: usize) -> String {
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return String::new();
    }
    let mut text = format!("\n\n{heading}");
    // Room for the line that says how many were left out.
    let limit_bytes = limit_bytes.saturating_sub(24);
    if text.len() > limit_bytes {
        return String::new();
    }
    let mut n_shown = 0;
    for line in &lines {
        if text.len() + line.len() + 1 > limit_bytes {
            break;
        }
        text.push('\n');
        text.push_str(line);
        n_shown += 1;
    }
    match lines.len() - n_shown {
        _ if n_shown == 0 => String::new(),
        0 => text,
        n_left_out => format!("{text}\n… and {n_left_out} more"),
    }
}

/// Order in which entries should be recorded again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Urgency {
    Stale,
    Disputed,
    Wrong,
    None,
}

fn urgency(status: EntryStatus) -> Urgency {
    match status {
        EntryStatus::Stale => Urgency::Stale,
        EntryStatus::Disputed => Urgency::Disputed,
        EntryStatus::Rejected | EntryStatus::Unverified => Urgency::Wrong,
        EntryStatus::Confirmed | EntryStatus::Checked => Urgency::None,
    }
}

fn to_do(known: &KnownEntry) -> String {
    let (place, status) = (place_of(known), known.status);
    match known.note.as_deref().map(str::trim).filter(|note| !note.is_empty()) {
        Some(note) => format!("- {place}: {status}: {}", quote(&one_line(note, 160))),
        None => format!("- {place}: {status}"),
    }
}

fn place_of(known: &KnownEntry) -> String {
    if known.symbol.is_empty() || known.path == REPOSITORY_PATH {
        known.title().to_owned()
    } else {
        format!("`{}` in {}", known.symbol, known.path)
    }
}

fn gap_line(gap: &Gap) -> String {
    match &gap.symbol {
        Some(symbol) => format!("- `{symbol}` in {}:{}", gap.path, gap.line),
        None => format!("- the whole file {}", gap.path),
    }
}

/// The symbols that are up to date, a line a file, in order of path.
fn fresh_by_file(known: &[&KnownEntry]) -> Vec<String> {
    let mut files = BTreeMap::<&str, Vec<&str>>::new();
    for known in known {
        let name = match (known.symbol.as_str(), known.path.as_str()) {
            ("", REPOSITORY_PATH) => REPOSITORY_TITLE,
            ("", path) if path.ends_with('/') => "(the folder)",
            ("", _) => "(the file)",
            (symbol, _) => symbol,
        };
        files.entry(&known.path).or_default().push(name);
    }
    files.iter().map(|(path, symbols)| format!("- {path}: {}", symbols.join(", "))).collect()
}

fn one_line(text: &str, limit_bytes: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.len() {
        length if length <= limit_bytes => line,
        _ => format!("{}…", truncate(&line, limit_bytes)),
    }
}
