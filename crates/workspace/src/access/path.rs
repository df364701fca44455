//! Checks a path as text, before the file system is asked.
//!
//! This is for the message. Access is kept inside by the capability of the
//! [`Workspace`](super::Workspace), not by these checks.

use super::AccessError;

/// Bytes of the longest path.
// No system takes longer ones.
const LIMIT_BYTES: usize = 4_096;
/// Characters of a path that a message repeats.
const QUOTED_CHARS: usize = 120;

/// Checks a path, and returns it without `.` and doubled `/`; empty for the root.
pub fn check_path(typed: &str) -> Result<String, AccessError> {
    if typed.is_empty() {
        return Err(AccessError::Empty);
    }
    check(typed)?;
    let parts = typed.split('/').filter(|part| !part.is_empty() && *part != ".");
    Ok(parts.collect::<Vec<_>>().join("/"))
}

/// Checks that a glob matches only paths inside the root.
pub fn check_glob(typed: &str) -> Result<(), AccessError> {
    let bare = typed.strip_prefix('!').unwrap_or(typed);
    if bare.is_empty() {
        return Err(AccessError::Empty);
    }
    check(bare)?;
    // `{..,a}/b` and `[.]./b` expand to parent references.
    let has_parent = bare.split(['/', '{', '}', ',']).any(|part| part == "..");
    if has_parent { Err(AccessError::Parent { path: quoted(typed) }) } else { Ok(()) }
}

fn check(typed: &str) -> Result<(), AccessError> {
    if typed.contains('\0') {
        return Err(AccessError::Nul { path: quoted(typed) });
    }
    if is_absolute(typed) {
        return Err(AccessError::Absolute { path: quoted(typed) });
    }
    if typed.split(['/', '\\']).any(|part| part == "..") {
        return Err(AccessError::Parent { path: quoted(typed) });
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
fn quoted(typed: &str) -> String {
    let mut quoted = String::new();
    for c in typed.chars().take(QUOTED_CHARS) {
        if c.is_control() { quoted.extend(c.escape_default()) } else { quoted.push(c) }
    }
    if typed.chars().nth(QUOTED_CHARS).is_some() {
        quoted.push('…');
    }
    quoted
}
