//! Decides whether the next request may be sent.
//!
//! A cap covers what a run has used and the estimated input of the next request; the reply is limited
//! to what is left. So only a wrong estimate, or a provider that ignores the length limit, can exceed a
//! cap, and only by the reply in flight.

use rutter_domain::{Ending, Totals, Usage};
use rutter_provider::language::LanguageModel;

use super::grouped;
use crate::RunLimits;

/// With less room for a reply than this, no request is sent.
const SHORTEST_REPLY_TOKENS: u64 = 64;

/// The caps of a run, and the model whose prices they are checked by.
pub(crate) struct Budget<'a> {
    pub(crate) limits: RunLimits,
    pub(crate) model: &'a dyn LanguageModel,
}

/// Whether a request may be sent.
pub(crate) enum Permit {
    Go { limit_output_tokens: u32 },
    Stop(Ending),
}

impl Budget<'_> {
    /// Whether a request of about `input_tokens` may be sent, and how long its reply may be.
    pub(crate) fn permit(&self, totals: &Totals, input_tokens: u64, longest: u32) -> Permit {
        let mut left = u64::from(longest);
        let shortest = SHORTEST_REPLY_TOKENS.min(left);
        if let Some(limit) = self.limits.max_tokens {
            let used = totals.tokens().saturating_add(input_tokens);
            if used.saturating_add(shortest) > limit {
                return Permit::Stop(Ending::MaxTokens { limit });
            }
            left = left.min(limit - used);
        }
        if let Some(limit) = self.limits.max_cost {
            let stop = Permit::Stop(Ending::MaxCost { limit_micros: micros(limit) });
            let spent = if totals.turns == 0 { Some(0.0) } else { totals.cost };
            let Some((input, of_reply)) = self.price(input_tokens) else { return stop };
            let Some(spent) = spent else { return stop };
            let rest = limit - spent - input;
            if rest <= of_reply * shortest as f64 {
                return stop;
            }
            if of_reply > 0.0 {
                left = left.min((rest / of_reply) as u64);
            }
        }
        Permit::Go { limit_output_tokens: u32::try_from(left).unwrap_or(u32::MAX) }
    }

    /// Whether a request of about `input_tokens` would be the last that the caps allow. The next one is
    /// taken to be as long, and the reply as long as most are.
    pub(crate) fn is_last(&self, totals: &Totals, input_tokens: u64, longest: u32) -> bool {
        const USUAL_REPLY_TOKENS: u64 = 1_000;
        let output_tokens = USUAL_REPLY_TOKENS.min(u64::from(longest));
        let usage = Usage { input_tokens, output_tokens, ..Usage::default() };
        let mut after = totals.clone();
        after.turns += 1;
        after.input_tokens = after.input_tokens.saturating_add(input_tokens);
        after.output_tokens = after.output_tokens.saturating_add(output_tokens);
        let spent = if totals.turns == 0 { Some(0.0) } else { totals.cost };
        after.cost = spent.zip(self.model.cost(&usage)).map(|(spent, cost)| spent + cost);
        matches!(self.permit(&after, input_tokens, longest), Permit::Stop(_))
    }

    /// Describes by how much a cap was exceeded; `None` if none was.
    pub(crate) fn excess(&self, totals: &Totals) -> Option<String> {
        let tokens = self.limits.max_tokens.and_then(|limit| {
            let excess = totals.tokens().checked_sub(limit).filter(|excess| *excess > 0)?;
            Some(format!("{} tokens was exceeded by {}", grouped(limit), grouped(excess)))
        });
        let cost = || {
            let (limit, cost) = self.limits.max_cost.zip(totals.cost)?;
            (cost > limit).then(|| format!("${limit} was exceeded by ${:.6}", cost - limit))
        };
        let what = tokens.or_else(cost)?;
        Some(format!("the cap of {what}, the reply in flight"))
    }

    /// US dollars for the input, and for one token of the reply.
    fn price(&self, input_tokens: u64) -> Option<(f64, f64)> {
        let input = Usage { input_tokens, ..Usage::default() };
        let reply = Usage { output_tokens: 1_000, ..Usage::default() };
        Some((self.model.cost(&input)?, self.model.cost(&reply)? / 1_000.0))
    }
}

pub(crate) fn micros(dollars: f64) -> u64 {
    (dollars * 1e6).round() as u64
}
