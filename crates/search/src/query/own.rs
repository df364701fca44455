//! Scores a chunk by itself, apart from the file it is in.
//!
//! The evidence for a file says which file answers, but not which part of it: the name of the file and
//! its other chunks count for all its chunks alike. This score chooses the chunk that represents its
//! file and orders the excerpts of a file. It is a sum of a few terms, so that `--explain` can show it:
//! the words and the meaning of the chunk, the definition of a named symbol, the length (a list of
//! imports or a lone field seldom answers, the body of a function does), and what a chunk consists of
//! (comments alone, or code outside of any symbol, seldom answer).

use std::fmt::Write;

use super::candidates::ChunkShape;

/// The weight of each term of the score, in units of the best score by words.
// Fitted on 306 real changes of 20 repositories and rounded by hand. A regression with more terms, cross-validated
// by repository, chose a right chunk no more often (docs/measurements/search.md, "Real changes").
#[derive(Debug, Clone, PartialEq)]
pub struct OwnWeights {
    pub words: f32,
    pub meaning: f32,
    /// For a definition that fits fully and that the query certainly means.
    pub definition: f32,
    /// For each doubling of the length, up to [`LONG_WORDS`].
    pub length: f32,
    /// For a chunk that is all documentation.
    pub documentation: f32,
    /// For code in no symbol, such as imports and licences.
    pub outside: f32,
    /// For code in a function or with one.
    pub callable: f32,
}

impl Default for OwnWeights {
    fn default() -> OwnWeights {
        OwnWeights {
            words: 1.0,
            meaning: 0.4,
            definition: 0.7,
            length: 0.1,
            documentation: -0.8,
            outside: -0.1,
            callable: 0.3,
        }
    }
}

/// Length in words beyond which a chunk gains nothing more.
const LONG_WORDS: f32 = 400.0;

/// The terms of the score of a chunk.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct OwnScore {
    pub words: f32,
    pub meaning: f32,
    pub definition: f32,
    pub length: f32,
    pub documentation: f32,
    pub outside: f32,
    pub callable: f32,
    /// For the lines of the whole function. The caller that shows the chunk adds this.
    // The index knows chunks only, and a long function is cut into several.
    pub lines: f32,
}

/// The signals of a chunk by itself.
#[derive(Debug, Clone, Copy)]
pub struct OwnSignals {
    /// As a fraction of the best candidate's.
    pub words: f32,
    /// As a fraction of the best candidate's.
    pub meaning: f32,
    /// Fit times certainty of a definition; above 1 if the query consists of the name alone.
    pub definition: f32,
    pub shape: ChunkShape,
    /// Whether the file is source code.
    pub is_code: bool,
}

impl OwnScore {
    pub fn of(signals: OwnSignals, weights: &OwnWeights) -> OwnScore {
        let ChunkShape { n_body, n_names, n_docs, is_callable, .. } = signals.shape;
        let n_body = (n_body as f32).clamp(1.0, LONG_WORDS);
        let part_docs = (n_docs as f32 / n_body).min(1.0);
        let is_outside = signals.is_code && n_names == 0;
        OwnScore {
            words: weights.words * signals.words,
            meaning: weights.meaning * signals.meaning,
            definition: weights.definition * signals.definition,
            length: weights.length * n_body.log2(),
            // Squared: a tenth of documentation costs a hundredth of the weight, a comment alone costs all of it.
            documentation: weights.documentation * part_docs * part_docs,
            outside: if is_outside { weights.outside } else { 0.0 },
            callable: if is_callable { weights.callable } else { 0.0 },
            lines: 0.0,
        }
    }

    pub fn total(&self) -> f32 {
        self.parts().iter().map(|(_, part)| part).sum()
    }

    fn parts(&self) -> [(&'static str, f32); 8] {
        [
            ("words", self.words),
            ("meaning", self.meaning),
            ("definition", self.definition),
            ("length", self.length),
            ("documentation", self.documentation),
            ("outside of symbols", self.outside),
            ("function", self.callable),
            ("lines", self.lines),
        ]
    }

    /// The score with its parts as text. Parts that round to nothing are left out.
    pub fn reason(&self) -> String {
        let mut text = format!("by itself {:.2}:", self.total());
        for (name, part) in self.parts().iter().filter(|(_, part)| part.abs() >= 0.005) {
            // Writing to a string cannot fail.
            let _ = write!(text, " {name} {part:+.2}");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn total(words: f32, shape: ChunkShape) -> f32 {
        let signals = OwnSignals { words, meaning: 0.5, definition: 0.0, shape, is_code: true };
        OwnScore::of(signals, &OwnWeights::default()).total()
    }

    #[test]
    fn a_body_that_answers_stands_before_imports_fields_and_headers() {
        let body = ChunkShape { n_body: 150, n_names: 4, n_docs: 10, is_callable: true };
        let imports = ChunkShape { n_body: 60, n_names: 0, n_docs: 0, is_callable: false };
        let field = ChunkShape { n_body: 12, n_names: 2, n_docs: 0, is_callable: false };
        let header = ChunkShape { n_body: 120, n_names: 2, n_docs: 110, is_callable: false };
        for other in [imports, field, header] {
            assert!(total(0.8, body) > total(0.9, other), "{other:?}");
        }
        assert!(total(0.8, body) < total(1.0, ChunkShape { n_docs: 0, ..body }));
    }

    #[test]
    fn a_reason_names_what_counts() {
        let own = OwnScore { words: 0.5, length: 0.25, ..OwnScore::default() };
        assert_eq!(own.reason(), "by itself 0.75: words +0.50 length +0.25");
    }
}
