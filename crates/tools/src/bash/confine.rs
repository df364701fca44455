//! Shuts a command in, as far as the system can.
//!
//! Linux restricts a thread and all that it starts (Landlock), so the thread that starts the
//! command is shut in first; nothing runs between. What Landlock does not cover is told: datagrams
//! (UDP), and sockets that lie in the file system.

#[cfg(target_os = "linux")]
mod landlocked;

use std::io;
use std::path::Path;

use super::environment::Environment;

/// What the system can keep from a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cage {
    files: Grip,
    network: Grip,
}

/// Whether something is in the system's hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grip {
    Firm,
    None,
}

impl Cage {
    /// What this system can do.
    pub(super) fn examine() -> Cage {
        #[cfg(target_os = "linux")]
        {
            let grip = |holds: bool| if holds { Grip::Firm } else { Grip::None };
            Cage {
                files: grip(landlocked::holds_files()),
                network: grip(landlocked::holds_network()),
            }
        }
        #[cfg(not(target_os = "linux"))]
        {
            Cage { files: Grip::None, network: Grip::None }
        }
    }

    /// What it cannot, if anything, in words.
    pub(super) fn missing(&self) -> Option<String> {
        match (self.files, self.network) {
            (Grip::Firm, Grip::Firm) => None,
            (Grip::None, _) => Some(
                "this system cannot shut a command in (it needs Landlock, Linux 6.2)".to_owned(),
            ),
            (Grip::Firm, Grip::None) => Some(
                "this system cannot keep a command from the network (it needs Linux 6.7)"
                    .to_owned(),
            ),
        }
    }

    /// What a command may do, for the person who is asked.
    pub(super) fn told(&self) -> String {
        let files = match self.files {
            Grip::Firm => {
                "writes only in the repository (`.git` included), reads that and the system's programs"
            }
            Grip::None => "reads and writes all that you can",
        };
        let network = match self.network {
            Grip::Firm => "no TCP connections (UDP and local sockets are not covered)",
            Grip::None => "uses the network",
        };
        format!("{files}; {network}")
    }

    /// Shuts this thread in, and all that it starts, for good.
    pub(super) fn enter(
        &self,
        root: &Path,
        temporary: &Path,
        environment: &Environment,
    ) -> io::Result<()> {
        match (self.files, self.network) {
            (Grip::None, _) => Ok(()),
            #[cfg(target_os = "linux")]
            (Grip::Firm, network) => {
                landlocked::enter(root, temporary, environment, network == Grip::Firm)
            }
            #[cfg(not(target_os = "linux"))]
            (Grip::Firm, _) => {
                let _ = (root, temporary, environment);
                Ok(())
            }
        }
    }
}
