//! `stale-entry`: an entry about code that has changed since.

use rutter_domain::{EntryStatus, Severity};

use crate::documents::repository_text::RepositoryText;
use crate::findings::{Finding, Findings};
use crate::rule::{AppliesTo, Example, Rule, RuleInfo};
use crate::view::FileView;

/// Finds entries that the code has overtaken.
pub struct StaleEntry;

static INFO: RuleInfo = RuleInfo {
    name: "stale-entry",
    about: "The code that an entry describes has changed since it was written.",
    why: "What was learned may be wrong now, and is shown with a lower rank until it is checked again.",
    severity: Severity::High,
    weight: 1.0,
    applies_to: AppliesTo::Entries,
    wrong: Example {
        path: "entry of `high_water`",
        text: "\"Looks 3 days ahead.\", recorded when the code said `DAYS = 3`; now it says `DAYS = 5`.\n",
    },
    right: Example {
        path: "entry of `high_water`",
        text: "\"Looks 5 days ahead.\", recorded or reviewed after the change.\n",
    },
};

impl Rule for StaleEntry {
    fn info(&self) -> &'static RuleInfo {
        &INFO
    }

    fn examine(&self, file: &FileView<'_>, _: &RepositoryText<'_>, findings: &mut Findings) {
        for entry in file.entries.iter().filter(|entry| entry.is_best) {
            match entry.status {
                EntryStatus::Stale => {
                    let why = entry.reason.as_deref().unwrap_or("the code has changed");
                    let message = match entry.symbol.as_str() {
                        "" => format!("the entry {} of the file is stale: {why}", entry.id),
                        symbol => format!("the entry {} of `{symbol}` is stale: {why}", entry.id),
                    };
                    let finding = Finding::new(entry.line.max(1), message).about(&entry.id);
                    findings.report(match entry.symbol.as_str() {
                        "" => finding,
                        symbol => finding.of_symbol(symbol),
                    });
                }
                EntryStatus::Confirmed
                | EntryStatus::Checked
                | EntryStatus::Unverified
                | EntryStatus::Disputed
                | EntryStatus::Rejected => findings.pass(),
            }
        }
    }
}
