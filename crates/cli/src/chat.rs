//! Questions to a model about the codebase: `rutter ask` and `rutter chat`.
//!
//! [`Assistant`] asks one question after the other in one stored chat ([`SavedChat`]); [`AnswerPrinter`]
//! shows an answer while it arrives, each block after its citations were checked. The commands that a user
//! types begin with a slash and are in `slash.rs`.

mod answer_printer;
mod assistant;
mod best_places;
mod call_log;
mod changes;
mod checked_blocks;
mod completion;
mod instructions;
mod progress_line;
mod prompt_history;
mod saved_chat;
mod slash;
mod terminal;
mod typing;

pub use answer_printer::{AnswerPrinter, Layout};
pub use assistant::{Answered, Assistant, mode_of};
pub use best_places::best_places;
pub use call_log::CalledTool;
pub use changes::Changes;
pub use checked_blocks::CheckedBlocks;
pub use completion::{completer, gather as gather_names};
pub use prompt_history::StoredPrompts;
pub use saved_chat::{Resumed, SavedChat};
pub use slash::{COMMANDS, Slash, parse as parse_slash};
pub use terminal::{Terminal, break_lines, columns};
pub use typing::Typing;
