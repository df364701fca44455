//! The examples of every check, and the page that shows them.

use std::fmt::Write;
use std::{fs, path::Path};

use rutter_domain::StatedFacts;

use crate::check::{CheckInfo, Example, SubjectScope};
use crate::tests::{Code, cite};
use crate::{EntryContent, Problem, SubjectContext, check_infos, judge};

/// Everything that the checks have against an example.
fn problems(info: &CheckInfo, example: Example) -> Vec<Problem> {
    let code = Code::new(info.code);
    let (mut summary, mut facts) = ("", StatedFacts::default());
    let mut cited = None;
    match example {
        Example::Claim(text) => summary = text,
        Example::Cited(text, path, start, end) => {
            (summary, cited) = (text, Some(cite(path, start, end)))
        }
        Example::Fact("calls", fact) => facts.calls.push(fact.to_owned()),
        Example::Fact(kind, _) => panic!("no example has a fact of kind `{kind}`"),
    }
    let subject = code.subject(info.path, info.symbol);
    let span = subject.symbol().span;
    let cited = cited.unwrap_or_else(|| cite(info.path, span.start_line, span.end_line));
    let context = SubjectContext::new(&code, &subject, &[cited]);
    let judged = judge(&context, EntryContent { summary, details: None, facts: &facts });
    judged.into_iter().flat_map(|(_, problems)| problems).collect()
}

#[test]
fn each_check_finds_its_wrong_example_and_passes_the_right_one() {
    for info in check_infos() {
        let found = problems(info, info.wrong);
        assert!(found.iter().any(|one| one.check == info.id), "{}: {found:?}", info.id);
        assert_eq!(problems(info, info.right), [], "{}", info.id);
    }
}

#[test]
fn each_check_has_a_file_of_its_name() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    for info in check_infos() {
        assert!(rules.join(format!("{}.rs", info.id)).is_file(), "{}", info.id);
    }
    let files =
        fs::read_dir(rules).unwrap().filter(|entry| entry.as_ref().unwrap().path().is_file());
    assert_eq!(files.count(), check_infos().count());
}

#[test]
fn the_page_lists_every_check() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/checks.md");
    let page = page();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let hint = "set UPDATE_EXPECT=1 to rewrite it, and read the difference";
    assert!(fs::read_to_string(&path).unwrap_or_default() == page, "{}: {hint}", path.display());
}

/// The page about checks.
fn page() -> String {
    let mut page = String::from(
        "# Checks of entries\n\nWhat an entry says is cut into claims, and each claim is held against the code by the \
         checks below. A finding\nnames the check that made it. [models.md](models.md) says what becomes of an entry with findings.\n\nThis page is made from `crates/checks/src/rules` by a test of that crate; `UPDATE_EXPECT=1` \
         rewrites it.\n",
    );
    for info in check_infos() {
        let scopes: Vec<&str> = info.scope.iter().map(|scope| SubjectScope::name(*scope)).collect();
        let place = match (info.path, info.symbol) {
            (".", _) => "the repository".to_owned(),
            (path, "") => format!("`{path}`"),
            (_, symbol) => format!("`{symbol}`"),
        };
        let (id, about, code) = (info.id, info.about, info.code.trim_end());
        let _ = write!(
            page,
            "\n## {id}\n\n{about}\n\nAsked of entries about: {}.\n\n```text\n{code}\n```\n\nOf {place}:\n\n- wrong: {}\n- right: {}\n",
            scopes.join(", "),
            shown(info.wrong),
            shown(info.right)
        );
    }
    page
}

fn shown(example: Example) -> String {
    match example {
        Example::Claim(text) => text.to_owned(),
        Example::Cited(text, path, start, end) => {
            format!("{text} It cites `{path}:{start}-{end}`.")
        }
        Example::Fact(kind, fact) => format!("the fact {kind} `{fact}`."),
    }
}
