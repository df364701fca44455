//! Coding agents that rutter can serve, and how each is told of it.
//!
//! Every agent keeps its servers in a file of its own. Only our own place in that file is touched:
//! everything else stays as it is to the byte, and what is installed and removed again leaves no
//! trace. Start at [`CLIENTS`].

mod block;
mod file;
mod json;
mod splice;
mod toml_file;

pub use block::{add_block, remove_block};
pub use file::{AgentFile, Change};

/// The name under which agents know us.
pub const SERVER: &str = "rutter";

/// A coding agent.
#[derive(Debug, Clone, Copy)]
pub struct Client {
    /// What users type.
    pub name: &'static str,
    /// What its makers call it.
    pub title: &'static str,
    /// Its file in a project.
    pub project: &'static str,
    /// Its file of the user.
    pub user: UserFile,
    pub form: Form,
    pub reading: Reading,
    pub advice: Advice,
}

/// Where a user's own file lies.
#[derive(Debug, Clone, Copy)]
pub enum UserFile {
    /// Under the home folder.
    Home(&'static str),
    /// Under the folder that a variable names, else under the home folder.
    Named { variable: &'static str, below: &'static str, home: &'static str },
    /// Under the folder of settings: `~/.config`, or what the system has instead.
    Settings(&'static str),
    /// Under the folder where programs with windows keep settings: on a Mac not `~/.config`.
    Application(&'static str),
}

/// How a file tells of a server.
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

/// What an agent makes of a file that is more than plain JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// It reads plain JSON and nothing else.
    Strict,
    /// It reads comments, but neither a trailing comma nor a byte order mark.
    Comments,
    /// It reads whatever we do.
    All,
}

/// Where an agent looks for advice about a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advice {
    /// In `AGENTS.md`.
    Agents,
    /// In a file of its own, which takes `AGENTS.md` in by a line.
    Own { file: &'static str, line: &'static str },
}

/// All of them.
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

/// The agent of a name, however it is written.
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

/// How we are started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Server {
    pub command: String,
    pub args: Vec<String>,
}

/// What an agent may do with us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Full,
    ReadOnly,
}

/// Why a file cannot be changed.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

/// How things stand with us in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    Absent,
    Installed,
    /// We are in it, and somebody has switched us off.
    Disabled,
}

/// What is left of a text without us.
#[derive(Debug, PartialEq, Eq)]
pub enum Removed {
    /// The rest of the text.
    Entry(String),
    /// Nothing: the text was what we make where there is no file.
    Everything,
}

impl Form {
    /// The text of the file with us in it; nothing when we are in it already, just so. There is no
    /// text where there is no file.
    pub fn install(
        self,
        text: Option<&str>,
        server: &Server,
    ) -> Result<Option<String>, Unreadable> {
        let (mark, body) = splice::split_mark(text.unwrap_or_default());
        let body = text.map(|_| body);
        let changed = match self {
            Form::McpServers | Form::Servers | Form::ContextServers | Form::Mcp => {
                json::install(self, body, server)?
            }
            Form::Toml => toml_file::install(body, server)?,
        };
        let changed = format!("{mark}{changed}");
        Ok(Some(changed).filter(|changed| Some(changed.as_str()) != text))
    }

    /// What is left of the text without us; nothing when we are not in it.
    pub fn remove(self, text: &str) -> Result<Option<Removed>, Unreadable> {
        let (mark, body) = splice::split_mark(text);
        let removed = match self {
            Form::McpServers | Form::Servers | Form::ContextServers | Form::Mcp => {
                json::remove(self, body)?
            }
            Form::Toml => toml_file::remove(body)?,
        };
        Ok(removed.map(|removed| match removed {
            Removed::Entry(left) => Removed::Entry(format!("{mark}{left}")),
            // We never write a mark, so the file was there before us.
            Removed::Everything if !mark.is_empty() => {
                Removed::Entry(format!("{mark}{}", self.blank()))
            }
            Removed::Everything => Removed::Everything,
        }))
    }

    /// How things stand with us in it.
    pub fn state(self, text: &str) -> Result<State, Unreadable> {
        let (_, body) = splice::split_mark(text);
        match self {
            Form::McpServers | Form::Servers | Form::ContextServers | Form::Mcp => {
                json::state(self, body)
            }
            Form::Toml => toml_file::state(body),
        }
    }

    /// What a file holds that says nothing.
    pub fn blank(self) -> &'static str {
        match self {
            Form::McpServers | Form::Servers | Form::ContextServers | Form::Mcp => "{}\n",
            Form::Toml => "",
        }
    }
}

impl Reading {
    /// What in a text keeps the agent from reading it.
    pub fn hindrance(self, text: &str) -> Option<&'static str> {
        let (mark, body) = splice::split_mark(text);
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
