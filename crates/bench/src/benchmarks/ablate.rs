//! `cargo xtask ablate`: the gain and the cost of each check on the corpus of summaries.
//!
//! A summary that several checks object to says nothing about one of them. So a check is credited only with the summaries
//! that it alone objects to: without it, the false ones would pass and the true ones would not be lowered. A check
//! that gains nothing in either split, or lowers more than it catches, is deleted.
//!
//! Word lists are not switched off one by one: each belongs to one check and is counted with it. `--reasons` counts each
//! reason of a check apart, which is as fine as the rules in it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rutter_checks::{CodeReader, EntryContent, Picked, Subject, SubjectContext, pick, refuse_text};
use rutter_domain::{Evidence, StatedFacts, name_parts};

use super::entries::{Project, SPLITS, Summary, folders, read_summaries};

/// The corpus, and how fine the table is.
#[derive(clap::Args)]
pub struct Args {
    /// Counts each reason of a check apart; names and numbers in it are left out.
    #[arg(long)]
    reasons: bool,
    /// Another folder of projects with `tune.jsonl` and `report.jsonl`.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Where indexes are made; `target/bench` when left out.
    #[arg(long, value_name = "DIR")]
    work: Option<PathBuf>,
}

/// Summaries that a check objects to, in one split.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    caught: usize,
    caught_alone: usize,
    lowered: usize,
    lowered_alone: usize,
}

/// Runs all checks on each summary and prints, for each check, which it alone objects to.
pub fn run(root: &Path, args: &Args) -> anyhow::Result<()> {
    let corpus = args.corpus.clone().unwrap_or_else(|| root.join("crates/quality/truth"));
    let work = args.work.clone().unwrap_or_else(|| root.join("target").join("bench"));
    let mut gains: BTreeMap<String, [Counts; SPLITS.len()]> = BTreeMap::new();
    // A check that objects to nothing has a row too.
    for info in rutter_checks::check_infos().filter(|_| !args.reasons) {
        gains.entry(info.id.to_owned()).or_default();
    }
    for folder in folders(&corpus)? {
        let project = Project::open_in(&folder, &work)?;
        for (at, split) in SPLITS.iter().enumerate() {
            for summary in read_summaries(&folder, split)? {
                let names: BTreeSet<String> = objections(&project, &summary)?
                    .iter()
                    .map(|one| one.row(args.reasons))
                    .collect();
                let is_alone = usize::from(names.len() == 1);
                for name in names {
                    let counts = &mut gains.entry(name).or_default()[at];
                    match summary.truth {
                        true => {
                            counts.lowered += 1;
                            counts.lowered_alone += is_alone;
                        }
                        false => {
                            counts.caught += 1;
                            counts.caught_alone += is_alone;
                        }
                    }
                }
            }
        }
    }
    print(&gains);
    Ok(())
}

/// What a check has against a summary.
struct Objection {
    check: &'static str,
    reason: String,
}

impl Objection {
    /// The row of the table that it is counted in.
    fn row(&self, with_reasons: bool) -> String {
        match with_reasons {
            true => format!("{}: {}", self.check, without_names(&self.reason)),
            false => self.check.to_owned(),
        }
    }
}

/// Everything that is against a summary. The subject is found as for an entry without evidence.
fn objections(project: &Project, summary: &Summary) -> anyhow::Result<Vec<Objection>> {
    let code: &dyn CodeReader = &project.knowledge;
    let (path, symbol) = (summary.path.as_str(), summary.symbol.as_str());
    let parsed = code.parsed_file(path).ok_or_else(|| anyhow::anyhow!("{path} is not indexed"))?;
    let symbols = &parsed.facts.symbols;
    let wanted = name_parts(symbol);
    let find = |is_it: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..symbols.len()).filter(|at| is_it(&symbols[*at].qualified_name)).collect()
    };
    let mut found = find(&|name| name == symbol);
    if found.is_empty() {
        found = find(&|name| name_parts(name).ends_with(&wanted));
    }
    let subject = match found.as_slice() {
        [] if symbol == path => Subject::file(&parsed),
        [] => anyhow::bail!("{path} does not define {symbol}"),
        _ => match pick(&parsed, &found, &[], &project.seen) {
            Picked::One(at) => Subject { parsed: parsed.clone(), at },
            Picked::NotCited(_) | Picked::Several(_) => {
                anyhow::bail!("{path} defines several {symbol}")
            }
        },
    };
    let span = subject.symbol().span;
    let (start_line, end_line) = (span.start_line, span.end_line);
    let cited = [Evidence { path: path.to_owned(), start_line, end_line }];
    let context = SubjectContext::new(code, &subject, &cited);
    let (text, details) = (summary.summary.as_str(), summary.details.as_deref());
    let refused = [Some(text), details].into_iter().flatten().filter_map(refuse_text);
    let refused = refused.map(|reason| Objection { check: "refused", reason });
    let said = EntryContent { summary: text, details, facts: &StatedFacts::default() };
    let found = rutter_checks::objections(&context, said);
    Ok(refused
        .chain(found.into_iter().map(|(check, reason)| Objection { check, reason }))
        .collect())
}

/// A reason without what differs from one claim to the next: quoted text and numbers.
fn without_names(reason: &str) -> String {
    let parts = reason.split(['`', '"']).enumerate();
    let kept = parts.map(|(at, part)| if at % 2 == 0 { part } else { "…" });
    let text: String = kept.collect();
    text.split(' ')
        .map(|word| if word.starts_with(|c: char| c.is_ascii_digit()) { "#" } else { word })
        .collect::<Vec<_>>()
        .join(" ")
}

fn print(gains: &BTreeMap<String, [Counts; SPLITS.len()]>) {
    println!(
        "caught: false summaries it objects to; lowered: true ones; in brackets those that it alone objects to"
    );
    println!("{:<14}{:<22}{:<22}check", "", SPLITS[0], SPLITS[1]);
    for (name, splits) in gains {
        let shown = splits.map(|one| {
            let caught = format!("{} ({})", one.caught, one.caught_alone);
            format!("{caught:>10} {:>4} ({})", one.lowered, one.lowered_alone)
        });
        println!("{:<22}{:<22}{name}", shown[0], shown[1]);
    }
}
