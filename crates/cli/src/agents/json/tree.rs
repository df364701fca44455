//! What a text of JSON holds, and where.

use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};

use super::super::{Form, Unreadable};

/// A text of JSON, parsed.
#[derive(Debug)]
pub struct Tree<'a> {
    value: Option<Value<'a>>,
}

impl<'a> Tree<'a> {
    /// Parses a text, with comments and trailing commas.
    pub fn parse(text: &'a str) -> Result<Tree<'a>, Unreadable> {
        let options = options(TrailingCommas::Allowed);
        parse_to_ast(text, &CollectOptions::default(), &options)
            .map(|parsed| Tree { value: parsed.value })
            .map_err(|error| Unreadable(format!("it is not JSON: {error}")))
    }

    /// What the text holds; nothing when that is only blanks and comments.
    pub fn root(&self) -> Result<Option<&Object<'a>>, Unreadable> {
        match &self.value {
            None => Ok(None),
            Some(value) => {
                value.as_object().map(Some).ok_or_else(|| not_an_object("what it holds"))
            }
        }
    }

    /// All of it without its blanks, to compare by.
    pub fn flat(&self) -> Option<String> {
        self.value.as_ref().map(flat)
    }

    /// The servers. Where there are several such fields the last one counts, as for all readers.
    pub fn section(&self, form: Form) -> Result<Option<&Object<'a>>, Unreadable> {
        let name = section_name(form);
        let Some(root) = self.root()? else { return Ok(None) };
        let Some(field) = last_field(root, name) else { return Ok(None) };
        let section = field.value.as_object();
        section.map(Some).ok_or_else(|| not_an_object(&format!("`{name}` in it")))
    }
}

/// Whether a trailing comma may stand in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrailingCommas {
    Allowed,
    Refused,
}

/// Whether a text is JSON with comments, but without trailing commas.
pub fn is_json_with_comments(text: &str) -> bool {
    parse_to_ast(text, &CollectOptions::default(), &options(TrailingCommas::Refused)).is_ok()
}

fn options(trailing_commas: TrailingCommas) -> ParseOptions {
    ParseOptions {
        allow_comments: true,
        allow_trailing_commas: trailing_commas == TrailingCommas::Allowed,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    }
}

pub fn section_name(form: Form) -> &'static str {
    match form {
        Form::McpServers => "mcpServers",
        Form::Servers => "servers",
        Form::ContextServers => "context_servers",
        Form::Mcp | Form::Toml => "mcp",
    }
}

/// All that hold servers, with their places among the fields of the root.
pub fn sections<'a, 'b>(root: &'b Object<'a>, form: Form) -> Vec<(usize, &'b Object<'a>)> {
    let fields = root.properties.iter().enumerate();
    fields
        .filter(|(_, field)| field.name.as_str() == section_name(form))
        .filter_map(|(at, field)| Some((at, field.value.as_object()?)))
        .collect()
}

/// The field of a name; of several the last, which is the one that counts.
pub fn last_field<'a, 'b>(object: &'b Object<'a>, name: &str) -> Option<&'b ObjectProp<'a>> {
    object.properties.iter().rev().find(|field| field.name.as_str() == name)
}

/// A value without its blanks, to compare by.
pub fn flat(value: &Value<'_>) -> String {
    match value {
        Value::NullKeyword(_) => "null".to_owned(),
        Value::BooleanLit(flag) => flag.value.to_string(),
        Value::NumberLit(number) => number.value.to_owned(),
        Value::StringLit(text) => format!("{:?}", text.value),
        Value::Array(array) => {
            format!("[{}]", array.elements.iter().map(flat).collect::<Vec<_>>().join(","))
        }
        Value::Object(object) => {
            let fields = object.properties.iter();
            let fields =
                fields.map(|field| format!("{:?}:{}", field.name.as_str(), flat(&field.value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
    }
}

fn not_an_object(what: &str) -> Unreadable {
    Unreadable(format!("{what} is not an object; mend it or move it away"))
}
