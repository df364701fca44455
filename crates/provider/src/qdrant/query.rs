//! Queries: the nearest points by the dense vector, by words, or all that pass a filter.

use reqwest::Method;
use serde_json::{Map, Value, json};

use super::client::Qdrant;
use super::collection::{DENSE, SPARSE};
use super::error::QdrantError;
use super::points::{Found, found, shortened};

/// The order of points in an answer.
#[derive(Debug, Clone)]
pub enum Ranking<'a> {
    /// Cosine similarity.
    Dense(&'a [i8]),
    /// The sum of products, with the server's inverse document frequencies.
    Sparse(&'a [(u32, f32)]),
    Unordered,
}

/// A condition on points: for each field one of its values.
#[derive(Debug, Clone, Default)]
pub struct PointFilter {
    conditions: Vec<Value>,
}

impl PointFilter {
    #[must_use]
    pub fn any_text(mut self, field: &str, values: &[&str]) -> PointFilter {
        self.conditions.push(json!({ "key": field, "match": { "any": values } }));
        self
    }

    #[must_use]
    pub fn any_key(mut self, field: &str, values: &[u64]) -> PointFilter {
        self.conditions.push(json!({ "key": field, "match": { "any": values } }));
        self
    }
}

#[derive(Debug, Clone)]
pub struct PointQuery<'a> {
    pub ranking: Ranking<'a>,
    pub filter: PointFilter,
    pub limit: usize,
}

impl Qdrant {
    /// Answers several queries in one round trip. Returns `None` if the collection does not exist.
    pub fn query(
        &self,
        collection: &str,
        queries: &[PointQuery<'_>],
    ) -> Result<Option<Vec<Vec<Found>>>, QdrantError> {
        let searches: Vec<Value> = queries.iter().map(to_json).collect();
        let body = json!({ "searches": searches });
        let path = format!("collections/{collection}/points/query/batch");
        let Some(answers) = self.ask(&Method::POST, &path, Some(&body))? else {
            return Ok(None);
        };
        let answers = answers.as_array().map(Vec::as_slice).unwrap_or_default();
        Ok(Some(answers.iter().map(points_of).collect()))
    }
}

fn to_json(query: &PointQuery<'_>) -> Value {
    let mut body = Map::new();
    match &query.ranking {
        Ranking::Dense(vector) => {
            body.insert("query".into(), json!(vector));
            body.insert("using".into(), DENSE.into());
            let quantization = json!({ "rescore": true, "oversampling": 2.0 });
            body.insert("params".into(), json!({ "quantization": quantization }));
        }
        Ranking::Sparse(words) => {
            let (indices, values): (Vec<u32>, Vec<f64>) =
                words.iter().map(|&(word, weight)| (word, shortened(weight))).unzip();
            body.insert("query".into(), json!({ "indices": indices, "values": values }));
            body.insert("using".into(), SPARSE.into());
        }
        Ranking::Unordered => {}
    }
    if !query.filter.conditions.is_empty() {
        body.insert("filter".into(), json!({ "must": query.filter.conditions }));
    }
    body.insert("limit".into(), query.limit.into());
    body.insert("with_payload".into(), true.into());
    body.insert("with_vector".into(), json!([DENSE]));
    Value::Object(body)
}

fn points_of(answer: &Value) -> Vec<Found> {
    let points = answer["points"].as_array().map(Vec::as_slice).unwrap_or_default();
    points.iter().filter_map(found).collect()
}
