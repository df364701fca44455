//! Typed facts that an author states beside the prose of an entry, each a short text of a kind.
//!
//! [`FactKind`] is the table of kinds: prompts, schemas and the checks take names, descriptions and
//! examples from it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize};

use crate::names::names;

/// A kind of fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    Calls,
    CalledBy,
    Parameters,
    Defaults,
    Returns,
    Raises,
    Reads,
    Writes,
    Value,
    Units,
    Implements,
    Overrides,
    Visibility,
    Async,
    Locks,
}

names! {
    /// In the order in which they are shown.
    FactKind {
        Calls => "calls",
        CalledBy => "called_by",
        Parameters => "parameters",
        Defaults => "defaults",
        Returns => "returns",
        Raises => "raises",
        Reads => "reads",
        Writes => "writes",
        Value => "value",
        Units => "units",
        Implements => "implements",
        Overrides => "overrides",
        Visibility => "visibility",
        Async => "async",
        Locks => "locks",
    }
}

/// A kind that earlier versions had. Nothing could decide it, so it is not read any more.
const DROPPED: &str = "depends_on";

impl FactKind {
    pub fn parse(name: &str) -> Option<FactKind> {
        FactKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// What such a fact says, and an example of it.
    pub fn about(self) -> (&'static str, &'static str) {
        match self {
            FactKind::Calls => ("A function that its own code calls", "Store.find"),
            FactKind::CalledBy => ("A function whose own code calls it", "main"),
            FactKind::Parameters => ("One of its parameters, with or without type", "limit: int"),
            FactKind::Defaults => ("The default of a parameter or field", "timeout=3"),
            FactKind::Returns => ("Its return type, or a literal that it returns", "None"),
            FactKind::Raises => {
                ("An error raised in its own code or in a function that it calls", "KeyError")
            }
            FactKind::Reads => {
                ("A field, constant, environment variable or file that it reads", "self.limit")
            }
            FactKind::Writes => ("A field, variable or file that it changes", "self.count"),
            FactKind::Value => ("The value of a constant", "MAX_TRIES=3"),
            FactKind::Units => ("The unit of a value", "timeout: seconds"),
            FactKind::Implements => ("A base class, interface or trait of it", "Iterator"),
            FactKind::Overrides => ("The method that it overrides", "Base.run"),
            FactKind::Visibility => ("public, protected, internal or private", "public"),
            FactKind::Async => ("yes or no", "yes"),
            FactKind::Locks => ("A lock that its own code takes", "self._lock"),
        }
    }

    /// The fact in words: "raises `KeyError`".
    pub fn sentence(self, fact: &str) -> String {
        match self {
            FactKind::CalledBy => format!("is called by `{fact}`"),
            FactKind::Parameters => format!("takes the parameter `{fact}`"),
            FactKind::Defaults => format!("has the default `{fact}`"),
            FactKind::Value => format!("has the value `{fact}`"),
            FactKind::Units => format!("has the unit `{fact}`"),
            FactKind::Visibility => format!("has the visibility `{fact}`"),
            FactKind::Async => format!("is async: `{fact}`"),
            FactKind::Calls
            | FactKind::Returns
            | FactKind::Raises
            | FactKind::Reads
            | FactKind::Writes
            | FactKind::Implements
            | FactKind::Overrides
            | FactKind::Locks => format!("{self} `{fact}`"),
        }
    }
}

/// Facts about a symbol that its author stated beside the prose, each checked on its own.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(transparent)]
pub struct StatedFacts(BTreeMap<FactKind, Vec<String>>);

impl StatedFacts {
    /// The kinds with facts, in the order in which they are shown.
    pub fn by_kind(&self) -> impl Iterator<Item = (FactKind, &[String])> {
        self.0.iter().map(|(kind, facts)| (*kind, facts.as_slice()))
    }

    /// Every fact with its kind.
    pub fn iter(&self) -> impl Iterator<Item = (FactKind, &str)> {
        self.by_kind().flat_map(|(kind, facts)| facts.iter().map(move |fact| (kind, fact.as_str())))
    }

    pub fn push(&mut self, kind: FactKind, fact: impl Into<String>) {
        self.0.entry(kind).or_default().push(fact.into());
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Into<String>> FromIterator<(FactKind, T)> for StatedFacts {
    fn from_iter<I: IntoIterator<Item = (FactKind, T)>>(facts: I) -> StatedFacts {
        let mut stated = StatedFacts::default();
        facts.into_iter().for_each(|(kind, fact)| stated.push(kind, fact));
        stated
    }
}

/// The facts of a kind as authors write them: a list, one text, or a yes or no.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    All(Vec<String>),
    One(String),
    Whether(bool),
}

impl<'de> Deserialize<'de> for StatedFacts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<StatedFacts, D::Error> {
        let mut stated = StatedFacts::default();
        for (name, written) in BTreeMap::<String, Written>::deserialize(deserializer)? {
            let Some(kind) = FactKind::parse(&name) else {
                if name == DROPPED {
                    continue;
                }
                let known = FactKind::ALL.map(FactKind::name).join(", ");
                let message = format!("unknown kind of fact `{name}`, expected one of {known}");
                return Err(serde::de::Error::custom(message));
            };
            let facts = match written {
                Written::All(facts) => facts,
                Written::One(fact) => vec![fact],
                Written::Whether(is_so) => vec![if is_so { "yes" } else { "no" }.to_owned()],
            };
            facts.into_iter().for_each(|fact| stated.push(kind, fact));
        }
        Ok(stated)
    }
}

impl JsonSchema for StatedFacts {
    fn schema_name() -> Cow<'static, str> {
        Cow::Borrowed("StatedFacts")
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let properties: serde_json::Map<String, serde_json::Value> = FactKind::ALL
            .into_iter()
            .map(|kind| {
                // Every request carries this, so it has no more than an example of each.
                let (_, example) = kind.about();
                let list = serde_json::json!({
                    "type": "array", "items": { "type": "string" }, "description": example,
                });
                (kind.name().to_owned(), list)
            })
            .collect();
        json_schema!({ "type": "object", "properties": properties })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_as_they_are_written() {
        let read = |text: &str| serde_json::from_str::<StatedFacts>(text);
        let stated = read(r#"{"calls":["a","b"],"async":false,"value":"3","depends_on":["x"]}"#);
        let stated = stated.unwrap();
        assert_eq!(
            serde_json::to_string(&stated).unwrap(),
            r#"{"calls":["a","b"],"value":["3"],"async":["no"]}"#
        );
        assert_eq!(read(&serde_json::to_string(&stated).unwrap()).unwrap(), stated);
        assert!(read(r#"{"call":["a"]}"#).unwrap_err().to_string().contains("`call`"));
    }
}
