//! rutter-engine.
