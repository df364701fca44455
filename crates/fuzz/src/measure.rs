//! Processor time and memory of a process, as Linux reports them.
//!
//! Wall-clock time says little on a machine that is shared. Elsewhere than on Linux the wall clock
//! has to do, and memory is not measured.

use std::fs;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The processor time that the living threads of this process have used.
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

/// The most memory a process has held so far, in bytes; 0 where the system does not report it.
pub fn peak_bytes() -> u64 {
    status_bytes("self", "VmHWM:")
}

/// Makes [`peak_bytes`] of this process start again from what it holds now.
pub fn reset_peak() {
    // Where that cannot be done, the peak is that of all inputs so far.
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// The memory that a process holds now, in bytes; 0 where the system does not report it.
pub fn resident_bytes(process: u32) -> u64 {
    status_bytes(&process.to_string(), "VmRSS:")
}

fn status_bytes(process: &str, field: &str) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(field));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse().ok());
    kibibytes.unwrap_or(0u64) << 10
}
