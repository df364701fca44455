//! The context of a line in those before it: a name whose value comes below it, the header of a
//! table, and whether the text is a Kubernetes Secret. Start at [`Before::take`].

use rutter_domain::text::truncate;

use super::candidates::cells_of;
use super::features::Before;
use super::stems::Reasons;

/// Lines after a name, blank ones aside, for which it counts.
const MOST_AGE: u8 = 2;
/// Bytes at the end of a line that announces a value, which are kept.
const MOST_BYTES: usize = 160;

impl Before {
    /// Before the first line of a text.
    pub(super) fn of(text: &str) -> Before {
        let is_secret = |line: &str| {
            let kind = line.trim_start().trim_start_matches(['-', ' ', '"']).strip_prefix("kind");
            kind.is_some_and(|kind| kind.trim_matches([' ', '"', ':', ',', '\r']) == "Secret")
        };
        let may_be = text.contains("kind: Secret") || text.contains("\"Secret\"");
        Before { is_manifest: may_be && text.lines().any(is_secret), ..Before::default() }
    }

    /// Whether a line may contain a secret because of those before it.
    pub(super) fn awaits(&self, line: &str) -> bool {
        self.announced.is_some() || self.header.is_some() || self.is_manifest && line.contains(':')
    }

    /// The separator of the table that the next line is a row of.
    pub(super) fn separator(&self) -> Option<u8> {
        self.header.as_ref().map(|(_, separator)| *separator)
    }

    /// Reads a line, as context of the next one.
    pub(super) fn take(&mut self, line: &str, reasons: &Reasons) {
        if self.header.is_none() && self.announced.is_none() && reasons.named_to.is_none() {
            return;
        }
        let line = line.trim_end();
        if line.is_empty() {
            return;
        }
        let is_row = self.header.as_ref().is_some_and(|(cells, separator)| {
            line.bytes().filter(|byte| byte == separator).count() + 1 >= cells.len()
        });
        if !is_row {
            self.header = reasons.named_to.and_then(|_| header_of(line));
        }
        let announces = reasons.named_to.is_some_and(|end| {
            let rest = line.get(end..).unwrap_or_default();
            rest.len() <= 20
                || rest.ends_with([':', '=', '(', '[', '{', '|', '>', '\\', '"', '\'', '`', ','])
        });
        if announces {
            let from = line.len() - MOST_BYTES.min(line.len());
            let tail = truncate(&line[line.ceil_char_boundary(from)..], MOST_BYTES);
            self.announced = Some((tail.to_owned(), 0));
        } else if let Some((_, age)) = &mut self.announced {
            *age += 1;
            if *age >= MOST_AGE {
                self.announced = None;
            }
        }
    }
}

/// The cells of a line that may be the header of a table, and their separator.
fn header_of(line: &str) -> Option<(Vec<String>, u8)> {
    if line.len() > 300 || line.starts_with(['#', '*']) && !line.contains(['|', ',', ';', '\t']) {
        return None;
    }
    let separator = b"|;\t,".iter().find(|byte| line.as_bytes().contains(byte))?;
    let cells: Vec<String> = cells_of(line.as_bytes(), *separator)
        .map(|(start, end)| line.get(start..end).unwrap_or_default().trim().to_owned())
        .collect();
    let is_name = |c: char| c.is_alphanumeric() || "_- *#/.\"'()`".contains(c);
    let is_cell = |cell: &String| cell.chars().all(is_name) && cell.len() <= 40;
    // In code a blank comes after a comma, and in sentences too.
    let is_dense = *separator == b'|' || !line.contains(", ") && !line.contains("; ");
    (cells.len() >= 2 && is_dense && cells.iter().all(is_cell)).then_some((cells, *separator))
}
