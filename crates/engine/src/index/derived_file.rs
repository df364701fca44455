//! Files of the index that others derive from it: checksummed, replaced in one step, safe to lose.

use std::fs;
use std::io::Write;

use rutter_workspace::RepoLayout;

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
