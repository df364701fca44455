//! Programs and their flags.

use super::Words;

/// Flags that parsers of arguments add by themselves.
pub const USUAL_FLAGS: Words = Words(&[
    ("help, version, verbose, quiet, color, no-color, usage", "any", "`tool --help`"),
    ("help-long, help-man, completion-bash", "go", "kingpin adds `--help-long`"),
    (
        "completion-script-bash, completion-script-zsh, completion-script-fish",
        "go",
        "kingpin adds `--completion-script-zsh`",
    ),
    ("helpshort, helpfull, generate-bash-completion", "go", "urfave/cli, and flags of Go"),
    ("install-completion, show-completion", "python", "typer adds `--show-completion`"),
    ("get-yargs-completions", "javascript", "yargs adds it"),
]);

/// Words in code that show a parser of arguments.
pub const PARSERS: Words = Words(&[
    ("clap, structopt, argh, lexopt, pico_args", "rust", "`use clap::Parser`"),
    ("argparse, optparse, click, typer, docopt, ArgumentParser", "python", "`import argparse`"),
    ("flag, pflag, cobra, kong, urfave", "go", "`flag.Parse()`"),
    ("commander, yargs, minimist, meow, parseArgs, process.argv", "javascript", "`meow()`"),
    ("OptionParser, Thor, slop", "ruby", "`OptionParser.new`"),
    ("getopt, Getopt, picocli, CommandLine, NDesk", "any", "`getopt(argc, argv, \"a\")`"),
]);
