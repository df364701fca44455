//! Reads a query: what kind it is, which words it has and which symbols it names.
//!
//! A query is never refused. What looks like code is taken as names to be defined somewhere, the
//! rest as words; small words (`how`, `the`) count only when there are no others. Start at
//! [`Plan::of`].

use std::collections::HashSet;

use rutter_domain::{FileId, SymbolKind};

use crate::aim::{self, KEYWORDS, aim_of, looks_like_path};
use crate::names::{Key, Mention, Standing};
use crate::stem::stem;
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
    /// The query as a vector, when there is a model to make it one.
    pub vector: Option<&'a [i8]>,
    pub by: By,
}

/// By which signs to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum By {
    Words,
    Vector,
    /// By words alone where there are no vectors.
    #[default]
    Both,
}

/// More distinct terms than this are not even looked up.
const MAX_READ_TERMS: usize = 512;
/// The terms that are searched: the rarest, when there are more.
pub const MAX_TERMS: usize = 64;
/// What two neighbouring words count as one name.
const JOINT_WEIGHT: f32 = 0.6;
/// What a part of an identifier counts beside the whole.
const PART_WEIGHT: f32 = 0.5;
/// Only the first words of a query are looked at for symbols.
const MAX_LOOKED_AT: usize = 64;
/// Symbols beyond this many in one query are text.
const MAX_SOUGHT: usize = 8;

/// What a query is after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Aim {
    /// One name: `getUserById`, `Foo::bar`.
    Symbol,
    /// A file: `src/net/tcp.rs`.
    Path,
    /// What an error message or a stack trace speaks of.
    Error,
    /// Code like this.
    Code,
    /// What words speak of.
    #[default]
    Text,
}

/// A query, read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    pub aim: Aim,
    pub terms: Vec<QueryTerm>,
    pub sought: Vec<Sought>,
    /// Whether tests, examples or benchmarks are asked for by name.
    pub wants_side_paths: bool,
    /// The files that the query names, in small letters.
    pub paths: Vec<String>,
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
    /// How sure it is that a symbol is meant, up to [`CERTAIN`].
    pub certainty: f32,
}

/// The certainty of what can only be a symbol.
pub const CERTAIN: f32 = 1.0;

impl Plan {
    /// Reads a query.
    pub fn of(text: &str) -> Plan {
        let words: Vec<&str> = text.split_whitespace().take(MAX_LOOKED_AT).collect();
        let aim = aim_of(text, &words);
        let terms = read_terms(text);
        let sought = match aim {
            Aim::Path => Vec::new(),
            Aim::Symbol | Aim::Text | Aim::Error | Aim::Code => read_sought(&words, aim),
        };
        let wants_side_paths = terms.iter().any(|term| SIDE_WORDS.contains(&&*term.text));
        Plan { aim, terms, sought, wants_side_paths, paths: aim::paths_in(text) }
    }
}

/// Terms that ask for tests and the like.
const SIDE_WORDS: [&str; 7] = ["test", "spec", "mock", "fixtur", "exampl", "benchmark", "bench"];

/// Words that are in every question and say nothing about the answer.
pub const SMALL_WORDS: &str = concat!(
    " a about all an and are as at be been before between by can code could did do does done each ",
    " find for from had has have how i if implementation implemented in into is it its logic me my ",
    " of on or our should show so some such than that the their them then there these they this ",
    " those through to use used uses using via was we were what when where which while who why ",
    " will with within work works would you your ",
);

/// Whether a word of a query says nothing about the answer.
pub fn is_small_word(word: &str) -> bool {
    is_in(SMALL_WORDS, &bare(word).to_lowercase())
}

/// Whether a word stands in a list of words with blanks around them.
pub fn is_in(list: &str, word: &str) -> bool {
    let has_blank = word.is_empty() || word.contains(' ');
    let is_whole =
        |at: usize| list[..at].ends_with(' ') && list[at + word.len()..].starts_with(' ');
    !has_blank && list.match_indices(word).any(|(at, _)| is_whole(at))
}

/// A word without the quotes and commas around it.
pub fn bare(word: &str) -> &str {
    let word = word.trim_matches(|c: char| matches!(c, '`' | '"' | '\'' | ',' | ';' | '“' | '”'));
    word.trim_end_matches(['.', ':', '?', '!'])
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

/// The symbols that are named, each as sure as it looks like code. Where there is much code, it is
/// the passage that is sought rather than what it names.
fn read_sought(words: &[&str], aim: Aim) -> Vec<Sought> {
    let mut sought: Vec<Sought> = Vec::new();
    for (index, &word) in words.iter().enumerate() {
        let name = bare(word);
        let is_upper = name.chars().next().is_some_and(char::is_uppercase);
        let is_first_of_many = index == 0 && words.len() > 3;
        let certainty = if looks_like_code(name) || word.starts_with('`') {
            CERTAIN
        } else if aim == Aim::Symbol && !is_in(KEYWORDS, name) {
            0.7
        } else if is_upper && !is_first_of_many && !is_in(SMALL_WORDS, &name.to_lowercase()) {
            0.4
        } else {
            continue;
        };
        let Some(mention) = Mention::parse(name) else { continue };
        let symbol = Sought::new(mention, certainty);
        if !sought.iter().any(|other| other.name == symbol.name) {
            sought.push(symbol);
        }
    }
    let n_certain = sought.iter().filter(|symbol| symbol.certainty == CERTAIN).count();
    if n_certain > 3 {
        sought.iter_mut().for_each(|symbol| symbol.certainty *= 3.0 / n_certain as f32);
    }
    sought.truncate(MAX_SOUGHT);
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
                None => (1.0, 0.4),
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
    let (mut terms, mut small, mut joints) = (Vec::new(), Vec::new(), Vec::new());
    let mut before: Option<String> = None;
    let mut word = String::new();
    while let Some(piece) = words.next_into(&mut word) {
        if seen.len() >= MAX_READ_TERMS {
            break;
        }
        let identifier = words.identifier().to_lowercase();
        let is_small = piece == Piece::Plain && is_in(SMALL_WORDS, &identifier);
        if piece == Piece::Plain && !is_small {
            // Neighbours may be one name in code: `thread pool` is `thread_pool` or `threadpool`.
            if let Some(joint) = before.map(|before| join(&before, &identifier)) {
                joints.push(QueryTerm { text: joint, weight: JOINT_WEIGHT, is_joint: true });
            }
            before = Some(identifier);
        } else {
            before = None;
        }
        if seen.insert(word.clone()) {
            let weight = match piece {
                Piece::Plain | Piece::Whole => 1.0,
                Piece::Part => PART_WEIGHT,
            };
            let term = QueryTerm { text: word.clone(), weight, is_joint: false };
            if is_small { small.push(term) } else { terms.push(term) }
        }
    }
    if terms.is_empty() {
        return small;
    }
    joints.retain(|joint| joint.text.len() <= MAX_WORD_BYTES && seen.insert(joint.text.clone()));
    terms.append(&mut joints);
    terms
}

/// Two words as the one identifier that they may be.
fn join(left: &str, right: &str) -> String {
    let mut joint = [left, right].concat();
    stem(&mut joint);
    joint
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, aim: Aim, terms: &str, sought: &str) {
        let plan = Plan::of(query);
        let found: Vec<&str> = plan.terms.iter().map(|term| &*term.text).collect();
        let named: Vec<&str> = plan.sought.iter().map(|symbol| &*symbol.name).collect();
        assert_eq!((plan.aim, found.join(" ")), (aim, terms.to_owned()), "{query}");
        assert_eq!(named.join(" "), sought, "{query}");
    }

    #[test]
    fn a_query_is_read_for_what_it_is() {
        check("getUserById", Aim::Symbol, "getuserbyid get user by id", "getUserById");
        check("Foo::bar()", Aim::Symbol, "foo bar foobar", "Foo.bar");
        check("std::vector<T>", Aim::Symbol, "std vector t stdvector vectort", "std.vector");
        check("fn parse", Aim::Symbol, "fn pars fnpars", "parse");
        check("src/net/tcp.rs", Aim::Path, "src net tcp rs srcnet nettcp tcpr", "");
        check("config.toml", Aim::Path, "config toml configtoml", "");
        check("how does the parser work", Aim::Text, "pars", "");
        check("why is `x` read", Aim::Text, "x read xread", "x");
        check(
            "error: cannot open file",
            Aim::Error,
            "error cannot open fil errorcannot cannotopen openfil",
            "",
        );
        check("what is it", Aim::Text, "what is it", "");
        check("", Aim::Text, "", "");
    }

    #[test]
    fn much_code_names_nothing_for_sure() {
        let plan = Plan::of("let a_b = c_d(e_f, g_h); i_j.k_l(m_n)");
        assert!(plan.sought.iter().all(|symbol| symbol.certainty < CERTAIN));
    }

    #[test]
    fn a_list_holds_whole_words_only() {
        assert!(is_in(SMALL_WORDS, "the"));
        assert!(!is_in(SMALL_WORDS, "th"));
        assert!(!is_in(SMALL_WORDS, "e t"));
        assert!(!is_in(SMALL_WORDS, ""));
    }
}
