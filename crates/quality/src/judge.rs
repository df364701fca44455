//! Scores a list of hits against the files that answer the question.

/// The measures of one answer, each from 0 to 1.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Judged {
    /// Normalised discounted cumulative gain of the first ten.
    pub ndcg: f64,
    /// One over the rank of the first correct hit, if it is among the first ten.
    pub reciprocal: f64,
    /// The fraction of the targets among the first ten.
    pub recall: f64,
}

const DEPTH: usize = 10;

/// Judges hits as returned: three hits in one file take three ranks.
pub fn judge<'a>(hits: impl Iterator<Item = &'a str> + Clone, targets: &[String]) -> Judged {
    let mut places: Vec<usize> = targets
        .iter()
        .filter_map(|target| hits.clone().take(DEPTH).position(|path| path == target))
        .collect();
    let recall = places.len() as f64 / targets.len().max(1) as f64;
    places.sort_unstable();
    places.dedup();
    let gain = |place: usize| 1.0 / (place as f64 + 2.0).log2();
    let ideal: f64 = (0..targets.len().min(DEPTH)).map(gain).sum();
    let found = places.iter().fold(0.0, |sum, &place| sum + gain(place));
    Judged {
        ndcg: if ideal > 0.0 { found / ideal } else { 0.0 },
        reciprocal: places.first().map_or(0.0, |&place| 1.0 / (place as f64 + 1.0)),
        recall,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(hits: &str, targets: &str, expected: &str) {
        let targets: Vec<String> = targets.split_whitespace().map(str::to_owned).collect();
        let judged = judge(hits.split_whitespace(), &targets);
        let written = format!("{:.3} {:.3} {:.3}", judged.ndcg, judged.reciprocal, judged.recall);
        assert_eq!(written, expected, "{hits}");
    }

    #[test]
    fn the_first_place_is_worth_most() {
        check("a b c", "a", "1.000 1.000 1.000");
        check("b a c", "a", "0.631 0.500 1.000");
        check("b c d", "a", "0.000 0.000 0.000");
    }

    #[test]
    fn several_targets_share_the_gain() {
        check("a b", "a b", "1.000 1.000 1.000");
        check("a a b", "a b", "0.920 1.000 1.000");
        check("a", "a b", "0.613 1.000 0.500");
    }

    #[test]
    fn what_comes_after_ten_is_not_seen() {
        check("x x x x x x x x x x a", "a", "0.000 0.000 0.000");
    }
}
