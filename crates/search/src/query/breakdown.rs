//! The contributions to the score of a hit, for `--explain`.

use super::own::OwnScore;

/// The contribution of each step of [`super::rank`] to a score. They add up to the score.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ScoreBreakdown {
    /// For the words of the query in the chunk.
    pub words: f32,
    /// For the similarity of its vector to that of the query.
    pub meaning: f32,
    /// For the words of the query in the path.
    pub path: f32,
    /// Lost for the kind of file: test, example, old version and so on.
    pub file_kind: f32,
    /// For defining a symbol that the query names.
    pub definition: f32,
    /// For the other matching chunks of the file, or lost to them.
    pub siblings: f32,
    /// For the words of the query in messages of commits that changed the file.
    pub history: f32,
    /// For answering well by itself, if the query describes a change.
    pub own_part: f32,
    /// Lost for being a copy of another file.
    pub copy: f32,
    /// Lost for being found in a later round only.
    pub round: f32,
    /// The symbol that the chunk defines, and the words of the query in its path.
    pub names: Vec<String>,
    /// The score of the chunk by itself, which orders the excerpts of a file.
    pub own: OwnScore,
}

impl ScoreBreakdown {
    pub(crate) fn named(
        self,
        definition: Option<String>,
        path_words: Option<Vec<String>>,
        own: OwnScore,
    ) -> ScoreBreakdown {
        let mut names: Vec<String> =
            definition.map(|name| format!("defines {name}")).into_iter().collect();
        if let Some(words) = path_words.filter(|words| !words.is_empty()) {
            names.push(format!("path has {}", words.join(" ")));
        }
        ScoreBreakdown { names, own, ..self }
    }

    /// Each contribution with its name.
    pub fn parts(&self) -> [(&'static str, f32); 10] {
        [
            ("words", self.words),
            ("meaning", self.meaning),
            ("path", self.path),
            ("kind of file", self.file_kind),
            ("definition", self.definition),
            ("rest of the file", self.siblings),
            ("history", self.history),
            ("score by itself", self.own_part),
            ("copy", self.copy),
            ("later round", self.round),
        ]
    }

    /// The contributions as text, the largest first. Those that round to nothing are left out.
    pub fn reasons(&self) -> Vec<String> {
        let mut parts = self.parts().to_vec();
        // Shown with two decimals, less would be `+0.00`.
        parts.retain(|(_, share)| share.abs() >= 0.005);
        parts.sort_by(|left, right| right.1.abs().total_cmp(&left.1.abs()));
        let mut reasons = self.names.clone();
        reasons.extend(parts.into_iter().map(|(name, share)| format!("{name} {share:+.2}")));
        reasons.push(self.own.reason());
        reasons
    }
}
