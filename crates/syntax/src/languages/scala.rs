//! Scala, versions 2 and 3.
//!
//! An object is a class with one value. An extension is a symbol named after the type it extends, as
//! is a given after the name the compiler would give it, when it has none. A package is a symbol only
//! where braces say what is in it.

pub mod profile;

use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use crate::rules::{Head, Role, Roles, Rule, Rules, SLASH_MARKS, Shape, define};
use crate::walk::{Definition, Walk, child_of_kind, head_end_with};

pub static SCALA: Rules = Rules {
    language: Language::Scala,
    grammar: || tree_sitter_scala::LANGUAGE.into(),
    separator: ".",
    rules: &[&[
        ("package_clause", Rule::Hook(open_package)),
        ("package_object", define(SymbolKind::Module).rule()),
        ("class_definition object_definition", define(SymbolKind::Class).rule()),
        ("trait_definition", define(SymbolKind::Trait).rule()),
        ("enum_definition", define(SymbolKind::Enum).rule()),
        ("enum_case_definitions", Rule::Wrap(Head::Keep)),
        ("simple_enum_case full_enum_case", define(SymbolKind::EnumMember).rule()),
        ("class_parameter", Rule::Hook(open_parameter)),
        ("function_definition", define(SymbolKind::Method).kind_by(function_kind).rule()),
        ("function_declaration", define(SymbolKind::Method).kind_by(function_kind).rule()),
        ("type_definition", define(SymbolKind::TypeAlias).rule()),
        ("given_definition", Rule::Hook(open_given)),
        ("extension_definition", Rule::Hook(open_extension)),
        ("val_definition var_definition val_declaration var_declaration", Rule::Hook(open_values)),
        ("lambda_expression", Rule::Function),
        ("annotation", Rule::Prefix),
        ("type_parameters", Rule::Hook(read_type_parameters)),
        ("covariant_type_parameter contravariant_type_parameter", Rule::TypeParameter("name")),
        ("extends_clause", Rule::Hook(read_bases)),
        ("derives_clause", Rule::ReferEach(ReferenceKind::Implements)),
        ("type_identifier", Rule::Hook(read_type)),
        ("stable_type_identifier", Rule::Refer(ReferenceKind::Type)),
        ("call_expression", Rule::Call("function")),
        ("instance_expression", Rule::Hook(read_new)),
        ("infix_expression", Rule::Hook(read_infix)),
        ("import_declaration", Rule::Hook(read_import)),
        ("export_declaration", Rule::Mute),
        ("identifier field_expression stable_identifier", Rule::Value),
        ("assignment_expression", Rule::Hook(skip_argument_name)),
        ("enumerator", Rule::Hook(read_enumerator)),
    ]],
    roles: &[&[
        ("parameter class_parameter binding", Roles::In("name", Role::Bind)),
        ("lambda_expression", Roles::In("parameters", Role::Bind)),
        ("val_definition var_definition typed_pattern", Roles::In("pattern", Role::Bind)),
        ("case_clause case_class_pattern", Roles::In("pattern", Role::Pattern)),
        ("capture_pattern", Roles::By(&[("name", Role::Bind)], Role::Pattern)),
        ("alternative_pattern tuple_pattern identifiers", Roles::All(Role::Same)),
        ("infix_pattern", Roles::All(Role::Pattern)),
        ("assignment_expression", Roles::In("left", Role::Write)),
        ("package_identifier", Roles::All(Role::Silent)),
    ]],
    shapes: &[&[
        ("field_expression", Shape::Path("value", "field")),
        ("generic_function", Shape::Within("function")),
        ("instance_expression", Shape::Value("")),
        ("generic_type repeated_parameter_type", Shape::Within("type")),
        ("compound_type", Shape::Within("base")),
        ("annotated_type applied_constructor_type parenthesized_expression", Shape::First),
        ("stable_type_identifier stable_identifier", Shape::Last),
    ]],
    comments: &["comment", "block_comment"],
    comment_marks: SLASH_MARKS,
    inner_comment_marks: &[],
    ignored_names: &[
        "Any", "AnyRef", "AnyVal", "Boolean", "Byte", "Char", "Double", "Float", "Int", "Long",
        "Nothing", "Null", "Short", "String", "Unit", "this", "super", "_",
    ],
    visibility,
    inner_doc: None,
};

/// Maximum number of names that one pattern may bind.
const MOST_NAMES: usize = 50;
/// Maximum distance of a parameter from the start of its class.
const MOST_HEAD_BYTES: usize = 2000;

fn open_package<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.child_by_field_name("name")
        && let Some(body) = node.child_by_field_name("body")
    {
        walk.open(node, name, SymbolKind::Module, body.start_byte());
    }
}

fn function_kind<'t>(walk: &Walk<'t>, node: Node<'t>) -> Option<SymbolKind> {
    let name = node.child_by_field_name("name").map_or("", |name| walk.text_of(name));
    Some(match name {
        _ if !walk.is_in_type() => SymbolKind::Function,
        "this" => SymbolKind::Constructor,
        _ => SymbolKind::Method,
    })
}

/// A parameter of a class is a property when it says so, or when the class is a case.
fn open_parameter<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name) = node.child_by_field_name("name") else { return };
    let mut cursor = node.walk();
    let is_value = node.children(&mut cursor).take(3).any(|it| matches!(it.kind(), "val" | "var"));
    if is_value || is_parameter_of_case(walk, node) {
        let head_end = head_end_with(node, node.child_by_field_name("default_value"));
        walk.open(node, name, SymbolKind::Property, head_end);
    }
}

fn is_parameter_of_case<'t>(walk: &Walk<'t>, node: Node<'t>) -> bool {
    let start = walk.container_start().unwrap_or(0);
    let start = start.max(node.start_byte().saturating_sub(MOST_HEAD_BYTES));
    let head = walk.text.get(start..node.start_byte()).unwrap_or("");
    let is_case = match walk.container_kind() {
        Some(SymbolKind::EnumMember) => true,
        Some(SymbolKind::Class) => head.contains("case class"),
        Some(_) | None => false,
    };
    // What a case takes in a second list it does not keep.
    is_case && !head.contains(")(")
}

fn open_given<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let body = node.child_by_field_name("body");
    // `given Ord[Int] = …` is a value, `given Ord[Int] with …` implements a type class.
    let is_value = body.is_none_or(|body| body.kind() != "with_template_body");
    let (kind, reference) = if is_value {
        (SymbolKind::Constant, ReferenceKind::Type)
    } else {
        (SymbolKind::Implementation, ReferenceKind::Implements)
    };
    let mut cursor = node.walk();
    // The field also holds the signs between the types.
    let types = node.children_by_field_name("return_type", &mut cursor).filter(|it| it.is_named());
    let head_end = types.last().map_or(node.end_byte(), |last| last.end_byte());
    let result = node.child_by_field_name("return_type");
    if let Some(name) = node.child_by_field_name("name") {
        walk.open(node, name, kind, head_end);
    } else if let Some(result) = result {
        let name: String = walk
            .text_of(result)
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .flat_map(|word| ["_", word])
            .collect();
        walk.open_as(node, kind, format!("given{name}"), head_end);
    }
    if let Some(parameters) = node.child_by_field_name("type_parameters") {
        read_type_parameters(walk, parameters);
    }
    if let Some(result) = result {
        walk.add_reference(reference, result);
    }
}

fn open_extension<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    let mut head_end = node.end_byte();
    let mut extended = None;
    for list in node.children_by_field_name("parameters", &mut cursor) {
        head_end = list.end_byte();
        let parameter = list.named_child(0).and_then(|it| it.child_by_field_name("type"));
        extended = extended.or(parameter.and_then(|it| walk.last_name(it)));
    }
    if let Some(name) = extended {
        walk.open_as(node, SymbolKind::Implementation, walk.text_of(name), head_end);
    }
}

/// The names that a `val` or `var` binds, be it by a pattern.
fn open_values<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let kind = match walk.container_kind() {
        _ if walk.is_in_function() => return,
        _ if is_in_value(walk) => return,
        None | Some(SymbolKind::Module) if node.kind().starts_with("val") => SymbolKind::Constant,
        None | Some(SymbolKind::Module) => SymbolKind::Variable,
        Some(_) => SymbolKind::Property,
    };
    let head_end = head_end_with(node, node.child_by_field_name("value"));
    let mut cursor = node.walk();
    for name in node.children_by_field_name("name", &mut cursor).take(MOST_NAMES) {
        walk.open(node, name, kind, head_end);
    }
    let mut patterns: Vec<Node<'t>> = node.child_by_field_name("pattern").into_iter().collect();
    let mut names = Vec::new();
    while let Some(pattern) = patterns.pop() {
        match pattern.kind() {
            "identifier" | "operator_identifier" => names.push(pattern),
            "typed_pattern" => patterns.extend(pattern.child_by_field_name("pattern")),
            "tuple_pattern" | "case_class_pattern" | "capture_pattern" | "identifiers"
                if names.len() < MOST_NAMES =>
            {
                patterns.extend(pattern.named_children(&mut cursor).take(MOST_NAMES));
            }
            _ => {}
        }
    }
    // The stack of patterns has found them from last to first.
    for name in names.into_iter().rev() {
        walk.open(node, name, kind, head_end);
    }
}

fn read_type_parameters<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    for name in node.children_by_field_name("name", &mut cursor) {
        walk.type_parameter(name);
    }
}

/// The first base may be a class, what follows `with` cannot.
fn read_bases<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let is_trait = walk.container_kind() == Some(SymbolKind::Trait);
    let mut cursor = node.walk();
    let bases = node.children_by_field_name("type", &mut cursor).filter(|base| base.is_named());
    for (index, base) in bases.enumerate() {
        // The syntax does not say whether the first base is a class or a trait.
        let is_extended = is_trait || index == 0;
        let kind = if is_extended { ReferenceKind::Extends } else { ReferenceKind::Implements };
        walk.add_reference(kind, base);
    }
}

fn read_type<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    // Annotations in lower case are the compiler's own.
    let is_own = |text: &str| text.starts_with(|c: char| c.is_lowercase());
    if !walk.is_in_prefix() || !is_own(walk.text_of(node)) {
        walk.add_reference(ReferenceKind::Type, node);
    }
}

fn read_new<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(class) = node.named_child(0).filter(|it| it.kind() != "template_body") {
        walk.add_reference(ReferenceKind::Call, class);
    }
}

/// `a of b` is a call; `a + b` is not worth one.
fn read_infix<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let operator = node.child_by_field_name("operator");
    let sign = operator.map_or("", |operator| walk.text_of(operator));
    // `+=` is an operator like any other to the grammar.
    let is_write = sign.ends_with('=') && !matches!(sign, "==" | "!=" | "<=" | ">=" | "===");
    if let Some(left) = node.child_by_field_name("left").filter(|_| is_write) {
        write_value(walk, left);
    }
    if let Some(operator) = operator.filter(|it| it.kind() == "identifier") {
        walk.add_reference(ReferenceKind::Call, operator);
    }
}

fn write_value<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    match node.kind() {
        "identifier" => {
            walk.add_bare(node, Role::Write);
            walk.claim(node);
        }
        "field_expression" => {
            // The role holds for the other nodes inside of the expression.
            let role = walk.role;
            walk.role = Role::Write;
            walk.add_value(node);
            walk.role = role;
        }
        _ => {}
    }
}

/// The name in `f(name = value)` is that of a parameter.
fn skip_argument_name<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if walk.outer_node_kind() == "arguments"
        && let Some(name) = node.child_by_field_name("left")
    {
        walk.claim(name);
    }
}

/// `x <- xs` and `x = y` between the braces of a `for`.
fn read_enumerator<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(pattern) = node.named_child(0) else { return };
    let mut cursor = pattern.walk();
    let inner = pattern.named_children(&mut cursor).take(MOST_NAMES).collect::<Vec<_>>();
    for name in [pattern].into_iter().chain(inner).filter(|it| it.kind() == "identifier") {
        if walk.claim(name) {
            walk.bind(walk.text_of(name));
        }
    }
}

/// `import a.b.{C, D as E, *}, f.g`: paths with commas between, each with selectors or without.
fn read_import<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.mute();
    let mut path = String::new();
    let mut is_done = true;
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        match child.kind() {
            "identifier" | "operator_identifier" => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(walk.text_of(child));
                is_done = false;
            }
            "," => {
                if !is_done {
                    import_path(walk, &path, None, node);
                }
                path.clear();
                is_done = true;
            }
            "namespace_selectors" => {
                let mut selectors = child.walk();
                for selector in child.named_children(&mut selectors) {
                    import_selected(walk, &path, selector);
                }
                is_done = true;
            }
            "namespace_wildcard" | "as_renamed_identifier" | "arrow_renamed_identifier" => {
                import_selected(walk, &path, child);
                is_done = true;
            }
            _ => {}
        }
    }
    if !is_done {
        import_path(walk, &path, None, node);
    }
}

fn import_path<'t>(walk: &mut Walk<'t>, path: &str, alias: Option<&str>, node: Node<'t>) {
    match path.rsplit_once('.') {
        Some((module, name)) => walk.import(module, Some(name), alias, node),
        None => walk.import(path, None, alias, node),
    }
}

fn import_selected<'t>(walk: &mut Walk<'t>, module: &str, selector: Node<'t>) {
    match selector.kind() {
        "namespace_wildcard" => walk.import(module, Some("*"), None, selector),
        "as_renamed_identifier" | "arrow_renamed_identifier" => {
            let field = |name| selector.child_by_field_name(name).map(|it| walk.text_of(it));
            let (name, alias) = (field("name"), field("alias"));
            // `A => _` keeps a name out.
            if alias != Some("_") {
                walk.import(module, name, alias, selector);
            }
        }
        "identifier" | "operator_identifier" => {
            walk.import(module, Some(walk.text_of(selector)), None, selector);
        }
        _ => {}
    }
}

/// Whether the current node is in the value of a variable.
fn is_in_value(walk: &Walk<'_>) -> bool {
    use SymbolKind::{Constant, Property, Variable};
    matches!(walk.container_kind(), Some(Property | Constant | Variable))
}

fn visibility<'t>(walk: &Walk<'t>, node: Node<'t>, definition: &Definition<'t>) -> Visibility {
    if walk.is_in_function() || is_in_value(walk) {
        return Visibility::Private;
    }
    let mut cursor = node.walk();
    let mut head =
        node.children(&mut cursor).take_while(|it| it.start_byte() < definition.head_end);
    let modifiers = head.find(|it| it.kind() == "modifiers");
    let access = modifiers.and_then(|modifiers| child_of_kind(modifiers, "access_modifier"));
    let access = access.map_or("", |access| walk.text_of(access));
    let words: String = access.split_whitespace().collect();
    match words.split_once('[') {
        Some(("private", "this]")) => Visibility::Private,
        Some(("private", _)) => Visibility::Internal,
        Some(_) => Visibility::Protected,
        None if words == "private" => Visibility::Private,
        None if words == "protected" => Visibility::Protected,
        None => Visibility::Public,
    }
}
