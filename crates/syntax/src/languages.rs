//! The languages that are known, one table and one profile each.
//!
//! # How to add a language
//!
//! 1. Look at its syntax: `cargo run --release -p rutter-syntax --example facts -- --tree FILE`
//!    prints a file's tree, without `--tree` its facts.
//! 2. Write `languages/LANG.rs` with one `pub static LANG: Rules`, as `rust.rs` and `python.rs` do:
//!    - `rules`: rows of node kinds, with blanks between, and [`Rule`](crate::rules::Rule). `define(SymbolKind::Struct).rule()`
//!      is a definition with its name in the field `name` and its body in the field `body`; change
//!      that with `.kind_by(f)`, `.name_in("field")`, `.body(&["value", "body"])`,
//!      `.outside_functions()` (for variables that would be locals). `Rule::Call("function")` is a
//!      call of what that field names, `Rule::Refer(ReferenceKind::Type)` a name used as a type.
//!      Anything else is a `Rule::Hook(f)`, a function of the walk and the node.
//!      Rows come in groups, so that related languages can share them, as TypeScript does.
//!      `Rule::Value` is a name or a member that is read or written.
//!    - `roles`: whether names in a node are read, written or bound: `("assignment", Roles::In("left",
//!      Role::Write))`; names bound by a function are not recorded.
//!    - `shapes`: how the last name and its qualifier are read from a node that is called, used as
//!      a type or inherited from: `Path("object", "property")`, `Within("function")`,
//!      `First`, `Last`, `Whole`. Without a shape only a leaf is a name.
//!    - `visibility`: a function of the definition; `walk.container()` is the symbol around it,
//!      `walk.prefix_of(node)` its attributes, `walk.wrappers()` the wrappers around it.
//! 3. Write `languages/LANG/profile.rs`, which answers what other crates ask about the language; see
//!    [`crate::profile`]. The compiler asks for every field.
//! 4. Add its lines to `tables!` and [`profile`] below, a row with its names and extensions in
//!    `domain/src/language.rs`, the grammar crate to the manifest and to ARCHITECTURE.md.
//! 5. Put files into `fixtures/LANG/`, run `UPDATE_EXPECT=1 cargo test --release -p rutter-syntax`
//!    and read every line of the `.expected` files: they are the language's tests.
//!
//! In a hook: `walk.add_reference(kind, node)` notes a use of the name in a node, `walk.add_references` of each
//! child; `walk.open(node, name_node, kind, head_end)` makes a symbol that lasts to the end of the
//! *current* node, which the hook was given; called several times, it makes siblings;
//! `walk.open_as(node, kind, name, head_end)` for a name that is not a node, and
//! `walk.open_named(node, Definition { owner, .. })` for one that belongs to a symbol not around it (`Foo`
//! in `func (f *Foo) Bar()`);
//! `walk.open_rest(node, name_node, kind)` for one that holds all after it, such as `namespace A;`;
//! `walk.import(module, name, alias, node)`; `walk.mute()` looks at nothing further inside;
//! `walk.wrap(node, Head::Keep)`, `walk.open_function()`, `walk.type_parameter(name)`;
//! `walk.open_clause(node, definition, key)` goes on with the symbol before when it is of the same
//! name, as equations of a function are; `walk.begin_section(visibility)` is `private:` and the
//! like, read from `walk.container().section`; `walk.add_member_reference(kind, qualifier, name)`.
//! `walk.exported.push(name)` makes a top-level symbol public at the end. A hook must neither
//! recurse over the tree nor call `parent` or `prev_sibling`, which search from the root.

mod bash;
mod c;
mod cpp;
mod csharp;
pub mod detect;
mod elixir;
mod go;
mod haskell;
pub mod hidden;
mod java;
mod javascript;
mod kotlin;
pub mod locals;
mod lua;
mod php;
mod plain;
mod python;
mod ruby;
mod rust;
mod scala;
mod swift;
mod typescript;
mod zig;

pub(crate) use rust::macros as rust_macros;

use std::borrow::Cow;

use rutter_domain::{Language, Symbol, SymbolKind};

use crate::profile::Profile;
use crate::table::{LazyTable, Table};

/// The table of a language; nothing for one that is not parsed.
pub fn table(language: Language) -> Option<&'static Table> {
    macro_rules! tables {
        ($($language:ident => $rules:path,)*) => {
            match language {
                $(Language::$language => {
                    static TABLE: LazyTable = LazyTable::new(
                        &$rules,
                        profile(Language::$language),
                        locals::local_rows(Language::$language),
                    );
                    Some(TABLE.get())
                })*
                _ => None,
            }
        };
    }
    tables! {
        Bash => bash::BASH,
        C => c::C,
        Cpp => cpp::CPP,
        CSharp => csharp::CSHARP,
        Elixir => elixir::ELIXIR,
        Haskell => haskell::HASKELL,
        Go => go::GO,
        Java => java::JAVA,
        JavaScript => javascript::JAVASCRIPT,
        Kotlin => kotlin::KOTLIN,
        Lua => lua::LUA,
        Php => php::PHP,
        Python => python::PYTHON,
        Ruby => ruby::RUBY,
        Rust => rust::RUST,
        Scala => scala::SCALA,
        Swift => swift::SWIFT,
        Tsx => typescript::TSX,
        TypeScript => typescript::TYPESCRIPT,
        Zig => zig::ZIG,
    }
}

/// What is special about a language for other code.
pub const fn profile(language: Language) -> &'static Profile {
    match language {
        Language::Bash => &bash::profile::PROFILE,
        Language::C => &c::profile::PROFILE,
        Language::Cpp => &cpp::profile::PROFILE,
        Language::CSharp => &csharp::profile::PROFILE,
        Language::Elixir => &elixir::profile::PROFILE,
        Language::Go => &go::profile::PROFILE,
        Language::Haskell => &haskell::profile::PROFILE,
        Language::Java => &java::profile::PROFILE,
        Language::JavaScript => &javascript::profile::PROFILE,
        Language::Kotlin => &kotlin::profile::PROFILE,
        Language::Lua => &lua::profile::PROFILE,
        Language::Php => &php::profile::PROFILE,
        Language::Python => &python::profile::PROFILE,
        Language::Ruby => &ruby::profile::PROFILE,
        Language::Rust => &rust::profile::PROFILE,
        Language::Scala => &scala::profile::PROFILE,
        Language::Swift => &swift::profile::PROFILE,
        Language::Tsx => &typescript::profile::TSX,
        Language::TypeScript => &typescript::profile::PROFILE,
        Language::Zig => &zig::profile::PROFILE,
        Language::Markdown
        | Language::ReStructuredText
        | Language::AsciiDoc
        | Language::Text
        | Language::Json => &plain::PROFILE,
        Language::Toml | Language::Yaml => &plain::HASHED,
        Language::Sql => &plain::SQL,
        Language::Css => &plain::CSS,
        Language::Html => &plain::HTML,
        Language::Unknown => &plain::UNKNOWN,
    }
}

/// Whether a symbol is a macro that the grammar took for a name.
pub fn is_misread(language: Language, symbol: &Symbol) -> bool {
    // `END_TEST START_TEST(name) {` is read as a function with a type.
    let has_macro_for_type = || {
        let first = symbol.signature.split_whitespace().next().unwrap_or("");
        symbol.kind.is_callable() && first != symbol.name && c::macros::is_macro_name(first)
    };
    may_be_macro(language, symbol)
        && (c::macro_words::is_annotation(&symbol.name) || has_macro_for_type())
}

/// Whether a symbol that is none by its kind has the name of a macro.
pub fn may_be_macro(language: Language, symbol: &Symbol) -> bool {
    profile(language).is_like_c()
        && !matches!(symbol.kind, SymbolKind::Macro | SymbolKind::Constant | SymbolKind::EnumMember)
        && c::macros::is_macro_name(&symbol.name)
}

/// The text without what would keep a grammar's scanner for ever.
pub fn endable(language: Language, text: &[u8]) -> Cow<'_, [u8]> {
    match language {
        Language::Kotlin => kotlin::annotation_end::close(text),
        _ => Cow::Borrowed(text),
    }
}

/// The lines that define macros in C and C++.
pub fn find_macro_lines(text: &str) -> Vec<c::lost_macros::MacroLine<'_>> {
    c::lost_macros::find(text)
}

/// A text to try in place of a readable one that has errors; `None` if there is no other.
pub fn more_readable(language: Language, text: &[u8]) -> Option<Vec<u8>> {
    match language {
        Language::C | Language::Cpp => {
            let hidden = c::macro_words::hide(text);
            let has_macros = hidden.is_some();
            let mut hidden = hidden.unwrap_or_else(|| text.to_vec());
            (c::conditionals::hide(&mut hidden) || has_macros).then_some(hidden)
        }
        // Attributes and bodies of methods are made conditional there, and the grammar wants whole
        // members.
        Language::CSharp => {
            let mut hidden = text.to_vec();
            c::conditionals::hide_csharp(&mut hidden).then_some(hidden)
        }
        _ => None,
    }
}

/// The text to take tokens from in place of this one. Tokens are compared with stored ones, so that what
/// is hidden here must not change.
pub fn tokenizable(language: Language, text: &str) -> Cow<'_, [u8]> {
    match language {
        Language::C | Language::Cpp => c::annotations::hide(text),
        _ => Cow::Borrowed(text.as_bytes()),
    }
}

/// The text to parse in place of one that has macros around lists of parameters; `None` if it has none.
pub fn without_parameter_macros(language: Language, readable: &[u8]) -> Option<Vec<u8>> {
    match language {
        Language::C | Language::Cpp => c::parameter_macros::unwrap_lists(readable),
        _ => None,
    }
}

/// The text to parse in place of this one: of the same length, without what a grammar cannot know.
pub fn readable(language: Language, text: &str) -> Cow<'_, [u8]> {
    match language {
        Language::C | Language::Cpp => {
            // One after the other: each works on what the one before has left.
            let readable = c::annotations::hide(text);
            let readable = c::directive_comments::hide(&readable).map_or(readable, Cow::Owned);
            c::macro_words::hide_callbacks(&readable).map_or(readable, Cow::Owned)
        }
        Language::Kotlin => kotlin::words::hide(text),
        Language::CSharp => csharp::words::hide(text),
        Language::Bash => bash::words::hide(text),
        Language::TypeScript => typescript::words::hide(text),
        _ => Cow::Borrowed(text.as_bytes()),
    }
}
