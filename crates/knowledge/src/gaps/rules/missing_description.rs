//! `missing-description`: a public symbol that nobody described.

use rutter_domain::{Severity, SymbolKind, Visibility};

use crate::gaps::findings::{Finding, Findings};
use crate::gaps::repository::RepositoryView;
use crate::gaps::rule::{AppliesTo, Example, Rule, RuleInfo};
use crate::gaps::view::FileView;

/// Finds public symbols without a description.
pub struct MissingDescription;

static INFO: RuleInfo = RuleInfo {
    name: "missing-description",
    about: "A public symbol has neither a doc comment nor a good entry.",
    why: "Who wants to use it has to read its code to learn what it is for.",
    severity: Severity::Medium,
    weight: 1.0,
    applies_to: AppliesTo::Sources,
    wrong: Example { path: "src/tide.rs", text: "pub fn high_water(port: &str) -> Time { … }\n" },
    right: Example {
        path: "src/tide.rs",
        text: "/// When the next high tide reaches a port.\npub fn high_water(port: &str) -> Time { … }\n",
    },
};

impl Rule for MissingDescription {
    fn info(&self) -> &'static RuleInfo {
        &INFO
    }

    fn examine(&self, file: &FileView<'_>, _: &RepositoryView<'_>, findings: &mut Findings) {
        for symbol in &file.facts.symbols {
            let is_wanted = symbol.visibility == Visibility::Public
                && !matches!(symbol.kind, SymbolKind::Implementation | SymbolKind::Test)
                && !file.is_inside_function(symbol);
            if !is_wanted {
                continue;
            }
            if symbol.doc.is_some() || file.has_good_entry(&symbol.qualified_name) {
                findings.pass();
                continue;
            }
            let message = format!("{} `{}` has no description", symbol.kind, symbol.qualified_name);
            let finding = Finding::new(symbol.span.start_line, message);
            findings.report(finding.of_symbol(&symbol.qualified_name));
        }
    }
}
