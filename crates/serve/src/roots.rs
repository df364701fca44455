//! The folders that a client has open, as it tells them.

use std::path::PathBuf;
use std::sync::Arc;

use crate::projects::Projects;
use crate::shared::Shared;

/// More folders of a client are passed over.
const MOST_ROOTS: usize = 64;

/// Opens the client's folders. What cannot be opened is told on standard error and passed over.
pub(crate) fn open(shared: &Shared, addresses: &[String]) -> Projects {
    let mut projects = Vec::new();
    for address in addresses.iter().take(MOST_ROOTS) {
        let opened = path_of(address)
            .ok_or_else(|| "it is no folder of this machine".to_owned())
            .and_then(|path| shared.project(&path));
        match opened {
            Ok(project) => projects.push(project),
            Err(reason) => eprintln!("the root `{}` is passed over: {reason}", shown(address)),
        }
    }
    Projects::new(projects)
}

/// An address as it can be printed: short, and without what drives a terminal.
fn shown(address: &str) -> String {
    const LIMIT_CHARS: usize = 200;
    let printable = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    address.chars().take(LIMIT_CHARS).map(printable).collect()
}

/// The path in a `file:` address of this machine.
pub(crate) fn path_of(address: &str) -> Option<PathBuf> {
    let rest = address.strip_prefix("file://")?;
    let rest = rest.strip_prefix("localhost").unwrap_or(rest);
    if !rest.starts_with('/') {
        return None;
    }
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    let path = decode(rest)?;
    // Windows: `/C:/code`.
    let bytes = path.as_bytes();
    let has_drive = bytes.len() > 2 && bytes[1].is_ascii_alphabetic() && bytes[2] == b':';
    Some(PathBuf::from(if has_drive { &path[1..] } else { &path }))
}

/// Takes `%20` for what it means.
pub(crate) fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        match (first, after) {
            (b'%', [high, low, after @ ..]) => {
                let digit = |byte: &u8| char::from(*byte).to_digit(16);
                bytes.push(u8::try_from(digit(high)? * 16 + digit(low)?).ok()?);
                rest = after;
            }
            (b'%', _) => return None,
            (byte, after) => {
                bytes.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))
}

/// How far the question for the client's folders has come.
#[derive(Debug, Clone, Default)]
pub(crate) enum Known {
    #[default]
    Unasked,
    Asked,
    Told(Arc<Projects>),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(address: &str, expect: &str) {
        let path = path_of(address).map_or("none".to_owned(), |path| path.display().to_string());
        assert_eq!(path, expect, "{address}");
    }

    #[test]
    fn an_address_of_this_machine_is_a_path() {
        check("file:///projects/code", "/projects/code");
        check("file://localhost/code", "/code");
        check("file:///my%20code/%C3%A9", "/my code/é");
        check("file:///C:/code", "C:/code");
        check("file:///code?x#y", "/code");
    }

    #[test]
    fn what_is_elsewhere_or_broken_is_none() {
        for address in [
            "https://x/y",
            "file://host/code",
            "file:code",
            "file:///%zz",
            "file:///%4",
            "file:///a%00b",
            "",
            "/code",
        ] {
            check(address, "none");
        }
    }
}
