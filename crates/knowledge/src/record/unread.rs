//! Finds lines that a draft is about and that its author was not shown.
//!
//! One rule for symbols of every size: what can be called is read in full, and so is every cited line. Of
//! something that contains other symbols it is enough to read the parts that are cited, and the lines
//! with the names and numbers that the text mentions. Start at [`unread`].

use rutter_domain::{Evidence, Seen, Symbol};

use crate::knowledge::Knowledge;
use rutter_checks::Subject;
use rutter_checks::{EntryContent, Statement, WordForm, cut_claims, identifiers};
use rutter_domain::words::contains_word;
use rutter_syntax::ParsedFile;

/// End of each reason that lines were not shown to the author.
pub(crate) const NOT_READ: &str = "not read in this session";

/// At most this many mentions are listed.
const MOST_MENTIONS: usize = 4;

/// The lines of the symbol and of the evidence that were not read, one sentence each.
pub(crate) fn unread(
    knowledge: &Knowledge,
    subject: &Subject,
    evidence: &[Evidence],
    said: EntryContent<'_>,
    seen: &Seen,
) -> Vec<String> {
    let of_evidence = |one: &Evidence| unseen(knowledge, one, seen);
    if subject.is_wide() {
        return evidence.iter().filter_map(of_evidence).collect();
    }
    let (parsed, symbol) = (&subject.parsed, subject.symbol());
    let own = lines_of(parsed, symbol);
    // Of a function with several definitions, all must be known.
    let definitions = parsed.definitions_of(symbol);
    let of_definition = |one: &&Symbol| unseen(knowledge, &lines_of(parsed, one), seen);
    let mut faults: Vec<String> = definitions.iter().filter_map(of_definition).collect();
    let has_parts = symbol.kind.is_container() || subject.is_file();
    if has_parts && evidence.iter().any(|one| is_part(one, &own)) && !faults.is_empty() {
        faults = unread_mentions(parsed, symbol, said, seen);
    }
    faults.extend(evidence.iter().filter(|one| **one != own).filter_map(of_evidence));
    faults.dedup();
    faults
}

/// Whether lines are a part of the symbol, and not all of it.
fn is_part(one: &Evidence, own: &Evidence) -> bool {
    one.path == own.path
        && own.start_line <= one.start_line
        && one.end_line <= own.end_line
        && one != own
}

fn lines_of(parsed: &ParsedFile, symbol: &Symbol) -> Evidence {
    let (start_line, end_line) = (symbol.span.start_line, symbol.span.end_line);
    Evidence { path: parsed.path.clone(), start_line, end_line }
}

/// Names and numbers of the text that occur only on lines that were not read.
fn unread_mentions(
    parsed: &ParsedFile,
    symbol: &Symbol,
    said: EntryContent<'_>,
    seen: &Seen,
) -> Vec<String> {
    let (start, end) = (symbol.span.start_line, symbol.span.end_line);
    let lines: Vec<(u32, &str)> = (start..).zip(parsed.lines(start, end)).collect();
    let is_seen = |line: u32| seen.first_unseen(&parsed.path, parsed.content, line, line).is_none();
    let mut faults = Vec::new();
    for mention in mentions(said) {
        let holding = lines.iter().filter(|(_, text)| contains_word(text, &mention));
        let holding: Vec<u32> = holding.map(|(line, _)| *line).collect();
        if let Some(first) = holding.first().filter(|_| !holding.iter().any(|at| is_seen(*at))) {
            faults.push(format!(
                "`{mention}`, which is on line {first} of `{}`, was {NOT_READ}",
                parsed.path
            ));
        }
    }
    faults.truncate(MOST_MENTIONS);
    faults
}

/// The names and numbers in a text, each once.
fn mentions(said: EntryContent<'_>) -> Vec<String> {
    let prose = [Some(said.summary), said.details].into_iter().flatten();
    let mut found: Vec<String> = Vec::new();
    for claim in prose.flat_map(cut_claims) {
        for word in Statement::new(&claim).words {
            match word.form {
                WordForm::Code | WordForm::Name => {
                    found.extend(identifiers(&word.text).into_iter().map(str::to_owned));
                }
                WordForm::Number => found.push(word.text),
                WordForm::Plain | WordForm::Quoted => {}
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// A description of the first cited lines that were not read.
fn unseen(knowledge: &Knowledge, cited: &Evidence, seen: &Seen) -> Option<String> {
    let Evidence { path, start_line, end_line } = cited;
    let parsed = knowledge.parsed_file(path)?;
    let mut run: Option<(u32, u32)> = None;
    let lines: Vec<&str> = parsed.lines(*start_line, *end_line).collect();
    let numbered = (*start_line..).zip(lines.iter().copied().chain([""]));
    for (number, line) in numbered {
        match (line.trim().is_empty(), run) {
            (false, None) => run = Some((number, number)),
            (false, Some((first, _))) => run = Some((first, number)),
            (true, Some((first, last))) => {
                if let Some((from, to)) = seen.first_unseen(path, parsed.content, first, last) {
                    let lines = if from == to {
                        format!("line {from} of `{path}` was")
                    } else {
                        format!("lines {from}-{to} of `{path}` were")
                    };
                    return Some(format!("{lines} {NOT_READ}"));
                }
                run = None;
            }
            (true, None) => {}
        }
    }
    None
}
