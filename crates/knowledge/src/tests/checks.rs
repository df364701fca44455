//! What is refused, what is kept in doubt, and what is reported.

use rutter_domain::Hint;

use super::*;

const FILES: &str = "\
//- src/pool.rs
/// Hands out connections.
pub struct Pool {
    size: usize,
}

impl Pool {
    pub fn new(size: usize) -> Pool {
        Pool { size }
    }

    pub fn take(&self) -> usize {
        connect(self.size)
    }
}
//- src/net.rs
pub fn connect(n: usize) -> usize {
    n
}

pub struct Net;

impl Net {
    pub fn new() -> Net {
        Net
    }
}

pub struct Other;

impl Other {
    pub fn new() -> Other {
        Other
    }
}
";

fn tree() -> Tree {
    Tree::new(FILES)
}

/// What comes of a draft by somebody who has read everything.
fn check(draft: EntryDraft, expected: &str) {
    let tree = tree();
    let seen = reader_of(&tree, &["src/pool.rs", "src/net.rs"]);
    assert_eq!(outcome(&knowledge(&tree).record(draft, &seen).unwrap()), expected);
}

fn outcome(recording: &Recording) -> String {
    match recording {
        Recording::Recorded { status, reason, .. } => {
            let why = reason.as_ref().map_or_else(String::new, |why| format!(": {why}"));
            format!("{status}{why}")
        }
        Recording::Refused { reason } => format!("refused: {reason}"),
    }
}

#[test]
fn what_is_right_is_checked() {
    check(draft("Pool::take", "./src/pool.rs", "Takes one by `connect`."), "checked");
    check(draft("take", "src/pool.rs", "Calls `connect()` with `self.size`."), "checked");
    check(draft("Pool", "src/pool.rs", "Hands out connections; `take` gives one."), "checked");
}

#[test]
fn a_symbol_that_is_not_there_is_refused_with_what_is() {
    check(
        draft("Pool::tke", "src/pool.rs", "Takes."),
        "refused: `src/pool.rs` defines no `Pool::tke`; did you mean `Pool::take`?",
    );
    check(
        draft("connect", "src/pool.rs", "Connects."),
        "refused: `src/pool.rs` defines no `connect`; it is defined in `src/net.rs`",
    );
    check(
        draft("zebra", "src/pool.rs", "Runs."),
        "refused: `src/pool.rs` defines no `zebra`; it defines `Pool`, `Pool::size`, `Pool`, \
         `Pool::new`, `Pool::take` and so on",
    );
    check(
        draft("new", "src/net.rs", "Makes one."),
        "refused: `new` could be several symbols of `src/net.rs`: `Net::new`, `Other::new`; give \
         one of these, or cite lines of the one you mean",
    );
    let mut cited = draft("new", "src/net.rs", "Makes one.");
    cited.evidence = vec![cite("src/net.rs", 8, 10)];
    check(cited, "checked");
}

#[test]
fn a_path_that_is_not_there_is_refused() {
    check(
        draft("Pool", "pool.rs", "Pools."),
        "refused: `pool.rs` is not in the index; did you mean `src/pool.rs`?",
    );
    check(draft("Pool", "/etc/passwd", "x"), "refused: Absolute paths not allowed: /etc/passwd");
    check(
        draft("Pool", "src/../../x", "x"),
        "refused: Parent directory references not allowed: src/../../x",
    );
    check(draft("Pool", "C:\\x", "x"), "refused: Absolute paths not allowed: C:\\x");
    check(
        draft("Pool", "", "x"),
        "refused: the path is empty; give the file that defines the symbol",
    );
}

#[test]
fn false_evidence_is_refused() {
    for (start, end) in [(0, 3), (5, 4), (1, 900)] {
        let mut cited = draft("Pool", "src/pool.rs", "Pools.");
        cited.evidence = vec![cite("src/pool.rs", start, end)];
        check(
            cited,
            &format!(
                "refused: the evidence src/pool.rs:{start}-{end} does not exist; the lines of \
                 `src/pool.rs` are 1 to 14, the first before the last"
            ),
        );
    }
    let mut blank = draft("Pool", "src/pool.rs", "Pools.");
    blank.evidence = vec![cite("src/pool.rs", 5, 5)];
    check(blank, "refused: the evidence src/pool.rs:5-5 is blank; cite lines that show something");
    let mut elsewhere = draft("Pool", "src/pool.rs", "Pools.");
    elsewhere.evidence = vec![cite("../x", 1, 1)];
    check(elsewhere, "refused: Parent directory references not allowed: ../x");
}

#[test]
fn what_is_too_much_or_nothing_is_refused() {
    check(
        draft("Pool", "src/pool.rs", " "),
        "refused: the summary is empty; say in a sentence what it is for",
    );
    let long = "x".repeat(1_001);
    check(
        draft("Pool", "src/pool.rs", &long),
        "refused: the summary has 1001 characters; at most 1000 are allowed; put the rest into the details",
    );
    for confidence in [-0.1, 1.5, f32::NAN, f32::INFINITY] {
        let unsure =
            EntryDraft { confidence: Some(confidence), ..draft("Pool", "src/pool.rs", "x") };
        let expected =
            format!("refused: the confidence is {confidence}; give a number between 0 and 1");
        check(unsure, &expected);
    }
    let tags = vec!["a".to_owned(); 17];
    check(
        EntryDraft { tags, ..draft("Pool", "src/pool.rs", "x") },
        "refused: there are 17 tags, 16 are allowed",
    );
}

#[test]
fn names_that_are_nowhere_are_doubted() {
    check(
        draft("Pool", "src/pool.rs", "Calls `launch_rockets` and `Pool::drain`."),
        "unverified: `launch_rockets` is neither in the code nor in the evidence; `drain` is neither \
         in the code nor in the evidence",
    );
}

#[test]
fn what_was_not_read_is_doubted() {
    let tree = tree();
    let snapshot = knowledge(&tree);
    let mut seen = Seen::default();
    let record = |seen: &Seen| {
        outcome(&snapshot.record(draft("Pool::take", "src/pool.rs", "Takes."), seen).unwrap())
    };
    assert_eq!(
        record(&seen),
        "unverified: lines 11-13 of `src/pool.rs` were not read in this session"
    );
    let content = rutter_workspace::hash(tree.read("src/pool.rs").as_bytes());
    seen.add("src/pool.rs", content, 1, 12);
    assert_eq!(record(&seen), "unverified: line 13 of `src/pool.rs` was not read in this session");
    seen.add("src/pool.rs", content, 13, 13);
    assert_eq!(record(&seen), "checked");
    let mut other = Seen::default();
    other.add("src/pool.rs", rutter_domain::ContentHash([0; 16]), 1, 100);
    assert_eq!(
        record(&other),
        format!(
            "refused: `Pool::take` has an entry with this text already ({}, checked), and this one \
             is not better supported: lines 11-13 of `src/pool.rs` were not read in this session",
            snapshot.entries(&EntriesFilter::default()).unwrap().entries[0].id
        )
    );
}

#[test]
fn a_function_of_any_size_is_read_in_full() {
    for n_lines in [10, 300] {
        let body = "    work();\n".repeat(n_lines);
        let tree = Tree::new(&format!("//- a.rs\nfn work() {{}}\nfn large() {{\n{body}}}\n"));
        let content = rutter_workspace::hash(tree.read("a.rs").as_bytes());
        let mut seen = Seen::default();
        seen.add("a.rs", content, 1, 6);
        let mut part = draft("large", "a.rs", "Calls `work` again and again.");
        part.evidence = vec![cite("a.rs", 2, 6)];
        let said = outcome(&knowledge(&tree).record(part, &seen).unwrap());
        assert!(said.contains("of `a.rs` were not read in this session"), "{said}");
    }
}

#[test]
fn of_a_class_of_any_size_it_is_enough_to_read_what_is_mentioned() {
    for n_methods in [2, 200] {
        let method = |at: usize| format!("    def step_{at}(self):\n        return {at}\n\n");
        let methods: String = (0..n_methods).map(method).collect();
        let tree = Tree::new(&format!("//- a.py\nclass Steps:\n{methods}"));
        let content = rutter_workspace::hash(tree.read("a.py").as_bytes());
        let mut seen = Seen::default();
        seen.add("a.py", content, 1, 4);
        let check = |summary: &str, expected: &str| {
            let mut part = draft("Steps", "a.py", summary);
            part.evidence = vec![cite("a.py", 1, 3)];
            let said = outcome(&knowledge(&tree).record(part, &seen).unwrap());
            assert_eq!(said, expected, "{n_methods}");
        };
        check("Returns the number of `step_0`.", "checked");
        check(
            "Returns the numbers of `step_0` and `step_1`.",
            "unverified: `step_1`, which is on line 5 of `a.py`, was not read in this session",
        );
    }
}

#[test]
fn a_guess_is_refused_where_it_can_be_read() {
    let tree = tree();
    let mut guess = draft("Pool::take", "src/pool.rs", "Takes.");
    guess.unread = UnreadLines::Refused;
    let recording = knowledge(&tree).record(guess, &Seen::default()).unwrap();
    assert_eq!(
        outcome(&recording),
        "refused: lines 11-13 of `src/pool.rs` were not read in this session; read that first, and \
         record it in a later turn"
    );
    assert_eq!(told(&tree), "");
}

#[test]
fn a_second_entry_of_a_symbol_replaces_the_first_under_the_same_id() {
    let tree = tree();
    let first = record(&tree, draft("Pool::take", "src/pool.rs", "Takes one."));
    tree.write("src/pool.rs", tree.read("src/pool.rs").replace("fn take", "fn obtain"));
    let second = record(&tree, draft("obtain", "src/pool.rs", "Obtains one."));
    assert_eq!(first, second);
    assert_eq!(told(&tree), "src/pool.rs Pool::obtain checked\n");
}

#[test]
fn whoever_tries_again_is_shown_why_the_last_was_rejected() {
    let tree = tree();
    let id = record(&tree, draft("Pool", "src/pool.rs", "Swims."));
    let rejected = knowledge(&tree).reject(&id, "it has nothing to do with water").unwrap();
    assert_eq!(rejected.status, EntryStatus::Rejected);
    let seen = reader_of(&tree, &["src/pool.rs"]);
    let attempt = |summary: &str, run: &str| {
        let again =
            EntryDraft { run: Some(run.to_owned()), ..draft("Pool", "src/pool.rs", summary) };
        outcome(&knowledge(&tree).record(again, &seen).unwrap())
    };
    let refusal = "refused: an earlier entry of `Pool` was rejected: it has nothing to do with \
                   water (it said: Swims.); look again with that in mind, then record what is right";
    assert_eq!(attempt("Pools.", "run-1"), refusal);
    assert_eq!(attempt("Swims.", "run-1"), refusal);
    assert_eq!(attempt("Pools.", "run-2"), refusal);
    assert_eq!(attempt("Pools.", "run-2"), "checked");
    let known = knowledge(&tree).known().unwrap();
    assert_eq!(known[0].note.as_deref(), Some("it has nothing to do with water"));
    assert_eq!(known[0].status, EntryStatus::Checked);
}

#[test]
fn an_unknown_id_is_shown_with_those_that_there_are() {
    let tree = tree();
    let id = record(&tree, draft("Pool", "src/pool.rs", "Pools."));
    let error = knowledge(&tree).forget(&["Pool".to_owned()]).unwrap_err();
    assert_eq!(error.to_string(), "there is no entry `Pool`");
    assert_eq!(error.hint(), Some(Hint::DidYouMean { names: vec![id.clone()] }));
    assert_eq!(knowledge(&tree).forget(std::slice::from_ref(&id)).unwrap(), [id]);
    assert_eq!(told(&tree), "");
}

#[test]
fn the_beginning_of_an_id_will_do_where_only_one_begins_so() {
    let tree = tree();
    let file = |id: &str, symbol: &str| {
        format!("[[entry]]\nid = \"{id}\"\nsymbol = \"{symbol}\"\nsummary = \"Said.\"\n")
    };
    tree.write("two.py", "def one():\n    return 1\n\ndef two():\n    return 2\n");
    tree.write(
        ".rutter-entries/two.py.toml",
        format!(
            "format = 1\npath = \"two.py\"\n{}{}",
            file("abcd2222", "one"),
            file("abce3333", "two")
        ),
    );
    let snapshot = knowledge(&tree);
    assert_eq!(snapshot.import_entries(None).unwrap().taken, 2);
    let sought = |wanted: &str| {
        let filter = EntriesFilter { sought: Some(wanted.to_owned()), ..EntriesFilter::default() };
        snapshot.entries(&filter)
    };
    assert_eq!(sought("abcd").unwrap().entries[0].symbol, "one");
    assert_eq!(sought("two").unwrap().entries[0].id, "abce3333");
    let error = sought("abc").unwrap_err();
    assert_eq!(error.to_string(), "several entries begin with `abc`: abcd2222, abce3333");
    assert_eq!(error.hint().unwrap(), Hint::from("give more of the id"));
    assert!(sought("x").unwrap().entries.is_empty());
    assert!(snapshot.reject("", "no").unwrap_err().to_string().contains("no entry ``"));
    assert_eq!(snapshot.reject("abcd2", "it gives more").unwrap().id, "abcd2222");
    assert!(snapshot.forget(&["abce".to_owned(), "abc".to_owned()]).is_err());
    assert_eq!(snapshot.forget(&["abce".to_owned()]).unwrap(), ["abce3333"]);
}
