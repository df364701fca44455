//! The small repository that most targets ask about.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, SystemTime};

use anyhow::Context;
use rutter_engine::{Engine, Refresh};
use rutter_fixture::Tree;
use rutter_knowledge::Knowledge;

const FILES: &str = r#"//- src/prices.rs
//! Prices and rebates.

use crate::money::Money;

/// Adds two prices.
pub fn add_prices(left: Money, right: Money) -> Money {
    Money::new(left.cents + right.cents)
}

/// Takes a rebate off a price, which never falls below zero.
pub fn take_rebate(price: Money, rebate: Money) -> Money {
    if rebate.cents > price.cents { Money::new(0) } else { Money::new(price.cents - rebate.cents) }
}

/// Sums the prices of a basket.
pub fn total(basket: &[Money]) -> Money {
    basket.iter().fold(Money::new(0), |sum, price| add_prices(sum, *price))
}
//- src/money.rs
/// An amount in cents.
#[derive(Clone, Copy)]
pub struct Money {
    pub cents: u64,
}

impl Money {
    pub fn new(cents: u64) -> Money {
        Money { cents }
    }

    /// Writes it as euros and cents.
    pub fn format(&self) -> String {
        format!("{}.{:02}", self.cents / 100, self.cents % 100)
    }
}
//- app/server.py
"""Serves prices over HTTP."""
import json
from app.store import PriceStore


class PriceServer:
    """Answers requests for prices."""

    def __init__(self, store: PriceStore):
        self.store = store

    def handle_request(self, path):
        """Finds the price of the product that the path names."""
        name = path.strip("/")
        price = self.store.find_price(name)
        return json.dumps({"name": name, "price": price})

    def handle_missing(self, path):
        return json.dumps({"error": "no product at " + path})
//- app/store.py
"""Keeps prices in memory."""


class PriceStore:
    def __init__(self):
        self.prices = {}

    def find_price(self, name):
        """Looks a price up; None when there is no such product."""
        return self.prices.get(name)

    def save_price(self, name, price):
        if price < 0:
            raise ValueError("a price is not negative")
        self.prices[name] = price


def load_store(lines):
    store = PriceStore()
    for line in lines:
        name, price = line.split(",")
        store.save_price(name, int(price))
    return store
//- web/cart.ts
import { formatPrice } from "./format";

export interface CartItem {
  name: string;
  cents: number;
}

/** A shopping cart that counts its items. */
export class Cart {
  private items: CartItem[] = [];

  addItem(item: CartItem): void {
    this.items.push(item);
  }

  totalPrice(): string {
    return formatPrice(this.items.reduce((sum, item) => sum + item.cents, 0));
  }
}
//- web/format.ts
/** Formats cents as euros. */
export function formatPrice(cents: number): string {
  return (cents / 100).toFixed(2);
}
//- README.md
# Prices

A shop that keeps prices.

## Rebates

`take_rebate` never makes a price negative.

## Serving

`PriceServer` answers over HTTP and asks `PriceStore`.
//- settings.toml
[server]
port = 8080
//- later.py
def later_than_all(others):
    return sorted(others)[-1]
"#;

/// Entries about three of its symbols: path, symbol and summary.
const ENTRIES: &[(&str, &str, &str)] = &[
    ("src/prices.rs", "take_rebate", "Takes a rebate off a price and never goes below zero."),
    ("app/store.py", "PriceStore", "Keeps prices in memory, by the name of the product."),
    ("web/cart.ts", "Cart", "A shopping cart: collects items and sums their prices."),
];

/// The files of the repository, each with its path.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES.split("//- ").skip(1).filter_map(|file| file.split_once('\n'))
}

/// The repository, with files old enough that one look at each is enough.
pub fn small() -> Tree {
    let tree = Tree::new(FILES);
    for (path, _) in files() {
        settle(&tree.file(path)).expect("a file of ours can be dated back");
    }
    tree
}

/// Dates a file back, always to the same moment. A file that was just written is read again by every
/// refresh, and its time is part of the index.
pub fn settle(path: &Path) -> anyhow::Result<()> {
    let file = fs::File::options().append(true).open(path)?;
    Ok(file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(1_700_000_000))?)
}

/// Opens the index and the entries.
pub fn knowledge(engine: &Engine) -> anyhow::Result<Knowledge> {
    let snapshot = engine.snapshot(Refresh::Never, &|_| {}, &AtomicBool::new(false))?;
    Ok(Knowledge::new(Arc::new(snapshot)))
}

/// Records entries by importing sheets as a person would write them.
pub fn record_entries(engine: &Engine) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    for (number, (path, symbol, summary)) in ENTRIES.iter().enumerate() {
        let sheet = format!(
            "path = \"{path}\"\n\n[[entry]]\nsymbol = \"{symbol}\"\nsummary = \"{summary}\"\n\
             author = \"tester\"\ntags = [\"price\"]\n"
        );
        fs::write(folder.path().join(format!("{number}.toml")), sheet)?;
    }
    let report = knowledge(engine)?.import_entries(Some(folder.path()))?;
    anyhow::ensure!(report.is_whole() && report.taken == ENTRIES.len(), "{report:?}");
    Ok(())
}

/// An engine on a new repository, indexed and with entries.
pub fn indexed() -> anyhow::Result<(Tree, Engine)> {
    let tree = small();
    let engine = Engine::new(rutter_workspace::RepoLayout::exactly(tree.path(), None)?);
    let cancelled = AtomicBool::new(false);
    engine
        .index(rutter_engine::Extent::Everything, &|_| {}, &cancelled)
        .context("the small repository cannot be indexed")?;
    record_entries(&engine)?;
    Ok((tree, engine))
}
