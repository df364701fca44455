//! Tests of publishing: for readers, for later writers, and after damage.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use rutter_domain::FileId;
use rutter_embed::{Model, Scratch};
use tempfile::TempDir;

use crate::index::published::{Published, from_checksummed_json, stat_of, to_checksummed_json};
use crate::sample_tree::{BULK, Tree, USERS, answers, ask, facts};
use crate::{ChunkVectors, Error, Reader, StartFrom, Workload, Writer};

#[test]
fn answers_do_not_depend_on_how_the_index_was_built() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let expected = answers(&tree, &Reader::open(dir.path()).unwrap());
    let old = Tree::parse("//- old.rs\nfn find users by name select getUserById user user\n");
    let dir = TempDir::new().unwrap();
    let writer = Writer::open(dir.path(), StartFrom::Published, Workload::Incremental, 0).unwrap();
    let facts = facts("old.rs", &old.files[0].1);
    writer
        .add(FileId(900), "old.rs", &old.files[0].1, &facts, ChunkVectors::Computed(&[]))
        .unwrap();
    writer.publish("old").unwrap();
    for (path, _) in tree.files.iter().rev() {
        let writer =
            Writer::open(dir.path(), StartFrom::Published, Workload::Incremental, 0).unwrap();
        tree.add(&writer, path);
        writer.publish(path).unwrap();
    }
    let writer = Writer::open(dir.path(), StartFrom::Published, Workload::Incremental, 0).unwrap();
    writer.remove(FileId(900));
    writer.publish("all").unwrap();
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!(answers(&tree, &reader), expected);
    assert_eq!(reader.n_chunks(), 7);
}

#[test]
fn a_file_may_be_spread_over_segments() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let expected = answers(&tree, &Reader::open(dir.path()).unwrap());
    let dir = TempDir::new().unwrap();
    let mut writer = Writer::open(dir.path(), StartFrom::Published, BULK, 0).unwrap();
    // Every chunk fills a segment.
    writer.segment_bytes = 1;
    for (path, _) in &tree.files {
        tree.add(&writer, path);
    }
    assert!(super::lock(&writer.written).len() > tree.files.len());
    writer.publish("first").unwrap();
    assert_eq!(answers(&tree, &Reader::open(dir.path()).unwrap()), expected);
}

#[test]
fn vectors_that_the_index_makes_are_those_of_the_model() {
    let model = Model::built_in();
    let text = "fn read_größe(file: &File) -> Größe\n\nfn write(text: &str)\n\nfn readAll()\n";
    let path = "src/files.rs";
    let mut facts = facts(path, text);
    // A chunk that begins in the middle of a word.
    facts.chunks[1].span.start_byte += 4;
    let mut given = vec![0; facts.chunks.len() * model.dims()];
    let mut scratch = Scratch::default();
    let vector = model.path(path, &mut scratch);
    for (chunk, out) in facts.chunks.iter().zip(given.chunks_mut(model.dims())) {
        model.chunk(chunk.span.slice(text), &vector, &mut scratch, out);
    }
    let digest = |vectors: ChunkVectors<'_>, segment_bytes: usize| {
        let dir = TempDir::new().unwrap();
        let mut writer =
            Writer::open(dir.path(), StartFrom::Published, BULK, model.dims()).unwrap();
        writer.segment_bytes = segment_bytes;
        writer.add(FileId(7), path, text, &facts, vectors).unwrap()
    };
    let expected = digest(ChunkVectors::Computed(&given), 1 << 20);
    assert_eq!(digest(ChunkVectors::ByModel(&model), 1 << 20), expected);
    assert_eq!(digest(ChunkVectors::ByModel(&model), 1), expected);
    given[0] ^= 1;
    assert_ne!(digest(ChunkVectors::Computed(&given), 1 << 20), expected);
}

#[test]
fn many_incremental_writes_merge_and_keep_what_is_live() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let expected = answers(&tree, &Reader::open(dir.path()).unwrap());
    let (path, text) = ("src/other.rs", "fn other getUserById\n");
    for number in 0..40 {
        let writer =
            Writer::open(dir.path(), StartFrom::Published, Workload::Incremental, 0).unwrap();
        writer.remove(FileId(99 + number));
        writer
            .add(FileId(100 + number), path, text, &facts(path, text), ChunkVectors::Computed(&[]))
            .unwrap();
        writer.publish(&number.to_string()).unwrap();
        assert_eq!(Reader::open(dir.path()).unwrap().n_chunks(), 8);
    }
    let n_segments = fs::read_dir(dir.path()).unwrap().flatten();
    let n_segments =
        n_segments.filter(|e| e.path().extension().is_some_and(|x| x == "idx")).count();
    assert!(n_segments < 20, "{n_segments}");
    let writer = Writer::open(dir.path(), StartFrom::Published, BULK, 0).unwrap();
    writer.remove(FileId(139));
    writer.publish("last").unwrap();
    assert_eq!(answers(&tree, &Reader::open(dir.path()).unwrap()), expected);
}

#[test]
fn a_reader_keeps_its_state_while_others_publish() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let reader = Reader::open(dir.path()).unwrap();
    let before = answers(&tree, &reader);
    for (number, (path, _)) in tree.files.iter().enumerate() {
        let writer =
            Writer::open(dir.path(), StartFrom::Published, Workload::Incremental, 0).unwrap();
        writer.remove(tree.id(path));
        writer.publish(&number.to_string()).unwrap();
    }
    assert_eq!(answers(&tree, &reader), before);
    assert_eq!(reader.payload(), "first");
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!(reader.n_chunks(), 0);
    assert_eq!(reader.search(&ask("users"), &tree), []);
}

#[test]
fn what_is_not_published_leaves_no_trace() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let writer = Writer::open(dir.path(), StartFrom::Published, BULK, 0).unwrap();
    writer
        .add(FileId(50), "x.rs", "fn x\n", &facts("x.rs", "fn x\n"), ChunkVectors::Computed(&[]))
        .unwrap();
    writer.remove(tree.id("src/users.rs"));
    drop(writer);
    assert_eq!(Reader::open(dir.path()).unwrap().n_chunks(), 7);
    for payload in ["2", "3"] {
        Writer::open(dir.path(), StartFrom::Published, Workload::Incremental, 0)
            .unwrap()
            .publish(payload)
            .unwrap();
    }
    assert_eq!(Reader::open(dir.path()).unwrap().n_chunks(), 7);
    let n_files = fs::read_dir(dir.path()).unwrap().count();
    assert!(n_files <= 2 * 6 + 1, "{n_files} files are left");
}

#[test]
fn a_file_can_be_taken_back_before_it_is_published() {
    let tree = Tree::parse(USERS);
    let dir = TempDir::new().unwrap();
    let writer = Writer::open(dir.path(), StartFrom::Published, BULK, 0).unwrap();
    for (path, _) in &tree.files {
        tree.add(&writer, path);
    }
    writer.remove(tree.id("src/users.rs"));
    writer.publish("1").unwrap();
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!(reader.n_chunks(), 4);
    assert_eq!(reader.files_defining("getUserById"), []);
}

#[test]
fn eight_readers_see_no_error_while_a_writer_publishes() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    let reader = Reader::open(dir.path()).unwrap();
                    // The payload is the number of chunks published with it.
                    let n_chunks = reader.payload().parse().unwrap_or(7);
                    assert_eq!(reader.n_chunks(), n_chunks);
                    assert!(!reader.search(&ask("find users"), &tree).is_empty());
                    assert_eq!(reader.fault(), None);
                }
            });
        }
        for number in 0..40_u32 {
            let writer =
                Writer::open(dir.path(), StartFrom::Published, Workload::Incremental, 0).unwrap();
            let text = "fn other\n\n".repeat(1 + number as usize % 3);
            writer.remove(FileId(999 + number));
            writer
                .add(
                    FileId(1_000 + number),
                    "o.rs",
                    &text,
                    &facts("o.rs", &text),
                    ChunkVectors::Computed(&[]),
                )
                .unwrap();
            writer.publish(&(7 + 1 + number % 3).to_string()).unwrap();
        }
        is_done.store(true, Ordering::Relaxed);
    });
}

#[test]
fn threads_add_at_once() {
    let dir = TempDir::new().unwrap();
    let writer = Writer::open(dir.path(), StartFrom::Published, BULK, 0).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..4_u32 {
            let writer = &writer;
            scope.spawn(move || {
                for number in 0..50 {
                    let text = format!("fn name_{thread}_{number}\n");
                    let facts = facts("a.rs", &text);
                    writer
                        .add(
                            FileId(thread * 50 + number),
                            "a.rs",
                            &text,
                            &facts,
                            ChunkVectors::Computed(&[]),
                        )
                        .unwrap();
                }
            });
        }
    });
    writer.publish("1").unwrap();
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!(reader.n_chunks(), 200);
    assert_eq!(reader.files_defining("name_3_7"), [FileId(157)]);
}

#[test]
fn before_anything_is_published_the_index_is_absent() {
    let dir = TempDir::new().unwrap();
    let is_absent = |result: Result<Reader, Error>| matches!(result, Err(Error::Absent { .. }));
    assert!(is_absent(Reader::open(dir.path())));
    assert!(is_absent(Reader::open(&dir.path().join("none"))));
    let writer = Writer::open(dir.path(), StartFrom::Published, BULK, 0).unwrap();
    assert!(is_absent(Reader::open(dir.path())));
    writer.publish("").unwrap();
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!((reader.payload(), reader.n_chunks()), ("", 0));
    assert_eq!(reader.search(&ask("anything"), &Tree::parse("")), []);
}

#[test]
fn a_damaged_index_is_an_error_and_never_a_panic() {
    let tree = Tree::parse(USERS);
    let is_damaged = |error: &Error| matches!(error, Error::Damaged { .. });
    for what in ["meta.json", "term", "idx", "fast", "fieldnorm", "store"] {
        for damage in ["cut", "gone", "noise"] {
            let dir = tree.index(BULK);
            let mut entries = fs::read_dir(dir.path()).unwrap().flatten().map(|entry| entry.path());
            let path = entries.find(|path| path.to_string_lossy().ends_with(what)).unwrap();
            let bytes = fs::read(&path).unwrap();
            match damage {
                "cut" => fs::write(&path, &bytes[..bytes.len() / 2]).unwrap(),
                "gone" if what != "meta.json" => fs::remove_file(&path).unwrap(),
                _ => fs::write(&path, vec![7; bytes.len()]).unwrap(),
            }
            let error = Reader::open(dir.path()).err();
            assert!(error.as_ref().is_some_and(is_damaged), "{what} {damage}: {error:?}");
            let error =
                Writer::open(dir.path(), StartFrom::Published, BULK, 0).and_then(|writer| {
                    writer.remove(tree.id("src/users.rs"));
                    writer.publish("next")
                });
            let error = error.err();
            assert!(error.as_ref().is_none_or(is_damaged), "{what} {damage}: {error:?}");
        }
    }
}

/// The files of an index whose names end with this.
fn files_ending(dir: &TempDir, end: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(dir.path()).unwrap().flatten().map(|entry| entry.path());
    entries.filter(|path| path.to_string_lossy().ends_with(end)).collect()
}

#[test]
fn a_flipped_byte_anywhere_is_damage() {
    let tree = Tree::parse(USERS);
    for what in ["term", "idx", "fast", "fieldnorm", "meta.json"] {
        let dir = tree.index(BULK);
        let path = &files_ending(&dir, what)[0];
        let whole = fs::read(path).unwrap();
        for at in (0..whole.len()).step_by(whole.len() / 16 + 1) {
            let mut bytes = whole.clone();
            bytes[at] ^= 0x55;
            fs::write(path, &bytes).unwrap();
            let opened = Reader::open(dir.path());
            assert!(matches!(opened, Err(Error::Damaged { .. })), "{what} {at}");
        }
    }
}

#[test]
fn bytes_that_a_disk_lost_without_a_trace_are_found_by_verifying() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let path = &files_ending(&dir, "term")[0];
    let mut bytes = fs::read(path).unwrap();
    bytes[9] ^= 1;
    fs::write(path, &bytes).unwrap();
    // Update the record so that the file counts as untouched.
    let meta = dir.path().join("meta.json");
    let mut published: Published = from_checksummed_json(&fs::read(&meta).unwrap()).unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    published.files.get_mut(name).unwrap().stat = stat_of(path).unwrap();
    fs::write(&meta, to_checksummed_json(&published).unwrap()).unwrap();
    let reader = Reader::open(dir.path()).unwrap();
    assert!(matches!(reader.verify(), Err(Error::Damaged { .. })));
}

#[test]
fn a_copied_index_is_compared_once() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let expected = answers(&tree, &Reader::open(dir.path()).unwrap());
    for path in files_ending(&dir, "") {
        let copy = dir.path().join("copy");
        fs::copy(&path, &copy).unwrap();
        fs::rename(&copy, &path).unwrap();
    }
    assert_eq!(answers(&tree, &Reader::open(dir.path()).unwrap()), expected);
    let kept = fs::read(dir.path().join("verified.json")).unwrap();
    assert_eq!(answers(&tree, &Reader::open(dir.path()).unwrap()), expected);
    assert_eq!(fs::read(dir.path().join("verified.json")).unwrap(), kept);
    let path = &files_ending(&dir, "term")[0];
    let mut bytes = fs::read(path).unwrap();
    bytes[9] ^= 1;
    fs::write(path, &bytes).unwrap();
    assert!(matches!(Reader::open(dir.path()), Err(Error::Damaged { .. })));
}

#[test]
fn swapped_files_are_damage() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let (path, text) = ("src/other.rs", "fn other getUserById\n");
    let writer = Writer::open(dir.path(), StartFrom::Published, Workload::Incremental, 0).unwrap();
    writer.add(FileId(100), path, text, &facts(path, text), ChunkVectors::Computed(&[])).unwrap();
    writer.publish("two").unwrap();
    let terms = files_ending(&dir, "term");
    let beside = dir.path().join("beside");
    fs::rename(&terms[0], &beside).unwrap();
    fs::rename(&terms[1], &terms[0]).unwrap();
    fs::rename(&beside, &terms[1]).unwrap();
    assert!(matches!(Reader::open(dir.path()), Err(Error::Damaged { .. })));
}

#[test]
fn an_index_stays_readable_while_another_is_built_in_its_place() {
    let tree = Tree::parse(USERS);
    let dir = tree.index(BULK);
    let (path, text) = ("src/other.rs", "fn other getUserById\n");
    let writer = Writer::open(dir.path(), StartFrom::Empty, BULK, 0).unwrap();
    writer.add(FileId(0), path, text, &facts(path, text), ChunkVectors::Computed(&[])).unwrap();
    assert_eq!(Reader::open(dir.path()).unwrap().n_chunks(), 7);
    writer.publish("other").unwrap();
    let reader = Reader::open(dir.path()).unwrap();
    assert_eq!((reader.n_chunks(), reader.payload()), (1, "other"));
    assert_eq!(files_ending(&dir, "term").len(), 1);
}

#[test]
fn an_index_built_by_other_rules_is_outdated() {
    let dir = Tree::parse(USERS).index(BULK);
    let path = dir.path().join("meta.json");
    let mut published: Published = from_checksummed_json(&fs::read(&path).unwrap()).unwrap();
    let meta = published.meta.to_string().replace("rutter-code-", "other-code-");
    published.meta = serde_json::from_str(&meta).unwrap();
    fs::write(&path, to_checksummed_json(&published).unwrap()).unwrap();
    assert!(matches!(Reader::open(dir.path()), Err(Error::Outdated { .. })));
    let writer = Writer::open(dir.path(), StartFrom::Published, BULK, 0);
    assert!(matches!(writer, Err(Error::Outdated { .. })));
}
