//! Replays real changes: at the parent of a commit, asks for what its author described.
//!
//! The questions come from the history of any repository, so nothing of it is kept here. Paths, file names,
//! links and issue numbers are cut out of a message first, because they would give the answer away. A hit
//! is right if it overlaps lines that the change replaced. Start at [`replay`].

use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

use anyhow::Context;
use rutter_domain::is_auxiliary_path;
use rutter_domain::{Family, Language};
use rutter_engine::{Engine, Extent, HitOrder, Refresh, SearchRequest, search};
use rutter_workspace::RepoLayout;

use crate::judge::judge;

/// Commits that are looked at, newest first.
const WINDOW: usize = 600;
/// A change of more source files has no one place.
const MAX_FILES: usize = 3;
/// A message with fewer words does not make a question.
const MIN_WORDS: usize = 5;
const MAX_QUESTION_CHARS: usize = 400;
const LIMIT_FILES: usize = 30;
const MAX_EXCERPTS: usize = 3;
/// Hits of which the characters are counted.
const READ_HITS: usize = 10;

/// Means over the changes of one repository.
#[derive(Debug, Clone, Copy, Default)]
pub struct Replayed {
    pub n_questions: usize,
    /// NDCG@10 of the changed files.
    pub by_file: f64,
    /// The share of changes where one of the first 1, 5 and 10 hits overlaps changed lines.
    pub spans: [f64; 3],
    /// Characters of the first ten hits.
    pub n_chars: f64,
}

/// A commit as a question with its answer.
#[derive(Debug, PartialEq, Eq)]
struct Change {
    commit: String,
    question: String,
    files: Vec<String>,
}

/// The lines of the parent, by file, that a commit replaced.
type ChangedLines = HashMap<String, Vec<(u32, u32)>>;

/// Replays `n_wanted` changes of a repository, spread over its history. Works on a clone in `work`.
pub fn replay(repository: &Path, work: &Path, n_wanted: usize) -> anyhow::Result<Replayed> {
    let log = git(
        repository,
        &[
            "log",
            "--no-merges",
            "--no-renames",
            &format!("-n{WINDOW}"),
            "--name-only",
            "--format=%x01%H%x02%s%x02%b%x03",
            "HEAD",
        ],
    )?;
    let changes: Vec<Change> = log.split('\u{1}').skip(1).filter_map(read_change).collect();
    let step = (changes.len() / n_wanted.max(1)).max(1);
    std::fs::create_dir_all(work)?;
    let tree = work.join("tree");
    if !tree.is_dir() {
        let source = repository.to_str().context("the path is not valid Unicode")?;
        git(work, &["clone", "-q", "--shared", "--no-checkout", source, "tree"])?;
    }
    let mut sum = Replayed::default();
    for change in changes.iter().step_by(step).take(n_wanted).rev() {
        let parent = format!("{}^", change.commit);
        let checkout =
            ["-c", "advice.detachedHead=false", "checkout", "-q", "-f", "--detach", &parent];
        if git(&tree, &checkout).is_err() || !change.files.iter().all(|f| tree.join(f).is_file()) {
            continue;
        }
        let one = ask(change, &tree, &work.join("data"))?;
        sum.n_questions += 1;
        sum.by_file += one.by_file;
        sum.n_chars += one.n_chars;
        for (sum, one) in sum.spans.iter_mut().zip(one.spans) {
            *sum += one;
        }
    }
    let n = sum.n_questions.max(1) as f64;
    Ok(Replayed {
        n_questions: sum.n_questions,
        by_file: sum.by_file / n,
        spans: sum.spans.map(|span| span / n),
        n_chars: sum.n_chars / n,
    })
}

/// Searches the tree as it is for what a change describes.
fn ask(change: &Change, tree: &Path, data: &Path) -> anyhow::Result<Replayed> {
    let mut diff = vec!["diff", "-U0", "--no-renames"];
    let parent = format!("{}^", change.commit);
    diff.extend([parent.as_str(), change.commit.as_str(), "--"]);
    diff.extend(change.files.iter().map(String::as_str));
    let changed = changed_lines(&git(tree, &diff)?);
    let engine = Engine::new(RepoLayout::exactly(tree, Some(data))?);
    engine.index(Extent::Changed, &|_| {}, &false.into())?;
    let snapshot = engine.snapshot(Refresh::Never, &|_| {}, &false.into())?;
    let request = SearchRequest {
        query: change.question.clone(),
        limit: LIMIT_FILES,
        order: HitOrder::ByFile { max_excerpts: MAX_EXCERPTS },
        ..SearchRequest::default()
    };
    let hits = search(&snapshot, &request)?.hits;
    let mut paths: Vec<&str> = hits.iter().map(|hit| hit.path.as_str()).collect();
    paths.dedup();
    let is_right = |hit: &rutter_engine::Hit| {
        let lines = changed.get(&hit.path).map_or(&[][..], Vec::as_slice);
        lines.iter().any(|(first, last)| *first <= hit.end_line && *last >= hit.start_line)
    };
    let first_right = hits.iter().position(is_right);
    let share = |depth: usize| f64::from(u8::from(first_right.is_some_and(|at| at < depth)));
    let n_chars: usize = hits.iter().take(READ_HITS).map(|hit| hit.snippet.chars().count()).sum();
    Ok(Replayed {
        n_questions: 1,
        by_file: judge(paths.into_iter(), &change.files).ndcg,
        spans: [share(1), share(5), share(10)],
        n_chars: n_chars as f64,
    })
}

/// Reads one commit of the log; `None` if it does not make a good question.
fn read_change(record: &str) -> Option<Change> {
    let (head, names) = record.split_once('\u{3}')?;
    let mut fields = head.splitn(3, '\u{2}');
    let (commit, subject, body) = (fields.next()?, fields.next()?, fields.next()?);
    let files: Vec<String> =
        names.lines().filter(|path| is_source(path)).map(str::to_owned).collect();
    if !(1..=MAX_FILES).contains(&files.len()) || is_chore(subject) {
        return None;
    }
    let question = question_of(subject, body);
    (question.split_whitespace().count() >= MIN_WORDS).then(|| Change {
        commit: commit.to_owned(),
        question,
        files,
    })
}

/// Returns whether a file is source code that a question may mean: not a test, example or document.
fn is_source(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    !path.is_empty()
        && Language::of_path(path).family() == Family::Code
        && !is_auxiliary_path(path, name)
        && !path.split('/').any(|part| matches!(part, "docs" | "doc" | "vendor" | "third_party"))
}

/// Returns whether a commit is about releases, formatting and the like.
fn is_chore(subject: &str) -> bool {
    const FIRST_WORDS: [&str; 18] = [
        "merge", "revert", "bump", "release", "version", "prepare", "format", "lint", "typo", "ci",
        "chore", "doc", "docs", "test", "style", "build", "deps", "changelog",
    ];
    let subject = subject.to_lowercase();
    let first = subject.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    FIRST_WORDS.contains(&first) || subject.contains("changelog")
}

/// The subject and the first paragraph of a message, without what gives a file away.
fn question_of(subject: &str, body: &str) -> String {
    let paragraph = body.split("\n\n").next().unwrap_or("");
    let lines = paragraph.lines().filter(|line| !is_trailer(line));
    let text = std::iter::once(subject).chain(lines).collect::<Vec<_>>().join(" ");
    let words = text.split_whitespace().filter(|word| !gives_away(word));
    let text = words.collect::<Vec<_>>().join(" ");
    // `parser: accept trailing commas` begins with the name of a part.
    let text = match text.split_once(": ") {
        Some((prefix, rest)) if prefix.len() <= 24 && !rest.is_empty() => rest,
        Some(_) | None => &text,
    };
    text.chars().take(MAX_QUESTION_CHARS).collect()
}

/// Returns whether a line is a trailer, such as `Signed-off-by: …`.
fn is_trailer(line: &str) -> bool {
    line.split_once(": ").is_some_and(|(key, _)| {
        let key = key.to_lowercase();
        key.ends_with("-by") || key.ends_with("-id") || key.ends_with("-revid")
    })
}

/// Returns whether a word is a path, a file, a link, an address, an issue or a commit.
fn gives_away(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric() && c != '/' && c != '#');
    let is_hash = bare.len() >= 10 && bare.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_file = bare.contains('.') && Language::of_path(bare) != Language::Unknown;
    is_hash || is_file || bare.contains('/') || bare.starts_with('#') || bare.contains('@')
}

/// The lines of the old side of a diff without context. Lines that were only added count as the line
/// before them.
fn changed_lines(diff: &str) -> ChangedLines {
    let mut changed = ChangedLines::new();
    let mut file = None;
    for line in diff.lines() {
        if let Some(path) = line.strip_prefix("--- a/") {
            file = Some(path.trim_end().to_owned());
        }
        let old_side = line.strip_prefix("@@ -").and_then(|rest| rest.split(' ').next());
        if let (Some(range), Some(file)) = (old_side, &file) {
            let (start, n_lines) = range.split_once(',').unwrap_or((range, "1"));
            if let (Ok(start), Ok(n_lines)) = (start.parse::<u32>(), n_lines.parse::<u32>()) {
                let lines = (start, start + n_lines.max(1) - 1);
                changed.entry(file.clone()).or_default().push(lines);
            }
        }
    }
    changed
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
    fn a_message_becomes_a_question_without_what_gives_the_file_away() {
        let body = "See src/net/retry.rs and retry.py,\nas in https://x.y/z (#12).\nReviewed-by: me\n\nMore.";
        assert_eq!(
            question_of("net: wait longer after each attempt", body),
            "wait longer after each attempt See and as in"
        );
    }

    #[test]
    fn only_small_changes_of_sources_are_asked_for() {
        let record =
            |subject: &str, files: &str| format!("abc\u{2}{subject}\u{2}\u{3}\n\n{files}\n");
        let good =
            read_change(&record("wait longer after each failed attempt", "src/a.rs\nREADME.md"));
        assert_eq!(good.map(|change| change.files), Some(vec!["src/a.rs".to_owned()]));
        assert_eq!(read_change(&record("bump version of all the things", "src/a.rs")), None);
        assert_eq!(read_change(&record("wait longer after each attempt", "tests/a.rs")), None);
        assert_eq!(read_change(&record("wait", "src/a.rs")), None);
    }

    #[test]
    fn the_replaced_lines_are_those_of_the_parent() {
        let diff =
            "--- a/src/a.rs\n+++ b/src/a.rs\n@@ -3,2 +3 @@ fn a\n@@ -9 +8 @@\n@@ -20,0 +19,4 @@\n";
        assert_eq!(changed_lines(diff)["src/a.rs"], [(3, 4), (9, 9), (20, 20)]);
    }
}
