//! What one user asks of the store. Every question is checked against the user's labels and ends in the audit
//! log, with its outcome; what was searched for is not logged.

use std::sync::Arc;
use std::time::SystemTime;

use http::StatusCode;
use rutter_domain::text::{ellipsize, truncate_chars};
use rutter_domain::{
    EntryStatus, Finding, ListedEntry, Review, ReviewedClaim, TextLimit, Timestamp, TooLong,
};
use rutter_knowledge::{TeamEntry, recorded_entries, search_recorded};
use rutter_store::{
    Access, AuditEvent, AuditedWrite, Error, GapRecord, RecordedRun, RecordsVersion, RunList,
    ServerUser, Store, StoredEntry, StoredRepository, TeamStore, UserRight,
};

use super::code_search::{CodeHits, CodeQuery, CodeQuestion, SearchCode};
use super::entry_cache::EntryCache;
use crate::problem::Problem;

/// Characters of a name or an id that are logged and repeated in messages.
const MOST_SHOWN: usize = 300;

/// A user at work.
#[derive(Clone, Copy)]
pub(super) struct Caller<'a> {
    pub(super) store: &'a TeamStore,
    pub(super) user: &'a ServerUser,
    pub(super) kept: &'a EntryCache,
    /// Search over the code of published repositories, if there is an index.
    pub(super) search: Option<&'a SearchCode>,
}

/// Which entries are wanted.
#[derive(Debug, Clone, Default)]
pub(super) struct EntriesQuery {
    /// The best first if there are words, else by path and symbol.
    pub(super) words: Option<String>,
    pub(super) status: Option<EntryStatus>,
    pub(super) from: usize,
    pub(super) limit: usize,
}

/// Some of the entries that fit.
#[derive(Debug)]
pub(super) struct EntriesPage {
    pub(super) entries: Vec<TeamEntry>,
    /// How many repositories were searched.
    pub(super) n_repositories: usize,
    pub(super) n_all: usize,
    /// Where the next page starts.
    pub(super) next: Option<usize>,
}

/// One claim of an entry as the user saw it. Its text is not sent back: what looks secret in it was masked.
#[derive(Debug, Clone, Copy)]
pub(super) struct ClaimChoice<'a> {
    /// Counted from 1; the summary of an entry without claims is its only one.
    pub(super) number: usize,
    /// When the entry was written that the user saw.
    pub(super) created_at: &'a str,
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

/// A repository, and one of its items, by the names that the user gave.
#[derive(Debug, Clone, Copy)]
struct Target<'a> {
    repository: Option<&'a str>,
    item: Option<&'a str>,
}

impl Caller<'_> {
    pub(super) fn may_write(&self) -> bool {
        self.user.right == UserRight::Write
    }

    pub(super) fn repositories(&self) -> Result<Vec<StoredRepository>, Problem> {
        let target = Target { repository: None, item: None };
        self.audited("list repositories", target, || {
            let access = self.user.access();
            let mut all = self.store.repositories(&access).map_err(problem)?;
            if access != Access::Everything {
                // Labels of others are none of the user's business.
                let labels = &self.user.labels;
                all.iter_mut().for_each(|one| one.labels.retain(|label| labels.contains(label)));
            }
            Ok(all)
        })
    }

    /// Searches the code of the published repositories that the user may see.
    pub(super) fn search_code(&self, query: &CodeQuery) -> Result<CodeHits, Problem> {
        let target = Target { repository: query.repository.as_deref(), item: None };
        let action = match query.question {
            CodeQuestion::Search => "search code",
            CodeQuestion::Symbol => "find symbol",
            CodeQuestion::References => "find references",
        };
        self.audited(action, target, || {
            TextLimit::QUERY.check(&query.query).map_err(too_long)?;
            let none = || Problem::missing("code cannot be searched here: there is no index");
            let search = self.search.ok_or_else(none)?;
            let away = || {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the index cannot be searched now")
            };
            search(&self.user.access(), query).ok_or_else(away)
        })
    }

    /// Entries of one repository, or of all that the user may see.
    pub(super) fn entries(
        &self,
        name: Option<&str>,
        query: &EntriesQuery,
    ) -> Result<EntriesPage, Problem> {
        let action = if query.words.is_some() { "search entries" } else { "list entries" };
        let target = Target { repository: name, item: None };
        self.audited(action, target, || {
            let words = query.words.as_deref().unwrap_or_default();
            TextLimit::QUERY.check(words).map_err(too_long)?;
            let read = match name {
                Some(name) => vec![self.recorded_in(name)?],
                None => self.recorded_in_all()?,
            };
            let fits =
                |entry: &&ListedEntry| query.status.is_none_or(|wanted| entry.status == wanted);
            let mut found: Vec<(&Recorded, &ListedEntry)> = Vec::new();
            for one in &read {
                found.extend(one.entries.iter().filter(fits).map(|entry| (one, entry)));
            }
            if let Some(words) = &query.words {
                found = search_recorded(found, words, |(_, entry)| entry);
            }
            let n_all = found.len();
            let page = found.into_iter().skip(query.from).take(query.limit);
            let entries: Vec<TeamEntry> = page.map(|(one, entry)| one.of_team(entry)).collect();
            let next = query.from.saturating_add(entries.len());
            let next = (next < n_all).then_some(next);
            Ok(EntriesPage { entries, n_repositories: read.len(), n_all, next })
        })
    }

    /// An entry with its history.
    pub(super) fn entry(&self, name: &str, id: &str) -> Result<ListedEntry, Problem> {
        let target = Target { repository: Some(name), item: Some(id) };
        self.audited("show entry", target, || self.find_entry(name, id))
    }

    /// Marks an entry as wrong, for this reason.
    pub(super) fn reject(&self, name: &str, id: &str, note: &str) -> Result<ListedEntry, Problem> {
        self.change("reject entry", name, id, |store| {
            let note = match said(note, "say what is wrong with the entry") {
                Ok(note) => note,
                Err(problem) => return Ok(Err(problem)),
            };
            Ok(store.reject(id, note, now())?.map(drop).ok_or_else(|| no_entry(id)))
        })?;
        self.find_entry(name, id)
    }

    /// Records that one claim of an entry is wrong, as a review by this user. Nobody can agree to claims here,
    /// since there is no code to compare them with.
    pub(super) fn contradict(
        &self,
        name: &str,
        id: &str,
        claim: &ClaimChoice<'_>,
        reason: &str,
    ) -> Result<ListedEntry, Problem> {
        let changed = || {
            let text = "the entry has changed meanwhile; read it again";
            Problem::new(StatusCode::CONFLICT, text)
        };
        self.change("review entry", name, id, |store| {
            let reason = match said(reason, "say what is wrong with the claim") {
                Ok(reason) => reason,
                Err(problem) => return Ok(Err(problem)),
            };
            let Some(stored) = store.entry(id)? else { return Ok(Err(no_entry(id))) };
            if stored.entry.created_at.to_string() != claim.created_at {
                return Ok(Err(changed()));
            }
            let Some(review) = contradiction(&stored, &self.user.name, claim.number, reason) else {
                return Ok(Err(Problem::bad("the entry has no such claim")));
            };
            Ok(store.add_review(id, &review, &stored)?.map(drop).ok_or_else(changed))
        })?;
        self.find_entry(name, id)
    }

    /// What was decided about gaps.
    pub(super) fn gaps(&self, name: &str) -> Result<Vec<GapRecord>, Problem> {
        let target = Target { repository: Some(name), item: None };
        self.audited("list gaps", target, || self.read(name, |store| store.gap_records()))
    }

    pub(super) fn runs(&self, name: &str) -> Result<RunList, Problem> {
        let target = Target { repository: Some(name), item: None };
        self.audited("list runs", target, || {
            let runs = self.store.runs(&self.user.access(), name, |runs| runs.list());
            runs.map_err(problem)?.ok_or_else(|| no_repository(name))
        })
    }

    pub(super) fn run(&self, name: &str, id: &str) -> Result<RecordedRun, Problem> {
        let target = Target { repository: Some(name), item: Some(id) };
        self.audited("show run", target, || {
            let run = self.store.runs(&self.user.access(), name, |runs| runs.read(id));
            run.map_err(problem)?.ok_or_else(|| no_repository(name))
        })
    }

    fn find_entry(&self, name: &str, id: &str) -> Result<ListedEntry, Problem> {
        let all = self.recorded_in(name)?.entries;
        let found = all.iter().find(|entry| entry.id == id).ok_or_else(|| no_entry(id))?;
        let history = self.read(name, |store| store.history(id))?;
        Ok(ListedEntry { history, ..found.clone() })
    }

    fn recorded_in(&self, name: &str) -> Result<Recorded, Problem> {
        // Before the entries: a change between the two makes the next version differ.
        let version = self.store.version(&self.user.access(), name).map_err(problem)?;
        let version = version.ok_or_else(|| no_repository(name))?;
        let entries = self.recorded(name, version)?;
        let commit = self.store.published_commit(&self.user.access(), name).map_err(problem)?;
        Ok(Recorded { repository: name.to_owned(), commit, entries })
    }

    fn recorded_in_all(&self) -> Result<Vec<Recorded>, Problem> {
        let mut all = Vec::new();
        for one in self.store.repositories(&self.user.access()).map_err(problem)? {
            let entries = match one.n_entries {
                0 => Arc::default(),
                _ => match self.recorded(&one.name, one.version) {
                    Ok(entries) => entries,
                    // It was deleted, or the user's labels were, since it was listed.
                    Err(problem) if problem.status == StatusCode::NOT_FOUND => continue,
                    Err(problem) => return Err(problem),
                },
            };
            all.push(Recorded { repository: one.name, commit: one.commit, entries });
        }
        Ok(all)
    }

    /// All entries of a repository that the user may see, read again if a record has changed.
    fn recorded(
        &self,
        name: &str,
        version: RecordsVersion,
    ) -> Result<Arc<Vec<ListedEntry>>, Problem> {
        if let Some(entries) = self.kept.get(version) {
            return Ok(entries);
        }
        let entries = self.read(name, |store| store.entries().map(recorded_entries))?;
        let entries = Arc::new(entries);
        self.kept.put(version, Arc::clone(&entries));
        Ok(entries)
    }

    fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&dyn Store) -> Result<T, Error>,
    ) -> Result<T, Problem> {
        let found = self.store.read(&self.user.access(), name, read).map_err(problem)?;
        found.ok_or_else(|| no_repository(name))
    }

    /// Changes an entry and logs that, both in one transaction. An attempt that changes nothing is logged as well.
    fn change(
        &self,
        action: &str,
        name: &str,
        id: &str,
        write: impl FnOnce(&mut dyn Store) -> Result<Result<(), Problem>, Error>,
    ) -> Result<(), Problem> {
        let target = Target { repository: Some(name), item: Some(id) };
        if !self.may_write() {
            return self.audited(action, target, || {
                // As for a reader: what one may not see does not exist.
                self.read(name, |_| Ok(()))?;
                Err(Problem::new(StatusCode::FORBIDDEN, "you may only read"))
            });
        }
        let done = self.event(action, target, "done");
        let written = self.store.write(&self.user.access(), name, &done, write);
        let outcome = match written.map_err(problem) {
            Ok(Some(AuditedWrite { answer, is_logged: true })) => return answer,
            Ok(Some(AuditedWrite { answer, is_logged: false })) => answer,
            Ok(None) => Err(no_repository(name)),
            Err(problem) => Err(problem),
        };
        self.audited(action, target, || outcome)
    }

    /// Runs `work`, which changes nothing, and logs it. What cannot be logged is not answered.
    fn audited<T>(
        &self,
        action: &str,
        target: Target<'_>,
        work: impl FnOnce() -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let answer = work();
        let outcome = match &answer {
            Ok(_) => "done",
            Err(problem) => match problem.status {
                StatusCode::NOT_FOUND => "not found",
                StatusCode::FORBIDDEN | StatusCode::BAD_REQUEST | StatusCode::CONFLICT => "refused",
                _ => "failed",
            },
        };
        self.store.add_to_audit(&self.event(action, target, outcome)).map_err(problem)?;
        answer
    }

    fn event(&self, action: &str, target: Target<'_>, outcome: &str) -> AuditEvent {
        let shortened = |text: &str| truncate_chars(text, MOST_SHOWN).to_owned();
        AuditEvent {
            user: self.user.name.clone(),
            action: action.to_owned(),
            repository: target.repository.map(shortened),
            item: target.item.map(shortened),
            outcome: outcome.to_owned(),
        }
    }
}

/// A review that contradicts one claim and says nothing of the others.
fn contradiction(
    stored: &StoredEntry,
    reader: &str,
    number: usize,
    reason: &str,
) -> Option<Review> {
    let entry = &stored.entry;
    let at = number.checked_sub(1)?;
    let text = match entry.claims.is_empty() {
        true => (at == 0).then(|| entry.summary.clone())?,
        false => entry.claims.get(at)?.text.clone(),
    };
    let (finding, reason) = (Finding::Contradicted, Some(reason.to_owned()));
    let answers = vec![ReviewedClaim { text, finding, evidence: None, reason }];
    Some(Review { reader: reader.to_owned(), run: None, at: now(), answers })
}

fn said<'t>(text: &'t str, otherwise: &str) -> Result<&'t str, Problem> {
    match text.trim() {
        "" => Err(Problem::bad(otherwise)),
        text => match TextLimit::NOTE.check(text) {
            Ok(()) => Ok(text),
            Err(error) => Err(too_long(error)),
        },
    }
}

fn too_long(error: TooLong) -> Problem {
    Problem::bad(error.to_string())
}

fn now() -> Timestamp {
    Timestamp::of(SystemTime::now())
}

/// The same for a repository that does not exist and for one that the user may not see.
fn no_repository(name: &str) -> Problem {
    Problem::missing(format!("there is no repository `{}`", ellipsize(name, MOST_SHOWN)))
}

fn no_entry(id: &str) -> Problem {
    Problem::missing(format!("there is no entry `{}`", ellipsize(id, MOST_SHOWN)))
}

/// Users need not know where the store is.
fn problem(error: Error) -> Problem {
    match error {
        Error::NoRun { .. } | Error::AmbiguousRun { .. } => {
            Problem::missing("there is no such run")
        }
        Error::StoreReadOnly { .. } => {
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the store can only be read now")
        }
        error if error.is_out_of_reach() => {
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the store cannot be reached now")
        }
        _ => Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the store could not answer"),
    }
}
