//! `--format`: the output formats of each command.
//!
//! The flag is global and offers text and JSON. A command with more of them declares the flag again under
//! the same id, so that its help and its errors name exactly what it can print.

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use clap::{Arg, ValueEnum as _};

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum OutputFormat {
    Text,
    Json,
    Sarif,
    Md,
}

/// Formats of every command.
const COMMON: [&str; 2] = ["text", "json"];
/// Formats of `gaps list`.
const OF_GAPS: [&str; 3] = ["text", "json", "sarif"];
/// Formats of `gaps report`.
const OF_REPORT: [&str; 2] = ["md", "json"];

/// Parses the formats that every command offers.
pub fn common_formats() -> impl clap::builder::TypedValueParser<Value = OutputFormat> {
    parser(&COMMON)
}

/// The flag of `gaps list`.
pub fn gaps_format() -> Arg {
    flag(&OF_GAPS).help("Output format; `sarif` is for code scanning")
}

/// The flag of `gaps report`.
pub fn report_format() -> Arg {
    flag(&OF_REPORT).help("Output format")
}

fn flag(names: &'static [&'static str]) -> Arg {
    Arg::new("format")
        .long("format")
        .value_name("FORMAT")
        .value_parser(parser(names))
        .default_value(names[0])
        .global(true)
        .help_heading("Global options")
}

fn parser(
    names: &'static [&'static str],
) -> impl clap::builder::TypedValueParser<Value = OutputFormat> {
    PossibleValuesParser::new(names).map(|name| {
        OutputFormat::from_str(&name, false).expect("every name above is one of a format")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_one_of_a_format() {
        for name in COMMON.iter().chain(&OF_GAPS).chain(&OF_REPORT) {
            assert!(OutputFormat::from_str(name, false).is_ok(), "{name}");
        }
    }
}
