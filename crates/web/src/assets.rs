//! Scripts, styles and the icon, which are part of the program.

use std::sync::LazyLock;

use http::header;

use crate::reply::Reply;

/// Name, type and content of each asset.
const ASSETS: &[(&str, &str, &str)] = &[
    ("style.css", "text/css; charset=utf-8", include_str!("../assets/style.css")),
    ("code.css", "text/css; charset=utf-8", include_str!("../assets/code.css")),
    ("app.js", "text/javascript; charset=utf-8", include_str!("../assets/app.js")),
    ("search.js", "text/javascript; charset=utf-8", include_str!("../assets/search.js")),
    ("file.js", "text/javascript; charset=utf-8", include_str!("../assets/file.js")),
    ("panel.js", "text/javascript; charset=utf-8", include_str!("../assets/panel.js")),
    ("run.js", "text/javascript; charset=utf-8", include_str!("../assets/run.js")),
    ("ask.js", "text/javascript; charset=utf-8", include_str!("../assets/ask.js")),
    ("static.js", "text/javascript; charset=utf-8", include_str!("../assets/static.js")),
    ("icon.svg", "image/svg+xml", include_str!("../assets/icon.svg")),
];

/// A hash of all assets, part of their addresses so that browsers can cache them.
static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{:016x}", hash(ASSETS.iter().flat_map(|(_, _, text)| text.bytes()))));

/// FNV-1a, for names that only have to differ if the bytes differ.
pub(crate) fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// Name and content of each asset.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    ASSETS.iter().map(|(name, _, text)| (*name, *text))
}

pub(crate) fn version() -> &'static str {
    &VERSION
}

/// Replies with the asset of a name.
pub(crate) fn reply(name: &str) -> Option<Reply> {
    let (_, kind, text) = ASSETS.iter().find(|(known, _, _)| *known == name)?;
    let reply = Reply::typed(kind, *text);
    // The address has the version in it.
    Some(reply.with(header::CACHE_CONTROL, "public, max-age=31536000, immutable"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_together_is_small() {
        let n_bytes: usize = ASSETS.iter().map(|(_, _, text)| text.len()).sum();
        assert!(n_bytes < 150_000, "{n_bytes} bytes");
    }

    #[test]
    fn nothing_refers_to_another_host() {
        for (name, _, text) in ASSETS {
            let foreign = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!foreign.contains("http:") && !foreign.contains("https:"), "{name}");
            assert!(!text.contains("innerHTML =") || name.ends_with(".js"), "{name}");
        }
    }
}
