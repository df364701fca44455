//! Characters and bytes, local time and UTC: units that code shows by what it calls.

use crate::{Problem, SubjectContext};

const COUNTS_BYTES: &[&str] = &[
    "bytesize",
    "byteLength",
    "as_bytes().len",
    "GetByteCount",
    "byte_size(",
    ".encode(",
    "Buffer.byteLength",
    "getBytes(",
    "utf8.count",
    "bytes().length",
];
const COUNTS_CHARACTERS: &[&str] = &[
    "chars()",
    "RuneCount",
    "[]rune",
    "mb_strlen",
    "String.length(",
    "codePoint",
    "graphemes",
    ".characters",
    "char_count",
    "mb_substr",
];

/// What the words of a claim have against them.
pub(super) fn check(words: &[String], context: &SubjectContext<'_>) -> Option<Problem> {
    let says = |wanted: &str| words.iter().any(|word| word == wanted);
    let mark =
        |marks: &[&'static str]| marks.iter().copied().find(|mark| context.code.contains(*mark));
    let (bytes, characters) = (mark(COUNTS_BYTES), mark(COUNTS_CHARACTERS));
    let problem = |mark: &str, shown: &str, said: &str| {
        let reason = format!("`{mark}` counts {shown}, not {said}");
        Some(Problem::contradicted(reason).at(context.line_with(mark)))
    };
    let lower = context.code.to_lowercase();
    match (bytes, characters) {
        (Some(mark), None) if says("characters") && !says("bytes") && !lower.contains("char") => {
            problem(mark, "bytes", "characters")
        }
        (None, Some(mark)) if says("bytes") && !says("characters") && !lower.contains("byte") => {
            problem(mark, "characters", "bytes")
        }
        _ => against_zone(words, &lower),
    }
}

/// Local time said of code that takes UTC.
fn against_zone(words: &[String], code: &str) -> Option<Problem> {
    let says_local = words.windows(2).any(|two| two[0] == "local" && two[1].starts_with("time"));
    let has_utc = code.contains("utc") || code.contains("gmt");
    (says_local && has_utc && !code.contains("local"))
        .then(|| Problem::contradicted("the code uses UTC, not local time"))
}

#[cfg(test)]
mod tests {
    use crate::tests::check_alone;

    #[test]
    fn characters_are_no_bytes() {
        check_alone(
            crate::rules::units::check,
            "\
//- a.rb
def too_long?(text)
  text.bytesize > 100
end
//- b.rs
pub fn width(text: &str) -> usize {
    text.chars().count()
}
",
            "a.rb",
            &[
                ("too_long?", "Whether the text has more than 100 bytes.", "supported"),
                (
                    "too_long?",
                    "Whether the text is longer than 100 characters.",
                    "contradicted: `bytesize` counts bytes, not characters",
                ),
            ],
        );
    }
}
