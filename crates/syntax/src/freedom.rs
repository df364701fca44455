//! What the table of a language may say of its formatters.

/// What a language's formatters may change, by node kind.
pub struct Formatting {
    pub ends: &'static [&'static str],
    pub ends_of_many: &'static [&'static str],
    pub items: &'static [&'static str],
    pub strings: &'static [&'static str],
    pub contents: &'static [&'static str],
    pub quotes: Quotes,
    pub parens: &'static [&'static str],
    pub hosts: &'static [&'static str],
    /// Kinds that need their parentheses, where all others do not.
    pub needs_parens: Option<&'static [&'static str]>,
    pub commas: Commas,
    pub sole: &'static [&'static str],
    pub open_lists: &'static [&'static str],
    /// Where semicolons count, where they may be left out elsewhere.
    pub semicolons: Option<&'static [&'static str]>,
    pub attributes: &'static [&'static str],
    pub brackets: &'static [&'static str],
    pub keyed: &'static [&'static str],
    pub any_case: &'static [&'static str],
    pub blanks: &'static [&'static str],
    pub special: &'static [&'static str],
}

/// Which quotes mean the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quotes {
    /// None.
    Fixed,
    /// Single and double ones, with the same escapes in both.
    Either,
    /// As `Either`, and three of them, with prefixes.
    Python,
    /// Single and double ones, if nothing in them is escaped or interpolated.
    Plain,
}

/// Where a comma before a closing bracket does not count.
#[derive(Debug, Clone, Copy)]
pub enum Commas {
    In(&'static [&'static str]),
    NotIn(&'static [&'static str]),
}

/// A language whose formatters change blanks only.
pub const BLANKS_ONLY: Formatting = Formatting {
    ends: &[],
    ends_of_many: &[],
    items: &[],
    strings: &[],
    contents: &[],
    quotes: Quotes::Fixed,
    parens: &[],
    hosts: &[],
    needs_parens: None,
    // A comma counts unless a language says otherwise: in some it changes the meaning.
    commas: Commas::In(&[]),
    sole: &[],
    open_lists: &[],
    semicolons: None,
    attributes: &[],
    brackets: &[],
    keyed: &[],
    any_case: &[],
    blanks: &[],
    special: &[],
};
