//! Checks the vectors of a reply before anything is computed from them.

/// Returns the length of the vectors, or what is wrong with them.
pub(super) fn check(vectors: &[Vec<f32>], n_texts: usize) -> Result<usize, String> {
    if vectors.len() != n_texts {
        return Err(format!("{n_texts} texts were sent, {} vectors came back", vectors.len()));
    }
    let dims = vectors.first().map_or(0, Vec::len);
    if dims == 0 {
        return Err("a vector is empty".to_owned());
    }
    for vector in vectors {
        if vector.len() != dims {
            let other = vector.len();
            return Err(format!("its vectors have {dims} and {other} dimensions"));
        }
        if !vector.iter().all(|number| number.is_finite()) {
            return Err("a vector contains a number that is not finite".to_owned());
        }
    }
    Ok(dims)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinite_numbers_are_found() {
        let outcome = check(&[vec![1.0], vec![f32::INFINITY]], 2);
        assert_eq!(outcome, Err("a vector contains a number that is not finite".to_owned()));
    }
}
