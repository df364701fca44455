//! An evaluation as bytes, to be kept for the next time. Bytes that are damaged or of another version are ignored.

use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::catalog::RULES;
use crate::documents::repository_text::PackageSurface;
use crate::evaluate::{EvaluatedFile, GapEvaluation};
use crate::extract::Extract;
use crate::repository::{GoModule, Repository};
use crate::settings::GapSettings;

/// Changes whenever what is kept, or what a rule finds, does.
const VERSION: u32 = 13;

/// With fewer changed files than this, examining them again costs less than writing the file.
const FEW_FILES: usize = 64;

/// Files that are encoded together; parts are decoded in parallel.
const PART_FILES: usize = 256;

#[derive(Serialize, Deserialize)]
struct Kept<'a> {
    version: u32,
    key: u64,
    go_modules: Vec<GoModule>,
    surfaces: Vec<(String, PackageSurface)>,
    /// Each the encoding of a list of [`Extract`] and [`EvaluatedFile`], in order of path.
    #[serde(borrow)]
    parts: Vec<&'a [u8]>,
}

impl GapEvaluation {
    /// The evaluation that was kept for these settings.
    pub fn decode(body: &[u8], settings: &GapSettings) -> Option<GapEvaluation> {
        let kept: Kept<'_> = postcard::from_bytes(body).ok()?;
        if kept.version != VERSION || kept.key != settings_key(settings) {
            return None;
        }
        let decoded: Option<Vec<Vec<(Extract, EvaluatedFile)>>> =
            kept.parts.par_iter().map(|part| decode_part(part)).collect();
        let decoded = decoded?;
        let mut extracts = Vec::with_capacity(decoded.len() * PART_FILES);
        let mut files = Vec::with_capacity(decoded.len() * PART_FILES);
        for (extract, file) in decoded.into_iter().flatten() {
            files.push((extract.path.clone(), Arc::new(file)));
            extracts.push(Arc::new(extract));
        }
        let repository = Arc::new(Repository::new(extracts, kept.go_modules));
        let surfaces = kept.surfaces.into_iter().map(|(path, surface)| (path, Arc::new(surface)));
        Some(GapEvaluation {
            repository,
            files: files.into_iter().collect(),
            surfaces: surfaces.collect(),
            n_examined: 0,
        })
    }

    /// Encodes an evaluation; `None` if so little of it is new that writing costs more than it saves.
    pub fn encode(&self, settings: &GapSettings) -> Option<Vec<u8>> {
        if self.n_examined < FEW_FILES.min(self.files.len()) {
            return None;
        }
        let extracts = &self.repository.files;
        let encode = |extracts: &[Arc<Extract>]| {
            let pairs: Option<Vec<(&Extract, &EvaluatedFile)>> = extracts
                .iter()
                .map(|extract| Some((extract.as_ref(), self.files.get(&extract.path)?.as_ref())))
                .collect();
            postcard::to_stdvec(&pairs?).ok()
        };
        let parts: Option<Vec<Vec<u8>>> = extracts.par_chunks(PART_FILES).map(encode).collect();
        let parts = parts?;
        let surfaces = self.surfaces.iter();
        let kept = Kept {
            version: VERSION,
            key: settings_key(settings),
            go_modules: self.repository.go_modules.clone(),
            surfaces: surfaces
                .map(|(path, surface)| (path.clone(), surface.as_ref().clone()))
                .collect(),
            parts: parts.iter().map(Vec::as_slice).collect(),
        };
        postcard::to_stdvec(&kept).ok()
    }
}

fn decode_part(part: &[u8]) -> Option<Vec<(Extract, EvaluatedFile)>> {
    let mut pairs: Vec<(Extract, EvaluatedFile)> = postcard::from_bytes(part).ok()?;
    pairs.iter_mut().for_each(|(extract, _)| extract.restore());
    Some(pairs)
}

/// Differs if the same files could have other findings.
pub fn settings_key(settings: &GapSettings) -> u64 {
    let enabled: Vec<&str> = (RULES.iter())
        .map(|rule| rule.info())
        .filter(|info| settings.is_enabled(info))
        .map(|info| info.name)
        .collect();
    let text = format!(
        "{} {} {}",
        env!("CARGO_PKG_VERSION"),
        rutter_syntax::SYNTAX_VERSION,
        enabled.join(" ")
    );
    let hash = rutter_workspace::hash(text.as_bytes());
    u64::from_le_bytes(hash.0[..8].try_into().expect("a hash has 16 bytes"))
}
