//! `cargo xtask replay`: how well real changes are found, in repositories given by path.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use rutter_quality::{Replayed, replay};

#[derive(clap::Args)]
pub struct Args {
    /// Clones with their history.
    #[arg(required = true)]
    repositories: Vec<PathBuf>,
    /// Changes that are asked for in each.
    #[arg(long, default_value_t = 16)]
    per_repository: usize,
}

/// Means over many repositories do not fall below these: by file, and hits among the first 1, 5 and 10.
const FLOOR: [f64; 4] = [0.66, 0.34, 0.58, 0.65];
/// With fewer repositories a mean depends on the choice.
const MIN_REPOSITORIES: usize = 15;
/// Fewer changes say nothing about a repository.
const MIN_QUESTIONS: usize = 5;

pub fn run(root: &Path, args: &Args) -> anyhow::Result<ExitCode> {
    let work = root.join("target/quality/replay");
    println!("changes  by file  span@1  span@5  span@10  characters");
    let mut all: Vec<Replayed> = Vec::new();
    for (number, repository) in args.repositories.iter().enumerate() {
        let repository = repository.canonicalize()?;
        let one = replay(&repository, &work.join(number.to_string()), args.per_repository)?;
        print(&one, &repository.display().to_string());
        if one.n_questions >= MIN_QUESTIONS {
            all.push(one);
        }
    }
    let n = all.len().max(1) as f64;
    let mean = |value: &dyn Fn(&Replayed) -> f64| all.iter().map(value).sum::<f64>() / n;
    let spans = [0, 1, 2].map(|depth| mean(&|one| one.spans[depth]));
    let total = Replayed {
        n_questions: all.iter().map(|one| one.n_questions).sum(),
        by_file: mean(&|one| one.by_file),
        spans,
        n_chars: mean(&|one| one.n_chars),
    };
    print(&total, &format!("mean of {} repositories", all.len()));
    if all.len() < MIN_REPOSITORIES {
        println!("the floor holds for at least {MIN_REPOSITORIES} repositories only");
        return Ok(ExitCode::SUCCESS);
    }
    let measured = [total.by_file, total.spans[0], total.spans[1], total.spans[2]];
    let is_met = measured.iter().zip(FLOOR).all(|(value, floor)| *value >= floor);
    println!("the floor is {FLOOR:?}: {}", if is_met { "holds" } else { "HAS FALLEN" });
    Ok(if is_met { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn print(replayed: &Replayed, name: &str) {
    let Replayed { n_questions, by_file, spans: [one, five, ten], n_chars } = replayed;
    println!(
        "{n_questions:>7}  {by_file:>7.3}  {one:>6.3}  {five:>6.3}  {ten:>7.3}  {n_chars:>10.0}  {name}"
    );
}
