//! Names and marks of definitions.

use crate::lexicon::Table;

/// Methods that go by the name of their type.
pub(crate) static MAKERS: Table = Table::new(
    "
python => __init__ -- `Pool(3)` calls `Pool.__init__`
javascript => constructor -- `new Pool(3)` calls `constructor`
ruby => initialize -- `Pool.new(3)` calls `initialize`
",
);

/// Starts of lines above a definition that belong to it.
pub(crate) static HEAD_MARKS: Table = Table::new(
    "
// | /* | * | # | -- | {- | ; | % | \"\"\" -- a comment
@ | [ -- an attribute or annotation
",
);
