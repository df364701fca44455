//! Collections: created once, sharded, and replicated if there are several nodes.

use reqwest::Method;
use serde_json::{Value, json};

use super::client::Qdrant;
use super::error::QdrantError;

/// The names of the two vectors of a point.
pub(super) const DENSE: &str = "dense";
pub(super) const SPARSE: &str = "words";
/// The number of shards is fixed when a collection is created; twelve can be spread over up to twelve nodes.
const N_SHARDS: u32 = 12;
/// Copies of each shard, as far as there are nodes.
const N_COPIES: usize = 2;

/// The content and layout of a collection.
#[derive(Debug, Clone)]
pub struct CollectionPlan<'a> {
    pub name: &'a str,
    /// The length of the dense vectors.
    pub dims: usize,
    /// The fields of the payload by which points are filtered.
    pub indexes: &'a [PayloadIndex],
}

#[derive(Debug, Clone, Copy)]
pub struct PayloadIndex {
    pub field: &'static str,
    pub kind: PayloadKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PayloadKind {
    Keyword,
    /// Numbers that are looked up and not compared.
    Key,
}

impl Qdrant {
    pub fn has_collection(&self, name: &str) -> Result<bool, QdrantError> {
        Ok(self.ask(&Method::GET, &format!("collections/{name}"), None)?.is_some())
    }

    /// Creates a collection, and those of its indexes that are missing: a client may have been killed between the two.
    pub fn ensure_collection(&self, plan: &CollectionPlan<'_>) -> Result<(), QdrantError> {
        let path = format!("collections/{}", plan.name);
        let found = self.ask(&Method::GET, &path, None)?;
        if found.is_none() {
            self.create_collection(plan)?;
        }
        let schema = found.map(|found| found["payload_schema"].clone()).unwrap_or_default();
        for index in plan.indexes.iter().filter(|index| schema[index.field].is_null()) {
            let schema = match index.kind {
                PayloadKind::Keyword => json!({ "type": "keyword" }),
                PayloadKind::Key => json!({ "type": "integer", "lookup": true, "range": false }),
            };
            let body = json!({ "field_name": index.field, "field_schema": schema });
            self.ask(&Method::PUT, &format!("{path}/index?wait=true"), Some(&body))?;
        }
        Ok(())
    }

    fn create_collection(&self, plan: &CollectionPlan<'_>) -> Result<(), QdrantError> {
        let path = format!("collections/{}?timeout=60", plan.name);
        let settings = json!({
            "vectors": { DENSE: {
                "size": plan.dims, "distance": "Cosine", "datatype": "float16", "on_disk": true,
            } },
            "quantization_config": { "scalar": { "type": "int8", "always_ram": true } },
            "sparse_vectors": { SPARSE: { "modifier": "idf" } },
            "shard_number": N_SHARDS,
            "replication_factor": self.n_nodes()?.min(N_COPIES),
            "write_consistency_factor": 1,
            "on_disk_payload": true,
        });
        match self.ask(&Method::PUT, &path, Some(&settings)) {
            // Another client may have created it at the same moment.
            Err(error) if !self.has_collection(plan.name)? => Err(error),
            Ok(_) | Err(_) => Ok(()),
        }
    }

    /// The number of nodes in the cluster.
    fn n_nodes(&self) -> Result<usize, QdrantError> {
        let cluster = self.ask(&Method::GET, "cluster", None)?.unwrap_or_default();
        Ok(cluster["peers"].as_object().map_or(1, |peers| peers.len().max(1)))
    }

    /// The number of points whose field has this value.
    pub fn count(&self, collection: &str, field: &str, value: &str) -> Result<u64, QdrantError> {
        let body = json!({
            "filter": { "must": [{ "key": field, "match": { "value": value } }] }, "exact": true,
        });
        let path = format!("collections/{collection}/points/count");
        let counted = self.ask(&Method::POST, &path, Some(&body))?;
        Ok(counted.as_ref().and_then(|result| result["count"].as_u64()).unwrap_or(0))
    }

    /// Deletes all points whose field has this value. A collection that does not exist has none.
    pub fn delete_where(
        &self,
        collection: &str,
        field: &str,
        value: &str,
    ) -> Result<(), QdrantError> {
        let body = json!({ "filter": { "must": [{ "key": field, "match": { "value": value } }] } });
        let path = format!("collections/{collection}/points/delete?wait=true");
        self.ask(&Method::POST, &path, Some(&body)).map(drop)
    }

    /// The names of all collections.
    pub fn collections(&self) -> Result<Vec<String>, QdrantError> {
        let found = self.ask(&Method::GET, "collections", None)?.unwrap_or_default();
        let listed = found["collections"].as_array().map(Vec::as_slice).unwrap_or_default();
        let name = |one: &Value| one["name"].as_str().map(str::to_owned);
        Ok(listed.iter().filter_map(name).collect())
    }
}
