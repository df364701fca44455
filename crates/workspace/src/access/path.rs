//! Checks a path as text, before the file system is asked.
//!
//! This is for the message. What keeps access inside is the capability of the
//! [`Workspace`](super::Workspace), not what is read here.

use super::AccessError;

/// No system takes longer ones.
const LIMIT_BYTES: usize = 4_096;
/// The longest part of a path that a message repeats.
const TOLD_CHARS: usize = 120;

/// A path without `.` and doubled `/`; empty for the root.
pub fn check_path(typed: &str) -> Result<String, AccessError> {
    if typed.is_empty() {
        return Err(AccessError::Empty);
    }
    check(typed)?;
    let parts = typed.split('/').filter(|part| !part.is_empty() && *part != ".");
    Ok(parts.collect::<Vec<_>>().join("/"))
}

/// A glob that looks nowhere but inside.
pub fn check_glob(typed: &str) -> Result<(), AccessError> {
    let bare = typed.strip_prefix('!').unwrap_or(typed);
    if bare.is_empty() {
        return Err(AccessError::Empty);
    }
    check(bare)?;
    // `{..,a}/b` and `[.]./b` expand to parent references.
    let has_parent = bare.split(['/', '{', '}', ',']).any(|part| part == "..");
    if has_parent { Err(AccessError::Parent { path: told(typed) }) } else { Ok(()) }
}

fn check(typed: &str) -> Result<(), AccessError> {
    if typed.contains('\0') {
        return Err(AccessError::Nul { path: told(typed) });
    }
    if is_absolute(typed) {
        return Err(AccessError::Absolute { path: told(typed) });
    }
    if typed.split(['/', '\\']).any(|part| part == "..") {
        return Err(AccessError::Parent { path: told(typed) });
    }
    if typed.len() > LIMIT_BYTES {
        return Err(AccessError::TooLong { n_bytes: typed.len() });
    }
    Ok(())
}

/// Whether any system would take it to begin at its own root: `/x`, `\x`, `C:\x`, `file://x`.
fn is_absolute(typed: &str) -> bool {
    let bytes = typed.as_bytes();
    let has_drive = bytes.len() >= 2
        && bytes[0].is_ascii_alphabetic()
        && bytes[1] == b':'
        && matches!(bytes.get(2), None | Some(b'/' | b'\\'));
    let has_scheme = typed.get(..7).is_some_and(|head| head.eq_ignore_ascii_case("file://"));
    matches!(bytes.first(), Some(b'/' | b'\\')) || has_drive || has_scheme
}

/// A path as a message repeats it: short, and on one line.
fn told(typed: &str) -> String {
    let mut told = String::new();
    for c in typed.chars().take(TOLD_CHARS) {
        if c.is_control() { told.extend(c.escape_default()) } else { told.push(c) }
    }
    if typed.chars().nth(TOLD_CHARS).is_some() {
        told.push('…');
    }
    told
}
