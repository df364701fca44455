//! Words and code about raising and catching errors.

use crate::lexicon::Table;

/// Verbs of a claim that an error is raised.
pub(crate) static RAISING: Table = Table::new(
    "
raises | raise | raised | raising | reraises | rethrows | rethrow -- Raises `Full` for long lists.
throws | throw | thrown | throwing | rejects | rejected -- The promise is rejected with `Full`.
panics | fails | reported -- An empty one fails with `ErrEmpty`.
",
);

/// Verbs of a claim about errors that never happen.
pub(crate) static RAISING_NEVER: Table = Table::new(
    "
raises | raise | raised | throws | throw | thrown | panics | panic -- Checks the items and never raises.
fails | fail | errors -- Parses a text and never fails.
",
);

/// Phrases for the same.
pub(crate) static NEVER_FAILS: Table = Table::new(
    "
always succeeds | infallible | never errors -- Parsing is infallible.
never returns an error | cannot return an error -- It never returns an error.
",
);

/// Phrases for errors that are never raised.
pub(crate) static NEVER_RAISES: Table = Table::new(
    "
no exception is | no exceptions are | nothing is ever raised | nothing is ever thrown -- No exception is thrown.
",
);

/// After such a verb it is still about errors: "never raises the limit" is not.
pub(crate) static AFTER_NEVER: Table = Table::new(
    "
an | any | exception | exceptions | errors | error -- Never raises an error.
and | itself | at | but | whatever | regardless -- Never raises and returns 0 instead.
",
);

/// Words right before a verb that turn it around.
pub(crate) static DENIALS: Table = Table::new(
    "
never | not | no | cannot | nothing | without -- Returns 0 without raising `Full`.
instead | rather | than | of -- Returns 0 instead of raising `Full`.
",
);

/// Words that end what a verb is about.
pub(crate) static ENDS_OBJECT: Table = Table::new(
    "
when | if | for | unless | to | by | until | because | instead -- Raises if `ValueError` was seen.
",
);

/// How names of errors end.
pub(crate) static ERROR_ENDINGS: Table = Table::new(
    "
Error | Exception | Failure | Fault | Panic | Interrupt | Warning -- Raises `KeyError`.
",
);

/// How a line begins that catches an error.
pub(crate) static CATCH_STARTS: Table = Table::new(
    "
catch | except | rescue | case | is | on -- `except ValueError:`
",
);

/// Code that raises an error or returns one.
pub(crate) static RAISING_CODE: Table = Table::new(
    "
throw | raise | reject( | Err( | Left -- An error that is caught may be raised again.
",
);

/// Code that certainly raises, for claims that nothing is ever raised.
pub(crate) static CERTAINLY_RAISING: Table = Table::new(
    "
rust => panic!( | assert!( | assert_eq!( | assert_ne!( | .unwrap() | .expect( -- First of the items; never panics.
go => panic( -- Never panics.
python => raise -- Checks the items and never raises.
ruby => raise -- Checks the items and never raises.
elixir => raise | throw( -- Checks the items and never raises.
kotlin => throw | require( | check( | error( | requireNotNull( | checkNotNull( -- Returns the number and never throws.
swift => throw | fatalError( | preconditionFailure( -- Never throws.
lua => error( -- Never raises.
zig => @panic( -- Never panics.
scala => throw | require( | sys.error( -- Never throws.
haskell => throwIO | throwError | ioError -- Never throws.
other => throw -- Never throws.
",
);

/// Code that returns an error, for claims that nothing ever fails.
pub(crate) static FAILING: Table = Table::new(
    "
rust => Err( | ?; | bail! -- Always succeeds.
go => errors.New( | fmt.Errorf( | return err | return Err | return nil, err | return nil, Err | return 0, err | return 0, Err -- Parses a text and never fails.
elixir => {:error -- Never fails.
haskell => Left -- Never fails.
javascript => reject( -- Never fails.
typescript => reject( -- Never fails.
",
);

/// A catch of these is a catch of everything.
pub(crate) static CATCH_ALL: Table = Table::new(
    "
Exception | Throwable | BaseException | StandardError | Error | RuntimeException -- `except Exception:`
",
);
