//! `missing-description`: a public symbol that nobody described.

use rutter_domain::{Language, Severity, SymbolKind};

use crate::gaps::documents::repository_text::RepositoryText;
use crate::gaps::findings::{Finding, Findings};
use crate::gaps::repository::RepositoryView;
use crate::gaps::rule::{AppliesTo, Example, Rule, RuleInfo};
use crate::gaps::rules::confirmed_by_text::{has_comment_above, is_for_others};
use crate::gaps::rules::wanted::{description_reach, is_described};
use crate::gaps::view::FileView;

/// Finds public symbols without a description.
pub struct MissingDescription;

static INFO: RuleInfo = RuleInfo {
    name: "missing-description",
    about: "A public symbol has no doc comment, no good entry and no section in a document.",
    why: "To use it, one has to read its code and guess what it is for.",
    severity: Severity::Medium,
    weight: 1.0,
    applies_to: AppliesTo::Sources,
    wrong: Example {
        path: "tide.py",
        text: "def high_water(port, day):\n    return table(port).after(day).highest()\n",
    },
    right: Example {
        path: "tide.py",
        text: "def high_water(port, day):\n    \"\"\"Finds the first high tide of a day.\"\"\"\n    return table(port).after(day).highest()\n",
    },
};

impl Rule for MissingDescription {
    fn info(&self) -> &'static RuleInfo {
        &INFO
    }

    fn examine(
        &self,
        file: &FileView<'_>,
        repository: &RepositoryView<'_>,
        findings: &mut Findings,
    ) {
        let mut reported: Vec<&str> = Vec::new();
        for (at, symbol) in file.facts.symbols.iter().enumerate() {
            let Some(reach) = description_reach(file, repository, at) else { continue };
            if is_described(file, repository, symbol) {
                findings.pass();
                continue;
            }
            // Overloads and clauses of one function are one gap.
            if reported.contains(&symbol.qualified_name.as_str()) {
                continue;
            }
            reported.push(&symbol.qualified_name);
            // `type A []B` of Go defines a type, `type A = []B` an alias.
            let is_defined = file.language == Language::Go && !symbol.signature.contains('=');
            let kind = match symbol.kind {
                SymbolKind::TypeAlias if is_defined => "type".to_owned(),
                kind => kind.name().replace('_', " "),
            };
            let message = format!("{kind} `{}` has no description", symbol.qualified_name);
            let finding = Finding::new(symbol.span.start_line, message);
            findings.report(finding.of_symbol(&symbol.qualified_name).reaching(reach));
        }
    }

    fn confirm_once(&self, path: &str, finding: &Finding, text: &RepositoryText<'_>) -> bool {
        is_for_others(path, finding, text) && !has_comment_above(path, finding.line, text)
    }
}
