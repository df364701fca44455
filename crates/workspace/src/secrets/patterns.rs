//! Looks for all forms of secrets on one line: those of `vendors.rs`, `forms.rs` and `arguments.rs`.
//!
//! Most providers give their keys a prefix of their own, and that decides. The rest is known by
//! the name it is assigned to, by the command or the markup it stands in, and must be plausible
//! as a value besides. Start at [`Forms::find`].

use std::sync::{LazyLock, OnceLock};

use regex::{Regex, RegexSet, RegexSetBuilder};

use super::arguments::ARGUMENTS;
use super::forms::{FORMS, secret_word};
use super::proof::{Found, Proof};
use super::vendors::VENDORS;
use super::{SecretKind, Span};

/// What announces a secret that spans lines, for the prefilter of whole texts.
const SPANNING: [&str; 7] = [
    "PRIVATE KEY|Static key V1|Private-Lines:|LS0tLS1CRUdJTi|kind\"?:[ ]*\"?Secret[\"\r\n, ]",
    concat!(
        secret_word!(),
        r#"[\w.-]*["'`]?\]?(?:[ \t]*:[ \t]*[A-Za-z][A-Za-z0-9_.<>\[\]' ]*)?[ \t]*(?:=>|:=|=|:)[ \t]*(?:![\w!:]+[ \t]+)?[(\[{\\|>`"'bfru+0-9-]*[ \t]*(?:#[^\n]*)?\r?\n"#
    ),
    concat!(
        r#"(?:<[\w:.-]*|=["'][^"'<>\n]*)"#,
        secret_word!(),
        r"[^<>\n]*>[ \t]*\r?\n|<key>[^<>\n]*</key>[ \t]*\r?\n"
    ),
    concat!(
        r#"(?i:name|key|id|variable)["']?[ \t]*[:=][ \t]*["']?[\w.-]*"#,
        secret_word!(),
        r#"[\w.-]*["']?[ \t]*,?[ \t]*\r?\n"#
    ),
    concat!(r#"variable[ \t]+"[\w.-]*"#, secret_word!(), r#"[\w.-]*"[ \t]*\{"#),
    r"\bmachine[ \t]+[\w.:-]+[ \t]*(?:login[ \t]+[^\s]+[ \t]*)?\r?\n",
    r#"[^\s"'`\\(,]["'`][ \t]*(?:[+.&|<>~^]*[ \t]*[\\_]?)[ \t]*\r?\n(?:[0-9]+\t)?[ \t]*[+.&|<>~^]*[ \t]*[bfruL]?["'`][^\s"'`\\]|[^\s\\"'`][^\s\\"'`]\\\r?\n"#,
];

/// Patterns of lines whose literals may be joined, for the prefilter. No blank is next to the
/// joint: a sentence that is split has one, a token has none.
const JOINTS: [&str; 2] = [
    r#"[^\s"'`\\,(\[]["'`][ \t]*(?:\+\+?|\.\.?|&|\|\||<>|~|\^|[ \t])[ \t]*[bfruL]?["'`][^\s"'`\\$,.)\]]"#,
    r#"["'`][ \t]*\][ \t]*\.join\(|(?:concat!?|CONCAT|implode)[ \t]*\(\[?[ \t]*["'`][^\s"'`]*["'`][ \t]*,|[Jj]oin[ \t]*\([\[(][ \t]*["'`]"#,
];

/// Whether literals on a line may be joined to one string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joints {
    None,
    Perhaps,
}

/// All forms, ready to be looked for.
pub(super) struct Forms {
    any: RegexSet,
    each: Vec<Lazy>,
}

/// A form whose expression is compiled when it is needed first: most never are.
struct Lazy {
    kind: SecretKind,
    proof: Proof,
    pattern: String,
    regex: OnceLock<Regex>,
}

impl Lazy {
    fn regex(&self) -> &Regex {
        self.regex.get_or_init(|| Regex::new(&self.pattern).expect("the form is an expression"))
    }
}

/// Memory for the search automaton, so that it need not be rebuilt all the time.
const SEARCH_BYTES: usize = 32 << 20;

static ALL: LazyLock<Forms> = LazyLock::new(|| {
    // Keys are ASCII; Unicode word boundaries and blanks are many times slower.
    let ascii = |pattern: &str| {
        let pattern = pattern.replace(r"\b", r"(?-u:\b)").replace(r"\s", r"[ \t\r\n]");
        pattern
            .replace(r"[\w", "[0-9A-Za-z_")
            .replace(r"\w", "[0-9A-Za-z_]")
            .replace(r"\d", "[0-9]")
    };
    let mut quick = Vec::new();
    let mut each = Vec::new();
    for vendor in VENDORS {
        quick.push(ascii(vendor.quick.unwrap_or(&format!(r"\b{}", vendor.prefix))));
        let pattern = ascii(&format!(r"\b({}{})", vendor.prefix, vendor.rest));
        each.push((SecretKind(vendor.kind), vendor.proof, pattern));
    }
    for form in FORMS.iter().chain(&ARGUMENTS) {
        quick.push(ascii(form.quick));
        each.push((form.kind, form.proof, ascii(form.pattern)));
    }
    // After those of the forms, which have the same places in `each`.
    quick.extend(JOINTS.iter().map(|pattern| ascii(pattern)));
    quick.extend(SPANNING.iter().map(|pattern| ascii(pattern)));
    let any =
        RegexSetBuilder::new(&quick).dfa_size_limit(SEARCH_BYTES).size_limit(64 << 20).build();
    let lazy = |(kind, proof, pattern)| Lazy { kind, proof, pattern, regex: OnceLock::new() };
    Forms {
        any: any.expect("the forms are expressions"),
        each: each.into_iter().map(lazy).collect(),
    }
});

impl Forms {
    pub(super) fn get() -> &'static Forms {
        &ALL
    }

    /// Whether any of a text's lines may have a secret, or announce one on another line. May say
    /// yes in vain, but never no.
    pub(super) fn may_be_in(&self, text: &str) -> bool {
        self.any.is_match(text)
    }

    /// Adds what is secret on a line, and returns whether its literals are worth joining.
    pub(super) fn find(&self, line: &str, spans: &mut Vec<Span>) -> Joints {
        let mut joints = Joints::None;
        // To ask which forms match is several times slower than to ask whether any does.
        if !self.any.is_match(line) {
            return joints;
        }
        for at in self.any.matches(line) {
            let Some(form) = self.each.get(at) else {
                if at < self.each.len() + JOINTS.len() {
                    joints = Joints::Perhaps;
                }
                continue;
            };
            for groups in form.regex().captures_iter(line) {
                let Some(value) = groups.iter().skip(1).flatten().next() else { continue };
                let start = groups.get(0).map_or(value.start(), |whole| whole.start());
                let found = Found { line, start, value: value.range() };
                if let Some(range) = found.holds(form.proof) {
                    spans.push(Span { start: range.start, end: range.end, kind: form.kind });
                }
            }
        }
        joints
    }
}
