//! Entries as text that people read, review and commit: one TOML file for each source file.
//!
//! The structs below are the format: reading and writing are derived from them, in the order of their
//! fields, so equal entries give equal bytes. TOML has no null: a field that is `None` is left out. A person
//! may write a file, too; hashes that it lacks are computed from the code when the file is read.

use rutter_domain::{
    ContentHash, Entry, Evidence, Review, StatedFacts, SymbolKind, Timestamp, Verdict,
};
use rutter_domain::{TokenUnit, Window};
use rutter_store::{Anchor, RejectedNote, StoredEntry, Twin};
use serde::{Deserialize, Serialize};

/// The first line of every file. A file without it was not written by us.
pub(super) const MARK: &str =
    "# What is known of one source file: `rutter entries export` writes this, `import` reads it.";

/// The version of the format. Others are refused.
const FORMAT: u32 = 1;

/// The window of evidence that is the symbol itself.
const SUBJECT: &str = "subject";

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryFile {
    /// May be missing in a file that a person wrote.
    #[serde(default = "this_format")]
    format: u32,
    path: String,
    #[serde(default)]
    entry: Vec<FileEntry>,
}

fn this_format() -> u32 {
    FORMAT
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FileEntry {
    id: Option<String>,
    symbol: String,
    name: Option<String>,
    kind: Option<SymbolKind>,
    lines: Option<String>,
    summary: String,
    details: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    confidence: Option<f32>,
    author: Option<String>,
    run: Option<String>,
    created_at: Option<Timestamp>,
    verdict: Option<String>,
    reason: Option<String>,
    content: Option<String>,
    subject: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    twins: Vec<String>,
    /// Hash of everything else. An entry that was edited does not fit it.
    seal: Option<String>,
    #[serde(default, skip_serializing_if = "StatedFacts::is_empty")]
    facts: StatedFacts,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    evidence: Vec<Cited>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    note: Vec<Note>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    review: Vec<Review>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cited {
    path: String,
    lines: String,
    content: Option<String>,
    window: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Note {
    note: String,
    #[serde(default)]
    summary: String,
    #[serde(default)]
    author: String,
    at: Timestamp,
}

/// An entry of a file, before it is compared with the code.
#[derive(Debug)]
pub(super) struct ImportedEntry {
    pub(super) entry: Entry,
    /// `None` if a person wrote it without hashes.
    pub(super) anchor: Option<Anchor>,
    pub(super) notes: Vec<RejectedNote>,
    pub(super) reviews: Vec<Review>,
    pub(super) origin: Origin,
}

/// Where the text of an entry comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// An export wrote it, and nobody has edited it since.
    Export,
    /// An export wrote it, and somebody has edited it.
    Edited,
    /// A person wrote it.
    Hand,
}

/// The text of a file.
pub(super) fn write(path: &str, entries: &[StoredEntry]) -> String {
    let seal = |mut entry: FileEntry| {
        entry.seal = Some(seal_of(path, &entry));
        entry
    };
    let entry = entries.iter().map(FileEntry::from).map(seal).collect();
    let file = EntryFile { format: FORMAT, path: path.to_owned(), entry };
    let text = toml::to_string(&file).expect("strings, numbers and lists are valid TOML");
    format!("{MARK}\n{text}")
}

impl From<&StoredEntry> for FileEntry {
    fn from(stored: &StoredEntry) -> FileEntry {
        let StoredEntry { entry, anchor, notes, vector: _, checks: _, reviews } = stored;
        let reason = match &entry.verdict {
            Verdict::Unverified { reason } => Some(reason.clone()),
            Verdict::Rejected { note } => Some(note.clone()),
            Verdict::Checked | Verdict::Pending => None,
        };
        let windows = anchor.windows.iter().map(Option::as_ref).chain(std::iter::repeat(None));
        let evidence = entry.evidence.iter().zip(windows).map(|(cited, window)| Cited {
            path: cited.path.clone(),
            lines: line_range(cited.start_line, cited.end_line),
            content: window.map(|window| window.content.to_string()),
            window: Some(window.map_or_else(|| SUBJECT.to_owned(), window_text)),
        });
        let notes = notes.iter().map(|note| Note {
            note: note.note.clone(),
            summary: note.summary.clone(),
            author: note.author.clone(),
            at: note.at,
        });
        let twin = |twin: &Twin| format!("{}#{}", twin.path, twin.symbol);
        FileEntry {
            id: Some(entry.id.clone()),
            symbol: entry.symbol.clone(),
            name: Some(anchor.name.clone()),
            kind: Some(anchor.kind),
            lines: Some(line_range(anchor.start_line, anchor.end_line)),
            summary: entry.summary.clone(),
            details: entry.details.clone(),
            tags: entry.tags.clone(),
            confidence: entry.confidence,
            author: Some(entry.author.clone()),
            run: entry.run.clone(),
            created_at: Some(entry.created_at),
            verdict: Some(entry.verdict.name().to_owned()),
            reason,
            content: Some(anchor.content.to_string()),
            subject: Some(format!("{:016x}", anchor.subject)),
            twins: anchor.twins.iter().map(twin).collect(),
            facts: entry.facts.clone(),
            evidence: evidence.collect(),
            note: notes.collect(),
            review: reviews.clone(),
            seal: None,
        }
    }
}

/// A hash of an entry without its seal. It shows an edit; it proves no author.
fn seal_of(path: &str, entry: &FileEntry) -> String {
    let text = toml::to_string(entry).expect("strings, numbers and lists are valid TOML");
    rutter_workspace::hash(format!("{path}\n{text}").as_bytes()).to_string()
}

fn line_range(start: u32, end: u32) -> String {
    format!("{start}-{end}")
}

fn window_text(window: &Window) -> String {
    let unit = match window.unit {
        TokenUnit::Tokens => "tokens",
        TokenUnit::Words => "words",
    };
    format!("{unit} {} {:016x}", window.n_tokens, window.hash)
}

/// The entries of a file, or what is wrong with it. An entry without a time gets `now`.
pub(super) fn read(text: &str, now: Timestamp) -> Result<Vec<ImportedEntry>, String> {
    let file: EntryFile =
        toml::from_str(text).map_err(|error| error.to_string().trim().to_owned())?;
    if file.format != FORMAT {
        return Err(format!("it has format {}, this rutter reads {FORMAT}", file.format));
    }
    file.entry.into_iter().map(|item| imported(&file.path, item, now)).collect()
}

fn imported(path: &str, mut item: FileEntry, now: Timestamp) -> Result<ImportedEntry, String> {
    let origin = match item.seal.take() {
        Some(seal) if seal == seal_of(path, &item) => Origin::Export,
        Some(_) => Origin::Edited,
        None => Origin::Hand,
    };
    let symbol = item.symbol.clone();
    let wrong = |what: &str| format!("the entry of `{symbol}` has {what}");
    let reason = item.reason.clone().unwrap_or_default();
    let verdict = match item.verdict.as_deref() {
        Some("checked") => Verdict::Checked,
        None | Some("pending") => Verdict::Pending,
        Some("unverified") => Verdict::Unverified { reason },
        Some("rejected") => Verdict::Rejected { note: reason },
        Some(other) => return Err(wrong(&format!("no verdict that is known: `{other}`"))),
    };
    let id = item.id.clone().unwrap_or_default();
    if id.len() > 32 || !id.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(wrong("an id that is not up to 32 letters and digits"));
    }
    let mut evidence = Vec::with_capacity(item.evidence.len());
    let mut windows = Some(Vec::with_capacity(item.evidence.len()));
    for cited in &item.evidence {
        let (start_line, end_line) = lines(&cited.lines)
            .ok_or_else(|| wrong("evidence whose `lines` are not such as \"10-20\""))?;
        evidence.push(Evidence { path: cited.path.clone(), start_line, end_line });
        match window(cited).map_err(|what| wrong(&what))? {
            Some(window) => windows.iter_mut().for_each(|windows| windows.push(window.clone())),
            None => windows = None,
        }
    }
    let anchor = anchor(&item, windows).map_err(|what| wrong(&what))?;
    let notes = item.note.into_iter().map(|note| RejectedNote {
        note: note.note,
        summary: note.summary,
        author: note.author,
        at: note.at,
        shown_to: None,
    });
    let entry = Entry {
        id,
        symbol: item.symbol,
        path: path.to_owned(),
        summary: item.summary,
        details: item.details,
        tags: item.tags,
        facts: item.facts,
        evidence,
        confidence: item.confidence,
        author: item.author.unwrap_or_else(|| "unknown".to_owned()),
        run: item.run,
        created_at: item.created_at.unwrap_or(now),
        verdict,
        claims: Vec::new(),
    };
    Ok(ImportedEntry { entry, anchor, notes: notes.collect(), reviews: item.review, origin })
}

/// The hashes of an entry, if it has them all.
fn anchor(
    item: &FileEntry,
    windows: Option<Vec<Option<Window>>>,
) -> Result<Option<Anchor>, String> {
    let (Some(subject), Some(content), Some(kind), Some(name), Some(at), Some(windows)) =
        (&item.subject, &item.content, item.kind, &item.name, &item.lines, windows)
    else {
        return Ok(None);
    };
    // What is wider than a file has no lines.
    let wide = (at == "0-0").then_some((0, 0));
    let (start_line, end_line) =
        lines(at).or(wide).ok_or_else(|| "`lines` that are not such as \"10-20\"".to_owned())?;
    let twin = |text: &String| {
        let (path, symbol) = text.split_once('#')?;
        Some(Twin { path: path.to_owned(), symbol: symbol.to_owned() })
    };
    Ok(Some(Anchor {
        name: name.clone(),
        kind,
        subject: number(subject).ok_or_else(|| "a `subject` that is no hash".to_owned())?,
        start_line,
        end_line,
        content: content_hash(content).ok_or_else(|| "a `content` that is no hash".to_owned())?,
        windows,
        twins: item.twins.iter().filter_map(twin).collect(),
        supports: Vec::new(),
    }))
}

/// The window of a piece of evidence; `None` if the file does not give it.
fn window(cited: &Cited) -> Result<Option<Option<Window>>, String> {
    let Some(text) = cited.window.as_deref() else { return Ok(None) };
    if text == SUBJECT {
        return Ok(Some(None));
    }
    let parsed = || {
        let mut words = text.split(' ');
        let unit = match words.next()? {
            "tokens" => TokenUnit::Tokens,
            "words" => TokenUnit::Words,
            _ => return None,
        };
        let n_tokens = words.next()?.parse().ok()?;
        let hash = number(words.next()?)?;
        let content = content_hash(cited.content.as_deref()?)?;
        Some(Window { unit, n_tokens, hash, content })
    };
    parsed().map(|window| Some(Some(window))).ok_or_else(|| {
        format!("evidence with a `window` that cannot be read: `{text}`; leave it out to have it computed")
    })
}

fn lines(text: &str) -> Option<(u32, u32)> {
    let (start, end) = text.split_once('-').unwrap_or((text, text));
    let (start, end) = (start.trim().parse().ok()?, end.trim().parse().ok()?);
    (1 <= start && start <= end).then_some((start, end))
}

fn number(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok().filter(|_| text.len() == 16)
}

fn content_hash(text: &str) -> Option<ContentHash> {
    let number = u128::from_str_radix(text, 16).ok().filter(|_| text.len() == 32)?;
    Some(ContentHash(number.to_be_bytes()))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    fn stored(text: &str) -> StoredEntry {
        let text = || text.to_owned();
        let hash = ContentHash([0xab; 16]);
        let cited = |path: &str| Evidence { path: path.to_owned(), start_line: 3, end_line: 9 };
        let window = Window { unit: TokenUnit::Words, n_tokens: 12, hash: 255, content: hash };
        StoredEntry {
            entry: Entry {
                id: "abcd2345".to_owned(),
                symbol: "Pool::take".to_owned(),
                path: "src/pool.rs".to_owned(),
                summary: text(),
                details: Some(text()),
                tags: vec!["pool".to_owned(), text()],
                facts: StatedFacts { calls: vec!["connect".to_owned()], ..StatedFacts::default() },
                evidence: vec![cited("src/pool.rs"), cited("README.md")],
                confidence: Some(0.8),
                author: text(),
                run: Some("run-1".to_owned()),
                created_at: Timestamp(1_794_744_000_123),
                verdict: Verdict::Rejected { note: text() },
                claims: Vec::new(),
            },
            anchor: Anchor {
                name: "take".to_owned(),
                kind: SymbolKind::Method,
                subject: u64::MAX,
                start_line: 3,
                end_line: 9,
                content: hash,
                windows: vec![None, Some(window)],
                twins: vec![Twin { path: "b.rs".to_owned(), symbol: "take".to_owned() }],
                supports: Vec::new(),
            },
            vector: None,
            notes: vec![RejectedNote {
                note: text(),
                summary: text(),
                author: text(),
                at: Timestamp(1_794_744_000_000),
                shown_to: None,
            }],
            checks: 0,
            reviews: Vec::new(),
        }
    }

    fn check_round_trip(file: &str, expected: &StoredEntry, from: Origin) {
        let mut read = read(file, Timestamp(0)).unwrap_or_else(|error| panic!("{file}{error}"));
        let ImportedEntry { entry, anchor, notes, reviews, origin } = read.remove(0);
        assert_eq!((reviews, origin), (expected.reviews.clone(), from), "{file}");
        assert_eq!(entry, expected.entry, "{file}");
        assert_eq!((anchor.as_ref(), &notes), (Some(&expected.anchor), &expected.notes), "{file}");
    }

    #[test]
    fn any_text_comes_back_as_it_was() {
        for text in [
            "plain",
            "",
            "a \"quoted\" \\ word",
            "a 'quoted' \"word\"",
            "two\nlines",
            "\n\nbegins and ends with lines\n\n",
            "three \"\"\" quotes\nand \"\"\"\"\"\" six",
            "three \'\'\' quotes\nand \"\"\" three",
            "ends in a quote\n\"",
            "ends in quotes \\\n\'\'",
            "tab\tand bell\u{7}\nand \u{1b}[31m",
            "line\r\nends",
            "é 日本 🦀\n",
        ] {
            let stored = stored(text);
            let file = write("src/pool.rs", std::slice::from_ref(&stored));
            check_round_trip(&file, &stored, Origin::Export);
        }
    }

    #[test]
    fn a_file_reads_like_this() {
        let file = write("src/pool.rs", &[stored("Takes a \"free\" one.\nWaits if none is.")]);
        expect![[r##"
            # What is known of one source file: `rutter entries export` writes this, `import` reads it.
            format = 1
            path = "src/pool.rs"

            [[entry]]
            id = "abcd2345"
            symbol = "Pool::take"
            name = "take"
            kind = "method"
            lines = "3-9"
            summary = """
            Takes a "free" one.
            Waits if none is."""
            details = """
            Takes a "free" one.
            Waits if none is."""
            tags = ["pool", """
            Takes a "free" one.
            Waits if none is."""]
            confidence = 0.8
            author = """
            Takes a "free" one.
            Waits if none is."""
            run = "run-1"
            created_at = "2026-11-15T12:00:00.123Z"
            verdict = "rejected"
            reason = """
            Takes a "free" one.
            Waits if none is."""
            content = "abababababababababababababababab"
            subject = "ffffffffffffffff"
            twins = ["b.rs#take"]
            seal = "9b9614e8958fee93a7765800dc36c8b0"

            [entry.facts]
            calls = ["connect"]

            [[entry.evidence]]
            path = "src/pool.rs"
            lines = "3-9"
            window = "subject"

            [[entry.evidence]]
            path = "README.md"
            lines = "3-9"
            content = "abababababababababababababababab"
            window = "words 12 00000000000000ff"

            [[entry.note]]
            note = """
            Takes a "free" one.
            Waits if none is."""
            summary = """
            Takes a "free" one.
            Waits if none is."""
            author = """
            Takes a "free" one.
            Waits if none is."""
            at = "2026-11-15T12:00:00.000Z"
        "##]]
        .assert_eq(&file);
    }

    #[test]
    fn a_file_of_another_format_is_refused() {
        let why = read("format = 9\npath = \"a.rs\"\n", Timestamp(0)).unwrap_err();
        assert!(why.contains("format 9"), "{why}");
    }
}
