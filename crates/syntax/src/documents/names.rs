//! Separates names of code from other text in code spans.

use rutter_domain::Language;

/// Separators of the parts of a qualified name.
const SEPARATORS: &[&str] = &["::", "->", ".", "#", "\\"];

/// Words with the form of a name that name no definition.
const LITERALS: &[&str] =
    &["true", "false", "null", "nil", "none", "undefined", "self", "this", "super", "todo"];

/// Extensions of data files, which are seldom the names of members.
const DATA_EXTENSIONS: &[&str] = &[
    "ini", "cfg", "xml", "cmake", "gradle", "csproj", "sln", "proto", "properties", "csv", "wasm",
];

/// The longest code span that can be a name.
const MAX_NAME_BYTES: usize = 120;

/// Splits a name into the path before its last part, if any, and that part: `foo.bar()` into `foo` and
/// `bar`. `None` if the text is not the name of something that code could define.
pub fn parse_name(text: &str) -> Option<(Option<&str>, &str)> {
    let text = text.trim().trim_start_matches(['&', '@', '*']);
    if text.is_empty() || text.len() > MAX_NAME_BYTES {
        return None;
    }
    let (name, is_call) = match text.split_once('(') {
        Some((name, args)) if args.ends_with(')') => (name, true),
        Some(_) => return None,
        None => (text, false),
    };
    let name = match name.split_once('<') {
        Some((name, args)) if args.ends_with('>') => name,
        Some(_) => return None,
        None => name,
    };
    let name = without_arity(name.trim_end_matches('!'));
    let name = name.strip_prefix("::").unwrap_or(name);
    // `.unwrap()` is a method of whatever comes before.
    let name = if is_call { name.strip_prefix('.').unwrap_or(name) } else { name };
    if !is_call && is_file_name(name) {
        return None;
    }
    let (qualifier, last) = split_last(name)?;
    let is_literal =
        qualifier.is_none() && LITERALS.iter().any(|word| word.eq_ignore_ascii_case(last));
    // `n` and `x` in prose are values, and would be found in any repository.
    let is_bare_letter = qualifier.is_none() && last.chars().nth(1).is_none();
    (!is_literal && !is_bare_letter).then_some((qualifier, last))
}

/// A name without the number of its arguments, as Elixir writes it: `map/2`.
fn without_arity(name: &str) -> &str {
    match name.rsplit_once('/') {
        Some((name, arity)) if arity.len() == 1 && arity.as_bytes()[0].is_ascii_digit() => name,
        _ => name,
    }
}

fn is_file_name(name: &str) -> bool {
    // `text` and `rest` are extensions too, but as attributes they are far more usual.
    let is_data = |(_, extension): (&str, &str)| DATA_EXTENSIONS.contains(&extension);
    name.rsplit_once('.').is_some_and(is_data)
        || name.contains('.')
            && !name.ends_with(".text")
            && !name.ends_with(".rest")
            && Language::of_path(name) != Language::Unknown
}

/// Splits a name before its last part; `None` if any part is not an identifier.
fn split_last(name: &str) -> Option<(Option<&str>, &str)> {
    let mut rest = name;
    let mut last_start = 0;
    loop {
        let n_part = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        if !rest[..n_part].starts_with(|c: char| c.is_alphabetic() || c == '_') {
            return None;
        }
        let after = &rest[n_part..];
        if after.is_empty() || after == "?" {
            let separator = SEPARATORS.iter().find(|mark| name[..last_start].ends_with(**mark));
            let n_separator = separator.map_or(0, |mark| mark.len());
            let qualifier = (last_start > 0).then(|| &name[..last_start - n_separator]);
            return Some((qualifier, &name[last_start..]));
        }
        let separator = SEPARATORS.iter().find(|mark| after.starts_with(**mark))?;
        rest = &after[separator.len()..];
        last_start = name.len() - rest.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each row is a code span and what is read in it, as `qualifier|name`.
    fn check(rows: &[(&str, &str)]) {
        for (text, wanted) in rows {
            let found = parse_name(text)
                .map(|(qualifier, name)| format!("{}|{name}", qualifier.unwrap_or_default()));
            assert_eq!(found.unwrap_or_default(), *wanted, "{text}");
        }
    }

    #[test]
    fn a_name_is_read_however_it_is_written() {
        check(&[
            ("foo_bar", "|foo_bar"),
            ("Foo", "|Foo"),
            ("foo.bar()", "foo|bar"),
            ("foo.bar(a, b)", "foo|bar"),
            ("a.b.run", "a.b|run"),
            ("Foo::bar", "Foo|bar"),
            ("::foo::Bar", "foo|Bar"),
            ("Foo#bar", "Foo|bar"),
            ("Foo->bar", "Foo|bar"),
            ("A\\B\\C", "A\\B|C"),
            ("Vec<T>", "|Vec"),
            ("println!", "|println"),
            ("empty?", "|empty?"),
            ("Enum.map/2", "Enum|map"),
            ("@app.route", "app|route"),
            (".unwrap()", "|unwrap"),
            ("größe", "|größe"),
        ]);
    }

    #[test]
    fn what_code_could_not_define_is_no_name() {
        for text in [
            "", "x", "true", "None", "1.2.3", "--flag", "cargo build", "a-b", "src/lib.rs",
            "Cargo.toml", "main.rs", ".gitignore", "a..b", "foo.", "a = 1", "fn(", "$HOME", "#id",
            "/", "::", "()", "<T>",
        ] {
            check(&[(text, "")]);
        }
    }
}
