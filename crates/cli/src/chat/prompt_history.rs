//! The prompts of earlier chats, kept in the store.

use std::path::Path;

use rutter_store::{Saved, Store, StoreUrl, open};
use rutter_terminal::PromptHistory;

const KEY: &str = "chat-prompts";
/// Older prompts are dropped.
const MOST_PROMPTS: usize = 1_000;
/// Attempts to save, since another process may save at the same time.
const MOST_ATTEMPTS: usize = 10;

/// The prompts of all chats of a repository.
pub struct StoredPrompts {
    store: Option<Box<dyn Store>>,
}

impl StoredPrompts {
    /// Without a store that can be opened, nothing is remembered.
    pub fn open(data: &Path) -> StoredPrompts {
        StoredPrompts { store: open(&StoreUrl::folder(data)).ok() }
    }

    fn read(&self) -> (Vec<String>, Option<u64>) {
        let value = self.store.as_ref().and_then(|store| store.state(KEY).ok().flatten());
        let Some(value) = value else { return (Vec::new(), None) };
        (serde_json::from_str(&value.value).unwrap_or_default(), Some(value.revision))
    }
}

impl PromptHistory for StoredPrompts {
    fn load(&self) -> Vec<String> {
        self.read().0
    }

    fn append(&mut self, prompt: &str) {
        for _ in 0..MOST_ATTEMPTS {
            let (mut prompts, revision) = self.read();
            prompts.push(prompt.to_owned());
            let n_old = prompts.len().saturating_sub(MOST_PROMPTS);
            prompts.drain(..n_old);
            let Some(store) = &mut self.store else { return };
            let Ok(json) = serde_json::to_string(&prompts) else { return };
            match store.set_state(KEY, &json, revision) {
                Ok(Saved::Overtaken) => {}
                // A prompt that cannot be stored is only missing in the history.
                Ok(Saved::Kept { .. }) | Err(_) => return,
            }
        }
    }
}
