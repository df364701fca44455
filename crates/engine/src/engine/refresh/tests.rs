//! What a query does about an index that is behind.

use std::sync::Mutex;

use rutter_domain::FileChange;
use rutter_fixture::Tree;
use rutter_workspace::RepoLayout;

use super::*;
use crate::{Extent, Refresh, SearchRequest, Snapshot, search};

const PATIENT: Refresh = Refresh::Within(Duration::from_secs(600));

fn engine(tree: &Tree) -> Engine {
    Engine::new(RepoLayout::exactly(tree.path(), None).unwrap())
}

fn indexed(tree: &Tree) -> Engine {
    let engine = engine(tree);
    engine.index(Extent::Changed, &|_| {}, &false.into()).unwrap();
    engine
}

fn open(engine: &Engine, refresh: Refresh) -> Snapshot {
    engine.snapshot(refresh, &|_| {}, &false.into()).unwrap()
}

/// An index of two branches of which another was checked out since.
fn switched() -> (Tree, Engine) {
    let tree = Tree::new("");
    tree.git_init();
    let write = |branch: &str| {
        for n in 0..200 {
            tree.write(&format!("f{n}.rs"), format!("pub fn {branch}_{n}() {{}}\n"));
        }
        tree.git_commit(branch);
    };
    write("old");
    tree.git(&["checkout", "-q", "-b", "new"]);
    write("new");
    tree.write("extra.rs", "pub fn extra() {}\n");
    tree.git_commit("extra");
    let engine = indexed(&tree);
    tree.git(&["checkout", "-q", "-"]);
    (tree, engine)
}

#[test]
fn a_query_waits_until_another_branch_is_indexed() {
    let (_tree, engine) = switched();
    let snapshot = open(&engine, PATIENT);
    assert_eq!((snapshot.freshness.state, snapshot.is_postponed), (State::Current, false));
    assert!(snapshot.paths_defining("new_7").is_empty());
    assert_eq!(snapshot.paths_defining("old_7"), ["f7.rs"]);
}

#[test]
fn what_takes_too_long_is_postponed_and_its_files_are_marked() {
    let (_tree, engine) = switched();
    let snapshot = open(&engine, Refresh::Within(Duration::ZERO));
    let freshness = &snapshot.freshness;
    assert_eq!((freshness.state, freshness.changed), (State::Behind, 201));
    assert!(snapshot.is_postponed);
    assert_eq!(freshness.outdated.get("f7.rs"), Some(FileChange::Changed));
    assert_eq!(freshness.outdated.get("extra.rs"), Some(FileChange::Gone));
    assert_eq!(freshness.mark("f7.rs"), " (changed since)");
    assert!(engine.catch_up(&false.into()).unwrap());
    let snapshot = open(&engine, Refresh::Never);
    assert_eq!((snapshot.freshness.state, snapshot.is_postponed), (State::Current, false));
    assert_eq!(snapshot.paths_defining("old_7"), ["f7.rs"]);
    assert_eq!(snapshot.freshness.mark("f7.rs"), "");
}

#[test]
fn a_query_that_its_user_ends_is_answered_from_the_last_generation() {
    let (_tree, engine) = switched();
    let before = open(&engine, Refresh::Never).manifest.generation;
    let cancelled = AtomicBool::new(false);
    let steps = Mutex::new(Vec::new());
    let step = |step: Step| {
        cancelled.fetch_or(matches!(step, Step::Read { .. }), Ordering::SeqCst);
        steps.lock().unwrap().push(format!("{step:?}"));
    };
    let snapshot = engine.snapshot(PATIENT, &step, &cancelled).unwrap();
    assert_eq!((snapshot.freshness.state, snapshot.is_postponed), (State::Behind, true));
    assert_eq!(snapshot.manifest.generation, before);
    assert_eq!(snapshot.paths_defining("new_7"), ["f7.rs"]);
    assert!(steps.into_inner().unwrap().iter().any(|step| step.starts_with("Planned")));
    assert_eq!(open(&engine, PATIENT).freshness.state, State::Current);
}

#[test]
fn nothing_is_postponed_where_nothing_may_be_written_or_refreshed() {
    let (_tree, engine) = switched();
    let snapshot = open(&engine, Refresh::Never);
    assert_eq!((snapshot.freshness.state, snapshot.is_postponed), (State::Behind, false));
    let lock = WriterLock::try_take(&engine.layout.writer_lock()).unwrap();
    assert!(lock.is_some());
    assert!(!engine.catch_up(&false.into()).unwrap());
    let snapshot = open(&engine, Refresh::Within(Duration::from_millis(200)));
    assert_eq!((snapshot.freshness.state, snapshot.is_postponed), (State::Behind, false));
}

#[test]
fn as_many_bytes_are_read_as_were_planned() {
    let tree = Tree::new("//- a.rs\nfn a() {}\n");
    tree.write("blob.bin", b"a\0b");
    tree.write("large.txt", "word ".repeat(2_000_000));
    let engine = engine(&tree);
    let counted = Mutex::new((0, 0, 0, 0));
    let step = |step: Step| {
        let mut counted = counted.lock().unwrap();
        match step {
            Step::Planned { n_files, n_bytes } => (counted.0, counted.1) = (n_files, n_bytes),
            Step::Read { n_bytes } => {
                counted.2 += 1;
                counted.3 += n_bytes;
            }
            _ => {}
        }
    };
    engine.index(Extent::Changed, &step, &false.into()).unwrap();
    let (n_files, n_bytes, n_files_read, n_bytes_read) = counted.into_inner().unwrap();
    assert_eq!((n_files, n_bytes), (3, 13));
    assert_eq!((n_files_read, n_bytes_read), (n_files, n_bytes));
}

/// A small generator, so that every run does the same.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Edits, adds, renames and removes some files.
fn edit(tree: &Tree, round: usize, random: &mut Random) {
    let snapshot = open(&indexed(tree), Refresh::Never);
    let paths: Vec<String> = snapshot.paths().map(str::to_owned).collect();
    for n in 0..12 {
        let path = &paths[random.below(paths.len())];
        if !tree.file(path).exists() {
            continue;
        }
        match random.below(4) {
            0 => tree.write(path, tree.read(path).replace("let", "let  ") + "\n// edited\n"),
            1 => tree.write(&format!("new/{round}_{n}.rs"), tree.read(path) + "\nfn added() {}\n"),
            2 => tree.rename(path, &format!("moved/{round}_{n}_{}", path.replace('/', "_"))),
            _ => tree.remove(path),
        }
    }
}

#[test]
#[ignore = "slow: run by `cargo xtask test`"]
fn slow_an_index_updated_forty_times_ranks_like_a_new_one() {
    let tree = rutter_fixture::synthetic(250, 11);
    let updated = indexed(&tree);
    let mut random = Random(5);
    for round in 0..40 {
        edit(&tree, round, &mut random);
        let snapshot = open(&updated, PATIENT);
        assert_eq!(snapshot.freshness.state, State::Current, "round {round}");
    }
    let elsewhere = Tree::new("");
    let layout = RepoLayout::exactly(tree.path(), Some(elsewhere.path())).unwrap();
    let fresh = Engine::new(layout);
    fresh.index(Extent::Everything, &|_| {}, &false.into()).unwrap();
    let [updated, fresh] = [updated, fresh].map(|engine| open(&engine, Refresh::Never));
    let words: Vec<String> = fresh.paths().map(|path| tree.read(path)).collect();
    let words: Vec<&str> = words.iter().flat_map(|text| text.split_whitespace()).collect();
    for n in 0..200 {
        let n_words = [1, 3, 8, 120][n % 4];
        let query: Vec<&str> = (0..n_words).map(|_| words[random.below(words.len())]).collect();
        let query = query.join(" ");
        let request = SearchRequest { query, limit: 30, ..SearchRequest::default() };
        let [updated, fresh] = [&updated, &fresh].map(|snapshot| {
            let hits = search(snapshot, &request).unwrap().hits;
            let hits = hits.into_iter().map(|hit| (hit.chunk, hit.score, hit.reasons));
            hits.collect::<Vec<_>>()
        });
        assert_eq!(updated, fresh, "{}", request.query);
    }
}
