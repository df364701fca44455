//! Words of claims with their forms.

use super::*;

fn check(text: &str, expected: &str) {
    let written: Vec<String> = Statement::new(text)
        .words
        .iter()
        .map(|word| {
            let mark = match word.form {
                WordForm::Plain => "",
                WordForm::Code => "c:",
                WordForm::Name => "n:",
                WordForm::Number => "#:",
                WordForm::Quoted => "q:",
            };
            format!("{mark}{}{}", word.text, if word.ends_phrase { "," } else { "" })
        })
        .collect();
    assert_eq!(written.join("|"), expected);
}

#[test]
fn every_word_has_its_form() {
    check(
        "Calls `a.b(c)`, then max_size or getUser().",
        "Calls|c:a.b(c),|then|n:max_size|or|n:getUser()",
    );
    check("Waits 30 s (at most 1.5x) for \"X-Key\".", "Waits|#:30|s|at|most|#:1.5x,|for|q:X-Key");
    check(
        "Doesn't read config.toml; std::fs is the user's.",
        "Doesn't|read|n:config.toml,|n:std::fs|is|the|user",
    );
    check("read-only and/or src/lib/a.rs", "read|only|and,|or|n:src/lib/a.rs");
}

#[test]
fn phrases_are_found_by_plain_words() {
    let statement = Statement::new("It is never called by `x`, never.");
    assert_eq!(statement.find_phrase("called by"), [3]);
    assert_eq!(statement.find_phrase("never *"), [2]);
    assert!(!statement.has_phrase(&["by x"]));
}
