//! Finds the lines that contain a name, in all visible repositories.
//!
//! Names are not resolved across repositories: the lines are those of code and documents that contain the
//! name as a whole word, except its definitions.

use std::collections::HashSet;

use rutter_domain::words::{contains_word, tokenize};
use rutter_provider::qdrant::{PointQuery, Ranking};
use rutter_store::PublicationReader;
use serde::Serialize;

use crate::Error;
use crate::point::word_number;
use crate::symbol::{TeamSymbol, bare_name, definitions, definitions_in};
use crate::visible::{
    Damage, Listed, TeamIndex, Visible, ask_index, index_is_lost, joined, listed,
};

/// Chunks that are requested from the index.
const N_ASKED: usize = 1_000;
/// A longer line is cut.
const LINE_CHARS: usize = 200;

/// The lines that contain a name.
#[derive(Debug, Clone, Serialize)]
pub struct TeamReferencesAnswer {
    pub symbol: String,
    /// How many repositories were searched.
    pub repositories: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    pub definitions: Vec<TeamSymbol>,
    /// By repository, path and line.
    pub lines: Vec<TeamLine>,
    /// Number of further lines.
    pub omitted: usize,
}

/// A line that contains a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TeamLine {
    pub repository: String,
    pub commit: Option<String>,
    pub path: String,
    pub line: u32,
    pub text: String,
}

/// The definitions of a bare or qualified name, and at most `limit` lines that contain it.
pub fn find_references(
    team: TeamIndex<'_>,
    name: &str,
    repositories: &[String],
    limit: usize,
) -> Result<TeamReferencesAnswer, Error> {
    let bare = bare_name(name);
    let reader = PublicationReader::open(team.store)?;
    let visible = Visible::read(&reader, team.access, repositories)?;
    let mut damage = Damage::default();
    let defined = definitions(team, &reader, &visible, name, &mut damage)?;
    let said = if defined.is_some() { visible.remark() } else { Some(index_is_lost()) };
    // The first word of an identifier is the whole of it.
    let words: Vec<(u32, f32)> =
        tokenize(&bare).first().map(|word| (word_number(word), 1.0)).into_iter().collect();
    let found = if visible.searched.is_empty() || words.is_empty() {
        Vec::new()
    } else {
        let (ranking, filter) = (Ranking::Sparse(&words), visible.filter());
        let query = PointQuery { ranking, filter, limit: N_ASKED };
        ask_index(team, &[query])?.unwrap_or_default()
    };
    let n_asked = found.len();
    let mut lines: Vec<TeamLine> = Vec::new();
    for one in listed(&reader, &visible, found.into_iter(), &mut damage)? {
        lines_in(&one, &bare, &mut lines);
    }
    // Chunks may overlap.
    lines.dedup();
    let omitted = lines.len().saturating_sub(limit);
    lines.truncate(limit);
    let more = (n_asked >= N_ASKED).then(|| format!("only {N_ASKED} places were looked at"));
    Ok(TeamReferencesAnswer {
        symbol: name.to_owned(),
        repositories: visible.searched.len(),
        remark: joined([said, damage.remark(), more]),
        definitions: defined.unwrap_or_default(),
        lines,
        omitted,
    })
}

/// Adds the lines of a chunk that contain a name and do not define it.
fn lines_in(one: &Listed<'_>, bare: &str, lines: &mut Vec<TeamLine>) {
    let defining: HashSet<u32> =
        definitions_in(one, bare).map(|symbol| one.row.first_line + symbol.offset).collect();
    let passage = one.payload.passage();
    for (number, text) in (one.row.first_line..).zip(passage.body.lines()) {
        if !defining.contains(&number) && contains_word(text, bare) {
            lines.push(TeamLine {
                repository: one.repository.name.clone(),
                commit: one.repository.revision.clone(),
                path: one.row.path.clone(),
                line: number,
                text: text.trim().chars().take(LINE_CHARS).collect(),
            });
        }
    }
}
