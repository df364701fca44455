//! Finds the definitions of a symbol in all visible repositories.

use rutter_provider::qdrant::{PointQuery, Ranking};
use rutter_search::name_keys;
use rutter_store::PublicationReader;
use serde::Serialize;

use crate::Error;
use crate::point::{DefinedName, KEYS};
use crate::visible::{
    Damage, Listed, TeamIndex, Visible, ask_index, index_is_lost, joined, listed,
};

/// Chunks that are requested from the index.
const N_ASKED: usize = 1_000;

/// The definitions of a name.
#[derive(Debug, Clone, Serialize)]
pub struct TeamSymbolAnswer {
    pub symbol: String,
    /// How many repositories were searched.
    pub repositories: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// By repository and place.
    pub definitions: Vec<TeamSymbol>,
    pub omitted: usize,
}

/// One definition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TeamSymbol {
    pub repository: String,
    pub commit: Option<String>,
    pub path: String,
    pub start_line: u32,
    pub end_line: u32,
    pub symbol: String,
    pub kind: String,
    pub signature: String,
}

/// Finds the definitions of a bare or qualified name.
pub fn find_symbol(
    team: TeamIndex<'_>,
    name: &str,
    repositories: &[String],
) -> Result<TeamSymbolAnswer, Error> {
    let reader = PublicationReader::open(team.store)?;
    let visible = Visible::read(&reader, team.access, repositories)?;
    let mut damage = Damage::default();
    let found = definitions(team, &reader, &visible, name, &mut damage)?;
    let remark = match &found {
        Some(_) => joined([visible.remark(), damage.remark()]),
        None => Some(index_is_lost()),
    };
    Ok(TeamSymbolAnswer {
        symbol: name.to_owned(),
        repositories: visible.searched.len(),
        remark,
        definitions: found.unwrap_or_default(),
        omitted: 0,
    })
}

/// Finds all definitions of a name; `None` if the index has lost everything.
pub fn definitions(
    team: TeamIndex<'_>,
    reader: &PublicationReader,
    visible: &Visible,
    name: &str,
    damage: &mut Damage,
) -> Result<Option<Vec<TeamSymbol>>, Error> {
    if visible.searched.is_empty() {
        return Ok(Some(Vec::new()));
    }
    let dotted = dotted_name(name);
    let keys = name_keys(&dotted);
    let filter = visible.filter().any_key(KEYS, &keys);
    let query = PointQuery { ranking: Ranking::Unordered, filter, limit: N_ASKED };
    let Some(found) = ask_index(team, &[query])? else { return Ok(None) };
    let bare = bare_name(name);
    let mut definitions: Vec<TeamSymbol> = Vec::new();
    for one in listed(reader, visible, found.into_iter(), damage)? {
        if !one.payload.defines_key(&keys) {
            continue;
        }
        for symbol in definitions_in(&one, &bare) {
            let qualified = symbol.qualified_name.replace("::", ".");
            if !format!(".{qualified}").ends_with(&format!(".{dotted}")) {
                continue;
            }
            let start_line = one.row.first_line + symbol.offset;
            definitions.push(TeamSymbol {
                repository: one.repository.name.clone(),
                commit: one.repository.revision.clone(),
                path: one.row.path.clone(),
                start_line,
                end_line: start_line + symbol.n_lines.saturating_sub(1),
                symbol: symbol.qualified_name.clone(),
                kind: symbol.kind.clone(),
                signature: symbol.signature.clone(),
            });
        }
    }
    Ok(Some(definitions))
}

/// The last part of a qualified name.
pub fn bare_name(name: &str) -> String {
    let dotted = dotted_name(name);
    dotted.rsplit('.').next().unwrap_or(&dotted).to_owned()
}

/// The symbols of a bare name that a chunk defines.
pub fn definitions_in<'a>(
    one: &'a Listed<'_>,
    bare: &'a str,
) -> impl Iterator<Item = &'a DefinedName> {
    one.payload.defines.iter().filter(move |symbol| symbol.name == bare)
}

fn dotted_name(name: &str) -> String {
    name.trim().replace("::", ".").replace('#', ".").replace("->", ".")
}
