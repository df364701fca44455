//! `grep`: prints the lines that match, as ripgrep does.

use std::io::{self, Write};

use rutter_tools::files::print_matches::PrintMatches;
use rutter_workspace::{
    Binary, Boundary, Case, Color, GrepOutput, GrepRequest, Ignored, LineStyle, MatchExtent,
    PatternKind, Reach, Selection, list_types,
};

use crate::arguments::{Format, GrepArgs, GrepFilesArgs, GrepOutputArgs, MatchingArgs};
use crate::context::{Context, is_for_person};
use crate::error_report::Hinted;
use crate::exit::Exit;
use crate::screen;
use crate::verbosity::Verbosity;

pub fn run(args: GrepArgs, ctx: &mut Context) -> anyhow::Result<Exit> {
    if args.files.type_list {
        ctx.print_text(&list_types())?;
        return Ok(Exit::Found);
    }
    let is_silent = args.output.no_messages;
    let mut request = request(args, ctx.format);
    if request.paths.iter().any(|path| path == "-") {
        let reason = "`rutter grep` searches the files of the repository, not standard input";
        return Err(Hinted::new(reason, "pipe it to `rg` or `grep`").into());
    }
    if ctx.verbosity == Verbosity::Quiet {
        request.output = GrepOutput::Nothing;
    }
    let is_colored = ctx.format == Format::Text && ctx.out.is_colored();
    request.color = if is_colored { Color::Always } else { Color::Never };
    // A pipe gets every byte unchanged, as from ripgrep, also the NUL of `--null`.
    let out: &mut dyn Write =
        if is_for_person() { &mut screen::stdout(ctx.format) } else { &mut io::stdout() };
    let printed = ctx.toolbox.run(&ctx.session, &PrintMatches::to(out), request)?;
    out.flush()?;
    if ctx.verbosity != Verbosity::Quiet && !is_silent {
        for problem in &printed.problems {
            eprintln!("{problem}");
        }
    }
    Ok(if printed.n_matches == 0 { Exit::Nothing } else { Exit::Found })
}

fn request(args: GrepArgs, format: Format) -> GrepRequest {
    let GrepArgs { pattern, paths, matching, files, output, accepted: _ } = args;
    // With `-e` or `--files`, the first word is a path.
    let is_pattern = matching.regexp.is_empty() && !files.files;
    let (first_pattern, first_path) = if is_pattern { (pattern, None) } else { (None, pattern) };
    let context = output.context.unwrap_or(0);
    GrepRequest {
        kind: if matching.fixed_strings { PatternKind::Literal } else { PatternKind::Regex },
        case: case(&matching),
        boundary: match (matching.word_regexp, matching.line_regexp) {
            (_, true) => Boundary::Line,
            (true, false) => Boundary::Word,
            (false, false) => Boundary::Anywhere,
        },
        selection: if matching.invert_match { Selection::NotMatching } else { Selection::Matching },
        extent: match (matching.multiline, matching.multiline_dotall) {
            (true, true) => MatchExtent::DotMatchesLineBreak,
            (true, false) => MatchExtent::ManyLines,
            (false, _) => MatchExtent::OneLine,
        },
        max_per_file: matching.max_count,
        patterns: first_pattern.into_iter().chain(matching.regexp).collect(),
        paths: first_path.into_iter().chain(paths).collect(),
        before_lines: output.before_context.unwrap_or(context),
        after_lines: output.after_context.unwrap_or(context),
        reach: reach(&files),
        binary: match (files.text, files.binary || files.unrestricted > 2) {
            (true, _) => Binary::AsText,
            (false, true) => Binary::Searched,
            (false, false) => Binary::Named,
        },
        output: form(format, &files, &output),
        languages: Vec::new(),
        globs: files.glob,
        types: files.types,
        types_not: files.types_not,
        color: Color::Never,
        line_style: LineStyle {
            without_numbers: output.no_line_number,
            without_paths: output.no_filename,
            heading: output.heading || output.pretty,
            only_matching: output.only_matching,
            each_match: output.vimgrep,
            column: output.column,
            byte_offset: output.byte_offset,
            trim: output.trim,
            replacement: output.replace,
            max_columns: output.max_columns,
            null: output.null,
            zero_counts: output.include_zero,
            all_lines: output.passthru,
        },
    }
}

fn case(args: &MatchingArgs) -> Case {
    match (args.ignore_case, args.smart_case) {
        (true, _) => Case::Insensitive,
        (false, true) => Case::Smart,
        (false, false) => Case::Sensitive,
    }
}

fn reach(args: &GrepFilesArgs) -> Reach {
    let ignored = match (args.no_ignore || args.unrestricted > 0, args.no_ignore_vcs) {
        (true, _) => Ignored::Searched,
        (false, true) => Ignored::LeftOutButByGit,
        (false, false) => Ignored::LeftOut,
    };
    Reach { hidden: args.hidden || args.unrestricted > 1, ignored, max_depth: args.max_depth }
}

fn form(format: Format, files: &GrepFilesArgs, args: &GrepOutputArgs) -> GrepOutput {
    if files.files {
        return GrepOutput::Candidates;
    }
    if format == Format::Json {
        return GrepOutput::Json;
    }
    match args {
        GrepOutputArgs { files_with_matches: true, .. } => GrepOutput::Files,
        GrepOutputArgs { files_without_match: true, .. } => GrepOutput::FilesWithout,
        GrepOutputArgs { count: true, only_matching: true, .. }
        | GrepOutputArgs { count_matches: true, .. } => GrepOutput::MatchCounts,
        GrepOutputArgs { count: true, .. } => GrepOutput::Counts,
        GrepOutputArgs { .. } => GrepOutput::Lines,
    }
}
