//! The coding agents that rutter can serve, and rutter's entry in their configuration files.
//!
//! Every agent lists its servers in a file of its own. Only rutter's entry in it changes: entries and
//! comments of others stay as written and in order, and so do line ends and a byte order mark. Start
//! at [`CLIENTS`] and [`Form::install`].

mod block;
mod file;
mod json;
mod text;
mod toml_file;

pub use block::{add_block, remove_block};
pub use file::{AgentFile, Change};

use text::{line_end, split_mark, with_line_ends};

/// The name of our entry.
pub const SERVER: &str = "rutter";

/// A coding agent.
#[derive(Debug, Clone, Copy)]
pub struct Client {
    /// As users type it.
    pub name: &'static str,
    /// As its makers write it.
    pub title: &'static str,
    /// Its configuration file in a repository.
    pub project: &'static str,
    /// Its configuration file for all of the user's repositories.
    pub user: UserFile,
    pub form: Form,
    pub reading: Reading,
    pub advice: Advice,
}

/// Location of a user's own configuration file.
#[derive(Debug, Clone, Copy)]
pub enum UserFile {
    /// Under the home folder.
    Home(&'static str),
    /// Under the folder that a variable names, else under the home folder.
    Named { variable: &'static str, below: &'static str, home: &'static str },
    /// Under `~/.config`, or what the system has instead.
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

/// Which extensions of JSON an agent accepts in its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// None.
    Strict,
    /// Comments, but neither a trailing comma nor a byte order mark.
    Comments,
    /// All that we accept.
    All,
}

/// Where an agent reads instructions for a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// In `AGENTS.md`.
    Agents,
    /// In a file of its own; `line` makes it include `AGENTS.md`.
    Own { file: &'static str, line: &'static str },
}

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
        reading: Reading::Strict,
        advice: Advice::Own { file: "CLAUDE.md", line: "@AGENTS.md" },
    },
    Client {
        name: "cursor",
        title: "Cursor",
        project: ".cursor/mcp.json",
        user: UserFile::Home(".cursor/mcp.json"),
        form: Form::McpServers,
        reading: Reading::Strict,
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
        reading: Reading::All,
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
        reading: Reading::Comments,
        advice: Advice::Own { file: "GEMINI.md", line: "@./AGENTS.md" },
    },
    Client {
        name: "vscode",
        title: "VS Code",
        project: ".vscode/mcp.json",
        user: UserFile::Application("Code/User/mcp.json"),
        form: Form::Servers,
        reading: Reading::All,
        advice: Advice::Agents,
    },
    Client {
        name: "zed",
        title: "Zed",
        project: ".zed/settings.json",
        user: UserFile::Settings("zed/settings.json"),
        form: Form::ContextServers,
        reading: Reading::All,
        advice: Advice::Agents,
    },
    Client {
        name: "opencode",
        title: "opencode",
        project: "opencode.json",
        user: UserFile::Settings("opencode/opencode.json"),
        form: Form::Mcp,
        reading: Reading::All,
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

/// Which of our tools an agent gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Full,
    ReadOnly,
}

/// Why a file cannot be changed.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

/// State of our entry in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Absent,
    Installed,
    /// It is there, and the user has switched it off.
    Disabled,
}

/// What is left of a text without our entry.
#[derive(Debug, PartialEq, Eq)]
pub enum Removed {
    /// The rest of the text.
    Entry(String),
    /// No other entry and no comment.
    Everything,
}

impl Form {
    /// Returns the text with our entry in it; `None` if it is there already, with the same values.
    /// A `text` of `None` is a file that does not exist.
    pub fn install(
        self,
        text: Option<&str>,
        server: &Server,
    ) -> Result<Option<String>, Unreadable> {
        let (mark, body) = split_mark(text.unwrap_or_default());
        let changed = match self {
            Form::McpServers | Form::Servers | Form::ContextServers | Form::Mcp => {
                json::install(self, body, server)?
            }
            Form::Toml => toml_file::install(body, server)?,
        };
        let changed = format!("{mark}{changed}");
        Ok(Some(changed).filter(|changed| Some(changed.as_str()) != text))
    }

    /// Returns what is left of the text without our entry; `None` if there is none.
    pub fn remove(self, text: &str) -> Result<Option<Removed>, Unreadable> {
        let (mark, body) = split_mark(text);
        let removed = match self {
            Form::McpServers | Form::Servers | Form::ContextServers | Form::Mcp => {
                json::remove(self, body)?
            }
            Form::Toml => toml_file::remove(body)?,
        };
        Ok(removed.map(|removed| match removed {
            Removed::Entry(left) => Removed::Entry(format!("{mark}{left}")),
            // We never write a mark, so the file existed before.
            Removed::Everything if !mark.is_empty() => {
                let blank = with_line_ends(self.blank(), line_end(body));
                Removed::Entry(format!("{mark}{blank}"))
            }
            Removed::Everything => Removed::Everything,
        }))
    }

    pub fn state(self, text: &str) -> Result<State, Unreadable> {
        let (_, body) = split_mark(text);
        match self {
            Form::McpServers | Form::Servers | Form::ContextServers | Form::Mcp => {
                json::state(self, body)
            }
            Form::Toml => toml_file::state(body),
        }
    }

    /// The text of a valid file without any entry.
    pub fn blank(self) -> &'static str {
        match self {
            Form::McpServers | Form::Servers | Form::ContextServers | Form::Mcp => "{}\n",
            Form::Toml => "",
        }
    }
}

impl Reading {
    /// What in the text keeps the agent from reading it, if anything.
    pub fn hindrance(self, text: &str) -> Option<&'static str> {
        let (mark, body) = split_mark(text);
        let is_plain = || serde_json::from_str::<serde::de::IgnoredAny>(body).is_ok();
        match self {
            Reading::All => None,
            Reading::Strict => (!is_plain()).then_some("a comment or a trailing comma"),
            Reading::Comments if !mark.is_empty() => Some("a byte order mark"),
            Reading::Comments => (!json::is_json_with_comments(body)).then_some("a trailing comma"),
        }
    }
}

#[cfg(test)]
mod tests;
