//! The operations on [`Knowledge`]. Each one is a function of another module.

use std::path::Path;

use rutter_domain::{
    EntryMark, ExplorationPlan, Gap, KnownEntry, ListedEntry, Measurement, Recording, Seen,
    SeenSymbol,
};
use rutter_engine::{
    EntryStatuses, RepositoryMap, SearchAnswer, SearchRequest, Status, SymbolAnswer, SymbolRequest,
};

use crate::draft::EntryDraft;
use crate::exchange::{ExportReport, ImportReport};
use crate::fix_docs::DocumentFixes;
use crate::gaps::{AnsweredGap, GapPreview, GapReply, GapReport};
use crate::knowledge::Knowledge;
use crate::list::{EntriesAnswer, EntriesFilter};
use crate::record::check::Refusal;
use crate::review::{self, Answer, Questionnaire, ReviewOutcome, ReviewQueue, ReviewReader};
use crate::rivals::EntryPlace;
use crate::{
    Assessment, Error, assess, damage, exchange, fix_docs, gaps, list, overview, plan, recheck,
    record, search,
};
use rutter_gaps::{GapSettings, GapsAnswer, GapsRequest};

impl Knowledge {
    /// Answers a search: code and documents, moved up where an entry answers the query, or the entries
    /// themselves.
    pub fn search(&self, request: &SearchRequest) -> Result<SearchAnswer, Error> {
        search::search(self, request)
    }

    /// The symbols of a name, each with its callers, its callees and its entry.
    pub fn symbol(&self, request: &SymbolRequest<'_>) -> Result<SymbolAnswer, Error> {
        let mut answer = rutter_engine::find_symbol(&self.snapshot, request)?;
        for found in &mut answer.matches {
            let symbol = &found.symbol;
            let place = EntryPlace::new(&found.path, &symbol.qualified_name, symbol.kind);
            found.entry = list::entry_of(self, &place);
        }
        answer.remark = search::entries_for_search(self).1;
        Ok(answer)
    }

    /// The folders and most central containers, with the status of what was recorded about them.
    pub fn map(&self, limit_tokens: usize, focus: Option<&str>) -> RepositoryMap {
        rutter_engine::draw_map(&self.snapshot, limit_tokens, focus, &self.entry_statuses())
    }

    /// The status of the best entry of each symbol, by path and symbol.
    pub fn entry_statuses(&self) -> EntryStatuses {
        let known = self.known().unwrap_or_default().into_iter();
        known.map(|known| ((known.path, known.symbol), known.status)).collect()
    }

    /// The symbols and files that an exploration of a folder or file, or of the whole repository, should record.
    pub fn plan(&self, focus: Option<&str>) -> ExplorationPlan {
        plan::plan(self, focus)
    }

    /// The entries that a run has written, with their current status.
    pub fn entries_of_run(&self, run: &str) -> Result<Vec<ListedEntry>, Error> {
        plan::entries_of_run(self, run)
    }

    /// The first function or type of a file of which a session was shown every line.
    pub fn first_seen(&self, path: &str, seen: &Seen) -> Option<SeenSymbol> {
        plan::first_seen(self, path, seen)
    }

    /// The contents of the index and the notebook, with their damage.
    pub fn status(&self) -> Status {
        let mut status = rutter_engine::status(&self.snapshot);
        let counts = list::entry_counts(self);
        status.entries = counts.all;
        status.stale_entries = counts.stale;
        status.misplaced_entries = counts.misplaced;
        status.about = self.repository_entry().map(|entry| EntryMark {
            id: entry.id,
            summary: entry.summary,
            status: entry.status,
        });
        damage::add_notebook_state(&mut status, self.snapshot.layout());
        status
    }

    /// Checks a draft and stores it durably before this returns. A draft that does not fit the code is refused;
    /// one that the code cannot confirm is kept as unverified.
    pub fn record(&self, draft: EntryDraft, seen: &Seen) -> Result<Recording, Error> {
        record::record(self, draft, seen)
    }

    /// Records the answer of an exploration as the entry of the repository. What it cites is its evidence.
    pub fn record_overview(
        &self,
        answer: &str,
        author: &str,
        run: Option<&str>,
        seen: &Seen,
    ) -> Result<Recording, Error> {
        overview::record_overview(self, answer, author, run, seen)
    }

    /// The entry about the repository as a whole.
    pub fn repository_entry(&self) -> Option<ListedEntry> {
        overview::repository_entry(self)
    }

    /// Checks a draft without keeping it; the error says why it would be refused.
    pub fn assess(&self, draft: &EntryDraft, seen: &Seen) -> Result<Assessment, String> {
        let located = assess::locate(self, draft, seen).map_err(|Refusal(reason)| reason)?;
        Ok(assess::assess(self, draft, &located, seen))
    }

    /// The entries that the filter selects, with their current status.
    pub fn entries(&self, filter: &EntriesFilter) -> Result<EntriesAnswer, Error> {
        // A notebook that cannot be written shows its old entries as not checked yet.
        let _ = recheck::recheck(self);
        list::list_entries(self, filter)
    }

    /// The best entry of each symbol that exists, in short.
    pub fn known(&self) -> Result<Vec<KnownEntry>, Error> {
        list::known_entries(self)
    }

    /// Edits that repair broken mentions of documents whose target is certain. Nothing is written.
    pub fn fix_docs(&self, settings: &GapSettings) -> Result<DocumentFixes, Error> {
        fix_docs::propose(self, settings)
    }

    /// Deletes entries by their ids or unique prefixes of them. If one is unknown, none is deleted.
    pub fn forget(&self, ids: &[String]) -> Result<Vec<String>, Error> {
        list::forget(self, ids)
    }

    /// Marks an entry as wrong and keeps the reason for the next author. Takes an id or a unique prefix.
    pub fn reject(&self, id: &str, note: &str) -> Result<ListedEntry, Error> {
        list::reject(self, id, note)
    }

    /// The questions to a second reader about an entry. Takes an id or a unique prefix.
    pub fn questionnaire(&self, id: &str) -> Result<Questionnaire, Error> {
        review::questionnaire(self, id)
    }

    /// Grades the answers of a reader who has seen these lines, and keeps the review if it counts.
    pub fn submit_review(
        &self,
        asked: &Questionnaire,
        answers: &[Answer],
        reader: ReviewReader<'_>,
    ) -> Result<ReviewOutcome, Error> {
        review::submit(self, asked, answers, reader)
    }

    /// The entries that wait for a second reader, without those that this reader wrote or reviewed.
    pub fn to_review(
        &self,
        filter: &EntriesFilter,
        reader: &str,
        run: Option<&str>,
        limit: usize,
    ) -> Result<ReviewQueue, Error> {
        review::to_review(self, filter, reader, run, limit)
    }

    /// Gaps in the documentation, the most important first.
    pub fn gaps(&self, request: &GapsRequest) -> Result<GapsAnswer, Error> {
        gaps::find_gaps(self, request)
    }

    /// A gap, and the description that its subject has now. Takes an id or a unique prefix.
    pub fn preview_gap(&self, wanted: &str, settings: &GapSettings) -> Result<GapPreview, Error> {
        gaps::preview(self, wanted, settings)
    }

    /// Checks an answer without recording it; the error says why it would be refused. `None` if it would be kept
    /// as a note.
    pub fn assess_gap_reply(
        &self,
        gap: &Gap,
        reply: &GapReply,
    ) -> Option<Result<Assessment, String>> {
        gaps::assess_reply(self, gap, reply)
    }

    /// Records a person's answer to a gap. Takes an id or a unique prefix.
    pub fn answer_gap(
        &self,
        wanted: &str,
        reply: &GapReply,
        settings: &GapSettings,
    ) -> Result<AnsweredGap, Error> {
        gaps::answer_gap(self, wanted, reply, settings)
    }

    /// Dismisses a gap for a reason, or opens it again without one.
    pub fn set_gap_state(
        &self,
        wanted: &str,
        why: Option<&str>,
        by: &str,
        settings: &GapSettings,
    ) -> Result<Gap, Error> {
        gaps::set_gap_state(self, wanted, why, by, settings)
    }

    /// A report about gaps, of one run or of all runs so far.
    pub fn gap_report(
        &self,
        run: Option<&str>,
        settings: &GapSettings,
    ) -> Result<GapReport, Error> {
        gaps::gap_report(self, run, settings)
    }

    /// Keeps the completeness that an answer reports as that of a commit.
    pub fn measure_gaps(
        &self,
        commit: Option<String>,
        answer: &GapsAnswer,
    ) -> Result<Measurement, Error> {
        gaps::measure(self, commit, answer)
    }

    /// Completeness per commit, the oldest first.
    pub fn measurements(&self) -> Result<Vec<Measurement>, Error> {
        gaps::measurements(self)
    }

    /// Writes all entries to a folder of files.
    pub fn export_entries(&self, folder: Option<&Path>) -> Result<ExportReport, Error> {
        exchange::export_entries(self, folder)
    }

    /// Reads entries from such a folder, comparing each with the code as it is.
    pub fn import_entries(&self, folder: Option<&Path>) -> Result<ImportReport, Error> {
        exchange::import_entries(self, folder)
    }
}
