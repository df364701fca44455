//! The commands of a chat. A line that begins with a slash never goes to the model.

use rutter_domain::nearest;

/// A command as the user typed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slash {
    Help,
    Clear,
    Save(Option<String>),
    Load(Option<String>),
    Sessions(Vec<String>),
    Context,
    Stats,
    Tools,
    Mode(Option<String>),
    Model(Option<String>),
    Reindex,
    Gaps(Option<String>),
    Review,
    Keep,
    Copy(Option<usize>),
    Export(Option<String>),
    Undo,
    Exit,
}

/// A command, its arguments and what it does.
pub struct SlashInfo {
    pub name: &'static str,
    pub arguments: &'static str,
    pub purpose: &'static str,
}

const fn info(name: &'static str, arguments: &'static str, purpose: &'static str) -> SlashInfo {
    SlashInfo { name, arguments, purpose }
}

/// All commands, in the order of `/help`.
pub const COMMANDS: [SlashInfo; 18] = [
    info("/help", "", "list the commands and keys"),
    info(
        "/mode",
        "[ask|plan|build]",
        "what the model may do: read, also record, also write and run",
    ),
    info("/model", "[NAME]", "show the model, or use another"),
    info("/tools", "", "list the tools of the model"),
    info("/context", "", "how full the model's context window is, message by message"),
    info("/stats", "", "tokens, calls, time and cost of this chat"),
    info("/keep", "", "turn what the last answer says into entries, under the usual checks"),
    info("/review", "", "let the model review entries that wait for a second reader"),
    info("/gaps", "[DIR]", "list what is missing in the documentation"),
    info("/reindex", "", "bring the index up to date"),
    info("/undo", "", "take back the last file that the model wrote"),
    info("/copy", "[N]", "copy the last answer, or its N-th code block"),
    info("/export", "[FILE]", "write the whole chat as Markdown"),
    info("/save", "NAME", "give the chat a name; it is saved anyway"),
    info("/sessions", "[WORDS]", "list the chats, or those that contain all words"),
    info("/load", "[ID|NAME]", "go on with another chat; the last one without a name"),
    info("/clear", "", "begin a new chat"),
    info("/exit", "", "leave; also Ctrl-D"),
];

/// Parses the command of a line; `None` if the line is a message.
pub fn parse(line: &str) -> Option<Result<Slash, String>> {
    let line = line.trim_end();
    if !line.starts_with('/') {
        return None;
    }
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let argument = || Some(rest.to_owned()).filter(|rest| !rest.is_empty());
    Some(Ok(match name {
        "/help" | "/?" => Slash::Help,
        "/clear" | "/new" => Slash::Clear,
        "/save" => Slash::Save(argument()),
        "/load" | "/resume" => Slash::Load(argument()),
        "/sessions" => Slash::Sessions(rest.split_whitespace().map(str::to_owned).collect()),
        "/context" => Slash::Context,
        "/stats" => Slash::Stats,
        "/tools" => Slash::Tools,
        "/mode" => Slash::Mode(argument()),
        "/model" => Slash::Model(argument()),
        "/reindex" => Slash::Reindex,
        "/gaps" => Slash::Gaps(argument()),
        "/review" => Slash::Review,
        "/keep" => Slash::Keep,
        "/copy" => match rest.parse() {
            Ok(number) if number > 0 => Slash::Copy(Some(number)),
            Ok(_) | Err(_) if !rest.is_empty() => {
                return Some(Err(format!(
                    "`{rest}` is not the number of a code block; the first is 1"
                )));
            }
            Ok(_) | Err(_) => Slash::Copy(None),
        },
        "/export" => Slash::Export(argument()),
        "/undo" => Slash::Undo,
        "/exit" | "/quit" | "/bye" => Slash::Exit,
        unknown => return Some(Err(unknown_command(unknown))),
    }))
}

fn unknown_command(name: &str) -> String {
    let names = COMMANDS.iter().map(|command| command.name);
    let near = nearest(name, names, 1);
    let near = near.first().map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    let name: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
    format!("there is no command `{name}`{near} It was not sent; `/help` lists the commands.")
        .replace("` It", "`. It")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_that_begin_with_a_slash_are_commands() {
        assert_eq!(parse("where is /help?"), None);
        assert_eq!(parse(" /help"), None);
        assert_eq!(parse("/help "), Some(Ok(Slash::Help)));
        assert_eq!(parse("/mode build"), Some(Ok(Slash::Mode(Some("build".to_owned())))));
        assert_eq!(parse("/copy 2"), Some(Ok(Slash::Copy(Some(2)))));
        assert_eq!(parse("/copy"), Some(Ok(Slash::Copy(None))));
    }

    #[test]
    fn a_mistyped_command_is_named_and_not_sent() {
        let wrong = parse("/hlep").unwrap().unwrap_err();
        assert!(wrong.contains("did you mean `/help`?"), "{wrong}");
        assert!(wrong.contains("not sent"), "{wrong}");
        assert!(parse("/etc/passwd").unwrap().is_err());
        assert!(parse("/copy zero").unwrap().is_err());
    }

    #[test]
    fn every_command_of_the_list_is_understood() {
        for command in COMMANDS {
            assert!(parse(command.name).unwrap().is_ok(), "{}", command.name);
        }
    }
}
