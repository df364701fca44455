//! The traits of tools: typed arguments, a typed answer, and a permission.
//!
//! [`Tool`] is a capability. [`ModelTool`] adds what a model needs: arguments as JSON and the answer as
//! text. [`PagedTool`] adds what an agent over MCP needs: the answer as data, one page at a time.

use rutter_domain::{Freshness, Vocabulary};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::reply::ToolReply;
use crate::{McpFace, Page, PageCut, Permission, Session, ToolError, Toolbox};

/// A capability.
pub trait Tool {
    /// Name by which models call it.
    const NAME: &'static str;
    const PERMISSION: Permission;
    type Args;
    type Answer: Serialize;

    fn run(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        args: Self::Args,
    ) -> Result<Self::Answer, ToolError>;

    /// Renders the remarks of an answer in the caller's vocabulary. Not needed for answers without remarks.
    fn word(&self, _answer: &mut Self::Answer, _vocabulary: &dyn Vocabulary) {}

    /// The state of the index from which the answer comes; `None` if it comes from the files.
    fn freshness<'a>(&self, _answer: &'a Self::Answer) -> Option<&'a Freshness> {
        None
    }
}

/// How to handle an invalid item in a list of arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadItems {
    RefuseCall,
    /// Replace the item by an object with the reason as `refused`, and use the others.
    RefuseItem,
}

/// A capability that models can call.
///
/// The doc comments of [`ModelTool::Input`] are the description that the model reads. In them
/// `{read_file}` is replaced by the caller's name of that tool.
pub trait ModelTool: Tool {
    /// Valid arguments as JSON, shown in refusals.
    const EXAMPLE: &'static str;
    /// Name and properties in MCP; `None` if agents do not get the tool.
    const MCP: Option<McpFace> = None;
    const BAD_ITEMS: BadItems = BadItems::RefuseCall;
    /// The arguments as a model writes them.
    type Input: DeserializeOwned + JsonSchema;

    /// Turns the input into arguments: limits are clamped, and paths are resolved to lie inside the
    /// repository.
    fn resolve(&self, toolbox: &Toolbox, input: Self::Input) -> Result<Self::Args, ToolError>;

    /// Renders the answer for a model.
    fn render(
        &self,
        toolbox: &Toolbox,
        answer: &Self::Answer,
        reply: &mut ToolReply,
    ) -> Result<(), ToolError>;
}

/// A capability whose answer can be given as data, one page at a time.
///
/// A page is made in three steps. [`seek`](PagedTool::seek) changes the arguments so that the run reaches
/// the page at all. [`cut`](PagedTool::cut) removes from the answer what is not on the page. If text and
/// data together are too large, the call tries again with less room: on a copy of the same answer, or,
/// for tools with [`narrow`](PagedTool::narrow), on the answer to narrower arguments.
///
/// Positions (`Page::from`, `PageCut::next`) are opaque to callers. Their unit is the tool's own (hits,
/// lines, matches), but the same one in `seek` and `cut`: `seek(page)` must lead to an answer of which
/// `cut(page)` returns the items from `page.from` on.
pub trait PagedTool: ModelTool<Args: Clone, Answer: Clone> {
    /// The answer as data. Text that may hold secrets is [`CleanText`](crate::CleanText).
    type Data: Serialize + JsonSchema + Default;

    /// Changes the arguments so that the answer contains the page.
    ///
    /// Either the answer starts with the page (its offset is set to `page.from`), or it contains
    /// everything up to the end of the page (its limit is raised by `page.from`). `cut` has to know which.
    fn seek(&self, _args: &mut Self::Args, _page: &Page) {}

    /// Removes what comes before the page and what does not fit on it.
    ///
    /// At most `room` items stay, in the unit of `n_items`. `n_items` is how many stayed, and the caller
    /// uses it to guess a smaller room; `next` is where the following page starts, `None` at the end. A
    /// page with room for one item must not be empty, or a client would page forever.
    fn cut(&self, _answer: &mut Self::Answer, _page: &Page, _room: usize) -> PageCut {
        PageCut { n_items: 1, next: None }
    }

    /// Arguments whose answer lists at most `room` items, for tools whose answer cannot be cut.
    ///
    /// Neighbouring hits are joined into one, so the first few hits of an answer are not the hits that
    /// were ranked first. Such a tool must be run again with a lower limit. `None`: cut the same answer.
    fn narrow(&self, _args: &Self::Args, _room: usize) -> Option<Self::Args> {
        None
    }

    fn data(&self, answer: &Self::Answer) -> Self::Data;
}

impl Toolbox {
    /// Runs a tool if the session has permission.
    pub fn run<T: Tool>(
        &self,
        session: &Session,
        tool: &T,
        args: T::Args,
    ) -> Result<T::Answer, ToolError> {
        if !session.may(T::PERMISSION) {
            return Err(ToolError::refuse(
                format!("`{}` is not allowed here", session.vocabulary.tool_name(T::NAME)),
                "do without, or say in words what should be done",
            ));
        }
        let mut answer = tool.run(self, session, args)?;
        tool.word(&mut answer, session.vocabulary);
        Ok(answer)
    }
}
