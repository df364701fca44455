//! Tries weights on a suite: `weights DEVSET SOURCES WORK [NAME=VALUE …] [show]`.
use rutter_engine::{Mode, Snapshot};
use rutter_quality::{Suite, judge, measure, open};
use rutter_search::Weights;
use std::path::Path;
fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let suite = Suite::read(Path::new(&args[1]), Path::new(&args[2]))?;
    let own = Suite::single("rutter", Path::new("."), Path::new("crates/quality/queries/rutter.jsonl"))?;
    for suite in [suite, own] {
    let snapshots: Vec<Snapshot> = suite.packages.iter().map(|p| open(p, Path::new(&args[3]))).collect::<anyhow::Result<_>>()?;
    for set in args[4..].split(|a| a == "--") {
    let mut weights = Weights::default();
    for arg in set {
        if let Some((name, value)) = arg.split_once('=') {
            for (own, slot) in weights.tunable() { if own == name { *slot = value.parse()?; } }
        }
    }
    print!("{} ", set.join(" "));
    for mode in [Mode::Lexical, Mode::Semantic, Mode::Hybrid] {
        if mode != Mode::Hybrid && set.len() > 0 { continue; }
        let m = measure(&suite, &snapshots, mode, &weights)?;
        print!("{:9} ndcg {:.4} mrr {:.3} tokens {:.0} |", mode.name(), m.all.judged.ndcg, m.all.judged.reciprocal, m.all.tokens);
        for (c, s) in &m.by_category { print!(" {c} {:.3}", s.judged.ndcg); }
        print!(" |");
        for (c, s) in &m.by_package { print!(" {} {:.2}", &c[..3], s.judged.ndcg); }
        println!();
    }
    if set.iter().any(|a| a == "show") {
        for (p, snap) in suite.packages.iter().zip(&snapshots) {
            for q in &p.questions {
                let r = rutter_engine::SearchRequest { query: q.text.clone(), limit: 50, mode: Mode::Hybrid, ..Default::default() };
                let t = snap.trial(&r)?;
                let hits = snap.try_weights(&t, &weights, 50);
                let j = judge(hits.iter().map(|h| h.path), &q.targets);
                let first = hits.iter().position(|h| q.targets.iter().any(|t| t == h.path));
                println!("{:.2} {:?} {} {} | {} | {:?} | {:?}", j.ndcg, first, p.name, q.category, q.text, q.targets, hits.iter().take(4).map(|h| h.path).collect::<Vec<_>>());
            }
        }
    }
    }}
    Ok(())
}
