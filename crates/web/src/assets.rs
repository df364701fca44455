//! Scripts, style and icon, which are part of the program.

use std::sync::LazyLock;

use http::header;

use crate::reply::Reply;

/// Name, type and text of each.
const ASSETS: &[(&str, &str, &str)] = &[
    ("style.css", "text/css; charset=utf-8", include_str!("../assets/style.css")),
    ("code.css", "text/css; charset=utf-8", include_str!("../assets/code.css")),
    ("app.js", "text/javascript; charset=utf-8", include_str!("../assets/app.js")),
    ("search.js", "text/javascript; charset=utf-8", include_str!("../assets/search.js")),
    ("file.js", "text/javascript; charset=utf-8", include_str!("../assets/file.js")),
    ("panel.js", "text/javascript; charset=utf-8", include_str!("../assets/panel.js")),
    ("run.js", "text/javascript; charset=utf-8", include_str!("../assets/run.js")),
    ("ask.js", "text/javascript; charset=utf-8", include_str!("../assets/ask.js")),
    ("icon.svg", "image/svg+xml", include_str!("../assets/icon.svg")),
];

/// Changes with every change of an asset, so that browsers can keep them.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    // FNV-1a: it only has to differ when the text differs.
    let bytes = ASSETS.iter().flat_map(|(_, _, text)| text.bytes());
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    format!("{hash:016x}")
});

pub(crate) fn version() -> &'static str {
    &VERSION
}

/// The asset of a name.
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
