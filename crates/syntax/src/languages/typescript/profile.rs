//! What is special about TypeScript for other code.

use crate::languages::javascript::profile as script;
use crate::profile::*;

/// As JavaScript is, where nothing else is said.
pub const PROFILE: Profile = Profile {
    members: Members { are_inside: true, ..script::PROFILE.members },
    written: Notation { place: TypePlace::Colon(&[]), tuples: true, ..script::PROFILE.written },
    heads: Heads { defaults: true, ..script::PROFILE.heads },
    modifiers: Modifiers { abstracts: true, ..script::PROFILE.modifiers },
    // Fields are declared, so that an assignment makes none.
    values: Values { make_fields: false, ..script::PROFILE.values },
    highlights: &[
        tree_sitter_typescript::HIGHLIGHTS_QUERY,
        tree_sitter_javascript::HIGHLIGHT_QUERY,
    ],
    ..script::PROFILE
};

/// TypeScript with elements of XML in it.
pub const TSX: Profile = Profile {
    highlights: &[
        tree_sitter_typescript::HIGHLIGHTS_QUERY,
        tree_sitter_javascript::JSX_HIGHLIGHT_QUERY,
        tree_sitter_javascript::HIGHLIGHT_QUERY,
    ],
    ..PROFILE
};
