//! Hides words from the grammars of C and C++ that only a preprocessor could explain.
//!
//! `static int __init setup(void)` and `class API Window {` cannot be parsed without the macros'
//! definitions; a parser takes such words for names and loses its way. They are blanked in the text
//! that is parsed, which keeps its length, so that every place found in it holds in the original. A
//! word that begins a declaration becomes one that may stand there, or else the declaration would
//! start behind it.

use std::borrow::Cow;

/// The text to parse in place of this one.
pub fn hide(text: &str) -> Cow<'_, [u8]> {
    let bytes = text.as_bytes();
    let mut hidden: Option<Vec<u8>> = None;
    let mut line = Line::Blank;
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if !starts_name(byte) {
            // Within a line of code only its end changes the state.
            if line != Line::Code || byte == b'\n' {
                line = line.after(byte);
            }
            at += 1;
            continue;
        }
        let end = end_of_name(bytes, at);
        at = match find_hidden(bytes, at, end, line) {
            Some(Hidden { from, to, with }) => {
                let hidden = hidden.get_or_insert_with(|| bytes.to_vec());
                hidden[from..to].fill(b' ');
                hidden[from..from + with.len()].copy_from_slice(with);
                to
            }
            None => end,
        };
        line = line.after(b'a');
    }
    hidden.map_or(Cow::Borrowed(bytes), Cow::Owned)
}

/// State of the line so far.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Line {
    Blank,
    Code,
    /// It is the preprocessor's.
    Directive,
    /// It is the preprocessor's, and so is the next.
    Carried,
}

impl Line {
    fn after(self, byte: u8) -> Line {
        match (self, byte) {
            (Line::Directive, b'\\') => Line::Carried,
            (Line::Carried, b'\n') => Line::Directive,
            (Line::Carried, b'\r') => Line::Carried,
            (Line::Carried, _) => Line::Directive,
            (Line::Blank | Line::Code | Line::Directive, b'\n') => Line::Blank,
            (Line::Blank, b'#') => Line::Directive,
            (Line::Blank, b' ' | b'\t' | b'\r') => Line::Blank,
            (Line::Blank, _) => Line::Code,
            (Line::Code | Line::Directive, _) => self,
        }
    }

    fn is_directive(self) -> bool {
        matches!(self, Line::Directive | Line::Carried)
    }
}

/// A range to blank, and a word to put at its start.
struct Hidden {
    from: usize,
    to: usize,
    with: &'static [u8],
}

fn find_hidden(bytes: &[u8], start: usize, end: usize, line: Line) -> Option<Hidden> {
    let word = &bytes[start..end];
    match word[0] {
        // What all known words begin with: a look at one byte spares the search for nearly every
        // name.
        b'_' | b'a' | b'n' => {}
        b'c' | b's' if matches!(word, b"class" | b"struct") => return find_export(bytes, end),
        b'Q' if matches!(word, b"Q_OBJECT" | b"Q_GADGET") => {
            return Some(Hidden { from: start, to: end, with: b"" });
        }
        _ => return None,
    }
    let known = annotation(word).or_else(|| ends_struct(bytes, start, end));
    let annotation = known.filter(|_| !line.is_directive())?;
    let end = match annotation {
        Annotation::Call => end_of_arguments(bytes, end)?,
        Annotation::Leading | Annotation::Other => end,
    };
    // The word that is put in its place has six letters, and the text must keep its length.
    let is_leading = annotation != Annotation::Other && line == Line::Blank && end - start >= 6;
    Some(Hidden { from: start, to: end, with: if is_leading { b"inline" } else { b"" } })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Annotation {
    /// May begin a declaration.
    Leading,
    /// Has arguments in brackets, and may begin a declaration.
    Call,
    Other,
}

/// Annotations that may begin a declaration.
const LEADING: &[&[u8]] = &[
    b"asmlinkage", b"noinline", b"notrace", b"noinstr", b"__visible", b"__init", b"__exit",
    b"__weak", b"__always_inline", b"__must_check", b"__cold", b"__meminit", b"__cpuinit",
    b"__ref", b"__sched", b"__latent_entropy", b"__net_init", b"__net_exit", b"__noreturn",
    b"__pure", b"__maybe_unused", b"__used", b"__kprobes", b"__hot", b"__flatten",
    b"__attribute_const__", b"__malloc", b"__deprecated", b"__noclone", b"__no_kcsan",
    b"__no_sanitize_address", b"__init_or_module", b"__initcall", b"noinline_for_stack",
    b"__naked", b"__head", b"__init_memblock", b"__paginginit", b"__extension__",
];

/// Annotations behind a type or a declarator.
const OTHERS: &[&[u8]] = &[
    b"__user", b"__iomem", b"__rcu", b"__percpu", b"__force", b"__bitwise", b"__kernel",
    b"__nocast", b"__private", b"__packed", b"__initdata", b"__initconst", b"__exitdata",
    b"__read_mostly", b"__ro_after_init", b"__refdata", b"__devinitdata", b"__meminitdata",
    b"__initdata_memblock", b"__initdata_or_module", b"____cacheline_internodealigned_in_smp",
    b"__net_initdata", b"__cacheline_aligned", b"____cacheline_aligned",
    b"__cacheline_aligned_in_smp", b"____cacheline_aligned_in_smp", b"__randomize_layout",
    b"__designated_init", b"__page_aligned_data", b"__page_aligned_bss", b"__unused",
    b"__restrict_arr", b"__safe", b"__always_unused", b"__no_randomize_layout",
];

/// Annotations with arguments in brackets.
const CALLS: &[&[u8]] = &[
    b"__printf", b"__scanf", b"__acquires", b"__releases", b"__must_hold", b"__aligned",
    b"__section", b"__alloc_size", b"__assume_aligned", b"__nonstring", b"__declspec",
    b"__counted_by", b"__cond_acquires",
];

fn annotation(word: &[u8]) -> Option<Annotation> {
    let lists =
        [(LEADING, Annotation::Leading), (OTHERS, Annotation::Other), (CALLS, Annotation::Call)];
    lists.into_iter().find(|(list, _)| list.contains(&word)).map(|(_, annotation)| annotation)
}

/// `} __whatever;`: what is said of a struct at its end.
fn ends_struct(bytes: &[u8], start: usize, end: usize) -> Option<Annotation> {
    let is_at_end = bytes[start..end].starts_with(b"__")
        && bytes[..start].ends_with(b"} ")
        && bytes[skip_spaces(bytes, end)..].starts_with(b";");
    is_at_end.then_some(Annotation::Other)
}

/// The macro between `class` and the name of a class that is defined there.
fn find_export(bytes: &[u8], after: usize) -> Option<Hidden> {
    let from = skip_spaces(bytes, after);
    let to = end_of_name(bytes, from);
    let word = &bytes[from..to];
    let is_macro = word.len() > 2
        && word
            .iter()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_');
    if !is_macro && annotation(word).is_none() {
        return None;
    }
    let to = end_of_arguments(bytes, to).unwrap_or(to);
    // With arguments or not, a name must follow, or the word is itself the name of the class.
    let name = skip_blanks(bytes, to);
    let name_end = end_of_name(bytes, name);
    if name == to || name_end == name {
        return None;
    }
    let next = skip_blanks(bytes, name_end);
    let rest = &bytes[next..];
    let is_class = rest.starts_with(b"{")
        || rest.starts_with(b":") && !rest.starts_with(b"::")
        || rest.starts_with(b"final");
    is_class.then_some(Hidden { from, to, with: b"" })
}

/// The end of the brackets that follow, if they do so on the same line.
fn end_of_arguments(bytes: &[u8], at: usize) -> Option<usize> {
    let open = skip_spaces(bytes, at);
    if bytes.get(open) != Some(&b'(') {
        return None;
    }
    let mut depth = 0usize;
    for (index, byte) in bytes[open..].iter().enumerate().take(200) {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(open + index + 1),
            b')' => depth -= 1,
            b'\n' => return None,
            _ => {}
        }
    }
    None
}

fn skip_spaces(bytes: &[u8], at: usize) -> usize {
    let n_spaces = bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    at + n_spaces
}

fn skip_blanks(bytes: &[u8], at: usize) -> usize {
    let n_blanks = bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    at + n_blanks
}

fn end_of_name(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    at + rest.iter().position(|byte| !IN_NAME[usize::from(*byte)]).unwrap_or(rest.len())
}

fn starts_name(byte: u8) -> bool {
    IN_NAME[usize::from(byte)] && !byte.is_ascii_digit()
}

const IN_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: &str) {
        assert_eq!(String::from_utf8_lossy(&hide(text)), expected);
    }

    #[test]
    fn a_word_the_grammar_does_not_know_is_blanked() {
        check("static int __init f(void);", "static int        f(void);");
        check("char __user *p; x__user", "char        *p; x__user");
        check("} __packed;", "}         ;");
        check("} __align4;\n} __x = y;", "}         ;\n} __x = y;");
        check("int f(void) __acquires(&lock) {", "int f(void)                   {");
    }

    #[test]
    fn a_word_that_begins_a_declaration_leaves_one_that_may() {
        check("asmlinkage __visible int f();", "inline               int f();");
        check("__printf(1, 2)\nint f();", "inline        \nint f();");
        check("\t__exit int f();", "\tinline int f();");
        check("__hot int f();", "      int f();");
    }

    #[test]
    fn the_definition_of_such_a_word_is_left_alone() {
        for text in
            ["#define __init __section(x)", "#  define A \\\r\n  b \\\n  __init", "__init_x"]
        {
            check(text, text);
        }
    }

    #[test]
    fn a_macro_before_the_name_of_a_class_is_blanked() {
        check("class API_EXPORT Foo : public Bar {", "class            Foo : public Bar {");
        check("struct DLL(x) Foo final {", "struct        Foo final {");
        check("struct __packed foo {", "struct          foo {");
        for text in ["struct FOO bar;", "class FOO {", "struct FOO bar = {", "enum class FOO : int"]
        {
            check(text, text);
        }
    }
}
