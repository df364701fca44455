//! Strategies of readers over a dozen lies and a dozen truths: none that does not read confirms a lie.

use super::*;

/// Each sentence that holds of `take`, and a lie of the same form.
const SENTENCES: [(&str, &str); 12] = [
    (TRUE, FALSE),
    ("Returns `None` after 30 seconds.", "Returns `None` after 90 seconds."),
    (
        "Calls `elapsed` before it calls `record_use`.",
        "Calls `elapsed` after it calls `record_use`.",
    ),
    ("Gives `limit` to `oldest_connection`.", "Gives `wait` to `oldest_connection`."),
    ("Gives `wait` to `elapsed`.", "Gives `limit` to `elapsed`."),
    ("Closes the first connection.", "Keeps the first connection."),
    ("Calls `close_connection` if it is too old.", "Calls `record_use` if it is too old."),
    ("Records the use of the first connection.", "Records the use of every second connection."),
    ("Needs the time in `wait`.", "Needs the time in `limit`."),
    ("Is called by `main`.", "Is called by `elapsed`."),
    ("Returns the same connection that it records.", "Returns another connection than it records."),
    ("Closes nothing before 30 seconds.", "Closes everything before 30 seconds."),
];

/// A pair as a reader sees it.
struct Shown<'a> {
    pair: &'a OptionPair,
    code: String,
}

type Strategy = Box<dyn FnMut(&Shown<'_>) -> PairChoice>;

/// The longer text, or the first one.
fn more(a: usize, b: usize) -> PairChoice {
    if b > a { PairChoice::B } else { PairChoice::A }
}

/// How many words of a text stand in the code.
fn n_found(text: &str, code: &str) -> usize {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty() && rutter_domain::words::contains_word(code, word)).count()
}

fn strategies() -> Vec<(&'static str, Strategy)> {
    let mut coin = Random(11);
    let mut die = Random(12);
    let has_not = |text: &str| text.contains("not") || text.contains("never");
    vec![
        ("first option", Box::new(|_: &Shown<'_>| PairChoice::A)),
        ("second option", Box::new(|_: &Shown<'_>| PairChoice::B)),
        ("neither", Box::new(|_: &Shown<'_>| PairChoice::Neither)),
        ("coin", Box::new(move |_: &Shown<'_>| [PairChoice::A, PairChoice::B][coin.below(2)])),
        (
            "three-sided coin",
            Box::new(move |_: &Shown<'_>| {
                [PairChoice::A, PairChoice::B, PairChoice::Neither][die.below(3)]
            }),
        ),
        (
            "without not",
            Box::new(
                move |shown: &Shown<'_>| {
                    if has_not(&shown.pair.a) { PairChoice::B } else { PairChoice::A }
                },
            ),
        ),
        ("longer", Box::new(|shown: &Shown<'_>| more(shown.pair.a.len(), shown.pair.b.len()))),
        ("shorter", Box::new(|shown: &Shown<'_>| more(shown.pair.b.len(), shown.pair.a.len()))),
        (
            "grep",
            Box::new(|shown: &Shown<'_>| {
                let found = |text: &str| n_found(text, &shown.code);
                more(found(&shown.pair.a), found(&shown.pair.b))
            }),
        ),
        (
            "grep, else neither",
            Box::new(|shown: &Shown<'_>| {
                let found = |text: &str| n_found(text, &shown.code);
                match found(&shown.pair.a).cmp(&found(&shown.pair.b)) {
                    std::cmp::Ordering::Less => PairChoice::B,
                    std::cmp::Ordering::Equal => PairChoice::Neither,
                    std::cmp::Ordering::Greater => PairChoice::A,
                }
            }),
        ),
    ]
}

/// The number of confirmed entries with these summaries, each asked about with several seeds.
fn n_confirmed(
    summaries: &[&str],
    seeds: u64,
    mut answer: impl FnMut(&Questionnaire) -> Vec<Answer>,
) -> usize {
    let mut n_confirmed = 0;
    for summary in summaries {
        let (tree, id) = tree_with(summary);
        let knowledge = knowledge(&tree);
        for seed in 0..seeds {
            let asked = asked(&knowledge, &id, seed);
            let session = format!("session {seed}");
            let reader = Other::new();
            let reader = reader.named("reader", Some(&session));
            let status = submit(&knowledge, &asked, &answer(&asked), &reader);
            n_confirmed += usize::from(status == Ok(EntryStatus::Confirmed));
        }
    }
    n_confirmed
}

#[test]
fn who_does_not_read_confirms_no_lie() {
    let lies: Vec<&str> = SENTENCES.iter().map(|(_, lie)| *lie).collect();
    for (name, mut strategy) in strategies() {
        let found = n_confirmed(&lies, 3, |asked| {
            let code = asked.texts.join("\n");
            answers(asked, |asked, at| {
                strategy(&Shown { pair: &asked.pairs[at], code: code.clone() })
            })
        });
        assert_eq!(found, 0, "{name}");
    }
}

#[test]
fn who_reads_confirms_every_truth_and_no_lie() {
    let truths: Vec<&str> = SENTENCES.iter().map(|(truth, _)| *truth).collect();
    let found = n_confirmed(&truths, 1, |asked| {
        answers(asked, |asked, at| careful(asked, at, Finding::Holds))
    });
    assert_eq!(found, truths.len());
    let lies: Vec<&str> = SENTENCES.iter().map(|(_, lie)| *lie).collect();
    let found = n_confirmed(&lies, 1, |asked| {
        answers(asked, |asked, at| careful(asked, at, Finding::Refuted))
    });
    assert_eq!(found, 0);
}

#[test]
fn a_guess_that_passes_one_questionnaire_fails_in_a_request_of_many() {
    let tree = Tree::new(FILES);
    let mut ids = Vec::new();
    for symbol in ["take", "oldest_connection", "newest_connection", "main", "elapsed"] {
        ids.push(record(&tree, draft(symbol, "src/pool.rs", &format!("Is named `{symbol}`."))));
    }
    let knowledge = knowledge(&tree);
    let mut random = Random(5);
    let asked: Vec<Questionnaire> = ids
        .iter()
        .filter_map(|id| questionnaire_with(&knowledge, id, BatchLen(5), &mut random).ok())
        .collect();
    assert!(asked.len() >= 4, "{}", asked.len());
    // Right about the first entry, first option about the others.
    let mut given = Vec::new();
    for (at, one) in asked.iter().enumerate() {
        let n_before = given.len();
        given.extend(answers(one, |asked, pair| match at {
            0 => careful(asked, pair, Finding::Holds),
            _ => PairChoice::A,
        }));
        given[n_before..].iter_mut().for_each(|answer| answer.pair += n_before);
    }
    let reader = Other::new();
    let outcome = knowledge.submit_reviews(&asked, &given, &reader.named("reader", None)).unwrap();
    let ReviewOutcome::Graded(graded) = outcome else { panic!("{outcome:?}") };
    for one in graded {
        assert!(matches!(one.grade, ReviewGrade::NotCounted(_)), "{one:?}");
    }
}
