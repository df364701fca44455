//! Markdown as it streams in: [`Splitter`] cuts it into finished blocks, [`Renderer`] turns a block into
//! lines.
//!
//! A block is printed once and never again, so that scrollback and selection stay those of the
//! terminal. Start at [`Renderer::render`].

mod code;
mod containers;
mod inline;
mod page;
mod renderer;
mod splitter;
mod table;
#[cfg(test)]
mod tests;

pub use renderer::Renderer;
pub use splitter::Splitter;
