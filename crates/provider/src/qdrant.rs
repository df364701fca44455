//! A client of Qdrant by its REST interface: points with a dense vector, sparse terms and a payload.
//!
//! A [`Qdrant`] knows all nodes of a cluster and asks the next one when one does not answer. Every write can be
//! repeated: a point is written whole under its id, and deleting what is not there succeeds. So a request that
//! failed in the middle is sent again. Start at [`Qdrant::connect`].

mod address;
mod client;
mod collection;
mod error;
mod points;
mod query;

pub use address::IndexAddress;
pub use client::Qdrant;
pub use collection::{CollectionPlan, PayloadIndex, PayloadKind};
pub use error::QdrantError;
pub use points::{Found, PageStart, Point, PointId, PointPage, StoredPoint};
pub use query::{PointFilter, PointQuery, Ranking};
