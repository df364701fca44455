//! Restricts a command as far as the system allows.
//!
//! On Linux, Landlock restricts a thread and every process that it starts, so the thread that starts the
//! command is restricted first; nothing runs in between. The question to the user names what Landlock
//! does not cover: datagrams (UDP), and sockets in the file system.

#[cfg(target_os = "linux")]
mod linux;

use std::io;
use std::path::Path;

use super::environment::Environment;

/// The restrictions that the system can enforce.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sandbox {
    files: Support,
    network: Support,
}

/// Whether the system can enforce a restriction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Support {
    Full,
    None,
}

impl Sandbox {
    /// Detects what this system can enforce.
    pub(super) fn examine() -> Sandbox {
        #[cfg(target_os = "linux")]
        {
            let support = |is_full: bool| if is_full { Support::Full } else { Support::None };
            Sandbox {
                files: support(linux::restricts_files()),
                network: support(linux::restricts_network()),
            }
        }
        #[cfg(not(target_os = "linux"))]
        {
            Sandbox { files: Support::None, network: Support::None }
        }
    }

    /// Describes what the system cannot enforce; `None` if it enforces everything.
    pub(super) fn missing(&self) -> Option<String> {
        match (self.files, self.network) {
            (Support::Full, Support::Full) => None,
            (Support::None, _) => Some(
                "this system has no sandbox for commands (it needs Landlock, Linux 6.2)".to_owned(),
            ),
            (Support::Full, Support::None) => Some(
                "this system cannot keep a command from the network (it needs Linux 6.7)"
                    .to_owned(),
            ),
        }
    }

    /// Describes what a command may do, for the person who confirms it.
    pub(super) fn describe(&self) -> String {
        let files = match self.files {
            Support::Full => {
                "writes only in the repository (`.git` included), reads that and the system's programs"
            }
            Support::None => "reads and writes all that you can",
        };
        let network = match self.network {
            Support::Full => "no TCP connections (UDP and local sockets are not covered)",
            Support::None => "uses the network",
        };
        format!("{files}; {network}")
    }

    /// Restricts this thread and every process that it starts. This cannot be undone.
    pub(super) fn enter(
        &self,
        root: &Path,
        temporary: &Path,
        environment: &Environment,
    ) -> io::Result<()> {
        match (self.files, self.network) {
            (Support::None, _) => Ok(()),
            #[cfg(target_os = "linux")]
            (Support::Full, network) => {
                linux::enter(root, temporary, environment, network == Support::Full)
            }
            #[cfg(not(target_os = "linux"))]
            (Support::Full, _) => {
                let _ = (root, temporary, environment);
                Ok(())
            }
        }
    }
}
