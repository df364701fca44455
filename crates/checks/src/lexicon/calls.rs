//! Words of claims about calls.

use crate::lexicon::Table;

/// Verbs for calling, with what follows from each: the call is in the code itself (direct), may go through
/// another function (loose), or there is only a link (related).
pub(crate) static ACTIVE: Table = Table::new(
    "
direct => calls | calling | call | invokes | invoking | invoke -- Sends it, calling `check`.
loose => delegates to | delegating to | forwards to -- Delegates to `send`.
related => falls back to | wraps | asks | uses | using | through | via -- Goes through `send`.
",
);

/// Participles for being called.
pub(crate) static PASSIVE: Table = Table::new(
    "
direct => called | invoked -- Called only by `a` and `b`.
loose => used | needed | shared | consumed | raised | thrown | read | consulted -- Used by `a`.
",
);

/// Verbs before "it".
pub(crate) static CALLING: Table = Table::new(
    "
calls | call | invokes | invoke -- `a` and `b` call it.
",
);
pub(crate) static READING: Table = Table::new(
    "
uses | use | reads | read | needs | consults -- `a` reads it.
",
);

/// Between a verb and the name that it is about.
pub(crate) static INTRODUCING: Table = Table::new(
    "
the | its | both | either | a | an | every | each | same | own -- Calls the `check` of its parent.
helper | method | function | private | public -- Calls the private helper `check`.
then | only | just | first | finally -- Calls first `check`.
",
);

/// Before a verb whose subject is that of the entry.
pub(crate) static BEFORE_ACTIVE: Table = Table::new(
    "
it | and | then | also | first | finally | otherwise | but -- It then calls `check`.
only | always | simply | just | internally | repeatedly -- It simply calls `check`.
by | before | after -- Sends it by calling `check`.
",
);

/// Between the subject of a passive and its participle.
pub(crate) static LINKING: Table = Table::new(
    "
is | are | gets | being | also | only | mainly | directly | and -- It is only called by `a`.
",
);

/// Nouns for the symbol of the entry; of others, another thing is called: "the lock used by `a`".
pub(crate) static CALLED_THINGS: Table = Table::new(
    "
it | this | that | which | not | never -- It is called by `a`.
method | function | class | helper | constant | type | constructor | routine -- Private helper called by `a`.
error | exception | value | limit | private -- Error raised by `a`.
",
);

/// After a name, these say that it is not a function.
pub(crate) static OTHER_NOUNS: Table = Table::new(
    "
module | package | file | crate | argument | parameter | option | field -- Uses the `net` module.
",
);

/// Functions that a language or a framework calls without their name.
pub(crate) static CALLED_UNSEEN: Table = Table::new(
    "
rust => fmt | drop | next -- `fmt` is called by `format!`
java => toString | equals | hashCode | compareTo | iterator -- `equals` is called by `HashMap`
csharp => ToString | Equals | GetHashCode | CompareTo | Dispose -- `Dispose` is called by `using`
ruby => to_s | each | call | initialize -- `each` is called by `map`
kotlin => invoke | apply -- `invoke` is called by `f()`
any => init | deinit | main | setUp -- `main` is called by the system
",
);

/// Verbs that lead from a caller to a callee, in claims about several places.
pub(crate) static FROM_CALLER: Table = Table::new(
    "
calls | invokes | delegates | forwards | uses | wraps | runs -- `send` calls `write`.
passes | hands | sends | dispatches | starts | creates | builds -- `accept` hands it to `serve`.
",
);

/// Participles that lead from a callee to its caller.
pub(crate) static FROM_CALLEE: Table = Table::new(
    "
called | invoked | used | run | started | created | dispatched -- `write` is called by `send`.
",
);
