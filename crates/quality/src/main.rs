//! scratch
use rutter_quality::*;
use rutter_engine::{Mode, Snapshot};
use rutter_search::Weights;
use std::path::Path;
fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let suite = Suite::read(Path::new(&args[1]), Path::new(&args[2]))?;
    let snapshots: Vec<Snapshot> = suite.packages.iter().map(|p| open(p, Path::new(&args[3]))).collect::<anyhow::Result<_>>()?;
    let mut weights = Weights::default();
    for arg in &args[4..] {
        if let Some((name, value)) = arg.split_once('=') {
            for (own, slot) in weights.tunable() { if own == name { *slot = value.parse()?; } }
        }
    }
    for mode in [Mode::Lexical, Mode::Semantic, Mode::Hybrid] {
        let m = measure(&suite, &snapshots, mode, &weights)?;
        print!("{:9} ndcg {:.4} mrr {:.3} tokens {:.0} |", mode.name(), m.all.judged.ndcg, m.all.judged.reciprocal, m.all.tokens);
        for (c, s) in &m.by_category { print!(" {c} {:.3}", s.judged.ndcg); }
        print!(" |");
        for (c, s) in &m.by_package { print!(" {c} {:.2}", s.judged.ndcg); }
        println!();
    }
    if args.iter().any(|a| a == "show") {
        for (p, snap) in suite.packages.iter().zip(&snapshots) {
            for q in &p.questions {
                let r = rutter_engine::SearchRequest { query: q.text.clone(), limit: 50, mode: Mode::Hybrid, ..Default::default() };
                let t = snap.trial(&r)?;
                let hits = snap.try_weights(&t, &weights, 50);
                let j = judge(hits.iter().map(|h| h.path), &q.targets);
                let first = hits.iter().position(|h| q.targets.iter().any(|t| t == h.path));
                let toks: usize = hits.iter().take(first.map_or(50, |f| f + 1)).map(|h| snap.tokens_of(h)).sum();
                println!("{:.2} {:?} {} {} {} | {} | {:?} | {:?}", j.ndcg, first, toks, p.name, q.category, q.text, q.targets, hits.iter().take(4).map(|h| h.path).collect::<Vec<_>>());
            }
        }
    }
    if args.iter().any(|a| a == "fit") {
        let f = fit(&suite, &snapshots, &weights)?;
        println!("before {:.4} after {:.4} held out {:.4}", f.before, f.after, f.held_out);
        let mut w = f.weights.clone();
        for (n, v) in w.tunable() { println!("{n}={v:.3}"); }
    }
    Ok(())
}
