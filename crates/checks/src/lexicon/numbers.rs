//! Words around numbers of a claim.

use crate::lexicon::Table;

/// Words before a number that make it a label and no quantity.
pub(crate) static LABELS: Table = Table::new(
    "
line | lines | step | section | chapter | figure | appendix | point | phase | rule | case | option -- See section 4.
rfc | iso | issue | pr | version | level | es | tls | ipv | sha | utf -- Uses SHA-256.
python | java | c++ | php | ruby -- Needs Python 3.
",
);

/// Words before an example, which need not occur.
pub(crate) static EXAMPLES: Table = Table::new(
    "
as | like | e.g | eg | example | instance | say -- Headers such as `X-Other-Thing`.
form | forms -- Texts of the form `a-1`.
",
);

/// Words before an exit code or a status.
pub(crate) static CODES: Table = Table::new(
    "
status | code | exit | exits -- Exits with code 1.
",
);

/// Words after a number in words that make it a limit, not a count of things that are enumerated.
pub(crate) static COUNTED: Table = Table::new(
    "
attempt | attempts | try | tries | retry | retries | times -- Tries up to five times.
workers | threads | connections -- Starts four workers.
",
);

/// Phrases after which a number counts calls, which the code does not say.
pub(crate) static CALLED: Table = Table::new(
    "
calls it | calls this | called | is used -- It is called six times.
times as | times the -- Six times the length.
",
);

/// Words right before a limit.
pub(crate) static LIMITS: Table = Table::new(
    "
most | least | exactly | than -- Keeps at most three entries.
",
);

/// Nouns of a limit, with "of" between.
pub(crate) static LIMIT_NOUNS: Table = Table::new(
    "
limit | maximum | minimum | default | bound | cap | threshold -- A limit of five.
",
);

/// Things that a text consists of.
pub(crate) static DIGIT_NOUNS: Table = Table::new(
    "
digits | characters | letters | chars | bytes | bits | hexadecimal | hex -- The first eight digits.
",
);

/// Words before a number that is not exact.
pub(crate) static ABOUT: Table = Table::new(
    "
about | approximately | around | roughly | nearly | almost | over -- Takes about 5 seconds.
",
);

/// Code before the bound of a comparison or range.
pub(crate) static BOUNDS: Table = Table::new(
    "
< | > | <= | >= | .. -- `status < 300` for statuses up to 299
-lt | -gt | -ge | -le -- the same in a shell
range( -- `range(5)` ends at 4
",
);
