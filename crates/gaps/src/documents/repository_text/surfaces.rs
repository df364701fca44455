//! The exports of the packages of a repository, each computed once and kept for the next evaluation.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::PackageSurface;

/// The exports of packages, by the path of their manifest.
pub type KeptSurfaces = BTreeMap<String, Arc<PackageSurface>>;

/// The exports of packages, asked for by many threads.
#[derive(Debug, Default)]
pub struct Surfaces {
    known: Mutex<HashMap<String, Arc<OnceLock<Arc<PackageSurface>>>>>,
}

impl Surfaces {
    /// Those of an earlier evaluation that changed keys do not concern, and the manifests of the others.
    pub fn unchanged<'a>(
        before: &'a KeptSurfaces,
        changed: &HashSet<u64>,
    ) -> (Surfaces, Vec<&'a str>) {
        let (mut known, mut concerned) = (HashMap::new(), Vec::new());
        for (manifest, surface) in before {
            if surface.asked.iter().any(|key| changed.contains(key)) {
                concerned.push(manifest.as_str());
            } else {
                known.insert(manifest.clone(), Arc::new(OnceLock::from(Arc::clone(surface))));
            }
        }
        (Surfaces { known: Mutex::new(known) }, concerned)
    }

    /// The exports of a package.
    pub fn of(
        &self,
        manifest: &str,
        compute: impl FnOnce() -> PackageSurface,
    ) -> Arc<PackageSurface> {
        let cell = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(known.entry(manifest.to_owned()).or_default())
        };
        Arc::clone(cell.get_or_init(|| Arc::new(compute())))
    }

    /// All that are known.
    pub fn to_kept(&self) -> KeptSurfaces {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let computed = known
            .iter()
            .filter_map(|(manifest, cell)| Some((manifest.clone(), Arc::clone(cell.get()?))));
        computed.collect()
    }
}
