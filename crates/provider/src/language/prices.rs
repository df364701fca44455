//! Prices of models.
//!
//! A data file lists the known prices, and users can add or override some. A model that is not listed
//! has no price, which is not the same as a price of zero.

use rutter_domain::Usage;
use serde::Deserialize;

const BUILT_IN: &str = include_str!("../../data/prices.toml");

/// Price of input that is written to the provider's cache, as a multiple of other input. Anthropic and OpenAI
/// charge for it.
const CACHE_WRITE_FACTOR: f64 = 1.25;

#[derive(Debug, Clone, PartialEq)]
pub struct Prices {
    /// The first list with a price for the model counts.
    lists: Vec<Vec<Row>>,
}

/// In US dollars per million tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Price {
    pub input: f64,
    /// For the part of the input that was in the provider's cache.
    pub cached: f64,
    pub output: f64,
}

impl Price {
    /// Reads the prices of input and output, such as `0.30/2.50`. Cached input costs as much as any other.
    pub fn parse(text: &str) -> Option<Price> {
        let (input, output) = text.split_once('/')?;
        let read = |text: &str| {
            let price = text.trim().trim_start_matches('$').parse::<f64>().ok()?;
            is_valid(price).then_some(price)
        };
        let input = read(input)?;
        Some(Price { input, cached: input, output: read(output)? })
    }

    /// In US dollars.
    pub fn cost(&self, usage: &Usage) -> f64 {
        let cached = usage.cached_tokens.min(usage.input_tokens);
        let written = usage.written_tokens.min(usage.input_tokens - cached);
        let fresh = usage.input_tokens - cached - written;
        let total = fresh as f64 * self.input
            + written as f64 * self.input * CACHE_WRITE_FACTOR
            + cached as f64 * self.cached
            + usage.output_tokens as f64 * self.output;
        total / 1e6
    }
}

impl Default for Prices {
    fn default() -> Prices {
        Prices::built_in()
    }
}

impl Prices {
    /// The prices in the program.
    pub fn built_in() -> Prices {
        let rows = read(BUILT_IN).expect("the built-in price list is valid, as tests show");
        Prices { lists: vec![rows] }
    }

    /// Adds a list in the same format that overrides these.
    pub fn with_overrides(mut self, text: &str) -> Result<Prices, String> {
        self.lists.insert(0, read(text)?);
        Ok(self)
    }

    /// Adds a list in the same format for models that have no price here.
    pub fn with_additions(mut self, text: &str) -> Result<Prices, String> {
        self.lists.push(read(text)?);
        Ok(self)
    }

    /// Adds a price that counts for every model.
    pub fn with_price(mut self, price: Price) -> Prices {
        let Price { input, cached, output } = price;
        let model = "*".to_owned();
        let row = Row { model, from_tokens: 0, input, cached: Some(cached), output, _source: None };
        self.lists.insert(0, vec![row]);
        self
    }

    /// The price of a model for an input of this size. `None` if it is unknown.
    pub fn price(&self, model: &str, input_tokens: u64) -> Option<Price> {
        let model = bare_name(model);
        self.lists.iter().find_map(|rows| find(rows, model, input_tokens))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    #[serde(rename = "noted")]
    _noted: Option<String>,
    #[serde(default)]
    price: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    model: String,
    #[serde(default)]
    from_tokens: u64,
    input: f64,
    cached: Option<f64>,
    output: f64,
    /// Where the price was seen.
    #[serde(rename = "source")]
    _source: Option<String>,
}

fn is_valid(price: f64) -> bool {
    price.is_finite() && price >= 0.0
}

fn read(text: &str) -> Result<Vec<Row>, String> {
    let list: List = toml::from_str(text)
        .map_err(|error| format!("the price list cannot be read: {}", error.to_string().trim()))?;
    for row in &list.price {
        if !is_valid(row.input) || !is_valid(row.output) || !row.cached.is_none_or(is_valid) {
            return Err(format!("the price of `{}` must be zero or more", row.model));
        }
    }
    Ok(list.price)
}

fn find(rows: &[Row], model: &str, input_tokens: u64) -> Option<Price> {
    let undated = without_date(model);
    let matching = rows.iter().filter(|row| {
        row.from_tokens <= input_tokens
            && match row.model.strip_suffix('*') {
                Some(prefix) => model.starts_with(prefix),
                None => row.model == model || row.model == undated,
            }
    });
    let best = matching.max_by_key(|row| (row.model.len(), row.from_tokens))?;
    let cached = best.cached.unwrap_or(best.input);
    Some(Price { input: best.input, cached, output: best.output })
}

/// Removes the provider if the name alone identifies it.
pub(super) fn bare_name(model: &str) -> &str {
    let providers = ["openai::", "gemini::", "google::", "anthropic::"];
    providers.iter().find_map(|provider| model.strip_prefix(provider)).unwrap_or(model)
}

/// `gpt-5-2025-08-07`, `claude-opus-4-5-20251101` and `gpt-5-latest` cost what the plain name costs.
fn without_date(model: &str) -> &str {
    let model = model.strip_suffix("-latest").unwrap_or(model);
    let end = model.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-');
    let date: String = model[end.len()..].chars().filter(char::is_ascii_digit).collect();
    if date.len() < 8 {
        return model;
    }
    // The name itself may end in a number, so only a suffix of the length of a date is removed.
    for length in ["-2025-08-07".len(), "-20250807".len()] {
        if let Some((name, date)) = model.split_at_checked(model.len().saturating_sub(length))
            && date.starts_with("-20")
        {
            return name;
        }
    }
    model
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(model: &str, input: Option<f64>) {
        let price = Prices::built_in().price(model, 1000);
        assert_eq!(price.map(|price| price.input), input, "{model}");
    }

    #[test]
    fn names_with_dates_and_providers_have_the_price_of_the_name() {
        check("gpt-5", Some(1.25));
        check("gpt-5-2025-08-07", Some(1.25));
        check("openai::gpt-5-mini-2025-08-07", Some(0.25));
        check("claude-opus-4-5-20251101", Some(5.0));
        check("claude-sonnet-5-5", Some(2.0));
        check("gemini-2.5-flash-lite-001", Some(0.1));
        check("gemini-3.5-flash-lite", Some(0.3));
        check("ollama::qwen3", Some(0.0));
    }

    #[test]
    fn a_model_that_is_not_listed_has_no_price() {
        for model in ["", "gpt-5.9", "gpt-50", "openai-compatible::gpt-5", "é-20", "-2025-08-07"] {
            check(model, None);
        }
    }

    #[test]
    fn a_large_input_may_cost_more() {
        let price = Prices::built_in().price("gemini-2.5-pro", 300_000);
        assert_eq!(price, Some(Price { input: 2.5, cached: 0.25, output: 15.0 }));
        let price = Prices::built_in().price("claude-haiku-5-5", 100_001);
        assert_eq!(price, Some(Price { input: 0.5, cached: 0.05, output: 2.5 }));
    }

    #[test]
    fn a_price_that_the_user_gives_counts_for_any_model() {
        let price = Price::parse("0.30/2.50").unwrap();
        assert_eq!(price, Price { input: 0.3, cached: 0.3, output: 2.5 });
        let prices = Prices::built_in().with_price(price);
        for model in ["gpt-6-luna", "openai-compatible::default", ""] {
            assert_eq!(prices.price(model, 1_000_000), Some(price), "{model}");
        }
        assert_eq!(Price::parse(" $1 / $2 "), Price::parse("1/2"));
        for text in ["", "1", "1/", "/1", "-1/2", "1/NaN", "1/2/3", "a/b", "1/inf"] {
            assert_eq!(Price::parse(text), None, "{text}");
        }
    }

    #[test]
    fn cached_input_is_cheaper_and_caching_more_expensive() {
        let price = Price { input: 2.0, cached: 1.0, output: 10.0 };
        let usage = Usage {
            input_tokens: 3_000_000,
            cached_tokens: 1_000_000,
            output_tokens: 500_000,
            ..Usage::default()
        };
        assert_eq!(price.cost(&usage), 10.0);
        assert_eq!(price.cost(&Usage { written_tokens: 1_000_000, ..usage }), 10.5);
    }

    #[test]
    fn a_user_can_override_prices() {
        let text = "[[price]]\nmodel = \"gpt-5\"\ninput = 1\noutput = 2\n";
        let prices = Prices::built_in().with_overrides(text).unwrap();
        let price = prices.price("gpt-5", 0);
        assert_eq!(price, Some(Price { input: 1.0, cached: 1.0, output: 2.0 }));
        assert_eq!(prices.price("gpt-5-mini", 0).map(|price| price.input), Some(0.25));
    }

    #[test]
    fn added_prices_are_for_models_without_one() {
        let text = "[[price]]\nmodel = \"*\"\ninput = 0.125\noutput = 2\n";
        let prices = Prices::built_in().with_additions(text).unwrap();
        let input = |model| prices.price(model, 0).map(|price| price.input);
        assert_eq!((input("gpt-5"), input("nobody-knows-it")), (Some(1.25), Some(0.125)));
    }

    #[test]
    fn an_invalid_price_list_is_refused() {
        for text in [
            "[[price]]\nmodel = 3",
            "prices = 1",
            "[[price]]\nmodel = \"x\"\ninput = -1\noutput = 1",
        ] {
            let message = Prices::built_in().with_overrides(text).unwrap_err();
            assert!(message.contains("price"), "{message}");
        }
    }
}
