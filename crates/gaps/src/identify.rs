//! Turns findings into gaps: ids and priorities.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;
use rutter_domain::{Gap, GapState};

use crate::catalog::RULES;
use crate::evaluate::{EvaluatedFile, GapEvaluation};
use crate::findings::{Finding, Sought};
use crate::priority::priority;
use crate::repository::Repository;
use crate::settings::GapSettings;

/// Hexadecimal digits of an id: 48 bits keep a million gaps apart.
const ID_DIGITS: usize = 12;

/// A gap, and what to look for the nearest of.
pub struct FoundGap<'e> {
    pub gap: Gap,
    pub(super) sought: Option<&'e Sought>,
}

/// All gaps of an evaluation, in no particular order.
pub(super) fn gaps_of<'e>(
    evaluation: &'e GapEvaluation,
    settings: &GapSettings,
) -> Vec<FoundGap<'e>> {
    let has_findings =
        |file: &EvaluatedFile| file.findings.iter().any(|(_, findings)| !findings.found.is_empty());
    let files: Vec<(&String, &Arc<EvaluatedFile>)> =
        evaluation.files.iter().filter(|(_, file)| has_findings(file)).collect();
    let gaps = files
        .into_par_iter()
        .flat_map_iter(|(path, file)| gaps_of_file(&evaluation.repository, path, file, settings));
    gaps.collect()
}

fn gaps_of_file<'e>(
    repository: &Repository,
    path: &str,
    file: &'e EvaluatedFile,
    settings: &GapSettings,
) -> Vec<FoundGap<'e>> {
    let mut gaps = Vec::new();
    let extract = repository.position(path).map(|at| repository.files[at].as_ref());
    for (rule, findings) in &file.findings {
        let info = RULES[*rule].info();
        let severity = settings.severity(info);
        let mut n_alike: HashMap<(&Option<String>, &str), u32> = HashMap::new();
        for finding in &findings.found {
            let ordinal = n_alike.entry((&finding.symbol, &finding.subject)).or_default();
            *ordinal += 1;
            let gap = Gap {
                id: gap_id(info.name, path, finding, *ordinal),
                rule: info.name.to_owned(),
                severity,
                priority: priority(repository, extract, finding, severity),
                symbol: finding.symbol.clone(),
                path: path.to_owned(),
                line: finding.line,
                message: finding.message.clone(),
                nearest: None,
                state: GapState::Open,
                attempts: 0,
            };
            gaps.push(FoundGap { gap, sought: finding.sought.as_ref() });
        }
    }
    gaps
}

/// The ids of all gaps of an evaluation.
pub(super) fn ids_of(evaluation: &GapEvaluation) -> Vec<String> {
    let gaps = gaps_of(evaluation, &GapSettings::default());
    gaps.into_iter().map(|found| found.gap.id).collect()
}

/// The id of a finding: `ordinal` counts, from 1, those that are alike but for their lines.
fn gap_id(rule: &str, path: &str, finding: &Finding, ordinal: u32) -> String {
    let symbol = finding.symbol.as_deref().unwrap_or("");
    let text = format!("{rule}\0{path}\0{symbol}\0{}\0{ordinal}", finding.subject);
    let hash = rutter_workspace::hash(text.as_bytes()).to_string();
    hash[..ID_DIGITS].to_owned()
}
