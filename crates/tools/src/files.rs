//! Tools that read and write the files themselves.

pub mod grep;
pub mod list_files;
pub mod list_filesystem;
pub mod print_matches;
pub mod read_file;
pub mod view_file;
pub mod write_file;
