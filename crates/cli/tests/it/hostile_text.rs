//! No command prints what could control a terminal: names of files and symbols, contents, messages of git, runs.

use rutter_fixture::Tree;
use serde_json::Value;

use crate::run::{Run, rutter};
use crate::terminal_screen::{Screen, Setup};

/// Moves the cursor, rings, makes a link, writes to the clipboard, reorders and hides text.
const ATTACKS: [&str; 11] = [
    "\u{1b}[2J", "\u{1b}]8;;http://evil\u{1b}\\", "\u{1b}]52;c;eA==\u{7}", "\u{1b}[8m", "\u{7}",
    "\r", "\u{9b}31m", "\u{202e}", "\u{2066}", "\u{200b}", "\u{feff}",
];

/// What a file name can hold.
const IN_NAME: &str = "x\u{1b}[2J\u{1b}]52;c;eA==\u{7}\u{202e}\u{2066}\u{200b}";

fn hostile() -> Tree {
    let attack = ATTACKS.concat();
    let tree = Tree::new("//- README.md\n# Haven\n");
    let code = format!(
        "# {attack}\ndef shelter(boat=\"{attack}\"):\n    \"\"\"Shelters {attack} a boat.\"\"\"\n    return boat\n\n\n\
         def land():\n    return shelter(\"{attack}\")\n"
    );
    tree.write(&format!("{IN_NAME}.py"), &code);
    tree.write(&format!("{IN_NAME}dir/copy.py"), &code);
    tree.write(
        "docs/guide.md",
        format!("# Guide {attack}\n\nSee `shelter` and `gone_{IN_NAME}`, [it](no{IN_NAME}.md).\n"),
    );
    tree.git(&["init", "--quiet"]);
    tree.git(&["config", "user.name", &format!("Eve {IN_NAME}")]);
    tree.git(&["checkout", "--quiet", "-b", "b\u{202e}\u{200b}ranch"]);
    tree.git(&["add", "--all"]);
    let author = format!("--author=Eve {} <eve@example.org>", IN_NAME);
    tree.git(&[
        "commit",
        "--quiet",
        &author,
        "--message",
        &format!("first {attack}\n\nbody {attack}"),
    ]);
    tree.write("later.py", format!("def later():\n    return \"{attack}\"\n"));
    tree
}

/// The commands, each with what must be in its answer, so that one that prints nothing is noticed.
fn commands() -> Vec<(Vec<String>, &'static str)> {
    let file = format!("{IN_NAME}.py");
    let place = format!("{file}:2");
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    vec![
        (words(&["status", "--files"]), ".py"),
        (words(&["status"]), "root"),
        (words(&["search", "shelter boat"]), "shelter"),
        (words(&["search", "shelter", "--tokens", "900", "--explain"]), "shelter"),
        (words(&["search", &place]), "shelter"),
        (words(&["search", &format!("nothing{IN_NAME}"), "--mode", "lexical"]), "index current"),
        (words(&["similar", &place]), "copy.py"),
        (words(&["overview", &file, "--docs"]), "shelter"),
        (words(&["symbol", "shelter"]), "shelter"),
        (words(&["references", "shelter"]), "shelter"),
        (words(&["impact", "shelter"]), "land"),
        (words(&["path", "land", "shelter"]), "shelter"),
        (words(&["overview"]), "folders"),
        (words(&["overview", &format!("{IN_NAME}dir")]), "file"),
        (words(&["changed"]), "later"),
        (words(&["why", &file, "--body"]), "first"),
        (words(&["gaps", "list"]), "later.py"),
        (words(&["gaps", "report"]), "later.py"),
        (words(&["gaps", "fix"]), ""),
        (words(&["overview", &format!("nothing{IN_NAME}")]), "nothing"),
        (words(&["symbol", &format!("nothing{IN_NAME}")]), "nothing"),
        (words(&["runs", "show", &format!("nothing{IN_NAME}")]), "nothing"),
        (words(&["gaps", "answer", &format!("nothing{IN_NAME}"), "x"]), "nothing"),
        (words(&["entries", "show", &format!("nothing{IN_NAME}")]), "nothing"),
        (words(&["--root", &format!("nothing{IN_NAME}"), "status"]), "nothing"),
        (words(&["search", "x", "--lang", &format!("nothing{IN_NAME}")]), "nothing"),
        (words(&["search", "x", "--path", &format!("nothing{IN_NAME}")]), "nothing"),
        (words(&["changed", &format!("nothing{IN_NAME}")]), "nothing"),
        (words(&["doctor"]), "index"),
    ]
}

/// Everything but text, line ends and our own colours.
fn raw_controls(text: &str) -> Vec<char> {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\u{1b}[") {
        plain.push_str(before);
        // A colour is `ESC [ NUMBERS m`; number 8 hides text and is none of ours.
        let is_color =
            |codes: &str| codes != "8" && codes.chars().all(|c| c.is_ascii_digit() || c == ';');
        rest = match after.split_once('m').filter(|(codes, _)| is_color(codes)) {
            Some((_, rest)) => rest,
            None => {
                plain.push('\u{1b}');
                after
            }
        };
    }
    plain.push_str(rest);
    let is_raw = |c: &char| {
        matches!(c, '\u{202e}' | '\u{2066}' | '\u{200b}' | '\u{feff}')
            || c.is_control() && !"\n\t".contains(*c)
    };
    plain.chars().filter(is_raw).collect()
}

#[test]
fn the_attacks_are_recognised() {
    for attack in ATTACKS {
        assert!(!raw_controls(attack).is_empty(), "{attack:?}");
    }
    assert!(raw_controls("\u{1b}[1mé\u{1b}[0m\n").is_empty());
}

#[test]
fn no_command_prints_what_could_control_a_terminal() {
    let tree = hostile();
    rutter(&tree, &["index"]).exits(0);
    for (words, expected) in commands() {
        for color in ["never", "always"] {
            let mut args: Vec<&str> = words.iter().map(String::as_str).collect();
            args.extend(["--color", color]);
            let Run { code, out, err } = rutter(&tree, &args);
            assert!(code.is_some(), "{args:?} was killed: {err}");
            let text = out + &err;
            assert!(raw_controls(&text).is_empty(), "{args:?}: {text:?}");
            assert!(text.contains(expected), "{args:?}: {text:?}");
        }
    }
}

#[test]
fn a_terminal_gets_no_raw_lines_from_grep_and_a_pipe_gets_every_byte() {
    let tree = hostile();
    let piped = rutter(&tree, &["grep", "def shelter"]).exits(0);
    assert!(piped.out.contains(ATTACKS[0]) && piped.out.contains('\u{202e}'), "{:?}", piped.out);
    let (_, shown) = Screen::start(&tree, &["grep", "def shelter"], &Setup::default()).end();
    // The terminal itself adds returns before line ends.
    assert!(raw_controls(&shown.replace("\r\n", "\n")).is_empty(), "{shown:?}");
    assert!(shown.contains("shelter"), "{shown:?}");
}

#[test]
fn json_is_exact_and_escaped() {
    let tree = hostile();
    rutter(&tree, &["index"]).exits(0);
    let run = rutter(&tree, &["status", "--files", "--json"]).exits(0);
    assert!(raw_controls(&run.out).is_empty(), "{:?}", run.out);
    let name = Value::from(format!("{IN_NAME}.py"));
    assert!(run.json()["files"].as_array().unwrap().contains(&name), "{}", run.out);
}
