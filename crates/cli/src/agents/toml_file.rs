//! Files of TOML.
//!
//! The parser only tells where things are; the text itself is spliced, since printing it anew would
//! change line ends. Our table goes to the end of the file, behind a blank line, and only those lines
//! are taken out again.

use std::ops::Range;

use toml_edit::{Array, Document, InlineTable, Item, Key, Table, TableLike, Value};

use super::splice::{self, Edit};
use super::{Removed, SERVER, Server, State, Unreadable};

const SECTION: &str = "mcp_servers";

/// Keys of an entry that is reached over the network; Codex refuses them beside a command.
const ELSEWHERE: [&str; 4] = ["url", "bearer_token_env_var", "http_headers", "env_http_headers"];

/// The text with us in it. There is no text where there is no file.
pub fn install(text: Option<&str>, server: &Server) -> Result<String, Unreadable> {
    let fields = wanted(server);
    let lines = fields.iter().map(|(name, value)| format!("\n{name} = {value}"));
    let block = format!("[{SECTION}.{SERVER}]{}", lines.collect::<String>());
    let Some(text) = text else { return Ok(format!("{block}\n")) };
    let document = parse(text)?;
    let changed = match document.get(SECTION) {
        None => splice::append(text, &block),
        Some(section) => {
            let servers = section.as_table_like().ok_or_else(|| not_a_table(SECTION))?;
            match (servers.get(SERVER), section) {
                (Some(ours), _) => update(text, ours, &fields)?,
                (None, Item::Value(Value::InlineTable(inline))) => {
                    let fields = fields.iter().map(|(name, value)| format!("{name} = {value}"));
                    let fields = fields.collect::<Vec<_>>().join(", ");
                    let ours = format!("{SERVER} = {{ {fields} }}");
                    splice::apply(text, vec![into_inline(inline, ours).ok_or_else(lost)?])
                }
                (None, _) => splice::append(text, &block),
            }
        }
    };
    check_others(text, &changed)?;
    Ok(changed)
}

/// The text without us; nothing when we are not in it.
pub fn remove(text: &str) -> Result<Option<Removed>, Unreadable> {
    let document = parse(text)?;
    let section = document.get(SECTION);
    let Some((key, ours)) =
        section.and_then(Item::as_table_like).and_then(|servers| servers.get_key_value(SERVER))
    else {
        return Ok(None);
    };
    let edits = match section {
        Some(Item::Value(Value::InlineTable(inline))) => cut_inline(text, inline, key, ours),
        _ => {
            let mut lines = Vec::new();
            gather_lines(text, key, ours, &mut lines);
            if let [block] = lines.as_slice()
                && *block == (0..text.len())
                && text.starts_with('[')
                && text.ends_with('\n')
            {
                return Ok(Some(Removed::Everything));
            }
            lines.into_iter().map(Edit::cut).collect()
        }
    };
    let left = splice::apply(text, edits);
    check_others(text, &left)?;
    if state(&left)? != State::Absent {
        return Err(lost());
    }
    Ok(Some(Removed::Entry(left)))
}

/// How things stand with us in a text.
pub fn state(text: &str) -> Result<State, Unreadable> {
    let document = parse(text)?;
    let Some(section) = document.get(SECTION) else { return Ok(State::Absent) };
    let servers = section.as_table_like().ok_or_else(|| not_a_table(SECTION))?;
    let Some(ours) = servers.get(SERVER) else { return Ok(State::Absent) };
    let switch = ours.as_table_like().and_then(|ours| ours.get("enabled"));
    Ok(match switch.and_then(Item::as_bool) {
        Some(false) => State::Disabled,
        Some(true) | None => State::Installed,
    })
}

fn parse(text: &str) -> Result<Document<&str>, Unreadable> {
    Document::parse(text)
        .map_err(|error| Unreadable(format!("it is not TOML: {}", error.message())))
}

fn wanted(server: &Server) -> [(&'static str, Value); 2] {
    let args: Array = server.args.iter().map(String::as_str).collect();
    [("command", Value::from(&server.command)), ("args", Value::from(args))]
}

/// Lets an entry that is there say what we want; what else it says stays.
fn update(text: &str, ours: &Item, fields: &[(&str, Value)]) -> Result<String, Unreadable> {
    let table = ours.as_table_like().ok_or_else(|| not_a_table("mcp_servers.rutter"))?;
    let mut edits = Vec::new();
    for name in ELSEWHERE {
        let Some((key, item)) = table.get_key_value(name) else { continue };
        match ours {
            Item::Value(Value::InlineTable(inline)) => {
                edits.extend(cut_inline(text, inline, key, item));
            }
            _ => {
                let mut lines = Vec::new();
                gather_lines(text, key, item, &mut lines);
                edits.extend(lines.into_iter().map(Edit::cut));
            }
        }
    }
    let mut missing = Vec::new();
    for (name, value) in fields {
        match table.get(name) {
            None => missing.push(format!("{name} = {value}")),
            Some(known) if is_same(known, value) => {}
            Some(known) => {
                let range = known.span().ok_or_else(lost)?;
                edits.push(Edit::replace(range, value.to_string()));
            }
        }
    }
    if !missing.is_empty() {
        edits.push(add_keys(text, ours, table, &missing).ok_or_else(lost)?);
    }
    Ok(splice::apply(text, edits))
}

/// Puts keys into an entry, in the way in which it is written.
fn add_keys(text: &str, ours: &Item, table: &dyn TableLike, missing: &[String]) -> Option<Edit> {
    let newline = splice::line_end(text);
    match ours {
        Item::Value(Value::InlineTable(inline)) => into_inline(inline, missing.join(", ")),
        Item::Table(written) if !written.is_implicit() && !written.is_dotted() => {
            let header = written.span()?;
            let next = splice::next_line(text, header.end);
            let lines: String = missing.iter().map(|line| format!("{line}{newline}")).collect();
            let is_last = !text[..next].ends_with('\n');
            Some(match is_last {
                true => Edit::insert(next, format!("{newline}{}", missing.join(newline))),
                false => Edit::insert(next, lines),
            })
        }
        // `rutter.command = …`: a line like its neighbour, before it.
        _ => {
            let (key, _) = table.iter().next().and_then(|(name, _)| table.get_key_value(name))?;
            let start = splice::line_start(text, key.span()?.start);
            let path = &text[start..key.span()?.start];
            let lines = missing.iter().map(|line| format!("{path}{line}{newline}"));
            Some(Edit::insert(start, lines.collect::<String>()))
        }
    }
}

fn is_same(known: &Item, value: &Value) -> bool {
    let texts = |array: &Array| -> Vec<Option<String>> {
        array.iter().map(|item| item.as_str().map(str::to_owned)).collect()
    };
    match (known.as_value(), value) {
        (Some(Value::String(known)), Value::String(value)) => known.value() == value.value(),
        (Some(Value::Array(known)), Value::Array(value)) => texts(known) == texts(value),
        _ => false,
    }
}

/// Puts a key into a table in braces: behind its last value, or its brace when it has none.
fn into_inline(inline: &InlineTable, key: String) -> Option<Edit> {
    let last = inline.iter().filter_map(|(_, value)| last_end(value)).max();
    Some(match last {
        Some(end) => Edit::insert(end, format!(", {key}")),
        None => Edit::insert(inline.span()?.start + 1, key),
    })
}

/// One past the last byte of a value; of a table by dotted keys, of its last value.
fn last_end(value: &Value) -> Option<usize> {
    match value {
        Value::InlineTable(table) if table.is_dotted() => {
            table.iter().filter_map(|(_, value)| last_end(value)).max()
        }
        _ => value.span().map(|span| span.end),
    }
}

/// Takes a key out of a table in braces, with the comma before it, else the one behind it.
fn cut_inline(text: &str, inline: &InlineTable, key: &Key, item: &Item) -> Vec<Edit> {
    let (Some(whole), Some(key), Some(value)) = (inline.span(), key.span(), item.span()) else {
        return Vec::new();
    };
    let before = text[whole.start..key.start].trim_end();
    if let Some(before) = before.strip_suffix(',') {
        return vec![Edit::cut(whole.start + before.len()..value.end)];
    }
    let rest = &text[value.end..whole.end];
    let behind = rest.trim_start().strip_prefix(',').map(str::trim_start);
    let end = behind.map_or(value.end, |behind| whole.end - behind.len());
    vec![Edit::cut(key.start..end)]
}

/// The lines that an item takes up: its own, and those of the tables in it.
fn gather_lines(text: &str, key: &Key, item: &Item, lines: &mut Vec<Range<usize>>) {
    match item {
        Item::None => {}
        Item::Value(value) => {
            if let (Some(key), Some(value)) = (key.span(), value.span()) {
                let start = splice::line_start(text, key.start);
                lines.push(start..splice::next_line(text, value.end));
            }
        }
        Item::Table(table) => gather_table(text, table, lines),
        Item::ArrayOfTables(tables) => {
            tables.iter().for_each(|table| gather_table(text, table, lines));
        }
    }
}

fn gather_table(text: &str, table: &Table, lines: &mut Vec<Range<usize>>) {
    let mut own = Vec::new();
    let mut inner = Vec::new();
    for (name, _) in table.iter() {
        let Some((key, item)) = table.get_key_value(name) else { continue };
        let is_dotted = item.as_table().is_some_and(Table::is_dotted);
        let lines = if item.is_value() || is_dotted { &mut own } else { &mut inner };
        gather_lines(text, key, item, lines);
    }
    match table.span().filter(|_| !table.is_implicit() && !table.is_dotted()) {
        Some(header) => {
            let last = own.iter().map(|line| line.end).max();
            let end = last.unwrap_or_else(|| splice::next_line(text, header.end));
            lines.push(splice::widen(text, splice::line_start(text, header.start)..end));
        }
        None => lines.append(&mut own),
    }
    lines.append(&mut inner);
}

/// Sees to it that nothing but our own entry has changed.
fn check_others(before: &str, after: &str) -> Result<(), Unreadable> {
    let others = |text: &str| -> Result<String, Unreadable> {
        let mut table: toml::Table = toml::from_str(text).map_err(|_| lost())?;
        if let Some(servers) = table.get_mut(SECTION).and_then(toml::Value::as_table_mut) {
            servers.remove(SERVER);
            if servers.is_empty() {
                table.remove(SECTION);
            }
        }
        // As text, since a number that is none equals nothing.
        Ok(table.to_string())
    };
    if others(before)? == others(after)? { Ok(()) } else { Err(lost()) }
}

fn lost() -> Unreadable {
    Unreadable("our entry cannot be told from the rest of it".to_owned())
}

fn not_a_table(what: &str) -> Unreadable {
    Unreadable(format!("`{what}` in it is not a table; mend it or move it away"))
}
