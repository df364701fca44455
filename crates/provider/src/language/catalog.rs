//! Which models a provider has, and when the chosen one ends.

use std::sync::Arc;
use std::time::Duration;

use rutter_domain::Timestamp;
use serde_json::Value;

use super::ModelLimits;
use super::client::ModelClient;
use super::model_limits::day;
use super::route::Route;
use crate::transport::Key;

const TIMEOUT: Duration = Duration::from_secs(10);

/// The models at the address of the chosen one.
#[derive(Clone)]
pub struct Catalog {
    pub(super) client: Arc<ModelClient>,
    pub(super) route: Route,
}

/// A model in a provider's list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedModel {
    pub name: String,
    /// When it ends, if the provider says so.
    pub ends: Option<Timestamp>,
}

impl Catalog {
    /// The chosen model as the provider knows it. `None` if the server decides.
    pub fn chosen(&self) -> Option<&str> {
        self.route.model.as_deref()
    }

    /// Asks the provider for its models. The error is the reason for a missing list.
    pub async fn list(&self) -> Result<Vec<OfferedModel>, String> {
        let key = self.route.key.as_ref().map(Key::reveal);
        let listing = self.client.list_models(self.route.protocol, key);
        match tokio::time::timeout(TIMEOUT, listing).await {
            Ok(list) => offered(&list?).ok_or_else(|| "its list is not understood".to_owned()),
            Err(_) => Err(format!("it did not answer in {TIMEOUT:?}")),
        }
    }

    /// When the chosen model ends: by the provider's list, or else by what was known when this program was
    /// made.
    pub fn end_of_chosen(&self, list: &[OfferedModel]) -> Option<Timestamp> {
        let chosen = self.chosen()?;
        let offered = list.iter().find(|offered| offered.name == chosen);
        let listed = offered.and_then(|offered| offered.ends);
        // A date in the program is about the provider's own address.
        listed.or_else(|| ModelLimits::of(&self.route.name).ends)
    }

    /// Returns whether the chosen model is in the list. Its name may lack the date or tag of the listed one.
    pub fn has_chosen(&self, list: &[OfferedModel]) -> bool {
        let Some(chosen) = self.chosen() else { return true };
        list.iter().any(|offered| match offered.name.strip_prefix(chosen) {
            Some("" | ":latest") => true,
            Some(rest) => rest.starts_with("-20"),
            None => false,
        })
    }
}

/// Reads the list of any provider.
fn offered(list: &Value) -> Option<Vec<OfferedModel>> {
    let models = list.get("data").or_else(|| list.get("models")).unwrap_or(list).as_array()?;
    let models = models.iter().filter_map(|model| {
        let name = model.get("id").or_else(|| model.get("name"))?.as_str()?;
        let name = name.strip_prefix("models/").unwrap_or(name).to_owned();
        let date = model.get("shutdown_date").or_else(|| model.get("retires_at"));
        // OpenAI gives a day, Anthropic a time.
        let day_of = |date: &str| day(date.get(..10)?);
        Some(OfferedModel { name, ends: date.and_then(Value::as_str).and_then(day_of) })
    });
    Some(models.collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(list: &Value, expected: &[(&str, Option<&str>)]) {
        let found = offered(list).expect("it is a list");
        let found: Vec<(String, Option<String>)> = found
            .into_iter()
            .map(|model| (model.name, model.ends.map(|ends| ends.to_string()[..10].to_owned())))
            .collect();
        let expected: Vec<(String, Option<String>)> = expected
            .iter()
            .map(|(name, ends)| ((*name).to_owned(), ends.map(str::to_owned)))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_list_of_every_provider_is_read() {
        let openai = json!({ "object": "list", "data": [
            { "id": "gpt-5-mini", "object": "model", "shutdown_date": "2026-12-11" },
            { "id": "gpt-6-luna", "object": "model", "shutdown_date": null },
        ]});
        check(&openai, &[("gpt-5-mini", Some("2026-12-11")), ("gpt-6-luna", None)]);
        let anthropic = json!({ "data": [
            { "id": "claude-x", "type": "model", "retires_at": "2026-11-30T00:00:00Z" },
            { "id": "claude-y", "type": "model", "lifecycle": "active", "retires_at": null },
        ], "has_more": false });
        check(&anthropic, &[("claude-x", Some("2026-11-30")), ("claude-y", None)]);
        let gemini =
            json!({ "models": [{ "name": "models/gemini-3.5-flash-lite", "version": "1" }] });
        check(&gemini, &[("gemini-3.5-flash-lite", None)]);
        check(&json!({ "models": [{ "name": "qwen3:latest" }] }), &[("qwen3:latest", None)]);
        check(&json!([{ "id": "m", "shutdown_date": "é".repeat(9) }]), &[("m", None)]);
        assert_eq!(offered(&json!({ "error": "no" })), None);
    }
}
