//! What stands before a definition and belongs to it: decorators, attributes, templates.
//!
//! Grammars put them beside the definition, and `@cached` says as much about a function as its body.

use rutter_syntax::Token;

/// No attribute is longer than this many tokens.
const MOST_TOKENS: usize = 400;

/// Where a definition that begins at `start` begins with its attributes: `@name(…)`, `#[…]`,
/// `template <…>`.
pub(super) fn attributes_start(text: &str, tokens: &[Token], start: usize) -> usize {
    let mut start = start.min(tokens.len());
    while let Some(before) = (Before { text, tokens }).attributes(start) {
        start = before;
    }
    start
}

/// Tokens, read backwards.
struct Before<'a> {
    text: &'a str,
    tokens: &'a [Token],
}

impl Before<'_> {
    /// The first token of the attributes that ends right before `end`.
    fn attributes(&self, end: usize) -> Option<usize> {
        let last = self.before(end)?;
        match self.text_at(last) {
            // `#![…]` belongs to what encloses it.
            "]" => self.before(self.opening(last, "[", "]")?).filter(|at| self.text_at(*at) == "#"),
            ">" => {
                let at = self.before(self.opening(last, "<", ">")?)?;
                (self.text_at(at) == "template").then_some(at)
            }
            ")" => self.decorator(self.before(self.opening(last, "(", ")")?)?),
            _ => self.decorator(last),
        }
    }

    /// The `@` of a decorator whose name ends here: `@a`, `@a.b`.
    fn decorator(&self, last: usize) -> Option<usize> {
        let is_name =
            |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_') && !text.is_empty();
        let mut at = last;
        loop {
            let name = self.text_at(at);
            if name.strip_prefix('@').is_some_and(is_name) {
                return self.begins_line(at).then_some(at);
            }
            if !is_name(name) {
                return None;
            }
            let joint = self.before(at)?;
            match self.text_at(joint) {
                "@" => return self.begins_line(joint).then_some(joint),
                "." | "::" | ":" => at = self.before(joint)?,
                _ => return None,
            }
        }
    }

    /// Where the bracket that closes at `last` opens.
    fn opening(&self, last: usize, opens: &str, closes: &str) -> Option<usize> {
        let mut depth = 0_usize;
        for at in (last.saturating_sub(MOST_TOKENS)..=last).rev() {
            let token = self.text_at(at);
            if token == closes {
                depth += 1;
            } else if token == opens {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
        }
        None
    }

    fn begins_line(&self, at: usize) -> bool {
        self.before(at).is_none_or(|before| self.tokens[before].line < self.tokens[at].line)
    }

    /// The token before another one; marks are none.
    fn before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|at| !self.tokens[*at].is_mark())
    }

    fn text_at(&self, at: usize) -> &str {
        self.tokens[at].text(self.text)
    }
}
