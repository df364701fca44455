//! What a tool is: a question with typed arguments and a typed answer.

use rutter_engine::Error;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::telling::Telling;
use crate::{Cut, Effect, Page, Session, ToolError, Toolbox};

/// A capability.
pub trait Tool {
    /// What a model calls it.
    const NAME: &'static str;
    type Args: Clone;
    type Answer: Serialize + Clone;

    fn run(
        &self,
        toolbox: &Toolbox,
        session: &Session,
        args: Self::Args,
    ) -> Result<Self::Answer, ToolError>;
}

/// A capability that models are offered.
///
/// The doc comments of [`Offered::Asked`] are what the model is told of the tool and its arguments.
pub trait Offered: Tool {
    const EFFECT: Effect;
    /// Arguments that make sense, as JSON: the best explanation.
    const EXAMPLE: &'static str;
    /// The arguments as a model writes them.
    type Asked: DeserializeOwned + JsonSchema;

    /// The arguments as they are meant, their paths made sure to lie inside.
    fn read(&self, toolbox: &Toolbox, asked: Self::Asked) -> Result<Self::Args, ToolError>;

    /// Lets a run reach the page that is wanted.
    fn turn_to(&self, _args: &mut Self::Args, _page: &Page) {}

    /// Takes from an answer what is not on the page, which has room for so much of what the answer
    /// lists.
    fn cut(&self, _answer: &mut Self::Answer, _page: &Page, _room: usize) -> Cut {
        Cut { n_items: 1, next: None }
    }

    /// Arguments whose answer lists at most so much, where the answer itself cannot be cut: of hits
    /// that were joined from several, no first few are what was found first.
    fn narrow(&self, _args: &Self::Args, _room: usize) -> Option<Self::Args> {
        None
    }

    /// The answer as a model reads it.
    fn tell(&self, toolbox: &Toolbox, answer: &Self::Answer) -> Result<Telling, Error>;
}
