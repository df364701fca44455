//! Files of the index that others derive from it: checksummed, replaced in one step, safe to lose.

use std::fs;
use std::io::Write;

use rutter_workspace::RepoLayout;

/// The bytes that were kept under this name; `None` if there are none, or if they are damaged.
pub fn read_derived(layout: &RepoLayout, name: &str) -> Option<Vec<u8>> {
    let bytes = fs::read(layout.index.join(name)).ok()?;
    let (checksum, body) = bytes.split_at_checked(16)?;
    (rutter_workspace::hash(body).0 == checksum).then(|| body.to_vec())
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
