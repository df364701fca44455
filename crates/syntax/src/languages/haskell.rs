//! Haskell.

use rutter_domain::{Language, Visibility};
use tree_sitter::Node;

use crate::rules::{HASH_MARKS, Rules};
use crate::walk::{Definition, Walk};

pub static HASKELL: Rules = Rules {
    language: Language::Haskell,
    grammar: || tree_sitter_haskell::LANGUAGE.into(),
    separator: ".",
    rules: &[],
    shapes: &[],
    comments: &[],
    comment_marks: HASH_MARKS,
    inner_comment_marks: &[],
    ignored_names: &[],
    visibility,
    inner_doc: None,
};

fn visibility<'t>(_: &Walk<'t>, _: Node<'t>, _: &Definition<'t>) -> Visibility {
    Visibility::Public
}
