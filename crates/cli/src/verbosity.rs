//! The amount of output in addition to the answer: `--quiet`, `--verbose`, or neither.

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    Quiet,
    Normal,
    Verbose,
}
