//! rutter-syntax.
