//! The weight of each signal of ranking. `rank.rs` combines them.

use super::own::OwnWeights;
use super::score::FieldWeights;

/// The weight of each signal. The defaults were found by `cargo xtask fit` on questions with known answers.
// They are rounder than the best values of the fit: around these, the quality of answers hardly changes
// (docs/measurements/search.md, "Weights").
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// Parameters of the score by words.
    pub fields: FieldWeights,
    /// Parameters of the score of a chunk by itself, apart from its file.
    pub own: OwnWeights,
    /// Weights that replace most others if the query describes a change.
    pub change: ChangeWeights,
    /// Share of the vector score in the whole, from 0 to 1, for a question.
    pub vector_share_text: f32,
    /// Share of the vector score for a name.
    pub vector_share_name: f32,
    /// Share of the vector score for an error message.
    pub vector_share_error: f32,
    /// Share of the vector score for code.
    pub vector_share_code: f32,
    /// Similarities below this fraction of the best count as 0.
    pub similarity_floor: f32,
    /// Added, as a fraction of the score, if the file name contains all words of the query. The
    /// strongest signal of all.
    pub stem: f32,
    /// Added, as a fraction of the score, if the name of its directory contains all words of the query.
    pub directory: f32,
    /// Added, as a fraction of the score, if the query names the file among other things.
    pub named_path: f32,
    /// Added, as a fraction of the score, if the file is called like a symbol in a sentence.
    pub named_after: f32,
    /// Added for the definition of a symbol that the query certainly means, as a fraction of the best
    /// score without it.
    pub definition: f32,
    /// Factor on each further chunk of a file, applied once per chunk before it.
    pub damping: f32,
    /// Added, as a fraction of the score, if the messages of a file's commits fit the query.
    pub history: f32,
    /// Factor on a file that is a copy of another.
    pub copy: f32,
    /// Factor on auxiliary files: tests, examples, benchmarks, legacy code.
    pub auxiliary_path: f32,
    /// Factor on `__init__.py`, which names what other files define.
    pub package_file: f32,
    /// Factor on `.d.ts` files and on headers beside their implementation: they repeat what other files
    /// define.
    pub declaration_file: f32,
    /// Factor on code of which a newer version exists beside it.
    pub old_version: f32,
    /// Factor on code for platforms that few people mean.
    pub rare_platform: f32,
    /// Factor on prose.
    pub document: f32,
    /// Factor on data: tables, settings, markup.
    pub data: f32,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            fields: FieldWeights::default(),
            own: OwnWeights::default(),
            change: ChangeWeights::default(),
            // Words find names; meaning finds code that uses other words, as the answer to a question may.
            vector_share_text: 0.65,
            vector_share_name: 0.3,
            vector_share_error: 0.3,
            vector_share_code: 0.5,
            similarity_floor: 0.5,
            stem: 1.6,
            // More gained nothing on two sets of questions and cost 0.007 on our own.
            directory: 0.4,
            named_path: 1.5,
            named_after: 1.0,
            definition: 1.0,
            damping: 0.5,
            // 1.2 was fitted on real changes, but made answers to our own questions worse.
            history: 0.5,
            copy: 0.5,
            auxiliary_path: 0.15,
            package_file: 0.5,
            declaration_file: 0.7,
            // Lowered from 0.5 and 0.7, which helped in two of the 14 packages of the dev set.
            old_version: 0.3,
            rare_platform: 0.5,
            document: 0.35,
            data: 0.6,
        }
    }
}

/// The weight of each term of [`super::change`]. The terms add up to the logarithm of the score.
// Fitted on 2,852 changes of 37 repositories by a listwise softmax, cross-validated by repository, and rounded.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangeWeights {
    /// For the score of the chunk by itself.
    pub own: f32,
    /// For its words, as a fraction of the best candidate's, in addition to `own`.
    pub words: f32,
    /// For its meaning, as a fraction of the best candidate's, in addition to `own`.
    pub meaning: f32,
    /// For the words of the query in the name of the file.
    pub stem: f32,
    /// For the words of the query in the name of its directory.
    pub directory: f32,
    /// Exponent on the factor for the kind of file.
    pub file_kind: f32,
    /// For documents and data, in addition to `file_kind`.
    pub not_code: f32,
    /// For the messages of commits that changed the file.
    pub history: f32,
}

impl Default for ChangeWeights {
    fn default() -> ChangeWeights {
        ChangeWeights {
            own: 0.83,
            words: 1.0,
            meaning: 0.5,
            stem: 1.7,
            directory: 0.6,
            file_kind: 0.9,
            // A change is hardly ever described to have a document or a table of data changed.
            not_code: -1.5,
            history: 1.0,
        }
    }
}

/// A weight that can be fitted.
#[derive(Debug)]
pub struct TunableWeight<'a> {
    pub name: &'static str,
    pub value: &'a mut f32,
    /// The largest value that makes sense: 1 for shares and for factors that only reduce a score.
    pub max: f32,
}

impl Weights {
    /// The weights that can be fitted without picking new candidates.
    // `fields` is not among them: it decides which chunks become candidates.
    pub fn tunable(&mut self) -> [TunableWeight<'_>; 20] {
        let fraction = |name, value| TunableWeight { name, value, max: 1.0 };
        let unbounded = |name, value| TunableWeight { name, value, max: f32::INFINITY };
        [
            fraction("vector_share_text", &mut self.vector_share_text),
            fraction("vector_share_name", &mut self.vector_share_name),
            fraction("vector_share_error", &mut self.vector_share_error),
            fraction("vector_share_code", &mut self.vector_share_code),
            fraction("similarity_floor", &mut self.similarity_floor),
            unbounded("stem", &mut self.stem),
            unbounded("directory", &mut self.directory),
            unbounded("named_path", &mut self.named_path),
            unbounded("named_after", &mut self.named_after),
            unbounded("definition", &mut self.definition),
            fraction("damping", &mut self.damping),
            unbounded("history", &mut self.history),
            fraction("copy", &mut self.copy),
            fraction("auxiliary_path", &mut self.auxiliary_path),
            fraction("package_file", &mut self.package_file),
            fraction("declaration_file", &mut self.declaration_file),
            fraction("old_version", &mut self.old_version),
            fraction("rare_platform", &mut self.rare_platform),
            fraction("document", &mut self.document),
            fraction("data", &mut self.data),
        ]
    }
}
