//! `grep`: prints the lines that match, as ripgrep does.

use std::io::{self, Write};

use rutter_tools::code::search;
use rutter_tools::files::print_matches::PrintMatches;
use rutter_workspace::{Boundary, Case, Color, GrepOutput, GrepRequest, PatternKind};

use crate::arguments::{Format, GrepArgs};
use crate::context::{Context, is_for_person};
use crate::exit::Exit;
use crate::screen;
use crate::verbosity::Verbosity;

pub fn run(args: GrepArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let context = args.context.unwrap_or(0);
    let is_colored = ctx.format == Format::Text && ctx.out.is_colored();
    let request = GrepRequest {
        kind: if args.fixed_strings { PatternKind::Literal } else { PatternKind::Regex },
        case: if args.ignore_case { Case::Insensitive } else { Case::Sensitive },
        boundary: if args.word_regexp { Boundary::Word } else { Boundary::Anywhere },
        before_lines: args.before_context.unwrap_or(context),
        after_lines: args.after_context.unwrap_or(context),
        languages: search::languages(&args.lang)?,
        max_per_file: args.max_count,
        output: match (ctx.verbosity, ctx.format) {
            (Verbosity::Quiet, _) => GrepOutput::Nothing,
            (_, Format::Json) => GrepOutput::Json,
            (_, Format::Text) if args.files_with_matches => GrepOutput::Files,
            (_, Format::Text) if args.count => GrepOutput::Counts,
            (_, Format::Text) => GrepOutput::Lines,
        },
        color: if is_colored { Color::Always } else { Color::Never },
        pattern: args.pattern,
        paths: args.paths,
        globs: args.glob,
    };
    // A pipe gets every byte unchanged, as from ripgrep.
    let out: &mut dyn Write =
        if is_for_person() { &mut screen::stdout(ctx.format) } else { &mut io::stdout() };
    let printed = ctx.toolbox.run(&ctx.session, &PrintMatches::to(out), request)?;
    out.flush()?;
    if ctx.verbosity != Verbosity::Quiet {
        for problem in &printed.problems {
            eprintln!("{problem}");
        }
    }
    Ok(if printed.n_matches == 0 { Exit::Nothing } else { Exit::Found })
}
