//! Memory that is not needed any more goes back to the system at once.
//!
//! Indexing takes much for a moment, and a server is idle nearly always afterwards. The allocator
//! keeps what was freed in case it is wanted again, and reads whether it shall only when a process
//! starts; so a server starts itself once more, with the word that it shall not.

/// What the allocator reads: how many milliseconds it keeps what was freed.
#[cfg(unix)]
const KEEPS: &str = "MIMALLOC_PURGE_DELAY";

/// Starts this process anew, as the same process to everyone else, unless that has been done.
#[cfg(unix)]
pub fn keep_little() {
    use std::os::unix::process::CommandExt as _;
    if std::env::var_os(KEEPS).is_some() {
        return;
    }
    let Ok(program) = std::env::current_exe() else { return };
    // It comes back only when it fails, and then all goes on with more memory.
    let _ = std::process::Command::new(program)
        .args(std::env::args_os().skip(1))
        .env(KEEPS, "0")
        .exec();
}

#[cfg(not(unix))]
pub fn keep_little() {}
