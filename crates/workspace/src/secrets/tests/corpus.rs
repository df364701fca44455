//! How many forms of secrets are found and how many look-alikes are left alone, over a corpus of
//! both.

use std::fmt::Write;

use super::*;

/// Floors, just below what was measured.
const LEAST_RECALL: f64 = 0.97;
const MOST_FALSE_ALARMS: f64 = 0.05;
/// Floor of the forms that the classifier is trained on.
const LEAST_TRAINED_RECALL: f64 = 0.8;
/// Floor of each half of the forms that were written before the patterns were read, just below what
/// was measured.
const LEAST_UNSEEN_RECALL: f64 = 0.94;
/// No longer piece of a secret may be left.
const PIECE_CHARS: usize = 8;

/// The cases of a file: what it is about, and its text.
fn cases(file: &str) -> Vec<(String, String)> {
    let (mut title, mut cases) = (String::new(), Vec::new());
    let mut open: Option<String> = None;
    for line in file.replace('¦', "").lines() {
        match (&mut open, line) {
            (None, "") => {}
            (None, "<<<") => open = Some(String::new()),
            (Some(_), ">>>") => cases.extend(open.take().map(|text| (title.clone(), text))),
            (Some(text), line) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, line) if line.starts_with("### ") => title = line[4..].to_owned(),
            (None, _) if title.is_empty() => {}
            (None, line) => cases.push((title.clone(), line.to_owned())),
        }
    }
    cases
}

/// The text of a case, and what is secret in it.
fn unmark(marked: &str) -> (String, Vec<String>) {
    let (mut text, mut secrets) = (String::new(), Vec::new());
    for (at, piece) in marked.split(['«', '»']).enumerate() {
        text.push_str(piece);
        if at % 2 == 1 {
            secrets.push(piece.to_owned());
        }
    }
    (text, secrets)
}

/// A piece of a secret that is left in a text.
pub(super) fn left<'a>(text: &str, secrets: &'a [String]) -> Option<&'a str> {
    secrets.iter().find_map(|secret| {
        let starts: Vec<usize> = secret.char_indices().map(|(at, _)| at).collect();
        let n_pieces = starts.len().saturating_sub(PIECE_CHARS - 1).max(1);
        starts[..n_pieces].iter().find_map(|start| {
            let n_chars =
                secret[*start..].chars().take(PIECE_CHARS).map(char::len_utf8).sum::<usize>();
            let piece = &secret[*start..start + n_chars];
            text.contains(piece).then_some(piece)
        })
    })
}

/// The three ways in which callers take a text: as a whole, and line by line with and without
/// having seen all of it.
fn line_by_line(mut redactor: Redactor, text: &str) -> String {
    text.lines().map(|line| redactor.line(line).text.into_owned() + "\n").collect()
}

/// The forms that were written before the patterns were read, in their two halves.
fn unseen_cases() -> [(&'static str, Vec<(String, String)>); 2] {
    [
        ("developed on", cases(include_str!("../corpus/develop.txt"))),
        ("judged on", cases(include_str!("../corpus/judge.txt"))),
    ]
}

fn secret_cases() -> Vec<(String, String)> {
    cases(include_str!("../corpus/secrets.txt"))
}

fn harmless_cases() -> Vec<(String, String)> {
    cases(include_str!("../corpus/harmless.txt"))
}

#[test]
fn the_forms_of_the_corpus_are_found_and_its_look_alikes_are_left_alone() {
    let (secrets, harmless) = (secret_cases(), harmless_cases());
    let mut report = String::new();
    let mut n_found = 0;
    for (title, marked) in &secrets {
        let (text, values) = unmark(marked);
        let redacted = redact(&text);
        match left(&redacted.text, &values) {
            Some(piece) => {
                writeln!(report, "missed ({title}): {piece} in {}", redacted.text).unwrap()
            }
            None => n_found += 1,
        }
    }
    let mut n_false_alarms = 0;
    for (title, text) in &harmless {
        let redacted = redact(text);
        if redacted.n_redacted > 0 {
            n_false_alarms += 1;
            writeln!(report, "false alarm ({title}): {text} became {}", redacted.text).unwrap();
        }
    }
    print!("{report}");
    println!(
        "secrets: recall {n_found}/{}, false alarms {n_false_alarms}/{}",
        secrets.len(),
        harmless.len()
    );
    assert!(secrets.len() >= 150 && harmless.len() >= 150, "the corpus is too small");
    let is_enough = n_found as f64 >= LEAST_RECALL * secrets.len() as f64
        && n_false_alarms as f64 <= MOST_FALSE_ALARMS * harmless.len() as f64;
    assert!(is_enough, "{report}");
}

#[test]
fn the_forms_that_were_written_before_the_patterns_were_read_are_found() {
    for (half, secrets) in unseen_cases() {
        let mut report = String::new();
        let mut n_found = 0;
        for (title, marked) in &secrets {
            let (_, path) = title.rsplit_once(" | ").expect("a title names a file");
            let (text, values) = unmark(marked);
            let redacted = redact(&text).text;
            match left(&redacted, &values).filter(|_| secret_file(path).is_none()) {
                Some(piece) => writeln!(report, "missed ({title}): {piece} in {redacted}").unwrap(),
                None => n_found += 1,
            }
        }
        println!("{report}{half}: {n_found}/{}", secrets.len());
        assert!(secrets.len() >= 110, "the corpus is too small");
        let is_enough = f64::from(n_found) >= LEAST_UNSEEN_RECALL * secrets.len() as f64;
        assert!(is_enough, "{half}: {report}");
    }
}

#[test]
fn the_forms_that_the_classifier_is_trained_on_are_found() {
    let authors = ["corpus/train1.txt", "corpus/train2.txt", "corpus/train3.txt"];
    let files = [
        include_str!("../corpus/train1.txt"),
        include_str!("../corpus/train2.txt"),
        include_str!("../corpus/train3.txt"),
    ];
    for (author, file) in authors.iter().zip(files) {
        let forms = forms_of(file);
        let is_found = |(path, secrets, text): &&(String, Vec<String>, String)| {
            secret_file(path).is_some() || left(&redact(text).text, secrets).is_none()
        };
        let n_found = forms.iter().filter(is_found).count();
        println!("{author}: {n_found}/{}", forms.len());
        assert!(forms.len() >= 350, "the corpus is too small");
        assert!(n_found as f64 >= LEAST_TRAINED_RECALL * forms.len() as f64, "{author}: {n_found}");
    }
}

#[test]
fn a_text_is_redacted_alike_as_a_whole_and_line_by_line() {
    for (_, marked) in secret_cases().into_iter().chain(harmless_cases()) {
        let (text, _) = unmark(&marked);
        let text = text.trim_end_matches('\n').to_owned() + "\n";
        let whole = redact(&text).text.into_owned();
        assert_eq!(line_by_line(Redactor::over(&text), &text), whole);
        // Among other text too: nothing before it or after it may matter.
        let among = format!("fn one() {{}}\n\n{text}\nlet two = 2;\n");
        assert_eq!(redact(&among).text, format!("fn one() {{}}\n\n{whole}\nlet two = 2;\n"));
    }
}

#[test]
fn a_line_is_redacted_alike_when_those_before_it_are_not_shown() {
    for (_, marked) in secret_cases() {
        let (text, _) = unmark(&marked);
        let whole = line_by_line(Redactor::over(&text), &text);
        for (shown, expect) in whole.lines().enumerate() {
            let mut redactor = Redactor::over(&text);
            text.lines().take(shown).for_each(|line| redactor.pass(line));
            let line = text.lines().nth(shown).unwrap();
            assert_eq!(redactor.line(line).text, expect);
        }
    }
}

#[test]
fn what_was_redacted_is_not_redacted_again() {
    for (_, marked) in secret_cases() {
        let once = redact(&unmark(&marked).0).text.into_owned();
        let again = redact(&once);
        assert_eq!((&*again.text, again.n_redacted), (&*once, 0));
    }
}

#[test]
fn a_hostile_line_of_a_megabyte_is_gone_through_and_left_alone() {
    for piece in ["a", "\"", "\"a\" + ", "password=", "<password>", "a://b:", "--password ", "QUJD"]
    {
        let line = piece.repeat((1 << 20) / piece.len());
        assert_eq!(redact(&line).n_redacted, 0, "{piece}");
    }
}

/// The forms of a file: their paths, secrets and texts. A line `=== PATH` starts one, the lines
/// `--- SECRET` after it are its secrets, and the rest is its text.
pub(super) fn forms_of(file: &str) -> Vec<(String, Vec<String>, String)> {
    let file = format!("\n{}", file.replace('¦', ""));
    let form = |form: &str| {
        let (path, body) = form.split_once('\n').expect("a form has a path and a text");
        let n_secrets = body.lines().take_while(|line| line.starts_with("--- ")).count();
        let secrets = body.lines().take(n_secrets).map(|line| line[4..].to_owned()).collect();
        let text = body.lines().skip(n_secrets).flat_map(|line| [line, "\n"]).collect();
        (path.to_owned(), secrets, text)
    };
    file.split("\n=== ").skip(1).map(form).collect()
}

/// The text files below a folder, in the order of their paths.
pub(super) fn texts_of(root: &str) -> Vec<(std::path::PathBuf, String)> {
    let (mut folders, mut texts) = (vec![std::path::PathBuf::from(root)], Vec::new());
    while let Some(folder) = folders.pop() {
        for item in std::fs::read_dir(folder).unwrap().flatten() {
            let path = item.path();
            if item.file_type().unwrap().is_dir() && item.file_name() != ".git" {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                texts.push((path, text));
            }
        }
    }
    texts.sort();
    texts
}

/// Counts the forms of a file that are kept back, and prints the others:
/// `RUTTER_SECRET_FORMS=FILE cargo test --release -p rutter-workspace -p rutter --lib forms_of_a_file -- --ignored --nocapture`.
#[test]
#[ignore = "measures: needs a file of forms in RUTTER_SECRET_FORMS"]
fn the_forms_of_a_file_are_counted() {
    let Ok(path) = std::env::var("RUTTER_SECRET_FORMS") else {
        return println!("nothing measured: RUTTER_SECRET_FORMS names no file");
    };
    let file = std::fs::read_to_string(path).unwrap();
    let (mut n_forms, mut n_found) = (0, 0);
    for (path, secrets, text) in forms_of(&file) {
        n_forms += 1;
        let redacted = redact(&text).text;
        match left(&redacted, &secrets).filter(|_| secret_file(&path).is_none()) {
            Some(piece) => println!("missed ({path}): {piece} in {redacted}"),
            None => n_found += 1,
        }
    }
    println!("{n_found}/{n_forms}");
}

/// Measures false alarms and time: prints each changed line of the text files below a folder, and how
/// long one pass takes, the first and the average of ten others.
#[test]
#[ignore = "measures: needs a folder in RUTTER_SECRET_TREE"]
fn the_changed_lines_of_a_folder_are_counted() {
    let Ok(root) = std::env::var("RUTTER_SECRET_TREE") else {
        return println!("nothing measured: RUTTER_SECRET_TREE names no folder");
    };
    let texts = texts_of(&root);
    let pass = || {
        let start = std::time::Instant::now();
        let n_redacted: u32 = texts.iter().map(|(_, text)| redact(text).n_redacted).sum();
        (n_redacted, start.elapsed())
    };
    let (_, first) = pass();
    let n_passes =
        std::env::var("RUTTER_SECRET_PASSES").ok().and_then(|n| n.parse().ok()).unwrap_or(10);
    let warm = (0..n_passes).map(|_| pass().1).sum::<std::time::Duration>() / n_passes.max(1);
    let (mut n_lines, mut n_changed) = (0, 0);
    for (path, text) in &texts {
        n_lines += text.lines().count();
        let redacted = redact(text).text;
        for (at, (before, after)) in text.lines().zip(redacted.lines()).enumerate() {
            if before != after {
                n_changed += 1;
                println!("{}:{}: {before}\n    {after}", path.display(), at + 1);
            }
        }
    }
    println!("{n_changed} of {n_lines} lines changed; first pass {first:?}, others {warm:?}");
}
