//! Parsed facts and their digests on the way into the cache: workers parse and encode, one thread stores.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, SyncSender};

use rutter_domain::{Facts, Language};
use rutter_graph::Digest;
use rutter_store::{FactCache, FactKey, FactRow, StoredDigest, StoredFacts};
use rutter_syntax::SYNTAX_VERSION;
use rutter_workspace::SourceText;

/// Rows are stored in batches of at least this many bytes.
const CACHE_BATCH_BYTES: usize = 4 << 20;

pub(crate) type ToCache = SyncSender<FactRow>;

/// The facts of a text, from the cache or the parser; `None` if parsing was cancelled. What the cache lacks is
/// sent to the thread that fills it.
pub(crate) fn facts_of(
    source: &SourceText,
    language: Language,
    cache: Option<&FactCache>,
    to_cache: &ToCache,
    cancelled: &AtomicBool,
) -> Option<Facts> {
    let key = FactKey::new(source.content, language, SYNTAX_VERSION);
    let digest_of =
        |facts: &Facts| StoredDigest { version: Digest::VERSION, data: Digest::of(facts).encode() };
    // The receiver is gone only if the cache failed, and then its error ends the pass.
    let store = |row: FactRow| to_cache.send(row).unwrap_or_default();
    if let Some(cache) = cache
        && let Ok(Some(facts)) = cache.get(&key)
    {
        if !cache.has_digest(&key, Digest::VERSION).unwrap_or(false) {
            store(FactRow { key, facts: None, digest: digest_of(&facts) });
        }
        return Some(facts);
    }
    let facts = rutter_syntax::read_until(language, &source.text, cancelled)?;
    let (stored, facts) = StoredFacts::of(facts);
    store(FactRow { key, facts: Some(stored), digest: digest_of(&facts) });
    Some(facts)
}

/// Stores what it receives, in batches.
pub(crate) fn fill_cache(
    cache: &mut FactCache,
    receiver: &Receiver<FactRow>,
) -> Result<(), rutter_store::Error> {
    let mut put = |batch: &[FactRow]| match cache.put_batch(batch) {
        Err(rutter_store::Error::CacheDamaged { .. }) => {
            cache.reset()?;
            cache.put_batch(batch)
        }
        result => result,
    };
    let mut batch = Vec::new();
    let mut n_bytes = 0;
    while let Ok(row) = receiver.recv() {
        n_bytes += row.facts.as_ref().map_or(0, StoredFacts::n_bytes) + row.digest.data.len();
        batch.push(row);
        if n_bytes >= CACHE_BATCH_BYTES {
            put(&batch)?;
            batch.clear();
            n_bytes = 0;
        }
    }
    if batch.is_empty() { Ok(()) } else { put(&batch) }
}
