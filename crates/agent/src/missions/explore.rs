//! Guided exploration: a model learns a codebase and records what it understood.
//!
//! What the model reads first is short, because small models remember little: the instruction in
//! `prompts/explore.md`, then, as the user's first message, a map of the repository and what is already
//! recorded. Start at [`explore`] and [`opening`].

use std::collections::BTreeMap;

use rutter_domain::text::truncate;
use rutter_domain::tokens;
use rutter_domain::{EntryStatus, Gap, GapState, KnownEntry, REPOSITORY_PATH, REPOSITORY_TITLE};
use rutter_tools::knowledge::gaps::{GapsArgs, ListGaps};
use rutter_tools::{Mode, Session, ToolError, Toolbox, quote};

use crate::prompts::{
    EXPLORE, EXPLORE_AS_GUEST, EXPLORE_LAST_TURN, EXPLORE_NUDGE, EXPLORE_REMINDER, RECORDING,
};
use crate::{Goal, Mission};

/// Rules whose gaps are closed by an entry.
const RECORDABLE_RULES: [&str; 2] = ["missing-description", "missing-overview"];
/// Gaps that an opening may name; as many as there is room for are named.
const MOST_GAPS: usize = 12;

/// What is known before the exploration begins.
#[derive(Debug, Clone, Default)]
pub struct Briefing {
    /// The map of the repository, as text. It may take three fifths of the opening.
    pub map: String,
    /// What was recorded before.
    pub known: Vec<KnownEntry>,
    /// What recording would close, the most important first.
    pub gaps: Vec<Gap>,
    /// What was recorded about the repository as a whole.
    pub about: Option<String>,
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
        Ok(Briefing { map, known, gaps, about, ..Briefing::blank(focus, limit_tokens) })
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
    let mut mission = Mission::new("explore", &EXPLORE.replace("{recording}", RECORDING));
    mission.goal = Goal::Entries;
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
    let mut text = match &briefing.focus {
        Some(focus) => format!(
            "Explore `{focus}` of this codebase: begin by listing or reading it, and record the \
             symbols that are defined there."
        ),
        None => "Explore this codebase.".to_owned(),
    };
    let limit_bytes = tokens::bytes_within(briefing.limit_tokens);
    let focus = briefing.focus.as_deref();
    let known: Vec<&KnownEntry> =
        briefing.known.iter().filter(|known| is_in(focus, &known.path)).collect();
    let again = section(
        "To be recorded again, because the code changed or the entry did not hold:",
        known.iter().filter(|known| is_to_do(known.status)).map(|known| to_do(known)),
        limit_bytes / 4,
    );
    let map = section(
        // A small model that reads about a mark takes it for set.
        if !briefing.known.is_empty() || has_recorded(&briefing.map) {
            "The most central symbols (line, kind, name, purpose; [checked] is recorded already):"
        } else {
            "The most central symbols (line, kind, name, purpose), none of which is recorded yet:"
        },
        briefing.map.lines().map(str::to_owned),
        tokens::bytes_within(map_tokens(briefing.limit_tokens)),
    );
    let gaps = section(
        "Gaps in the documentation, the most important first; record these first:",
        briefing.gaps.iter().map(gap_line),
        limit_bytes / 10,
    );
    let about = briefing.about.iter().map(|about| quote(&one_line(about, limit_bytes / 8)));
    text.push_str(&section("What is known of the whole:", about, limit_bytes / 6));
    text.push_str(&again);
    text.push_str(&gaps);
    text.push_str(&map);
    let fresh = section(
        "Already recorded; do not record these again:",
        fresh_by_file(&known).into_iter(),
        limit_bytes.saturating_sub(text.len()),
    );
    text.push_str(&fresh);
    text
}

fn has_recorded(map: &str) -> bool {
    let good = EntryStatus::ALL.into_iter().filter(|status| status.is_good());
    good.into_iter().any(|status| map.contains(&format!("[{status}]")))
}

/// How much of an opening is for the map.
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

/// Whether a path lies in the folder, or is the file, to be explored.
fn is_in(focus: Option<&str>, path: &str) -> bool {
    match focus.map(|focus| focus.trim_start_matches("./").trim_end_matches('/')) {
        None | Some("" | ".") => true,
        Some(focus) => {
            path.strip_prefix(focus).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        }
    }
}

fn is_to_do(status: EntryStatus) -> bool {
    match status {
        EntryStatus::Confirmed | EntryStatus::Checked => false,
        EntryStatus::Unverified
        | EntryStatus::Disputed
        | EntryStatus::Stale
        | EntryStatus::Rejected => true,
    }
}

fn to_do(known: &KnownEntry) -> String {
    let KnownEntry { symbol, path, status, note } = known;
    let place = match symbol.is_empty() || path == REPOSITORY_PATH {
        true => known.title().to_owned(),
        false => format!("`{symbol}` in {path}"),
    };
    match note.as_deref().map(str::trim).filter(|note| !note.is_empty()) {
        Some(note) => format!("- {place}: {status}: {}", quote(&one_line(note, 160))),
        None => format!("- {place}: {status}"),
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
    for known in known.iter().filter(|known| !is_to_do(known.status)) {
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
