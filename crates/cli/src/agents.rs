//! The coding agents that rutter can serve, and how to register its MCP server with each of them.
//!
//! If an agent has a command for it, such as `claude mcp add`, that command is run. For the others a file is
//! written if there is none. A file that exists is never edited: the user is shown what to put into it.
//! Start at [`CLIENTS`], [`install`] and [`remove`].

mod block;

pub use block::{add_block, advice, remove_block};

use serde::Serialize;
use serde_json::{Value, json};

/// Name under which the server is registered.
pub const SERVER: &str = "rutter";

/// A coding agent.
#[derive(Debug, Clone, Copy)]
pub struct Client {
    /// Name on the command line, such as `claude-code`.
    pub name: &'static str,
    /// Name as its makers write it, such as `Claude Code`.
    pub title: &'static str,
    /// Its configuration file in a repository.
    pub project: &'static str,
    /// Its configuration file for all of the user's repositories.
    pub user: UserFile,
    pub form: Form,
    /// Its own commands for a server of a repository.
    pub project_commands: Option<Commands>,
    /// Its own commands for a server of all repositories.
    pub user_commands: Option<Commands>,
    pub advice: Advice,
}

/// Location of a user's own configuration file.
#[derive(Debug, Clone, Copy)]
pub enum UserFile {
    /// Under the home folder.
    Home(&'static str),
    /// Under the folder that an environment variable names, else under the home folder.
    Named { variable: &'static str, below: &'static str, home: &'static str },
    /// Under `~/.config` or the system's equivalent.
    Settings(&'static str),
    /// Under the folder where desktop programs keep settings; on macOS that is not `~/.config`.
    Application(&'static str),
}

/// Layout of a server's entry in a configuration file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `"mcpServers": {"rutter": {"command", "args"}}`
    McpServers,
    /// `"servers": {"rutter": {"type": "stdio", "command", "args"}}`
    Servers,
    /// `"context_servers": {"rutter": {"source": "custom", "command", "args"}}`
    ContextServers,
    /// `"mcp": {"rutter": {"type": "local", "command": […], "enabled": true}}`
    Mcp,
    /// `[mcp_servers.rutter]`
    Toml,
}

/// Command lines of an agent. `{command}` is replaced by the words that start our server, `{json}` by our entry.
#[derive(Debug, Clone, Copy)]
pub struct Commands {
    pub add: &'static [&'static str],
    /// `None` if the agent has no command for it.
    pub remove: Option<&'static [&'static str]>,
}

/// The file from which an agent reads instructions for a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// In `AGENTS.md`.
    Agents,
    /// In a file of its own; `line` makes it include `AGENTS.md`.
    Own { file: &'static str, line: &'static str },
}

const CLAUDE_PROJECT: Commands = Commands {
    add: &["claude", "mcp", "add", "--scope", "project", SERVER, "--", "{command}"],
    remove: Some(&["claude", "mcp", "remove", "--scope", "project", SERVER]),
};
const CLAUDE_USER: Commands = Commands {
    add: &["claude", "mcp", "add", "--scope", "user", SERVER, "--", "{command}"],
    remove: Some(&["claude", "mcp", "remove", "--scope", "user", SERVER]),
};
const CODEX_USER: Commands = Commands {
    add: &["codex", "mcp", "add", SERVER, "--", "{command}"],
    remove: Some(&["codex", "mcp", "remove", SERVER]),
};
const GEMINI_PROJECT: Commands = Commands {
    add: &["gemini", "mcp", "add", "--scope", "project", SERVER, "{command}"],
    remove: Some(&["gemini", "mcp", "remove", "--scope", "project", SERVER]),
};
const GEMINI_USER: Commands = Commands {
    add: &["gemini", "mcp", "add", "--scope", "user", SERVER, "{command}"],
    remove: Some(&["gemini", "mcp", "remove", "--scope", "user", SERVER]),
};
const CODE_USER: Commands = Commands { add: &["code", "--add-mcp", "{json}"], remove: None };

pub const CLIENTS: [Client; 7] = [
    Client {
        name: "claude-code",
        title: "Claude Code",
        project: ".mcp.json",
        user: UserFile::Named {
            variable: "CLAUDE_CONFIG_DIR",
            below: ".claude.json",
            home: ".claude.json",
        },
        form: Form::McpServers,
        project_commands: Some(CLAUDE_PROJECT),
        user_commands: Some(CLAUDE_USER),
        advice: Advice::Own { file: "CLAUDE.md", line: "@AGENTS.md" },
    },
    Client {
        name: "cursor",
        title: "Cursor",
        project: ".cursor/mcp.json",
        user: UserFile::Home(".cursor/mcp.json"),
        form: Form::McpServers,
        project_commands: None,
        user_commands: None,
        advice: Advice::Agents,
    },
    Client {
        name: "codex",
        title: "Codex CLI",
        project: ".codex/config.toml",
        user: UserFile::Named {
            variable: "CODEX_HOME",
            below: "config.toml",
            home: ".codex/config.toml",
        },
        form: Form::Toml,
        project_commands: None,
        user_commands: Some(CODEX_USER),
        advice: Advice::Agents,
    },
    Client {
        name: "gemini",
        title: "Gemini CLI",
        project: ".gemini/settings.json",
        user: UserFile::Named {
            variable: "GEMINI_CLI_HOME",
            below: ".gemini/settings.json",
            home: ".gemini/settings.json",
        },
        form: Form::McpServers,
        project_commands: Some(GEMINI_PROJECT),
        user_commands: Some(GEMINI_USER),
        advice: Advice::Own { file: "GEMINI.md", line: "@./AGENTS.md" },
    },
    Client {
        name: "vscode",
        title: "VS Code",
        project: ".vscode/mcp.json",
        user: UserFile::Application("Code/User/mcp.json"),
        form: Form::Servers,
        project_commands: None,
        user_commands: Some(CODE_USER),
        advice: Advice::Agents,
    },
    Client {
        name: "zed",
        title: "Zed",
        project: ".zed/settings.json",
        user: UserFile::Settings("zed/settings.json"),
        form: Form::ContextServers,
        project_commands: None,
        user_commands: None,
        advice: Advice::Agents,
    },
    Client {
        name: "opencode",
        title: "opencode",
        project: "opencode.json",
        user: UserFile::Settings("opencode/opencode.json"),
        form: Form::Mcp,
        project_commands: None,
        user_commands: None,
        advice: Advice::Agents,
    },
];

/// Finds an agent by name or title, ignoring case, blanks and punctuation.
pub fn find(name: &str) -> Option<&'static Client> {
    let plain = |name: &str| -> String {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(name);
    CLIENTS
        .iter()
        .find(|client| {
            let name = plain(client.name);
            wanted == name || wanted == plain(client.title) || wanted == format!("{name}cli")
        })
        .or_else(|| (wanted == "claude").then_some(&CLIENTS[0]))
}

/// The command that starts our server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    pub command: String,
    pub args: Vec<String>,
}

/// The tools that an agent gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Full,
    ReadOnly,
}

/// Whether a configuration file has our entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Absent,
    Installed,
    /// The file is not plain JSON or TOML; it may have comments.
    Unreadable,
}

/// One action that registers or unregisters our server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Nothing,
    /// Run a command line of the agent.
    Run(Vec<String>),
    /// Write a new file.
    Create(String),
    /// Delete a file that holds only our entry.
    Delete,
    /// Write this text, with our block or without it, to `AGENTS.md`.
    Advise(String),
    /// Tell the user to put this into the file.
    Insert(String),
    /// Tell the user to take our entry out of the file.
    TakeOut,
}

/// Returns the step that registers our server with an agent that has this configuration file. `commands` are those
/// that can be run.
pub fn install(
    form: Form,
    file: Option<&str>,
    commands: Option<Commands>,
    server: &Server,
) -> Step {
    match (file.map(|text| form.state(text)), commands) {
        (Some(State::Installed), _) => Step::Nothing,
        (_, Some(commands)) => Step::Run(words(commands.add, server)),
        (None, None) => Step::Create(form.file(server)),
        (Some(_), None) => Step::Insert(form.file(server)),
    }
}

/// Returns the step that unregisters our server.
pub fn remove(form: Form, file: Option<&str>, commands: Option<Commands>) -> Step {
    let Some(text) = file else { return Step::Nothing };
    let command = commands.and_then(|commands| commands.remove);
    match (form.state(text), command) {
        (State::Absent, _) => Step::Nothing,
        (State::Installed, Some(line)) => {
            Step::Run(line.iter().map(|&word| word.to_owned()).collect())
        }
        (State::Installed, None) if form.is_ours_alone(text) => Step::Delete,
        (State::Installed | State::Unreadable, _) => Step::TakeOut,
    }
}

fn words(line: &[&str], server: &Server) -> Vec<String> {
    let mut words = Vec::new();
    for &word in line {
        match word {
            "{command}" => {
                words.push(server.command.clone());
                words.extend(server.args.iter().cloned());
            }
            "{json}" => {
                let Server { command, args } = server;
                words.push(json!({ "name": SERVER, "command": command, "args": args }).to_string());
            }
            word => words.push(word.to_owned()),
        }
    }
    words
}

impl Form {
    /// The key of the servers in the file.
    fn section(self) -> &'static str {
        match self {
            Form::McpServers => "mcpServers",
            Form::Servers => "servers",
            Form::ContextServers => "context_servers",
            Form::Mcp => "mcp",
            Form::Toml => "mcp_servers",
        }
    }

    /// The text of a file that holds only our entry.
    pub fn file(self, server: &Server) -> String {
        let Server { command, args } = server;
        let entry = match self {
            Form::McpServers | Form::Toml => json!({ "command": command, "args": args }),
            Form::Servers => json!({ "type": "stdio", "command": command, "args": args }),
            Form::ContextServers => json!({ "source": "custom", "command": command, "args": args }),
            Form::Mcp => {
                let words: Vec<&String> = std::iter::once(command).chain(args).collect();
                json!({ "type": "local", "command": words, "enabled": true })
            }
        };
        let file = json!({ self.section(): { SERVER: entry } });
        match self {
            Form::Toml => toml::to_string(&file).unwrap_or_default(),
            Form::McpServers | Form::Servers | Form::ContextServers | Form::Mcp => {
                format!("{file:#}\n")
            }
        }
    }

    pub fn state(self, text: &str) -> State {
        match self.parse(text) {
            None => State::Unreadable,
            Some(file) if file[self.section()].get(SERVER).is_some() => State::Installed,
            Some(_) => State::Absent,
        }
    }

    fn is_ours_alone(self, text: &str) -> bool {
        let is_single = |value: &Value| value.as_object().is_some_and(|members| members.len() == 1);
        self.parse(text).is_some_and(|file| is_single(&file) && is_single(&file[self.section()]))
    }

    /// Returns `None` if the text is not plain JSON or TOML, such as JSON with comments.
    fn parse(self, text: &str) -> Option<Value> {
        match self {
            Form::Toml => toml::from_str(text).ok(),
            Form::McpServers | Form::Servers | Form::ContextServers | Form::Mcp => {
                serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVERS: &str = "{\"mcpServers\": {\"other\": {}}}";

    fn server() -> Server {
        Server { command: "rutter".to_owned(), args: vec!["mcp".to_owned()] }
    }

    #[test]
    fn a_file_is_written_where_there_is_none_and_never_edited() {
        let check = |form: Form| {
            let Step::Create(text) = install(form, None, None, &server()) else { panic!() };
            assert_eq!(form.state(&text), State::Installed, "{text}");
            assert_eq!(install(form, Some(&text), None, &server()), Step::Nothing);
            assert_eq!(remove(form, Some(&text), None), Step::Delete);
            assert_eq!(install(form, Some(""), None, &server()), Step::Insert(text));
        };
        for client in CLIENTS {
            check(client.form);
        }
        let both = "{\"mcpServers\": {\"other\": {}, \"rutter\": {}}}";
        assert_eq!(remove(Form::McpServers, Some(both), None), Step::TakeOut);
        assert_eq!(remove(Form::McpServers, Some(SERVERS), None), Step::Nothing);
        assert_eq!(remove(Form::McpServers, None, None), Step::Nothing);
        assert_eq!(remove(Form::McpServers, Some("{} // mine"), None), Step::TakeOut);
    }

    #[test]
    fn an_agents_own_command_goes_before_its_file() {
        let run = |step: Step| match step {
            Step::Run(words) => words.join(" "),
            step => panic!("{step:?}"),
        };
        let add = |commands, text| run(install(Form::McpServers, text, Some(commands), &server()));
        let expected = "claude mcp add --scope project rutter -- rutter mcp";
        assert_eq!(add(CLAUDE_PROJECT, None), expected);
        assert_eq!(add(CLAUDE_PROJECT, Some(SERVERS)), expected);
        assert_eq!(
            add(CODE_USER, None),
            "code --add-mcp {\"name\":\"rutter\",\"command\":\"rutter\",\"args\":[\"mcp\"]}"
        );
        let ours = Form::McpServers.file(&server());
        assert_eq!(
            run(remove(Form::McpServers, Some(&ours), Some(GEMINI_USER))),
            "gemini mcp remove --scope user rutter"
        );
        assert_eq!(remove(Form::McpServers, Some(&ours), Some(CODE_USER)), Step::Delete);
    }

    #[test]
    fn an_agent_is_known_by_any_spelling() {
        for name in ["claude-code", "Claude Code", "claude", "CLAUDE_CODE"] {
            assert_eq!(find(name).map(|client| client.name), Some("claude-code"), "{name}");
        }
        assert_eq!(find("Gemini CLI").map(|client| client.name), Some("gemini"));
        assert_eq!(find("opencode").map(|client| client.name), Some("opencode"));
        assert!(find("emacs").is_none());
    }
}
