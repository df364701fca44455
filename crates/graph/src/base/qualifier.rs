//! Splits the qualifier of a name into its parts.
//!
//! A qualifier is a path if it consists of names: `a.b`, `foo::Bar<T>`, `App\Models`. Anything else,
//! such as a call or an index, is a value of unknown type.

/// Whether a qualifier could name a module or type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QualifierShape {
    /// Only names.
    Path,
    /// An expression.
    Value,
}

pub fn shape(qualifier: &str) -> QualifierShape {
    let mut depth = 0usize;
    let mut previous = 0u8;
    for byte in qualifier.bytes() {
        match byte {
            b'<' => depth += 1,
            // The `>` of `->` joins names like a dot does.
            b'>' if previous != b'-' => depth = depth.saturating_sub(1),
            _ if depth > 0 || is_name_byte(byte) => {}
            b'.' | b':' | b'\\' | b'-' | b'>' | b'?' | b'&' => {}
            _ => return QualifierShape::Value,
        }
        previous = byte;
    }
    // `1.0` is a number, not a path.
    let starts_like_a_name = |first: &str| !first.starts_with(|c: char| c.is_ascii_digit());
    match segments(qualifier).next() {
        Some(first) if starts_like_a_name(first) => QualifierShape::Path,
        Some(_) | None => QualifierShape::Value,
    }
}

/// The names of a path, without type arguments.
pub fn segments(qualifier: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0usize;
    let mut previous = '\0';
    qualifier
        .split(move |c: char| {
            let was = std::mem::replace(&mut previous, c);
            match c {
                '<' => depth += 1,
                '>' if was != '-' && depth > 0 => depth -= 1,
                _ => return depth > 0 || !is_name_char(c),
            }
            true
        })
        .filter(|segment| !segment.is_empty())
}

/// Whether a name is a type by convention: `Parser`, but neither `parser` nor `PARSER`.
pub fn looks_like_a_type(name: &str) -> bool {
    let name = name.trim_start_matches('_');
    let mut chars = name.chars();
    // A single capital letter is a type parameter, but a longer name in capitals is a constant.
    chars.next().is_some_and(char::is_uppercase)
        && (name.len() == 1 || chars.any(char::is_lowercase))
}

/// Whether a name is more than a plain word: `max_size`, `maxSize`, but not `size`.
pub fn is_distinctive(name: &str) -> bool {
    let inner = name.trim_matches('_').get(1..).unwrap_or("");
    inner.contains(|c: char| c == '_' || c.is_uppercase() || c.is_ascii_digit())
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'@') || byte >= 0x80
}

fn is_name_char(c: char) -> bool {
    !c.is_ascii() || is_name_byte(c as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(qualifier: &str, expected: &str) {
        let segments: Vec<&str> = segments(qualifier).collect();
        assert_eq!(format!("{:?} {}", shape(qualifier), segments.join(" ")), expected);
    }

    #[test]
    fn a_qualifier_is_split_into_its_names() {
        check("self", "Path self");
        check("crate::net::Client", "Path crate net Client");
        check("Vec::<T>", "Path Vec");
        check("Map<String,List<A>>", "Path Map");
        check("a->b", "Path a b");
        check("a?.b", "Path a b");
        check("App\\Models", "Path App Models");
        check("$this", "Path $this");
    }

    #[test]
    fn a_value_is_no_path() {
        for qualifier in ["()", "parse()", "a[0]", "\"text\"", "1.0", "(a+b)", "", "<>", "*p"] {
            assert_eq!(shape(qualifier), QualifierShape::Value, "{qualifier}");
        }
    }

    #[test]
    fn a_type_is_recognized_by_its_first_letter() {
        for (name, expected) in
            [("Parser", true), ("T", true), ("_Node", true), ("parser", false), ("LOG", false)]
        {
            assert_eq!(looks_like_a_type(name), expected, "{name}");
        }
    }
}
