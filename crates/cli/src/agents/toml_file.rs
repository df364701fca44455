//! Files of TOML.

use toml_edit::{Array, DocumentMut, Item, Table, value};

use super::{SERVER, Server, Unreadable};

const SECTION: &str = "mcp_servers";

pub fn install(text: &str, server: &Server) -> Result<String, Unreadable> {
    let mut document = parse(text)?;
    let args: Array = server.args.iter().map(String::as_str).collect();
    let (command, args) = (value(&server.command), value(args));
    let servers = document.entry(SECTION).or_insert_with(|| {
        let mut table = Table::new();
        table.set_implicit(true);
        Item::Table(table)
    });
    let servers = servers.as_table_like_mut().ok_or_else(|| {
        Unreadable(format!("`{SECTION}` in it is not a table; mend it or move it away"))
    })?;
    let ours = servers.entry(SERVER).or_insert_with(|| Item::Table(Table::new()));
    let ours = ours.as_table_like_mut().ok_or_else(|| {
        Unreadable(format!("`{SECTION}.{SERVER}` in it is not a table; mend it or move it away"))
    })?;
    for (name, value) in [("command", command), ("args", args)] {
        let is_same = ours
            .get(name)
            .is_some_and(|known| known.to_string().trim() == value.to_string().trim());
        if !is_same {
            ours.insert(name, value);
        }
    }
    Ok(document.to_string())
}

pub fn remove(text: &str) -> Result<Option<String>, Unreadable> {
    let mut document = parse(text)?;
    let Some(servers) = document.get_mut(SECTION).and_then(Item::as_table_like_mut) else {
        return Ok(None);
    };
    if servers.remove(SERVER).is_none() {
        return Ok(None);
    }
    if servers.is_empty() {
        document.remove(SECTION);
    }
    let text = document.to_string();
    // The blank line before our table was ours.
    let trimmed = text.trim_end();
    Ok(Some(if trimmed.is_empty() { String::new() } else { format!("{trimmed}\n") }))
}

fn parse(text: &str) -> Result<DocumentMut, Unreadable> {
    text.parse().map_err(|error: toml_edit::TomlError| {
        Unreadable(format!("it is not TOML: {}", error.message()))
    })
}
