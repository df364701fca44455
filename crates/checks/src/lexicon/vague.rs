//! Words that fit every symbol.

use crate::lexicon::Table;

/// Words that promise content and give none.
pub(crate) static EMPTY: Table = Table::new(
    "
helper | helpers | utility | utilities | method | function | class | module | structure | struct | object | type | constant | variable -- A helper function.
value | component | entity | element | item | unit | building | block | code | implementation | abstraction | program | application | part -- A helper function.
parts | piece | main | core | central | key | internal | small | simple | basic | specific | particular | fundamental | feature -- A helper function.
features -- A helper function.
thing | things | stuff | kind | kinds | way | ways | something | somehow | somewhere | whatever | everything | etc | several -- Does things.
various | certain | different | miscellaneous | general | generic | common | magic -- Does things.
needed | necessary | appropriate | appropriately | accordingly | properly | correctly | proper | correct | relevant | related | required | expected | useful -- Handles the data as needed.
important | essential -- Handles the data as needed.
work | works | working | job | logic | functionality | functionalities | operation | operations | task | tasks | purpose | purposes | routine -- Utility for processing.
processing | handling | managing | process | processes | handle | handles | manage | manages | deal | deals | does | do | used -- Utility for processing.
use | using | perform | performs | provide | provides | provided | contain | contains | implement | implements | support | supports | allows | care -- Utility for processing.
steps | actions | happens | aspects | concerns | matters | details | throughout | codebase | project | system | place | responsible | behaviour | behavior -- Utility for processing.
data | information | input | inputs | output | outputs | result | results | says | suggests -- Returns the result of the input.
",
);

/// Phrases that announce content and give none.
pub(crate) static EMPTY_PHRASES: Table = Table::new(
    "
as needed | as necessary | as appropriate | as required | where needed | when needed -- Handles it as needed.
various | things | stuff | and so on | and such | and the like -- Handles various things.
as usual | what is needed | whatever is needed | that may occur | that can occur -- Handles errors that may occur.
",
);

/// Verbs that fit everything.
pub(crate) static VAGUE_VERBS: Table = Table::new(
    "
does | handles | deals | manages | processes | performs | works | helps -- Manages the mail.
",
);

/// Small words that make a claim.
pub(crate) static MEANINGFUL: Table = Table::new(
    "
nothing | never | not | no | none | all | only -- Does nothing.
",
);
