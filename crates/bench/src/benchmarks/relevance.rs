//! `relevance`: how many true sentences are refused as irrelevant, and how many absurd ones are accepted.
//!
//! A true sentence is the first one of a doc comment. An author's sentence is not the doc comment, so the doc comments
//! of all symbols that are measured are removed from a copy of the repository before it is indexed; others stay.
//! Start at [`run`], and at [`copy_without_docs`] for the sentences.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use rutter_checks::{CodeReader, Subject, SubjectContext};
use rutter_domain::text::sentence_ends;
use rutter_domain::words::is_stop_word;
use rutter_domain::{Language, Symbol};
use rutter_engine::{Engine, Extent, Refresh};
use rutter_knowledge::{Knowledge, Relevance};
use rutter_workspace::{RepoLayout, hash};

use crate::tree::list_files;

/// Sentences of everyday life, which are about no program.
const ABSURD: &str = include_str!("../../data/absurd.txt");
/// Absurd sentences that are tried on each symbol.
const ABSURD_EACH: usize = 5;
/// A sentence has at least and at most this number of words besides stop words.
const LEAST_WORDS: usize = 3;
const MOST_WORDS: usize = 40;
/// A doc comment begins at most this many lines above the definition.
const MOST_DOC_LINES: u32 = 80;
/// Larger files are generated as a rule.
const LIMIT_BYTES: usize = 256 << 10;

/// Which repositories, and how many sentences of each.
#[derive(clap::Args)]
pub struct Args {
    /// Folders with the files of one repository each.
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// At most this many symbols of each repository.
    #[arg(long, default_value_t = 100)]
    limit: usize,
    /// Where copies and indexes are made; `target/bench` when left out.
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
    /// Prints the true sentences that are refused, and the absurd ones that are accepted.
    #[arg(long)]
    show: bool,
}

/// A symbol whose doc comment was removed, and the first sentence of that.
struct Sample {
    path: String,
    qualified_name: String,
    start_line: u32,
    sentence: String,
}

/// A repository without the doc comments of its samples.
struct Copy {
    name: String,
    root: PathBuf,
    samples: Vec<Sample>,
}

/// Where a sentence comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    /// The symbol's own doc comment.
    Own,
    Absurd,
    /// An absurd sentence in which the symbol's name stands.
    AbsurdNamed,
    /// The doc comment of a symbol of another repository.
    Other,
}

/// Refused sentences, each of how many.
type Counts = BTreeMap<Origin, (usize, usize)>;

/// Judges the sentences and prints the counts of each repository and of all.
pub fn run(root: &Path, args: &Args) -> anyhow::Result<()> {
    let work = args.work.clone().unwrap_or_else(|| root.join("target").join("bench"));
    let mut copies: Vec<Copy> = Vec::new();
    for folder in &args.folders {
        let name = folder.file_name().context("a folder has a name")?.to_string_lossy();
        let root = work.join("relevance").join(&*name);
        let samples = copy_without_docs(folder, &root, args.limit)?;
        copies.push(Copy { name: name.into_owned(), root, samples });
    }
    println!("refused of       true           absurd         absurd, named  of another repository");
    let mut all = Counts::new();
    for (at, copy) in copies.iter().enumerate() {
        let others = &copies[(at + 1) % copies.len()].samples;
        let counts = judge(copy, others, args.show)?;
        print(&copy.name, &counts);
        for (origin, (refused, n)) in counts {
            let sum = all.entry(origin).or_default();
            *sum = (sum.0 + refused, sum.1 + n);
        }
    }
    print("all", &all);
    Ok(())
}

/// Judges the sentences of one repository, and as many from elsewhere.
fn judge(copy: &Copy, others: &[Sample], show: bool) -> anyhow::Result<Counts> {
    let knowledge = open(&copy.root)?;
    let code: &dyn CodeReader = &knowledge;
    let absurd: Vec<&str> = ABSURD.lines().collect();
    let mut counts = Counts::new();
    for (nth, sample) in copy.samples.iter().enumerate() {
        let Some(parsed) = code.parsed_file(&sample.path) else { continue };
        let is_it = |one: &Symbol| {
            one.qualified_name == sample.qualified_name
                && one.span.start_line.abs_diff(sample.start_line) < 2
        };
        let Some((at, symbol)) = parsed.find(is_it) else { continue };
        let subject = Subject { parsed: Arc::clone(&parsed), at };
        let context = SubjectContext::new(code, &subject, &[]);
        let relevance = Relevance::new(&knowledge, &context);
        let mut said = vec![(Origin::Own, sample.sentence.clone())];
        for step in 0..ABSURD_EACH {
            // All of them in turn; neighbours in the list are of one domain.
            let sentence = absurd[(nth + step * 31) % absurd.len()];
            said.push((Origin::Absurd, sentence.to_owned()));
            said.push((Origin::AbsurdNamed, format!("`{}`: {sentence}", symbol.name)));
        }
        if let Some(other) = others.get(nth % others.len().max(1)) {
            said.push((Origin::Other, other.sentence.clone()));
        }
        for (origin, sentence) in said {
            let is_refused = relevance.is_missing_in(&sentence);
            let count = counts.entry(origin).or_default();
            *count = (count.0 + usize::from(is_refused), count.1 + 1);
            let is_wrong = match origin {
                Origin::Own => is_refused,
                Origin::Absurd => !is_refused,
                Origin::AbsurdNamed | Origin::Other => false,
            };
            if show && is_wrong {
                let score = relevance.score(&sentence).unwrap_or(f32::NAN);
                println!("  {origin:?} {score:.2} {}: {sentence}", sample.qualified_name);
            }
        }
    }
    Ok(counts)
}

fn print(name: &str, counts: &Counts) {
    let shown = counts.values().map(|(refused, n)| {
        let percent = 100.0 * *refused as f64 / (*n).max(1) as f64;
        format!("{:<15}", format!("{percent:.1} % of {n}"))
    });
    println!("{name:<17}{}", shown.collect::<String>());
}

fn open(root: &Path) -> anyhow::Result<Knowledge> {
    let engine = Engine::new(RepoLayout::exactly(root, Some(&root.with_extension("index")))?);
    engine.index(Extent::Everything, &|_| {}, &false.into())?;
    let snapshot = engine.snapshot(Refresh::Never, &|_| {}, &false.into())?;
    Ok(Knowledge::new(Arc::new(snapshot)))
}

/// Copies the files of a repository. At most `limit` symbols, the same ones every time, lose their doc comments.
fn copy_without_docs(from: &Path, to: &Path, limit: usize) -> anyhow::Result<Vec<Sample>> {
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let mut candidates = Vec::new();
    for path in list_files(from) {
        let Ok(text) = fs::read_to_string(&path) else { continue };
        if text.len() > LIMIT_BYTES {
            continue;
        }
        let relative = path.strip_prefix(from)?.to_string_lossy().into_owned();
        for symbol in rutter_syntax::read(Language::of_path(&relative), &text).symbols {
            if let Some(sentence) = symbol.doc.as_deref().and_then(first_sentence) {
                let order = hash(format!("{relative} {}", symbol.qualified_name).as_bytes());
                candidates.push((order.0, relative.clone(), symbol, sentence));
            }
        }
        files.insert(relative, text);
    }
    candidates.sort_by_key(|one| one.0);
    let mut samples = Vec::new();
    for (_, path, symbol, sentence) in candidates {
        if samples.len() >= limit {
            break;
        }
        let Some(text) = files.get_mut(&path) else { continue };
        let Some(without) = without_doc(text, &symbol) else { continue };
        *text = without;
        let (qualified_name, start_line) = (symbol.qualified_name, symbol.span.start_line);
        samples.push(Sample { path, qualified_name, start_line, sentence });
    }
    for (path, text) in files {
        let target = to.join(path);
        fs::create_dir_all(target.parent().context("a file lies in a folder")?)?;
        fs::write(target, text)?;
    }
    Ok(samples)
}

/// The first sentence of a doc comment, if it says enough to be judged.
fn first_sentence(doc: &str) -> Option<String> {
    // Tags and markup are no sentences.
    let is_text = |line: &&str| !line.is_empty() && !line.starts_with(['@', ':', '\\', '<']);
    let lines = doc.lines().map(str::trim).skip_while(|line| line.is_empty());
    let text = lines.take_while(is_text).collect::<Vec<_>>().join(" ");
    let end = sentence_ends(&text).first().copied().unwrap_or(text.len());
    let sentence = text[..end].trim();
    let is_word = |word: &&str| word.contains(char::is_alphabetic) && !is_stop_word(word);
    let n_words = sentence.split_whitespace().filter(is_word).count();
    (LEAST_WORDS..MOST_WORDS).contains(&n_words).then(|| sentence.to_owned())
}

/// A text in which the lines of a symbol's doc comment are blank; all lines keep their numbers.
fn without_doc(text: &str, symbol: &Symbol) -> Option<String> {
    let doc: Vec<&str> = symbol.doc.as_deref()?.lines().map(str::trim).collect();
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let (start, end) = (symbol.span.start_line, symbol.span.end_line);
    let is_doc = |at: &usize| {
        let here = lines.get(*at..*at + doc.len()).unwrap_or_default();
        !here.is_empty() && here.iter().zip(&doc).all(|(line, one)| line.contains(one))
    };
    let mut above = start.saturating_sub(MOST_DOC_LINES) as usize..start as usize;
    let mut within = start as usize..end as usize;
    let first = above.rfind(is_doc).or_else(|| within.find(is_doc))?;
    for (line, one) in lines[first..].iter_mut().zip(&doc) {
        if !one.is_empty() {
            *line = line.replacen(one, "", 1);
        }
    }
    Some(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_sentence_of_a_doc_comment_is_taken_if_it_says_enough() {
        let check = |doc: &str, wanted: Option<&str>| {
            assert_eq!(first_sentence(doc).as_deref(), wanted, "{doc}");
        };
        check("Reads all lines\nof a file. Closes it.", Some("Reads all lines of a file."));
        check("Reads it.", None);
        check("@param path where it lies on disk", None);
    }

    #[test]
    fn a_doc_comment_is_removed_and_lines_keep_their_numbers() {
        let check = |language: Language, text: &str, wanted: &str| {
            let facts = rutter_syntax::read(language, text);
            let symbol = facts.symbols.iter().find(|one| one.doc.is_some()).unwrap();
            assert_eq!(without_doc(text, symbol).as_deref(), Some(wanted));
        };
        check(
            Language::Rust,
            "/// Adds one to it.\n/// Always.\nfn add() {}\n",
            "/// \n/// \nfn add() {}\n",
        );
        check(
            Language::Python,
            "def add():\n    \"\"\"Adds one to it.\"\"\"\n    pass\n",
            "def add():\n    \"\"\"\"\"\"\n    pass\n",
        );
    }
}
