//! Hides Kotlin syntax that the grammar does not know.
//!
//! A parser that meets such a word may take the rest of the file for an error. The words are blanked or
//! replaced in the text that is parsed, which keeps its length, so that every place found in it holds in
//! the original.

use std::borrow::Cow;

use crate::languages::hidden::Hidden;

/// Maximum length of a constructor's parameters, in bytes.
const MOST_PARAMETERS_BYTES: usize = 4000;

/// The text to parse in place of this one.
pub fn hide(text: &str) -> Cow<'_, [u8]> {
    let mut lines = Lines { hidden: Hidden::new(text) };
    let mut start = 0;
    let mut before = "";
    for line in text.split_inclusive('\n') {
        lines.hide_in(line, start, before);
        if !line.trim().is_empty() {
            before = line;
        }
        start += line.len();
    }
    lines.hidden.finish()
}

struct Lines<'t> {
    hidden: Hidden<'t>,
}

impl Lines<'_> {
    fn hide_in(&mut self, line: &str, start: usize, before: &str) {
        let trimmed = line.trim_start();
        let indent = line.len() - trimmed.len();
        // `get("/") { … }` after a `val` is taken for its getter.
        if indent > 0 && trimmed.strip_prefix("get(").is_some_and(|rest| !rest.starts_with(')')) {
            self.hidden.replace(start + indent - 1, start + indent, b';');
        }
        if trimmed.contains("constructor(") {
            self.hide_constructor(trimmed, start + indent, before);
        }
        // `is Circle if large ->`: the condition of a case.
        if let Some(arrow) = line.find("->")
            && let Some(guard) = line[..arrow].find(" if ")
            && !trimmed.starts_with("if ")
            && !line[..guard].contains(['{', '='])
            && is_whole(&line[..guard])
            && is_whole(&line[guard..arrow])
        {
            self.hidden.replace(start + guard, start + arrow, b' ');
        }
        for (at, _) in line.match_indices("$$") {
            if line[at..].trim_start_matches('$').starts_with('"') {
                let n_dollars = line[at..].len() - line[at..].trim_start_matches('$').len();
                self.hidden.replace(start + at, start + at + n_dollars, b' ');
            }
        }
        // `suspend { … }` is a lambda as any other.
        if let Some(at) = line.find("suspend {") {
            self.hidden.replace(start + at, start + at + "suspend".len(), b' ');
        }
        self.hide_where(line, start);
        self.end_members(line, start);
    }

    /// The grammar wants an end of line or a `;` behind the last member of a body. Where it finds neither, it takes
    /// the declarations that follow for a part of the error.
    fn end_members(&mut self, line: &str, start: usize) {
        let declares = ["class ", "interface ", "object "].iter().any(|word| line.contains(word));
        if !declares || line.contains("enum class ") {
            return;
        }
        for (at, _) in line.match_indices(" }") {
            let head = line[..at].trim_end();
            let is_ended = head.is_empty() || head.ends_with(['{', ';', ',']);
            // A brace inside of a text ends no body.
            let is_in_text = !head.matches('"').count().is_multiple_of(2);
            if head.contains('{') && !is_ended && !is_in_text {
                self.hidden.replace(start + at, start + at + 1, b';');
            }
        }
    }

    /// `where` is a name unless constraints come after it.
    fn hide_where(&mut self, line: &str, start: usize) {
        for (at, word) in line.match_indices("where") {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let rest = &line[at + word.len()..];
            let is_name = !line[..at].ends_with(is_word)
                && (rest.starts_with("?.") || rest.starts_with('.') || rest.starts_with("!!"));
            if is_name {
                self.hidden.replace(start + at, start + at + word.len(), b'w');
            }
        }
    }

    /// The grammar knows no constructor on a line of its own; its class is kept, its parameters are not.
    fn hide_constructor(&mut self, line: &str, start: usize, before: &str) {
        let Some((modifiers, parameters)) = line.split_once("constructor(") else { return };
        let is_modifier =
            |word: &str| word.starts_with('@') || word.chars().all(char::is_lowercase);
        let before = before.trim();
        let is_class = (before.starts_with("class ") || before.contains(" class "))
            && !before.ends_with(['{', '}', ')', ',', ';']);
        if !is_class || !modifiers.split_whitespace().all(is_modifier) {
            return;
        }
        let from = start + line.len() - parameters.len();
        let mut depth = 1;
        for (at, byte) in
            self.hidden.text().bytes().enumerate().skip(from).take(MOST_PARAMETERS_BYTES)
        {
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => return self.hidden.replace(start, at + 1, b' '),
                b')' => depth -= 1,
                _ => {}
            }
        }
    }
}

/// Whether brackets and quotes are closed in a piece of a line.
fn is_whole(text: &str) -> bool {
    let count = |sign: char| text.matches(sign).count();
    count('(') == count(')') && count('"').is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(String::from_utf8_lossy(&hide(text)), expected);
    }

    #[test]
    fn what_the_grammar_does_not_know_is_blanked() {
        check("    get(\"/\") {", "   ;get(\"/\") {");
        check("    get() = 1", "    get() = 1");
        check("  is A if c -> 1", "  is A      -> 1");
        check("  \"a\" if f(c) -> 1", "  \"a\"         -> 1");
        check("  f(1) if c -> 1", "  f(1)      -> 1");
        check("  else if c -> 1", "  else      -> 1");
        check("  f(\"a if b -> c\")", "  f(\"a if b -> c\")");
        check("interface A { fun x() }", "interface A { fun x();}");
        check("class A { class B { fun x() } }", "class A { class B { fun x();};}");
        check("class A { val s = \"${ x }\" }", "class A { val s = \"${ x }\";}");
        check("class A { }\nfun f() { g() }", "class A { }\nfun f() { g() }");
        check("enum class A { B, C }", "enum class A { B, C }");
        check("val s = $$\"a\"", "val s =   \"a\"");
        check("val z = suspend { 1 }", "val z =         { 1 }");
        check("where?.let { } where T : A", "wwwww?.let { } where T : A");
        check(
            "class A\nprivate constructor(\n  x: B,\n) {",
            "class A\n                    \n       \n  {",
        );
        check("}\nconstructor(x: A) {", "}\nconstructor(x: A) {");
    }
}
