//! What is special about C++ for other code.

use crate::formatting;
use crate::languages::c::profile as c;
use crate::profile::*;

/// As C is, where nothing else is said.
pub const PROFILE: Profile = Profile {
    library: Library { passes, ..c::PROFILE.library },
    calls: Calls { overloads: Overloads::Hiding, ..c::PROFILE.calls },
    members: Members { are_bare: true, sections: true, ..c::PROFILE.members },
    open: Openness { types: true, namespaces: true, parts: false },
    written: Notation { braces: true, ..c::PROFILE.written },
    signs: Signs { angles: true, ..c::PROFILE.signs },
    formatting: &formatting::CPP,
    highlights: &[tree_sitter_cpp::HIGHLIGHT_QUERY, tree_sitter_c::HIGHLIGHT_QUERY],
    ..c::PROFILE
};

fn passes(name: &str) -> Passing {
    match name {
        "get" | "lock" | "value" => Passing::Held,
        "at" | "back" | "front" | "top" => Passing::Element,
        _ => Passing::No,
    }
}
