//! The quality of answers, by words, by meaning and by both.

use std::fmt::Write;

use rutter_domain::SearchMode;
use rutter_quality::{Measured, Summary};

use super::Bench;
use crate::quality::{self, Opened};
use crate::report::{Report, Target, Unit};

const MODES: [SearchMode; 3] = [SearchMode::Lexical, SearchMode::Semantic, SearchMode::Hybrid];

pub fn run(bench: &Bench, report: &mut Report) -> anyhow::Result<()> {
    let own = quality::own(&bench.repository, &bench.work)?;
    report_set(&own, "own questions", report, |_| None)?;
    match quality::dev(&bench.repository, &bench.work)? {
        Ok(dev) => report_set(&dev, "dev set", report, |mode| {
            Some(match mode {
                SearchMode::Lexical => 0.84,
                SearchMode::Semantic => 0.75,
                SearchMode::Hybrid => 0.88,
            })
        })?,
        Err(why) => eprintln!("SKIPPED: the quality on the dev set: {why}"),
    }
    Ok(())
}

fn report_set(
    opened: &Opened,
    name: &str,
    report: &mut Report,
    target: impl Fn(SearchMode) -> Option<f64>,
) -> anyhow::Result<()> {
    let n_questions = opened.suite.n_questions() as f64;
    report.add("quality", format!("{name}, questions"), n_questions, Unit::Files);
    let mut measured = Vec::new();
    for mode in MODES {
        let one = opened.measure(mode)?;
        let what = format!("{name}, NDCG@10, {}", mode.name());
        match target(mode) {
            Some(least) => {
                report.check(
                    "quality",
                    what,
                    one.all.judged.ndcg,
                    Unit::Share,
                    Target::AtLeast(least),
                );
            }
            None => report.add("quality", what, one.all.judged.ndcg, Unit::Share),
        }
        measured.push((mode, one));
    }
    if let (Some(_), Some((_, hybrid))) = (target(SearchMode::Hybrid), measured.last()) {
        let symbols = hybrid.by_category.get("symbol").map_or(0.0, |one| one.judged.ndcg);
        let what = format!("{name}, NDCG@10 of symbols, hybrid");
        report.check("quality", what, symbols, Unit::Share, Target::AtLeast(0.96));
        let what = format!("{name}, tokens to the first right hit");
        report.check("quality", what, hybrid.all.tokens, Unit::Tokens, Target::AtMost(280.0));
    }
    report.table(table(name, &measured));
    Ok(())
}

/// Every measure of every way to search, in Markdown.
fn table(name: &str, measured: &[(SearchMode, Measured)]) -> String {
    let mut text =
        format!("{name}\n\n| | questions | mode | NDCG@10 | by file | MRR | recall | tokens |\n");
    text.push_str("| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |\n");
    let mut line = |what: &str, mode: SearchMode, one: &Summary| {
        let Summary { n_questions, judged, by_file, tokens } = one;
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| {what} | {n_questions} | {} | {:.3} | {:.3} | {:.3} | {:.3} | {tokens:.0} |",
            mode.name(),
            judged.ndcg,
            by_file.ndcg,
            judged.reciprocal,
            judged.recall,
        );
    };
    for (mode, one) in measured {
        line("all", *mode, &one.all);
    }
    let Some((_, any)) = measured.first() else { return text };
    for category in any.by_category.keys() {
        measured.iter().for_each(|(mode, one)| line(category, *mode, &one.by_category[category]));
    }
    for language in any.by_language.keys() {
        measured.iter().for_each(|(mode, one)| line(language, *mode, &one.by_language[language]));
    }
    text
}
