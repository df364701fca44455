//! Documents held against small repositories with a history: the claims, one a line, and what was found.

use std::fmt::Write as _;

use rutter_fixture::Tree;

use super::*;
use crate::tests::knowledge;

/// The line, the finding and the text of each claim, then its parts.
fn checked(tree: &Tree, path: &str) -> String {
    let text = tree.read(path);
    let check = knowledge(tree).check_document(path, &text, &GapSettings::default());
    let mut told = String::new();
    for claim in check.claims {
        writeln!(told, "{} {}", claim.line, claim.finding.name()).unwrap();
        for part in claim.parts {
            let why = part.reason.map_or_else(String::new, |why| format!(": {why}"));
            let at = part.evidence.map(|at| format!(" at {}:{}", at.path, at.start_line));
            let (text, finding, at) = (part.text, part.finding.name(), at.unwrap_or_default());
            let since = part.since.map_or("", |_| " since");
            writeln!(told, "  {text} {finding}{since}{at}{why}").unwrap();
        }
    }
    told
}

const HARBOUR: &str = "\
//- src/harbour.py
class Harbour(Port):
    def low_tide(self, limit=3):
        return measure_depth(self, limit)


def measure_depth(port, limit):
    raise DepthError(limit)


class DepthError(Exception):
    pass
";

fn harbour(document: &str) -> Tree {
    Tree::new(&format!("{HARBOUR}//- AGENTS.md\n{document}"))
}

fn check(document: &str, wanted: &str) {
    assert_eq!(checked(&harbour(document), "AGENTS.md"), wanted, "{document}");
}

#[test]
fn a_sentence_of_which_only_a_name_is_found_is_not_decidable() {
    check(
        "# Notes\n\nBe kind.\n\n- `Harbour.low_tide()` is thread safe and fast.\n- `Harbour`\n",
        "5 not decidable\n  Harbour.low_tide() holds at src/harbour.py:2\n\
         6 holds\n  Harbour holds at src/harbour.py:1\n",
    );
}

#[test]
fn a_claim_goes_over_lines_and_is_placed_at_its_first() {
    check(
        "The tide is read here. See\n`src/harbour.py` and\nthe rest.\n",
        "1 not decidable\n  src/harbour.py holds\n",
    );
}

#[test]
fn relations_are_held_against_the_code() {
    check(
        "`Harbour.low_tide` calls `measure_depth`.\n\n`measure_depth` calls `low_tide`.\n\n\
         `Harbour` extends `Port`.\n\n`DepthError` is defined in `src/harbour.py`.\n\n\
         The default of `limit` of `Harbour.low_tide` is 5.\n",
        "1 holds\n  Harbour.low_tide holds at src/harbour.py:2\n  measure_depth holds at src/harbour.py:6\n  \
         `Harbour.low_tide` calls `measure_depth` holds at src/harbour.py:3\n\
         3 refuted\n  measure_depth holds at src/harbour.py:6\n  low_tide holds at src/harbour.py:2\n  \
         `measure_depth` calls `low_tide` refuted at src/harbour.py:3: `low_tide` calls it, not the reverse\n\
         5 holds\n  Harbour holds at src/harbour.py:1\n  Port not decidable: not found\n  \
         `Harbour` extends `Port` holds at src/harbour.py:1\n\
         7 holds\n  DepthError holds at src/harbour.py:10\n  src/harbour.py holds\n  \
         `DepthError` is defined in `src/harbour.py` holds at src/harbour.py:10\n\
         9 refuted\n  Harbour.low_tide holds at src/harbour.py:2\n  \
         the default of `limit` of `Harbour.low_tide` is 5 refuted at src/harbour.py:2: the default of `limit` is `3`\n",
    );
}

#[test]
fn a_path_that_is_gone_is_stale_since_its_commit() {
    let tree = harbour("Read `src/tide_table.py` first.\n\nThe rest is in [moved](docs/old.md).\n");
    tree.write("src/tide_table.py", "def rise():\n    pass\n");
    tree.write("docs/old.md", "# Old\n\nA page with some text of its own.\n");
    tree.git_init();
    tree.remove("src/tide_table.py");
    tree.rename("docs/old.md", "docs/new.md");
    tree.git_commit("remove");
    assert_eq!(
        checked(&tree, "AGENTS.md"),
        "1 stale\n  src/tide_table.py stale since: `src/tide_table.py` was deleted\n\
         3 stale\n  docs/old.md stale since: renamed to `docs/new.md`\n"
    );
}

#[test]
fn a_symbol_that_is_gone_is_stale_since_its_commit() {
    let tree = harbour(
        "Use `Harbour.high_tide()` for ships.\n\nDo not use `high_tide`.\n\n`nowhere_else()` helps.\n",
    );
    let code = tree.read("src/harbour.py");
    tree.write("src/harbour.py", code.replace("low_tide", "high_tide"));
    tree.git_init();
    tree.write("src/harbour.py", &code);
    tree.git_commit("another name");
    assert_eq!(
        checked(&tree, "AGENTS.md"),
        "1 stale\n  Harbour.high_tide() stale since: removed from `src/harbour.py`\n\
         3 not decidable\n  high_tide not decidable: not found\n\
         5 not decidable\n  nowhere_else() not decidable: not found\n"
    );
}

#[test]
fn what_is_nowhere_is_refuted_only_if_it_must_be_of_this_repository() {
    let tree = harbour(
        "Edit `src/tides/rows.py` first.\n\nEdit `lib/other.py` too, for example.\n\n`Harbour.low_tyde()` works.\n",
    );
    tree.write("src/tides/table.py", "def rise():\n    pass\n");
    assert_eq!(
        checked(&tree, "AGENTS.md"),
        "1 refuted\n  src/tides/rows.py refuted: it does not exist\n\
         3 not decidable\n  lib/other.py not decidable\n\
         5 not decidable\n  Harbour.low_tyde() not decidable: not found; there is `low_tide`\n"
    );
}

#[test]
fn scripts_are_those_of_the_repository() {
    let tree = harbour(
        "Run `make test`.\n\nRun `make tset` before a commit.\n\n```sh\nnpm run build\nnpm run biuld\nnpm test\n\
         cargo xtask tidy\njust lint\n```\n\nDo not run `make nothing`.\n",
    );
    tree.write("Makefile", ".PHONY: test\ntest: src\n\techo tested: yes\nCC := cc\n");
    tree.write("package.json", "{\n  \"scripts\": {\n    \"build\": \"tsc\"\n  }\n}\n");
    tree.write(".cargo/config.toml", "[alias]\nxtask = \"run -p xtask --\"\n");
    assert_eq!(
        checked(&tree, "AGENTS.md"),
        "1 holds\n  make test holds at Makefile:2\n3 refuted\n  make tset refuted: `make` has no `tset`\n\
         6 holds\n  npm run build holds at package.json:3\n7 refuted\n  npm run biuld refuted: `npm` has no `biuld`\n\
         9 holds\n  cargo xtask tidy holds at .cargo/config.toml:2\n\
         13 not decidable\n  make nothing not decidable: not found\n"
    );
}
