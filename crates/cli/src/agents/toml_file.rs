//! TOML files.
//!
//! `toml_edit` keeps comments, blanks and order, but writes `\n` for every line end, so line ends are
//! restored afterwards. A new table goes to the end of the file, behind a blank line. Start at
//! [`install`] and [`remove`].

use toml_edit::{Array, DocumentMut, InlineTable, Item, Table, TableLike, Value};

use super::text::{line_end, with_line_ends};
use super::{Removed, SERVER, Server, State, Unreadable};

const SECTION: &str = "mcp_servers";

/// Keys of an entry that is reached over the network; Codex refuses them beside a command.
const NETWORK_KEYS: [&str; 4] = ["url", "bearer_token_env_var", "http_headers", "env_http_headers"];

/// Returns the text with our entry in it.
pub fn install(text: &str, server: &Server) -> Result<String, Unreadable> {
    let mut document = parse(text)?;
    let mut prefix = document.trailing().as_str().unwrap_or_default().to_owned();
    let wanted = wanted_keys(server);
    let is_new = document.get(SECTION).is_none();
    let section = document.entry(SECTION).or_insert_with(|| {
        let mut section = Table::new();
        section.set_implicit(true);
        Item::Table(section)
    });
    let is_inline = section.is_inline_table();
    let servers = section.as_table_like_mut().ok_or_else(|| not_a_table(SECTION))?;
    match servers.get_mut(SERVER) {
        Some(entry) => update(entry, wanted)?,
        None if is_inline => {
            servers.insert(SERVER, Item::Value(InlineTable::from_iter(wanted).into()));
        }
        None => {
            let mut entry = Table::from_iter(wanted);
            // Comments at the end of the file stay where they are: before our table.
            if !(prefix.is_empty() && is_new && text.trim().is_empty()) {
                prefix.push('\n');
            }
            entry.decor_mut().set_prefix(prefix);
            entry.set_position(Some(isize::MAX));
            servers.insert(SERVER, Item::Table(entry));
            document.set_trailing("");
        }
    }
    let changed = with_line_ends(&document.to_string(), line_end(text));
    check_others(text, &changed)?;
    Ok(changed)
}

/// Returns the text without our entry; `None` if there is none.
pub fn remove(text: &str) -> Result<Option<Removed>, Unreadable> {
    let mut document = parse(text)?;
    let section = document.get_mut(SECTION).and_then(Item::as_table_like_mut);
    let Some(entry) = section.and_then(|servers| servers.remove(SERVER)) else { return Ok(None) };
    if let Item::Table(entry) = &entry {
        keep_comments(entry, &mut document);
    }
    let left = document.to_string();
    if left.trim().is_empty() {
        return Ok(Some(Removed::Everything));
    }
    let left = with_line_ends(&left, line_end(text));
    check_others(text, &left)?;
    Ok(Some(Removed::Entry(left)))
}

/// Reports whether our entry is in the text, and whether it is switched on.
pub fn state(text: &str) -> Result<State, Unreadable> {
    let document = parse(text)?;
    let Some(section) = document.get(SECTION) else { return Ok(State::Absent) };
    let servers = section.as_table_like().ok_or_else(|| not_a_table(SECTION))?;
    let Some(entry) = servers.get(SERVER) else { return Ok(State::Absent) };
    let enabled = entry.as_table_like().and_then(|entry| entry.get("enabled"));
    Ok(match enabled.and_then(Item::as_bool) {
        Some(false) => State::Disabled,
        Some(true) | None => State::Installed,
    })
}

fn parse(text: &str) -> Result<DocumentMut, Unreadable> {
    with_line_ends(text, "\n").parse().map_err(|error: toml_edit::TomlError| {
        Unreadable(format!("it is not valid TOML: {}", error.message()))
    })
}

fn wanted_keys(server: &Server) -> [(&'static str, Value); 2] {
    let args: Array = server.args.iter().map(String::as_str).collect();
    [("command", Value::from(&server.command)), ("args", Value::from(args))]
}

/// Sets our keys in an existing entry and keeps all other keys, except those of a network server.
fn update(entry: &mut Item, wanted: [(&str, Value); 2]) -> Result<(), Unreadable> {
    let entry: &mut dyn TableLike =
        entry.as_table_like_mut().ok_or_else(|| not_a_table("mcp_servers.rutter"))?;
    for name in NETWORK_KEYS {
        entry.remove(name);
    }
    for (name, mut value) in wanted {
        match entry.get_mut(name).and_then(Item::as_value_mut) {
            Some(known) if is_same(known, &value) => {}
            Some(known) => {
                // The comment behind the old value.
                *value.decor_mut() = known.decor().clone();
                *known = value;
            }
            None => drop(entry.insert(name, Item::Value(value))),
        }
    }
    Ok(())
}

fn is_same(known: &Value, value: &Value) -> bool {
    let texts = |array: &Array| -> Vec<Option<String>> {
        array.iter().map(|item| item.as_str().map(str::to_owned)).collect()
    };
    match (known, value) {
        (Value::String(known), Value::String(value)) => known.value() == value.value(),
        (Value::Array(known), Value::Array(value)) => texts(known) == texts(value),
        _ => false,
    }
}

/// Moves the comments above a removed table to what follows it: they may be about what stands
/// before it, and stood at the end of the file when it was installed.
fn keep_comments(removed: &Table, document: &mut DocumentMut) {
    let prefix = removed.decor().prefix().and_then(|prefix| prefix.as_str()).unwrap_or_default();
    let kept = prefix.strip_suffix('\n').unwrap_or(prefix).to_owned();
    let at = removed.position().unwrap_or_default();
    let mut next = None;
    visit_tables(document.as_table_mut(), &mut |table| {
        let position = table.position().filter(|position| *position > at);
        next = [next, position].into_iter().flatten().min();
    });
    match next {
        None => {
            let trailing = document.trailing().as_str().unwrap_or_default();
            document.set_trailing(format!("{kept}{trailing}"));
        }
        Some(next) => visit_tables(document.as_table_mut(), &mut |table| {
            if table.position() == Some(next) {
                let prefix = table.decor().prefix().and_then(|prefix| prefix.as_str());
                let prefix = format!("{kept}{}", prefix.unwrap_or_default());
                table.decor_mut().set_prefix(prefix);
            }
        }),
    }
}

/// Visits all tables that have a header of their own, in no particular order.
fn visit_tables(table: &mut Table, visit: &mut dyn FnMut(&mut Table)) {
    for (_, item) in table.iter_mut() {
        match item {
            Item::Table(inner) => {
                visit(inner);
                visit_tables(inner, visit);
            }
            Item::ArrayOfTables(tables) => {
                for inner in tables.iter_mut() {
                    visit(inner);
                    visit_tables(inner, visit);
                }
            }
            Item::None | Item::Value(_) => {}
        }
    }
}

/// Refuses a change that touches anything but our own entry.
fn check_others(before: &str, after: &str) -> Result<(), Unreadable> {
    let lost =
        || Unreadable("rutter's entry cannot be separated from the rest of the file".to_owned());
    let others = |text: &str| -> Result<String, Unreadable> {
        let mut table: toml::Table = toml::from_str(text).map_err(|_| lost())?;
        if let Some(servers) = table.get_mut(SECTION).and_then(toml::Value::as_table_mut) {
            servers.remove(SERVER);
            if servers.is_empty() {
                table.remove(SECTION);
            }
        }
        // Compared as text, since NaN does not equal itself.
        Ok(table.to_string())
    };
    if others(before)? == others(after)? { Ok(()) } else { Err(lost()) }
}

fn not_a_table(what: &str) -> Unreadable {
    Unreadable(format!("`{what}` is not a table"))
}
