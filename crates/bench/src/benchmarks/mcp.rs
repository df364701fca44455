//! Serving agents: questions over standard streams, memory after many of them, and many servers.

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::ensure;

use super::Bench;
use crate::measure::Times;
use crate::process::LIMIT;
use crate::report::{Report, Target, Unit, mebibytes, ms};
use crate::served::Served;
use crate::{queries, tree};

const N_QUERIES: usize = 200;
const N_CALLS: usize = 10_000;
const N_SERVERS: usize = 24;
/// After so long without a question a server has let go of what it does not need.
const IDLE: Duration = Duration::from_secs(22);

pub fn run(bench: &Bench, report: &mut Report) -> anyhow::Result<()> {
    let root = tree::mixed(&bench.work, bench.n_files)?;
    let rutter = bench.rutter(&root, "mcp");
    rutter.index_from_nothing(LIMIT)?;
    let files = rutter.files()?;
    let queries = queries::draw(&files, N_QUERIES);
    report.add("mcp", "files in the tree", files.len() as f64, Unit::Files);
    ask_one(rutter.command("mcp"), &queries, bench, report)?;
    ask_beside_batch(bench, &queries, report)?;
    start_many(|| rutter.command("mcp"), &queries, report)?;
    index_by_itself(bench, report)
}

/// One server, asked ten thousand times.
fn ask_one(
    command: Command,
    queries: &[String],
    bench: &Bench,
    report: &mut Report,
) -> anyhow::Result<()> {
    let n_calls = if bench.n_repeats < 5 { N_CALLS / 10 } else { N_CALLS };
    let mut server = Served::start(command)?;
    let mut times = Times::default();
    let mut early = 0;
    for at in 0..n_calls {
        let time = server.search(&queries[at % queries.len()])?;
        if at >= queries.len() {
            times.push(time);
        }
        if at == n_calls / 5 {
            early = server.own_bytes()?;
        }
    }
    let (p50, p99) = (ms(times.median()), ms(times.percentile(99)));
    report.check("mcp", "search, p50", p50, Unit::Milliseconds, Target::AtMost(5.0));
    report.add("mcp", "search, p99", p99, Unit::Milliseconds);
    let late = server.own_bytes()?;
    report.add("mcp", "own memory after a fifth of the calls", mebibytes(early), Unit::Mebibytes);
    let growth = late as f64 / early.max(1) as f64;
    report.check("mcp", "own memory, end / fifth", growth, Unit::Times, Target::AtMost(1.1));
    server.end()?;
    Ok(())
}

/// The cost of the protocol, by the same questions to `search --batch`.
fn ask_beside_batch(bench: &Bench, queries: &[String], report: &mut Report) -> anyhow::Result<()> {
    let root = tree::mixed(&bench.work, bench.n_files)?;
    let rutter = bench.rutter(&root, "mcp");
    let mut server = Served::start(rutter.command("mcp"))?;
    let mut batch = rutter.batch()?;
    let (mut served, mut bare) = (Times::default(), Times::default());
    for round in 0..=bench.n_repeats {
        for query in queries {
            let (one, two) = (server.search(query)?, batch.ask(query)?.1);
            if round > 0 {
                served.push(one);
                bare.push(two);
            }
        }
    }
    let ratio = served.median().as_secs_f64() / bare.median().as_secs_f64();
    report.add("mcp", "search over MCP / `search --batch`, p50", ratio, Unit::Times);
    batch.finish()?;
    server.end()?;
    Ok(())
}

/// Many servers of one repository, idle after a few questions.
fn start_many(
    command: impl Fn() -> Command,
    queries: &[String],
    report: &mut Report,
) -> anyhow::Result<()> {
    let mut servers = Vec::new();
    for _ in 0..N_SERVERS {
        let mut server = Served::start(command())?;
        for query in queries.iter().take(10) {
            server.search(query)?;
        }
        servers.push(server);
    }
    thread::sleep(IDLE);
    let mut most = 0;
    for server in &servers {
        most = most.max(server.private_bytes()?);
    }
    let what = format!("{N_SERVERS} servers idle, private memory of the largest");
    report.check("mcp", what, mebibytes(most), Unit::Mebibytes, Target::AtMost(40.0));
    let mut slowest = Duration::ZERO;
    for server in servers {
        slowest = slowest.max(server.end()?);
    }
    let slowest = ms(slowest);
    let what = "from the client's end to the server's, slowest";
    report.check("mcp", what, slowest, Unit::Milliseconds, Target::AtMost(1_000.0));
    Ok(())
}

/// A server that had to index the tree itself: its first answer, and what that leaves behind.
fn index_by_itself(bench: &Bench, report: &mut Report) -> anyhow::Result<()> {
    let root = tree::mixed(&bench.work, bench.n_files)?;
    let rutter = bench.rutter(&root, "mcp-alone");
    rutter.forget()?;
    let mut server = Served::start(rutter.command("mcp"))?;
    let began = Instant::now();
    server.search("where is a file opened")?;
    let first = ms(began.elapsed());
    let what = "first answer without an index";
    report.check("mcp", what, first, Unit::Milliseconds, Target::AtMost(1_000.0));
    while server.is_indexing()? {
        ensure!(began.elapsed() < LIMIT, "the server does not finish its index");
        thread::sleep(Duration::from_millis(50));
    }
    report.add("mcp", "index made by a server", began.elapsed().as_secs_f64(), Unit::Seconds);
    thread::sleep(IDLE);
    let own = mebibytes(server.own_bytes()?);
    let what = "own memory of that server, idle";
    report.check("mcp", what, own, Unit::Mebibytes, Target::AtMost(40.0));
    server.end()?;
    Ok(())
}
