//! Decides which entries leave when the cache grows beyond its bound.

use std::time::SystemTime;

use crate::key::CacheKey;

/// Share of the bound that remains after a trim, in percent.
pub const TRIM_TO_PERCENT: u64 = 80;

#[derive(Debug, Clone)]
pub struct EntryStat {
    pub key: CacheKey,
    pub bytes: u64,
    pub last_used: SystemTime,
}

/// How urgent a trim is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pressure {
    None,
    Soon,
    Now,
}

pub fn pressure(used_bytes: u64, max_bytes: u64) -> Pressure {
    if used_bytes > max_bytes {
        Pressure::Now
    } else if used_bytes * 100 > max_bytes * 90 {
        Pressure::Soon
    } else {
        Pressure::None
    }
}

/// Chooses what to evict: least recently used first, until the rest fits.
pub fn choose_victims(mut stats: Vec<EntryStat>, max_bytes: u64) -> Vec<CacheKey> {
    let mut used: u64 = stats.iter().map(|stat| stat.bytes).sum();
    if pressure(used, max_bytes) != Pressure::Now {
        return Vec::new();
    }
    let target = max_bytes / 100 * TRIM_TO_PERCENT;
    stats.sort_by_key(|stat| stat.last_used);
    let mut victims = Vec::new();
    for stat in stats {
        if used <= target {
            break;
        }
        used -= stat.bytes;
        victims.push(stat.key);
    }
    victims
}

#[deprecated(note = "use `choose_victims`, which takes the age into account")]
pub fn largest_first(mut stats: Vec<EntryStat>) -> Vec<CacheKey> {
    stats.sort_by(|a, b| b.bytes.cmp(&a.bytes));
    stats.into_iter().map(|stat| stat.key).collect()
}
