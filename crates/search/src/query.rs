//! Reads a query: what kind it is, which words it has and which symbols it names.
//!
//! A query is never refused. What looks like code is taken as names to be defined somewhere, the
//! rest as words; small words (`how`, `the`) count only when there are no others. Start at
//! [`Plan::of`].

use std::collections::HashSet;

use rutter_domain::{FileId, Language, SymbolKind};

use crate::names::{Key, Mention, Standing};
use crate::words::{MAX_WORD_BYTES, Parts, Piece, Words};

/// A question to the lexical index.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    pub text: &'a str,
    /// At most this many hits.
    pub limit: usize,
    /// Only chunks that define, or belong to, a symbol of one of these kinds; of all if empty.
    pub kinds: &'a [SymbolKind],
    /// Only chunks of the files that this lets through. Asked before the best are picked.
    pub accepts: Option<&'a dyn Fn(FileId) -> bool>,
}

/// More distinct terms than this are not even looked up.
const MAX_READ_TERMS: usize = 512;
/// The terms that are searched: the rarest, when there are more.
pub const MAX_TERMS: usize = 64;
/// What two neighbouring words count as one name.
const JOINT_WEIGHT: f32 = 0.6;
/// Symbols beyond this many in one query are text.
const MAX_SOUGHT: usize = 8;

/// What a query is after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// One name: `getUserById`, `Foo::bar`.
    Symbol,
    /// A file: `src/net/tcp.rs`.
    Path,
    /// Words, code or an error message.
    Text,
}

/// A query, read.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    pub aim: Aim,
    pub terms: Vec<QueryTerm>,
    pub sought: Vec<Sought>,
    /// Whether tests, examples or benchmarks are asked for by name.
    pub wants_side_paths: bool,
    /// The query as a path, when it is after a file.
    pub path: Option<String>,
}

/// A word to look for.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryTerm {
    /// As it is indexed.
    pub text: String,
    /// How much it counts, beside its rarity.
    pub weight: f32,
    /// Whether it is two words of the query in one, and they are terms themselves.
    pub is_joint: bool,
}

/// A symbol to look for.
#[derive(Debug, Clone, PartialEq)]
pub struct Sought {
    /// As the query has it.
    pub name: String,
    /// What its definition may be indexed under, and how well one under each would fit.
    pub keys: Vec<(Key, f32)>,
    /// How sure it is that a symbol is meant.
    pub certainty: f32,
}

impl Plan {
    /// Reads a query.
    pub fn of(text: &str) -> Plan {
        let raw_words: Vec<&str> = text.split_whitespace().map(bare).collect();
        let aim = aim_of(&raw_words);
        let terms = read_terms(text);
        let sought = match aim {
            Aim::Path => Vec::new(),
            Aim::Symbol | Aim::Text => read_sought(text, &raw_words, aim),
        };
        let wants_side_paths = terms.iter().any(|term| {
            matches!(
                &*term.text,
                "test" | "spec" | "mock" | "fixtur" | "exampl" | "benchmark" | "bench"
            )
        });
        let path = (aim == Aim::Path).then(|| raw_words.concat().to_lowercase());
        Plan { aim, terms, sought, wants_side_paths, path }
    }
}

/// A word without the quotes and commas around it.
fn bare(word: &str) -> &str {
    let word = word.trim_matches(|c: char| matches!(c, '`' | '"' | '\'' | ',' | ';' | '“' | '”'));
    word.trim_end_matches(['.', ':', '?', '!'])
}

fn aim_of(words: &[&str]) -> Aim {
    let mut meant = words.iter().filter(|word| !is_keyword(word));
    let (Some(word), None) = (meant.next(), meant.next()) else { return Aim::Text };
    if looks_like_path(word) {
        Aim::Path
    } else if Mention::parse(word).is_some() {
        Aim::Symbol
    } else {
        Aim::Text
    }
}

/// Words that stand before a name in code and say nothing by themselves.
fn is_keyword(word: &str) -> bool {
    const KEYWORDS: &[&str] = &[
        "class",
        "const",
        "def",
        "enum",
        "fn",
        "func",
        "function",
        "impl",
        "interface",
        "struct",
        "trait",
        "type",
    ];
    KEYWORDS.contains(&word)
}

fn looks_like_path(word: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '@' | '+');
    let has_folder = word.trim_matches('/').contains('/') && !word.contains("//");
    let has_extension = word.contains('.') && Language::of_path(word) != Language::Unknown;
    word.chars().all(is_plain) && (has_folder || has_extension)
}

/// Whether a word can only come from code: `a_b`, `aB`, `A::b`, `a.b`, `a()`.
fn looks_like_code(word: &str) -> bool {
    let bytes = word.as_bytes();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 128;
    let has_hump =
        bytes.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let has_underscore = word.trim_matches('_').contains('_') || word.starts_with("__");
    let has_joint = ["::", "->", "()", "\\"].iter().any(|joint| word.contains(joint));
    let has_dot = bytes.windows(3).any(|three| {
        matches!(three[1], b'.' | b'#') && is_name(three[0]) && three[2].is_ascii_alphabetic()
    });
    has_hump || has_underscore || has_joint || (has_dot && !looks_like_path(word))
}

fn read_sought(text: &str, words: &[&str], aim: Aim) -> Vec<Sought> {
    let mut seen = HashSet::new();
    let mut sought = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let quoted = text.contains(&format!("`{word}`"));
        let certainty = if looks_like_code(word) || quoted {
            1.0
        } else if aim == Aim::Symbol && !is_keyword(word) {
            0.7
        } else if word.chars().next().is_some_and(char::is_uppercase)
            && (index > 0 || words.len() < 4)
            && !is_small(&word.to_lowercase())
        {
            0.4
        } else {
            continue;
        };
        let Some(mention) = Mention::parse(word) else { continue };
        if seen.insert(mention.name.clone()) {
            sought.push(Sought::new(mention, certainty));
        }
        if sought.len() == MAX_SOUGHT {
            break;
        }
    }
    sought
}

impl Sought {
    fn new(mention: Mention, certainty: f32) -> Sought {
        let mut keys = Vec::new();
        for (standing, part) in [(Standing::Chief, 1.0), (Standing::Minor, 0.6)] {
            let (bare_fit, folded_fit) = match &mention.qualified {
                Some(qualified) => {
                    keys.push((standing.exact_key(qualified), part));
                    (0.5, 0.3)
                }
                None => (1.0, 0.7),
            };
            keys.push((standing.exact_key(&mention.name), part * bare_fit));
            keys.push((standing.folded_key(&mention.name), part * folded_fit));
        }
        let name = mention.qualified.unwrap_or(mention.name);
        Sought { name, keys, certainty }
    }
}

fn read_terms(text: &str) -> Vec<QueryTerm> {
    let mut parts = Parts::default();
    let mut words = Words::new(text, &mut parts);
    let mut seen: HashSet<String> = HashSet::new();
    let mut terms: Vec<QueryTerm> = Vec::new();
    let mut small: Vec<QueryTerm> = Vec::new();
    let mut joints: Vec<QueryTerm> = Vec::new();
    let mut before: Option<String> = None;
    let mut word = String::new();
    while let Some(piece) = words.next_into(&mut word) {
        if terms.len() + small.len() >= MAX_READ_TERMS {
            break;
        }
        if !seen.insert(word.clone()) {
            continue;
        }
        let raw = words.identifier().to_lowercase();
        let is_small = piece == Piece::Plain && is_small(&raw);
        // Neighbours may be one name in code: `thread pool` is `thread_pool` or `threadpool`.
        if piece == Piece::Plain && !is_small {
            if let Some(before) = before.take() {
                let mut joint: String = before + &raw;
                crate::stem::stem(&mut joint);
                if joint.len() <= MAX_WORD_BYTES && seen.insert(joint.clone()) {
                    joints.push(QueryTerm { text: joint, weight: JOINT_WEIGHT, is_joint: true });
                }
            }
            before = Some(raw.clone());
        } else {
            before = None;
        }
        let weight = match piece {
            Piece::Plain => 1.0,
            Piece::Whole => 1.0,
            Piece::Part => 0.5,
        };
        let term = QueryTerm { text: word.clone(), weight, is_joint: false };
        if is_small { small.push(term) } else { terms.push(term) }
    }
    if terms.is_empty() {
        return small;
    }
    terms.append(&mut joints);
    terms
}

/// Words that are in every question and say nothing about the answer.
fn is_small(word: &str) -> bool {
    const SMALL: &[&str] = &[
        "a",
        "about",
        "all",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "before",
        "between",
        "by",
        "can",
        "code",
        "could",
        "did",
        "do",
        "does",
        "done",
        "each",
        "find",
        "for",
        "from",
        "had",
        "has",
        "have",
        "how",
        "i",
        "if",
        "implementation",
        "implemented",
        "in",
        "into",
        "is",
        "it",
        "its",
        "logic",
        "me",
        "my",
        "of",
        "on",
        "or",
        "our",
        "should",
        "show",
        "so",
        "some",
        "such",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "through",
        "to",
        "use",
        "used",
        "uses",
        "using",
        "via",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "why",
        "will",
        "with",
        "within",
        "work",
        "works",
        "would",
        "you",
        "your",
    ];
    SMALL.contains(&word)
}
