//! Keeps an evaluation for the next time: in memory, and as a file of the worktree's index.
//!
//! The file is derived data. A file that is missing, damaged or of another version is ignored, and one
//! that cannot be written is done without.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use rutter_engine::{read_derived, write_derived};
use serde::{Deserialize, Serialize};

use crate::gaps::catalog::RULES;
use crate::gaps::evaluate::{EvaluatedFile, Evaluation};
use crate::gaps::extract::Extract;
use crate::gaps::repository::{GoModule, Repository};
use crate::gaps::settings::GapSettings;
use rutter_workspace::RepoLayout;

const FILE_NAME: &str = "gaps";

/// Changes whenever what is kept, or what a rule finds, does.
const VERSION: u32 = 7;

/// With fewer changed files than this, examining them again costs less than writing the file.
const FEW_FILES: usize = 64;

/// Files that are encoded together; parts are decoded in parallel.
const PART_FILES: usize = 256;

#[derive(Serialize, Deserialize)]
struct Kept {
    version: u32,
    key: u64,
    go_modules: Vec<GoModule>,
    /// Each the encoding of a list of [`Extract`] and [`EvaluatedFile`], in order of path.
    parts: Vec<Vec<u8>>,
}

/// The evaluation that was kept for these settings.
pub(super) fn load(layout: &RepoLayout, settings: &GapSettings) -> Option<Evaluation> {
    let bytes = read_derived(layout, FILE_NAME)?;
    let kept: Kept = postcard::from_bytes(&bytes).ok()?;
    if kept.version != VERSION || kept.key != key(settings) {
        return None;
    }
    let decoded: Option<Vec<Vec<(Extract, EvaluatedFile)>>> =
        kept.parts.par_iter().map(|part| decode(part)).collect();
    let mut extracts = Vec::new();
    let mut files = BTreeMap::new();
    for (extract, file) in decoded?.into_iter().flatten() {
        files.insert(extract.path.clone(), Arc::new(file));
        extracts.push(Arc::new(extract));
    }
    let repository = Arc::new(Repository::new(extracts, kept.go_modules));
    Some(Evaluation { repository, files, n_examined: 0 })
}

fn decode(part: &[u8]) -> Option<Vec<(Extract, EvaluatedFile)>> {
    let mut pairs: Vec<(Extract, EvaluatedFile)> = postcard::from_bytes(part).ok()?;
    pairs.iter_mut().for_each(|(extract, _)| extract.restore());
    Some(pairs)
}

/// Keeps an evaluation, if enough of it is new.
pub(super) fn save(layout: &RepoLayout, settings: &GapSettings, evaluation: &Evaluation) {
    if evaluation.n_examined < FEW_FILES.min(evaluation.files.len()) {
        return;
    }
    let extracts = &evaluation.repository.files;
    let encode = |extracts: &[Arc<Extract>]| {
        let pairs: Option<Vec<(&Extract, &EvaluatedFile)>> = extracts
            .iter()
            .map(|extract| Some((extract.as_ref(), evaluation.files.get(&extract.path)?.as_ref())))
            .collect();
        postcard::to_stdvec(&pairs?).ok()
    };
    let Some(parts) = extracts.par_chunks(PART_FILES).map(encode).collect() else { return };
    let go_modules = evaluation.repository.go_modules.clone();
    let kept = Kept { version: VERSION, key: key(settings), go_modules, parts };
    let Ok(body) = postcard::to_stdvec(&kept) else {
        return;
    };
    write_derived(layout, FILE_NAME, &body);
}

/// Differs if the same files could have other findings.
pub(super) fn key(settings: &GapSettings) -> u64 {
    let enabled: Vec<&str> = (RULES.iter())
        .map(|rule| rule.info())
        .filter(|info| settings.is_enabled(info))
        .map(|info| info.name)
        .collect();
    let text = format!(
        "{} {} {} {}",
        env!("CARGO_PKG_VERSION"),
        rutter_syntax::SYNTAX_VERSION,
        settings.min_words,
        enabled.join(" ")
    );
    let hash = rutter_workspace::hash(text.as_bytes());
    u64::from_le_bytes(hash.0[..8].try_into().expect("a hash has 16 bytes"))
}
