//! Text that is redacted by construction.
//!
//! Data that leaves the process in addition to the rendered text consists of these, so that no tool can forget
//! to remove secrets: the only way to create one is to redact.

use std::borrow::Cow;

use rutter_workspace::redact;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

/// Text from which everything that looks secret was removed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CleanText(String);

impl CleanText {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<T: AsRef<str>> From<T> for CleanText {
    fn from(text: T) -> CleanText {
        CleanText(redact(text.as_ref()).text.into_owned())
    }
}

impl JsonSchema for CleanText {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_does_not_get_into_clean_text() {
        let clean = CleanText::from("postgres://app:q7Zp2Vx9Lw4R@db/x");
        assert!(!clean.as_str().contains("q7Zp2Vx9Lw4R"), "{clean:?}");
        assert_eq!(CleanText::from("src/main.rs").as_str(), "src/main.rs");
    }
}
