//! Hashes of code that forgive layout: of its words alone, with comments left out.
//!
//! They separate copies from originals, within the training data and against the packages that
//! judge the model. They are the same on every machine.

/// Words of code in a window.
const WINDOW_WORDS: usize = 48;

/// Shorter code than this is too common to recognise a copy by.
const TELLING_WORDS: usize = 16;

pub fn of_text(text: &str) -> u64 {
    mix(text.bytes().fold(SEED, step))
}

/// The hash of the first words of a code.
pub fn of_start(code: &str) -> u64 {
    let words = words(code);
    of_words(&words.hashes[..words.hashes.len().min(WINDOW_WORDS)])
}

/// Hashes of every window of a code that starts with a line; of all of it when it is short. Windows
/// of few different words, such as tables of numbers, are left out.
pub fn of_windows(code: &str) -> Vec<u64> {
    let words = words(code);
    if words.hashes.len() < WINDOW_WORDS {
        let is_telling = words.hashes.len() >= TELLING_WORDS;
        return if is_telling { vec![of_words(&words.hashes)] } else { Vec::new() };
    }
    let windows = words.line_starts.iter().filter_map(|start| {
        let window = words.hashes.get(*start..start + WINDOW_WORDS)?;
        let mut distinct = window.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        (distinct.len() >= TELLING_WORDS).then(|| of_words(window))
    });
    windows.collect()
}

struct Words {
    hashes: Vec<u64>,
    /// Which of them are the first on their line.
    line_starts: Vec<usize>,
}

fn words(code: &str) -> Words {
    let mut words = Words { hashes: Vec::new(), line_starts: Vec::new() };
    for line in code.lines() {
        let line = line.trim_start();
        if ["//", "/*", "*", "# ", "--", "\"\"\""].iter().any(|mark| line.starts_with(mark)) {
            continue;
        }
        let n_before = words.hashes.len();
        let in_line = line
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(|word| mix(word.bytes().map(|byte| byte.to_ascii_lowercase()).fold(SEED, step)));
        words.hashes.extend(in_line);
        if words.hashes.len() > n_before {
            words.line_starts.push(n_before);
        }
    }
    words
}

const SEED: u64 = 0xcbf2_9ce4_8422_2325;

fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
}

fn of_words(hashes: &[u64]) -> u64 {
    hashes.iter().fold(SEED, |hash, word| mix(hash.rotate_left(5) ^ word))
}

/// Spreads what differs over all bits.
pub fn mix(mut hash: u64) -> u64 {
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(n_lines: usize) -> String {
        (0..n_lines).map(|line| format!("let value{line} = call{line}(a{line}, b);\n")).collect()
    }

    #[test]
    fn layout_and_comments_do_not_change_a_hash() {
        let spaced = code(20).replace(' ', "   ").replace(";\n", ";\n\n// Or so.\n");
        assert_eq!(of_start(&code(20)), of_start(&spaced));
        assert_ne!(of_start(&code(20)), of_start(&code(3)));
    }

    #[test]
    fn a_copy_within_other_code_shares_a_window() {
        let copy = format!("fn other() {{\n{}}}\n", code(20));
        let original = of_windows(&code(20));
        assert!(of_windows(&copy).iter().any(|window| original.contains(window)));
        assert!(of_windows("fn a() {}").is_empty());
    }
}
