//! From text to facts: symbols, references, imports and chunks of one file.
//!
//! Code is parsed by tree-sitter and walked once, by a table of node kinds for each language;
//! documents are cut by headings, everything else by lines. Nothing here fails or reads a file.
//! Start at [`read`]; to add a language, at `languages`.

mod annotations;
mod blank_comments;
mod chunks;
mod colouring;
mod comments;
mod contain;
mod damage;
mod distant_docs;
mod doc_lines;
mod documents;
mod fingerprint;
mod formatting;
mod freedom;
mod gate;
mod languages;
mod lines;
mod lost;
mod nesting;
mod opaque;
mod parse;
mod parsed_file;
mod prepare;
pub mod profile;
mod read;
mod recovery;
mod rules;
mod signature;
mod table;
mod tokens;
mod tracks;
mod walk;
mod work;

pub use blank_comments::blank_comments;
pub use colouring::{HighlightSpan, Highlights};
pub use doc_lines::{DocLines, doc_lines};
pub use documents::{linked_file, parse_command, parse_mention};
pub use languages::detect::language_of;
pub use languages::profile;
pub use opaque::is_opaque;
pub use parsed_file::{ParsedFile, head_hash};
pub use read::{SYNTAX_VERSION, grammar, read, read_until};
pub use signature::{Parameter, parameters};
pub use tokens::{AttributeOwner, Token, token_hash, tokens};
pub use tracks::tracks;
