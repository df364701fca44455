//! Times, and what is told of many of them.

use std::time::{Duration, Instant};

/// The times of repeated runs of one thing.
#[derive(Debug, Default, Clone)]
pub struct Times {
    sorted: Vec<Duration>,
}

impl Times {
    pub fn push(&mut self, time: Duration) {
        let at = self.sorted.partition_point(|earlier| *earlier <= time);
        self.sorted.insert(at, time);
    }

    pub fn median(&self) -> Duration {
        self.percentile(50)
    }

    /// The time that this many in a hundred do not exceed; zero when there are none.
    pub fn percentile(&self, percent: usize) -> Duration {
        let rank = (self.sorted.len() * percent).div_ceil(100).max(1) - 1;
        self.sorted.get(rank).copied().unwrap_or_default()
    }
}

/// Two things measured in turns.
#[derive(Debug, Default)]
pub struct Pair {
    pub ours: Times,
    pub theirs: Times,
    ratios: Vec<f64>,
}

impl Pair {
    /// Runs both once to warm up, then in turns, so that whatever else the machine does meanwhile
    /// hits both alike.
    pub fn measure(
        n_repeats: usize,
        mut ours: impl FnMut() -> anyhow::Result<Duration>,
        mut theirs: impl FnMut() -> anyhow::Result<Duration>,
    ) -> anyhow::Result<Pair> {
        let mut pair = Pair::default();
        theirs()?;
        ours()?;
        for _ in 0..n_repeats {
            let (their_time, our_time) = (theirs()?, ours()?);
            pair.add(our_time, their_time);
        }
        Ok(pair)
    }

    pub fn add(&mut self, our_time: Duration, their_time: Duration) {
        self.ours.push(our_time);
        self.theirs.push(their_time);
        let ratio = our_time.as_secs_f64() / their_time.as_secs_f64().max(f64::MIN_POSITIVE);
        let at = self.ratios.partition_point(|earlier| *earlier <= ratio);
        self.ratios.insert(at, ratio);
    }

    /// Ours to theirs: the middle of the ratios of single rounds.
    pub fn ratio(&self) -> f64 {
        let middle = self.ratios.len().div_ceil(2).max(1) - 1;
        self.ratios.get(middle).copied().unwrap_or(f64::NAN)
    }
}

/// How long something takes.
pub fn time<T>(run: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = run();
    (start.elapsed(), result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(ms: &[u64]) -> Times {
        let mut times = Times::default();
        ms.iter().for_each(|ms| times.push(Duration::from_millis(*ms)));
        times
    }

    #[test]
    fn percentiles_are_times_that_were_measured() {
        let five = times(&[5, 1, 4, 2, 3]);
        assert_eq!(five.median(), Duration::from_millis(3));
        assert_eq!(five.percentile(99), Duration::from_millis(5));
        assert_eq!(times(&[7]).percentile(1), Duration::from_millis(7));
        assert_eq!(times(&[]).median(), Duration::ZERO);
    }

    #[test]
    fn a_ratio_is_the_middle_of_the_rounds() {
        let mut pair = Pair::default();
        for (ours, theirs) in [(10, 10), (30, 10), (20, 10)] {
            pair.add(Duration::from_millis(ours), Duration::from_millis(theirs));
        }
        assert!((pair.ratio() - 2.0).abs() < 1e-9);
    }
}
