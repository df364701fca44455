//! Reads a query: its intent, its terms, and the symbols and files that it names.
//!
//! Every query is accepted. Words that look like code are taken as names of symbols, the rest as
//! plain words; stop words (`how`, `the`) count only if there are no others. Start at
//! [`QueryPlan::of`].

use std::collections::HashSet;

use rutter_domain::words::{
    MAX_WORD_BYTES, PartRanges, STOP_WORDS, TokenKind, WordReader, is_in_list, stem,
    trim_punctuation,
};

use super::change_words;
use super::intent::{QueryIntent, intent_of, looks_like_path, paths_in};
use crate::lexicon::{AUXILIARY_TERMS, CODE_MARKS, KEYWORDS, has_word};
use crate::text::symbol_key::{Mention, Prominence, SymbolKey};

/// Distinct terms that are read from a query at most.
// Each is looked up in every segment to find the rarest, which bounds what a pasted file costs.
const MAX_READ_TERMS: usize = 512;
/// Terms that are scored at most: the rarest of those read.
pub const MAX_TERMS: usize = 64;
/// The weight of two neighbouring words as one compound name; a word of its own has 1.
const COMPOUND_WEIGHT: f32 = 0.6;
/// The weight of a part of an identifier; the whole identifier has 1.
const PART_WEIGHT: f32 = 0.5;
/// Words at the beginning of a query that are checked for symbols.
const MAX_SYMBOL_WORDS: usize = 64;
/// Symbols that a query may name; further ones are plain words.
const MAX_SYMBOLS: usize = 8;

/// A query as it was read.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct QueryPlan {
    pub intent: QueryIntent,
    pub terms: Vec<QueryTerm>,
    pub symbols: Vec<NamedSymbol>,
    /// Whether the query asks for tests, examples or benchmarks.
    pub wants_auxiliary_paths: bool,
    /// Whether the query describes a change to be made rather than a subject.
    pub describes_change: bool,
    /// The files that the query names, in lower case.
    pub paths: Vec<String>,
}

/// A word to look for.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryTerm {
    /// Lower-cased and stemmed, as in the index.
    pub text: String,
    /// A factor on its score, beside its inverse document frequency.
    pub weight: f32,
    /// Whether it joins two words of the query that are also terms on their own.
    pub is_compound: bool,
}

/// A symbol that the query names.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedSymbol {
    /// Qualified with dots if the query qualifies it.
    pub name: String,
    /// Keys that its definition may have, each with the fit of a definition found by it.
    pub keys: Vec<(SymbolKey, f32)>,
    /// The certainty that the query means a symbol, from 0 to [`CERTAIN`].
    pub certainty: f32,
}

/// The certainty of a word that can only be a symbol.
pub const CERTAIN: f32 = 1.0;

impl QueryPlan {
    pub fn of(text: &str) -> QueryPlan {
        let words: Vec<&str> = text.split_whitespace().take(MAX_SYMBOL_WORDS).collect();
        let intent = intent_of(text, &words);
        let terms = read_terms(text);
        let symbols =
            if intent == QueryIntent::Path { Vec::new() } else { read_symbols(&words, intent) };
        let n_words = terms.iter().filter(|term| !term.is_compound).count();
        // A long text mentions tests in passing; a short one asks for them.
        let wants_auxiliary_paths = n_words <= MAX_WORDS_FOR_AUXILIARY
            && terms.iter().any(|term| has_word(AUXILIARY_TERMS, &term.text));
        let describes_change = match intent {
            QueryIntent::Symbol | QueryIntent::Path => false,
            QueryIntent::Text | QueryIntent::Error | QueryIntent::Code => {
                change_words::describes_change(text, n_words)
            }
        };
        let paths = paths_in(text);
        QueryPlan { intent, terms, symbols, wants_auxiliary_paths, describes_change, paths }
    }

    /// Drops all but the [`MAX_TERMS`] rarest terms, given for each term the number of chunks that have it.
    pub fn keep_rarest(&mut self, n_chunks: &[u64]) {
        let mut order: Vec<usize> = (0..self.terms.len()).filter(|&at| n_chunks[at] > 0).collect();
        order.sort_by_key(|&at| (n_chunks[at], at));
        order.truncate(MAX_TERMS);
        // Back in the order of the query: scores are sums of floating-point numbers, which depend on it.
        order.sort_unstable();
        self.terms = order.into_iter().map(|at| self.terms[at].clone()).collect();
    }
}

/// Whether a query describes a change to be made rather than a subject.
pub fn describes_change(text: &str) -> bool {
    QueryPlan::of(text).describes_change
}

/// Words of a query in which one such as `test` asks for tests.
const MAX_WORDS_FOR_AUXILIARY: usize = 6;

/// Whether a word can only come from code: `a_b`, `aB`, `A::b`, `a.b`, `a()`.
fn looks_like_code(word: &str) -> bool {
    let bytes = word.as_bytes();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 128;
    let is_camel_case =
        bytes.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    let has_underscore = word.trim_matches('_').contains('_') || word.starts_with("__");
    let has_mark = CODE_MARKS.iter().any(|(mark, _)| word.contains(mark));
    let has_dot = bytes.windows(3).any(|three| {
        matches!(three[1], b'.' | b'#') && is_name(three[0]) && three[2].is_ascii_alphabetic()
    });
    is_camel_case || has_underscore || has_mark || (has_dot && !looks_like_path(word))
}

/// The symbols that a query names, with a certainty by how much each looks like code.
fn read_symbols(words: &[&str], intent: QueryIntent) -> Vec<NamedSymbol> {
    let mut symbols: Vec<NamedSymbol> = Vec::new();
    for (index, &word) in words.iter().enumerate() {
        let name = trim_punctuation(word);
        let is_upper = name.chars().next().is_some_and(char::is_uppercase);
        // A sentence begins with a capital, whatever its first word is.
        let is_first_of_many = index == 0 && words.len() > 3;
        let certainty = if looks_like_code(name) || word.starts_with('`') {
            CERTAIN
        } else if intent == QueryIntent::Symbol && !has_word(KEYWORDS, name) {
            0.7
        } else if is_upper && !is_first_of_many && !is_in_list(STOP_WORDS, &name.to_lowercase()) {
            0.4
        } else {
            continue;
        };
        let Some(mention) = Mention::parse(name) else { continue };
        let symbol = NamedSymbol::new(mention, certainty);
        if !symbols.iter().any(|other| other.name == symbol.name) {
            symbols.push(symbol);
        }
    }
    let n_certain = symbols.iter().filter(|symbol| symbol.certainty == CERTAIN).count();
    // A query with much code asks for that code and not for what it mentions.
    if n_certain > 3 {
        symbols.iter_mut().for_each(|symbol| symbol.certainty *= 3.0 / n_certain as f32);
    }
    symbols.truncate(MAX_SYMBOLS);
    symbols
}

impl NamedSymbol {
    fn new(mention: Mention, certainty: f32) -> NamedSymbol {
        let mut keys = Vec::new();
        for (prominence, part) in [(Prominence::Primary, 1.0), (Prominence::Secondary, 0.6)] {
            let (bare_fit, folded_fit) = match &mention.qualified {
                Some(qualified) => {
                    keys.push((prominence.exact_key(qualified), part));
                    (0.5, 0.3)
                }
                None => (1.0, 0.4),
            };
            keys.push((prominence.exact_key(&mention.name), part * bare_fit));
            keys.push((prominence.folded_key(&mention.name), part * folded_fit));
        }
        let name = mention.qualified.unwrap_or(mention.name);
        NamedSymbol { name, keys, certainty }
    }
}

fn read_terms(text: &str) -> Vec<QueryTerm> {
    let mut parts = PartRanges::default();
    let mut words = WordReader::new(text, &mut parts);
    let mut seen: HashSet<String> = HashSet::new();
    let (mut terms, mut stop_words, mut compounds) = (Vec::new(), Vec::new(), Vec::new());
    let mut before: Option<String> = None;
    let mut word = String::new();
    while let Some(piece) = words.next_into(&mut word) {
        if seen.len() >= MAX_READ_TERMS {
            break;
        }
        let identifier = words.identifier().to_lowercase();
        let is_stop_word = piece == TokenKind::Plain && is_in_list(STOP_WORDS, &identifier);
        if piece == TokenKind::Plain && !is_stop_word {
            // Two words may be one name in code: `thread pool` is `thread_pool` or `threadpool`.
            if let Some(compound) = before.map(|before| join(&before, &identifier)) {
                compounds.push(QueryTerm {
                    text: compound,
                    weight: COMPOUND_WEIGHT,
                    is_compound: true,
                });
            }
            before = Some(identifier);
        } else {
            before = None;
        }
        if seen.insert(word.clone()) {
            let weight = match piece {
                TokenKind::Plain | TokenKind::Whole => 1.0,
                TokenKind::Part => PART_WEIGHT,
            };
            let term = QueryTerm { text: word.clone(), weight, is_compound: false };
            if is_stop_word { stop_words.push(term) } else { terms.push(term) }
        }
    }
    if terms.is_empty() {
        return stop_words;
    }
    compounds.retain(|compound| {
        compound.text.len() <= MAX_WORD_BYTES && seen.insert(compound.text.clone())
    });
    terms.append(&mut compounds);
    terms
}

/// Two words as one identifier, in the form in which it is indexed.
fn join(left: &str, right: &str) -> String {
    let mut compound = [left, right].concat();
    stem(&mut compound);
    compound
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(query: &str, intent: QueryIntent, terms: &str, symbols: &str) {
        let plan = QueryPlan::of(query);
        let found: Vec<&str> = plan.terms.iter().map(|term| &*term.text).collect();
        let named: Vec<&str> = plan.symbols.iter().map(|symbol| &*symbol.name).collect();
        assert_eq!((plan.intent, found.join(" ")), (intent, terms.to_owned()), "{query}");
        assert_eq!(named.join(" "), symbols, "{query}");
    }

    #[test]
    fn a_query_has_an_intent_terms_and_symbols() {
        check("getUserById", QueryIntent::Symbol, "getuserbyid get user by id", "getUserById");
        check("Foo::bar()", QueryIntent::Symbol, "foo bar foobar", "Foo.bar");
        check(
            "std::vector<T>",
            QueryIntent::Symbol,
            "std vector t stdvector vectort",
            "std.vector",
        );
        check("fn parse", QueryIntent::Symbol, "fn pars fnpars", "parse");
        check("src/net/tcp.rs", QueryIntent::Path, "src net tcp rs srcnet nettcp tcpr", "");
        check("config.toml", QueryIntent::Path, "config toml configtoml", "");
        check("how does the parser work", QueryIntent::Text, "pars", "");
        check("why is `x` read", QueryIntent::Text, "x read xread", "x");
        check(
            "error: cannot open file",
            QueryIntent::Error,
            "error cannot open fil errorcannot cannotopen openfil",
            "",
        );
        check("what is it", QueryIntent::Text, "what is it", "");
        check("", QueryIntent::Text, "", "");
    }

    #[test]
    fn much_code_names_nothing_for_sure() {
        let plan = QueryPlan::of("let a_b = c_d(e_f, g_h); i_j.k_l(m_n)");
        assert!(plan.symbols.iter().all(|symbol| symbol.certainty < CERTAIN));
    }

    #[test]
    fn a_stop_word_matches_as_a_whole_only() {
        assert!(is_in_list(STOP_WORDS, "the"));
        assert!(!is_in_list(STOP_WORDS, "th"));
        assert!(!is_in_list(STOP_WORDS, "e t"));
        assert!(!is_in_list(STOP_WORDS, ""));
    }
}
