//! Limits on the size of a reply.
//!
//! A provider, or an attacker in its place, decides how much it sends. A reply is therefore measured
//! while it passes through the relay, before anything collects it in memory.

/// The largest reply of a language model.
///
/// The longest replies of today's models have about 128,000 tokens, which is 1 MiB of JSON in one
/// piece. A stream wraps each token in an event of about 350 bytes, so that 16 MiB hold 45,000
/// streamed tokens, ten times the default length of a reply.
const LIMIT_REPLY_BYTES: usize = 16 << 20;

/// Limits of one reply, in bytes except for the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplyLimits {
    /// The body on the wire. Compressed replies are refused, so that this is also its size in memory.
    pub body: usize,
    /// One event of a stream, which is kept in memory until it is complete.
    pub event: usize,
    /// The body of an error, which is cut off there.
    pub error_body: usize,
    /// JSON values of a reply that is not streamed. In memory, a value takes up to 40 times the two
    /// bytes of its text.
    pub n_values: usize,
}

impl Default for ReplyLimits {
    fn default() -> ReplyLimits {
        ReplyLimits {
            body: LIMIT_REPLY_BYTES,
            event: 2 << 20,
            error_body: 64 << 10,
            n_values: 250_000,
        }
    }
}

/// The end of a part of the body that is parsed at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Framing {
    /// The whole body is one JSON text.
    Whole,
    /// A blank line ends an event.
    Events,
    /// Each line is one JSON text.
    Lines,
}

/// The limit that a reply exceeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Excess {
    Body { limit_bytes: usize },
    Event { limit_bytes: usize },
    Values { limit: usize },
}

impl std::fmt::Display for Excess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Excess::Body { limit_bytes } => {
                write!(f, "the reply is larger than {}", format_size(*limit_bytes))
            }
            Excess::Event { limit_bytes } => {
                write!(f, "an event of the reply is larger than {}", format_size(*limit_bytes))
            }
            Excess::Values { limit } => {
                write!(f, "the reply contains more than {limit} JSON values")
            }
        }
    }
}

fn format_size(n_bytes: usize) -> String {
    match n_bytes >> 20 {
        0 => format!("{n_bytes} bytes"),
        mebibytes => format!("{mebibytes} MiB"),
    }
}

/// Measures a body piece by piece.
#[derive(Debug)]
pub(super) struct Meter {
    limits: ReplyLimits,
    framing: Framing,
    n_bytes: usize,
    n_values: usize,
    event_bytes: usize,
    line_bytes: usize,
    is_after_return: bool,
}

impl Meter {
    pub fn new(limits: ReplyLimits, framing: Framing) -> Meter {
        Meter {
            limits,
            framing,
            n_bytes: 0,
            n_values: 0,
            event_bytes: 0,
            line_bytes: 0,
            is_after_return: false,
        }
    }

    /// Counts the next piece, and returns the limit that it exceeds.
    pub fn count(&mut self, piece: &[u8]) -> Result<(), Excess> {
        self.n_bytes = self.n_bytes.saturating_add(piece.len());
        if self.n_bytes > self.limits.body {
            return Err(Excess::Body { limit_bytes: self.limits.body });
        }
        match self.framing {
            Framing::Whole => self.count_values(piece),
            Framing::Events | Framing::Lines => self.count_events(piece),
        }
    }

    /// Every value but the first follows one of these characters. Those inside strings are counted
    /// as well; no text of a sensible length has enough of them to matter.
    fn count_values(&mut self, piece: &[u8]) -> Result<(), Excess> {
        self.n_values += piece.iter().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count();
        if self.n_values > self.limits.n_values {
            return Err(Excess::Values { limit: self.limits.n_values });
        }
        Ok(())
    }

    fn count_events(&mut self, piece: &[u8]) -> Result<(), Excess> {
        for byte in piece {
            let is_second_of_pair = self.is_after_return && *byte == b'\n';
            self.is_after_return = *byte == b'\r';
            match byte {
                // `\r\n` ends one line, not two.
                b'\n' if is_second_of_pair => {}
                b'\n' | b'\r' => {
                    let is_end_of_event = match self.framing {
                        Framing::Events => self.line_bytes == 0,
                        Framing::Lines | Framing::Whole => true,
                    };
                    if is_end_of_event {
                        self.event_bytes = 0;
                    }
                    self.line_bytes = 0;
                }
                _ => {
                    self.line_bytes += 1;
                    self.event_bytes += 1;
                    if self.event_bytes > self.limits.event {
                        return Err(Excess::Event { limit_bytes: self.limits.event });
                    }
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: ReplyLimits = ReplyLimits { body: 100, event: 10, error_body: 5, n_values: 4 };

    fn check(framing: Framing, text: &str, expected: &str) {
        // The count does not depend on how the body is split.
        for size in [1, 3, text.len().max(1)] {
            let mut meter = Meter::new(LIMITS, framing);
            let outcome = text.as_bytes().chunks(size).try_for_each(|piece| meter.count(piece));
            let found = outcome.map_or_else(|excess| excess.to_string(), |()| "fine".to_owned());
            assert_eq!(found, expected, "{text:?} in pieces of {size}");
        }
    }

    #[test]
    fn a_body_over_the_limit_is_stopped() {
        check(Framing::Lines, &"a\n".repeat(50), "fine");
        check(Framing::Lines, &"a\n".repeat(51), "the reply is larger than 100 bytes");
        check(Framing::Whole, &" ".repeat(101), "the reply is larger than 100 bytes");
    }

    #[test]
    fn many_small_values_are_stopped_before_they_are_parsed() {
        check(Framing::Whole, "[1,2,3]", "fine");
        check(Framing::Whole, "[0,0,0,0,0]", "the reply contains more than 4 JSON values");
        check(Framing::Whole, "[[[[[[[[", "the reply contains more than 4 JSON values");
    }

    #[test]
    fn an_event_ends_at_a_blank_line_and_a_line_at_its_end() {
        let excess = "an event of the reply is larger than 10 bytes";
        check(Framing::Events, "data: 1\n\ndata: 2\n\n", "fine");
        check(Framing::Events, "data: 1\r\n\r\ndata: 2\r\n\r\n", "fine");
        check(Framing::Events, "data: 1\ndata: 2\n", excess);
        check(Framing::Events, "data: 1\r\ndata: 2\r\n", excess);
        check(Framing::Events, "data: 12345", excess);
        check(Framing::Lines, "1234567\n1234567\n", "fine");
        check(Framing::Lines, "12345678901", excess);
    }
}
