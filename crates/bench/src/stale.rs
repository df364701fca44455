//! `cargo xtask stale`: what real commits do to entries, in repositories given by path.
//!
//! At the parent of a commit, each documented symbol of the files it changes gets an entry: the first sentence of
//! its documentation. Then the commit is checked out, and the entries are counted by what became of them. Whether
//! that is right is for a reader to say: a sample is written with the old and the new code. Start at [`run`].

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;

use anyhow::Context;
use rutter_domain::{
    EntryStatus, Family, Language, ListedEntry, Recording, Seen, Symbol, is_auxiliary_path,
};
use rutter_engine::{Engine, Extent, Refresh, Snapshot};
use rutter_knowledge::{EntriesFilter, EntryDraft, Knowledge};
use rutter_workspace::RepoLayout;

#[derive(clap::Args)]
pub struct Args {
    /// Clones with their history.
    #[arg(required = true)]
    repositories: Vec<PathBuf>,
    /// Commits that are replayed, over all repositories.
    #[arg(long, default_value_t = 500)]
    commits: usize,
    /// File for the cases that a reader shall judge.
    #[arg(long, default_value = "target/quality/stale.md")]
    sample: PathBuf,
    /// Number of cases in the sample.
    #[arg(long, default_value_t = 50)]
    cases: usize,
}

/// Commits of a repository that are considered, newest first.
const WINDOW: usize = 3000;
/// A commit that changes more source files is a mass change.
const MAX_FILES: usize = 6;
/// A file with more documented symbols than this adds no more entries to a commit.
const MAX_ENTRIES: usize = 25;
/// A shorter sentence says nothing.
const MIN_WORDS: usize = 4;
/// Cases of one commit in the sample.
const MAX_CASES_OF_COMMIT: usize = 2;
/// Lines of a case that are shown.
const MAX_LINES: usize = 70;

/// What became of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Stale,
    Marked,
    Holds,
}

/// One entry before and after a commit.
struct Case {
    repository: String,
    commit: String,
    path: String,
    symbol: String,
    summary: String,
    verdict: Verdict,
    /// Why it is stale, or its marks.
    reasons: Vec<String>,
    old: String,
    new: String,
}

pub fn run(root: &Path, args: &Args) -> anyhow::Result<ExitCode> {
    let work = root.join("target/quality/stale");
    let per_repository = args.commits.div_ceil(args.repositories.len());
    let mut cases = Vec::new();
    for (number, repository) in args.repositories.iter().enumerate() {
        let repository = repository.canonicalize()?;
        let n_before = cases.len();
        let n_commits =
            replay(&repository, &work.join(number.to_string()), per_repository, &mut cases)?;
        print(&format!("{} ({n_commits} commits)", repository.display()), &cases[n_before..]);
    }
    print("all", &cases);
    print_kinds(&cases);
    let sample = root.join(&args.sample);
    fs::write(&sample, sample_of(&cases, args.cases, &work)?)?;
    println!("the sample is in {}", sample.display());
    Ok(ExitCode::SUCCESS)
}

fn print(what: &str, cases: &[Case]) {
    let count = |verdict: Verdict| cases.iter().filter(|case| case.verdict == verdict).count();
    let n_edited = cases.iter().filter(|case| case.old != case.new).count();
    let (n_stale, n_marked) = (count(Verdict::Stale), count(Verdict::Marked));
    let n = cases.len();
    println!(
        "{n:>6} entries, {n_edited:>5} edited, {n_stale:>5} stale, {n_marked:>5} marked  {what}"
    );
}

/// Prints how often each kind of reason was given: a reason without the names in it.
fn print_kinds(cases: &[Case]) {
    let mut kinds: BTreeMap<(Verdict, String), usize> = BTreeMap::new();
    for case in cases {
        for reason in &case.reasons {
            *kinds.entry((case.verdict, kind_of(reason))).or_default() += 1;
        }
    }
    for ((verdict, kind), n) in kinds {
        println!("{n:>6}  {verdict:?}: {kind}");
    }
}

fn kind_of(reason: &str) -> String {
    let reason = reason.split(": ").next().unwrap_or(reason);
    let plain = reason.split('`').step_by(2).collect::<Vec<_>>().join("…");
    let is_place = |word: &&str| !word.contains(['/', ':']);
    plain.split(' ').filter(is_place).collect::<Vec<_>>().join(" ")
}

/// Replays `n_wanted` commits spread over the history, and returns how many there were.
fn replay(
    repository: &Path,
    work: &Path,
    n_wanted: usize,
    cases: &mut Vec<Case>,
) -> anyhow::Result<usize> {
    let window = format!("-n{WINDOW}");
    let log = ["log", "--no-merges", "--name-only", "--format=%x01%H", &window, "HEAD"];
    let log = git(repository, &log)?;
    let changes: Vec<(&str, Vec<&str>)> = log.split('\u{1}').filter_map(read_change).collect();
    let tree = work.join("tree");
    if !tree.is_dir() {
        fs::create_dir_all(work)?;
        let source = repository.to_str().context("the path is not valid Unicode")?;
        git(work, &["clone", "-q", "--shared", "--no-checkout", source, "tree"])?;
    }
    let step = (changes.len() / n_wanted.max(1)).max(1);
    let mut n_commits = 0;
    for (commit, paths) in changes.iter().step_by(step).take(n_wanted).rev() {
        if checkout(&tree, &format!("{commit}^")).is_err() {
            continue;
        }
        n_commits += 1;
        let data = work.join("data");
        for file in ["rutter.db", "rutter.db-wal", "rutter.db-shm", "rutter.db-changed"] {
            // A notebook of its own for each commit.
            let _ = fs::remove_file(data.join(file));
        }
        let before = open(&tree, &data)?;
        let old = record_entries(&before, &tree, paths)?;
        checkout(&tree, commit)?;
        let after = open(&tree, &data)?;
        let name = repository.file_name().unwrap_or_default().to_string_lossy();
        for entry in Knowledge::new(Arc::clone(&after)).entries(&EntriesFilter::default())?.entries
        {
            let Some(old) = old.get(&entry.id) else { continue };
            cases.push(case_of(&after, &tree, &entry, old, &name, commit));
        }
    }
    Ok(n_commits)
}

/// A commit and the source files that it changes, if they are few.
fn read_change(record: &str) -> Option<(&str, Vec<&str>)> {
    let (commit, names) = record.split_once('\n')?;
    let is_source = |path: &&str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        Language::of_path(path).family() == Family::Code && !is_auxiliary_path(path, name)
    };
    let paths: Vec<&str> = names.lines().filter(is_source).collect();
    (1..=MAX_FILES).contains(&paths.len()).then_some((commit, paths))
}

fn open(tree: &Path, data: &Path) -> anyhow::Result<Arc<Snapshot>> {
    let engine = Engine::new(RepoLayout::exactly(tree, Some(data))?);
    engine.index(Extent::Changed, &|_| {}, &false.into())?;
    Ok(Arc::new(engine.snapshot(Refresh::Never, &|_| {}, &false.into())?))
}

/// What an entry was made from.
struct Origin {
    path: String,
    symbol: String,
    code: String,
}

/// Records the entries, and returns by id what they were made from.
fn record_entries(
    snapshot: &Arc<Snapshot>,
    tree: &Path,
    paths: &[&str],
) -> anyhow::Result<HashMap<String, Origin>> {
    let knowledge = Knowledge::new(Arc::clone(snapshot));
    let mut origins = HashMap::new();
    for path in paths {
        let Some(file) = snapshot.file_at(path) else { continue };
        let Some(facts) = snapshot.facts_of(file.id) else { continue };
        let mut seen = Seen::default();
        seen.add(path, file.content, 1, u32::MAX);
        let documented = facts.symbols.iter().filter_map(|one| Some((one, sentence_of(one)?)));
        for (symbol, summary) in documented.take(MAX_ENTRIES) {
            let draft = EntryDraft {
                symbol: symbol.qualified_name.clone(),
                path: (*path).to_owned(),
                summary,
                author: "bench".to_owned(),
                ..EntryDraft::default()
            };
            if let Recording::Recorded { id, .. } = knowledge.record(draft, &seen)? {
                let (path, symbol) = ((*path).to_owned(), symbol.qualified_name.clone());
                let code = code_of(snapshot, tree, &path, &symbol);
                origins.insert(id, Origin { path, symbol, code });
            }
        }
    }
    Ok(origins)
}

/// The first sentence of a documentation, if it says something.
fn sentence_of(symbol: &Symbol) -> Option<String> {
    let doc = symbol.doc.as_deref()?;
    let paragraph = doc.trim().split("\n\n").next()?;
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    let is_end = |word: &&str| word.ends_with(['.', '!', '?']) && !word.ends_with("e.g.");
    let n_words = words.iter().position(is_end).map_or(words.len(), |at| at + 1);
    let is_sentence = n_words >= MIN_WORDS && !paragraph.starts_with(['@', ':', '\\', '#', '-']);
    is_sentence.then(|| words[..n_words].join(" "))
}

/// The code and documentation of a symbol.
fn code_of(snapshot: &Snapshot, tree: &Path, path: &str, name: &str) -> String {
    let facts = snapshot.file_at(path).and_then(|file| snapshot.facts_of(file.id));
    let text = fs::read_to_string(tree.join(path)).unwrap_or_default();
    let Some(facts) = facts else { return String::new() };
    let mut code = String::new();
    for symbol in facts.symbols.iter().filter(|one| one.qualified_name == name) {
        let doc = symbol.doc.as_deref().unwrap_or("");
        doc.lines().for_each(|line| writeln!(code, "| {line}").expect("a string takes all"));
        code.push_str(symbol.span.slice(&text));
        code.push('\n');
    }
    code
}

fn case_of(
    after: &Snapshot,
    tree: &Path,
    entry: &ListedEntry,
    origin: &Origin,
    repository: &str,
    commit: &str,
) -> Case {
    let (verdict, reasons) = match (entry.status, entry.marks.is_empty()) {
        (EntryStatus::Stale, _) => (Verdict::Stale, entry.reason.iter().cloned().collect()),
        (_, false) => (Verdict::Marked, entry.marks.clone()),
        (_, true) => (Verdict::Holds, Vec::new()),
    };
    Case {
        repository: repository.to_owned(),
        commit: commit.to_owned(),
        path: origin.path.clone(),
        symbol: origin.symbol.clone(),
        summary: entry.summary.clone(),
        verdict,
        reasons,
        old: origin.code.clone(),
        new: code_of(after, tree, &entry.path, &entry.symbol),
    }
}

/// Cases to judge: entries that did not simply hold, and those that did though their code was edited, in an order
/// that depends on nothing but their names.
fn sample_of(cases: &[Case], n_cases: usize, work: &Path) -> anyhow::Result<String> {
    let mut telling: Vec<&Case> = cases
        .iter()
        .filter(|case| case.verdict != Verdict::Holds || case.old != case.new)
        .collect();
    let key = |case: &Case| {
        let name = format!("{}{}{}", case.commit, case.path, case.symbol);
        rutter_workspace::hash(name.as_bytes()).0
    };
    telling.sort_by_key(|case| key(case));
    let mut of_commit: HashMap<&str, usize> = HashMap::new();
    telling.retain(|case| {
        let n = of_commit.entry(&case.commit).or_default();
        *n += 1;
        *n <= MAX_CASES_OF_COMMIT
    });
    let mut text = String::from("# What commits did to entries\n");
    for (number, case) in telling.iter().take(n_cases).enumerate() {
        let Case { repository, commit, path, symbol, summary, verdict, reasons, old, new } = case;
        let commit = &commit[..commit.len().min(10)];
        let (before, after) = (work.join("old"), work.join("new"));
        fs::write(&before, old)?;
        fs::write(&after, new)?;
        let diff = diff(&before, &after)?;
        write!(
            text,
            "\n## {}. {repository} {commit} `{symbol}` in {path}\n\n> {summary}\n\n{verdict:?}: {}\n\n\
             ```diff\n{diff}\n```\n",
            number + 1,
            reasons.join("; "),
        )?;
    }
    Ok(text)
}

/// The old code with the new one beside it, cut if it is long.
fn diff(before: &Path, after: &Path) -> anyhow::Result<String> {
    let output = Command::new("git")
        .args(["diff", "--no-index", "-U4", "--"])
        .args([before, after])
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = text.lines().skip(4).take(MAX_LINES).collect();
    Ok(lines.join("\n"))
}

fn checkout(tree: &Path, commit: &str) -> anyhow::Result<String> {
    git(tree, &["-c", "advice.detachedHead=false", "checkout", "-q", "-f", "--detach", commit])
}

fn git(dir: &Path, args: &[&str]) -> anyhow::Result<String> {
    let output = Command::new("git").arg("-C").arg(dir).args(args).output()?;
    anyhow::ensure!(
        output.status.success(),
        "git {} failed in {}: {}",
        args.first().unwrap_or(&""),
        dir.display(),
        String::from_utf8_lossy(&output.stderr).trim()
    );
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_of_one_kind_differ_in_names_only() {
        assert_eq!(kind_of("`a::b` has changed since"), "… has changed since");
        assert_eq!(kind_of("callee changed: f"), "callee changed");
        assert_eq!(
            kind_of("its evidence src/a.rs:1-2 has changed since"),
            "its evidence has changed since"
        );
    }

    #[test]
    fn only_commits_with_few_source_files_are_replayed() {
        assert_eq!(read_change("abc\n\nsrc/a.rs\nREADME.md\n"), Some(("abc", vec!["src/a.rs"])));
        assert_eq!(read_change("abc\n\nREADME.md\n"), None);
    }
}
