//! Words around parameters of a claim.

use crate::lexicon::Table;

pub(crate) static PARAMETER_NOUNS: Table = Table::new(
    "
argument | arguments | parameter | parameters | param | params -- The `limit` argument bounds it.
",
);

/// Verbs for taking a parameter.
pub(crate) static TAKING: Table = Table::new(
    "
takes | accepts | expects | receives -- Takes two arguments.
",
);

/// Before "parameter", these say that it is not one of the function.
pub(crate) static OTHER_PARAMETERS: Table = Table::new(
    "
query | url | uri | form | request | path | route | header | json | body -- The `page` query parameter.
command | line | cli | program | shell | environment | script -- The command line argument `--all`.
type | generic | template | constructor -- The type parameter `T`.
sql | bind | named -- The bind parameter `:id`.
",
);

/// Functions that are passed, and have parameters of their own.
pub(crate) static CALLBACK_NOUNS: Table = Table::new(
    "
callback | closure | block | lambda | passed -- The callback gets the `key` argument.
",
);

/// Parts of the name of a parameter that holds several options.
pub(crate) static OPTION_BAGS: Table = Table::new(
    "
opt | arg | param | config | setting | attr | props | { -- The `depth` parameter of `**options`.
query | input -- The `page` parameter of `query`.
",
);
