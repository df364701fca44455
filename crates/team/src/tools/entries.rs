//! Tools for the entries of a team's repositories, as they were recorded: there is no code here to compare them with.

use std::sync::Arc;
use std::time::SystemTime;

use rutter_domain::{
    EntryStatus, Finding, ListedEntry, Review, ReviewedClaim, TextLimit, Timestamp,
};
use rutter_knowledge::{recorded_entries, search_recorded};
use rutter_store::{RecordsVersion, StoredEntry};
use rutter_tools::Effect;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;

use crate::toolbox::{AuditLine, TeamCall, TeamTool};
use crate::{Error, Refusal};

/// Most entries in an answer to an agent.
const MOST: usize = 200;

/// Searches the entries of one repository or of all by words, or lists those of one. `next` is where a further page
/// starts.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
pub struct SearchEntries {
    /// Words; left out, all entries of the repository are listed
    #[serde(default)]
    pub query: Option<String>,
    /// Only in these repositories, as `repos` lists them
    #[serde(default)]
    pub repo: Vec<String>,
    /// Only entries of this status
    #[serde(default)]
    pub status: Option<String>,
    #[serde(default)]
    pub from: usize,
    #[serde(default = "default_limit")]
    pub limit: usize,
}

fn default_limit() -> usize {
    50
}

/// A page of the matching entries.
#[derive(Debug, Clone, Serialize)]
pub struct TeamEntriesAnswer {
    pub query: Option<String>,
    /// How many repositories were searched.
    pub repositories: usize,
    /// The best first if there is a query, else by path and symbol.
    pub entries: Vec<TeamEntry>,
    pub n_all: usize,
    /// Where the next page starts.
    pub next: Option<usize>,
}

/// An entry of one of a team's repositories. Its data is a summary; `entry` shows the whole entry.
#[derive(Debug, Clone)]
pub struct TeamEntry {
    pub repository: String,
    /// The commit of the repository that was published last. The entry may be older or newer.
    pub commit: Option<String>,
    pub entry: ListedEntry,
}

impl Serialize for TeamEntry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let TeamEntry { repository, commit, entry } = self;
        let short = json!({
            "repository": repository, "commit": commit, "id": entry.id, "title": entry.title(),
            "symbol": entry.symbol, "path": entry.path, "status": entry.status,
            "summary": entry.summary, "author": entry.author, "start_line": entry.start_line,
            "end_line": entry.end_line,
        });
        short.serialize(serializer)
    }
}

/// Shows an entry with its claims, evidence, reviews and history.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct ShowEntry {
    /// Name of the repository, as `repos` lists it
    pub repo: String,
    pub id: String,
}

/// Marks an entry as wrong.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct RejectTeamEntry {
    pub repo: String,
    pub id: String,
    /// What is wrong
    #[serde(default)]
    pub note: String,
}

/// Records that one claim of an entry is wrong, as a review by this user. Nobody can agree to claims here, since
/// there is no code to compare them with.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
pub struct ContradictClaim {
    pub repo: String,
    pub id: String,
    /// Counted from 1; the summary of an entry without claims is its only one. The text is not sent back: what looks
    /// secret in it was masked
    #[serde(default)]
    pub claim: usize,
    /// When the entry was written that the user saw
    pub created_at: String,
    /// What is wrong
    #[serde(default)]
    pub reason: String,
}

impl TeamTool for SearchEntries {
    const NAME: &'static str = "entries";
    const EXAMPLE: &'static str = r#"{"query": "retry backoff"}"#;
    type Answer = TeamEntriesAnswer;

    fn asked(&self) -> AuditLine<'_> {
        let action = if self.words().is_some() { "search entries" } else { "list entries" };
        AuditLine { action, repository: self.only(), item: None }
    }

    fn bound(&mut self) {
        self.limit = self.limit.clamp(1, MOST);
    }

    fn run(&self, call: &TeamCall<'_>) -> Result<TeamEntriesAnswer, Error> {
        let words = self.words();
        if words.is_none() && self.repo.is_empty() {
            let text = "name a repository as `repo`, or give words as `query`";
            return Err(Refusal::Bad.because(text));
        }
        let too_long = |error: rutter_domain::TooLong| Refusal::Bad.because(error.to_string());
        TextLimit::QUERY.check(words.unwrap_or_default()).map_err(too_long)?;
        let status = self.status.as_deref().map(status_named).transpose()?;
        let read = match self.only() {
            Some(name) => vec![recorded_in(call, name)?],
            None => recorded_in_all(call, &self.repo)?,
        };
        let fits = |entry: &&ListedEntry| status.is_none_or(|wanted| entry.status == wanted);
        let mut found: Vec<(&Recorded, &ListedEntry)> = Vec::new();
        for one in &read {
            found.extend(one.entries.iter().filter(fits).map(|entry| (one, entry)));
        }
        if let Some(words) = words {
            found = search_recorded(found, words, |(_, entry)| entry);
        }
        let n_all = found.len();
        let page = found.into_iter().skip(self.from).take(self.limit);
        let entries: Vec<TeamEntry> = page.map(|(one, entry)| one.of_team(entry)).collect();
        let next = self.from.saturating_add(entries.len());
        let next = (next < n_all).then_some(next);
        Ok(TeamEntriesAnswer {
            query: words.map(str::to_owned),
            repositories: read.len(),
            entries,
            n_all,
            next,
        })
    }
}

impl SearchEntries {
    /// The repository, if exactly one was named.
    fn only(&self) -> Option<&str> {
        match self.repo.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    fn words(&self) -> Option<&str> {
        self.query.as_deref().filter(|words| !words.trim().is_empty())
    }
}

impl TeamTool for ShowEntry {
    const NAME: &'static str = "entry";
    const EXAMPLE: &'static str = r#"{"repo": "example.org/app", "id": "7f3a…"}"#;
    type Answer = ListedEntry;

    fn asked(&self) -> AuditLine<'_> {
        of_entry("show entry", &self.repo, &self.id)
    }

    fn run(&self, call: &TeamCall<'_>) -> Result<ListedEntry, Error> {
        find_entry(call, &self.repo, &self.id)
    }
}

impl TeamTool for RejectTeamEntry {
    const NAME: &'static str = "reject";
    const EFFECT: Effect = Effect::Record;
    const EXAMPLE: &'static str =
        r#"{"repo": "example.org/app", "id": "7f3a…", "note": "It waits, it does not fail."}"#;
    type Answer = ListedEntry;

    fn asked(&self) -> AuditLine<'_> {
        of_entry("reject entry", &self.repo, &self.id)
    }

    fn run(&self, call: &TeamCall<'_>) -> Result<ListedEntry, Error> {
        call.write(&self.repo, |store| {
            let note = match said(&self.note, "say what is wrong with the entry") {
                Ok(note) => note,
                Err(error) => return Ok(Err(error)),
            };
            let rejected = store.reject(&self.id, note, now())?;
            Ok(rejected.map(drop).ok_or_else(|| no_entry(&self.id)))
        })?;
        find_entry(call, &self.repo, &self.id)
    }
}

impl TeamTool for ContradictClaim {
    const NAME: &'static str = "contradict";
    const EFFECT: Effect = Effect::Record;
    const EXAMPLE: &'static str = r#"{"repo": "example.org/app", "id": "7f3a…", "claim": 1, "created_at": "of the entry", "reason": "It waits."}"#;
    type Answer = ListedEntry;

    fn asked(&self) -> AuditLine<'_> {
        of_entry("review entry", &self.repo, &self.id)
    }

    fn run(&self, call: &TeamCall<'_>) -> Result<ListedEntry, Error> {
        let changed =
            || Refusal::Conflict.because("the entry has changed meanwhile; read it again");
        let reader = call.user().map_or_else(String::new, |user| user.name.clone());
        call.write(&self.repo, |store| {
            let reason = match said(&self.reason, "say what is wrong with the claim") {
                Ok(reason) => reason,
                Err(error) => return Ok(Err(error)),
            };
            let Some(stored) = store.entry(&self.id)? else { return Ok(Err(no_entry(&self.id))) };
            if stored.entry.created_at.to_string() != self.created_at {
                return Ok(Err(changed()));
            }
            let Some(review) = contradiction(&stored, reader, self.claim, reason) else {
                return Ok(Err(Refusal::Bad.because("the entry has no such claim")));
            };
            Ok(store.add_review(&self.id, &review, &stored)?.map(drop).ok_or_else(changed))
        })?;
        find_entry(call, &self.repo, &self.id)
    }
}

fn of_entry<'a>(action: &'static str, repository: &'a str, id: &'a str) -> AuditLine<'a> {
    AuditLine { action, repository: Some(repository), item: Some(id) }
}

fn status_named(name: &str) -> Result<EntryStatus, Error> {
    let named = EntryStatus::ALL.into_iter().find(|status| status.name() == name);
    named.ok_or_else(|| {
        let names: Vec<&str> = EntryStatus::ALL.iter().map(|status| status.name()).collect();
        Refusal::Bad.because(format!("there is no status `{name}`: {}", names.join(", ")))
    })
}

/// The entries of a repository.
struct Recorded {
    repository: String,
    /// The commit that was published last.
    commit: Option<String>,
    entries: Arc<Vec<ListedEntry>>,
}

impl Recorded {
    fn of_team(&self, entry: &ListedEntry) -> TeamEntry {
        let (repository, commit) = (self.repository.clone(), self.commit.clone());
        TeamEntry { repository, commit, entry: entry.clone() }
    }
}

fn find_entry(call: &TeamCall<'_>, name: &str, id: &str) -> Result<ListedEntry, Error> {
    let all = recorded_in(call, name)?.entries;
    let found = all.iter().find(|entry| entry.id == id).ok_or_else(|| no_entry(id))?;
    let history = call.read(name, |store| store.history(id))?;
    Ok(ListedEntry { history, ..found.clone() })
}

fn recorded_in(call: &TeamCall<'_>, name: &str) -> Result<Recorded, Error> {
    let store = call.store();
    // Read before the entries, so that a change between the two invalidates the cache.
    let version = store.version(call.access(), name)?;
    let version = version.ok_or_else(|| Refusal::no_repository(name))?;
    let entries = recorded(call, name, version)?;
    let commit = store.published_commit(call.access(), name)?;
    Ok(Recorded { repository: name.to_owned(), commit, entries })
}

/// The entries of all repositories that the visitor may see, or of those that `names` lists.
fn recorded_in_all(call: &TeamCall<'_>, names: &[String]) -> Result<Vec<Recorded>, Error> {
    let mut all = Vec::new();
    for one in call.repositories()? {
        if !names.is_empty() && !names.contains(&one.name) {
            continue;
        }
        let entries = match one.n_entries {
            0 => Arc::default(),
            _ => match recorded(call, &one.name, one.version) {
                Ok(entries) => entries,
                // The repository or the user's label was deleted after it was listed.
                Err(Error::Refused { refusal: Refusal::Missing, .. }) => continue,
                Err(error) => return Err(error),
            },
        };
        all.push(Recorded { repository: one.name, commit: one.commit, entries });
    }
    Ok(all)
}

/// All entries of a repository that the visitor may see, read again if a record has changed.
fn recorded(
    call: &TeamCall<'_>,
    name: &str,
    version: RecordsVersion,
) -> Result<Arc<Vec<ListedEntry>>, Error> {
    if let Some(entries) = call.entry_cache().get(version) {
        return Ok(entries);
    }
    let entries = Arc::new(call.read(name, |store| store.entries().map(recorded_entries))?);
    call.entry_cache().put(version, Arc::clone(&entries));
    Ok(entries)
}

/// A review that contradicts one claim and does not judge the others.
fn contradiction(
    stored: &StoredEntry,
    reader: String,
    number: usize,
    reason: &str,
) -> Option<Review> {
    let entry = &stored.entry;
    let at = number.checked_sub(1)?;
    let text = if entry.claims.is_empty() {
        (at == 0).then(|| entry.summary.clone())?
    } else {
        entry.claims.get(at)?.text.clone()
    };
    let (finding, reason) = (Finding::Contradicted, Some(reason.to_owned()));
    let answers = vec![ReviewedClaim { text, finding, evidence: None, reason }];
    Some(Review { reader, run: None, at: now(), answers })
}

fn said<'t>(text: &'t str, otherwise: &str) -> Result<&'t str, Error> {
    match text.trim() {
        "" => Err(Refusal::Bad.because(otherwise)),
        text => match TextLimit::NOTE.check(text) {
            Ok(()) => Ok(text),
            Err(error) => Err(Refusal::Bad.because(error.to_string())),
        },
    }
}

fn now() -> Timestamp {
    Timestamp::of(SystemTime::now())
}

fn no_entry(id: &str) -> Error {
    Refusal::no_item("entry", id)
}
