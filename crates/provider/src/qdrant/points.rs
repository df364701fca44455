//! Points: written whole, deleted by id, listed by id.

use std::fmt::Write as _;

use reqwest::Method;
use serde_json::{Value, json};

use super::client::Qdrant;
use super::collection::{DENSE, SPARSE};
use super::error::QdrantError;

/// The id of a point: any sixteen bytes.
pub type PointId = [u8; 16];

/// Ids on a page of a listing.
const PAGE: usize = 10_000;
/// Points with vectors and payload on a page of a listing.
const PAGE_OF_POINTS: usize = 256;

/// A point to write.
#[derive(Debug, Clone)]
pub struct Point {
    pub id: PointId,
    pub dense: Vec<i8>,
    /// Numbers of words, and what each counts.
    pub sparse: Vec<(u32, f32)>,
    pub payload: Value,
}

/// A point that was found.
#[derive(Debug, Clone)]
pub struct Found {
    pub id: PointId,
    pub payload: Value,
    /// Its dense vector, of length 1.
    pub dense: Vec<f32>,
}

/// A point as the index holds it.
#[derive(Debug, Clone)]
pub struct StoredPoint {
    pub id: PointId,
    /// Of length 1.
    pub dense: Vec<f32>,
    /// By the numbers of the words.
    pub sparse: Vec<(u32, f32)>,
    pub payload: Value,
}

/// Some of the points of a listing.
#[derive(Debug, Clone)]
pub struct PointPage {
    pub points: Vec<StoredPoint>,
    /// Where the next page begins.
    pub next: Option<PageStart>,
}

#[derive(Debug, Clone, Default)]
pub struct PageStart(Value);

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
        let mut ids = Vec::new();
        let mut start = PageStart::default();
        loop {
            let (points, next) = self.scroll(
                collection,
                &json!({
                    "filter": { "must": [{ "key": field, "match": { "value": value } }] },
                    "limit": PAGE, "offset": start.0, "with_payload": false, "with_vector": false,
                }),
            )?;
            ids.extend(points.iter().filter_map(|point| parse_uuid(point["id"].as_str()?)));
            match next {
                Some(next) => start = next,
                None => return Ok(ids),
            }
        }
    }

    /// A page of the points whose field has this value, with all that they hold.
    pub fn points_where(
        &self,
        collection: &str,
        field: &str,
        value: &str,
        start: &PageStart,
    ) -> Result<PointPage, QdrantError> {
        let (points, next) = self.scroll(
            collection,
            &json!({
                "filter": { "must": [{ "key": field, "match": { "value": value } }] },
                "limit": PAGE_OF_POINTS, "offset": start.0,
                "with_payload": true, "with_vector": [DENSE, SPARSE],
            }),
        )?;
        Ok(PointPage { points: points.iter().filter_map(stored_point).collect(), next })
    }

    fn scroll(
        &self,
        collection: &str,
        body: &Value,
    ) -> Result<(Vec<Value>, Option<PageStart>), QdrantError> {
        let path = format!("collections/{collection}/points/scroll");
        let page = self.ask(&Method::POST, &path, Some(body))?;
        let mut page = page.ok_or_else(|| self.missing(collection))?;
        let points = match page["points"].take() {
            Value::Array(points) => points,
            _ => Vec::new(),
        };
        let next = page["next_page_offset"].take();
        Ok((points, (!next.is_null()).then_some(PageStart(next))))
    }
}

/// Reads a point. Returns `None` if its id is not a [`PointId`].
pub(super) fn found(point: &Value) -> Option<Found> {
    let numbers = point["vector"][DENSE].as_array().map(Vec::as_slice).unwrap_or_default();
    Some(Found {
        id: parse_uuid(point["id"].as_str()?)?,
        payload: point["payload"].clone(),
        dense: numbers.iter().map(|number| number.as_f64().unwrap_or(0.0) as f32).collect(),
    })
}

fn stored_point(point: &Value) -> Option<StoredPoint> {
    let Found { id, payload, dense } = found(point)?;
    let words = &point["vector"][SPARSE];
    let column = |name: &str| words[name].as_array().map(Vec::as_slice).unwrap_or_default();
    let pairs = column("indices").iter().zip(column("values"));
    let mut sparse: Vec<(u32, f32)> = pairs
        .filter_map(|(word, count)| {
            Some((u32::try_from(word.as_u64()?).ok()?, count.as_f64()? as f32))
        })
        .collect();
    sparse.sort_unstable_by_key(|&(word, _)| word);
    Some(StoredPoint { id, dense, sparse, payload })
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
