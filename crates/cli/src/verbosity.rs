//! How much the program prints beside its answer: `--quiet`, `--verbose`, or neither.

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    Quiet,
    Normal,
    Verbose,
}
