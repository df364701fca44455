//! Times of repeated runs, their percentiles, and ratios of two things measured in turns.

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

    pub fn len(&self) -> usize {
        self.sorted.len()
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
pub struct Comparison {
    pub ours: Times,
    pub theirs: Times,
    ratios: Vec<f64>,
    /// Processor time of all rounds.
    our_cpu: Duration,
    their_cpu: Duration,
}

impl Comparison {
    /// Runs both once to warm up, then in turns, so that whatever else the machine does meanwhile
    /// hits both alike.
    pub fn measure(
        n_repeats: usize,
        mut ours: impl FnMut() -> anyhow::Result<Duration>,
        mut theirs: impl FnMut() -> anyhow::Result<Duration>,
    ) -> anyhow::Result<Comparison> {
        let mut pair = Comparison::default();
        theirs()?;
        ours()?;
        for _ in 0..n_repeats {
            pair.round(&mut ours, &mut theirs)?;
        }
        Ok(pair)
    }

    /// Runs both once.
    pub fn round(
        &mut self,
        ours: impl FnOnce() -> anyhow::Result<Duration>,
        theirs: impl FnOnce() -> anyhow::Result<Duration>,
    ) -> anyhow::Result<()> {
        let start = cpu_time();
        let our_time = ours()?;
        let middle = cpu_time();
        let their_time = theirs()?;
        self.our_cpu += middle.saturating_sub(start);
        self.their_cpu += cpu_time().saturating_sub(middle);
        self.add(our_time, their_time);
        Ok(())
    }

    fn add(&mut self, our_time: Duration, their_time: Duration) {
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

    /// Ours to theirs in processor time; not a number where the system does not report it.
    pub fn cpu_ratio(&self) -> f64 {
        self.our_cpu.as_secs_f64() / self.their_cpu.as_secs_f64()
    }
}

/// The processor time of this process and of those it has waited for.
pub fn cpu_time() -> Duration {
    cpu_time_of("self")
}

/// The processor time of a process, by its number, where the system reports it: in steps of a
/// hundredth of a second. Unlike the time that passes, it hardly depends on what else the machine
/// has to do.
pub fn cpu_time_of(process: &str) -> Duration {
    const TICKS_A_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The second field is the program's name, which may hold anything, in parentheses.
    let fields = stat.rsplit(')').next().unwrap_or("").split_whitespace();
    let ticks: f64 = fields.skip(11).take(4).filter_map(|field| field.parse::<f64>().ok()).sum();
    Duration::from_secs_f64(ticks / TICKS_A_SECOND)
}

/// Returns the time that `run` takes, and its result.
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

    #[cfg(target_os = "linux")]
    #[test]
    fn processor_time_goes_on_while_something_is_computed() {
        let start = cpu_time();
        // Ends as soon as the clock moves on, however busy the machine is.
        while cpu_time() == start {
            std::hint::spin_loop();
        }
        assert!(cpu_time() > start);
    }

    #[test]
    fn a_ratio_is_the_middle_of_the_rounds() {
        let mut pair = Comparison::default();
        for (ours, theirs) in [(10, 10), (30, 10), (20, 10)] {
            pair.add(Duration::from_millis(ours), Duration::from_millis(theirs));
        }
        assert!((pair.ratio() - 2.0).abs() < 1e-9);
    }
}
