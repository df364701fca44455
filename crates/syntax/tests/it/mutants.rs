//! Damaged files: fixtures that were mutated, soups of their tokens, and one piece repeated.
//!
//! Everything follows from a seed. Longer runs over the same kinds of inputs are made by
//! `cargo xtask fuzz --target syntax- --rounds N`. Each file is held to [`MOST_CPU`].

use std::fs;
use std::path::Path;
use std::time::Duration;

use rutter_domain::{Language, ParseOutcome};
use rutter_syntax::{grammar, language_of};

use crate::edges::check;

/// What reading one file may take at most.
const MOST_CPU: Duration = Duration::from_secs(2);

#[test]
fn mutated_files_are_survived() {
    Harness::new(1).run(400, 200);
}

/// Pieces that once took time or memory out of all proportion when they were repeated, and some
/// that look as if they could.
const PIECES: &[&str] = &[
    "a\n", "a ", "-", "->", "/*", "/*/", "!", "~", "(", ")", "[", "{", "}", "<", ">", "<<", "=",
    "a=", "a.", "a::", "a->", "a(", "a[", "a{", "a<", "A<A", ",", "a,", ";", ":", "a:", "?", "a?",
    "a?b:", "\"", "'", "`", "\"\"\"", "'''", "#", "#{", "${", "$(", "$((", "@", "@a", "@a ",
    "@a\n", "\\", "|", "&", "&&", "*", "**", "%", "^", "..", "...", "=>", "<-", "::", "//\n",
    "/**/", "--\n", "-- |\n", "{-", "--[[", "<<A\n", "<%", "<?php ", "?>", "<a>", "<a ", "</a>",
    "if ", "if a ", "else ", "else if a ", "for ", "while ", "do ", "end ", "case ", "def ",
    "def a", "def a; end\n", "fn ", "fn a() {", "func ", "func a() {", "class ", "class A {",
    "class A:\n", "struct A {", "enum A {", "namespace A {", "namespace {", "namespace ;",
    "module A ", "module A where\n", "import ", "import a\n", "use a::{", "from a import ",
    "export {", "let ", "let a = ", "var a = ", "const a = ", "return ", "new ", "new A(",
    "template <", "typename ", "typedef ", "operator", "private ", "public ", "#define A(",
    "#if A\n", "#else\n", "#endif\n", "x = y\n", "x = y;\n", "a b c\n", "A::B = 1\n",
    "a.b = function() end\n", "func (a A) b() {}\n", "private :a\n", "if a then b end\n",
    "where\n", "|> ", "\\x -> ", "a -> ", "(a, ", "[a | ", "{a: ", "x: A[", "lambda: ", "yield ",
    "await ", "async ", "not ", "and ", "or ", "in ", "is ", "1", "1.", "0x", "1e", "é",
    "\u{FEFF}", "\u{200B}", "日本 ", "\0", "\r", "\r\n", "\t", " ", "\n", "\n\n", " \n",
    "x\u{300}", "=begin\n", "__END__\n", "%w(", "~s(", "r#\"", "b'", "f\"{", "@\"", "$\"{", "R\"(",
    "<<~A\n#{", "`${", "/a", "s/", "=~ /",
];

#[test]
fn a_piece_repeated_without_end_is_survived() {
    for language in parsed_languages() {
        for piece in PIECES {
            check(language, &piece.repeat(2_000 / piece.len()));
        }
    }
}

struct Harness {
    random: Random,
    files: Vec<(Language, String)>,
}

impl Harness {
    fn new(seed: u64) -> Harness {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
        let entries = |folder: &Path| {
            let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
            let mut paths: Vec<_> = entries.collect();
            paths.sort();
            paths
        };
        let mut files = Vec::new();
        for path in
            entries(&root).iter().filter(|path| path.is_dir()).flat_map(|path| entries(path))
        {
            let text = fs::read_to_string(&path).unwrap();
            let language = language_of(path.to_str().unwrap(), &text);
            if grammar(language).is_some() {
                files.push((language, text));
            }
        }
        files.push((Language::Markdown, include_str!("../../../../README.md").to_owned()));
        files.push((Language::ReStructuredText, include_str!("../../../../README.md").to_owned()));
        files.push((Language::AsciiDoc, include_str!("../../../../README.md").to_owned()));
        files.push((Language::Text, include_str!("../../../../README.md").to_owned()));
        Harness { random: Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1), files }
    }

    fn run(&mut self, n_mutants: usize, n_soups: usize) {
        for at in 0..n_mutants {
            let (language, text) = &self.files[at % self.files.len()];
            let other = &self.files[self.random.below(self.files.len())].1;
            let text = mutate(&mut self.random, text, other);
            self.read(*language, &String::from_utf8_lossy(&text), at);
        }
        for at in 0..n_soups {
            let (language, text) = &self.files[at % self.files.len()];
            let text = soup(&mut self.random, text);
            self.read(*language, &text, at);
        }
    }

    fn read(&self, language: Language, text: &str, at: usize) {
        let before = cpu_time();
        let facts = check(language, text);
        let time = cpu_time() - before;
        if facts.parse == ParseOutcome::Failed || time > MOST_CPU {
            let path = std::env::temp_dir().join(format!("mutant-{language}-{at}"));
            fs::write(&path, text).unwrap();
            panic!("{language}: {:?} after {time:?}, kept as `{}`", facts.parse, path.display());
        }
        if at.is_multiple_of(8) {
            let again = rutter_syntax::read(language, text);
            // A text at the edge of what it may cost can be given up once and read the other time.
            if ![facts.parse, again.parse].contains(&ParseOutcome::TooComplex) {
                assert_eq!(facts, again, "{language}");
            }
            check_tokens(language, text);
        }
    }
}

fn check_tokens(language: Language, text: &str) {
    let mut last = 0;
    for token in rutter_syntax::tokens(language, text) {
        assert!(last <= token.start_byte && token.start_byte <= token.end_byte, "{language}");
        assert!(token.is_mark() || !token.text(text).is_empty(), "{language}");
        last = token.end_byte;
    }
}

const ODD: &[&[u8]] = &[
    b"\0", b"\xFF", b"\x80", b"\xEF\xBB\xBF", b"\xF0\x9F\x98\x80", b"\xE2\x80\xA8", b"\r", b"\r\n",
    b"\x0C", b"\x1B", b"\xCC\x80", b"\xED\xA0\x80", b"\t", b"\xC3", b"\n\n\n",
];

fn mutate(random: &mut Random, text: &str, other: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(200)).min(bytes.len());
        match random.below(11) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 => bytes.truncate(at),
            2 => drop(bytes.drain(..at)),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let piece = bytes[at..end].repeat(1 + random.below(20));
                bytes.splice(at..at, piece);
            }
            5 => {
                let from = random.below(other.len() + 1);
                let to = (from + random.below(300)).min(other.len());
                bytes.splice(at..end, other.as_bytes()[from..to].iter().copied());
            }
            6 => {
                let odd = ODD[random.below(ODD.len())];
                bytes.splice(at..at, odd.repeat(1 + random.below(3)));
            }
            7 | 8 => {
                let piece = PIECES[random.below(PIECES.len())];
                bytes.splice(at..at, piece.repeat(1 + random.below(100)).bytes());
            }
            9 => {
                let (one, two) =
                    (PIECES[random.below(PIECES.len())], PIECES[random.below(PIECES.len())]);
                bytes.splice(at..at, [one, two].concat().repeat(1 + random.below(100)).bytes());
            }
            _ => {
                // Two lines change places.
                let mut lines: Vec<_> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
                if !lines.is_empty() {
                    let (one, two) = (random.below(lines.len()), random.below(lines.len()));
                    lines.swap(one, two);
                }
                bytes = lines.concat();
            }
        }
    }
    bytes
}

fn soup(random: &mut Random, text: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let n_word = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (token, after) = rest.split_at(n_word.max(first.len_utf8()));
        tokens.push(token);
        rest = after;
    }
    let n_tokens = match random.below(10) {
        0 => 3_000,
        _ => 1 + random.below(400),
    };
    // A soup of few kinds goes deeper than one of many.
    let n_kinds = 2 + random.below(tokens.len().min(100));
    let first = random.below(tokens.len());
    let kinds: Vec<&str> =
        (0..n_kinds).map(|_| tokens[(first + random.below(200)) % tokens.len()]).collect();
    let separator = [" ", "", "", "\n"][random.below(4)];
    let soup: Vec<_> = (0..n_tokens).map(|_| kinds[random.below(kinds.len())]).collect();
    soup.join(separator)
}

/// A generator that gives the same numbers everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % limit.max(1)
    }
}

fn parsed_languages() -> impl Iterator<Item = Language> {
    Language::all().filter(|language| grammar(*language).is_some())
}

/// The processor time of this thread; zero if the system does not report it.
fn cpu_time() -> Duration {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let n_ns = stat.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0);
    Duration::from_nanos(n_ns)
}
