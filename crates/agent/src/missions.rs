//! The missions: what a model can be sent to do.
//!
//! A mission is data for the one turn loop; each file here makes one.

pub(crate) mod ask;
pub(crate) mod explore;
pub(crate) mod resolve;
pub(crate) mod review;
pub(crate) mod tool_sets;
