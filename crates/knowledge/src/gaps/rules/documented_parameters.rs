//! The parameters that a doc comment describes, by the conventions of its language.

use rutter_domain::Language;

/// Doc comments are kept up to a length; what such a long one leaves out is not known.
const CUT_BYTES: usize = 1900;

pub fn is_cut_short(doc: &str) -> bool {
    doc.len() >= CUT_BYTES
}

/// The names of the parameters that a doc comment describes, in order.
pub fn documented_parameters(language: Language, doc: &str) -> Vec<String> {
    let mut names = match language {
        Language::Python => python(doc),
        Language::Swift => swift(doc),
        Language::CSharp => csharp(doc),
        Language::Rust => rust(doc),
        Language::JavaScript
        | Language::TypeScript
        | Language::Tsx
        | Language::Java
        | Language::Kotlin
        | Language::Scala
        | Language::Php
        | Language::Ruby
        | Language::Lua
        | Language::C
        | Language::Cpp => tags(language, doc),
        Language::Go
        | Language::Haskell
        | Language::Elixir
        | Language::Zig
        | Language::Bash
        | Language::Markdown
        | Language::ReStructuredText
        | Language::AsciiDoc
        | Language::Text
        | Language::Toml
        | Language::Yaml
        | Language::Json
        | Language::Html
        | Language::Css
        | Language::Sql
        | Language::Unknown => Vec::new(),
    };
    names.retain(|name| !name.is_empty());
    names
}

/// `@param {Type} [name=default] words`, `@param Type $name`, `@param name [Type]`, `\param[in] name`.
fn tags(language: Language, doc: &str) -> Vec<String> {
    let mut names = Vec::new();
    for line in doc.lines() {
        let line = line.trim().trim_start_matches('*').trim_start();
        let Some(rest) = line.strip_prefix("@param").or_else(|| line.strip_prefix("\\param"))
        else {
            continue;
        };
        // Properties of one parameter, and generic parameters, have tags of their own.
        if rest.starts_with(|c: char| c.is_alphabetic()) {
            continue;
        }
        let rest = rest.trim_start();
        let rest = match rest.strip_prefix("[in").or_else(|| rest.strip_prefix("[out")) {
            Some(after) => after.split_once(']').map_or("", |(_, rest)| rest).trim_start(),
            None => rest,
        };
        let name = match language {
            Language::Php => rest.find('$').map_or("", |at| &rest[at + 1..]),
            Language::Ruby => match rest.strip_prefix('[') {
                Some(after) => after_brackets(after, '[', ']'),
                None => rest,
            },
            Language::JavaScript | Language::TypeScript | Language::Tsx => {
                let rest = match rest.strip_prefix('{') {
                    Some(after) => after_brackets(after, '{', '}'),
                    None => rest,
                };
                rest.trim_start_matches('[')
            }
            _ => rest,
        };
        if name.starts_with('<') {
            continue;
        }
        let name = name.trim_start_matches(['$', '*', '&', '.', '`', ':']);
        let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
        // `options.limit` describes a property of a parameter.
        let is_property = name[end..].starts_with(['.', '[']) && language != Language::Lua;
        if !is_property && end > 0 {
            names.push(name[..end].to_owned());
        }
    }
    names
}

fn after_brackets(text: &str, open: char, close: char) -> &str {
    let mut depth = 1;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return text[at + c.len_utf8()..].trim_start();
            }
        }
    }
    ""
}

/// Sphinx fields, and the sections of Google and of NumPy.
fn python(doc: &str) -> Vec<String> {
    let mut names = Vec::new();
    let lines: Vec<&str> = doc.lines().collect();
    for line in &lines {
        let line = line.trim();
        if let Some(field) =
            line.strip_prefix(":param ").or_else(|| line.strip_prefix(":parameter "))
        {
            let head = field.split(':').next().unwrap_or("");
            names.extend(head.split_whitespace().last().map(clean));
        }
    }
    let Some(at) = lines.iter().position(is_parameter_section) else { return names };
    let is_numpy = lines.get(at + 1).is_some_and(|line| line.trim().starts_with("---"));
    let body = &lines[at + 1 + usize::from(is_numpy)..];
    // Rules such as `---` are left out of docs, so a heading without a colon is NumPy's as well.
    let is_numpy = is_numpy || !lines[at].trim().ends_with(':');
    let first = body.iter().find(|line| !line.trim().is_empty());
    let Some(own) = first.map(|line| indent(line)) else { return names };
    for line in body {
        if line.trim().is_empty() {
            continue;
        }
        if indent(line) < own || indent(line) == own && is_section(line) {
            break;
        }
        if indent(line) > own {
            continue;
        }
        let line = line.trim();
        let head = match is_numpy {
            true => line.split(':').next().unwrap_or(""),
            false => match line.split_once(':') {
                Some((head, _)) => head.split('(').next().unwrap_or(""),
                None => continue,
            },
        };
        for name in head.split(',') {
            let name = clean(name.trim());
            if name.chars().all(|c| c.is_alphanumeric() || c == '_') {
                names.push(name);
            }
        }
    }
    names
}

fn clean(name: &str) -> String {
    name.trim_matches(['*', '`', '\\', ' ']).to_owned()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn is_parameter_section(line: &&str) -> bool {
    matches!(line.trim(), "Args:" | "Arguments:" | "Parameters:" | "Params:" | "Parameters")
}

fn is_section(line: &str) -> bool {
    const SECTIONS: [&str; 16] = [
        "Returns",
        "Return",
        "Yields",
        "Raises",
        "Notes",
        "Note",
        "Examples",
        "Example",
        "See Also",
        "References",
        "Other Parameters",
        "Attributes",
        "Warns",
        "Warnings",
        "Keyword Args",
        "Todo",
    ];
    SECTIONS.contains(&line.trim().trim_end_matches(':'))
}

/// `- Parameter name: words`, and the list below `- Parameters:`.
fn swift(doc: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut is_list = false;
    for line in doc.lines() {
        let Some(item) = line.trim().strip_prefix(['-', '*']) else { continue };
        let item = item.trim();
        if item.eq_ignore_ascii_case("parameters:") {
            is_list = true;
        } else if let Some(rest) =
            item.strip_prefix("Parameter ").or_else(|| item.strip_prefix("parameter "))
        {
            names.push(clean(rest.split(':').next().unwrap_or("")));
        } else if ["returns", "throws", "note", "important", "warning", "complexity", "seealso"]
            .iter()
            .any(|word| item.to_ascii_lowercase().starts_with(word))
        {
            is_list = false;
        } else if is_list
            && line.starts_with([' ', '\t'])
            && let Some((name, _)) = item.split_once(':')
            && !name.contains(' ')
        {
            names.push(clean(name));
        }
    }
    names
}

/// XML tags were turned into `name: words`; only those with the form of a parameter count.
fn csharp(doc: &str) -> Vec<String> {
    let heads = doc.lines().skip(1).filter_map(|line| line.split_once(": ").map(|(head, _)| head));
    let is_name = |head: &&str| {
        head.starts_with(|c: char| c.is_lowercase())
            && head.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    heads.filter(is_name).map(str::to_owned).collect()
}

/// The list below `# Arguments` or `# Parameters`.
fn rust(doc: &str) -> Vec<String> {
    let mut lines = doc.lines();
    let is_heading = |line: &str| {
        matches!(
            line.trim(),
            "# Arguments" | "# Parameters" | "# Args" | "## Arguments" | "## Parameters"
        )
    };
    if !lines.by_ref().any(is_heading) {
        return Vec::new();
    }
    let items = lines.take_while(|line| !line.trim().starts_with('#'));
    let names = items.filter_map(|line| {
        let item = line.strip_prefix(['-', '*'])?.trim().strip_prefix('`')?;
        let name = item.split('`').next()?;
        Some(name.split(':').next().unwrap_or("").trim().to_owned())
    });
    names.filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_')).collect()
}
