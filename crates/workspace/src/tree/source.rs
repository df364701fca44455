//! Reads one file: its text, the hash of its bytes, or the reason to leave it out.
//!
//! A file is read once, whole, and never mapped into memory: a mapped file that is truncated
//! while it is read kills the process. If the file changes meanwhile, the caller gets the
//! state that the stat describes, or a newer one that the next scan will notice.

use rutter_domain::{ContentHash, Family, Language, SkipReason};

use super::notebook::{is_notebook, without_data};
use super::open::{Bytes, OpenError, WorkingTree};
use super::stat::StatSample;

/// The result of reading a file.
#[derive(Debug)]
pub enum Source {
    Text(SourceText),
    /// The reason why it is left out; without a stat if it could not be opened.
    Skip(SkipReason, Option<StatSample>),
    /// It no longer exists.
    Gone,
}

/// A file's decoded text.
#[derive(Debug)]
pub struct SourceText {
    pub text: String,
    pub content: ContentHash,
    /// Whether the text equals the bytes: without byte order mark and replaced characters.
    pub is_plain: bool,
    /// Taken before the first byte was read.
    pub sample: StatSample,
}

/// Reads the file at `path`, relative to the root of the tree.
pub fn read(tree: &WorkingTree, path: &str, limit_bytes: u64) -> Source {
    let (bytes, sample) = match tree.read(path, limit_bytes) {
        Ok(Bytes::Whole(bytes, sample)) => (bytes, sample),
        Ok(Bytes::TooLarge(sample)) => return Source::Skip(SkipReason::TooLarge, Some(sample)),
        Err(OpenError::Missing) => return Source::Gone,
        Err(OpenError::NotAFile) => return Source::Skip(SkipReason::NotAFile, None),
        Err(OpenError::Unreadable(_)) => return Source::Skip(SkipReason::Unreadable, None),
    };
    let content = hash(&bytes);
    let n_bytes = bytes.len();
    match judge(path, bytes) {
        Ok(text) => {
            // Any decoding changes the length, except for single replacement characters.
            let is_plain = text.len() == n_bytes && !text.contains('\u{FFFD}');
            Source::Text(SourceText { text, content, is_plain, sample })
        }
        Err(reason) => Source::Skip(reason, Some(sample)),
    }
}

/// The text of a file of at most `limit_bytes` as the index would see it; `None` if it has none.
pub fn read_text(tree: &WorkingTree, path: &str, limit_bytes: u64) -> Option<String> {
    match tree.read(path, limit_bytes) {
        Ok(Bytes::Whole(bytes, _)) => text_of(path, bytes),
        Ok(Bytes::TooLarge(_)) | Err(_) => None,
    }
}

pub fn hash(bytes: &[u8]) -> ContentHash {
    let mut short = [0; 16];
    short.copy_from_slice(&blake3::hash(bytes).as_bytes()[..16]);
    ContentHash(short)
}

fn judge(name: &str, bytes: Vec<u8>) -> Result<String, SkipReason> {
    let text = text_of(name, bytes).ok_or(SkipReason::Binary)?;
    if is_generated(name, &text) {
        return Err(SkipReason::Generated);
    }
    if is_minified(name, &text) {
        return Err(SkipReason::Minified);
    }
    Ok(text)
}

/// The text that is indexed of a file; `None` for bytes that are not text.
fn text_of(path: &str, bytes: Vec<u8>) -> Option<String> {
    let text = decode(bytes)?;
    Some(if is_notebook(path) { without_data(&text) } else { text })
}

/// Decodes UTF-8 with or without a byte order mark, UTF-16 with one, and broken UTF-8 with
/// replacement characters. Returns `None` for bytes that are not text.
///
/// Only the first mark is one of the encoding; further ones are characters of the text.
pub fn decode(mut bytes: Vec<u8>) -> Option<String> {
    match bytes.as_slice() {
        [0xFF, 0xFE, rest @ ..] => return decode_utf16(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => return decode_utf16(rest, u16::from_be_bytes),
        [0xEF, 0xBB, 0xBF, ..] => drop(bytes.drain(..3)),
        _ => {}
    }
    if bytes.contains(&0) {
        return None;
    }
    match String::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(error) => {
            let bytes = error.into_bytes();
            // Latin-1 text has a few bytes that are not UTF-8; compressed data has little else.
            let n_high = bytes.iter().filter(|byte| **byte >= 0x80).count();
            let n_control = bytes.iter().filter(|byte| is_control(**byte)).count();
            let is_text = n_high * 10 <= bytes.len() * 3 && n_control * 100 <= bytes.len();
            is_text.then(|| String::from_utf8_lossy(&bytes).into_owned())
        }
    }
}

/// Lone surrogates, and half a unit at the end, become replacement characters.
fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units = pairs.iter().map(|pair| unit(*pair));
    let mut text: String =
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    if !rest.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    (!text.contains('\0')).then_some(text)
}

fn is_control(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0C | 0x1B)
}

const LOCK_FILES: [&str; 14] = [
    "Cargo.lock", "Gemfile.lock", "Pipfile.lock", "bun.lock", "composer.lock", "flake.lock",
    "go.sum", "mix.lock", "npm-shrinkwrap.json", "package-lock.json", "pnpm-lock.yaml",
    "poetry.lock", "uv.lock", "yarn.lock",
];

/// Whether a program wrote the file: a lock file, a source map, or a comment near the top that says so.
fn is_generated(name: &str, text: &str) -> bool {
    let file_name = name.rsplit('/').next().unwrap_or(name);
    if LOCK_FILES.contains(&file_name) || file_name.ends_with(".map") && text.starts_with('{') {
        return true;
    }
    text.lines().take(20).any(|line| {
        let line = line.trim_start();
        let is_comment = ["//", "#", "/*", "*", "--", ";", "<!--", "%", "\"\"\""]
            .iter()
            .any(|mark| line.starts_with(mark));
        if !is_comment || line.len() > 300 {
            return false;
        }
        let line = line.to_ascii_lowercase();
        line.contains("@generated")
            || line.contains("generated")
                && (line.contains("do not edit") || line.contains("do not modify"))
    })
}

/// Whether the file is code or data in few very long lines.
fn is_minified(name: &str, text: &str) -> bool {
    let file_name = name.rsplit('/').next().unwrap_or(name);
    if file_name.contains(".min.") {
        return true;
    }
    if text.len() < 5_000 {
        return false;
    }
    let n_lines = text.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let mean_line = text.len() / n_lines;
    let prose = Language::of_path(name).family() == Family::Document;
    mean_line > if prose { 5_000 } else { 400 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, bytes: &[u8]) -> String {
        match judge(name, bytes.to_vec()) {
            Ok(text) => format!("text: {text}"),
            Err(reason) => format!("skip: {reason}"),
        }
    }

    #[test]
    fn text_is_decoded_whatever_its_encoding() {
        assert_eq!(check("a.txt", "grün\n".as_bytes()), "text: grün\n");
        assert_eq!(check("a.txt", b"\xEF\xBB\xBFmarked"), "text: marked");
        assert_eq!(check("a.txt", b"\xFF\xFEh\0i\0"), "text: hi");
        assert_eq!(check("a.txt", b"\xFE\xFF\0h\0i"), "text: hi");
        assert_eq!(check("a.txt", b"gr\xFCn is not UTF-8"), "text: gr\u{FFFD}n is not UTF-8");
        assert_eq!(check("a.txt", b""), "text: ");
    }

    #[test]
    fn a_text_of_byte_order_marks_loses_the_first() {
        assert_eq!(check("a.py", b"\xEF\xBB\xBF\xEF\xBB\xBFa"), "text: \u{FEFF}a");
        let marks = "\u{FEFF}".repeat(17_000);
        assert_eq!(decode(marks.clone().into_bytes()).unwrap().len(), marks.len() - 3);
        // A mark of another encoding after the first is text.
        assert_eq!(
            check("a.txt", b"\xEF\xBB\xBF\xFF\xFEabcdefghij"),
            "text: \u{FFFD}\u{FFFD}abcdefghij"
        );
    }

    #[test]
    fn broken_utf_16_is_decoded_with_replacement_characters() {
        assert_eq!(check("a.txt", b"\xFF\xFEh\0i"), "text: h\u{FFFD}");
        assert_eq!(check("a.txt", b"\xFF\xFE\x3D\xD8h\0"), "text: \u{FFFD}h");
        assert_eq!(check("a.txt", b"\xFF\xFE\x3D\xD8\x00\xDE"), "text: \u{1F600}");
        assert_eq!(check("a.txt", b"\xFE\xFF"), "text: ");
        assert_eq!(check("a.txt", b"\xFF\xFE\0\0a\0"), "skip: binary");
    }

    #[test]
    fn bytes_that_are_no_text_are_binary() {
        assert_eq!(check("a.c", b"int a;\0int b;"), "skip: binary");
        assert_eq!(check("a.bin", &[0xFA, 0x93, 0x01, 0x88, 0x02, 0xEE]), "skip: binary");
    }

    #[test]
    fn what_a_program_wrote_is_generated() {
        assert_eq!(check("Cargo.lock", b"[[package]]"), "skip: generated");
        assert_eq!(
            check("a.go", b"// Code generated by mockgen. DO NOT EDIT.\npackage a"),
            "skip: generated"
        );
        assert_eq!(check("a.py", b"# @generated by x\n"), "skip: generated");
        let speaks_of_it = "const MARK: &str = \"@generated\";\n";
        assert_eq!(check("a.rs", speaks_of_it.as_bytes()), format!("text: {speaks_of_it}"));
    }

    #[test]
    fn endless_lines_are_minified_unless_they_are_prose() {
        let line = "a=1;".repeat(2_000);
        assert_eq!(check("a.js", line.as_bytes()), "skip: minified");
        assert_eq!(check("jquery.min.js", b"a()"), "skip: minified");
        let prose = "word ".repeat(700) + "\n" + &"word ".repeat(700);
        assert!(check("a.md", prose.as_bytes()).starts_with("text: "));
    }

    #[test]
    fn pictures_in_a_notebook_do_not_make_it_minified() {
        let cells = r#"{
 "source": [
  "import sales\n"
 ],
 "outputs": [
  @
 ]
}
"#;
        let picture = format!("{{\"image/png\": \"{}\"}}", "iVBORw0KGgo".repeat(10_000));
        let bytes = cells.replace('@', &picture);
        let kept = check("a.ipynb", bytes.as_bytes());
        assert!(kept.starts_with("text: ") && kept.contains("import sales"), "{kept}");
        assert!(!kept.contains("iVBOR"), "{kept}");
        assert_eq!(check("a.json", bytes.as_bytes()), "skip: minified");
    }
}
