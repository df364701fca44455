//! Makes a server return freed memory to the system at once.
//!
//! Indexing needs much memory for a short time, and a server is idle most of the time after that. The
//! allocator keeps freed memory for reuse unless an environment variable says otherwise, which it
//! reads at process start; so a server replaces its own process once, with that variable set.

/// Variable with the milliseconds for which the allocator keeps freed memory.
#[cfg(unix)]
const PURGE_DELAY: &str = "MIMALLOC_PURGE_DELAY";

/// Replaces this process by itself with the variable set, unless it is set. `exec` keeps the process id and the pipes.
#[cfg(unix)]
pub fn return_freed_memory() {
    use std::os::unix::process::CommandExt as _;
    if std::env::var_os(PURGE_DELAY).is_some() {
        return;
    }
    let Ok(program) = std::env::current_exe() else { return };
    // `exec` returns only if it fails; then the server runs with more memory.
    let _ = std::process::Command::new(program)
        .args(std::env::args_os().skip(1))
        .env(PURGE_DELAY, "0")
        .exec();
}

#[cfg(not(unix))]
pub fn return_freed_memory() {}
