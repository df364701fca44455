//! Every target there is, by name.

use anyhow::bail;
use rutter_domain::Language;

use crate::targets::agent::AgentRuns;
use crate::targets::damage::{Damage, Part};
use crate::targets::decode::Decode;
use crate::targets::mcp::Mcp;
use crate::targets::query::{Pattern, Query};
use crate::targets::reply::{Replies, Wire};
use crate::targets::sheet::Sheet;
use crate::targets::syntax::Syntax;
use crate::targets::vectors::Vectors;
use crate::{Plan, Target};

const SYNTAX: &str = "syntax-";
const DAMAGE: &str = "damage-";
const REPLY: &str = "reply-";

/// Parsing takes a hundred bytes for each byte of ordinary code and two thousand for the densest hostile text,
/// and other readings of it are tried beside the first.
const SYNTAX_BYTES_PER_BYTE: u64 = 4_000;
/// A message leads to a search, a run or a rebuilt index, which cost as much for a short message as for a long one.
const OTHER_BYTES_PER_BYTE: u64 = 100_000;

pub fn plans() -> Vec<Plan> {
    let syntax = Language::all().map(|language| Plan {
        name: format!("{SYNTAX}{language}"),
        n_short: 80,
        n_batch: 250,
        limit_bytes_per_byte: SYNTAX_BYTES_PER_BYTE,
    });
    let damage = Part::ALL.into_iter().map(|part| Plan {
        name: format!("{DAMAGE}{}", part.name()),
        n_short: 24,
        n_batch: 20,
        limit_bytes_per_byte: OTHER_BYTES_PER_BYTE,
    });
    let exchange = |name: &str, n_short: u32| Plan {
        name: name.to_owned(),
        n_short,
        n_batch: 50,
        limit_bytes_per_byte: OTHER_BYTES_PER_BYTE,
    };
    let replies = Wire::ALL.map(|wire| exchange(&format!("{REPLY}{}", wire.name()), 30));
    let others = [
        ("decode", 40),
        ("query", 60),
        ("pattern", 80),
        ("sheet", 40),
        ("agent", 30),
        ("mcp", 30),
        ("reply-vectors", 30),
    ];
    let others = others.map(|(name, n_short)| exchange(name, n_short));
    syntax.chain(damage).chain(replies).chain(others).collect()
}

pub fn plan(name: &str) -> anyhow::Result<Plan> {
    match plans().into_iter().find(|plan| plan.name == name) {
        Some(plan) => Ok(plan),
        None => bail!("there is no fuzz target `{name}`; `cargo xtask fuzz --list` names them"),
    }
}

pub fn open(name: &str) -> anyhow::Result<Box<dyn Target>> {
    if let Some(language) = name.strip_prefix(SYNTAX).and_then(Language::parse) {
        return Ok(Box::new(Syntax::open(language)?));
    }
    if let Some(part) = name.strip_prefix(DAMAGE).and_then(Part::parse) {
        return Ok(Box::new(Damage::open(part)?));
    }
    if let Some(wire) = name.strip_prefix(REPLY).and_then(Wire::parse) {
        return Ok(Box::new(Replies::open(wire)?));
    }
    Ok(match name {
        "agent" => Box::new(AgentRuns::open()?),
        "decode" => Box::new(Decode::open()?),
        "mcp" => Box::new(Mcp::open()?),
        "pattern" => Box::new(Pattern::open()?),
        "query" => Box::new(Query::open()?),
        "reply-vectors" => Box::new(Vectors::open()?),
        "sheet" => Box::new(Sheet::open()?),
        _ => bail!("there is no fuzz target `{name}`"),
    })
}
