//! Language models. Start at `scene`, which connects to a played provider and listens.

mod asking;
mod bounds;
mod choosing;
mod dispatching;
mod hardship;
mod keeping;
mod patience;
mod scene;
mod streaming;
