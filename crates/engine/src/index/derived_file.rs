//! Files beside the index that are computed from it: checksummed, replaced in one step, safe to lose.

use std::fs;
use std::io::Write;

use rutter_workspace::RepoLayout;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Bytes before the body: a hash of it.
const CHECKSUM_BYTES: usize = 16;

/// A derived file whose checksum is right.
#[derive(Debug)]
pub struct DerivedFile {
    bytes: Vec<u8>,
}

impl DerivedFile {
    pub fn body(&self) -> &[u8] {
        self.bytes.get(CHECKSUM_BYTES..).unwrap_or_default()
    }

    /// All bytes; they end with the body.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

/// The file that was kept under this name; `None` if there is none, or if it is damaged.
pub fn read_derived(layout: &RepoLayout, name: &str) -> Option<DerivedFile> {
    let bytes = fs::read(layout.index.join(name)).ok()?;
    let (checksum, body) = bytes.split_at_checked(CHECKSUM_BYTES)?;
    let is_whole = rutter_workspace::hash(body).0 == checksum;
    is_whole.then_some(DerivedFile { bytes })
}

/// Keeps bytes under a name, in place of those before. If it fails, they are computed again next time.
pub fn write_derived(layout: &RepoLayout, name: &str, body: &[u8]) {
    let path = layout.index.join(name);
    // Another process may write the same file at the same time.
    let beside = layout.index.join(format!("{name}.new-{}", std::process::id()));
    let write = || -> std::io::Result<()> {
        let mut file = fs::File::create(&beside)?;
        file.write_all(&rutter_workspace::hash(body).0)?;
        file.write_all(body)?;
        fs::rename(&beside, &path)
    };
    if write().is_err() {
        // What is left of it would only take space.
        let _ = fs::remove_file(&beside);
    }
}

/// The value that was kept under a name, if it was kept with this stamp: the version of its format, and whatever
/// else it depends on.
pub(crate) fn read_stamped<S, T>(layout: &RepoLayout, name: &str, stamp: &S) -> Option<T>
where
    S: DeserializeOwned + PartialEq,
    T: DeserializeOwned,
{
    let derived = read_derived(layout, name)?;
    let (kept, body) = postcard::take_from_bytes::<S>(derived.body()).ok()?;
    // Checked before the rest is decoded: the bytes of another version may mean anything.
    (kept == *stamp).then(|| postcard::from_bytes(body).ok())?
}

/// Keeps a value with a stamp, for [`read_stamped`].
pub(crate) fn write_stamped(
    layout: &RepoLayout,
    name: &str,
    stamp: &impl Serialize,
    value: &impl Serialize,
) {
    if let Ok(body) = postcard::to_stdvec(&(stamp, value)) {
        write_derived(layout, name, &body);
    }
}
