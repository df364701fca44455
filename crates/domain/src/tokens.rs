//! Estimates how many tokens a text costs a model.
//!
//! Every model splits text differently, and counting exactly would need its vocabulary. Four bytes
//! a token is the usual rule of thumb for English and code.

pub const BYTES_PER_TOKEN: usize = 4;

/// The tokens of a text of `n_bytes` bytes, rounded up.
pub fn estimate(n_bytes: usize) -> usize {
    n_bytes.div_ceil(BYTES_PER_TOKEN)
}

/// The bytes that fit into `n_tokens` tokens.
pub fn bytes_within(n_tokens: usize) -> usize {
    n_tokens.saturating_mul(BYTES_PER_TOKEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fits_costs_no_more() {
        assert_eq!(estimate(0), 0);
        assert_eq!(estimate(5), 2);
        assert_eq!(estimate(bytes_within(7)), 7);
        assert_eq!(bytes_within(usize::MAX), usize::MAX);
    }
}
