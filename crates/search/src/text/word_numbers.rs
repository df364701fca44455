//! Numbers the words of texts, for an index that counts them, and cuts them into pieces of the embedding model.
//!
//! Both look at the same runs of letters, most of which occurred before. The words and pieces of a run are
//! cached, so that it is not split, lower-cased and stemmed again, and the text of a file is scanned once for all
//! of its chunks. Start at [`WordNumbers::read`].

use std::ops::Range;

use rutter_domain::words::{PartRanges, WordReader};
use rutter_embed::Tokenizer as PieceTokenizer;

use super::interner::Interner;
use super::runs::{RunNumbers, is_border};

/// Runs that are cached. With more, all are forgotten before the next text.
// The common ones come back soon.
const MAX_RUNS: usize = 1 << 17;
/// Memory of cached runs. With more, all are forgotten before the next text.
const MAX_RUN_BYTES: usize = 8 << 20;
/// Pieces of one run that are kept.
const MAX_PIECES: usize = 512;

/// The words of all texts so far.
#[derive(Debug, Default)]
pub struct WordNumbers {
    words: Interner,
    runs: RunNumbers,
    /// The words and pieces of each run, by its number.
    known: Vec<KnownRun>,
    word_lists: Vec<u32>,
    piece_lists: Vec<u16>,
    buffers: Buffers,
}

/// The words and pieces of a run, as places in the lists.
#[derive(Debug, Clone)]
struct KnownRun {
    words: Range<u32>,
    /// `None` until they are asked for.
    pieces: Option<Range<u32>>,
}

#[derive(Debug, Default)]
struct Buffers {
    parts: PartRanges,
    word: String,
    pieces: Vec<u16>,
}

/// The runs of a text, in order. They are valid until the next text is read.
#[derive(Debug, Default)]
pub struct TextRuns {
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl TextRuns {
    /// The numbers of the runs in a part of the text that they were read from; `None` if the part begins or ends in
    /// the middle of one.
    pub fn within(&self, text: &str, part: Range<usize>) -> Option<&[u32]> {
        if !is_border(text, part.start) || !is_border(text, part.end) {
            return None;
        }
        let first = self.starts.partition_point(|start| (*start as usize) < part.start);
        let n_runs = self.starts[first..].partition_point(|start| (*start as usize) < part.end);
        Some(&self.numbers[first..first + n_runs])
    }
}

impl WordNumbers {
    /// All words, by their numbers.
    pub fn words(&self) -> &Interner {
        &self.words
    }

    /// The words alone, without the runs.
    pub fn into_words(self) -> Interner {
        self.words
    }

    /// The memory it takes, roughly.
    pub fn n_bytes(&self) -> usize {
        self.words.n_bytes()
            + self.runs.n_bytes()
            + size_of_val(&*self.known)
            + size_of_val(&*self.word_lists)
            + size_of_val(&*self.piece_lists)
    }

    /// Replaces `found` by the runs of a text.
    pub fn read(&mut self, text: &str, found: &mut TextRuns) {
        if self.runs.len() >= MAX_RUNS || self.runs.n_bytes() >= MAX_RUN_BYTES {
            self.runs.forget();
            self.known.clear();
            self.word_lists.clear();
            self.piece_lists.clear();
        }
        found.starts.clear();
        found.numbers.clear();
        self.for_each_run(text, |start, number, _, _| {
            found.starts.push(start as u32);
            found.numbers.push(number);
        });
    }

    /// Calls `visit` with the number of every word of a text, in order.
    pub fn for_each(&mut self, text: &str, mut visit: impl FnMut(u32)) {
        self.for_each_run(text, |_, number, known, lists| {
            let KnownRun { words, .. } = &known[number as usize];
            lists[words.start as usize..words.end as usize].iter().for_each(|word| visit(*word));
        });
    }

    /// The words of a run, in order.
    #[inline]
    pub fn words_of(&self, run: u32) -> &[u32] {
        let KnownRun { words, .. } = &self.known[run as usize];
        &self.word_lists[words.start as usize..words.end as usize]
    }

    /// The pieces of a run, in order.
    #[inline]
    pub fn pieces_of(&mut self, run: u32, tokenizer: &PieceTokenizer) -> &[u16] {
        let known = &mut self.known[run as usize];
        let pieces = match &known.pieces {
            Some(pieces) => pieces,
            None => {
                let Buffers { pieces, .. } = &mut self.buffers;
                tokenizer.cut(self.runs.get(run), MAX_PIECES, pieces);
                let start = self.piece_lists.len() as u32;
                self.piece_lists.extend_from_slice(pieces);
                known.pieces.insert(start..self.piece_lists.len() as u32)
            }
        };
        &self.piece_lists[pieces.start as usize..pieces.end as usize]
    }

    /// Calls `visit` with the start and the number of each run, and with the known runs and the list of words.
    #[inline]
    fn for_each_run(&mut self, text: &str, mut visit: impl FnMut(usize, u32, &[KnownRun], &[u32])) {
        let WordNumbers { words, runs, known, word_lists, buffers, .. } = self;
        runs.for_each(text, |place, number| {
            if number as usize == known.len() {
                let start = word_lists.len() as u32;
                buffers.split(&text[place.clone()], words, |word| word_lists.push(word));
                known.push(KnownRun { words: start..word_lists.len() as u32, pieces: None });
            }
            visit(place.start, number, known, word_lists);
        });
    }
}

impl Buffers {
    fn split(&mut self, run: &str, words: &mut Interner, mut visit: impl FnMut(u32)) {
        let mut tokenizer = WordReader::new(run, &mut self.parts);
        while tokenizer.next_into(&mut self.word).is_some() {
            visit(words.intern(self.word.as_bytes()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rutter_domain::words::tokenize;
    use rutter_embed::Model;

    fn texts() -> Vec<String> {
        let texts = [
            "fn getUserById(id: UserId) -> HTTPServer { x86_64; __init__ + 404 }",
            "getUserById naïve_Straße 検索する parse検索file — “quoted” é1É a—b",
            "",
            "_ 7 a_é\u{301}b ﬃX1 getUserById 12345678901234567 1234 sha256sum",
        ];
        let long = ["aLongNameOfManyParts".repeat(5), "x".repeat(40), "é".repeat(700)];
        texts.into_iter().map(str::to_owned).chain(long.clone()).chain(long).collect()
    }

    fn check(numbers: &mut WordNumbers, model: &Model, text: &str) {
        let mut runs = TextRuns::default();
        numbers.read(text, &mut runs);
        let all = runs.within(text, 0..text.len()).unwrap();
        let words: Vec<u32> = all.iter().flat_map(|run| numbers.words_of(*run)).copied().collect();
        let mut same = Vec::new();
        numbers.for_each(text, |word| same.push(word));
        assert_eq!(words, same, "{text}");
        let spelling = |word: &u32| std::str::from_utf8(numbers.words().get(*word)).unwrap();
        assert_eq!(words.iter().map(spelling).collect::<Vec<_>>(), tokenize(text), "{text}");
        let mut found = Vec::new();
        for run in all {
            found.extend_from_slice(numbers.pieces_of(*run, model.tokenizer()));
        }
        let mut pieces = Vec::new();
        model.tokenizer().cut(text, MAX_PIECES, &mut pieces);
        assert_eq!(found[..found.len().min(MAX_PIECES)], pieces, "{text}");
    }

    #[test]
    fn words_and_pieces_are_those_of_the_tokenizers() {
        let mut numbers = WordNumbers::default();
        let model = Model::built_in();
        texts().iter().for_each(|text| check(&mut numbers, &model, text));
        check(&mut numbers, &model, include_str!("runs.rs"));
    }

    #[test]
    fn forgotten_runs_give_the_same_words() {
        let mut numbers = WordNumbers::default();
        let model = Model::built_in();
        check(&mut numbers, &model, "getUserById");
        let n_words = numbers.words().len();
        let many: Vec<String> = (0..=MAX_RUNS).map(|number| format!("x{number}")).collect();
        numbers.for_each(&many.join(" "), |_| {});
        check(&mut numbers, &model, "getUserById");
        assert_eq!(numbers.runs.len(), 1);
        let mut again = Vec::new();
        numbers.for_each("getUserById", |word| again.push(word));
        assert!(again.iter().all(|word| (*word as usize) < n_words));
    }

    #[test]
    fn a_file_of_very_many_runs_has_no_lasting_effect() {
        let mut numbers = WordNumbers::default();
        let mut runs = TextRuns::default();
        let many: Vec<String> = (0..300_000).map(|number| format!("x{number}")).collect();
        numbers.read(&many.join(" "), &mut runs);
        for (n_files, text) in ["first", "second", "third"].iter().enumerate() {
            numbers.read(text, &mut runs);
            assert_eq!(numbers.runs.len(), n_files + 1, "runs of small files are remembered");
        }
    }

    #[test]
    fn a_part_has_the_runs_in_it() {
        let mut numbers = WordNumbers::default();
        let mut runs = TextRuns::default();
        let text = "one two\nthree four\n";
        numbers.read(text, &mut runs);
        let all = runs.within(text, 0..text.len()).unwrap().to_vec();
        assert_eq!(runs.within(text, 8..19).unwrap(), &all[2..]);
        assert_eq!(runs.within(text, 0..8).unwrap(), &all[..2]);
        assert_eq!(runs.within(text, 7..7).unwrap(), &[] as &[u32]);
        assert_eq!(runs.within(text, 1..8), None);
        assert_eq!(runs.within(text, 0..10), None);
    }
}
