//! Measures the search among many vectors: `cargo run --release -p rutter-embed --example scan`

use rutter_embed::{Vector, nearest, norm, scan};
use std::hint::black_box;
use std::time::{Duration, Instant};

const DIMS: usize = 256;
const LIMIT: usize = 200;

fn main() {
    for n_rows in [2_000, 30_000, 60_000, 1_000_000] {
        let rows = values(n_rows * DIMS, 1);
        let norms: Vec<u32> = rows.chunks_exact(DIMS).map(norm).collect();
        let query = values(DIMS, 2);
        let query = Vector { norm: norm(&query), values: query.into_boxed_slice() };
        let mut dots = vec![0; n_rows];
        let all = best(|| scan(&query.values, &rows, &mut dots));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
        let alone = pool.install(|| best(|| nearest(&query, &rows, &norms, LIMIT)));
        let together = best(|| nearest(&query, &rows, &norms, LIMIT));
        println!(
            "{n_rows} rows: dot products {all:?}, nearest {alone:?}, on all cores {together:?}"
        );
    }
}

fn values(n_values: usize, seed: u64) -> Vec<i8> {
    let mut state = seed;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 40) as i8
    };
    (0..n_values).map(|_| draw().max(-127)).collect()
}

fn best<T>(mut work: impl FnMut() -> T) -> Duration {
    let time = |_| {
        let start = Instant::now();
        black_box(work());
        start.elapsed()
    };
    (0..20).map(time).min().unwrap_or_default()
}
