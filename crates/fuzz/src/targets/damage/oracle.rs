//! Asks everything that can be asked, and compares the answers with those of the undamaged index.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rutter_domain::SearchMode;
use rutter_engine::{
    Error, Health, ImpactLimits, Refresh, SameFile, SearchRequest, SimilarRequest, SimilarSource,
    SymbolRequest, find_similar, impact_of, symbols_of_file,
};
use rutter_knowledge::{EntriesFilter, Knowledge, examine_notebook};
use rutter_workspace::Scope;
use serde::Serialize;
use serde_json::Value;

use super::stage::Stage;

pub const DOCTOR: &str = "`doctor`";

/// Words in answers that report damage.
const DAMAGE_WORDS: &[&str] = &[
    "damage", "corrupt", "cannot", "checksum", "missing", "by words only", "rebuil", "not be read",
    "malformed", "not a database", "no longer", "does not match",
];

/// Questions and their answers.
pub struct Answers {
    all: Vec<(String, Result<Value, String>)>,
}

/// One line of `doctor`.
pub struct Checked {
    pub is_good: bool,
}

impl Answers {
    /// Asks everything of a freshly opened index.
    pub fn of(stage: &Stage, refresh: Refresh) -> Answers {
        match stage.engine.snapshot(refresh, &|_| {}, &AtomicBool::new(false)) {
            Ok(snapshot) => Answers { all: ask(&Knowledge::new(Arc::new(snapshot))) },
            Err(error) => Answers { all: vec![("opening".to_owned(), Err(error.to_string()))] },
        }
    }

    pub fn first_error(&self) -> Option<&str> {
        self.all.iter().find_map(|(_, answer)| answer.as_ref().err()).map(String::as_str)
    }

    /// Checks that each answer is that of the undamaged index or reports damage.
    pub fn agree_with(&self, whole: &Answers) -> Result<(), String> {
        let silent = self.differences(whole).filter(|difference| !difference.is_reported);
        summarise(silent, "silently different")
    }

    /// Checks that each answer is that of the undamaged index.
    pub fn equal(&self, whole: &Answers) -> Result<(), String> {
        summarise(self.differences(whole), "different")
    }

    /// Returns whether an answer reports damage.
    pub fn report_damage(&self, whole: &Answers) -> bool {
        self.differences(whole).any(|difference| difference.is_reported && difference.is_damage)
    }

    fn differences<'a>(&'a self, whole: &'a Answers) -> impl Iterator<Item = Difference> + 'a {
        let expected = |question: &str| {
            whole
                .all
                .iter()
                .find(|(other, _)| other == question)
                .and_then(|(_, answer)| answer.as_ref().ok())
        };
        self.all.iter().filter_map(move |(question, answer)| {
            let question = question.clone();
            let answer = match answer {
                Ok(answer) => answer,
                Err(error) => {
                    let is_damage = error.contains("damage");
                    return Some(Difference {
                        question,
                        what: error.clone(),
                        is_reported: true,
                        is_damage,
                    });
                }
            };
            let expected = expected(&question)?;
            if answer == expected {
                return None;
            }
            let is_behind =
                answer["index"]["state"].as_str().is_some_and(|state| state != "current");
            // A status lists damage; its hints are worded later, by the skin that prints it.
            let lists_damage = answer["damage"].as_array().is_some_and(|list| !list.is_empty())
                && answer["damage"] != expected["damage"];
            let is_reported = is_behind || lists_damage || reports_damage(answer, expected);
            let what = first_difference(expected, answer, "");
            Some(Difference { question, what, is_reported, is_damage: !is_behind })
        })
    }
}

struct Difference {
    question: String,
    what: String,
    is_reported: bool,
    is_damage: bool,
}

/// An error that names the kinds of questions whose answers differ, and how the first does.
fn summarise(differences: impl Iterator<Item = Difference>, how: &str) -> Result<(), String> {
    let found: Vec<Difference> = differences.collect();
    let Some(first) = found.first() else { return Ok(()) };
    let kind = |difference: &Difference| {
        let question = &difference.question;
        question.split(" `").next().unwrap_or(question).to_owned()
    };
    let kinds: BTreeSet<String> = found.iter().map(kind).collect();
    let kinds: Vec<String> = kinds.into_iter().collect();
    Err(format!("{how}: {}; {}: {}", kinds.join(", "), first.question, first.what))
}

/// Runs the checks of `doctor`.
pub fn examine(stage: &Stage) -> Vec<Checked> {
    let mut checks = stage.engine.examine_setup();
    checks.extend(examine_notebook(&stage.engine.layout));
    checks.extend(stage.engine.examine_index());
    checks.iter().map(|check| Checked { is_good: check.health == Health::Good }).collect()
}

fn ask(knowledge: &Knowledge) -> Vec<(String, Result<Value, String>)> {
    let mut all = Vec::new();
    for query in ["rebate", "take_rebate price below zero", "shopping cart total", "PriceStore"] {
        for mode in [SearchMode::Lexical, SearchMode::Semantic, SearchMode::Hybrid] {
            let request = SearchRequest {
                query: query.to_owned(),
                limit: 8,
                mode,
                ..SearchRequest::default()
            };
            let question = format!("search {} `{query}`", mode.name());
            all.push((question, to_json(knowledge.search(&request))));
        }
    }
    let request = SearchRequest {
        query: "prices".to_owned(),
        limit: 5,
        scope: Scope::Entries,
        ..SearchRequest::default()
    };
    all.push(("search among entries".to_owned(), to_json(knowledge.search(&request))));
    for name in ["take_rebate", "PriceStore", "later_than_all", "no_such_name"] {
        let request = SymbolRequest { name, path: None, skip: 0, limit: 10 };
        all.push((format!("symbol {name}"), to_json(knowledge.symbol(&request))));
    }
    let limits = ImpactLimits { max_distance: 4, max_symbols: 20 };
    all.push((
        "impact find_price".to_owned(),
        to_json(impact_of(&knowledge.snapshot, "find_price", limits)),
    ));
    all.push((
        "symbols app/store.py".to_owned(),
        to_json(symbols_of_file(&knowledge.snapshot, "app/store.py")),
    ));
    let request = SimilarRequest {
        source: SimilarSource::Line { path: "src/prices.rs".to_owned(), line: 6 },
        limit: 5,
        skip: 0,
        languages: Vec::new(),
        globs: Vec::new(),
        scope: Scope::Everything,
        same_file: SameFile::Include,
        limit_tokens: None,
    };
    all.push(("similar".to_owned(), to_json(find_similar(&knowledge.snapshot, &request))));
    all.push(("entries list".to_owned(), to_json(knowledge.entries(&EntriesFilter::default()))));
    all.push(("status".to_owned(), to_json(Ok::<_, Error>(knowledge.status()))));
    all
}

fn to_json<E: std::fmt::Display>(answer: Result<impl Serialize, E>) -> Result<Value, String> {
    let answer = answer.map_err(|error| error.to_string())?;
    let mut value = serde_json::to_value(answer).map_err(|error| error.to_string())?;
    if let Some(fields) = value.as_object_mut() {
        fields.remove("elapsed_us");
    }
    round(&mut value);
    Ok(value)
}

/// Scores are sums of floating-point numbers, and the order of segments decides on their last digits.
fn round(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            let rounded = number.as_f64().map(|number| (number * 1e4).round() / 1e4);
            *value = rounded.map_or(Value::Null, Value::from);
        }
        Value::Array(items) => items.iter_mut().for_each(round),
        Value::Object(fields) => fields.values_mut().for_each(round),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns whether an answer has a text that reports damage and is not in the answer of the undamaged index.
fn reports_damage(answer: &Value, whole: &Value) -> bool {
    let (mut texts, mut known) = (BTreeSet::new(), BTreeSet::new());
    gather(answer, &mut texts);
    gather(whole, &mut known);
    texts.difference(&known).any(|text| {
        let text = text.to_lowercase();
        DAMAGE_WORDS.iter().any(|word| text.contains(word))
    })
}

fn gather<'a>(value: &'a Value, texts: &mut BTreeSet<&'a str>) {
    match value {
        Value::String(text) => {
            texts.insert(text);
        }
        Value::Array(items) => items.iter().for_each(|item| gather(item, texts)),
        Value::Object(fields) => fields.values().for_each(|field| gather(field, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Describes the first difference of two values.
fn first_difference(whole: &Value, answer: &Value, path: &str) -> String {
    match (whole, answer) {
        (Value::Object(left), Value::Object(right)) => {
            for (key, value) in left {
                let other = right.get(key).unwrap_or(&Value::Null);
                if value != other {
                    return first_difference(value, other, &format!("{path}.{key}"));
                }
            }
            let new = right.keys().find(|key| !left.contains_key(*key));
            format!("{path} has a new field {new:?}")
        }
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            let differing =
                left.iter().zip(right).enumerate().find(|(_, (left, right))| left != right);
            match differing {
                Some((at, (left, right))) => {
                    first_difference(left, right, &format!("{path}[{at}]"))
                }
                None => path.to_owned(),
            }
        }
        (left, right) => format!("{path} was {} and is {}", short(left), short(right)),
    }
}

fn short(value: &Value) -> String {
    let text = match value {
        Value::Array(items) => format!("a list of {}", items.len()),
        other => other.to_string(),
    };
    text.chars().take(100).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn answers(value: Value) -> Answers {
        Answers { all: vec![("search".to_owned(), Ok(value))] }
    }

    #[test]
    fn an_answer_that_differs_must_say_so() {
        let whole = answers(json!({ "hits": ["a"], "index": { "state": "current" } }));
        let wrong = answers(json!({ "hits": ["b"], "index": { "state": "current" } }));
        assert_eq!(
            wrong.agree_with(&whole),
            Err("silently different: search; search: .hits[0] was \"a\" and is \"b\"".to_owned())
        );
        let honest = answers(json!({
            "hits": ["b"], "index": { "state": "current" }, "remark": "the vectors are damaged",
        }));
        assert_eq!(honest.agree_with(&whole), Ok(()));
        assert!(honest.report_damage(&whole));
        assert!(honest.equal(&whole).is_err());
        let behind = answers(json!({ "hits": [], "index": { "state": "behind" } }));
        assert_eq!(behind.agree_with(&whole), Ok(()));
        assert!(!behind.report_damage(&whole));
    }

    #[test]
    fn an_error_is_an_honest_answer() {
        let whole = answers(json!({ "hits": ["a"] }));
        let failed =
            Answers { all: vec![("opening".to_owned(), Err("the index is damaged".to_owned()))] };
        assert_eq!(failed.agree_with(&whole), Ok(()));
        assert!(failed.report_damage(&whole));
    }
}
