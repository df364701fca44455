//! `file:` URIs and percent-encoding.

use std::path::PathBuf;

/// The path of a `file:` URI of this machine; `None` for any other URI.
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

/// Decodes percent-encoded text; `None` if it is malformed or contains a NUL.
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

/// Percent-encodes a text as part of a URI. Letters, digits, `-._~` and the `kept` bytes stay.
pub fn percent_encode(text: &str, kept: &[u8]) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || kept.contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
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
    fn paths_become_uri_references() {
        assert_eq!(percent_encode("src/a b#c%.rs", b"/"), "src/a%20b%23c%25.rs");
        assert_eq!(percent_encode("docs/größe.md", b"/"), "docs/gr%C3%B6%C3%9Fe.md");
        assert_eq!(percent_encode("a:b/c", b""), "a%3Ab%2Fc");
    }

    #[test]
    fn what_is_elsewhere_or_broken_is_none() {
        for address in [
            "https://x/y", "file://host/code", "file:code", "file:///%zz", "file:///%4",
            "file:///a%00b", "", "/code",
        ] {
            check(address, "none");
        }
    }
}
