//! What people decide about gaps, and the report on it.

use rutter_domain::{Attempt, AttemptEnd, AttemptOutcome, Gap, GapState, Strategy, Timestamp};
use rutter_store::GapRecord;

use super::*;

const FILES: &str = "\
//- src/stack.py
\"\"\"Stacks.\"\"\"


class Stack:
    def push(self, row):
        self.rows.append(row)


def make_stack():
    return Stack()
//- README.md
# Stacks

A `Stack` holds rows.
";

fn gaps(tree: &Tree, states: &[GapState]) -> Vec<Gap> {
    let request = GapsRequest { states: states.to_vec(), ..GapsRequest::default() };
    knowledge(tree).gaps(&request).unwrap().gaps
}

fn gap_of(tree: &Tree, symbol: &str) -> Gap {
    let found = gaps(tree, &[]);
    let is_it =
        |gap: &&Gap| gap.symbol.as_deref() == Some(symbol) && gap.rule == "missing-description";
    found.iter().find(is_it).unwrap_or_else(|| panic!("{found:?}")).clone()
}

fn reply(text: &str) -> GapReply {
    GapReply { text: text.to_owned(), by: "Ada".to_owned() }
}

#[test]
fn an_answer_becomes_an_entry_of_the_person_and_closes_the_gap() {
    let tree = Tree::new(FILES);
    let gap = gap_of(&tree, "make_stack");
    let answered = knowledge(&tree)
        .answer_gap(
            &gap.id[..8],
            &reply("Makes an empty `Stack`.\n\nIt is new each time."),
            &GapSettings::default(),
        )
        .unwrap();
    assert_eq!((answered.gap.state, &answered.remark), (GapState::Resolved, &None), "{answered:?}");
    let entries = knowledge(&tree).entries(&EntriesFilter::default()).unwrap().entries;
    let [entry] = entries.as_slice() else { panic!("{entries:?}") };
    assert_eq!((entry.author.as_str(), entry.summary.as_str()), ("Ada", "Makes an empty `Stack`."));
    assert_eq!(entry.details.as_deref(), Some("It is new each time."));
    assert_eq!(entry.status, EntryStatus::Checked, "{:?}", entry.reason);
    assert!(gaps(&tree, &GapState::ALL).iter().all(|one| one.id != gap.id));
}

#[test]
fn an_answer_that_the_checks_doubt_leaves_the_gap_open() {
    let tree = Tree::new(FILES);
    let gap = gap_of(&tree, "make_stack");
    let settings = GapSettings::default();
    let text = reply("Opens the `Ledger` and posts 17 rows to the `Archive`.");
    let faults = knowledge(&tree).assess_gap_reply(&gap, &text).unwrap().unwrap().faults();
    assert!(faults.iter().any(|fault| fault.contains("Ledger")), "{faults:?}");
    let answered = knowledge(&tree).answer_gap(&gap.id, &text, &settings).unwrap();
    assert_eq!(answered.gap.state, GapState::Open);
    assert!(answered.remark.unwrap().contains("still finds the gap"));
    let empty = knowledge(&tree).answer_gap(&gap.id, &reply(" \n"), &settings).unwrap_err();
    assert!(matches!(empty, Error::EmptyAnswer), "{empty}");
}

#[test]
fn a_dismissed_gap_stays_dismissed_until_it_is_opened_again() {
    let tree = Tree::new(FILES);
    let gap = gap_of(&tree, "make_stack");
    let settings = GapSettings::default();
    let before = knowledge(&tree).gaps(&GapsRequest::default()).unwrap().completeness.overall;
    let why = Some("it is going away");
    let dismissed = knowledge(&tree).set_gap_state(&gap.id, why, "Ada", &settings).unwrap();
    assert_eq!(dismissed.state, GapState::Dismissed);
    assert!(gaps(&tree, &[]).iter().all(|one| one.id != gap.id));
    assert_eq!(gaps(&tree, &[GapState::Dismissed])[0].id, gap.id);
    let after = knowledge(&tree).gaps(&GapsRequest::default()).unwrap().completeness.overall;
    assert!(after > before, "{before} {after}");
    tree.write(
        "src/stack.py",
        FILES.replace("//- src/stack.py\n", "# a comment\n").split("//- ").next().unwrap(),
    );
    assert_eq!(
        gaps(&tree, &[GapState::Dismissed])[0].id,
        gap.id,
        "an edit elsewhere changes nothing"
    );
    knowledge(&tree).set_gap_state(&gap.id, None, "Ada", &settings).unwrap();
    assert!(gaps(&tree, &[]).iter().any(|one| one.id == gap.id));
}

#[test]
fn ids_may_be_cut_as_long_as_they_are_unique() {
    let tree = Tree::new(FILES);
    let settings = GapSettings::default();
    let held = knowledge(&tree);
    let message = |wanted: &str| {
        let error = held.preview_gap(wanted, &settings).unwrap_err();
        (error.to_string(), error.hint().map(|hint| format!("{hint:?}")).unwrap_or_default())
    };
    let (text, hint) = message("make_stack");
    assert_eq!(text, "there is no gap `make_stack`");
    assert!(hint.contains(&gap_of(&tree, "make_stack").id), "{hint}");
    let (text, _) = message("");
    assert_eq!(text, "there is no gap ``");
    let many: String =
        (0..40).map(|at| format!("def open_{at}():\n    return {at}\n\n\n")).collect();
    tree.write("src/many.py", many);
    let held = knowledge(&tree);
    let first = ["0", "1", "2", "3", "4", "5"].iter().find(|first| {
        let is_so = |gap: &Gap| gap.id.starts_with(**first);
        held.gaps(&GapsRequest::default()).unwrap().gaps.into_iter().filter(is_so).count() > 1
    });
    let error = held.preview_gap(first.unwrap(), &settings).unwrap_err();
    assert!(matches!(error, Error::AmbiguousGap { .. }), "{error}");
}

#[test]
fn a_report_tells_what_a_run_closed_and_what_is_left() {
    let tree = Tree::new(FILES);
    let gap = gap_of(&tree, "make_stack");
    let now = knowledge(&tree);
    let attempt = |gap: &str, outcome| {
        let attempt = Attempt {
            gap: gap.to_owned(),
            number: 1,
            rule: "missing-description".to_owned(),
            strategy: Strategy::SemanticSearch,
            thought: String::new(),
            run: Some("run-1".to_owned()),
            began_at: Timestamp(1_000),
            end: None,
        };
        let end = AttemptEnd {
            at: Timestamp(3_500),
            outcome,
            observation: "read it".to_owned(),
            confidence: None,
            entry: None,
            input_tokens: 100,
            output_tokens: 20,
            cost: Some(0.25),
        };
        now.write_notebook(|notebook| {
            notebook.begin_attempt(&attempt, 1)?;
            notebook.finish_attempt(gap, 1, 1, &end)
        })
        .unwrap();
    };
    let id = record(&tree, draft("make_stack", "src/stack.py", "Makes an empty `Stack`."));
    attempt(&gap.id, AttemptOutcome::Resolved);
    let left = gap_of(&tree, "Stack");
    attempt(&left.id, AttemptOutcome::NothingFound);
    let resolved = GapRecord {
        id: gap.id.clone(),
        rule: gap.rule.clone(),
        path: gap.path.clone(),
        symbol: gap.symbol.clone(),
        state: GapState::Resolved,
        note: None,
        by: "a-model".to_owned(),
        at: Timestamp(3_500),
        run: Some("run-1".to_owned()),
        entry: Some(id.clone()),
        revision: 0,
    };
    now.write_notebook(|notebook| notebook.set_gap(&resolved, None)).unwrap();
    let report = knowledge(&tree).gap_report(Some("run"), &GapSettings::default()).unwrap();
    assert_eq!(report.run.as_deref(), Some("run-1"));
    assert_eq!(report.resolved.len(), 1, "{report:?}");
    assert_eq!(report.resolved[0].entry.as_ref().unwrap().id, id);
    assert!(report.before.as_ref().unwrap().overall < report.after.overall, "{report:?}");
    assert_eq!(report.unresolved[0].gap.id, left.id);
    assert_eq!(report.unresolved[0].attempts.len(), 1);
    let effort = &report.effort;
    assert_eq!((effort.attempts, effort.input_tokens, effort.elapsed_ms), (2, 200, 2_500));
    assert_eq!(effort.cost, Some(0.5));
    let error = knowledge(&tree).gap_report(Some("nun-1"), &GapSettings::default()).unwrap_err();
    assert_eq!(error.to_string(), "no run `nun-1` has worked on gaps");
}

#[test]
fn one_measurement_of_a_commit_is_kept() {
    let tree = Tree::new(FILES);
    let measure = || {
        let knowledge = knowledge(&tree);
        let answer = knowledge.gaps(&GapsRequest::default()).unwrap();
        knowledge.measure_gaps(Some("c".repeat(40)), &answer).unwrap()
    };
    let first = measure();
    assert_eq!(measure(), first);
    record(&tree, draft("make_stack", "src/stack.py", "Makes an empty `Stack`."));
    let second = measure();
    assert!(second.completeness.overall > first.completeness.overall);
    assert_eq!(knowledge(&tree).measurements().unwrap(), [second]);
}
