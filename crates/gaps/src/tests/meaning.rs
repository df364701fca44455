//! What takes its meaning from elsewhere, or is described there, is no gap.

use super::{MISSING, check, check_none};

#[test]
fn a_commented_declaration_describes_a_struct() {
    check(
        MISSING,
        r#"//- tide.h
/** All tables of a port. */
struct tide_port;
//- more.h
struct tide_port { int rows; };
struct tide_other { int rows; int days; int port; };
"#,
        "more.h:2 struct `tide_other` has no description\n",
    );
}

#[test]
fn what_the_preprocessor_replaces_or_passes_on_needs_no_description() {
    check(
        MISSING,
        r#"//- tide.h
#define tide_set(a, b) tide_assign((a), -1, (b))
#define tide_sum(a, b) ((a) + (b))
#if 0
int old(int a);
#endif
#ifndef HAVE_PAIR
struct pair { int a; };
#endif
"#,
        "tide.h:2 macro `tide_sum` has no description\n",
    );
}

#[test]
fn items_of_traits_and_methods_of_private_types_of_rust_need_no_description() {
    check(
        MISSING,
        r#"//- src/lib.rs
/// Shown.
pub struct Shown;
struct Own;
impl Own {
    pub fn merge(&self, a: u8, b: u8) {
        drop(a);
    }
}
impl Deref for Shown {
    type Target = u8;
}
impl Shown {
    pub fn merge(&self, a: u8, b: u8) {
        drop(a);
    }
}
"#,
        "src/lib.rs:13 method `Shown::merge` has no description\n",
    );
}

#[test]
fn a_comment_of_python_is_no_description() {
    let code = r#"//- tide.py
# Cut it.
def cut(path, limit):
    return path
"#;
    check(MISSING, code, "tide.py:2 function `cut` has no description\n");
}

#[test]
fn a_method_of_three_classes_is_wanted_in_their_base_only() {
    let class = |name: &str| {
        format!(
            r#"class {name}:
    """A port by the sea."""
    def merge(self, a, b):
        a = b
        return a
"#
        )
    };
    let two = format!("//- tide.py\n{}{}", class("A"), class("B"));
    check(
        MISSING,
        &two,
        "tide.py:3 method `A.merge` has no description\ntide.py:8 method `B.merge` has no description\n",
    );
    check(MISSING, &format!("{two}{}", class("C")), "");
    check(
        MISSING,
        &format!("{two}{}{}", class("C(Base)"), class("Base")),
        "tide.py:18 method `Base.merge` has no description\n",
    );
}

#[test]
fn predicates_of_one_statement_and_code_of_the_documentation_need_no_description() {
    let tree = r#"//- tide.py
def is_high(level, port):
    return level > port
//- docs/make.py
def build(a, b):
    return a
"#;
    check_none(MISSING, tree, "is_high", "high");
    check_none(MISSING, tree, "docs/", "");
    let body = r#"def a(): pass
def b(): pass
def c(): pass
"#;
    let tree = format!("//- docs/make.py\n{body}{}", "x = 1\n".repeat(90));
    check_none("missing-overview", &tree, "docs/", "");
}

#[test]
fn a_heading_is_about_every_name_in_it() {
    check(
        MISSING,
        r#"//- tide.py
def read(path, limit):
    return path
def merge(path, limit):
    return path
def cut(path, limit):
    return path
//- docs/api.md
# API

## `read()` and `tide.merge()`

Text.
"#,
        "tide.py:5 function `cut` has no description\n",
    );
}

#[test]
fn an_internal_header_introduces_the_source() {
    let body = r#"int a(void) { return 1; }
int b(void) { return 1; }
int c(void) { return 1; }
"#;
    let lines = "/* x */\n\n".repeat(50) + "int d(void) { return 1; }\n";
    let header = "/* Reads tide tables. */\n";
    let tree = format!(
        r#"//- a.c
#include <x.h>
{body}{lines}//- include/a-internal.h
{header}
int a(void);
"#
    );
    check_none("missing-overview", &tree, header, "");
}
