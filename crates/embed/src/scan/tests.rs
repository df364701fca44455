//! The scan against the plain definition.

use super::*;
use crate::norm;

/// Made-up values with many equal ones among them.
fn values(n_values: usize, seed: u64, spread: u64) -> Vec<i8> {
    let mut state = seed;
    let mut draw = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((state >> 33) % (2 * spread + 1)) as i64 - spread as i64
    };
    (0..n_values).map(|_| draw() as i8).collect()
}

fn vector(values: Vec<i8>) -> Vector {
    Vector { norm: norm(&values), values: values.into_boxed_slice() }
}

fn by_definition(query: &Vector, rows: &[i8], limit: usize) -> Vec<Nearest> {
    let rows = rows.chunks_exact(query.values.len());
    let mut all: Vec<Nearest> = rows
        .enumerate()
        .map(|(row, values)| {
            let similarity = query.similarity(&vector(values.to_vec()));
            Nearest { row: row as u32, similarity }
        })
        .collect();
    all.sort_by(nearer);
    all.truncate(limit);
    all
}

fn check(n_rows: usize, dims: usize, spread: u64, limit: usize) {
    let query = vector(values(dims, 7, spread));
    let rows = values(n_rows * dims, 11, spread);
    let norms: Vec<u32> = rows.chunks_exact(dims).map(norm).collect();
    let found = nearest(&query, &rows, &norms, limit);
    assert_eq!(found, by_definition(&query, &rows, limit), "{n_rows} x {dims}, {limit}");
}

#[test]
fn the_nearest_are_those_of_the_definition() {
    for n_rows in [0, 1, 2, 255, 256, 257, 1000] {
        for dims in [1, 3, 32, 100, 256] {
            for limit in [0, 1, 10, 300] {
                check(n_rows, dims, 127, limit);
            }
        }
    }
}

#[test]
fn of_equals_the_earlier_row_wins() {
    check(5000, 2, 1, 40);
    check(100_000, 2, 1, 40);
}

#[test]
fn many_rows_are_split_and_put_together_again() {
    check(32_768, 16, 127, 20);
    check(32_769, 16, 127, 20);
    check(100_001, 16, 127, 200);
}

#[test]
fn a_query_of_nothing_is_equally_far_from_all() {
    let query = vector(vec![0; 8]);
    let rows = values(80, 1, 127);
    let norms: Vec<u32> = rows.chunks_exact(8).map(norm).collect();
    let found = nearest(&query, &rows, &norms, 3);
    let wanted = [0, 1, 2].map(|row| Nearest { row, similarity: 0.0 });
    assert_eq!(found, wanted);
    assert_eq!(nearest(&vector(Vec::new()), &rows, &norms, 3).len(), 3);
}

#[test]
fn what_is_missing_is_left_out() {
    let query = vector(values(4, 1, 127));
    let rows = values(42, 2, 127);
    let norms: Vec<u32> = rows.chunks_exact(4).map(norm).collect();
    assert_eq!(nearest(&query, &rows, &norms, 100).len(), 10);
    assert_eq!(nearest(&query, &rows, &norms[..5], 100).len(), 5);
    assert_eq!(nearest(&query, &rows[..11], &norms, 100).len(), 2);
}

#[test]
fn dot_products_at_the_edges_are_exact() {
    for dims in [1, 15, 64, 255, 256, 4096] {
        for (one, other) in [(127, 127), (-127, 127), (-128, -128), (-128, 127)] {
            let mut dots = [0; 3];
            scan(&vec![one; dims], &vec![other; dims * 3], &mut dots);
            assert_eq!(dots, [i32::from(one) * i32::from(other) * dims as i32; 3]);
        }
    }
}
