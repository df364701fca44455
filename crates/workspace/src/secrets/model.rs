//! The learned part: a logistic regression that computes from the features of a candidate the likelihood that it
//! is a secret. `training/secrets` makes `secrets/model.bin` and describes it. Start at [`is_secret`].

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hasher as _};
use std::sync::LazyLock;

static FILE: &[u8] = include_bytes!("model.bin");

const N_LETTERS: usize = 27;
const N_PAIRS: usize = N_LETTERS * N_LETTERS;
const N_BUCKETS: usize = 1 << 12;
const HEAD: usize = N_PAIRS + 8;

/// The features that have a weight, in buckets by their first 12 bits; in a bucket, the last 16 bits identify one.
struct Model {
    starts: Vec<u16>,
    features: Vec<(u16, i8)>,
    scale: f32,
    bias: f32,
}

static MODEL: LazyLock<Model> = LazyLock::new(|| {
    let number = |at: usize| {
        let bytes = FILE.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        f32::from_le_bytes(bytes.unwrap_or_default())
    };
    let counts = FILE.get(HEAD..HEAD + N_BUCKETS).unwrap_or_default();
    let mut starts = vec![0];
    for count in counts {
        starts.push(starts[starts.len() - 1] + u16::from(*count));
    }
    starts.resize(N_BUCKETS + 1, 0);
    let features = FILE.get(HEAD + N_BUCKETS..).unwrap_or_default().chunks_exact(3);
    let features = features
        .map(|bytes| (u16::from_le_bytes([bytes[0], bytes[1]]), bytes[2].cast_signed()))
        .collect();
    Model { starts, features, scale: number(N_PAIRS), bias: number(N_PAIRS + 4) }
});

/// The least sum of the features of a shape with which a value can be a secret, whatever is around it.
// Of 2,741 values that are hidden in the forms for training one has less, and of candidates in code four of five.
const LEAST_OF_SHAPE: f32 = -3.0;

/// Whether a value with a shape of these features can be a secret at all.
pub(super) fn is_possible(shape: &[u32]) -> bool {
    sum(shape) > LEAST_OF_SHAPE
}

thread_local! {
    /// Hashes of values that cannot be a secret.
    // In code the same few names come again and again, and computing the shape of each takes most of the time.
    static IMPOSSIBLE: RefCell<Vec<u64>> = RefCell::new(vec![0; N_REMEMBERED]);
}

const N_REMEMBERED: usize = 1 << 13;

fn hash(value: &str, quote: u8) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(value.as_bytes());
    hasher.write_u8(quote);
    hasher.finish()
}

pub(super) fn was_impossible(value: &str, quote: u8) -> bool {
    let hash = hash(value, quote);
    IMPOSSIBLE.with_borrow(|known| known[hash as usize % N_REMEMBERED] == hash)
}

pub(super) fn remember_impossible(value: &str, quote: u8) {
    let hash = hash(value, quote);
    IMPOSSIBLE.with_borrow_mut(|known| known[hash as usize % N_REMEMBERED] = hash);
}

/// Whether a candidate with these features is a secret.
pub(super) fn is_secret(features: &[u32]) -> bool {
    sum(features) + MODEL.bias > 0.0
}

/// The sum of the weights of features, as a part of the logarithm of the odds.
fn sum(features: &[u32]) -> f32 {
    let model = &*MODEL;
    let weight = |feature: &u32| {
        let bucket = (feature >> 20) as usize;
        let range = usize::from(model.starts[bucket])..usize::from(model.starts[bucket + 1]);
        let low = (feature & 0xffff) as u16;
        let found = model.features[range].iter().find(|(rest, _)| *rest == low);
        found.map_or(0, |(_, weight)| i32::from(*weight))
    };
    features.iter().map(weight).sum::<i32>() as f32 * model.scale
}

/// The likeness of a value to words, in steps from 0 (most) to 15; 16 if it has no letters.
pub(super) fn plausibility(value: &[u8]) -> u32 {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' => usize::from(byte - b'a') + 1,
        b'A'..=b'Z' => usize::from(byte - b'A') + 1,
        _ => 0,
    };
    let (mut sum, mut n, mut last) = (0_i32, 0, 0);
    for byte in value {
        let next = letter(*byte);
        if next != 0 || last != 0 {
            sum -= i32::from(FILE[last * N_LETTERS + next].cast_signed());
            n += 1;
        }
        last = next;
    }
    if n == 0 { 16 } else { ((sum / n - 30) / 3).clamp(0, 15).unsigned_abs() }
}
