//! Macros that look like calls and define something: functions, tests, variables.
//!
//! What a macro does cannot be known here; those of test frameworks and of the Linux kernel are
//! recognised by their names.

use rutter_domain::SymbolKind;
use tree_sitter::Node;

use crate::walk::{Definition, Walk, fields};

/// What the Linux kernel's macros that define a variable begin with, after `DEFINE_` or `DECLARE_`.
const VARIABLE_MACROS: &[&str] = &[
    "MUTEX", "SPINLOCK", "RAW_SPINLOCK", "RWLOCK", "RWSEM", "SEMAPHORE", "SEQLOCK", "SRCU",
    "STATIC_SRCU", "STATIC_KEY", "PER_CPU", "EARLY_PER_CPU", "IDA", "IDR", "XARRAY", "HASHTABLE",
    "BITMAP", "LIST_HEAD", "HLIST_HEAD", "LLIST_HEAD", "WAIT_QUEUE_HEAD", "COMPLETION", "WORK",
    "DELAYED_WORK", "TASKLET", "TIMER", "KFIFO", "RATELIMIT_STATE",
];

/// Outside functions, macros that look like calls may define something.
pub fn read_statement<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if walk.is_in_function() {
        return;
    }
    let Some(call) = node.named_child(0).map(|inner| match inner.kind() {
        "assignment_expression" => inner.child_by_field_name("left").unwrap_or(inner),
        _ => inner,
    }) else {
        return;
    };
    let Some((name, arguments)) = fields(call, "function", "arguments") else { return };
    let name = walk.text_of(name);
    let arguments = walk.text_of(arguments);
    let after = walk.text.get(node.end_byte()..).unwrap_or("").trim_start();
    // With a block behind it the macro heads a function, with a semicolon it makes a variable.
    let has_body = after.starts_with('{') && walk.text_of(node).ends_with(')');
    let definition = if has_body {
        definition_by_macro(name, arguments, node.end_byte())
    } else {
        variable_by_macro(name, arguments, node.end_byte())
    };
    if let Some(definition) = definition {
        walk.open_named(node, definition);
    }
}

/// A block outside functions is the body of what a macro defined before it, or at least of some
/// function.
pub fn open_block<'t>(walk: &mut Walk<'t>, node: Node<'t>) {
    if !walk.is_in_function() && !walk.continue_last(node) {
        walk.open_function();
    }
}

/// `SYSCALL_DEFINE3(read, …) {` defines `read`, `TEST(Pool, Grows) {` the test `Pool.Grows`.
pub fn definition_by_macro<'t>(
    name: &str,
    arguments: &'t str,
    head_end: usize,
) -> Option<Definition<'t>> {
    let mut words = split_arguments(arguments);
    let first = words.next().filter(|word| is_name(word))?;
    let is_test = name.contains("TEST");
    let (kind, name) = match words.next() {
        Some(second) if is_test && is_name(second) => {
            (SymbolKind::Test, format!("{first}.{second}").into())
        }
        Some(_) | None if is_test => (SymbolKind::Test, first.into()),
        Some(_) | None => (SymbolKind::Function, first.into()),
    };
    Some(Definition { kind, name, owner: None, head_end })
}

/// `DEFINE_MUTEX(lock);` defines `lock`, `DEFINE_PER_CPU(int, users);` defines `users`.
fn variable_by_macro<'t>(
    name: &str,
    arguments: &'t str,
    head_end: usize,
) -> Option<Definition<'t>> {
    let what = name.strip_prefix("DEFINE_").or_else(|| name.strip_prefix("DECLARE_"));
    let what = what.unwrap_or(name);
    let is_known = VARIABLE_MACROS.iter().any(|known| what.starts_with(known));
    // Its first argument is the type.
    let index = usize::from(what.contains("PER_CPU"));
    let variable = split_arguments(arguments).nth(index)?;
    let kind = SymbolKind::Variable;
    let is_variable = is_known && is_name(variable) && !is_macro_name(variable);
    is_variable.then(|| Definition { kind, name: variable.into(), owner: None, head_end })
}

fn split_arguments(arguments: &str) -> impl Iterator<Item = &str> {
    arguments.trim_start_matches('(').trim_end_matches(')').split(',').map(str::trim)
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Whether convention takes this name for a macro: `MODULE_INIT`, not `X`.
pub fn is_macro_name(name: &str) -> bool {
    name.len() > 2
        && name
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
}
