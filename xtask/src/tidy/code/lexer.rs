//! Separates code, comments and literals of a Rust file.
//!
//! It knows what can hide a quote or a brace: nested comments, raw strings, characters beside
//! lifetimes. Nothing else of the language matters to the rules.

/// A Rust file, taken apart. All three keep the positions of the file.
#[derive(Debug)]
pub struct Lexed {
    /// The text with blanks in place of comments and of what literals contain.
    pub code: String,
    pub literals: Vec<Piece>,
    pub comments: Vec<Piece>,
}

/// A literal or a comment.
#[derive(Debug, PartialEq, Eq)]
pub struct Piece {
    /// Where it begins, in bytes.
    pub start: usize,
    pub text: String,
}

/// Takes a file apart. A text that is not Rust gives something, too.
pub fn lex(text: &str) -> Lexed {
    let mut lexed = Lexed {
        code: String::with_capacity(text.len()),
        literals: Vec::new(),
        comments: Vec::new(),
    };
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let before = lexed.code.chars().next_back();
        let (kind, n_bytes) = next(rest, before, first);
        let piece = &rest[..n_bytes];
        match kind {
            Kind::Code => lexed.code.push_str(piece),
            Kind::Comment => {
                lexed.comments.push(Piece { start: at, text: piece.to_owned() });
                blank(&mut lexed.code, piece);
            }
            Kind::Literal { head, tail } => {
                let inner = &piece[head..n_bytes - tail];
                lexed.literals.push(Piece { start: at, text: inner.to_owned() });
                lexed.code.push_str(&piece[..head]);
                blank(&mut lexed.code, inner);
                lexed.code.push_str(&piece[n_bytes - tail..]);
            }
        }
        at += n_bytes;
    }
    lexed
}

enum Kind {
    Code,
    Comment,
    /// With the lengths of the quotes, and of what stands before the first.
    Literal {
        head: usize,
        tail: usize,
    },
}

/// What the text begins with, and how long that is.
fn next(rest: &str, before: Option<char>, first: char) -> (Kind, usize) {
    if rest.starts_with("//") {
        return (Kind::Comment, rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return (Kind::Comment, block_comment(rest));
    }
    if !before.is_some_and(is_name_part)
        && let Some(literal) = raw_string(rest)
    {
        return literal;
    }
    match first {
        '"' => {
            let end = escaped_end(rest, '"');
            let is_closed = end > 1 && rest[..end].ends_with('"');
            (Kind::Literal { head: 1, tail: usize::from(is_closed) }, end)
        }
        _ => (Kind::Code, character_end(rest).unwrap_or(first.len_utf8())),
    }
}

fn block_comment(rest: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    rest.len()
}

/// `r"…"`, `r#"…"#`, `br"…"`, `cr"…"`.
fn raw_string(rest: &str) -> Option<(Kind, usize)> {
    let bare = rest.trim_start_matches(['b', 'c']);
    let hashes = bare.strip_prefix('r')?;
    let n_hashes = hashes.len() - hashes.trim_start_matches('#').len();
    hashes[n_hashes..].strip_prefix('"')?;
    let head = rest.len() - hashes.len() + n_hashes + 1;
    let end = format!("\"{}", "#".repeat(n_hashes));
    let inner = rest[head..].find(&end).unwrap_or(rest.len() - head);
    let tail = end.len().min(rest.len() - head - inner);
    Some((Kind::Literal { head, tail }, head + inner + tail))
}

/// The end of a literal with escapes that begins with a quote.
fn escaped_end(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

/// The length of the character literal that a text begins with; a lifetime is not one.
pub fn character_end(rest: &str) -> Option<usize> {
    let mut inner = rest.strip_prefix('\'')?.chars();
    let is_character = inner.next()? == '\\' || inner.next() == Some('\'');
    is_character.then(|| escaped_end(rest, '\''))
}

/// Adds as many blanks as the piece has bytes, and its line ends.
fn blank(code: &mut String, piece: &str) {
    code.extend(piece.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }));
}

pub fn is_name_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, code: &str, literals: &[&str], comments: &[&str]) {
        let lexed = lex(text);
        let texts =
            |pieces: &[Piece]| pieces.iter().map(|one| one.text.clone()).collect::<Vec<_>>();
        assert_eq!(lexed.code, code);
        assert_eq!(lexed.code.len(), text.len());
        assert_eq!(texts(&lexed.literals), literals);
        assert_eq!(texts(&lexed.comments), comments);
    }

    #[test]
    fn code_comments_and_literals_are_separated() {
        check("a(\"b\"); // c\nd", "a(\" \");     \nd", &["b"], &["// c"]);
        check("a /* b /* c */ d */ e", "a                   e", &[], &["/* b /* c */ d */"]);
        check(r##"r#"a"b"# c"##, r##"r#"   "# c"##, &["a\"b"], &[]);
        check(r#""\"" b"#, r#""  " b"#, &[r#"\""#], &[]);
    }

    #[test]
    fn a_lifetime_opens_no_character() {
        check(
            "fn a<'a>(b: &'a str) { '\"'; '\\''; }",
            "fn a<'a>(b: &'a str) { '\"'; '\\''; }",
            &[],
            &[],
        );
    }

    #[test]
    fn what_never_ends_ends_with_the_file() {
        check("\"ab", "\"  ", &["ab"], &[]);
        check("r#\"ab", "r#\"  ", &["ab"], &[]);
        check("/* ab", "     ", &[], &["/* ab"]);
    }
}
