//! Coding agents that rutter can serve, and how each is told of it.
//!
//! Every agent keeps its servers in a file of its own. Only our own place in that file is touched:
//! comments, order and everything else stay as they are. Start at [`CLIENTS`].

mod block;
mod json;
mod toml_file;

pub use block::{add_block, remove_block};

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
}

/// Where a user's own file lies.
#[derive(Debug, Clone, Copy)]
pub enum UserFile {
    /// Under the home folder.
    Home(&'static str),
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

/// All of them.
pub const CLIENTS: [Client; 7] = [
    Client {
        name: "claude-code",
        title: "Claude Code",
        project: ".mcp.json",
        user: UserFile::Home(".claude.json"),
        form: Form::McpServers,
    },
    Client {
        name: "cursor",
        title: "Cursor",
        project: ".cursor/mcp.json",
        user: UserFile::Home(".cursor/mcp.json"),
        form: Form::McpServers,
    },
    Client {
        name: "codex",
        title: "Codex CLI",
        project: ".codex/config.toml",
        user: UserFile::Home(".codex/config.toml"),
        form: Form::Toml,
    },
    Client {
        name: "gemini",
        title: "Gemini CLI",
        project: ".gemini/settings.json",
        user: UserFile::Home(".gemini/settings.json"),
        form: Form::McpServers,
    },
    Client {
        name: "vscode",
        title: "VS Code",
        project: ".vscode/mcp.json",
        user: UserFile::Application("Code/User/mcp.json"),
        form: Form::Servers,
    },
    Client {
        name: "zed",
        title: "Zed",
        project: ".zed/settings.json",
        user: UserFile::Settings("zed/settings.json"),
        form: Form::ContextServers,
    },
    Client {
        name: "opencode",
        title: "opencode",
        project: "opencode.json",
        user: UserFile::Settings("opencode/opencode.json"),
        form: Form::Mcp,
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

/// Why a file cannot be changed.
#[derive(Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl Form {
    /// The text of the file with us in it; nothing when we are in it already, just so.
    pub fn install(self, text: &str, server: &Server) -> Result<Option<String>, Unreadable> {
        let changed = match self {
            Form::McpServers | Form::Servers | Form::ContextServers | Form::Mcp => {
                json::install(self, text, server)?
            }
            Form::Toml => toml_file::install(text, server)?,
        };
        Ok(Some(changed).filter(|changed| changed != text))
    }

    /// The text of the file without us; nothing when we are not in it.
    pub fn remove(self, text: &str) -> Result<Option<String>, Unreadable> {
        match self {
            Form::McpServers | Form::Servers | Form::ContextServers | Form::Mcp => {
                json::remove(self, text)
            }
            Form::Toml => toml_file::remove(text),
        }
    }

    /// Whether we are in it.
    pub fn is_installed(self, text: &str) -> Result<bool, Unreadable> {
        self.remove(text).map(|removed| removed.is_some())
    }

    /// Whether such a text says nothing, so that its file need not be there.
    pub fn is_blank(self, text: &str) -> bool {
        match self {
            Form::McpServers | Form::Servers | Form::ContextServers | Form::Mcp => {
                matches!(text.trim(), "" | "{}")
            }
            Form::Toml => text.trim().is_empty(),
        }
    }
}

#[cfg(test)]
mod tests;
