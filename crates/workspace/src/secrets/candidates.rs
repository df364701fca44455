//! The pieces of a line that may be secret values: text in quotes, between blanks, after a
//! separator, in a cell of a table, and the rest of a line after a colon. They overlap;
//! [`super::model`] decides which of them are secrets. Start at [`find`].

/// A piece of a line, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The quotes around it, or 0.
    pub(super) quote: u8,
    pub(super) style: Style,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Quoted,
    Piece,
    /// The rest of the line after a separator.
    Rest,
    Cell,
    /// After the user in an address.
    Login,
}

const LEAST_BYTES: usize = 4;
const MOST_BYTES: usize = 2000;
/// A piece is cut at no more separators than this.
const MOST_STARTS: usize = 6;

/// Adds the candidates of a line. `cells` is the separator of the table that the line is a row of.
pub(super) fn find(line: &str, cells: Option<u8>, found: &mut Vec<Candidate>) {
    let mut add = |start: usize, end: usize, quote: u8, style: Style| {
        let is_new =
            found.last().is_none_or(|last: &Candidate| (last.start, last.end) != (start, end));
        let is_whole = line.is_char_boundary(start) && line.is_char_boundary(end);
        if is_new && is_whole && start + LEAST_BYTES <= end && end - start <= MOST_BYTES {
            found.push(Candidate { start, end, quote, style });
        }
    };
    let bytes = line.as_bytes();
    quoted(bytes, &mut add);
    pieces(line, &mut add);
    numbers(bytes, &mut add);
    rests(line, &mut add);
    if let Some(separator) = cells {
        for (start, end) in cells_of(bytes, separator) {
            let cell = &bytes[start..end];
            let lead = cell.iter().take_while(|byte| b" \t\"'`*".contains(byte)).count();
            let tail = cell[lead..].iter().rev().take_while(|b| b" \t\"'`*\r".contains(b)).count();
            add(start + lead, end - tail, 0, Style::Cell);
        }
    }
}

/// The ranges of the cells of a row.
pub(super) fn cells_of(bytes: &[u8], separator: u8) -> impl Iterator<Item = (usize, usize)> {
    let mut at = 0;
    bytes.split(move |byte| *byte == separator).map(move |cell| {
        let start = at;
        at += cell.len() + 1;
        (start, start + cell.len())
    })
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
}

/// Text between two equal quotes. An apostrophe within a word is not a quote.
fn quoted(bytes: &[u8], add: &mut impl FnMut(usize, usize, u8, Style)) {
    let mut at = 0;
    while let Some(n) = bytes[at..].iter().position(|byte| is_quote(*byte)) {
        let open = at + n;
        let quote = bytes[open];
        let is_apostrophe = quote == b'\''
            && open > 1
            && is_word(bytes[open - 1])
            && (is_word(bytes[open - 2]) || bytes.get(open + 1).is_none_or(|byte| !is_word(*byte)));
        at = open + 1;
        if is_apostrophe {
            continue;
        }
        let is_escaped = open > 0 && bytes[open - 1] == b'\\';
        let mut close = at;
        let end = loop {
            match bytes.get(close) {
                None => break None,
                Some(b'\\') if is_escaped && bytes.get(close + 1) == Some(&quote) => {
                    break Some(close);
                }
                Some(b'\\') => close += 2,
                Some(byte) if *byte == quote => break Some(close),
                Some(_) => close += 1,
            }
        };
        if let Some(end) = end {
            add(at, end, quote, Style::Quoted);
            // The text may itself contain quotes of another kind.
            let has_others = bytes[at..end].iter().any(|byte| is_quote(*byte));
            at = if has_others { at } else { bytes.len().min(end + 1 + usize::from(is_escaped)) };
        }
    }
}

/// Pieces between blanks and quotes, also after and before separators.
fn pieces(line: &str, add: &mut impl FnMut(usize, usize, u8, Style)) {
    let is_wide = |c: char| {
        matches!(
            c,
            '「' | '」' | '『' | '』' | '：' | '，' | '；' | '（' | '）' | '、' | '。' | '＝'
        )
    };
    let is_hard = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`') || is_wide(c);
    let mut at = 0;
    for text in line.split(is_hard) {
        if text.len() >= LEAST_BYTES {
            piece(line.as_bytes(), at, at + text.len(), add);
        }
        at += text.len();
        at += line[at..].chars().next().map_or(0, char::len_utf8);
    }
}

/// Rows of numbers, as the bytes of keys are written.
fn numbers(bytes: &[u8], add: &mut impl FnMut(usize, usize, u8, Style)) {
    let is_part = |byte: u8| byte.is_ascii_hexdigit() || b"x, ".contains(&byte);
    let mut at = 0;
    while at < bytes.len() {
        let n = bytes[at..].iter().take_while(|byte| is_part(**byte)).count();
        let row = &bytes[at..at + n];
        if n >= 20 && row.iter().filter(|byte| **byte == b',').count() >= 3 {
            let lead = row.iter().take_while(|byte| b", ".contains(byte)).count();
            let tail = row.iter().rev().take_while(|byte| b", ".contains(byte)).count();
            add(at + lead, at + n - tail, 0, Style::Rest);
        }
        at += n + 1;
    }
}

fn piece(bytes: &[u8], from: usize, to: usize, add: &mut impl FnMut(usize, usize, u8, Style)) {
    let is_lead = |byte: u8| b"([{<,;:=>|*".contains(&byte);
    let is_tail = |byte: u8| b",;.)]}>:|*\\".contains(&byte);
    let (mut start, mut n_starts) = (from, 0);
    let quote = match (from.checked_sub(1).map(|at| bytes[at]), bytes.get(to)) {
        (Some(before), Some(after)) if is_quote(before) && before == *after => before,
        _ => 0,
    };
    let address = bytes[from..to].windows(3).position(|three| three == b"://");
    if let Some(scheme) = address {
        let login = from + scheme + 3;
        let colon = bytes[login..to].iter().position(|byte| *byte == b':');
        let host = bytes[login..to].iter().rposition(|byte| *byte == b'@');
        if let (Some(colon), Some(host)) = (colon, host)
            && colon < host
        {
            add(login + colon + 1, login + host, 0, Style::Login);
        }
    }
    let most_starts = if address.is_some() { 2 * MOST_STARTS } else { MOST_STARTS };
    while start < to && n_starts < most_starts {
        if is_lead(bytes[start]) {
            start += 1;
            continue;
        }
        // A name before a separator is not a value, nor is the name of a called function.
        let rest = &bytes[start..to];
        let n_name =
            rest.iter().take_while(|byte| is_word(**byte) || b"_-.$/".contains(byte)).count();
        let after = &rest[n_name..];
        // Base64 ends in `=`.
        let n_padding = after.iter().take(2).take_while(|byte| **byte == b'=').count();
        let is_padded =
            n_padding > 0 && after.get(n_padding).is_none_or(|byte| b"&;,)<]}|".contains(byte));
        let is_name = after.first().is_some_and(|byte| b"=:([>".contains(byte))
            && !after.starts_with(b"://")
            && !is_padded;
        let tail = rest.iter().rev().take_while(|byte| is_tail(**byte)).count();
        let whole = to - tail.min(rest.len());
        if !is_name {
            n_starts += 1;
            add(start, whole, quote, Style::Piece);
            if tail > 0 && tail < rest.len() {
                add(start, to, quote, Style::Piece);
            }
            let ends = |set: &[u8]| rest.iter().position(|byte| set.contains(byte));
            for set in [&b",;<&)"[..], b"@|}]:"] {
                if let Some(n) = ends(set)
                    && start + n < whole
                {
                    add(start, start + n, quote, Style::Piece);
                }
            }
        }
        let next = rest.iter().position(|byte| b"=:(,;>[{&?|/@\\".contains(byte));
        start = next.map_or(to, |n| start + n + 1);
    }
}

/// The rest of the line after a separator that a blank follows, when there are blanks in it.
fn rests(line: &str, add: &mut impl FnMut(usize, usize, u8, Style)) {
    let bytes = line.as_bytes();
    let end = bytes.len() - bytes.iter().rev().take_while(|b| b" \t\r,;\"'.".contains(b)).count();
    let mut n = 0;
    for at in 1..end.saturating_sub(1) {
        let is_separator = match bytes[at] {
            b':' | b'=' => bytes[at + 1] == b' ' || bytes[at] == b'=',
            b'>' | b'/' => bytes[at + 1] == b' ',
            _ => false,
        };
        if !is_separator {
            continue;
        }
        let start = at + 1 + bytes[at + 1..].iter().take_while(|b| b" \t\"'".contains(b)).count();
        let has = |sign: u8| bytes[start..end.max(start)].contains(&sign);
        // A text with quotes or another separator in it is not a phrase.
        if start < end && end - start <= 120 && has(b' ') && !has(b'"') && !has(b'`') && !has(b'=')
        {
            add(start, end, 0, Style::Rest);
            let stop = bytes[start..end].iter().position(|byte| b",;(#<".contains(byte));
            if let Some(stop) = stop {
                let n_blank = bytes[start..start + stop].iter().rev().take_while(|b| **b == b' ');
                add(start, start + stop - n_blank.count(), 0, Style::Rest);
            }
        }
        n += 1;
        if n == 3 {
            break;
        }
    }
}
