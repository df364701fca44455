//! Turns pairs into numbers: shards of bags of pieces, as arrays that numpy reads.
//!
//! A shard is a folder of `.npy` files; `training/bundle.py` makes one compressed `.npz` of each. A
//! bag is its sorted distinct piece ids, each stored as the distance to the one before, so that
//! they compress well, and how often each occurs. Whole packages go to one shard.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use rayon::prelude::*;
use rutter_domain::Language;
use rutter_embed::{Tokenizer, split_words};
use serde_json::Value;

use crate::hash;
use crate::pair::Kind;
use crate::refused::{is_refused, refused_windows};

const BATCH_LINES: usize = 1 << 15;
const QUERY_PIECES: usize = 48;
const CODE_PIECES: usize = 256;
const PATH_PIECES: usize = 32;

#[derive(clap::Args)]
pub struct Args {
    pairs: PathBuf,
    #[arg(long)]
    vocabulary: PathBuf,
    /// A folder for the shards.
    #[arg(long)]
    out: PathBuf,
    #[arg(long, default_value_t = 12)]
    shards: u64,
    /// Of a hundred pairs, how many to take.
    #[arg(long, default_value_t = 100)]
    percent: u64,
    /// A folder of packages that must not be learned from, checked once more.
    #[arg(long)]
    without: Vec<PathBuf>,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    let tokenizer = read_vocabulary(&args.vocabulary)?;
    let refused = refused_windows(&args.without)?;
    let mut n_refused = 0;
    let mut shards: Vec<Shard> = (0..args.shards).map(|_| Shard::default()).collect();
    let mut packages: BTreeMap<String, u32> = BTreeMap::new();
    let mut names: Vec<String> = Vec::new();
    for_each_batch(open(&args.pairs)?.lines(), BATCH_LINES, |batch| {
        let is_taken = |line: &&String| hash::of_text(line) % 100 < args.percent;
        let rows: Vec<Option<Row>> = batch
            .par_iter()
            .filter(is_taken)
            .map(|line| Row::read(line, &tokenizer, &refused))
            .collect();
        n_refused += rows.iter().filter(|row| row.is_none()).count();
        for row in rows.into_iter().flatten() {
            let place = hash::mix(hash::of_text(&row.package)) % args.shards;
            let id = *packages.entry(row.package.clone()).or_insert_with(|| {
                names.push(row.package.clone());
                names.len() as u32 - 1
            });
            if let Some(shard) = shards.get_mut(place as usize) {
                shard.add(&row, id);
            }
        }
        Ok(())
    })?;
    for (number, shard) in shards.iter().enumerate() {
        shard.write(&args.out.join(format!("shard-{number:02}")))?;
        println!("shard {number}: {} pairs, {} ids", shard.kind.len(), shard.bags.ids.len());
    }
    println!("left out, as too short or refused: {n_refused}");
    let legend = serde_json::json!({
        "kinds": Kind::ALL.map(Kind::name),
        "languages": Language::all().map(Language::name).collect::<Vec<_>>(),
        "packages": names,
        "pieces": tokenizer.n_pieces(),
    });
    fs::write(args.out.join("legend.json"), serde_json::to_vec(&legend)?)?;
    Ok(())
}

pub fn read_vocabulary(path: &Path) -> anyhow::Result<Tokenizer> {
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    Ok(Tokenizer::new(text.lines().filter(|line| !line.is_empty()))?)
}

/// Counts the words of all texts, most frequent first.
pub fn count_words(pairs: &Path, out: &Path) -> anyhow::Result<()> {
    let mut counts: HashMap<String, u64> = HashMap::new();
    for_each_batch(open(pairs)?.lines(), BATCH_LINES, |batch| {
        let parts: Vec<HashMap<String, u64>> = batch.par_chunks(2048).map(words_of_rows).collect();
        for (word, n) in parts.into_iter().flatten() {
            *counts.entry(word).or_default() += n;
        }
        Ok(())
    })?;
    let mut rows: Vec<(String, u64)> = counts.into_iter().filter(|(_, n)| *n >= 4).collect();
    rows.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let mut file = std::io::BufWriter::new(fs::File::create(out)?);
    for (word, n) in rows {
        writeln!(file, "{word}\t{n}")?;
    }
    Ok(file.flush()?)
}

fn words_of_rows(lines: &[String]) -> HashMap<String, u64> {
    let mut counts = HashMap::new();
    for line in lines {
        let Ok(row) = serde_json::from_str::<Value>(line) else { continue };
        // A query is short beside its code, and its words matter as much.
        for (field, weight) in [("q", 4), ("c", 1), ("p", 1)] {
            for word in split_words(row[field].as_str().unwrap_or("")) {
                *counts.entry(word.to_ascii_lowercase()).or_default() += weight;
            }
        }
    }
    counts
}

fn open(path: &Path) -> anyhow::Result<impl BufRead> {
    let file = fs::File::open(path).with_context(|| format!("cannot read `{}`", path.display()))?;
    Ok(BufReader::with_capacity(1 << 20, file))
}

/// Calls `take` with the lines of a file, many at a time.
pub fn for_each_batch(
    mut lines: Lines<impl BufRead>,
    n_lines: usize,
    mut take: impl FnMut(&[String]) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    loop {
        let batch = lines.by_ref().take(n_lines).collect::<Result<Vec<_>, _>>()?;
        if batch.is_empty() {
            return Ok(());
        }
        take(&batch)?;
    }
}

/// Distinct pieces in order/// Distinct pieces in order, and how often each occurs.
pub type Bag = Vec<(u16, u8)>;

pub fn bag_of(tokenizer: &Tokenizer, text: &str, limit_pieces: usize) -> Bag {
    let mut pieces = Vec::new();
    tokenizer.cut(text, limit_pieces, &mut pieces);
    pieces.sort_unstable();
    let runs = pieces.chunk_by(|a, b| a == b);
    runs.map(|run| (run[0], run.len().min(255) as u8)).collect()
}

struct Row {
    package: String,
    kind: u8,
    language: u8,
    bags: [Bag; 4],
}

impl Row {
    fn read(line: &str, tokenizer: &Tokenizer, refused: &HashSet<u64>) -> Option<Row> {
        let row: Value = serde_json::from_str(line).ok()?;
        let text = |field: &str| row[field].as_str().unwrap_or("");
        let kind = Kind::parse(text("kind"))?;
        let language = Language::parse(text("lang"))?;
        if is_refused(text("c"), refused) {
            return None;
        }
        let other = if is_refused(text("n"), refused) { "" } else { text("n") };
        let bags = [
            bag_of(tokenizer, text("q"), QUERY_PIECES),
            bag_of(tokenizer, text("c"), CODE_PIECES),
            bag_of(tokenizer, text("p"), PATH_PIECES),
            bag_of(tokenizer, other, CODE_PIECES),
        ];
        let place = |wanted| Language::all().position(|language| language == wanted);
        (bags[0].len() >= 2 && bags[1].len() >= 6).then(|| Row {
            package: text("pkg").to_owned(),
            kind: Kind::ALL.iter().position(|one| *one == kind).unwrap_or(0) as u8,
            language: place(language).unwrap_or(0) as u8,
            bags,
        })
    }
}

#[derive(Default)]
struct Shard {
    kind: Vec<u8>,
    language: Vec<u8>,
    package: Vec<u32>,
    lengths: [Vec<u16>; 4],
    bags: Bags,
}

impl Shard {
    fn add(&mut self, row: &Row, package: u32) {
        self.kind.push(row.kind);
        self.language.push(row.language);
        self.package.push(package);
        for (lengths, bag) in self.lengths.iter_mut().zip(&row.bags) {
            lengths.push(self.bags.add(bag));
        }
    }

    fn write(&self, folder: &Path) -> anyhow::Result<()> {
        fs::create_dir_all(folder)?;
        write_array(folder, "kind", "u1", self.kind.len(), &self.kind)?;
        write_array(folder, "lang", "u1", self.language.len(), &self.language)?;
        let package: Vec<u8> = self.package.iter().flat_map(|id| id.to_le_bytes()).collect();
        write_array(folder, "pkg", "u4", self.package.len(), &package)?;
        for (name, lengths) in ["q_len", "c_len", "p_len", "n_len"].iter().zip(&self.lengths) {
            write_u16(folder, name, lengths)?;
        }
        self.bags.write(folder)
    }
}

/// Bags one after another. The ids are kept as distances, high and low bytes apart.
#[derive(Default)]
pub struct Bags {
    ids: Vec<u16>,
    counts: Vec<u8>,
}

impl Bags {
    /// Adds a bag and returns its length.
    pub fn add(&mut self, bag: &Bag) -> u16 {
        let mut before = 0;
        for (id, n) in bag {
            self.ids.push(id - before);
            self.counts.push(*n);
            before = *id;
        }
        bag.len() as u16
    }

    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        let low: Vec<u8> = self.ids.iter().map(|id| id.to_le_bytes()[0]).collect();
        let high: Vec<u8> = self.ids.iter().map(|id| id.to_le_bytes()[1]).collect();
        write_array(folder, "ids_low", "u1", low.len(), &low)?;
        write_array(folder, "ids_high", "u1", high.len(), &high)?;
        write_array(folder, "counts", "u1", self.counts.len(), &self.counts)
    }
}

pub fn write_u16(folder: &Path, name: &str, values: &[u16]) -> anyhow::Result<()> {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    write_array(folder, name, "u2", values.len(), &bytes)
}

/// Writes an array of one dimension in numpy's own format.
fn write_array(
    folder: &Path,
    name: &str,
    item: &str,
    n: usize,
    bytes: &[u8],
) -> anyhow::Result<()> {
    let order = if item == "u1" { '|' } else { '<' };
    let mut header =
        format!("{{'descr': '{order}{item}', 'fortran_order': False, 'shape': ({n},), }}");
    // The header with the ten bytes before it fills whole blocks of 64 and ends with a newline.
    let padded = (header.len() + 11).div_ceil(64) * 64 - 11;
    header = format!("{header:<padded$}\n");
    let mut file = fs::File::create(folder.join(format!("{name}.npy")))?;
    file.write_all(b"\x93NUMPY\x01\x00")?;
    file.write_all(&(header.len() as u16).to_le_bytes())?;
    file.write_all(header.as_bytes())?;
    Ok(file.write_all(bytes)?)
}
