//! Points: written whole, deleted by id, listed by id.

use std::fmt::Write as _;

use reqwest::Method;
use serde_json::{Value, json};

use super::client::Qdrant;
use super::collection::{DENSE, SPARSE};
use super::error::QdrantError;

/// The id of a point: any sixteen bytes.
pub type PointId = [u8; 16];

/// Ids that one page of a listing has.
const PAGE: usize = 10_000;

/// Something to be found.
#[derive(Debug, Clone)]
pub struct Point {
    pub id: PointId,
    pub dense: Vec<i8>,
    /// Numbers of words, and what each counts.
    pub sparse: Vec<(u32, f32)>,
    pub payload: Value,
}

impl Qdrant {
    /// Writes points; those of the same id are replaced. They can be found when this returns.
    pub fn upsert(&self, collection: &str, points: &[Point]) -> Result<(), QdrantError> {
        let body = json!({ "points": points.iter().map(to_json).collect::<Vec<_>>() });
        self.change(collection, &Method::PUT, "points?wait=true", &body)
    }

    /// Deletes points; those that are not there count as deleted.
    pub fn delete(&self, collection: &str, ids: &[PointId]) -> Result<(), QdrantError> {
        let body = json!({ "points": ids.iter().map(uuid).collect::<Vec<_>>() });
        self.change(collection, &Method::POST, "points/delete?wait=true", &body)
    }

    fn change(
        &self,
        collection: &str,
        method: &Method,
        path: &str,
        body: &Value,
    ) -> Result<(), QdrantError> {
        let path = format!("collections/{collection}/{path}");
        self.ask(method, &path, Some(body))?.ok_or_else(|| self.missing(collection)).map(drop)
    }

    /// The ids of all points whose field has this value.
    pub fn ids_where(
        &self,
        collection: &str,
        field: &str,
        value: &str,
    ) -> Result<Vec<PointId>, QdrantError> {
        let path = format!("collections/{collection}/points/scroll");
        let mut ids = Vec::new();
        let mut offset = Value::Null;
        loop {
            let body = json!({
                "filter": { "must": [{ "key": field, "match": { "value": value } }] },
                "limit": PAGE, "offset": offset, "with_payload": false, "with_vector": false,
            });
            let page = self.ask(&Method::POST, &path, Some(&body))?;
            let page = page.ok_or_else(|| self.missing(collection))?;
            let points = page["points"].as_array().map(Vec::as_slice).unwrap_or_default();
            ids.extend(points.iter().filter_map(|point| parse_uuid(point["id"].as_str()?)));
            offset = page["next_page_offset"].clone();
            if offset.is_null() {
                return Ok(ids);
            }
        }
    }
}

fn to_json(point: &Point) -> Value {
    let (words, counts): (Vec<u32>, Vec<f64>) =
        point.sparse.iter().map(|&(word, count)| (word, shortened(count))).unzip();
    json!({
        "id": uuid(&point.id),
        "vector": { DENSE: point.dense, SPARSE: { "indices": words, "values": counts } },
        "payload": point.payload,
    })
}

/// A number with few digits: the rest is noise, and a quarter of what is sent.
pub(super) fn shortened(number: f32) -> f64 {
    (f64::from(number) * 1_000.0).round() / 1_000.0
}

pub(super) fn uuid(id: &PointId) -> String {
    let mut text = String::with_capacity(36);
    for (at, byte) in id.iter().enumerate() {
        if matches!(at, 4 | 6 | 8 | 10) {
            text.push('-');
        }
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

pub(super) fn parse_uuid(text: &str) -> Option<PointId> {
    let digits: Vec<u8> = text.bytes().filter(|&byte| byte != b'-').collect();
    let digits = str::from_utf8(&digits).ok().filter(|digits| digits.len() == 32)?;
    Some(u128::from_str_radix(digits, 16).ok()?.to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_survives_being_written_as_a_uuid() {
        let id: PointId = std::array::from_fn(|at| at as u8 * 17);
        assert_eq!(uuid(&id), "00112233-4455-6677-8899-aabbccddeeff");
        assert_eq!(parse_uuid(&uuid(&id)), Some(id));
        assert_eq!(parse_uuid("123"), None);
        assert_eq!(parse_uuid("é0112233-4455-6677-8899-aabbccddeef"), None);
    }
}
