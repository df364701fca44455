//! Records an entry after its checks.
//!
//! An entry about something that does not exist is refused, with what does. What the checks find against
//! an entry lowers its status. Start at [`record`].

pub(crate) mod check;
pub(crate) mod unread;

use std::sync::Arc;
use std::time::SystemTime;

use rutter_domain::{
    Claim, ContentHash, Entry, EntryKind, Evidence, RecordedPlace, Recording, Seen, Symbol,
    Timestamp, Verdict,
};
use rutter_store::{Anchor, EntryVector, Put, StoredEntry, Twin};

use crate::Error;
use crate::assess::{Located, locate};
use crate::cache::LoadedEntry;
use crate::draft::{EntryDraft, UnreadLines};
use crate::knowledge::Knowledge;
use crate::queue;
use crate::record::check::Refusal;
use crate::rivals::{self, EntryPlace, Placement, Rival, rival_at};
use crate::status::{self, Standing, standing};
use crate::supports::supports_of;
use crate::text::entry_text;
use crate::wide;
use rutter_checks::Subject;
use rutter_checks::{CHECKS_VERSION, EntryContent, SubjectContext, check_entry};

/// At most this many files with a symbol of the same name are compared with it.
const MOST_TWIN_FILES: usize = 48;

/// Checks a draft and stores it durably before this returns. A draft that does not fit the code is refused; one
/// that the code cannot confirm is kept as unverified.
pub fn record(knowledge: &Knowledge, draft: EntryDraft, seen: &Seen) -> Result<Recording, Error> {
    match record_in(knowledge, &draft, seen) {
        Err(Error::Store(rutter_store::Error::StoreUnreachable { .. })) => {
            record_in(&knowledge.with_queue(), &draft, seen).map(queue::note)
        }
        outcome => outcome,
    }
}

fn record_in(knowledge: &Knowledge, draft: &EntryDraft, seen: &Seen) -> Result<Recording, Error> {
    // If another process wrote meanwhile, decide again from what is there now.
    loop {
        match try_record(knowledge, draft.clone(), seen) {
            Ok(Ok(Some(recording))) => return Ok(recording),
            Ok(Ok(None)) => {}
            Ok(Err(error)) => return Err(error),
            Err(Refusal(reason)) => return Ok(Recording::Refused { reason }),
        }
    }
}

/// `None` if another process wrote an entry of that symbol meanwhile.
fn try_record(
    knowledge: &Knowledge,
    draft: EntryDraft,
    seen: &Seen,
) -> Result<Result<Option<Recording>, Error>, Refusal> {
    let Located { subject, evidence } = locate(knowledge, &draft, seen)?;
    let loaded = match knowledge.load_entries() {
        Ok(loaded) => loaded,
        Err(error) => return Ok(Err(error)),
    };
    let symbol = subject.symbol();
    let place = EntryPlace::new(&subject.parsed.path, subject.entry_symbol(), symbol.kind);
    let existing = loaded
        .as_deref()
        .map_or_else(Vec::new, |loaded| rivals::rows_of(knowledge, loaded, &place, &symbol.name));
    for row in &existing {
        match report_rejection(knowledge, &row.stored, &draft) {
            Ok(None) => {}
            Ok(Some(refusal)) => return Err(refusal),
            Err(error) => return Ok(Err(error)),
        }
    }
    let unread = unread::unread(knowledge, &subject, &evidence, draft.content(), seen);
    if draft.unread == UnreadLines::Refused && !unread.is_empty() {
        let lines = unread.join("; ");
        return Err(Refusal(format!("{lines}; read that first, and record it in a later turn")));
    }
    let Checked { claims, anchor } = check_said(knowledge, &subject, &evidence, draft.content());
    let verdict = status::verdict(&claims, &unread);
    let entry = entry_of(draft, &subject, evidence, verdict, claims);
    let stored = StoredEntry {
        vector: entry_vector(knowledge, &entry),
        entry,
        anchor,
        notes: Vec::new(),
        checks: CHECKS_VERSION,
        reviews: Vec::new(),
    };
    let new = Rival { stored: &stored, status: standing(&stored, None, None).status };
    let rivals: Vec<Rival<'_>> = existing.iter().map(|row| rival_at(knowledge, row)).collect();
    let placement = rivals::place(new, &rivals)?;
    let replaced = placement.known.and_then(|known| {
        let is_it = |row: &&&Arc<LoadedEntry>| row.stored.entry.id == known.entry.id;
        existing.iter().find(is_it).map(|row| &*row.as_read)
    });
    let written_here = loaded
        .as_deref()
        .map_or_else(Vec::new, |loaded| loaded.ids_at(&stored.entry.path, &stored.entry.symbol));
    let put = knowledge.write_notebook(|notebook| notebook.put(&stored, replaced, &written_here));
    Ok(match put {
        Ok(Put::Kept { id }) => {
            let place = recorded_place(&subject);
            finish(knowledge, new, id, &rivals, &placement, place).map(Some)
        }
        Ok(Put::Overtaken) => Ok(None),
        Err(error) => Err(error),
    })
}

/// Retires the entries that the new one makes superfluous, and reports its status beside those that are left.
fn finish(
    knowledge: &Knowledge,
    new: Rival<'_>,
    id: String,
    rivals: &[Rival<'_>],
    placement: &Placement<'_>,
    place: RecordedPlace,
) -> Result<Recording, Error> {
    let Placement { known: _, rival_of, retired } = placement;
    for own in retired {
        knowledge.write_notebook(|notebook| notebook.retire(&own.entry.id, &id))?;
    }
    let is_gone = |other: &StoredEntry| {
        other.entry.id == id || retired.iter().any(|own| own.entry.id == other.entry.id)
    };
    let left = rivals.iter().filter(|rival| !is_gone(rival.stored));
    let disputing = left.copied().find(|rival| rivals::is_dispute(new, *rival));
    let Standing { status, reason } =
        standing(new.stored, None, disputing.map(|rival| &rival.stored.entry));
    let rival_of = rival_of.map(|best| best.entry.id.clone());
    let claims = new.stored.entry.claims.clone();
    let place = Some(place);
    Ok(Recording::Recorded { id, status, reason, claims, rival_of, place })
}

fn recorded_place(subject: &Subject) -> RecordedPlace {
    let (symbol, path) = (subject.entry_symbol(), &subject.parsed.path);
    let (kind, span) = (subject.symbol().kind, subject.symbol().span);
    let kind = EntryKind::of(symbol, path, kind);
    let (start_line, end_line) =
        if kind.is_wide() { (0, 0) } else { (span.start_line, span.end_line) };
    RecordedPlace { kind, symbol: symbol.to_owned(), path: path.clone(), start_line, end_line }
}

/// Refuses, once per author, a new entry of a symbol whose entry was rejected, and says why it was. The
/// rejected text itself is always refused.
fn report_rejection(
    knowledge: &Knowledge,
    stored: &StoredEntry,
    draft: &EntryDraft,
) -> Result<Option<Refusal>, Error> {
    let (Verdict::Rejected { note }, Some(last)) = (&stored.entry.verdict, stored.notes.last())
    else {
        return Ok(None);
    };
    let whom = draft.run.as_ref().unwrap_or(&draft.author);
    let is_shown = last.shown_to.as_ref() == Some(whom);
    if is_shown && draft.summary.trim() != stored.entry.summary.trim() {
        return Ok(None);
    }
    let id = &stored.entry.id;
    if !is_shown {
        knowledge.write_notebook(|notebook| notebook.mark_shown(id, whom))?;
    }
    Ok(Some(Refusal(format!(
        "an earlier entry of `{}` was rejected: {note} (it said: {}); look again with that in \
         mind, then record what is right",
        stored.entry.title(),
        stored.entry.summary
    ))))
}

/// The claims of an entry with their findings, and the hashes of what they rest on.
pub(crate) struct Checked {
    pub(crate) claims: Vec<Claim>,
    pub(crate) anchor: Anchor,
}

pub(crate) fn check_said(
    knowledge: &Knowledge,
    subject: &Subject,
    evidence: &[Evidence],
    said: EntryContent<'_>,
) -> Checked {
    let context = SubjectContext::new(knowledge, subject, evidence);
    let mut claims = check_entry(&context, said);
    let mut anchor = anchor_of(knowledge, subject, evidence);
    anchor.supports = supports_of(knowledge, &context, &claims);
    if subject.is_wide() {
        wide::relocate_claims(knowledge, &subject.parsed.path, evidence, &mut claims);
    }
    Checked { claims, anchor }
}

/// The hashes of what an entry describes. What is wider than a file rests on what it cites alone.
pub(crate) fn anchor_of(knowledge: &Knowledge, subject: &Subject, evidence: &[Evidence]) -> Anchor {
    let (parsed, symbol) = (&subject.parsed, subject.symbol());
    let is_wide = subject.is_wide();
    let window = |cited: &Evidence| {
        let (start, end) = (cited.start_line, cited.end_line);
        if is_wide || cited.path != parsed.path {
            return knowledge.parsed_file(&cited.path)?.window(start, end);
        }
        let is_subject = parsed.is_subject(symbol, start, end);
        if is_subject { None } else { parsed.window(start, end) }
    };
    let anchor = Anchor {
        name: symbol.name.clone(),
        kind: symbol.kind,
        subject: 0,
        start_line: 0,
        end_line: 0,
        content: ContentHash([0; 16]),
        windows: evidence.iter().map(window).collect(),
        twins: Vec::new(),
        supports: Vec::new(),
    };
    if is_wide {
        return anchor;
    }
    let hash = parsed.subject_hash(symbol);
    Anchor {
        subject: hash,
        start_line: symbol.span.start_line,
        end_line: symbol.span.end_line,
        content: parsed.content,
        twins: twins(knowledge, subject, hash),
        ..anchor
    }
}

/// Symbols with the same tokens under another name or at another place.
fn twins(knowledge: &Knowledge, subject: &Subject, hash: u64) -> Vec<Twin> {
    let own = subject.symbol();
    let mut twins = Vec::new();
    for symbol in &subject.parsed.facts.symbols {
        let is_other = symbol.qualified_name != own.qualified_name;
        if is_other && symbol.kind == own.kind && subject.parsed.subject_hash(symbol) == hash {
            let path = subject.parsed.path.clone();
            twins.push(Twin { path, symbol: symbol.qualified_name.clone() });
        }
    }
    for path in knowledge.snapshot.paths_defining(&own.name).into_iter().take(MOST_TWIN_FILES) {
        if path == subject.parsed.path || !may_hold_twin(knowledge, path, own) {
            continue;
        }
        let Some(parsed) = knowledge.parsed_file(path) else { continue };
        let named = parsed.facts.symbols.iter();
        for symbol in named.filter(|one| one.name == own.name && one.kind == own.kind) {
            if parsed.subject_hash(symbol) == hash {
                let path = path.to_owned();
                twins.push(Twin { path, symbol: symbol.qualified_name.clone() });
            }
        }
    }
    twins.sort();
    twins.dedup();
    twins
}

/// Whether the index knows a symbol with the same name and tokens in a file. Reading every file that
/// defines a common name would take long.
fn may_hold_twin(knowledge: &Knowledge, path: &str, own: &Symbol) -> bool {
    let file = knowledge.snapshot.file_at(path);
    let facts = file.and_then(|file| knowledge.snapshot.facts_of(file.id));
    let is_alike = |one: &Symbol| one.name == own.name && one.body_hash == own.body_hash;
    facts.is_some_and(|facts| facts.symbols.iter().any(is_alike))
}

/// The vector of an entry's text; `None` if it cannot be made now.
pub(super) fn entry_vector(knowledge: &Knowledge, entry: &Entry) -> Option<EntryVector> {
    let values = knowledge.snapshot.embed_document(&entry_text(entry)).ok()?;
    Some(EntryVector { embedder: knowledge.snapshot.embedder_id().to_owned(), values })
}

/// The notebook gives it its id.
fn entry_of(
    draft: EntryDraft,
    subject: &Subject,
    evidence: Vec<Evidence>,
    verdict: Verdict,
    claims: Vec<Claim>,
) -> Entry {
    let details = draft.details.map(|details| details.trim().to_owned());
    let mut tags: Vec<String> = draft.tags.iter().map(|tag| tag.trim().to_owned()).collect();
    tags.retain(|tag| !tag.is_empty());
    Entry {
        id: String::new(),
        symbol: subject.entry_symbol().to_owned(),
        path: subject.parsed.path.clone(),
        summary: draft.summary.trim().to_owned(),
        details: details.filter(|details| !details.is_empty()),
        tags,
        facts: draft.facts,
        evidence,
        confidence: draft.confidence,
        author: draft.author,
        run: draft.run,
        created_at: Timestamp::of(SystemTime::now()),
        verdict,
        claims,
    }
}
