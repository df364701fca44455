//! Tools that maintain the index.

pub mod doctor;
pub mod index;
pub mod indexed_files;
pub mod skipped_files;
pub mod status;
pub mod watch;
