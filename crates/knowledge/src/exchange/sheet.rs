//! Entries as text that people read, review and commit: one sheet for each source file.
//!
//! A sheet is TOML, written by hand so that equal entries give equal bytes: fixed order, one item a
//! line, long texts as they were typed. A person may write one, too; what hashes it lacks are made
//! from the code as it is when the sheet is read.

use std::fmt::Write;

use rutter_domain::{ContentHash, Entry, Evidence, SymbolKind, Timestamp, Verdict};
use rutter_store::{Anchor, Noted, RejectedNote, TokenUnit, Twin, Window};
use serde::Deserialize;

/// The first line of every sheet: what lacks it was not written by us.
pub(super) const MARK: &str =
    "# What is known of one source file: `rutter entries export` writes this, `import` reads it.";

/// The version of the format. A newer one is refused.
const FORMAT: u32 = 1;

/// Evidence that is the symbol itself.
const SUBJECT: &str = "subject";

/// A sheet as it is read.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    /// A person need not know of it.
    #[serde(default = "this_format")]
    format: u32,
    path: String,
    #[serde(default)]
    entry: Vec<Item>,
}

fn this_format() -> u32 {
    FORMAT
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Item {
    id: Option<String>,
    symbol: String,
    name: Option<String>,
    kind: Option<SymbolKind>,
    lines: Option<String>,
    summary: String,
    details: Option<String>,
    #[serde(default)]
    tags: Vec<String>,
    confidence: Option<f32>,
    author: Option<String>,
    run: Option<String>,
    created_at: Option<Timestamp>,
    verdict: Option<String>,
    reason: Option<String>,
    content: Option<String>,
    subject: Option<String>,
    #[serde(default)]
    twins: Vec<String>,
    #[serde(default)]
    evidence: Vec<Cited>,
    #[serde(default)]
    note: Vec<Note>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Cited {
    path: String,
    lines: String,
    content: Option<String>,
    window: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Note {
    note: String,
    #[serde(default)]
    summary: String,
    #[serde(default)]
    author: String,
    at: Timestamp,
}

/// An entry of a sheet, before it is compared with the code.
#[derive(Debug)]
pub(super) struct ImportedEntry {
    pub(super) entry: Entry,
    /// Nothing where a person wrote it without hashes.
    pub(super) anchor: Option<Anchor>,
    pub(super) notes: Vec<RejectedNote>,
}

/// The text of a sheet.
pub(super) fn write(path: &str, entries: &[Noted]) -> String {
    let mut text = format!("{MARK}\nformat = {FORMAT}\npath = {}\n", quoted(path));
    for noted in entries {
        // Writing to a string cannot fail.
        let _ = write_entry(&mut text, noted);
    }
    text
}

fn write_entry(text: &mut String, noted: &Noted) -> std::fmt::Result {
    let Noted { entry, anchor, notes, .. } = noted;
    let mut line = |name: &str, value: String| writeln!(text, "{name} = {value}");
    line("\n[[entry]]\nid", quoted(&entry.id))?;
    line("symbol", quoted(&entry.symbol))?;
    line("name", quoted(&anchor.name))?;
    line("kind", quoted(anchor.kind.name()))?;
    line("lines", quoted(&format!("{}-{}", anchor.start_line, anchor.end_line)))?;
    line("summary", quoted(&entry.summary))?;
    if let Some(details) = &entry.details {
        line("details", quoted(details))?;
    }
    if !entry.tags.is_empty() {
        line("tags", list(entry.tags.iter().map(|tag| quoted(tag))))?;
    }
    if let Some(confidence) = entry.confidence {
        line("confidence", format!("{confidence:?}"))?;
    }
    line("author", quoted(&entry.author))?;
    if let Some(run) = &entry.run {
        line("run", quoted(run))?;
    }
    line("created_at", quoted(&entry.created_at.to_string()))?;
    match &entry.verdict {
        Verdict::Verified => line("verdict", quoted("verified"))?,
        Verdict::Unverified { reason } => {
            line("verdict", quoted("unverified"))?;
            line("reason", quoted(reason))?;
        }
        Verdict::Rejected { note } => {
            line("verdict", quoted("rejected"))?;
            line("reason", quoted(note))?;
        }
    }
    line("content", quoted(&anchor.content.to_string()))?;
    line("subject", quoted(&format!("{:016x}", anchor.subject)))?;
    if !anchor.twins.is_empty() {
        let twin = |twin: &Twin| quoted(&format!("{}#{}", twin.path, twin.symbol));
        line("twins", list(anchor.twins.iter().map(twin)))?;
    }
    for (at, cited) in entry.evidence.iter().enumerate() {
        line("\n[[entry.evidence]]\npath", quoted(&cited.path))?;
        line("lines", quoted(&format!("{}-{}", cited.start_line, cited.end_line)))?;
        match anchor.windows.get(at).and_then(Option::as_ref) {
            None => line("window", quoted(SUBJECT))?,
            Some(window) => {
                let unit = match window.unit {
                    TokenUnit::Tokens => "tokens",
                    TokenUnit::Words => "words",
                };
                line("content", quoted(&window.content.to_string()))?;
                let told = format!("{unit} {} {:016x}", window.n_tokens, window.hash);
                line("window", quoted(&told))?;
            }
        }
    }
    for note in notes {
        line("\n[[entry.note]]\nnote", quoted(&note.note))?;
        line("summary", quoted(&note.summary))?;
        line("author", quoted(&note.author))?;
        line("at", quoted(&note.at.to_string()))?;
    }
    Ok(())
}

/// The entries of a sheet, or what is wrong with it. What lacks a time gets `now`.
pub(super) fn read(text: &str, now: Timestamp) -> Result<Vec<ImportedEntry>, String> {
    let sheet: Sheet = toml::from_str(text).map_err(|error| error.to_string().trim().to_owned())?;
    if sheet.format > FORMAT {
        return Err(format!(
            "it has format {}, this rutter reads {FORMAT}; update rutter",
            sheet.format
        ));
    }
    sheet.entry.into_iter().map(|item| brought(&sheet.path, item, now)).collect()
}

fn brought(path: &str, item: Item, now: Timestamp) -> Result<ImportedEntry, String> {
    let symbol = item.symbol.clone();
    let wrong = |what: &str| format!("the entry of `{symbol}` has {what}");
    let reason = item.reason.clone().unwrap_or_default();
    let verdict = match item.verdict.as_deref() {
        None | Some("verified") => Verdict::Verified,
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
        told_to: None,
    });
    let entry = Entry {
        id,
        symbol: item.symbol,
        path: path.to_owned(),
        summary: item.summary,
        details: item.details,
        tags: item.tags,
        evidence,
        confidence: item.confidence,
        author: item.author.unwrap_or_else(|| "unknown".to_owned()),
        run: item.run,
        created_at: item.created_at.unwrap_or(now),
        verdict,
    };
    Ok(ImportedEntry { entry, anchor, notes: notes.collect() })
}

/// The hashes of an entry, if it has them all.
fn anchor(item: &Item, windows: Option<Vec<Option<Window>>>) -> Result<Option<Anchor>, String> {
    let (Some(subject), Some(content), Some(kind), Some(name), Some(at), Some(windows)) =
        (&item.subject, &item.content, item.kind, &item.name, &item.lines, windows)
    else {
        return Ok(None);
    };
    let (start_line, end_line) =
        lines(at).ok_or_else(|| "`lines` that are not such as \"10-20\"".to_owned())?;
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
    }))
}

/// The window of a piece of evidence: what it is, or nothing where it is not said.
fn window(cited: &Cited) -> Result<Option<Option<Window>>, String> {
    let Some(told) = cited.window.as_deref() else { return Ok(None) };
    if told == SUBJECT {
        return Ok(Some(None));
    }
    let parsed = || {
        let mut words = told.split(' ');
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
        format!("evidence with a `window` that cannot be read: `{told}`; leave it out to have it made anew")
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

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

/// A string of TOML: on its own lines when it has several.
fn quoted(text: &str) -> String {
    let is_long = text.contains('\n');
    let mut quoted = String::from(if is_long { "\"\"\"\n" } else { "\"" });
    for c in text.chars() {
        match c {
            '\\' => quoted.push_str("\\\\"),
            // In long texts a quote is only in the way where it could end them.
            '"' if is_long && !quoted.ends_with('"') => quoted.push('"'),
            '"' => quoted.push_str("\\\""),
            '\n' => quoted.push('\n'),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    if is_long && quoted.ends_with('"') && !quoted.ends_with("\\\"") {
        quoted.pop();
        quoted.push_str("\\\"");
    }
    quoted.push_str(if is_long { "\"\"\"" } else { "\"" });
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct One {
        text: String,
    }

    #[test]
    fn any_text_comes_back_as_it_was() {
        for text in [
            "plain",
            "",
            "a \"quoted\" \\ word",
            "two\nlines",
            "\n\nbegins and ends with lines\n\n",
            "three \"\"\" quotes\nand \"\"\"\"\"\" six",
            "ends in a quote\n\"",
            "tab\tand bell\u{7}\nand \u{1b}[31m",
            "line\r\nends",
            "é 日本 🦀\n",
        ] {
            let sheet = format!("text = {}\n", quoted(text));
            let read: One = toml::from_str(&sheet).unwrap_or_else(|error| panic!("{sheet}{error}"));
            assert_eq!(read.text, text, "{sheet}");
        }
    }

    #[test]
    fn a_sheet_of_a_newer_program_is_refused() {
        let why = read("format = 9\npath = \"a.rs\"\n", Timestamp(0)).unwrap_err();
        assert!(why.contains("format 9"), "{why}");
    }
}
