//! Elixir's `use`, `import`, `require` and `alias`.

use tree_sitter::Node;

use super::option;
use crate::walk::{Walk, child_of_kind};

pub fn read<'t>(walk: &mut Walk<'t>, word: &str, arguments: Node<'t>, first: Node<'t>) {
    if first.kind() == "dot" {
        read_several(walk, first);
        return;
    }
    if first.kind() != "alias" {
        return;
    }
    let module = walk.text_of(first);
    if word != "import" {
        let alias = option(walk, arguments, "as:").map(|alias| walk.text_of(alias));
        walk.import(module, None, alias, first);
        return;
    }
    let only = option(walk, arguments, "only:").filter(|only| only.kind() == "list");
    let Some(names) = only.and_then(|list| child_of_kind(list, "keywords")) else {
        walk.import(module, Some("*"), None, first);
        return;
    };
    let mut cursor = names.walk();
    for pair in names.named_children(&mut cursor).take(200) {
        if let Some(key) = pair.child_by_field_name("key") {
            let name = walk.text_of(key).trim_end().trim_end_matches(':');
            walk.import(module, Some(name), None, key);
        }
    }
}

/// `alias Shop.{Order, Customer.Address}`.
fn read_several<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let field = |name| node.child_by_field_name(name);
    let (Some(left), Some(right)) = (field("left"), field("right")) else { return };
    let before = walk.head_of(left);
    let mut cursor = right.walk();
    for module in right.named_children(&mut cursor).filter(|module| module.kind() == "alias") {
        walk.import(&[before, ".", walk.text_of(module)].concat(), None, None, module);
    }
}
