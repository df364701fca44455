//! How much each sign of a good hit counts.

use crate::score::FieldWeights;

/// How much each sign counts. The defaults were found by `cargo xtask fit` on questions with known
/// answers; around them the quality of the answers changes little.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    /// How the words of the fields are scored, before anything here.
    pub fields: FieldWeights,
    /// What meaning counts beside words when the query is a question, from 0 to 1.
    pub meaning_of_text: f32,
    /// The same when it is a name.
    pub meaning_of_name: f32,
    /// The same when it is an error message.
    pub meaning_of_error: f32,
    /// The same when it is code.
    pub meaning_of_code: f32,
    /// The likeness that counts nothing, as a part of the best.
    pub floor: f32,
    /// What all words of the query in the name of the file add, as a part of the score. The
    /// strongest sign of all.
    pub stem: f32,
    /// The same for the folder that the file is in.
    pub folder: f32,
    /// What a file gains that the query names among other things.
    pub mention: f32,
    /// What the definition of a symbol adds that is surely meant, as a part of the best score
    /// that is reached without.
    pub definition: f32,
    /// What a file's second chunk adds to the first, as a part of its own score; those after add
    /// less and less.
    pub lift: f32,
    /// What is left of the score of each further chunk of a file, time and again.
    pub damping: f32,
    /// What is left of the score of a file that is a copy of another.
    pub copy: f32,
    /// What is left of the score of tests, examples, benchmarks, old and foreign code.
    pub side_path: f32,
    /// What is left of the score of an `__init__.py`: it names what others define.
    pub package_file: f32,
    /// What is left of the score of a `.d.ts`: it repeats what others define.
    pub declaration_file: f32,
    /// What is left of the score of a version that a newer one lies beside.
    pub old_version: f32,
    /// What is left of the score of code for systems that few work on.
    pub other_system: f32,
    /// What is left of the score of prose.
    pub document: f32,
    /// What is left of the score of data: tables, settings, markup.
    pub data: f32,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            fields: FieldWeights::default(),
            meaning_of_text: 0.6,
            meaning_of_name: 0.2,
            meaning_of_error: 0.3,
            meaning_of_code: 0.5,
            floor: 0.5,
            stem: 1.8,
            folder: 1.0,
            mention: 1.5,
            definition: 0.8,
            lift: 0.5,
            damping: 0.5,
            copy: 0.5,
            side_path: 0.3,
            package_file: 0.5,
            declaration_file: 0.7,
            old_version: 0.5,
            other_system: 0.7,
            document: 0.5,
            data: 0.6,
        }
    }
}

impl Weights {
    /// The weights that can be fitted once the candidates are known, with their names.
    pub fn tunable(&mut self) -> [(&'static str, &mut f32); 19] {
        [
            ("meaning_of_text", &mut self.meaning_of_text),
            ("meaning_of_name", &mut self.meaning_of_name),
            ("meaning_of_error", &mut self.meaning_of_error),
            ("meaning_of_code", &mut self.meaning_of_code),
            ("floor", &mut self.floor),
            ("stem", &mut self.stem),
            ("folder", &mut self.folder),
            ("mention", &mut self.mention),
            ("definition", &mut self.definition),
            ("lift", &mut self.lift),
            ("damping", &mut self.damping),
            ("copy", &mut self.copy),
            ("side_path", &mut self.side_path),
            ("package_file", &mut self.package_file),
            ("declaration_file", &mut self.declaration_file),
            ("old_version", &mut self.old_version),
            ("other_system", &mut self.other_system),
            ("document", &mut self.document),
            ("data", &mut self.data),
        ]
    }
}
