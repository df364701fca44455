//! The pages of `rutter serve` in headless Chromium.
//!
//! `cargo xtask test` installs the browser and passes the folder in `RUTTER_TEST_BROWSER`; a machine without it
//! reports that. The checks are in `testing/browser/`: `drive.mjs` is the visitor of a usual repository,
//! `hostile.mjs` that of one which tries to break the pages. With `RUTTER_TEST_SCREENSHOTS=FOLDER` the first
//! keeps a picture of every page there.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, mpsc};

use rutter_fixture::{Tree, skip};
use serde_json::{Value, json};

use super::chat_server::{Answer, ChatServer};
use super::run::{command, rutter};

const TOKEN: &str = "a-token-for-tests-0123456789";

const FILES: &str = "\
//- src/lib.rs
//! Prices of a shop.

pub mod orders;

/// Adds two prices and reports the total.
pub fn add_prices(first: u32, second: u32) -> u32 {
    let total = first + second;
    report_total(total);
    total
}

fn report_total(total: u32) {
    println!(\"{total}\");
}
//- src/orders.rs
use crate::add_prices;

/// An order of a customer.
pub struct Order {
    pub goods: u32,
    pub freight: u32,
}

pub fn order_total(order: &Order) -> u32 {
    add_prices(order.goods, order.freight)
}

pub fn order_tax(order: &Order) -> u32 {
    order_total(order) / 5
}

pub fn order_rebate(order: &Order) -> u32 {
    order_tax(order).min(order.goods) / 2
}

pub fn order_points(order: &Order) -> u32 {
    order_total(order) / 100
}
//- README.md
# Shop

`add_prices` adds what an order costs.
";

const SUMMARY: &str = "Adds `first` and `second`, and passes the total to `report_total`.";

/// The last check of each driver: it stops at the first that fails, so this one shows that all passed.
const LAST_OF_VISITOR: &str = "no page asked another host";
const LAST_OF_HOSTILE: &str = "nothing of the repository ran";

/// A server process, killed when dropped.
struct Pages {
    child: Child,
    /// Such as `http://127.0.0.1:4321/`.
    address: String,
}

impl Pages {
    fn start(tree: &Tree, args: &[&str]) -> Pages {
        let fixed = ["serve", "--bind", "127.0.0.1:0", "--token", TOKEN];
        let mut command = command(tree.path(), &[&fixed, args].concat());
        // A home folder is not served, and the tree is one by default.
        command.env("HOME", "/nowhere");
        let mut child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let mut printed = String::new();
        let mut output = BufReader::new(child.stderr.take().unwrap());
        output.read_line(&mut printed).unwrap();
        let address =
            printed.trim().strip_prefix("serving the page at ").expect(&printed).to_owned();
        // A pipe that nobody reads would break what the server still prints.
        std::thread::spawn(move || output.read_to_end(&mut Vec::new()));
        Pages { child, address }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The browser, or why there is none.
fn part(path: &str) -> Result<PathBuf, String> {
    let folder = std::env::var_os("RUTTER_TEST_BROWSER");
    let folder = folder.ok_or("RUTTER_TEST_BROWSER is not set; `cargo xtask test` sets it")?;
    let path = PathBuf::from(folder).join(path);
    if path.exists() { Ok(path) } else { Err(format!("`{}` is not installed", path.display())) }
}

/// Runs a driver; `request` is called with the name of each `wants: NAME` that it prints.
fn drive(script: &str, pages: &Pages, last: &str, mut request: impl FnMut(&str)) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testing/browser").join(script);
    let mut child = Command::new("node")
        .arg(script)
        .args([&part(".").unwrap().display().to_string(), &pages.address, TOKEN])
        .args(std::env::var_os("RUTTER_TEST_SCREENSHOTS"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut printed = String::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok) {
        match line.strip_prefix("wants: ") {
            Some(what) => request(what),
            None => printed.push_str(&format!("{line}\n")),
        }
    }
    assert!(child.wait().unwrap().success(), "{printed}");
    assert!(printed.contains(&format!("holds: {last}\n")), "{printed}");
}

/// Reports what is missing; true if nothing is.
fn is_installed(what: &str) -> bool {
    let parts = ["chromium", "node_modules/playwright-core", "node_modules/axe-core"];
    match parts.iter().find_map(|name| part(name).err()) {
        Some(why) => {
            skip(what, &why);
            false
        }
        None => true,
    }
}

fn read_lib() -> Answer {
    Answer::calls(&[("read_file", json!({ "file_path": "src/lib.rs" }))])
}

fn record_summary() -> Answer {
    let entry = json!({ "symbol": "add_prices", "file_path": "src/lib.rs", "summary": SUMMARY });
    Answer::calls(&[("create_index_entry", entry)])
}

/// Reads the file first, then answers with a citation that holds and one that does not.
fn assistant() -> ChatServer {
    ChatServer::scripted(|request: &Value| {
        let messages = request["messages"].as_array().unwrap();
        if messages.last().is_some_and(|message| message["role"] == "tool") {
            Answer::text("`add_prices` adds them (src/lib.rs:6-10), see src/none.rs:1.")
        } else {
            read_lib()
        }
    })
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_visitor_finds_every_page_usable_in_a_browser() {
    if !is_installed("the pages in a browser") {
        return;
    }
    let tree = Tree::new(FILES);
    tree.write("rutter/config.toml", "[model]\nretry_delay_ms = 1\n");
    tree.git_init();
    tree.git_commit("Add the shop");
    let explorer =
        ChatServer::start(vec![read_lib(), record_summary(), Answer::text("It adds prices.")]);
    rutter(&tree, &["explore", "--endpoint", &explorer.endpoint()]).exits(0);
    let assistant = assistant();
    let endpoint = assistant.endpoint();
    let pages = Pages::start(&tree, &["--model", "openai-compatible", "--endpoint", &endpoint]);

    // The second answer of the live run waits until the browser has shown the first.
    let (release, released) = mpsc::channel::<()>();
    let released = Mutex::new(released);
    let mut n_answers = 0;
    let live = ChatServer::scripted(move |_| {
        n_answers += 1;
        match n_answers {
            1 => Answer::calls(&[("list_filesystem", json!({ "path": "src" }))]),
            2 => {
                let _ = released.lock().unwrap().recv();
                read_lib()
            }
            _ => Answer::text("It was watched."),
        }
    });
    let mut watched: Option<Child> = None;
    drive("drive.mjs", &pages, LAST_OF_VISITOR, |what| match what {
        "a run" => {
            let args = ["explore", "--endpoint", &live.endpoint()];
            let mut command = command(tree.path(), &args);
            watched = Some(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
        }
        "the rest of the run" => release.send(()).unwrap(),
        other => panic!("the driver wants {other}"),
    });
    drop(release);
    assert!(watched.expect("a run was watched").wait().unwrap().success());
}

/// A repository with files that are too large to look at as a whole.
fn huge() -> Tree {
    let tree = Tree::new("//- start.py\ndef start():\n    return 1\n");
    let line = |at: u32| match at % 50 {
        0 => format!("def f{at}(): return {at}\n"),
        _ => format!("print({at})\n"),
    };
    tree.write("many_lines.py", (1..=50_000).map(line).collect::<String>());
    let mut long = std::fs::File::create(tree.file("ten_megabytes.txt")).unwrap();
    for at in 0..160_000 {
        writeln!(long, "line {at:09} <script>window.owned=1</script> and some more text in it")
            .unwrap();
    }
    tree.write("one_line.js", format!("var a = [{}];\n", "1,".repeat(500_000)));
    tree
}

/// A repository whose names and texts try to run in the page or to break it.
fn hostile() -> Tree {
    let tree = Tree::new("//- start.py\ndef start():\n    return 1\n");
    let script = "<script>window.owned=1</script>";
    let image = "<img src=x onerror=window.owned=1>";
    tree.write(
        &format!("{image}.py"),
        format!("def broken():\n    \"\"\"{script}\"\"\"\n    return '{image}'\n"),
    );
    tree.write("\"onmouseover=window.owned=1 x=\".py", "def quoted():\n    return 2\n");
    tree.write(
        "gnp.\u{202e}yp.py",
        "def reversed():\n    # \u{202e}}}{{ \u{2066}hidden\u{2069}\n    return 3\n",
    );
    tree.write("a folder & more/100%.py", "def percent():\n    return start()\n");
    let heading =
        format!("# {script}\n\n[link](javascript:window.owned=1) {image}\n\nwindow start\n");
    tree.write("README.md", heading);
    tree
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_a_hostile_repository_neither_runs_in_the_page_nor_breaks_it() {
    if !is_installed("a hostile repository in a browser") {
        return;
    }
    visit_hostile(&hostile());
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_huge_files_can_be_looked_at_in_a_browser() {
    if !is_installed("huge files in a browser") {
        return;
    }
    visit_hostile(&huge());
}

fn visit_hostile(tree: &Tree) {
    rutter(tree, &["index"]);
    let pages = Pages::start(tree, &[]);
    drive("hostile.mjs", &pages, LAST_OF_HOSTILE, |what| panic!("the driver wants {what}"));
}
