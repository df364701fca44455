//! The fields of a query or of a form.

use crate::percent::{Plus, decode, encode_value};

/// Names and values, in order. A name may occur several times.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    /// Reads `a=1&b=2`. What is not UTF-8 is left out.
    pub(crate) fn parse(text: &str) -> Fields {
        let pairs = text.split('&').filter(|pair| !pair.is_empty()).filter_map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            Some((decode(name, Plus::IsBlank)?, decode(value, Plus::IsBlank)?))
        });
        Fields(pairs.collect())
    }

    /// The first value of a name; `None` if it is missing or blank.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let mut values = self.0.iter().filter(|(known, _)| known == name);
        values.find(|(_, value)| !value.trim().is_empty()).map(|(_, value)| value.as_str())
    }

    /// Every value of a name that is not blank.
    pub(crate) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let values = self.0.iter().filter(move |(known, _)| known == name);
        values.map(|(_, value)| value.as_str()).filter(|value| !value.trim().is_empty())
    }

    /// A number, if the value is one.
    pub(crate) fn number<N: std::str::FromStr>(&self, name: &str) -> Option<N> {
        self.get(name)?.trim().parse().ok()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Formats the fields as a query, with one field set to another value, or removed.
    pub(crate) fn with(&self, name: &str, value: Option<&str>) -> String {
        let kept = self.iter().filter(|(known, value)| *known != name && !value.is_empty());
        let set = value.map(|value| (name, value));
        let pairs = kept.chain(set);
        let pairs =
            pairs.map(|(name, value)| format!("{}={}", encode_value(name), encode_value(value)));
        format!("?{}", pairs.collect::<Vec<_>>().join("&"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_read_and_changed() {
        let fields = Fields::parse("q=a+b&lang=rust&lang=go&empty=&x=%ff&n=12");
        assert_eq!(fields.get("q"), Some("a b"));
        assert_eq!(fields.all("lang").collect::<Vec<_>>(), ["rust", "go"]);
        assert_eq!((fields.get("empty"), fields.get("x")), (None, None));
        assert_eq!(fields.number::<u32>("n"), Some(12));
        assert_eq!(fields.with("n", Some("<")), "?q=a%20b&lang=rust&lang=go&n=%3C");
        assert_eq!(Fields::parse("a=1").with("a", None), "?");
    }
}
