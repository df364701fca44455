//! Opens the newest complete generation, even while a writer is publishing another one.

use rutter_search::{Reader, VectorState};

use crate::Error;
use crate::index::manifest::Manifest;
use rutter_workspace::RepoLayout;

/// Number of retries when a writer publishes between two steps of opening.
const ATTEMPTS: usize = 100;

/// One complete state of the index.
pub(crate) struct Generation {
    pub(crate) manifest: Manifest,
    pub(crate) reader: Reader,
}

impl Generation {
    /// The reason why vectors cannot be searched although the index should have some.
    pub(crate) fn vector_fault(&self) -> Option<String> {
        let dims = self.manifest.embedder.dims as usize;
        match self.reader.vectors() {
            VectorState::Damaged { reason } => Some(reason.clone()),
            VectorState::Absent if dims > 0 && self.reader.n_chunks() > 0 => {
                Some("the vectors are missing".to_owned())
            }
            VectorState::Whole { dims: found } if *found != dims => {
                Some(format!("the vectors have {found} numbers instead of {dims}"))
            }
            VectorState::Absent | VectorState::Whole { .. } => None,
        }
    }

    /// The newest generation; `None` if none was ever published.
    pub(crate) fn newest(layout: &RepoLayout) -> Result<Option<Generation>, Error> {
        // Every part has its own checksum; the format file only detects a newer program.
        layout.check_format()?;
        let lexical = layout.lexical();
        let damaged = |what: String| Error::Damaged { path: layout.index.clone(), what };
        for _ in 0..ATTEMPTS {
            let reader = match Reader::open(&lexical) {
                Ok(reader) => reader,
                Err(rutter_search::Error::Absent { .. }) => return Ok(None),
                Err(rutter_search::Error::Damaged { reason, .. }) => {
                    return Err(damaged(format!("the word index cannot be used: {reason}")));
                }
                Err(rutter_search::Error::Outdated { .. }) => {
                    return Err(damaged("it was made by another version of rutter".to_owned()));
                }
                Err(error) => return Err(error.into()),
            };
            let payload = reader.payload();
            if payload.is_empty() {
                return Ok(None);
            }
            let generation = payload
                .parse::<u64>()
                .map_err(|_| damaged(format!("`{payload}` is not a generation")))?;
            // Otherwise a writer has swept the generation meanwhile, and a newer one is there.
            if let Some(manifest) = Manifest::load(&layout.index, generation)? {
                return Ok(Some(Generation { manifest, reader }));
            }
        }
        Err(damaged("the list of files is missing".to_owned()))
    }
}
