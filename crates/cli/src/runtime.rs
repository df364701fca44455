//! The async runtimes of the program. Everything up to `tools` blocks, so only commands that talk to a
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

/// For a server. It uses few threads and small memory pages, since many servers may run and are idle most of the time.
pub fn for_server() -> io::Result<Runtime> {
    // Huge pages would round up the little memory that each thread uses to megabytes.
    // Best effort: not every system lets a process choose.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
    Builder::new_multi_thread().worker_threads(1).max_blocking_threads(16).enable_all().build()
}
