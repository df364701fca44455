//! Makes an input smaller as long as it breaks the same thing: takes pieces out, large ones first.

use std::time::Instant;

/// How long to go on.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    pub n_trials: usize,
    pub until: Instant,
}

/// The smallest input found that still fails, made of bytes or of lines. `fails` is never asked about
/// the input itself.
pub fn minimise<T: Clone>(
    input: &[T],
    effort: Effort,
    mut fails: impl FnMut(&[T]) -> bool,
) -> Vec<T> {
    let mut best = input.to_vec();
    let mut n_left = effort.n_trials;
    let mut length = best.len() / 2;
    while length > 0 {
        let mut start = 0;
        while start < best.len() {
            if n_left == 0 || Instant::now() > effort.until {
                return best;
            }
            n_left -= 1;
            let end = (start + length).min(best.len());
            let smaller = [&best[..start], &best[end..]].concat();
            if fails(&smaller) {
                best = smaller;
            } else {
                start = end;
            }
        }
        length /= 2;
    }
    best
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn effort(n_trials: usize) -> Effort {
        Effort { n_trials, until: Instant::now() + Duration::from_secs(60) }
    }

    #[test]
    fn only_what_makes_it_fail_is_left() {
        let input = b"some text with a < and later * in it";
        let fails = |bytes: &[u8]| bytes.contains(&b'<') && bytes.contains(&b'*');
        assert_eq!(minimise(input, effort(1_000), fails), b"<*");
        let lines = ["a", "b", "c"];
        assert_eq!(minimise(&lines, effort(10), |lines| lines.contains(&"b")), ["b"]);
    }

    #[test]
    fn it_gives_up_after_its_trials() {
        let mut n_asked = 0;
        let left = minimise(b"0123456789", effort(3), |_| {
            n_asked += 1;
            false
        });
        assert_eq!((left.len(), n_asked), (10, 3));
    }
}
