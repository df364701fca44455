//! `weak-entry`: an entry that cannot be relied on.

use rutter_domain::{EntryStatus, Severity};

use crate::documents::repository_text::RepositoryText;
use crate::findings::{Finding, Findings};
use crate::rule::{AppliesTo, Example, Rule, RuleInfo};
use crate::view::{EntryView, FileView};

/// Finds entries that are unverified, disputed, rejected or of low confidence.
pub struct WeakEntry;

/// Below this, the author was not sure.
const LOW_CONFIDENCE: f32 = 0.5;

static INFO: RuleInfo = RuleInfo {
    name: "weak-entry",
    about: "The best entry of a symbol is unverified, disputed, rejected or of low confidence.",
    why: "It says something, but nobody can rely on it.",
    severity: Severity::Medium,
    weight: 0.5,
    applies_to: AppliesTo::Entries,
    wrong: Example {
        path: "entry of `high_water`",
        text: "\"Raises PortError if the port is closed.\", where the code raises no such error.\n",
    },
    right: Example {
        path: "entry of `high_water`",
        text: "\"Returns the first high tide of a day.\", with every claim supported by the code.\n",
    },
};

impl Rule for WeakEntry {
    fn info(&self) -> &'static RuleInfo {
        &INFO
    }

    fn examine(&self, file: &FileView<'_>, _: &RepositoryText<'_>, findings: &mut Findings) {
        for entry in file.entries.iter().filter(|entry| entry.is_best) {
            let Some(fault) = fault(entry) else {
                findings.pass();
                continue;
            };
            let subject = match entry.symbol.as_str() {
                "" => "the file".to_owned(),
                symbol => format!("`{symbol}`"),
            };
            let message = format!("the entry {} of {subject} is {fault}", entry.id);
            let finding = Finding::new(entry.line.max(1), message).about(&entry.id);
            findings.report(match entry.symbol.as_str() {
                "" => finding,
                symbol => finding.of_symbol(symbol),
            });
        }
    }
}

fn fault(entry: &EntryView) -> Option<String> {
    let because = |status: EntryStatus| match &entry.reason {
        Some(reason) => format!("{status}: {reason}"),
        None => status.to_string(),
    };
    match entry.status {
        EntryStatus::Unverified | EntryStatus::Disputed | EntryStatus::Rejected => {
            Some(because(entry.status))
        }
        // Somebody else agreed, whatever its author thought.
        EntryStatus::Confirmed => None,
        // Another rule reports it.
        EntryStatus::Stale => None,
        EntryStatus::Checked => {
            let confidence = entry.confidence.filter(|confidence| *confidence < LOW_CONFIDENCE)?;
            Some(format!("of low confidence ({confidence:.2})"))
        }
    }
}
