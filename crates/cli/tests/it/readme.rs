//! The samples in README.md and docs/ are what the program prints.
//!
//! A fenced block after a line `<!-- sample: NAME -->` holds commands (`$ rutter …`), each followed by
//! its output. The commands of a page run in order in one small repository, [`SHOP`], and the blocks are
//! compared with what they print. `UPDATE_EXPECT=1` rewrites blocks that differ. `… --json | jq .` is run
//! without the pipe, and the test lays the JSON out as `jq` does. `rutter explore` talks to a scripted
//! model. Durations, ids and dates are not compared.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rutter_fixture::Tree;
use serde_json::json;

use crate::chat_server::{Answer, ChatServer};
use crate::run::command;

/// The repository of the samples.
const SHOP: &str = "\
//- src/main.rs
mod cart;
mod payment;
mod user;

fn main() {
    let customer = user::find_user(7);
    let mut cart = cart::Cart::new(customer);
    cart.add(1_250);
    println!(\"{:?}\", cart.checkout());
}
//- src/cart.rs
//! The shopping cart.

use crate::payment::{self, PaymentError, Receipt};
use crate::user::User;

/// What a customer is about to buy.
pub struct Cart {
    customer: User,
    total_cents: u64,
}

impl Cart {
    pub fn new(customer: User) -> Cart {
        Cart { customer, total_cents: 0 }
    }

    pub fn add(&mut self, price_cents: u64) {
        self.total_cents += price_cents;
    }

    /// Pays for everything in the cart.
    pub fn checkout(&self) -> Result<Receipt, PaymentError> {
        payment::charge(&self.customer, self.total_cents)
    }
}
//- src/payment.rs
//! Payments by card.

use std::thread::sleep;
use std::time::Duration;

use crate::user::User;

/// Charges a customer's card. If the bank does not answer, tries again
/// after a delay that doubles each time.
pub fn charge(customer: &User, cents: u64) -> Result<Receipt, PaymentError> {
    let mut delay = Duration::from_millis(100);
    for _ in 0..3 {
        match send_to_bank(&customer.card, cents) {
            Err(PaymentError::Unavailable) => sleep(delay),
            answer => return answer,
        }
        delay *= 2;
    }
    Err(PaymentError::Unavailable)
}

fn send_to_bank(card: &str, cents: u64) -> Result<Receipt, PaymentError> {
    if card.is_empty() {
        return Err(PaymentError::Declined);
    }
    Ok(Receipt { number: cents })
}

#[derive(Debug)]
pub struct Receipt {
    pub number: u64,
}

#[derive(Debug)]
pub enum PaymentError {
    Declined,
    Unavailable,
}
//- src/user.rs
//! The people who buy.

/// A registered customer.
pub struct User {
    pub id: u64,
    pub card: String,
}

/// Loads a user from the customer database.
pub fn find_user(id: u64) -> User {
    User { id, card: \"4111\".to_owned() }
}
//- docs/guide.md
# Guide

## Paying

Call `checkout` to pay for a cart. A declined card is reported at once;
an unreachable bank is asked three times.
";

/// Where the samples say that the repository is.
const SHOWN_ROOT: &str = "~/shop";

#[test]
fn the_samples_of_the_pages_are_what_the_program_prints() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut pages: Vec<PathBuf> = docs.collect();
    pages.push(root.join("README.md"));
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    let is_update = std::env::var_os("UPDATE_EXPECT").is_some();
    let mut wrong = Vec::new();
    let mut n_samples = 0;
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let samples = samples_of(&text);
        n_samples += samples.len();
        let printed = run_samples(&samples);
        let mut updated = text.clone();
        for (sample, printed) in samples.iter().zip(&printed) {
            if normalise(sample.block) != normalise(printed) {
                updated = updated.replace(sample.block, printed);
                wrong.push(format!("{}: {}\n{printed}", page.display(), sample.name));
            }
        }
        if is_update && updated != text {
            fs::write(&page, updated).unwrap();
        }
    }
    assert!(n_samples > 0, "the pages have samples");
    let hint = "set UPDATE_EXPECT=1 to rewrite them, and read the difference";
    assert!(is_update || wrong.is_empty(), "samples differ; {hint}\n\n{}", wrong.join("\n"));
}

struct Sample<'a> {
    name: &'a str,
    /// The lines between the fences.
    block: &'a str,
}

fn samples_of(page: &str) -> Vec<Sample<'_>> {
    let mut samples = Vec::new();
    let mut rest = page;
    while let Some((_, after)) = rest.split_once("<!-- sample: ") {
        let (name, after) = after.split_once(" -->\n").expect("a sample's comment ends its line");
        let (fence, after) = after.split_once('\n').expect("a block follows a sample's comment");
        assert!(fence.starts_with("```"), "{name}: a fence follows the comment, not `{fence}`");
        let (block, after) = after.split_once("```\n").expect("a fence is closed");
        samples.push(Sample { name, block });
        rest = after;
    }
    samples
}

/// What the blocks of a page should be.
fn run_samples(samples: &[Sample<'_>]) -> Vec<String> {
    let tree = Tree::new(SHOP);
    let model = ChatServer::start(model_replies());
    let run_block = |sample: &Sample<'_>| {
        let commands = sample.block.lines().filter(|line| line.starts_with("$ "));
        commands.map(|line| format!("{line}\n{}", run(&tree, &model, line))).collect()
    };
    samples.iter().map(run_block).collect()
}

/// Runs a line `$ rutter …` and returns what it prints on both streams, in order.
fn run(tree: &Tree, model: &ChatServer, line: &str) -> String {
    let line = line.strip_prefix("$ rutter ").unwrap_or_else(|| panic!("`{line}` is not rutter"));
    let (line, is_laid_out) = match line.strip_suffix(" | jq .") {
        Some(line) => (line, true),
        None => (line, false),
    };
    let args = split_words(line);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outputs = Tree::new("");
    let output = File::create(outputs.file("output")).unwrap();
    let mut command = command(tree.path(), &args);
    // As an installed program is found.
    let program = Path::new(env!("CARGO_BIN_EXE_rutter"));
    command.env("PATH", program.parent().unwrap());
    if args.first() == Some(&"explore") {
        command.env("RUTTER_ENDPOINT", model.endpoint());
    }
    let asked = ChatServer::start(replies_to_a_question());
    if args.first() == Some(&"ask") {
        command.env("RUTTER_ENDPOINT", asked.endpoint());
    }
    let status = command.stdout(output.try_clone().unwrap()).stderr(output).status().unwrap();
    let text = outputs.read("output");
    assert_ne!(status.code(), Some(2), "`rutter {line}` fails: {text}");
    let text = text.replace(&tree.path().display().to_string(), SHOWN_ROOT);
    let text = text.replace(&model.endpoint(), "http://127.0.0.1:8080/v1/");
    if is_laid_out { lay_out(&text) } else { text }
}

/// The same for `rutter ask`: it searches, and one of its citations is wrong.
fn replies_to_a_question() -> Vec<Answer> {
    let text = "`charge` asks the bank three times, and waits twice as long after each attempt \
                (src/payment.rs:10-20). A card without a number is declined at once \
                (src/payment.rs:22-24), and `checkout` ships the goods (src/shipping.rs:8).";
    vec![
        Answer::calls(&[("search", json!({ "query": "card sent to the bank" }))]).using(1_900, 20),
        Answer::text(text).using(2_700, 60),
    ]
}

/// The model of the samples: it looks at one function and records what it does.
fn model_replies() -> Vec<Answer> {
    let entry = json!({
        "symbol": "charge",
        "file_path": "src/payment.rs",
        "summary": "Charges a customer's card, and retries with a doubling delay while the bank is unavailable.",
        "evidence": [{ "file_path": "src/payment.rs", "start_line": 10, "end_line": 20 }],
    });
    vec![
        Answer::calls(&[("search", json!({ "query": "payment", "limit": 1 }))]),
        Answer::calls(&[("get_symbol_details", json!({ "symbol": "charge" }))]),
        Answer::calls(&[("create_index_entry", entry)]),
        Answer::text(
            "`charge` charges a customer and asks the bank 5 times (src/payment.rs:10-20).",
        ),
    ]
}

/// Splits a command line at blanks outside of quotes.
fn split_words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    for character in line.chars() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (None, '"' | '\'') => quote = Some(character),
            (None, ' ') => words.push(std::mem::take(&mut word)),
            (_, _) => word.push(character),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// JSON with a line for each value, in the order of its keys.
fn lay_out(json: &str) -> String {
    let mut laid_out = String::new();
    let mut depth = 0;
    let mut is_text = false;
    let mut before = ' ';
    for character in json.trim_end().chars() {
        let is_escaped = is_text && before == '\\';
        if character == '"' && !is_escaped {
            is_text = !is_text;
        }
        let new_line = |depth: usize| format!("\n{}", "  ".repeat(depth));
        match character {
            _ if is_text => laid_out.push(character),
            '{' | '[' => {
                depth += 1;
                laid_out.push(character);
                laid_out.push_str(&new_line(depth));
            }
            '}' | ']' => {
                depth -= 1;
                let is_empty = matches!(before, '{' | '[');
                if is_empty {
                    laid_out.truncate(laid_out.trim_end().len());
                } else {
                    laid_out.push_str(&new_line(depth));
                }
                laid_out.push(character);
            }
            ',' => laid_out.push_str(&format!(",{}", new_line(depth))),
            ':' => laid_out.push_str(": "),
            _ => laid_out.push(character),
        }
        // Two backslashes are a backslash: the second escapes nothing.
        before = if is_escaped && character == '\\' { ' ' } else { character };
    }
    laid_out.push('\n');
    laid_out
}

/// The text without durations, ids and dates.
fn normalise(text: &str) -> String {
    text.lines().map(normalise_line).collect::<Vec<_>>().join("\n")
}

fn normalise_line(line: &str) -> String {
    let line = line.trim();
    for key in ["\"elapsed_us\":", "\"elapsed_ms\":", "\"fingerprint\":"] {
        if line.starts_with(key) {
            return key.to_owned();
        }
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_unit = |word: &&str| ["ms", "s", "µs"].contains(&word.trim_end_matches([',', '.', ')']));
    let normalised = words.iter().enumerate().map(|(at, &word)| {
        if word.parse::<f64>().is_ok() && words.get(at + 1).is_some_and(is_unit) || is_id(word) {
            "#"
        } else {
            word
        }
    });
    normalised.collect::<Vec<_>>().join(" ")
}

/// Whether a word is the id of an entry or of a run, or a date: all mix digits, letters and dashes.
fn is_id(word: &str) -> bool {
    let word = word.trim_end_matches([',', ':', '.']);
    let is_plain = |c: char| {
        c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | ':' | '.' | 'T' | 'Z')
    };
    word.len() >= 8 && word.chars().all(is_plain) && word.chars().any(|c| c.is_ascii_digit())
}
