//! Separates paths of files from other text in code spans.

use rutter_domain::Language;

/// Extensions of files that no language is known for, but which documents name.
const OTHER_EXTENSIONS: &[&str] = &[
    "cfg", "conf", "ini", "lock", "mk", "cmake", "gradle", "properties", "xml", "proto", "patch",
    "env", "csproj", "sln", "dockerfile", "tmpl", "j2", "in", "log", "csv", "png", "svg", "jpg",
    "gif", "wasm",
];

/// Whether a code span is written like the path of a file or folder, maybe with a line: `src/a.rs:12`.
pub(super) fn looks_like_a_path(text: &str) -> bool {
    let path = without_line(text);
    let is_path_char =
        |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | '+' | '@');
    if path.is_empty()
        || path.starts_with('-')
        || !path.chars().all(is_path_char)
        || path.contains("//")
    {
        return false;
    }
    let n_slashes = path.trim_end_matches('/').matches('/').count();
    has_known_extension(path.trim_end_matches('/'))
        || path.ends_with('/') && path.len() > 2
        // An absolute path without a known extension may be a route of a server.
        || n_slashes >= 1 && !path.starts_with('/')
}

/// Whether the file of a path has the extension of a language or of another usual file.
pub(super) fn has_known_extension(path: &str) -> bool {
    let file_name = path.rsplit('/').next().unwrap_or_default();
    file_name.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (Language::of_path(file_name) != Language::Unknown
                || OTHER_EXTENSIONS.contains(&extension))
    })
}

/// A path without the line or the range of lines after it.
fn without_line(text: &str) -> &str {
    let is_line = |part: &str| {
        !part.is_empty()
            && part.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | 'L' | 'C' | ':'))
            && part.contains(|c: char| c.is_ascii_digit())
    };
    match text.split_once([':', '#']) {
        Some((path, line)) if is_line(line) => path,
        Some(_) | None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_told_from_a_command_and_a_name() {
        for text in [
            "src/lib.rs", "src/lib.rs:12", "a/b.py#L3-L9", "Cargo.toml", "docs/", "tests/unit",
            "./x.sh",
        ] {
            assert!(looks_like_a_path(text), "{text}");
        }
        for text in [
            "", "a b/c", "http://x", "/", "*.rs", "src/{a,b}", "--a/b", "foo", "<dir>/x", "$HOME/x",
        ] {
            assert!(!looks_like_a_path(text), "{text}");
        }
    }
}
