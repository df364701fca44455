//! The parts of a stored vector: its head, and the length that its similarity is divided by.

/// Numbers in the head of a vector.
// One cache line, and a length that the built-in model was trained for.
pub const HEAD: usize = 64;

/// One divided by the length of a vector; 0 for a vector of zeros, so that its similarity to anything is 0.
pub fn inverse_length(row: &[i8]) -> f32 {
    let square: u32 = row.iter().map(|&value| u32::from(value.unsigned_abs()).pow(2)).sum();
    if square == 0 { 0.0 } else { (1.0 / f64::from(square).sqrt()) as f32 }
}
