//! `grep`: prints the lines that match, as ripgrep does.

use std::io::Write;

use anstream::ColorChoice;
use rutter_tools::ToolError;
use rutter_tools::code::search::language;
use rutter_tools::files::print_matches::PrintMatches;
use rutter_workspace::{
    Boundary, Case, Color, GrepOutput, GrepRequest, MatchExtent, PatternKind, Selection,
};

use crate::arguments::{Format, GrepArgs};
use crate::context::Context;
use crate::exit::Exit;
use crate::verbosity::Verbosity;

pub fn run(args: GrepArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    let is_colored = ctx.format == Format::Text && ctx.out.current_choice() != ColorChoice::Never;
    let request = request(args, ctx.format, if is_colored { Color::Always } else { Color::Never })?;
    let printed = ctx.toolbox.run(&ctx.session, &PrintMatches::to(&mut ctx.out), request)?;
    ctx.out.flush()?;
    if ctx.verbosity != Verbosity::Quiet {
        for problem in &printed.problems {
            anstream::eprintln!("{problem}");
        }
    }
    Ok(if printed.n_matches == 0 { Exit::Nothing } else { Exit::Found })
}

fn request(args: GrepArgs, format: Format, color: Color) -> Result<GrepRequest, ToolError> {
    let context = args.context.unwrap_or(0);
    Ok(GrepRequest {
        pattern: args.pattern,
        paths: args.paths,
        kind: if args.fixed_strings { PatternKind::Literal } else { PatternKind::Regex },
        case: match (args.ignore_case, args.smart_case) {
            (true, _) => Case::Insensitive,
            (false, true) => Case::Smart,
            (false, false) => Case::Sensitive,
        },
        boundary: if args.word_regexp { Boundary::Word } else { Boundary::Anywhere },
        selection: if args.invert_match { Selection::NotMatching } else { Selection::Matching },
        extent: if args.multiline { MatchExtent::ManyLines } else { MatchExtent::OneLine },
        before_lines: args.before_context.unwrap_or(context),
        after_lines: args.after_context.unwrap_or(context),
        globs: args.glob,
        languages: args.languages.iter().map(|name| language(name)).collect::<Result<_, _>>()?,
        max_per_file: args.max_count,
        output: match (format, args.files_with_matches, args.count) {
            (Format::Json, _, _) => GrepOutput::Json,
            (Format::Text, true, _) => GrepOutput::Files,
            (Format::Text, false, true) => GrepOutput::Counts,
            (Format::Text, false, false) => GrepOutput::Lines,
        },
        color,
    })
}
