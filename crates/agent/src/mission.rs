//! What a model shall do, with which means.

use rutter_domain::Usage;
use rutter_provider::language::{Delivery, LanguageModel};

use crate::Error;

/// A task for a model: what it is told, and where it has to stop.
#[derive(Debug, Clone, PartialEq)]
pub struct Mission {
    /// Names it in the record: `explore`.
    pub name: String,
    /// What the model is told to be.
    pub system: String,
    /// What it is asked first.
    pub opening: String,
    /// Said once to a model that answers before it has called any tool; nothing where that is a
    /// good answer.
    pub nudge: Option<String>,
    /// Said with every result until something is recorded: small models forget what they are for.
    pub reminder: Option<String>,
    pub limits: Limits,
    /// The longest reply.
    pub limit_output_tokens: u32,
    /// What the model can take in at once, request and reply together. Older results are shortened
    /// when more would be sent.
    pub context_tokens: u64,
    pub temperature: Option<f64>,
    pub delivery: Delivery,
}

/// Where a run has to stop, whatever the model wants.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Limits {
    /// Requests.
    pub max_turns: u32,
    /// Tokens in and out, over all requests.
    pub max_tokens: Option<u64>,
    /// US dollars.
    pub max_cost: Option<f64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { max_turns: 20, max_tokens: None, max_cost: None }
    }
}

impl Mission {
    /// A mission with the usual limits.
    pub fn new(name: &str, system: &str, opening: &str) -> Mission {
        Mission {
            name: name.to_owned(),
            system: system.to_owned(),
            opening: opening.to_owned(),
            nudge: None,
            reminder: None,
            limits: Limits::default(),
            limit_output_tokens: 4_096,
            context_tokens: 60_000,
            temperature: None,
            delivery: Delivery::Whole,
        }
    }

    /// Whether the limits can be kept with this model. [`crate::run`] asks this first.
    pub fn check(&self, model: &dyn LanguageModel) -> Result<(), Error> {
        let Limits { max_turns, max_tokens, max_cost } = self.limits;
        if max_turns == 0 {
            return Err(Error::BadLimit { what: "turns", given: "0".to_owned() });
        }
        if max_tokens == Some(0) {
            return Err(Error::BadLimit { what: "tokens", given: "0".to_owned() });
        }
        let Some(max_cost) = max_cost else { return Ok(()) };
        if !(max_cost.is_finite() && max_cost > 0.0) {
            return Err(Error::BadLimit { what: "cost", given: max_cost.to_string() });
        }
        let some = Usage { input_tokens: 1_000, output_tokens: 1_000, ..Usage::default() };
        match model.cost(&some) {
            Some(_) => Ok(()),
            None => Err(Error::UnknownPrice { model: model.name().to_owned() }),
        }
    }
}
