//! The folders that a client has open (MCP roots).

use std::sync::Arc;

use crate::file_uri::path_of;
use crate::projects::Projects;
use crate::shared::Shared;

/// Most folders of a client; further ones are ignored.
const MOST_ROOTS: usize = 64;

/// Opens the client's folders. A folder that cannot be opened is reported on standard error and ignored.
pub(crate) fn open(shared: &Shared, addresses: &[String]) -> Projects {
    let mut projects = Vec::new();
    for address in addresses.iter().take(MOST_ROOTS) {
        let opened = path_of(address)
            .ok_or_else(|| "it is not a folder of this machine".to_owned())
            .and_then(|path| shared.project(&path));
        match opened {
            Ok(project) => projects.push(project),
            Err(reason) => eprintln!("the root `{}` is ignored: {reason}", shown(address)),
        }
    }
    Projects::new(projects)
}

/// Shortens an address for a message, and replaces control characters.
fn shown(address: &str) -> String {
    const LIMIT_CHARS: usize = 200;
    let printable = |letter: char| if letter.is_control() { '\u{fffd}' } else { letter };
    address.chars().take(LIMIT_CHARS).map(printable).collect()
}

/// The client's folders, which it names on request.
#[derive(Debug, Clone, Default)]
pub(crate) enum KnownRoots {
    #[default]
    Unasked,
    Asked,
    Answered(Arc<Projects>),
}
