//! A damage as a line of text: which file, what is done to it, and where.
//!
//! ```text
//! lexical/0.fast zero 600 1200
//! files-2 flip 17 3
//! rutter.db set 4096 ffff
//! ```

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

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
    /// The entries, which cannot be computed again.
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

    /// Returns whether a file of that name belongs to it.
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

/// Lengths and offsets that readers of binary formats get wrong, in hexadecimal.
const EXTREME_BYTES: &[&str] = &["00000000", "ffffffff", "ffffff7f", "01000000", "7fffffff", "ff"];

/// Lines of recipes that damage one of these files.
pub fn lines(part: Part, names: &[&str]) -> impl Strategy<Value = String> + use<> {
    let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    // Offsets wrap around, so that large ones reach small files too; headers get a share of their own.
    let offset = || prop_oneof![2 => 0..1usize << 20, 1 => 0..256usize];
    let length = || prop_oneof![1..16usize, 1..256usize, 1..2_049usize];
    let bytes = vec(any::<u8>(), 1..=8)
        .prop_map(|bytes| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
    let extremes = select(EXTREME_BYTES);
    let change = prop_oneof![
        2 => (offset(), 0..8u32).prop_map(|(offset, bit)| format!("flip {offset} {bit}")),
        2 => (offset(), bytes).prop_map(|(offset, hex)| format!("set {offset} {hex}")),
        2 => (offset(), extremes).prop_map(|(offset, hex)| format!("set {offset} {hex}")),
        2 => (offset(), length()).prop_map(|(offset, length)| format!("zero {offset} {length}")),
        1 => (offset(), length()).prop_map(|(offset, length)| format!("scramble {offset} {length}")),
        1 => (offset(), length()).prop_map(|(offset, length)| format!("remove {offset} {length}")),
        1 => (offset(), offset(), length())
            .prop_map(|(from, to, length)| format!("copy {from} {to} {length}")),
        1 => (1..1usize << 16).prop_map(|length| format!("truncate {length}")),
    ];
    let replacement = prop_oneof![
        Just("delete".to_owned()),
        select(names.clone()).prop_map(|other| format!("replace {other}")),
    ];
    // A notebook whose file is gone or replaced is one that was never written to.
    let n_replacements = if part == Part::Entries { 0 } else { 2 };
    let operation = prop_oneof![12 => change, n_replacements => replacement];
    (select(names), operation).prop_map(|(name, operation)| format!("{name} {operation}\n"))
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

/// A change to a file.
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

/// Reads a line; `None` if it is not a valid damage.
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

/// Returns the damaged bytes; `None` if the file is deleted.
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
            let mut noise = blake3::Hasher::new();
            noise.update(&offset.to_le_bytes());
            noise.finalize_xof().fill(&mut bytes[range(*offset, *length)]);
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
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

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
        let mut runner = TestRunner::deterministic();
        for part in Part::ALL {
            let lines = lines(part, &["x"]);
            for _ in 0..500 {
                let line = lines.new_tree(&mut runner).unwrap().current();
                assert!(parse(&line).is_some(), "{line}");
            }
        }
        assert_eq!(parse("nonsense"), None);
        assert_eq!(parse("a set 1 zz"), None);
    }
}
