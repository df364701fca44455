//! Records an entry once its checks have been made.
//!
//! What the code contradicts is refused, with what would be right. What cannot be confirmed is kept
//! as unverified, unless it would take the place of something better. Start at [`Snapshot::record`].

use std::sync::Arc;
use std::time::SystemTime;

use rutter_domain::{Entry, EntryStatus, Evidence, Recording, Seen, Symbol, Timestamp, Verdict};
use rutter_store::{Anchor, EntryVector, Noted, Put, Twin};

use super::EntryDraft;
use super::check::{self, Refusal};
use super::held::Page;
use super::look::Look;
use crate::Error;
use crate::snapshot::Snapshot;

/// What an entry speaks of, found in the code.
pub(super) struct Subject {
    pub(super) look: Arc<Look>,
    pub(super) at: usize,
}

impl Subject {
    pub(super) fn symbol(&self) -> &Symbol {
        &self.look.facts.symbols[self.at]
    }
}

impl Snapshot {
    /// Checks what is said and keeps it, durably, before this returns. What the code contradicts is
    /// refused; what it cannot confirm is kept as unverified.
    pub fn record(&self, draft: EntryDraft, seen: &Seen) -> Result<Recording, Error> {
        // Whoever is overtaken looks again: what was decided is decided of what is there now.
        loop {
            match self.try_record(draft.clone(), seen) {
                Ok(Ok(Some(recording))) => return Ok(recording),
                Ok(Ok(None)) => {}
                Ok(Err(error)) => return Err(error),
                Err(Refusal(reason)) => return Ok(Recording::Refused { reason }),
            }
        }
    }

    /// Nothing when somebody else wrote of that symbol meanwhile.
    fn try_record(
        &self,
        draft: EntryDraft,
        seen: &Seen,
    ) -> Result<Result<Option<Recording>, Error>, Refusal> {
        check::text(&draft)?;
        let subject = self.subject(&draft)?;
        let evidence = self.evidence(&draft.evidence, &subject)?;
        let page = match self.page() {
            Ok(page) => page,
            Err(error) => return Ok(Err(error)),
        };
        let known = page.as_deref().and_then(|page| self.entry_at(page, &subject));
        if let Some(noted) = known {
            match self.tell_rejection(noted, &draft) {
                Ok(None) => {}
                Ok(Some(refusal)) => return Err(refusal),
                Err(error) => return Ok(Err(error)),
            }
        }
        let faults = self.faults(&draft, &subject, &evidence, seen);
        let verdict = match faults.is_empty() {
            true => Verdict::Verified,
            false => Verdict::Unverified { reason: faults.join("; ") },
        };
        if let (Some(noted), Verdict::Unverified { reason }) = (known, &verdict)
            && self.standing(noted).status == EntryStatus::Verified
        {
            return Err(Refusal(format!(
                "`{}` has a verified entry already ({}), and this one could not be verified: \
                 {reason}; mend that and record it again",
                noted.entry.symbol, noted.entry.id
            )));
        }
        let anchor = self.anchor(&subject, &evidence);
        let entry = entry_of(draft, &subject, evidence, verdict.clone());
        let noted = Noted { vector: self.entry_vector(&entry), entry, anchor, notes: Vec::new() };
        let put = self.write_notebook(|notebook| notebook.put(&noted, known));
        Ok(put.map(|put| match (put, verdict) {
            (Put::Kept { id }, Verdict::Unverified { reason }) => {
                Some(Recording::Unverified { id, reason })
            }
            (Put::Kept { id }, Verdict::Verified | Verdict::Rejected { .. }) => {
                Some(Recording::Verified { id })
            }
            (Put::Overtaken, _) => None,
        }))
    }

    /// The entry of a symbol, wherever the symbol was when it was written.
    pub(super) fn entry_at<'a>(&self, page: &'a Page, subject: &Subject) -> Option<&'a Noted> {
        let (path, symbol) = (&subject.look.path, &subject.symbol().qualified_name);
        let was_here = |noted: &Noted| noted.entry.path == *path && noted.entry.symbol == *symbol;
        if let Some(row) = page.rows.iter().find(|row| was_here(&row.noted)) {
            return Some(&row.noted);
        }
        let is_here =
            |place: &super::standing::Place| place.path == *path && place.symbol == *symbol;
        let row = page.rows.iter().find(|row| is_here(&row.standing(self).place))?;
        Some(&row.noted)
    }

    /// Whoever writes of a symbol whose entry was rejected is told why, once; the same words are
    /// never taken again.
    fn tell_rejection(&self, noted: &Noted, draft: &EntryDraft) -> Result<Option<Refusal>, Error> {
        let (Verdict::Rejected { note }, Some(last)) = (&noted.entry.verdict, noted.notes.last())
        else {
            return Ok(None);
        };
        let whom = draft.run.as_ref().unwrap_or(&draft.author);
        let is_told = last.told_to.as_ref() == Some(whom);
        if is_told && draft.summary.trim() != noted.entry.summary.trim() {
            return Ok(None);
        }
        let id = &noted.entry.id;
        if !is_told {
            self.write_notebook(|notebook| notebook.mark_told(id, whom))?;
        }
        Ok(Some(Refusal(format!(
            "an earlier entry of `{}` was rejected: {note} (it said: {}); look again with that in \
             mind, then record what is right",
            noted.entry.symbol, noted.entry.summary
        ))))
    }

    /// The hashes of what an entry speaks of.
    pub(super) fn anchor(&self, subject: &Subject, evidence: &[Evidence]) -> Anchor {
        let (look, symbol) = (&subject.look, subject.symbol());
        let hash = look.subject_hash(symbol);
        let windows = evidence
            .iter()
            .map(|cited| {
                let (start, end) = (cited.start_line, cited.end_line);
                if cited.path == look.path && look.is_subject(symbol, start, end) {
                    return None;
                }
                match cited.path == look.path {
                    true => look.window(start, end),
                    false => self.look(&cited.path).and_then(|look| look.window(start, end)),
                }
            })
            .collect();
        Anchor {
            name: symbol.name.clone(),
            kind: symbol.kind,
            subject: hash,
            start_line: symbol.span.start_line,
            end_line: symbol.span.end_line,
            content: look.content,
            windows,
            twins: self.twins(subject, hash),
        }
    }

    /// Symbols that are the same but for their names or places.
    fn twins(&self, subject: &Subject, hash: u64) -> Vec<Twin> {
        let own = subject.symbol();
        let mut twins = Vec::new();
        for symbol in &subject.look.facts.symbols {
            let is_other = symbol.qualified_name != own.qualified_name;
            if is_other && symbol.kind == own.kind && subject.look.subject_hash(symbol) == hash {
                let path = subject.look.path.clone();
                twins.push(Twin { path, symbol: symbol.qualified_name.clone() });
            }
        }
        for id in self.reader.files_defining(&own.name) {
            let Some((row, _)) = self.file(id) else { continue };
            if row.path == subject.look.path {
                continue;
            }
            let Some(look) = self.look(&row.path) else { continue };
            let named = look.facts.symbols.iter();
            for symbol in named.filter(|one| one.name == own.name && one.kind == own.kind) {
                if look.subject_hash(symbol) == hash {
                    let path = row.path.clone();
                    twins.push(Twin { path, symbol: symbol.qualified_name.clone() });
                }
            }
        }
        twins.sort();
        twins.dedup();
        twins
    }

    /// The vector of what an entry says; nothing when nobody can make one now.
    pub(super) fn entry_vector(&self, entry: &Entry) -> Option<EntryVector> {
        let values = self.meaning.document(&told(entry)).ok()?;
        Some(EntryVector { embedder: self.manifest.embedder.id.clone(), values })
    }
}

/// What an entry says, in one text.
pub(super) fn told(entry: &Entry) -> String {
    let details = entry.details.as_deref().unwrap_or("");
    format!("{}\n{}\n{details}\n{}", entry.symbol, entry.summary, entry.tags.join(" "))
}

/// The notebook gives it its id.
fn entry_of(
    draft: EntryDraft,
    subject: &Subject,
    evidence: Vec<Evidence>,
    verdict: Verdict,
) -> Entry {
    let details = draft.details.map(|details| details.trim().to_owned());
    let mut tags: Vec<String> = draft.tags.iter().map(|tag| tag.trim().to_owned()).collect();
    tags.retain(|tag| !tag.is_empty());
    Entry {
        id: String::new(),
        symbol: subject.symbol().qualified_name.clone(),
        path: subject.look.path.clone(),
        summary: draft.summary.trim().to_owned(),
        details: details.filter(|details| !details.is_empty()),
        tags,
        evidence,
        confidence: draft.confidence,
        author: draft.author,
        run: draft.run,
        created_at: Timestamp::of(SystemTime::now()),
        verdict,
    }
}
