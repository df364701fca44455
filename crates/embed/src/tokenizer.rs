//! Cuts a text into pieces of the vocabulary.
//!
//! Each word is taken apart greedily: the longest initial piece first, then the longest
//! continuation, and so on. A character that no piece begins with is left out. It is the same code
//! for training data, indexing and questions, so that all three see the same pieces.

use crate::ModelError;
use crate::pieces::{LIMIT_BYTES, Place, Vocabulary, Window};
use crate::words::{Script, Word, visit_words};
use std::borrow::Cow;
use std::ops::ControlFlow;

/// Cuts texts into pieces, which it gives as positions in the sorted vocabulary.
#[derive(Debug, Clone)]
pub struct Tokenizer {
    vocabulary: Vocabulary,
}

impl Tokenizer {
    /// Takes the pieces in any order; `##` marks one that continues a word.
    pub fn new<'a>(pieces: impl Iterator<Item = &'a str>) -> Result<Self, ModelError> {
        let vocabulary = Vocabulary::from_list(pieces)?;
        vocabulary.prepare();
        Ok(Self { vocabulary })
    }

    pub(crate) fn decode(vocabulary: Cow<'static, [u8]>, n: usize) -> Result<Self, ModelError> {
        Ok(Self { vocabulary: Vocabulary::decode(vocabulary, n)? })
    }

    /// Makes it faster, once, at a cost that only many texts earn back.
    #[inline]
    pub(crate) fn prepare(&self) {
        self.vocabulary.prepare();
    }

    pub fn n_pieces(&self) -> usize {
        self.vocabulary.n_pieces()
    }

    /// The piece as it is written in a list, `##` before one that continues a word.
    pub fn spelling(&self, id: u16) -> Option<String> {
        self.vocabulary.spelling(id)
    }

    /// Puts the first `limit_pieces` pieces of `text` in the place of what `pieces` held.
    pub fn cut(&self, text: &str, limit_pieces: usize, pieces: &mut Vec<u16>) {
        pieces.clear();
        if limit_pieces == 0 {
            return;
        }
        visit_words(text.as_bytes(), |word| {
            self.cut_word(text, word, |id| {
                pieces.push(id);
                if pieces.len() < limit_pieces {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
        });
    }

    #[inline]
    fn cut_word(
        &self,
        text: &str,
        word: Word,
        mut visit: impl FnMut(u16) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut position = word.start;
        let mut place = Place::Initial;
        while position < word.end {
            let window = Window::at(text.as_bytes(), position);
            let n_bytes = (word.end - position).min(LIMIT_BYTES);
            let (window, lengths) = match word.script {
                Script::Ascii => (window.lower_case(), (2 << n_bytes) - 2),
                Script::Beyond => (window, boundaries(text, position, n_bytes)),
            };
            match self.vocabulary.longest(window, lengths, place) {
                Some((id, n_bytes)) => {
                    visit(id)?;
                    position += n_bytes;
                }
                // The lowest of the lengths is that of one character.
                None => position += lengths.trailing_zeros().max(1) as usize,
            }
            place = Place::Continuation;
        }
        ControlFlow::Continue(())
    }
}

/// The lengths up to `limit_bytes` at which a character ends, one bit each.
fn boundaries(text: &str, start: usize, limit_bytes: usize) -> u32 {
    (1..=limit_bytes)
        .filter(|n_bytes| text.is_char_boundary(start + n_bytes))
        .fold(0, |lengths, n_bytes| lengths | 1 << n_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(vocabulary: &str, text: &str, wanted: &str) {
        let slow = Vocabulary::from_list(vocabulary.split(' ')).unwrap();
        let tokenizer = Tokenizer::new(vocabulary.split(' ')).unwrap();
        let (mut pieces, mut same) = (Vec::new(), Vec::new());
        tokenizer.cut(text, 512, &mut pieces);
        Tokenizer { vocabulary: slow }.cut(text, 512, &mut same);
        assert_eq!(pieces, same, "{text:?}");
        let pieces: Vec<_> = pieces.iter().map(|id| tokenizer.spelling(*id).unwrap()).collect();
        assert_eq!(pieces.join(" "), wanted, "{text:?}");
    }

    #[test]
    fn the_longest_piece_wins() {
        let vocabulary = "in int inter ##face ##fa ##ce ##s inter face";
        check(vocabulary, "interfaces", "inter ##face ##s");
        check(vocabulary, "Interfaces INT", "inter ##face ##s int");
        check(vocabulary, "face", "face");
    }

    #[test]
    fn what_has_no_piece_is_left_out() {
        check("a ##b", "xaxb", "##b");
        check("a ##b", "axb ba", "a ##b");
        check("你 ##好 ##界", "你好世界 世好", "你 ##好 ##界 ##好");
    }

    #[test]
    fn a_long_run_beyond_ascii_is_cut_too() {
        check("é ##é", &"é".repeat(30), &format!("é{}", " ##é".repeat(29)));
    }

    #[test]
    fn ids_are_positions_in_the_sorted_vocabulary() {
        let tokenizer = Tokenizer::new(["##a", "b", "##0", "ab", "b"].into_iter()).unwrap();
        let spellings: Vec<_> = (0..4).map(|id| tokenizer.spelling(id).unwrap()).collect();
        assert_eq!(spellings, ["ab", "b", "##0", "##a"]);
        assert_eq!(tokenizer.n_pieces(), 4);
        assert_eq!(tokenizer.spelling(4), None);
    }

    #[test]
    fn no_more_pieces_come_than_asked_for() {
        let tokenizer = Tokenizer::new(["a"].into_iter()).unwrap();
        let mut pieces = vec![7];
        for limit_pieces in [0, 1, 5] {
            tokenizer.cut("a a a a a a a a", limit_pieces, &mut pieces);
            assert_eq!(pieces, vec![0; limit_pieces]);
        }
    }

    #[test]
    fn a_bad_vocabulary_is_refused() {
        let refuse = |pieces: &[&str]| Tokenizer::new(pieces.iter().copied()).unwrap_err();
        let bad = |piece, hindrance| ModelError::Vocabulary { piece, hindrance };
        assert_eq!(refuse(&["a", "##"]), bad(1, "it is empty"));
        assert_eq!(refuse(&[&"a".repeat(25)]), bad(0, "it is longer than 24 bytes"));
        assert_eq!(refuse(&[&"a".repeat(300)]), bad(0, "it is longer than 24 bytes"));
        assert_eq!(refuse(&[]), ModelError::PieceCount { found: 0, limit: 65535 });
    }
}
