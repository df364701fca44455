//! A damage as a line of text: which file, what is done to it, and where.
//!
//! ```text
//! lexical/0.fast zero 600 1200
//! files-2 flip 17 3
//! rutter.db set 4096 ffff
//! ```

use crate::Random;

/// A part of the data folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// The mark of the version.
    Format,
    /// The lists of files.
    Manifest,
    /// The word index and the vectors.
    Segments,
    /// The cache of parsed facts.
    Facts,
    /// The entries, which nothing can make again.
    Entries,
}

impl Part {
    pub const ALL: [Part; 5] =
        [Part::Format, Part::Manifest, Part::Segments, Part::Facts, Part::Entries];

    pub fn name(self) -> &'static str {
        match self {
            Part::Format => "format",
            Part::Manifest => "manifest",
            Part::Segments => "segments",
            Part::Facts => "facts",
            Part::Entries => "entries",
        }
    }

    pub fn parse(name: &str) -> Option<Part> {
        Part::ALL.into_iter().find(|part| part.name() == name)
    }

    /// Whether a file of that name belongs to it.
    pub fn holds(self, name: &str) -> bool {
        match self {
            Part::Format => name == "format",
            Part::Manifest => name.starts_with("files-"),
            Part::Segments => name.starts_with("lexical/"),
            Part::Facts => name.starts_with("facts.db"),
            Part::Entries => name.starts_with("rutter.db"),
        }
    }
}

/// A line of a recipe for one of these files, at random.
pub fn draw(part: Part, names: &[&str], random: &mut Random) -> String {
    let name = random.pick(names).copied().unwrap_or("nothing");
    // Small files are missed by most offsets of large ones only in part: offsets wrap around.
    let offset = if random.once_in(3) { random.below(256) } else { random.below(1 << 20) };
    let length = 1 + random.small_below(2048);
    // Without its file, or with an empty one, the notebook is one that was never written to.
    let is_precious = part == Part::Entries;
    match random.below(12) {
        0 | 1 => format!("{name} flip {offset} {}", random.below(8)),
        2 | 3 => {
            let n_bytes = 1 + random.below(8);
            let hex: String = (0..n_bytes).map(|_| format!("{:02x}", random.byte())).collect();
            format!("{name} set {offset} {hex}")
        }
        4 | 5 => format!("{name} zero {offset} {length}"),
        6 => format!("{name} scramble {offset} {length}"),
        7 => format!("{name} remove {offset} {length}"),
        8 => format!("{name} copy {offset} {} {length}", random.below(1 << 20)),
        9 => format!("{name} truncate {}", 1 + random.below(1 << 16)),
        10 if !is_precious => format!("{name} delete"),
        11 if !is_precious => {
            let other = random.pick(names).copied().unwrap_or("nothing");
            format!("{name} replace {other}")
        }
        _ => {
            let extremes = ["00000000", "ffffffff", "ffffff7f", "01000000", "7fffffff", "ff"];
            let hex = random.pick(&extremes).copied().unwrap_or_default();
            format!("{name} set {offset} {hex}")
        }
    }
}

/// The kinds of files that a recipe damages: `lexical/.fast, files-`.
pub fn kinds(recipe: &str) -> String {
    let names = recipe.lines().filter_map(|line| line.split(' ').next());
    let mut kinds: Vec<String> =
        names.map(|name| name.chars().filter(|c| !c.is_ascii_digit()).collect()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.join(", ")
}

/// What to do to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operation<'a> {
    Flip { offset: usize, bit: u32 },
    Set { offset: usize, bytes: Vec<u8> },
    Zero { offset: usize, length: usize },
    Scramble { offset: usize, length: usize },
    Remove { offset: usize, length: usize },
    Copy { from: usize, to: usize, length: usize },
    Truncate { length: usize },
    Delete,
    Replace { other: &'a str },
}

/// Reads a line; `None` when it is no damage.
pub fn parse(line: &str) -> Option<(&str, Operation<'_>)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<usize>().ok());
    let operation = match *words.get(1)? {
        "flip" => Operation::Flip { offset: number(2)?, bit: u32::try_from(number(3)?).ok()? % 8 },
        "set" => Operation::Set { offset: number(2)?, bytes: hex(words.get(3)?)? },
        "zero" => Operation::Zero { offset: number(2)?, length: number(3)? },
        "scramble" => Operation::Scramble { offset: number(2)?, length: number(3)? },
        "remove" => Operation::Remove { offset: number(2)?, length: number(3)? },
        "copy" => Operation::Copy { from: number(2)?, to: number(3)?, length: number(4)? },
        "truncate" => Operation::Truncate { length: number(2)? },
        "delete" => Operation::Delete,
        "replace" => Operation::Replace { other: words.get(2)? },
        _ => return None,
    };
    Some((words[0], operation))
}

fn hex(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks_exact(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// The damaged bytes; `None` when the file is to go.
pub fn apply<'a>(
    operation: &Operation<'_>,
    mut bytes: Vec<u8>,
    find: impl Fn(&str) -> Option<&'a [u8]>,
) -> Option<Vec<u8>> {
    let n_bytes = bytes.len();
    let wrap = |offset: usize| offset % n_bytes.max(1);
    let range = |offset: usize, length: usize| {
        let start = wrap(offset).min(n_bytes);
        start..start.saturating_add(length).min(n_bytes)
    };
    match operation {
        Operation::Flip { offset, bit } => {
            if let Some(byte) = bytes.get_mut(wrap(*offset)) {
                *byte ^= 1 << bit;
            }
        }
        Operation::Set { offset, bytes: new } => {
            for (byte, new) in bytes.iter_mut().skip(wrap(*offset)).zip(new) {
                *byte = *new;
            }
        }
        Operation::Zero { offset, length } => bytes[range(*offset, *length)].fill(0),
        Operation::Scramble { offset, length } => {
            let mut random = Random::new(*offset as u64);
            bytes[range(*offset, *length)].iter_mut().for_each(|byte| *byte = random.byte());
        }
        Operation::Remove { offset, length } => {
            bytes.drain(range(*offset, *length));
        }
        Operation::Copy { from, to, length } => {
            let piece = bytes[range(*from, *length)].to_vec();
            for (byte, new) in bytes.iter_mut().skip(wrap(*to)).zip(piece) {
                *byte = new;
            }
        }
        Operation::Truncate { length } => bytes.truncate((length % n_bytes.max(1)).max(1)),
        Operation::Delete => return None,
        Operation::Replace { other } => bytes = find(other)?.to_vec(),
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, before: &[u8]) -> Option<Vec<u8>> {
        let (_, operation) = parse(line).unwrap();
        apply(&operation, before.to_vec(), |name| (name == "b").then_some(b"other".as_slice()))
    }

    #[test]
    fn a_recipe_damages_as_it_says() {
        let whole = b"0123456789";
        assert_eq!(check("a flip 0 0", whole).unwrap(), b"1123456789");
        assert_eq!(check("a set 12 4142", whole).unwrap(), b"01AB456789");
        assert_eq!(check("a zero 8 100", whole).unwrap(), b"01234567\0\0");
        assert_eq!(check("a remove 1 8", whole).unwrap(), b"09");
        assert_eq!(check("a copy 0 5 2", whole).unwrap(), b"0123401789");
        assert_eq!(check("a truncate 13", whole).unwrap(), b"012");
        assert_eq!(check("a replace b", whole).unwrap(), b"other");
        assert_eq!(check("a delete", whole), None);
    }

    #[test]
    fn an_empty_file_survives_every_damage() {
        for line in ["a flip 9 1", "a zero 1 1", "a remove 5 5", "a copy 1 2 3", "a truncate 7"] {
            assert_eq!(check(line, b"").unwrap(), b"", "{line}");
        }
    }

    #[test]
    fn what_is_drawn_can_be_read() {
        let mut random = Random::new(1);
        for part in Part::ALL {
            for _ in 0..500 {
                let line = draw(part, &["x"], &mut random);
                assert!(parse(&line).is_some(), "{line}");
            }
        }
        assert_eq!(parse("nonsense"), None);
        assert_eq!(parse("a set 1 zz"), None);
    }
}
