//! The question to a person about a gap that no strategy could close.

use rutter_domain::{Attempt, Gap};

/// The means that can close gaps of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Remedy {
    /// An entry about a symbol, or about a whole file.
    Entry,
    /// A change of the code or of a document, which only a person can decide on.
    Person,
}

impl Remedy {
    pub(super) fn of(rule: &str) -> Remedy {
        match rule {
            "broken-mention" | "unresolved-reference" => Remedy::Person,
            _ => Remedy::Entry,
        }
    }
}

/// The gap in one line, as models and people read it.
pub(super) fn describe(gap: &Gap) -> String {
    let place = match &gap.symbol {
        Some(symbol) => format!("`{symbol}` in `{}`", gap.path),
        None => format!("the file `{}`", gap.path),
    };
    format!("{place} ({}): {}", gap.rule, gap.message)
}

/// The question about a gap, with the attempts and the model's statement about what is missing.
pub(super) fn question(gap: &Gap, attempts: &[Attempt], missing: Option<&str>) -> String {
    let subject = gap.symbol.as_deref().unwrap_or(&gap.path);
    let nearest = gap.nearest.as_ref().map_or_else(String::new, |near| format!(" (`{near}`?)"));
    let mut text = match gap.rule.as_str() {
        "broken-mention" => format!("{}: what is meant{nearest}, or can it go?", gap.message),
        "unresolved-reference" => format!("{}: what is meant{nearest}?", gap.message),
        "missing-overview" => format!("What is in `{}`, and what is it for?", gap.path),
        "undocumented-parameters" => {
            format!("What do the parameters of `{subject}` mean, and what does it return?")
        }
        _ => format!("What is `{subject}` in `{}` for?", gap.path),
    };
    let tried: Vec<String> = attempts
        .iter()
        .filter_map(|attempt| {
            let end = attempt.end.as_ref()?;
            Some(format!("{} ({}: {})", attempt.strategy, end.outcome, end.observation))
        })
        .collect();
    if !tried.is_empty() {
        text.push_str(&format!(" Tried: {}.", tried.join("; ")));
    }
    if let Some(missing) = missing {
        text.push_str(&format!(" The model says: {missing}"));
    }
    text
}
