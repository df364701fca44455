//! Why a model cannot be used.

/// Why a model cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    #[error("the file is not a rutter model: it does not begin with `RUTTERV1`")]
    Magic,
    #[error("the model has format version {found}, this program reads {wanted}")]
    Version { found: u32, wanted: u32 },
    #[error("the model has {found} dimensions, expected 1 to {limit}")]
    Dims { found: u32, limit: u32 },
    #[error("the model has {found} pieces, expected 1 to {limit}")]
    PieceCount { found: usize, limit: usize },
    #[error("the model has {found} bytes, but its header asks for {wanted}")]
    Length { found: u64, wanted: u64 },
    #[error("the model's vocabulary is damaged at piece {piece}: {hindrance}")]
    Vocabulary { piece: usize, hindrance: &'static str },
    #[error("piece {piece} of the model has the weight {found}, expected at most {limit}")]
    Weight { piece: usize, found: u16, limit: u16 },
    #[error("the model is damaged: its content hashes to {found:016x}, not {wanted:016x}")]
    Hash { found: u64, wanted: u64 },
}
