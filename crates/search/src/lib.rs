//! rutter-search.
