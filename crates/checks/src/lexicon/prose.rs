//! Forms of sentences that state facts and nothing else.

use crate::lexicon::Table;

/// By the kind of fact; the names are where `…` is.
pub(crate) static FORMS: Table = Table::new(
    "
calls => Calls … | It calls … -- Calls `a` and `b`.
called_by => Called by … | It is called by … | Is called by … -- Called by `main`.
raises => Raises … | It raises … | Throws … | It throws … -- Raises `KeyError`.
returns => Returns … | It returns … -- Returns `None`.
reads => Reads … | It reads … -- Reads `self.limit`.
writes => Writes … | Sets … -- Sets `self.limit`.
implements => Implements … | It implements … -- Implements `Iterator`.
overrides => Overrides … | It overrides … -- Overrides `Base.run`.
defaults => The default of … | It defaults … -- The default of `timeout` is 3.
",
);
