//! What the score of a hit is made of.

use std::fmt::Write;

/// The parts that a score is the sum of, as [`crate::rank`] books them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Shares {
    /// From the words of the query in the chunk.
    pub words: f32,
    /// From a vector like that of the query.
    pub meaning: f32,
    /// From the words of the query in the path.
    pub path: f32,
    /// Lost by what kind of file it is.
    pub kind_of_file: f32,
    /// From defining what the query names.
    pub definition: f32,
    /// From the other chunks of the file, or lost to them.
    pub file: f32,
    /// Lost by being a copy of a better hit.
    pub copy: f32,
    /// Lost by being found only in a later round.
    pub round: f32,
    /// The symbol that is defined, and the words that the path has.
    pub names: Vec<String>,
}

impl Shares {
    /// Adds what the shares are about.
    pub(crate) fn named(
        self,
        definition: Option<String>,
        path_words: Option<Vec<String>>,
    ) -> Shares {
        let mut names: Vec<String> =
            definition.map(|name| format!("defines {name}")).into_iter().collect();
        if let Some(words) = path_words.filter(|words| !words.is_empty()) {
            names.push(format!("path has {}", words.join(" ")));
        }
        Shares { names, ..self }
    }

    /// Each part with its name.
    pub fn parts(&self) -> [(&'static str, f32); 8] {
        [
            ("words", self.words),
            ("meaning", self.meaning),
            ("path", self.path),
            ("kind of file", self.kind_of_file),
            ("definition", self.definition),
            ("rest of the file", self.file),
            ("copy", self.copy),
            ("later round", self.round),
        ]
    }

    /// In words, the largest share first.
    pub fn reasons(&self) -> Vec<String> {
        let mut parts = self.parts().to_vec();
        parts.retain(|(_, share)| share.abs() >= 0.005);
        parts.sort_by(|left, right| right.1.abs().total_cmp(&left.1.abs()));
        let mut reasons = self.names.clone();
        reasons.extend(parts.into_iter().map(|(name, share)| {
            let mut text = name.to_owned();
            // Writing to a string cannot fail.
            let _ = write!(text, " {share:+.2}");
            text
        }));
        reasons
    }
}
