//! The tables of `bench truth`, in Markdown.

use std::fmt::Write as _;

use super::Measured;
use super::edges::Share;

const PROVENANCES: [&str; 7] =
    ["import", "same-file", "by-type", "unique-name", "same-name", "partly-read", "ambiguous"];

/// Four tables: symbols, provenances, calls, and uses of the sample.
pub fn markdown(all: &[Measured]) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = write_tables(&mut text, all);
    text
}

fn write_tables(text: &mut String, all: &[Measured]) -> std::fmt::Result {
    writeln!(text, "\nSymbols: share of the definitions that are listed, in percent\n")?;
    writeln!(text, "| | packages | files | by the reference tool | by ctags | files under half |")?;
    writeln!(text, "| --- | --- | --- | --- | --- | --- |")?;
    for one in all {
        let symbols = &one.symbols;
        writeln!(
            text,
            "| {} | {} | {} | {} of {} | {} of {} | {} |",
            one.language,
            one.packages.join(", "),
            one.n_files,
            percent(symbols.all()),
            symbols.all().all,
            percent(symbols.by_ctags),
            symbols.by_ctags.all,
            symbols.poor_files,
        )?;
    }
    for what in ["calls", "all uses"] {
        writeln!(text, "\nPrecision of {what} by provenance, in percent of how many\n")?;
        writeln!(text, "| | {} |", PROVENANCES.join(" | "))?;
        writeln!(text, "| --- {}|", "| --- ".repeat(PROVENANCES.len()))?;
        for one in all {
            let shares = if what == "calls" {
                &one.edges.calls_by_provenance
            } else {
                &one.edges.uses_by_provenance
            };
            let cells = PROVENANCES.map(|name| match shares.get(name) {
                Some(share) => format!("{} of {}", percent(*share), share.all),
                None => "-".into(),
            });
            writeln!(text, "| {} | {} |", one.language, cells.join(" | "))?;
        }
    }
    writeln!(text, "\nCalls of what the package defines, in percent\n")?;
    writeln!(text, "| | calls | sure and right | unsure with the truth | sure and wrong | none |")?;
    writeln!(text, "| --- | --- | --- | --- | --- | --- |")?;
    for one in all {
        let calls = &one.edges.calls;
        let of_calls = |part| percent(Share { part, all: calls.n_calls });
        writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} |",
            one.language,
            calls.n_calls,
            of_calls(calls.sure_and_right),
            of_calls(calls.unsure_with_truth),
            of_calls(calls.sure_and_wrong),
            of_calls(calls.none),
        )?;
    }
    writeln!(
        text,
        "\nAll uses of random fields, constants and functions: lines found, in percent\n"
    )?;
    writeln!(text, "| | definitions | lines | sure | listed | with ambiguous | false none |")?;
    writeln!(text, "| --- | --- | --- | --- | --- | --- | --- |")?;
    for one in all {
        let uses = &one.uses;
        let of_lines = |part| percent(Share { part, all: uses.n_lines });
        writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} |",
            one.language,
            uses.n_definitions,
            uses.n_lines,
            of_lines(uses.sure),
            of_lines(uses.listed),
            of_lines(uses.with_ambiguous),
            uses.false_none,
        )?;
    }
    Ok(())
}

fn percent(share: Share) -> String {
    share.percent().map_or("-".into(), |percent| format!("{percent:.1}"))
}
