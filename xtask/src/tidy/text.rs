//! Rules on prose: documents, comments and messages.

pub mod changelog;
pub mod figures;
pub mod links;
pub mod marks;
pub mod paths;
pub mod words;
