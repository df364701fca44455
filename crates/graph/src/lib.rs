//! rutter-graph.
