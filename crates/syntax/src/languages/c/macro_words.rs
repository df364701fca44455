//! Hides C and C++ macros in places where no grammar expects a name.
//!
//! `NS_BEGIN` on a line of its own, `class LOCKABLE Mutex {`, `int x GUARDED_BY(mu);` and `API void f();`
//! can only be told from names by convention: they are written in capitals. So this is tried where the
//! text as it is has errors. What is hidden is blanked, which keeps every place.

use super::macros::is_macro_name;

/// Maximum number of words of a line to examine.
const MOST_WORDS: usize = 40;
/// Maximum length of the arguments of a macro, in bytes.
const MOST_ARGUMENTS_BYTES: usize = 400;

/// Parts of the names of macros that may follow a declarator.
const TRAILING: &[&str] = &[
    "GUARDED_BY", "LOCK", "REQUIRES", "EXCLUDES", "ACQUIRE", "RELEASE", "CAPABILITY", "ATTRIBUTE",
    "ATTR", "NOEXCEPT", "LIFETIME", "THREAD", "PRINTF", "FORMAT", "NONNULL", "NON_NULL",
    "DEPRECATED", "UNUSED", "ALIGN", "NOTHROW", "WARN", "MALLOC", "SENTINEL", "ALLOC",
];

/// Words that begin a statement of which nothing is hidden.
const STATEMENTS: &[&str] = &[
    "if", "for", "while", "switch", "else", "return", "case", "do", "goto", "throw", "delete",
    "new", "default", "co_return", "co_await",
];

/// Words that may precede the macro at the start of a declaration.
const SPECIFIERS: &[&str] = &[
    "inline", "static", "virtual", "explicit", "constexpr", "extern", "friend", "typedef", "const",
];

/// Words that begin what a declaration says after its first macro.
const TYPE_WORDS: &[&str] = &[
    "void", "int", "bool", "auto", "char", "long", "unsigned", "const", "constexpr", "class",
    "struct", "static", "inline", "virtual", "template", "explicit", "typedef", "enum", "using",
    "double", "float", "size_t", "short", "signed", "operator", "union",
];

/// The text without such macros; `None` if there are none.
pub fn hide(text: &[u8]) -> Option<Vec<u8>> {
    let mut hidden = text.to_vec();
    let mut n_hidden = 0;
    let mut before: &[u8] = b"";
    let mut is_carried = false;
    let mut start = 0;
    while start < text.len() {
        let end = text[start..]
            .iter()
            .position(|byte| *byte == b'\n')
            .map_or(text.len(), |at| start + at);
        let line = &text[start..end];
        let trimmed = line.trim_ascii();
        let is_directive = is_carried || trimmed.starts_with(b"#");
        is_carried = is_directive && trimmed.ends_with(b"\\");
        let is_comment =
            trimmed.starts_with(b"//") || trimmed.starts_with(b"*") || trimmed.starts_with(b"/*");
        if !is_directive && !is_comment && !trimmed.is_empty() {
            let after = next_line(text, end);
            for range in find_macros(line, before, after) {
                n_hidden += 1;
                hidden[start + range.0..start + range.1].fill(b' ');
            }
            // Comments and directives between two lines of code part nothing.
            before = trimmed;
        }
        start = end + 1;
    }
    (n_hidden > 0).then_some(hidden)
}

/// Whether this is the name of an annotation rather than of a symbol.
pub fn is_annotation(name: &str) -> bool {
    is_macro_name(name) && TRAILING.iter().any(|part| name.contains(part))
}

/// `typedef int CALLBACK(name)(int);`: the macro before the name is blanked.
pub fn hide_callbacks(text: &[u8]) -> Option<Vec<u8>> {
    let mut hidden: Option<Vec<u8>> = None;
    let mut start = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        if line.trim_ascii_start().starts_with(b"typedef ") {
            let words = words(line);
            let found = words.iter().find(|word| {
                let end = word.arguments.unwrap_or(0);
                // Two pairs of brackets behind the word: the name, and the parameters of the
                // callback.
                word.is_macro() && line.get(end..).is_some_and(|it| end > 0 && it.starts_with(b"("))
            });
            if let Some(word) = found {
                let hidden = hidden.get_or_insert_with(|| text.to_vec());
                hidden[start + word.start..start + word.end].fill(b' ');
            }
        }
        start += line.len();
    }
    hidden
}

/// The next line that is not blank.
fn next_line(text: &[u8], end: usize) -> &[u8] {
    let rest = text[end..].trim_ascii_start();
    rest.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii()
}

/// A word of a line.
#[derive(Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    start: usize,
    end: usize,
    /// The end of the arguments behind it.
    arguments: Option<usize>,
    /// The bytes before and behind it that are not blank.
    before: u8,
    after: u8,
}

impl Word<'_> {
    fn is_macro(&self) -> bool {
        let mut letters = self.text.bytes();
        self.text.len() > 2
            && !self.text.starts_with(|c: char| c.is_ascii_digit())
            && letters
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_')
    }

    fn whole_end(&self) -> usize {
        self.arguments.unwrap_or(self.end)
    }
}

fn find_macros(line: &[u8], before: &[u8], after: &[u8]) -> Vec<(usize, usize)> {
    let words = words(line);
    let Some(first) = words.first() else { return Vec::new() };
    // In a statement a word in capitals is a constant or a call.
    if STATEMENTS.contains(&first.text) {
        return Vec::new();
    }
    if first.is_macro() && words.len() == 1 && line.trim_ascii().len() == first.text.len() {
        let is_begun =
            matches!(before.last(), Some(b',' | b'(' | b'=' | b'|' | b'&' | b'\\' | b'+' | b'<'));
        // An operator on the next line makes the word an operand of an expression.
        let is_continued = match after.first() {
            Some(b'}') => !matches!(before.last(), Some(b';' | b'}' | b')')),
            Some(byte) => b"{;=,)(|&.+".contains(byte),
            None => false,
        };
        let is_alone = !is_begun && !is_continued;
        return if is_alone { vec![(first.start, first.end)] } else { Vec::new() };
    }
    if is_annotation_line(first, line, before, after) {
        return vec![(first.start, first.whole_end())];
    }
    let mut found = Vec::new();
    find_tag_macros(&words, after, &mut found);
    find_conventions(&words, &mut found);
    find_leading(line, &words, &mut found);
    find_trailing(&words, after, &mut found);
    found
}

/// `DEPRECATED("use g")` on a line of its own, before the declaration that it is about.
fn is_annotation_line(first: &Word<'_>, line: &[u8], before: &[u8], after: &[u8]) -> bool {
    let starts_a_name = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    first.is_macro()
        && first.arguments.is_some()
        && line.get(first.whole_end()..).is_some_and(|rest| rest.trim_ascii().is_empty())
        && line[..first.start].trim_ascii().is_empty()
        && matches!(before.last(), None | Some(b';' | b'}' | b'{' | b':' | b'/'))
        && after.first().is_some_and(starts_a_name)
        && is_annotation(first.text)
}

/// `void (CDECL *f)(int)`: the word before the star is a macro.
fn find_conventions(words: &[Word<'_>], found: &mut Vec<(usize, usize)>) {
    for pair in words.windows(2) {
        let [word, name] = pair else { continue };
        let is_pointer = word.before == b'(' && word.after == b'*' && name.after == b')';
        if is_pointer && word.is_macro() && word.arguments.is_none() {
            found.push((word.start, word.end));
        }
    }
}

/// `class A B Name {`: all but the last are macros.
fn find_tag_macros(words: &[Word<'_>], after: &[u8], found: &mut Vec<(usize, usize)>) {
    let Some(tag) =
        words.iter().position(|word| matches!(word.text, "class" | "struct" | "union" | "enum"))
    else {
        return;
    };
    let mut rest = &words[tag + 1..];
    // `enum class Name` has two words before the name.
    if rest.first().is_some_and(|word| matches!(word.text, "class" | "struct")) {
        rest = &rest[1..];
    }
    let mut hidden = Vec::new();
    while let Some(word) = rest.first() {
        let next = rest.iter().position(|it| it.start >= word.whole_end());
        let next = next.filter(|next| rest[*next].before != b':' && rest[*next].text != "final");
        let is_macro = word.is_macro() || word.text == "alignas";
        let Some(next) = next.filter(|_| is_macro && word.after != b':') else {
            let is_defined = matches!(word.after, b'{' | b':')
                || word.after == 0 && (after.starts_with(b"{") || after.starts_with(b":"))
                || rest.get(1).is_some_and(|next| next.text == "final");
            if is_defined {
                found.append(&mut hidden);
            }
            return;
        };
        hidden.push((word.start, word.whole_end()));
        rest = &rest[next..];
    }
}

/// `API void f();`: before a type and a name, one word more is a macro.
fn find_leading(line: &[u8], words: &[Word<'_>], found: &mut Vec<(usize, usize)>) {
    let mut at = 0;
    let mut is_explicit = false;
    if words.first().is_some_and(|word| word.text == "template") {
        let Some(end) = end_of_brackets(line, words[0].end, b'<', b'>', line.len()) else { return };
        at = words.iter().position(|word| word.start >= end).unwrap_or(words.len());
    }
    while let Some(word) = words.get(at) {
        if SPECIFIERS.contains(&word.text) || word.text == "C" && word.before == b'"' {
            is_explicit |= word.text == "explicit";
            at += 1;
            continue;
        }
        let next = words.iter().position(|it| it.start >= word.whole_end());
        let Some(next) = next.filter(|_| word.is_macro()) else { return };
        let is_followed = line[word.whole_end()..words[next].start]
            .iter()
            .all(|byte| matches!(byte, b' ' | b'\t'))
            || line[word.whole_end()..words[next].start].trim_ascii() == b"~";
        let n_names = count_names(&words[next..]);
        let is_type = TYPE_WORDS.contains(&words[next].text);
        // `INLINE file::file(`: a constructor.
        let is_constructor = words.get(next + 1).is_some_and(|name| {
            name.text == words[next].text && name.before == b':' || name.before == b'~'
        });
        if !is_followed || n_names < 2 && !is_type && !is_explicit && !is_constructor {
            return;
        }
        found.push((word.start, word.whole_end()));
        at = next;
    }
}

/// How many names stand side by side up to the first sign that ends a declarator's beginning.
fn count_names(words: &[Word<'_>]) -> usize {
    let mut n_names = 0;
    for word in words {
        if word.before != b':' && word.before != b'<' && word.before != b',' {
            n_names += 1;
        }
        // What comes behind these is no longer the beginning of a declarator.
        if matches!(word.after, b'(' | b';' | b'=' | b'{' | b'[' | b',' | b')') {
            break;
        }
    }
    n_names
}

/// `int x GUARDED_BY(mu);` and `void f() NOEXCEPT {`.
fn find_trailing(words: &[Word<'_>], after: &[u8], found: &mut Vec<(usize, usize)>) {
    for (at, word) in words.iter().enumerate().skip(1) {
        if !word.is_macro() {
            continue;
        }
        let is_behind_brackets = word.before == b')'
            || matches!(words[at - 1].text, "const" | "override" | "noexcept" | "final")
            || found
                .last()
                .is_some_and(|last| last.1 <= word.start && words[at - 1].start >= last.0);
        let ends_here = match word.arguments {
            Some(_) => true,
            None => {
                matches!(word.after, b'{' | b';' | b':' | b'=')
                    || word.after == 0 && after.starts_with(b"{")
                    || words.get(at + 1).is_some_and(|next| {
                        next.is_macro()
                            || matches!(next.text, "const" | "override" | "noexcept" | "final")
                    })
            }
        };
        let has_type = words[..at]
            .iter()
            .any(|it| !it.is_macro() && !SPECIFIERS.contains(&it.text) && it.text != "template");
        // `int ZEXPORT name(`, with the name on this line or the next.
        let is_convention = has_type
            && word.arguments.is_none()
            && (is_name_end(word.before) || word.before == b'*')
            && match words.get(at + 1) {
                Some(name) => is_name_end(word.after) && name.after == b'(',
                None => word.after == 0 && starts_declarator(after),
            };
        if is_convention {
            found.push((word.start, word.end));
            continue;
        }
        let is_known = TRAILING.iter().any(|part| word.text.contains(part));
        let is_annotation = match word.arguments {
            Some(_) => is_known && (is_behind_brackets || at >= 2 && is_name_end(word.before)),
            None => is_behind_brackets || is_known && at >= 2 && is_name_end(word.before),
        };
        if ends_here && is_annotation {
            found.push((word.start, word.whole_end()));
        }
    }
}

/// Whether a line begins with a name and a bracket.
fn starts_declarator(line: &[u8]) -> bool {
    let name =
        line.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    name > 0 && line[name..].starts_with(b"(") && !line.ends_with(b";")
}

fn is_name_end(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b']' | b')')
}

fn words(line: &[u8]) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut at = 0;
    let mut before = 0;
    while at < line.len() && words.len() < MOST_WORDS {
        let byte = line[at];
        if byte == b'/' && matches!(line.get(at + 1), Some(b'/' | b'*')) {
            break;
        }
        if byte == b'"' || byte == b'\'' {
            let end = line[at + 1..]
                .iter()
                .position(|it| *it == byte)
                .map_or(line.len(), |end| at + end + 2);
            before = byte;
            at = end;
            continue;
        }
        if !byte.is_ascii_alphanumeric() && byte != b'_' {
            if !byte.is_ascii_whitespace() {
                before = byte;
            }
            at += 1;
            continue;
        }
        let start = at;
        while at < line.len() && (line[at].is_ascii_alphanumeric() || line[at] == b'_') {
            at += 1;
        }
        let rest = line[at..].trim_ascii_start();
        let text = std::str::from_utf8(&line[start..at]).unwrap_or("");
        let end = || end_of_brackets(line, at, b'(', b')', MOST_ARGUMENTS_BYTES);
        let arguments = rest.starts_with(b"(").then(end).flatten();
        let after = rest.first().copied().filter(|_| !rest.starts_with(b"//")).unwrap_or(0);
        words.push(Word { text, start, end: at, arguments, before, after });
        before = line[at - 1];
    }
    words
}

/// One past the bracket that closes the next one.
fn end_of_brackets(line: &[u8], from: usize, open: u8, close: u8, most: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, byte) in line.iter().enumerate().skip(from).take(most) {
        if *byte == open {
            depth += 1;
        } else if *byte == close {
            // A closing bracket that comes first belongs to something around the word.
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(at + 1);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        let hidden = hide(text.as_bytes()).unwrap_or_else(|| text.as_bytes().to_vec());
        assert_eq!(String::from_utf8_lossy(&hidden), expected);
    }

    #[test]
    fn macros_in_odd_places_are_blanked() {
        check("NS_BEGIN\nclass A {", "        \nclass A {");
        check("class LOCKABLE WARN(x) Mutex {", "class                  Mutex {");
        check("  int x GUARDED_BY(mu_) = 0;", "  int x                 = 0;");
        check("void f() const NOEXCEPT {", "void f() const          {");
        check("API void f();", "    void f();");
        check(
            "template <class T> INLINE auto f(T a) -> int {",
            "template <class T>        auto f(T a) -> int {",
        );
        check("explicit INLINE Mutex(int a);", "explicit        Mutex(int a);");
        check("INLINE file::file(int a) {", "       file::file(int a) {");
        check("int ZEXPORT inflateMark(int a) {", "int         inflateMark(int a) {");
        check("int CALL_CONVENTION\nname(int a)\n{", "int                \nname(int a)\n{");
    }

    #[test]
    fn the_macro_of_a_callback_is_blanked() {
        let hidden = hide_callbacks(b"typedef int CALLBACK(cb)(int a);").unwrap();
        assert_eq!(hidden, b"typedef int         (cb)(int a);");
        assert_eq!(hide_callbacks(b"typedef struct A B;"), None);
    }

    #[test]
    fn names_in_capitals_are_kept() {
        for text in [
            "HANDLE open(int);", "FILE *f;", "DWORD x = 1;", "if (x) FOO(y);",
            "enum { A,\n  LAST\n};", "TEST(Pool, Grows)\n{", "#define API x", "int FOO(int a);",
            "return FOO;", "x = FOO(y) + BAR;", "struct FOO bar;", "static HANDLE open(int);",
        ] {
            check(text, text);
        }
    }
}
