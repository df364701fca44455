//! rutter-store.
