//! Tells values that were drawn at random from words that people chose.

/// Whether a value that is called a secret looks random.
pub(super) fn looks_random(value: &str, least_chars: usize) -> bool {
    let n_chars = value.chars().count();
    let has = |test: fn(&char) -> bool| value.chars().any(|c| test(&c));
    n_chars >= least_chars
        && !value.chars().any(char::is_whitespace)
        && has(char::is_ascii_digit)
        && has(char::is_ascii_alphabetic)
        && !is_uuid(value)
        && !is_wordy(value)
        && entropy(value) >= 3.0
}

pub(super) fn is_uuid(value: &str) -> bool {
    let lengths: Vec<usize> = value.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12] && value.chars().all(|c| c == '-' || c.is_ascii_hexdigit())
}

/// Whether a value is made of words and small numbers: `next_page_token_2`, `v1.2.3`, `tokenV2`.
fn is_wordy(value: &str) -> bool {
    let is_row = |digits: &str| digits.len() >= 5 && "01234567890".contains(digits);
    let is_word = |word: &str| {
        word.chars().all(char::is_alphabetic)
            && changes_of_case(word) <= 1 + word.len() / 4
            && (word.len() <= 3 || has_vowels(word))
    };
    let parts = || value.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    let has_word = parts().any(|part| part.len() >= 4 && part.chars().all(char::is_alphabetic));
    let is_part_of_word = |part: &str| {
        let is_short = has_word && part.len() <= 3;
        let word = part.trim_matches(|c: char| c.is_ascii_digit());
        let n_digits = part.len() - word.len();
        (n_digits <= 4 || is_row(part)) && (is_word(word) || is_short || is_numbered(part))
    };
    parts().all(is_part_of_word)
}

/// Whether a name has a number in it: `symbol2label`, `AtomicU32Provider`.
fn is_numbered(part: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let words: Vec<&str> = part.split(is_digit).filter(|word| !word.is_empty()).collect();
    let n_digits = part.chars().filter(char::is_ascii_digit).count();
    let is_word = |word: &&str| {
        word.chars().all(char::is_alphabetic)
            && changes_of_case(word) <= 1 + word.len() / 6
            && (word.len() <= 2 || has_vowels(word))
    };
    n_digits <= 5
        && words.len() <= 3
        && words.iter().any(|word| word.len() >= 5 && n_vowels(word) * 4 >= word.len())
        && words.iter().all(is_word)
}

pub(super) fn has_vowels(word: &str) -> bool {
    n_vowels(word) * 6 >= word.chars().count()
}

fn n_vowels(word: &str) -> usize {
    word.chars().filter(|c| "aeiouyAEIOUY".contains(*c)).count()
}

/// The number of changes between classes of characters: small letters, capitals, digits, others.
pub(super) fn changes(value: &str) -> usize {
    let class = |byte: u8| match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    };
    value.as_bytes().windows(2).filter(|pair| class(pair[0]) != class(pair[1])).count()
}

fn changes_of_case(word: &str) -> usize {
    let chars: Vec<char> = word.chars().collect();
    chars.windows(2).filter(|pair| pair[0].is_lowercase() != pair[1].is_lowercase()).count()
}

/// Shannon's entropy, in bits a character.
pub(super) fn entropy(value: &str) -> f64 {
    let mut counts = std::collections::HashMap::new();
    let mut n_chars = 0.0;
    for c in value.chars() {
        *counts.entry(c).or_insert(0.0_f64) += 1.0;
        n_chars += 1.0;
    }
    counts.values().map(|count: &f64| -(count / n_chars) * (count / n_chars).log2()).sum()
}
