//! C++, as far as it is more than C.
//!
//! A method defined outside its class belongs to it all the same, and is as visible as the class
//! says. Specialisations bear the name of their template, without the arguments. A friend that is
//! defined in a class is a function beside it.

pub mod profile;

use rutter_domain::{Language, ReferenceKind, SymbolKind, Visibility};
use tree_sitter::Node;

use super::c::{self, declarators, declare};
use crate::rules::{Head, Role, Roles, Rule, Rules, SLASH_MARKS, Shape, define};
use crate::walk::{Definition, Walk, head_end, last_named_child};

pub static CPP: Rules = Rules {
    language: Language::Cpp,
    grammar: || tree_sitter_cpp::LANGUAGE.into(),
    separator: "::",
    rules: &[
        &[
            ("namespace_definition", Rule::Hook(open_namespace)),
            ("namespace_alias_definition", Rule::Hook(read_namespace_alias)),
            ("using_declaration", Rule::Hook(read_using)),
            ("alias_declaration", define(SymbolKind::TypeAlias).body(&[]).rule()),
            ("class_specifier", Rule::Hook(declare::open_tag)),
            ("base_class_clause", Rule::Hook(read_bases)),
            ("access_specifier", Rule::Hook(read_access)),
            ("concept_definition", define(SymbolKind::Trait).body(&[]).rule()),
            ("template_declaration friend_declaration", Rule::Wrap(Head::Keep)),
            ("template_parameter_list", Rule::Hook(read_template_parameters)),
            ("linkage_specification", Rule::Hook(wrap_linkage)),
            ("lambda_expression", Rule::Function),
            ("new_expression compound_literal_expression", Rule::Call("type")),
            ("qualified_identifier", Rule::Hook(read_path)),
            ("field_initializer", Rule::Hook(read_field_initializer)),
        ],
        c::SHARED_RULES,
    ],
    roles: &[
        c::SHARED_ROLES,
        &[
            ("reference_declarator structured_binding_declarator", Roles::All(Role::Same)),
            ("variadic_declarator", Roles::All(Role::Same)),
            ("optional_parameter_declaration", Roles::In("declarator", Role::Bind)),
            ("variadic_parameter_declaration for_range_loop", Roles::In("declarator", Role::Bind)),
            ("condition_clause", Roles::All(Role::Read)),
            ("lambda_capture_initializer", Roles::In("left", Role::Bind)),
            ("qualified_identifier", Roles::By(&[("name", Role::Same)], Role::Silent)),
            ("namespace_definition concept_definition", Roles::In("name", Role::Silent)),
            ("template_function", Roles::In("name", Role::Same)),
        ],
    ],
    shapes: &[
        &[
            ("qualified_identifier", Shape::Scopes("name")),
            ("template_function template_method template_type", Shape::Within("name")),
            ("dependent_name dependent_type", Shape::First),
            ("type_descriptor", Shape::Within("type")),
            ("pointer_expression", Shape::Within("argument")),
        ],
        c::SHARED_SHAPES,
    ],
    comments: &["comment"],
    comment_marks: SLASH_MARKS,
    inner_comment_marks: &[],
    ignored_names: &[
        "std", "static_cast", "dynamic_cast", "const_cast", "reinterpret_cast", "u8", "u16", "u32",
        "u64",
    ],
    visibility,
    inner_doc: None,
};

/// A namespace without a name is not a symbol, but hides its members.
fn open_namespace<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let Some(name_node) = node.child_by_field_name("name") else {
        // Its wrapper is what `visibility` recognises it by.
        return walk.wrap(node, Head::Drop);
    };
    walk.claim(name_node);
    let path: String = walk.text_of(name_node).split_whitespace().collect();
    let (owner, name) = match path.rsplit_once("::") {
        Some((owner, name)) => (Some(owner.to_string().into()), name.to_string()),
        None => (None, path),
    };
    let head_end = head_end(node, &["body"]);
    let kind = SymbolKind::Module;
    walk.open_named(node, Definition { kind, name: name.into(), owner, head_end });
}

/// `namespace fs = std::filesystem;`
fn read_namespace_alias<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.mute();
    let name = node.child_by_field_name("name").map(|name| walk.text_of(name));
    if let Some(target) = last_named_child(node) {
        walk.import(walk.text_of(target), None, name, node);
    }
}

/// `using namespace std;` takes all names, `using std::vector;` takes one. In a class, `using`
/// brings in what a base has.
fn read_using<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    walk.mute();
    if declare::is_in_class(walk) {
        return;
    }
    let Some(path) = node.named_child(0).map(|path| walk.text_of(path)) else { return };
    let path = path.trim_start_matches("::");
    let words = walk.text.get(node.start_byte()..node.end_byte()).unwrap_or("");
    let takes_all = matches!(words.split_whitespace().nth(1), Some("namespace" | "enum"));
    match path.rsplit_once("::") {
        // `using enum Color;` takes all names of the enum.
        _ if takes_all => walk.import(path, Some("*"), None, node),
        Some((module, name)) => walk.import(module, Some(name), None, node),
        None => walk.import(path, None, None, node),
    }
}

fn read_bases<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    let types = ["type_identifier", "qualified_identifier", "template_type", "dependent_type"];
    for base in node.named_children(&mut cursor).filter(|base| types.contains(&base.kind())) {
        walk.add_reference(ReferenceKind::Extends, base);
    }
}

/// `private:` begins a section; the same word before a base does not.
fn read_access<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let after = walk.text.get(node.end_byte()..).unwrap_or("").trim_start();
    if !after.starts_with(':') || after.starts_with("::") {
        return;
    }
    match walk.text_of(node) {
        "public" => walk.begin_section(Visibility::Public),
        "protected" => walk.begin_section(Visibility::Protected),
        _ => walk.begin_section(Visibility::Private),
    }
}

/// `typename T`, and `Number T` where `Number` is a concept.
fn read_template_parameters<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let mut cursor = node.walk();
    for parameter in node.named_children(&mut cursor).take(50) {
        let name = match parameter.kind() {
            "type_parameter_declaration" | "variadic_type_parameter_declaration" => {
                parameter.named_child(0)
            }
            "optional_type_parameter_declaration" => parameter.child_by_field_name("name"),
            "parameter_declaration" => parameter.child_by_field_name("declarator"),
            _ => None,
        };
        if let Some(name) = name.filter(|name| name.child_count() == 0) {
            walk.type_parameter(name);
        }
    }
}

/// The words `extern "C"` belong to the signature of the declaration behind them, unless they hold for
/// a whole block.
fn wrap_linkage<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let body = node.child_by_field_name("body");
    if body.is_some_and(|body| body.kind() != "declaration_list") {
        walk.wrap(node, Head::Keep);
    }
}

/// A path that ends in a type is a use of it, any other of a value; the class or namespace before it
/// is used as well.
fn read_path<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    let is_declared = matches!(walk.role, Role::Bind | Role::Silent);
    if declarators::last_of_path(node).kind() == "type_identifier" {
        walk.add_reference(ReferenceKind::Type, node);
    } else if !is_declared {
        walk.add_value(node);
    }
    let scope = node.child_by_field_name("scope").filter(|_| !is_declared);
    if let Some(scope) = scope.and_then(|scope| walk.last_name(scope)) {
        walk.add_bare(scope, Role::Read);
    }
}

/// `: count_(0)` before the body of a constructor.
fn read_field_initializer<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if let Some(name) = node.named_child(0).filter(|name| name.kind() == "field_identifier") {
        walk.add_reference_to(ReferenceKind::Write, walk.text_of(name), Some("this"), name);
    }
}

fn visibility<'t>(walk: &Walk<'t>, node: Node<'t>, definition: &Definition<'t>) -> Visibility {
    if definition.owner.is_some() || node.kind().starts_with("preproc_") {
        return Visibility::Public;
    }
    match walk.container() {
        Some(open) if declare::is_in_class(walk) => {
            // Members of a class are private unless a section says otherwise, those of a struct
            // public.
            let default = match open.kind {
                Some(SymbolKind::Class) => Visibility::Private,
                Some(_) | None => Visibility::Public,
            };
            open.section.unwrap_or(default)
        }
        Some(open) if open.kind == Some(SymbolKind::Enum) => open.visibility,
        Some(_) | None => {
            let is_hidden = declare::is_static(walk, node)
                || walk.wrappers().any(|wrapper| wrapper.kind() == "namespace_definition");
            if is_hidden { Visibility::Private } else { Visibility::Public }
        }
    }
}
