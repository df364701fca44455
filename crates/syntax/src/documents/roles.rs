//! Targets of reStructuredText roles and directives.

use super::code_spans::CodeSpan;

/// The roles whose text names code.
const CODE_ROLES: &[&str] = &[
    "func", "meth", "class", "attr", "mod", "exc", "obj", "data", "const", "any", "type", "member",
    "macro", "struct", "enum", "enumerator", "union", "var", "property", "deco", "method",
    "function", "module", "attribute", "exception", "constant", "paramref", "autolink",
];

/// The roles whose text names neither code nor a file.
const PROSE_ROLES: &[&str] = &[
    "ref", "term", "pep", "rfc", "issue", "command", "option", "envvar", "kbd", "guilabel",
    "menuselection", "source", "math", "abbr", "dfn", "gh", "cve", "sub", "sup", "title",
    "program", "keyword", "samp", "numref", "eq", "token", "index", "regexp", "mimetype",
    "newsgroup", "manpage", "mailheader", "makevar", "pr", "user", "pull", "commit", "confval",
    "conf", "setting", "signal", "reqmeta", "cite", "footcite", "emphasis", "strong", "subscript",
    "superscript", "raw", "bdg", "octicon",
];

/// The target of a reStructuredText code span, with the byte of the line at which it begins.
pub(super) enum RoleTarget<'a> {
    Code(usize, &'a str),
    File(usize, &'a str),
    Document(usize, &'a str),
    /// A literal, or a role that is not known.
    Plain(usize, &'a str),
}

/// `a.b` of ``:func:`~a.b` `` and ``:class:`B <a.b>` ``.
pub(super) fn role_target<'a>(span: &CodeSpan<'a>) -> Option<RoleTarget<'a>> {
    let is_link = span.after.starts_with('_');
    if is_link {
        return None;
    }
    // `:py:func:` has a domain before the role.
    let role =
        span.before.strip_suffix(':').map(|roles| roles.rsplit(':').next().unwrap_or_default());
    let (start, target) = match span.content.rsplit_once('<') {
        Some((title, target)) if target.ends_with('>') => {
            (span.start + title.len() + 1, target.trim_end_matches('>'))
        }
        _ => (span.start, span.content),
    };
    let bare = target.trim_start_matches(['~', '!']);
    let start = start + target.len() - bare.len();
    match role {
        Some("file" | "download") => Some(RoleTarget::File(start, bare)),
        Some("doc") => Some(RoleTarget::Document(start, bare)),
        Some(role) if PROSE_ROLES.contains(&role) => None,
        // A name after `!` is known to lead nowhere.
        Some(role) if CODE_ROLES.contains(&role) => {
            (!target.starts_with('!')).then_some(RoleTarget::Code(start, bare))
        }
        Some(_) | None => Some(RoleTarget::Plain(start, bare)),
    }
}

/// The effect of a directive on the name it describes.
pub(super) enum Described {
    /// Sets the module that later names belong to.
    Scope,
    /// Documents a module, and sets it.
    Module,
    Symbol,
}

/// The name that a directive describes, and where it begins: `a.b` of `.. autofunction:: a.b`.
pub(super) fn directive_target(line: &str) -> Option<(Described, usize, &str)> {
    let (name, argument) = line.trim_start().strip_prefix(".. ")?.split_once("::")?;
    let kind = name.rsplit(':').next().unwrap_or(name);
    let described = match kind {
        "currentmodule" => Described::Scope,
        "module" | "automodule" => Described::Module,
        "function" | "class" | "method" | "attribute" | "data" | "exception" | "classmethod"
        | "staticmethod" | "property" | "decorator" | "macro" | "type" => Described::Symbol,
        _ if kind.starts_with("auto") => Described::Symbol,
        _ => return None,
    };
    let target = argument.trim();
    let start = line.len() - argument.trim_start().len();
    (!target.is_empty()).then_some((described, start, target))
}
