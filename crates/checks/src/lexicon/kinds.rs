//! Words about kinds of symbols, their members and bases.

use crate::lexicon::Table;

/// Words between the start of a claim and the noun for its subject.
pub(crate) static ADJECTIVES: Table = Table::new(
    "
a | an | the | this | is | it -- A struct that holds cents.
abstract | static | async | asynchronous | synchronous | virtual | pure | generic | recursive -- Abstract class.
private | public | internal | protected | exported | deprecated -- Private method.
mutable | immutable | frozen | readonly | read | only | final | sealed | lazy -- Mutable class that holds cents.
simple | small | short | plain | main | base | nested | inner -- Small enum.
",
);

/// After the noun at the head of a claim.
pub(crate) static AFTER_NOUN: Table = Table::new(
    "
that | which | for | with | of | holding | to | from | describing | and -- Struct that holds cents.
",
);

/// Code of a type that can be called.
pub(crate) static CALLABLE_TYPES: Table = Table::new(
    "
python => __call__ | def -- A function, as an object with `__call__`.
cpp => operator() -- A function object.
kotlin => invoke -- A function type.
java => call | apply -- A function as an object with `apply`.
csharp => Func | delegate -- A function type.
",
);

/// Parts of names of functions that make a value, which people call constructors.
pub(crate) static MAKING: Table = Table::new(
    "
new | create | make | build | init | construct | __ -- Constructor `newPool`.
from | of | with -- Constructor `Money.of`.
",
);

/// Verbs that name a base.
pub(crate) static BASE_VERBS: Table = Table::new(
    "
implements | implementing -- Implements `Sink`.
extends | extending | inherits from | inheriting from | specializes | specialises -- Extends `Base`.
derives from | deriving from | derived from | inherits directly from | derives directly from -- Derives from `Base`.
subclass of | subtype of | child of -- A subclass of `Base`.
",
);

/// Between such a verb and the name.
pub(crate) static BEFORE_BASE: Table = Table::new(
    "
the | a | an | both | directly | standard | built | in -- Extends the built-in `Exception`.
",
);

pub(crate) static MEMBER_NOUNS: Table = Table::new(
    "
field | fields | property | properties | attribute | attributes -- Its `code` field.
method | methods | function | functions | operation | operations -- The method `write`.
variant | variants | member | members | case | cases -- The variant `Low`.
",
);

/// Nouns for what an enum consists of.
pub(crate) static ENUM_NOUNS: Table = Table::new(
    "
variants | cases | members | constants | values -- Enum with four members.
",
);

/// Bases of the standard libraries that have no base of interest.
pub(crate) static ROOT_TYPES: Table = Table::new(
    "
any => Object | object | Enum | Struct | Error | Exception -- A class of `Exception` has no other base.
java => Throwable | RuntimeException -- A class of `RuntimeException` has no other base.
python => BaseException | ABC | Protocol | NamedTuple | TypedDict | IntEnum | StrEnum -- An `IntEnum`.
ruby => StandardError | RuntimeError -- A class of `StandardError` has no other base.
swift => NSObject -- A class of `NSObject` has no other base.
",
);
