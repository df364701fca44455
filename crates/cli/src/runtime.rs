//! The async runtimes of the program. Everything below `tools` blocks, so only commands that talk to a
//! model or serve clients make one.

use std::io;

use tokio::runtime::{Builder, Runtime};

/// For a run of a model: requests and timers on one thread while another waits for a tool.
pub fn for_run() -> io::Result<Runtime> {
    Builder::new_multi_thread().worker_threads(2).enable_all().build()
}

/// For a single request.
pub fn for_request() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

/// For a server. Few threads and small pages: it is idle nearly always, and there may be many.
pub fn for_server() -> io::Result<Runtime> {
    // Each thread touches a little memory of its own, which huge pages would round up to megabytes.
    // Best effort: not every system lets a process choose.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
    Builder::new_multi_thread().worker_threads(1).max_blocking_threads(16).enable_all().build()
}
