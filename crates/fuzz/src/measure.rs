//! Processor time and memory of this process, as Linux reports them.
//!
//! Wall-clock time says little on a machine that is shared. Elsewhere than on Linux the wall clock
//! has to do, and memory is not measured.

use std::fs;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The processor time that the living threads have used.
pub fn cpu_time() -> Duration {
    let Ok(tasks) = fs::read_dir("/proc/self/task") else { return wall_time() };
    let mut sum = Duration::ZERO;
    for task in tasks.flatten() {
        let text = fs::read_to_string(task.path().join("schedstat")).unwrap_or_default();
        let nanos = text.split(' ').next().and_then(|number| number.parse().ok());
        sum += Duration::from_nanos(nanos.unwrap_or(0));
    }
    if sum.is_zero() { wall_time() } else { sum }
}

fn wall_time() -> Duration {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed()
}

/// The most memory held since [`reset_peak`], in bytes; 0 where the system does not report it.
pub fn peak_bytes() -> u64 {
    status_bytes("VmHWM:")
}

/// Makes [`peak_bytes`] start again from what is held now.
pub fn reset_peak() {
    // Where that cannot be done, the peak is that of all inputs so far.
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// The memory held now, in bytes; 0 where the system does not report it.
pub fn resident_bytes() -> u64 {
    status_bytes("VmRSS:")
}

fn status_bytes(field: &str) -> u64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(field));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok());
    kibibytes.unwrap_or(0u64) << 10
}
