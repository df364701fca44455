//! Reads a command line. If the first word is not a command, the words are a query: `rutter "where are files walked"`.

use std::ffi::{OsStr, OsString};

use clap::FromArgMatches as _;
use clap::parser::ValueSource;
use rutter_domain::edit_distance_within;

use super::{Arguments, Command, command_line};
use crate::error_report::Hinted;

impl Arguments {
    /// Reads a command line that starts with the program's name. The error is clap's own, or a hint at the command
    /// that the user probably meant.
    pub fn read(words: impl IntoIterator<Item = OsString>) -> anyhow::Result<Arguments> {
        let mut words: Vec<OsString> = words.into_iter().collect();
        let known = command_line();
        let mut matches =
            known.clone().allow_external_subcommands(true).try_get_matches_from(&words)?;
        if let Some((word, rest)) = matches.subcommand()
            && known.find_subcommand(word).is_none()
        {
            if let Some(nearest) = nearest_command(word, &known) {
                let message = format!("`{word}` is not a command");
                let hint = format!(
                    "did you mean `rutter {nearest}`? `rutter search {word}` searches for it"
                );
                return Err(Hinted::new(&message, &hint).into());
            }
            let n_rest = rest.get_many::<OsString>("").map_or(0, Iterator::count);
            words.insert(words.len() - 1 - n_rest, OsStr::new("search").to_owned());
            matches = known.try_get_matches_from(words)?;
        }
        let mut arguments = Arguments::from_arg_matches(&matches)?;
        if let (Command::Search(args), Some((_, given))) =
            (&mut arguments.command, matches.subcommand())
        {
            let is_given = |id: &str| given.value_source(id) == Some(ValueSource::CommandLine);
            args.is_sized = ["limit", "excerpts", "flat"].into_iter().any(is_given);
        }
        Ok(arguments)
    }
}

/// Returns the command that a word misspells. A text with a blank is a query.
fn nearest_command<'a>(word: &str, known: &'a clap::Command) -> Option<&'a str> {
    if word.contains(char::is_whitespace) {
        return None;
    }
    // Two swapped letters are two edits. Any other two edits turn a short word into another one: `case`, `chat`.
    let is_slip = |steps: usize, name: &str| {
        steps < 2 || word.chars().count() > 4 || sorted_letters(word) == sorted_letters(name)
    };
    let names = known.get_subcommands().map(clap::Command::get_name);
    let near = names.filter_map(|name| Some((edit_distance_within(word, name, 2)?, name)));
    near.filter(|(steps, name)| is_slip(*steps, name)).min().map(|(_, name)| name)
}

fn sorted_letters(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &str) {
        let words = std::iter::once("rutter").chain(line.split('|')).map(OsString::from);
        let read = match Arguments::read(words) {
            Ok(Arguments { command: Command::Search(args), global }) => {
                format!("search {:?} {} {}", args.words, args.options.limit, global.json)
            }
            Ok(other) => {
                format!("{:?}", other.command).split(['(', ' ']).next().unwrap().to_owned()
            }
            Err(error) => error.to_string().lines().next().unwrap().to_owned(),
        };
        assert_eq!(read, expected, "{line}");
    }

    #[test]
    fn words_that_begin_with_no_command_are_a_query() {
        check("where are files walked", "search [\"where are files walked\"] 10 false");
        check(
            "where|are|files|walked",
            "search [\"where\", \"are\", \"files\", \"walked\"] 10 false",
        );
        check("Parser::new|--limit|3|--json", "search [\"Parser::new\"] 3 true");
        check("--root|gap fill|gap fill|-n|2", "search [\"gap fill\"] 2 false");
        check("src/net/retry.rs:42", "search [\"src/net/retry.rs:42\"] 10 false");
        check("case", "search [\"case\"] 10 false");
    }

    #[test]
    fn a_misspelt_command_is_not_searched_for() {
        check("serach|x", "`serach` is not a command");
        check("symbols|src/a.rs", "`symbols` is not a command");
        check("indx", "`indx` is not a command");
        check("grpe", "`grpe` is not a command");
    }

    #[test]
    fn a_command_is_itself() {
        check("index", "Index");
        check("gaps|list", "Gaps");
        check("gaps|lst", "error: unrecognized subcommand 'lst'");
        check("search", "error: the following required arguments were not provided:");
    }
}
