//! The prompts that were entered, in their true order across sessions.
//!
//! [`PromptHistory`] is where they are kept. It is read at every prompt, so that what other sessions
//! entered meanwhile is there, and consecutive equal prompts are one. `reedline` walks it by number.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use reedline::{
    CommandLineSearch, Completer, CompletionResult, History, HistoryItem, HistoryItemId,
    HistorySessionId, ReedlineError, ReedlineErrorVariants, Result, SearchDirection, SearchQuery,
    Span, Suggestion,
};

use super::draft::SharedDraft;
use crate::fuzzy::rank;
use crate::text::{Charset, printable};

/// Prompts that a search offers.
const MOST_OFFERED: usize = 50;

/// Storage of prompts.
pub trait PromptHistory: Send {
    /// All prompts, oldest first.
    fn load(&self) -> Vec<String>;
    /// Adds the newest prompt. It may have several lines.
    fn append(&mut self, prompt: &str);
}

pub type SharedHistory = Arc<Mutex<Entries>>;

/// The prompts as they were when the prompt was shown, and what was added since.
pub struct Entries {
    store: Box<dyn PromptHistory>,
    draft: SharedDraft,
    texts: Vec<String>,
}

pub fn lock(history: &SharedHistory) -> MutexGuard<'_, Entries> {
    history.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Entries {
    pub fn new(store: Box<dyn PromptHistory>, draft: SharedDraft) -> Entries {
        Entries { store, draft, texts: Vec::new() }
    }

    pub fn reload(&mut self) {
        self.texts = self.store.load();
        self.texts.dedup();
    }

    /// Adds a prompt, unless it is empty or the same as the last.
    pub fn append(&mut self, text: String) {
        if !text.trim().is_empty() && self.texts.last() != Some(&text) {
            self.store.append(&text);
            self.texts.push(text);
        }
    }

    fn item(&self, at: usize) -> HistoryItem {
        let mut item = HistoryItem::from_command_line(self.draft.collapse(&self.texts[at]));
        item.id = i64::try_from(at).ok().map(HistoryItemId::new);
        item
    }

    /// Numbers of the prompts that a query asks for, in its direction.
    fn find(&self, query: &SearchQuery) -> Vec<usize> {
        let start = query.start_id.and_then(|id| usize::try_from(id.0).ok());
        let end = query.end_id.and_then(|id| usize::try_from(id.0).ok());
        // The one shown is not offered again under another number.
        let shown = start.and_then(|start| self.texts.get(start));
        let fits = |at: &usize| {
            let text = &self.texts[*at];
            let is_between = match query.direction {
                SearchDirection::Backward => {
                    start.is_none_or(|start| *at < start) && end.is_none_or(|end| *at > end)
                }
                SearchDirection::Forward => {
                    start.is_none_or(|start| *at > start) && end.is_none_or(|end| *at < end)
                }
            };
            is_between && Some(text) != shown && is_wanted(query, text)
        };
        let limit = query.limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(usize::MAX);
        let numbers = 0..self.texts.len();
        match query.direction {
            SearchDirection::Backward => numbers.rev().filter(fits).take(limit).collect(),
            SearchDirection::Forward => numbers.filter(fits).take(limit).collect(),
        }
    }
}

fn is_wanted(query: &SearchQuery, text: &str) -> bool {
    match &query.filter.command_line {
        None => true,
        Some(CommandLineSearch::Prefix(prefix)) => text.starts_with(prefix),
        Some(CommandLineSearch::Substring(part)) => text.contains(part),
        Some(CommandLineSearch::Exact(whole)) => text == whole,
    }
}

/// The prompts as `reedline` wants them.
pub struct StoredHistory(SharedHistory);

impl StoredHistory {
    pub fn new(history: SharedHistory) -> StoredHistory {
        StoredHistory(history)
    }
}

impl History for StoredHistory {
    fn save(&mut self, item: HistoryItem) -> Result<HistoryItem> {
        let mut entries = lock(&self.0);
        let text = entries.draft.expand(&item.command_line);
        entries.append(text);
        let id = i64::try_from(entries.texts.len()).ok().map(|n| HistoryItemId::new(n - 1));
        Ok(HistoryItem { id, ..item })
    }

    fn load(&self, id: HistoryItemId) -> Result<HistoryItem> {
        let entries = lock(&self.0);
        let at = usize::try_from(id.0).ok().filter(|at| *at < entries.texts.len());
        let missing = ReedlineErrorVariants::OtherHistoryError("no such prompt");
        at.map(|at| entries.item(at)).ok_or(ReedlineError(missing))
    }

    fn count(&self, query: SearchQuery) -> Result<i64> {
        Ok(i64::try_from(lock(&self.0).find(&query).len()).unwrap_or(i64::MAX))
    }

    fn search(&self, query: SearchQuery) -> Result<Vec<HistoryItem>> {
        let entries = lock(&self.0);
        Ok(entries.find(&query).into_iter().map(|at| entries.item(at)).collect())
    }

    fn update(
        &mut self,
        _id: HistoryItemId,
        _updater: &dyn Fn(HistoryItem) -> HistoryItem,
    ) -> Result<()> {
        unsupported("changing a prompt")
    }

    fn clear(&mut self) -> Result<()> {
        unsupported("clearing the history")
    }

    fn delete(&mut self, _id: HistoryItemId) -> Result<()> {
        unsupported("deleting a prompt")
    }

    fn sync(&mut self) -> std::io::Result<()> {
        Ok(())
    }

    fn session(&self) -> Option<HistorySessionId> {
        None
    }
}

fn unsupported(feature: &'static str) -> Result<()> {
    let history = "prompt history";
    Err(ReedlineError(ReedlineErrorVariants::HistoryFeatureUnsupported { history, feature }))
}

/// Offers prompts that match what is in the line, for the search with Ctrl+R.
pub struct HistoryPicker {
    history: SharedHistory,
    charset: Charset,
}

impl HistoryPicker {
    pub fn new(history: SharedHistory, charset: Charset) -> HistoryPicker {
        HistoryPicker { history, charset }
    }

    fn suggestions(&self, pattern: &str) -> Vec<Suggestion> {
        let entries = lock(&self.history);
        let mut seen = HashSet::new();
        let newest_first: Vec<&String> =
            entries.texts.iter().rev().filter(|text| seen.insert(*text)).collect();
        let ranked = rank(pattern, newest_first.iter().map(|text| text.as_str()));
        (ranked.iter().take(MOST_OFFERED))
            .map(|ranked| {
                let text = newest_first[ranked.at];
                let shown = entries.draft.collapse(text);
                let one_line = printable(&shown, self.charset).replace('\n', " / ");
                Suggestion {
                    value: shown,
                    display_override: Some(one_line),
                    span: Span::new(0, pattern.len()),
                    ..Suggestion::default()
                }
            })
            .collect()
    }
}

impl Completer for HistoryPicker {
    fn complete(&mut self, line: &str, _cursor: usize) -> CompletionResult {
        CompletionResult::fresh(self.suggestions(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A store that two sessions share.
    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<String>>>);

    impl PromptHistory for Kept {
        fn load(&self) -> Vec<String> {
            self.0.lock().unwrap().clone()
        }

        fn append(&mut self, prompt: &str) {
            self.0.lock().unwrap().push(prompt.to_owned());
        }
    }

    fn session(kept: &Kept) -> (SharedHistory, StoredHistory) {
        let entries = Entries::new(Box::new(kept.clone()), SharedDraft::default());
        let shared = Arc::new(Mutex::new(entries));
        lock(&shared).reload();
        (shared.clone(), StoredHistory::new(shared))
    }

    fn enter(history: &mut StoredHistory, text: &str) {
        history.save(HistoryItem::from_command_line(text)).unwrap();
    }

    fn walk_back(history: &StoredHistory, prefix: &str) -> Vec<String> {
        let mut found = Vec::new();
        let mut start_id = None;
        loop {
            let mut query = SearchQuery::last_with_prefix(prefix.to_owned(), None);
            query.start_id = start_id;
            let Some(item) = history.search(query).unwrap().pop() else { return found };
            start_id = item.id;
            found.push(item.command_line);
        }
    }

    #[test]
    fn prompts_of_two_sessions_are_in_the_order_they_were_entered() {
        let kept = Kept::default();
        let (first, mut first_history) = session(&kept);
        let (_, mut second_history) = session(&kept);
        enter(&mut first_history, "one");
        enter(&mut second_history, "two");
        enter(&mut first_history, "three");
        enter(&mut first_history, "three");
        enter(&mut first_history, " ");
        lock(&first).reload();
        assert_eq!(walk_back(&first_history, ""), ["three", "two", "one"]);
        assert_eq!(walk_back(&first_history, "t"), ["three", "two"]);
        assert_eq!(kept.load(), ["one", "two", "three"]);
    }

    #[test]
    fn a_repeated_prompt_is_offered_once_in_a_row() {
        let kept = Kept::default();
        let (_, mut history) = session(&kept);
        ["/a", "x", "/a", "y"].iter().for_each(|text| enter(&mut history, text));
        assert_eq!(walk_back(&history, "/"), ["/a"]);
        assert_eq!(walk_back(&history, ""), ["y", "/a", "x", "/a"]);
    }

    #[test]
    fn a_pasted_text_is_kept_whole_and_shown_as_it_was() {
        let kept = Kept::default();
        let (shared, mut history) = session(&kept);
        let text = "line\n".repeat(12);
        let line = format!("see {}", lock(&shared).draft.paste(&text));
        enter(&mut history, &line);
        lock(&shared).draft.submit(&line);
        assert_eq!(kept.load(), [format!("see {text}")]);
        lock(&shared).reload();
        assert_eq!(walk_back(&history, ""), [line]);
        let (_, later) = session(&kept);
        assert_eq!(walk_back(&later, ""), ["see line\n[pasted 11 lines]"]);
    }

    #[test]
    fn the_search_is_fuzzy_and_prefers_newer_prompts() {
        let kept = Kept(Arc::new(Mutex::new(
            ["fix parser", "list files", "fix\nprinter", "list files"].map(str::to_owned).to_vec(),
        )));
        let (shared, _) = session(&kept);
        let picker = HistoryPicker::new(shared, Charset::Unicode);
        let offered = |pattern: &str| -> Vec<String> {
            let suggestions = picker.suggestions(pattern);
            suggestions.iter().map(|found| found.display_value().to_owned()).collect()
        };
        assert_eq!(offered(""), ["list files", "fix / printer", "fix parser"]);
        assert_eq!(offered("fxp"), ["fix / printer", "fix parser"]);
        assert_eq!(picker.suggestions("fxp")[0].span, Span::new(0, 3));
        assert_eq!(picker.suggestions("fxp")[0].value, "fix\nprinter");
    }
}
