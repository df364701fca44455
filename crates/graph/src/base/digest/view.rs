//! The references and imports of a digest, with their names as text.

use rutter_domain::{CallForm, ReferenceKind};

/// A reference, with its names as text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ReferenceView<'d> {
    pub kind: ReferenceKind,
    pub name: &'d str,
    pub qualifier: Option<&'d str>,
    pub line: u32,
    pub from: Option<u32>,
    pub form: CallForm,
}

/// An import, with its names as text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ImportView<'d> {
    pub module: &'d str,
    pub name: Option<&'d str>,
    pub alias: Option<&'d str>,
    pub line: u32,
    /// Whether it is re-exported.
    pub is_passed_on: bool,
    pub is_for_tests: bool,
}
