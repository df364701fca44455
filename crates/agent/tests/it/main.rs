//! What a run promises, played with a model that follows a script on a real tree.

mod caps;
mod context;
mod endings;
mod exploration;
mod honesty;
mod stage;
mod turns;
