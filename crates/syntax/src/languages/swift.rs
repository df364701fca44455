//! Swift.
//!
//! An extension is a symbol named after the type it extends, so that its members are qualified by
//! that type. Of what a class inherits only the first name can be a class; it is taken for one
//! unless it sounds like a protocol.

pub mod profile;

use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::rules::{Role, Roles, Rule, Rules, SLASH_MARKS, Shape, define};
use crate::walk::{Definition, Walk, child_of_kind, head_end, head_end_before, head_end_with};

/// Maximum number of names that one line may define.
const MOST_NAMES: usize = 200;

pub static SWIFT: Rules = Rules {
    language: Language::Swift,
    grammar: || tree_sitter_swift::LANGUAGE.into(),
    separator: ".",
    rules: &[&[
        ("class_declaration protocol_declaration", Rule::Hook(open_type)),
        ("enum_entry", Rule::Hook(open_cases)),
        ("function_declaration protocol_function_declaration", Rule::Hook(open_function)),
        ("init_declaration", define(SymbolKind::Constructor).rule()),
        ("deinit_declaration", Rule::Hook(open_deinit)),
        ("subscript_declaration", Rule::Hook(open_subscript)),
        ("property_declaration protocol_property_declaration", Rule::Hook(open_property)),
        ("typealias_declaration associatedtype_declaration", define(SymbolKind::TypeAlias).rule()),
        ("computed_property willset_didset_block lambda_literal", Rule::Function),
        ("attribute", Rule::Prefix),
        ("type_parameter", Rule::Hook(read_type_parameter)),
        ("user_type", Rule::Hook(read_type)),
        ("call_expression", Rule::Hook(read_call)),
        ("constructor_expression", Rule::Hook(read_construction)),
        ("import_declaration", Rule::Hook(read_import)),
        ("simple_identifier navigation_expression", Rule::Value),
        ("prefix_expression", Rule::Hook(read_prefix)),
        ("pattern", Rule::Hook(read_pattern)),
        ("operator_declaration precedence_group_declaration", Rule::Mute),
    ]],
    roles: &[&[
        ("parameter", Roles::By(&[("name", Role::Bind)], Role::Silent)),
        ("lambda_parameter", Roles::All(Role::Bind)),
        ("pattern guard_statement if_statement", Roles::In("bound_identifier", Role::Bind)),
        ("while_statement", Roles::In("bound_identifier", Role::Bind)),
        ("directly_assignable_expression", Roles::All(Role::Write)),
        ("value_argument_label", Roles::All(Role::Silent)),
        ("enum_entry", Roles::In("name", Role::Silent)),
    ]],
    shapes: &[&[
        ("navigation_expression", Shape::Path("target", "suffix")),
        ("navigation_suffix", Shape::Within("suffix")),
        ("prefix_expression postfix_expression", Shape::Within("target")),
        ("try_expression await_expression", Shape::Within("expr")),
        ("call_expression", Shape::Value("")),
        ("constructor_expression", Shape::Value("constructed_type")),
        ("user_type", Shape::First),
        ("tuple_expression", Shape::Within("value")),
    ]],
    comments: &["comment", "multiline_comment"],
    comment_marks: SLASH_MARKS,
    inner_comment_marks: &[],
    ignored_names: &[
        "Any", "AnyObject", "Bool", "Character", "Double", "Float", "Int", "Never", "Self",
        "String", "UInt", "Void", "self", "super",
    ],
    visibility,
    inner_doc: None,
};

/// Protocols of the standard library that classes like to name first.
const PROTOCOLS: &[&str] = &["Error", "Identifiable", "Sequence", "Collection", "IteratorProtocol"];

fn open_type<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let word = node.child_by_field_name("declaration_kind").map_or("", |word| walk.text_of(word));
    let kind = match word {
        "struct" => SymbolKind::Struct,
        "enum" => SymbolKind::Enum,
        "protocol" => SymbolKind::Interface,
        "extension" => SymbolKind::Implementation,
        _ => SymbolKind::Class,
    };
    let head_end = head_end(node, &["body"]);
    // The name of an extension may be a path, which the name of a type is not.
    if kind == SymbolKind::Implementation {
        open_extension(walk, node, name, head_end);
    } else {
        walk.open(node, name, kind, head_end);
    }
    let mut cursor = node.walk();
    let bases = node.named_children(&mut cursor).filter(|it| it.kind() == "inheritance_specifier");
    for (index, base) in bases.enumerate() {
        let Some(base) = base.child_by_field_name("inherits_from") else { continue };
        let reference = match kind {
            SymbolKind::Interface => ReferenceKind::Extends,
            SymbolKind::Class
                if index == 0 && word == "class" && !sounds_like_a_protocol(walk, base) =>
            {
                ReferenceKind::Extends
            }
            _ => ReferenceKind::Implements,
        };
        refer_type(walk, reference, base);
    }
}

/// `extension Module.Outer.Inner` is of `Inner`, which belongs to `Module.Outer`.
fn open_extension<'t>(walk: &mut Walk<'t>, node: Node<'t>, extended: Node<'t>, head_end: usize) {
    let Some(name) = last_identifier(extended) else { return };
    walk.claim(name);
    let before = walk.text.get(extended.start_byte()..name.start_byte()).unwrap_or("");
    let owner = before.split('<').next().unwrap_or("").trim_end_matches('.');
    let owner = Some(owner).filter(|owner| !owner.is_empty()).map(Into::into);
    let name = walk.text_of(name).into();
    walk.open_named(node, Definition { kind: SymbolKind::Implementation, name, owner, head_end });
}

fn sounds_like_a_protocol<'t>(walk: &Walk<'t>, base: Node<'t>) -> bool {
    let name = last_identifier(base).map_or("", |name| walk.text_of(name));
    let endings = ["able", "ible", "Protocol", "Delegate", "DataSource", "Object"];
    // Well-known classes, some of which end as protocols do.
    let is_class = matches!(name, "NSObject" | "NSManagedObject" | "UIResponder");
    !is_class && (PROTOCOLS.contains(&name) || endings.iter().any(|ending| name.ends_with(ending)))
}

fn open_cases<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    for name in node.children_by_field_name("name", &mut cursor).take(MOST_NAMES) {
        walk.open(node, name, SymbolKind::EnumMember, node.end_byte());
    }
}

fn open_function<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let is_member = walk.is_in_type();
    let modifiers = node.named_child(0).filter(|it| it.kind() == "modifiers");
    let is_marked = modifiers.is_some_and(|it| walk.head_of(it).contains("@Test"));
    let is_test_name = walk.text_of(name).strip_prefix("test").is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '_')
    });
    let kind = if is_marked || is_member && is_test_name {
        SymbolKind::Test
    } else if is_member {
        SymbolKind::Method
    } else {
        SymbolKind::Function
    };
    walk.open(node, name, kind, head_end(node, &["body"]));
}

fn open_deinit<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.open_as(node, SymbolKind::Method, "deinit", head_end(node, &["body"]));
}

fn open_subscript<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let head_end = head_end_before(node, child_of_kind(node, "computed_property"));
    walk.open_as(node, SymbolKind::Property, "subscript", head_end);
}

/// The variables of one declaration. Those in a type are its properties.
fn open_property<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if walk.is_in_function() {
        return;
    }
    let mut is_constant = false;
    let mut head_end = None;
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "value_binding_pattern" => is_constant = walk.text_of(child) == "let",
            "computed_property" | "willset_didset_block" => head_end = Some(child.start_byte()),
            _ => {}
        }
    }
    let value = node.child_by_field_name("value");
    let head_end = head_end.unwrap_or_else(|| head_end_with(node, value));
    let kind = match walk.container_kind() {
        Some(_) => SymbolKind::Property,
        None if is_constant => SymbolKind::Constant,
        None => SymbolKind::Variable,
    };
    for pattern in node.children_by_field_name("name", &mut cursor).take(MOST_NAMES) {
        if let Some(name) = pattern.child_by_field_name("bound_identifier") {
            walk.open(node, name, kind, head_end);
        }
    }
}

fn read_type_parameter<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = child_of_kind(node, "type_identifier") {
        walk.type_parameter(name);
    }
}

fn read_type<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    // Attributes in lower case are the compiler's own.
    let is_own = |text: &str| text.starts_with(|c: char| c.is_lowercase());
    if !walk.is_in_prefix() || !is_own(walk.text_of(node)) {
        refer_type(walk, ReferenceKind::Type, node);
    }
}

/// The names of a type are siblings: `Outer.Inner<T>`.
fn refer_type<'t>(walk: &mut Walk<'t>, kind: ReferenceKind, node: Node<'t>) {
    let Some(name) = last_identifier(node) else { return };
    if walk.claim(name) {
        let before = walk.text.get(node.start_byte()..name.start_byte()).unwrap_or("");
        let qualifier = before.split('<').next().map(|before| before.trim_end_matches('.'));
        let qualifier = qualifier.filter(|qualifier| !qualifier.is_empty());
        walk.add_reference_to(kind, walk.text_of(name), qualifier, name);
    }
}

fn last_identifier(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|it| it.kind() == "type_identifier").last()
}

/// The grammar takes `a[0]` for a call as well.
fn read_call<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let arguments = node.named_child(1).and_then(|suffix| suffix.named_child(0));
    let is_index = arguments.and_then(|it| it.child(0)).is_some_and(|it| it.kind() == "[");
    if let Some(target) = node.named_child(0).filter(|_| !is_index) {
        walk.add_reference(ReferenceKind::Call, target);
    }
}

fn read_construction<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(class) = node.child_by_field_name("constructed_type") {
        refer_type(walk, ReferenceKind::Call, class);
    }
}

/// `.name` is a member of the type that is expected.
fn read_prefix<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let is_member = node.child(0).is_some_and(|operation| operation.kind() == ".");
    let name = node.child_by_field_name("target").filter(|_| is_member);
    if let Some(name) = name.filter(|name| name.kind() == "simple_identifier") {
        walk.add_member_of_value(name);
    }
}

/// `case .name`, with or without what it holds.
fn read_pattern<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    let mut is_member = false;
    // The dot and the name come first.
    for child in node.children(&mut cursor).take(4) {
        match child.kind() {
            "." => is_member = true,
            "simple_identifier" if is_member => {
                if walk.claim(child) {
                    let name = walk.text_of(child);
                    walk.add_reference_to(ReferenceKind::Read, name, Some("()"), child);
                }
                return;
            }
            _ => {}
        }
    }
}

/// `import A` brings in all of a module, `import struct A.B` one name of it.
fn read_import<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.mute();
    let mut cursor = node.walk();
    let mut is_single = false;
    for child in node.children(&mut cursor) {
        match child.kind() {
            "struct" | "class" | "enum" | "protocol" | "typealias" | "func" | "let" | "var" => {
                is_single = true;
            }
            "identifier" => match walk.text_of(child).rsplit_once('.') {
                Some((module, name)) if is_single => walk.import(module, Some(name), None, node),
                Some(_) | None => walk.import(walk.text_of(child), Some("*"), None, node),
            },
            _ => {}
        }
    }
}

fn visibility<'t>(walk: &Walk<'t>, node: Node<'t>, definition: &Definition<'t>) -> Visibility {
    if walk.is_in_function() {
        return Visibility::Private;
    }
    let modifiers = node.named_child(0).filter(|it| it.kind() == "modifiers");
    let mut cursor = node.walk();
    let word = modifiers.and_then(|modifiers| {
        // `private(set)` is about setting alone.
        modifiers
            .named_children(&mut cursor)
            .filter(|it| it.kind() == "visibility_modifier")
            .map(|it| walk.text_of(it))
            .find(|word| !word.ends_with(')'))
    });
    match word {
        Some("public" | "open") => return Visibility::Public,
        Some("private" | "fileprivate") => return Visibility::Private,
        Some(_) => return Visibility::Internal,
        None => {}
    }
    // What has no word of its own in a protocol or an extension is as they are, and so are cases.
    let Some(open) = walk.container() else { return Visibility::Internal };
    let is_open = matches!(open.kind, Some(SymbolKind::Interface | SymbolKind::Implementation));
    if is_open || definition.kind == SymbolKind::EnumMember {
        open.visibility
    } else {
        Visibility::Internal
    }
}
