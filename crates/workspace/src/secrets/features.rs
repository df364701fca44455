//! The features of a candidate: the words around it, the signs that join it to them, and its shape.
//! Each feature is a number, a hash of its value; features that the model does not know have no
//! weight. Start at [`Analysed::features`].

use super::candidates::Candidate;
use super::shape::{Kind, SEED, Word, add_byte, coarse, hash_of, lower, mix, step, words_of};
use super::stems;

/// The earlier lines, as far as they announce a value.
#[derive(Debug, Clone, Default)]
pub(super) struct Before {
    /// The line that announces one, and how many others lie between.
    pub(super) announced: Option<(String, u8)>,
    /// The cells of the header of a table and what separates them.
    pub(super) header: Option<(Vec<String>, u8)>,
    pub(super) is_manifest: bool,
}

/// A line, cut into words.
pub(super) struct Analysed<'a> {
    line: &'a str,
    words: Vec<Word>,
    /// The words that occur in names of secrets, as ranges.
    stems: Vec<(usize, usize)>,
    /// Of the announcing line before.
    before: Vec<Word>,
    context: &'a Before,
}

/// Whether words belong to one name: nothing or a sign that names may have is between them.
fn joins(gap: &str) -> bool {
    gap.len() <= 1 && gap.bytes().all(|byte| b"_-.$".contains(&byte))
}

impl<'a> Analysed<'a> {
    pub(super) fn new(line: &'a str, context: &'a Before) -> Analysed<'a> {
        let announced = context.announced.as_ref().map(|(line, _)| &**line);
        Analysed {
            line,
            words: words_of(line, 500),
            stems: stems::names(line),
            before: announced.map(|line| words_of(line, 100)).unwrap_or_default(),
            context,
        }
    }

    /// Adds the features of the surroundings of a candidate with this shape.
    pub(super) fn features(&self, candidate: &Candidate, kind: Kind, out: &mut Vec<u32>) {
        self.names(candidate, out);
        self.surroundings(candidate, out);
        self.stem(candidate, kind, out);
    }

    /// Adds the nearest word of names of secrets before a candidate, the text between, and the kind of the value.
    fn stem(&self, candidate: &Candidate, kind: Kind, out: &mut Vec<u32>) {
        let n_before = self.stems.partition_point(|(_, end)| *end <= candidate.start);
        let stem = self.stems[..n_before].last();
        let line = match (&self.context.header, &self.context.announced) {
            (Some(_), _) => self.column(candidate),
            (None, Some((line, _))) => Some(&**line),
            (None, None) => None,
        };
        let above = line.and_then(|line| {
            let (start, end) = *stems::names(line).last()?;
            Some((hash_of(lower(&line[start..end])), line.len() - end))
        });
        let from = self.words.partition_point(|word| word.end <= candidate.start);
        let last = from.checked_sub(1).map_or(0, |at| self.words[at].end);
        let joint = separator(&self.line[last..candidate.start]);
        out.push(mix(100, joint ^ kind.plain << 8 | kind.mask));
        out.push(mix(101, joint.rotate_left(5) ^ kind.mask));
        out.push(mix(102, joint.rotate_left(9) ^ kind.length));
        match stem {
            Some((start, end)) => {
                let word = hash_of(lower(&self.line[*start..*end]));
                let gap = &self.line[*end..candidate.start];
                let distance = step(gap.len(), &[1, 2, 3, 5, 9, 16, 30, 60]);
                let n_words = step(gap.split(' ').count(), &[2, 3, 4, 6, 9]);
                out.push(mix(103, word));
                out.push(mix(104, word.rotate_left(6) ^ distance));
                out.push(mix(105, word.rotate_left(6) ^ kind.mask));
                out.push(mix(106, distance << 16 | kind.plain << 8 | kind.mask));
                out.push(mix(107, distance << 16 | kind.length << 8 | kind.mask));
                out.push(mix(108, n_words << 16 | kind.plain << 8 | kind.mask));
                out.push(mix(109, separator(gap)));
                out.push(mix(110, word.rotate_left(6) ^ joint));
                out.push(mix(111, distance << 16 ^ kind.form));
                out.push(mix(112, separator(gap).rotate_left(3) ^ kind.plain));
            }
            None => match above {
                Some((word, gap)) => {
                    let distance = step(gap, &[1, 2, 3, 5, 9, 16, 30, 60]);
                    out.push(mix(113, word));
                    out.push(mix(114, distance << 16 | kind.plain << 8 | kind.mask));
                    out.push(mix(115, word.rotate_left(6) ^ kind.mask));
                    out.push(mix(116, distance << 16 | kind.length << 8 | kind.mask));
                }
                None => {
                    out.push(mix(117, kind.plain << 8 | kind.mask));
                    out.push(mix(118, kind.length << 8 | kind.mask));
                    out.push(mix(119, kind.form));
                }
            },
        }
        // A word of secrets after it: `MOVE "…" TO WS-PASSWORD`.
        if let Some((start, end)) = self.stems[n_before..].iter().find(|s| s.0 >= candidate.end) {
            let gap = step(start - candidate.end, &[1, 2, 4, 8, 16]);
            out.push(mix(120, gap << 16 | kind.plain << 8 | kind.mask));
            out.push(mix(121, hash_of(lower(&self.line[*start..*end]))));
        }
    }

    /// Adds the names before a candidate, nearest first, and the signs that join them to it.
    fn names(&self, candidate: &Candidate, out: &mut Vec<u32>) {
        let n_before = self.words.partition_point(|word| word.end <= candidate.start);
        let words = &self.words[..n_before];
        // The header of the column, or the line above, names a value that begins its line.
        let column = self.column(candidate);
        let is_first = words.is_empty() || self.line[..words[words.len() - 1].end].len() < 3;
        match (&column, &self.context.announced) {
            (Some(header), _) => {
                let cells = words_of(header, 8);
                out.push(mix(30, hash_of(*b"|")));
                names(header, &cells, header.len(), out);
            }
            (None, Some((line, _))) if is_first => {
                let head = &self.line[words.last().map_or(0, |word| word.end)..candidate.start];
                let last = self.before.last().map_or(0, |word| word.end);
                out.push(mix(31, separator(head)));
                out.push(mix(32, separator(&line[last..])));
                names(line, &self.before, line.len(), out);
            }
            _ => {
                let from = words.last().map_or(0, |word| word.end);
                let joint = separator(&self.line[from..candidate.start]);
                out.push(mix(33, joint));
                names(self.line, words, candidate.start, out);
            }
        }
        if let (false, Some((line, age))) = (is_first, &self.context.announced) {
            let n = self.before.len();
            out.push(mix(34, u32::from(*age)));
            let last = self.before.last().map_or(0, |word| word.end);
            out.push(mix(35, separator(&line[last..])));
            for word in &self.before[n.saturating_sub(4)..] {
                out.push(mix(36, word.hash));
            }
        }
    }

    fn column(&self, candidate: &Candidate) -> Option<&str> {
        let (cells, separator) = self.context.header.as_ref()?;
        let bytes = &self.line.as_bytes()[..candidate.start];
        let n = bytes.iter().filter(|byte| **byte == *separator).count();
        cells.get(n).map(|cell| &**cell)
    }

    /// Adds the call that a candidate is an argument of, the words around it, and the beginning of the line.
    fn surroundings(&self, candidate: &Candidate, out: &mut Vec<u32>) {
        let bytes = self.line.as_bytes();
        let n_before = self.words.partition_point(|word| word.end <= candidate.start);
        let (call, argument) = enclosing(&bytes[..candidate.start]);
        if let Some(open) = call {
            let n = self.words.partition_point(|word| word.end <= open);
            for word in last_name(self.line, &self.words[..n]).iter().rev().take(3) {
                out.push(mix(40, word.hash));
                out.push(mix(41 + argument.min(3), word.hash));
            }
            out.push(mix(45, u32::from(argument.min(4))));
        }
        for word in self.words[..n_before].iter().rev().take(14) {
            out.push(mix(46, word.hash));
        }
        let n_after = self.words.partition_point(|word| word.start < candidate.end);
        for word in self.words[n_after..].iter().take(3) {
            out.push(mix(47, word.hash));
        }
        let after = &bytes[candidate.end..(candidate.end + 3).min(bytes.len())];
        out.push(mix(48, hash_of(after.iter().map(|byte| coarse(*byte)))));
        out.push(mix(49, hash_of(after.iter().take(1).copied())));
        let before = &bytes[candidate.start.saturating_sub(2)..candidate.start];
        out.push(mix(50, hash_of(before.iter().map(|byte| coarse(*byte)))));
        if let Some(first) = self.words.first().filter(|word| word.end <= candidate.start) {
            out.push(mix(51, first.hash));
        }
        let lead = self.line.trim_start().as_bytes();
        let lead = &lead[..lead.len().min(2)];
        out.push(mix(52, hash_of(lead.iter().map(|byte| coarse(*byte)))));
        out.push(mix(53, candidate.style as u32 * 256 + u32::from(candidate.quote)));
        out.push(mix(54, u32::from(self.context.is_manifest)));
        let n_words = [0, 1, 2, 4, 7, 12, 20];
        out.push(mix(55, n_words.iter().filter(|n| **n <= n_before).count() as u32));
    }
}

/// A hash of the text between a name and a value, with several blanks as one.
fn separator(text: &str) -> u32 {
    let mut hash = SEED;
    let mut was_blank = false;
    for byte in text.bytes().take(10) {
        let is_blank = byte == b' ' || byte == b'\t';
        if !(is_blank && was_blank) {
            hash = add_byte(hash, if is_blank { b' ' } else { byte });
        }
        was_blank = is_blank;
    }
    hash
}

/// The last words of a line that are joined to one name.
fn last_name<'a>(line: &str, words: &'a [Word]) -> &'a [Word] {
    let mut first = words.len().saturating_sub(1);
    while first > 0 && joins(&line[words[first - 1].end..words[first].start]) {
        first -= 1;
    }
    &words[first..]
}

fn names(line: &str, words: &[Word], end: usize, out: &mut Vec<u32>) {
    let mut rest = words;
    let mut end = end;
    for place in 0..4_u8 {
        if rest.is_empty() {
            break;
        }
        let name = last_name(line, rest);
        rest = &rest[..rest.len() - name.len()];
        if place == 1 {
            let last = name.last().map_or(0, |word| word.end);
            let next = line[last..end].len();
            out.push(mix(20, next.min(12) as u32));
            out.push(mix(21, separator(line.get(last..end).unwrap_or_default())));
        }
        end = name.first().map_or(0, |word| word.start);
        for (from_end, word) in name.iter().rev().take(5).enumerate() {
            out.push(mix(1 + place.min(2), word.hash));
            out.push(mix(4, word.hash));
            if from_end == 0 {
                out.push(mix(5 + place.min(2), word.hash));
            }
            if place < 2 {
                grams(8 + place, &line[word.start..word.end], out);
            }
        }
        if place == 0 && name.len() > 1 {
            let n = name.len();
            out.push(mix(12, name[n - 2].hash.rotate_left(7) ^ name[n - 1].hash));
        }
    }
}

/// Adds all sequences of four characters of a word, with its borders.
fn grams(space: u8, word: &str, out: &mut Vec<u32>) {
    let chars: Vec<char> = std::iter::once('^')
        .chain(word.chars().take(24).flat_map(char::to_lowercase))
        .chain(std::iter::once('$'))
        .collect();
    for row in chars.windows(4) {
        let hash = row.iter().fold(SEED, |hash, c| {
            u32::from(*c).to_le_bytes().iter().fold(hash, |hash, byte| add_byte(hash, *byte))
        });
        out.push(mix(space, hash));
    }
}

/// The `(` that is open at the end of a text, and the number of commas after it.
fn enclosing(bytes: &[u8]) -> (Option<usize>, u8) {
    let (mut depth, mut n_commas) = (0_u32, 0_u8);
    let mut quote = None;
    for (back, byte) in bytes.iter().rev().take(300).enumerate() {
        match (quote, byte) {
            (Some(open), byte) if open == *byte => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') if back > 0 => quote = Some(*byte),
            (None, b')') => depth += 1,
            (None, b'(') if depth == 0 => return (Some(bytes.len() - 1 - back), n_commas),
            (None, b'(') => depth -= 1,
            (None, b',') if depth == 0 => n_commas = n_commas.saturating_add(1),
            (None, _) => {}
        }
    }
    (None, n_commas)
}
