//! Words and endings that make a piece of a claim a text of the program.

use crate::lexicon::Table;

/// Extensions of files that hold data or settings.
pub(crate) static DATA_FILES: Table = Table::new(
    "
json | toml | yaml | yml | xml | ini | conf | cfg | properties | env -- Reads `config.toml`.
csv | txt | log | md | html | db | sqlite | pem -- Appends to `jobs.log`.
",
);

/// Words after an example of a notation, which need not occur.
pub(crate) static NOTATIONS: Table = Table::new(
    "
style | form | format | syntax | notation | pattern | like -- Names in `snake-case` style.
",
);

/// Nouns for a text of the program beside a name.
pub(crate) static TEXT_NOUNS: Table = Table::new(
    "
header | headers | cookie | topic | element -- Sets the `Age` header.
key | keys | event | events | emits -- Emits `done`.
",
);

/// After these a name is compared with the subject, which needs no link.
pub(crate) static COMPARING: Table = Table::new(
    "
counterpart of | counterpart to | inverse of | opposite of | reverse of -- The inverse of `encode`.
unlike | like | same as | compare | variant of | equivalent of | complement of -- Unlike `load`, it fails.
instead of | rather than | in favour of | in favor of | replaced by | replacement for -- Deprecated in favour of `open`.
see | see also -- See also `open`.
",
);

/// Starts of a result with a value in it.
pub(crate) static WRAPPERS: Table = Table::new(
    "
elixir => {:error, | {:ok, | {:reply, | {:noreply, | {:stop, -- Returns `{:error, reason}`.
rust => Err( | Ok( | Some( -- Returns `Err(reason)`.
haskell => Left | Right | Just -- Returns `Left reason`.
",
);

/// Starts of a field of the object itself.
pub(crate) static OWN_FIELDS: Table = Table::new(
    "
self. | this. | this-> | @ -- `self.limit`, which a setter and a reader share
",
);
