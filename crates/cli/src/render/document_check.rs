//! Renders what the code says about documents: one line for each claim that is refuted, stale or holds.

use std::io::{self, Write};

use rutter_domain::text::ellipsize;
use rutter_knowledge::{ClaimPart, DocumentClaim, DocumentFinding};
use rutter_tools::knowledge::check_document::CheckedDocuments;

use crate::style::{BAD, FAINT, GOOD, LINE, NOTICE, PATH, plural, printable, write_state};

const CLAIM_CHARS: usize = 120;

pub fn checked_documents(out: &mut dyn Write, answer: &CheckedDocuments) -> io::Result<()> {
    for document in &answer.documents {
        document.claims.iter().try_for_each(|one| claim(out, &document.path, one))?;
        let counts = DocumentFinding::ALL
            .iter()
            .map(|finding| format!("{} {}", document.count(*finding), finding.name()));
        let counts = counts.collect::<Vec<_>>().join(", ");
        let n_claims = plural(document.claims.len() as u64, "claim");
        let path = printable(&document.path);
        writeln!(out, "{PATH}{path}{PATH:#}: {n_claims} about code: {counts}")?;
        if document.n_unsought > 0 {
            let n_unsought = plural(document.n_unsought as u64, "name");
            writeln!(out, "{NOTICE}{n_unsought} not sought in the history{NOTICE:#}")?;
        }
    }
    match answer.documents.last() {
        Some(last) => write_state(out, &last.index, ""),
        None => Ok(()),
    }
}

fn claim(out: &mut dyn Write, path: &str, claim: &DocumentClaim) -> io::Result<()> {
    let style = match claim.finding {
        DocumentFinding::Holds => GOOD,
        DocumentFinding::Refuted => BAD,
        DocumentFinding::Stale => NOTICE,
        DocumentFinding::NotDecidable => FAINT,
    };
    let (path, line) = (printable(path), claim.line);
    let text = printable(&ellipsize(&claim.text, CLAIM_CHARS));
    let since = claim.parts.iter().find_map(|part| part.since.as_deref());
    let since = since.map_or_else(String::new, |commit| format!(" since {commit}"));
    let name = claim.finding.name();
    writeln!(
        out,
        "{PATH}{path}{PATH:#}:{LINE}{line}{LINE:#} {style}{name}{since}{style:#}  {text}"
    )?;
    let found: Vec<String> = (claim.parts.iter())
        .filter(|part| part.finding == DocumentFinding::Holds && part.reason.is_none())
        .map(|part| format!("`{}`", printable(&part.text)))
        .collect();
    if claim.finding == DocumentFinding::NotDecidable && !found.is_empty() {
        writeln!(out, "    {FAINT}found: {}{FAINT:#}", found.join(", "))?;
    }
    claim.parts.iter().filter(|part| part.reason.is_some()).try_for_each(|part| reason(out, part))
}

fn reason(out: &mut dyn Write, part: &ClaimPart) -> io::Result<()> {
    let why = part.reason.as_deref().unwrap_or_default();
    let at = part.evidence.as_ref().map_or_else(String::new, |cited| {
        format!(" ({}:{})", printable(&cited.path), cited.start_line)
    });
    writeln!(out, "    `{}`: {}{at}", printable(&part.text), printable(why))
}
