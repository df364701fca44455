//! rutter-tools.
