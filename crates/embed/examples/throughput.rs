//! Measures how much source text one thread embeds a second, and how long opening takes.
//!
//! `cargo run --release -p rutter-embed --example throughput FOLDER [MODEL]`

use rutter_embed::{Model, Scratch};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const CHUNK_BYTES: usize = 1500;
const LIMIT_BYTES: usize = 64 << 20;

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().unwrap_or_else(|| ".".into());
    let bytes: Option<&'static [u8]> = match args.next() {
        Some(path) => Some(std::fs::read(path)?.leak()),
        None => None,
    };
    let open = || match bytes {
        Some(bytes) => Model::from_bytes(bytes).expect("a model is given"),
        None => Model::built_in(),
    };
    let start = Instant::now();
    let model = open();
    println!("opened {} in {:?} the first time", model.id(), start.elapsed());
    println!("opened in {:?}, verified in {:?}", best(open), best(|| model.verify().is_ok()));
    println!("one question in {:?}", best(|| question(&model)));

    let files = read(Path::new(&folder));
    let n_bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    println!("{} files, {:.1} MB", files.len(), n_bytes as f64 / 1e6);
    let took = best(|| embed(&model, &files));
    println!("embedded: {:.0} MB/s", n_bytes as f64 / 1e6 / took.as_secs_f64());
    // Only now, since embedding has prepared the model for many texts.
    let took = best(|| {
        let mut pieces = Vec::new();
        files.iter().for_each(|(_, text)| model.tokenizer().cut(text, usize::MAX, &mut pieces));
        pieces.len()
    });
    println!("cut into pieces: {:.0} MB/s", n_bytes as f64 / 1e6 / took.as_secs_f64());
    Ok(())
}

fn question(model: &Model) -> u32 {
    let question = "where is a lost connection to the server retried";
    model.text(question, &mut Scratch::default()).norm
}

fn embed(model: &Model, files: &[(String, String)]) -> u32 {
    let mut scratch = Scratch::default();
    let mut out = vec![0; model.dims()];
    let mut sum = 0_u32;
    for (path, text) in files {
        let path = model.path(path, &mut scratch);
        let mut rest = text.as_str();
        while !rest.is_empty() {
            let (chunk, after) = rest.split_at(rest.floor_char_boundary(CHUNK_BYTES));
            sum = sum.wrapping_add(model.chunk(chunk, &path, &mut scratch, &mut out));
            rest = after;
        }
    }
    sum
}

fn best<T>(mut work: impl FnMut() -> T) -> Duration {
    let time = |_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..5).map(time).min().unwrap_or_default()
}

fn read(root: &Path) -> Vec<(String, String)> {
    let (mut folders, mut files, mut n_bytes) = (vec![root.to_path_buf()], Vec::new(), 0);
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            if path.is_symlink() || path.ends_with(".git") || n_bytes > LIMIT_BYTES {
                continue;
            } else if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                n_bytes += text.len();
                let path = path.strip_prefix(root).unwrap_or(&path);
                files.push((path.to_string_lossy().into_owned(), text));
            }
        }
    }
    files
}
