//! Files of JSON, with or without comments.
//!
//! Nothing is printed anew: our field is spliced into the text and cut out of it, and how it was put
//! in tells what to take out. An object that was there empty gets our field right behind its brace;
//! one that we made has a blank or a line end there, and goes away with us.

mod fields;
mod tree;

use jsonc_parser::ast::Object;

use super::splice;
use super::{Form, Removed, SERVER, Server, State, Unreadable};
use fields::{Layout, Made, wanted};
pub use tree::is_json_with_comments;
use tree::{Tree, flat, last_field};

/// The text with us in it. There is no text where there is no file.
pub fn install(form: Form, text: Option<&str>, server: &Server) -> Result<String, Unreadable> {
    let fields = wanted(form, server);
    let Some(text) = text else {
        let layout = Layout::Lines { indent: "  ", unit: "  ", newline: "\n" };
        return Ok(format!("{{\n  {}\n}}\n", layout.section(form, &fields)));
    };
    let tree = Tree::parse(text)?;
    let Some(root) = tree.root()? else {
        // Blanks and comments: what we put before them, we know again.
        return Ok(format!("{{ {}}}{text}", Layout::OneLine.section(form, &fields)));
    };
    let changed = match tree.section(form)? {
        None => {
            let edits = fields::append(text, root, |layout| layout.section(form, &fields));
            splice::apply(text, edits)
        }
        Some(section) => match last_field(section, SERVER) {
            None => {
                let edits = fields::append(text, section, |layout| layout.field(SERVER, &fields));
                splice::apply(text, edits)
            }
            Some(_) => fields::update(form, text, &fields)?,
        },
    };
    check_others(form, text, &changed)?;
    Ok(changed)
}

/// The text without us; nothing when we are not in it.
pub fn remove(form: Form, text: &str) -> Result<Option<Removed>, Unreadable> {
    let mut left = text.to_owned();
    // Whoever wrote us twice shall be rid of both.
    while let Some(removed) = remove_last(form, &left)? {
        match removed {
            Removed::Everything => return Ok(Some(Removed::Everything)),
            Removed::Entry(shorter) if shorter.len() < left.len() => left = shorter,
            Removed::Entry(_) => break,
        }
    }
    if left == text {
        return Ok(None);
    }
    check_others(form, text, &left)?;
    Ok(Some(Removed::Entry(left)))
}

fn remove_last(form: Form, text: &str) -> Result<Option<Removed>, Unreadable> {
    let tree = Tree::parse(text)?;
    let Ok(Some(root)) = tree.root() else { return Ok(None) };
    let holds_us = |(at, section): &(usize, &Object<'_>)| {
        let ours = section.properties.iter().rposition(|field| field.name.as_str() == SERVER)?;
        Some((*at, ours))
    };
    let sections = tree::sections(root, form);
    let Some((at, ours)) = sections.iter().rev().find_map(holds_us) else { return Ok(None) };
    let Some(section) = root.properties.get(at).and_then(|field| field.value.as_object()) else {
        return Ok(None);
    };
    Ok(Some(match (fields::made_for(text, section, ours), around(text, root)) {
        (None, _) => Removed::Entry(fields::cut(text, section, ours)?),
        // As we make a file where there is none.
        (Some(Made::Lines), ("", "{\n  ", "\n}", "\n")) => Removed::Everything,
        // As we write into a file that holds nothing.
        (Some(Made::OneLine), ("", "{ ", "}", rest)) => Removed::Entry(rest.to_owned()),
        (Some(Made::Lines | Made::OneLine), _) => Removed::Entry(fields::cut(text, root, at)?),
    }))
}

/// What stands before the root, from its brace to its first field, from its last field to its other
/// brace, and behind it.
fn around<'a>(text: &'a str, root: &Object<'_>) -> (&'a str, &'a str, &'a str, &'a str) {
    let [only] = root.properties.as_slice() else { return (text, "", "", "") };
    let (start, end) = (root.range.start, root.range.end);
    let (open, close) = (&text[start..only.range.start], &text[only.range.end..end]);
    (&text[..start], open, close, &text[end..])
}

/// How things stand with us in a text.
pub fn state(form: Form, text: &str) -> Result<State, Unreadable> {
    let tree = Tree::parse(text)?;
    let Some(ours) = tree.section(form)?.and_then(|section| last_field(section, SERVER)) else {
        return Ok(State::Absent);
    };
    let switch = ours.value.as_object().and_then(|ours| last_field(ours, "enabled"));
    let is_off =
        switch.and_then(|switch| switch.value.as_boolean_lit()).is_some_and(|switch| !switch.value);
    Ok(match form {
        Form::ContextServers | Form::Mcp if is_off => State::Disabled,
        Form::ContextServers | Form::Mcp => State::Installed,
        Form::McpServers | Form::Servers | Form::Toml => State::Installed,
    })
}

/// Sees to it that nothing but our own entry has changed.
fn check_others(form: Form, before: &str, after: &str) -> Result<(), Unreadable> {
    let others = |text: &str| -> Result<String, Unreadable> {
        let tree = Tree::parse(text)?;
        Ok(tree.root()?.map(|root| flat_others(form, root)).unwrap_or_default())
    };
    if others(before)? == others(after)? {
        return Ok(());
    }
    Err(Unreadable("our entry cannot be told from the rest of it".to_owned()))
}

/// All that is not ours, without its blanks.
fn flat_others(form: Form, root: &Object<'_>) -> String {
    let mut others = String::new();
    for field in &root.properties {
        match field.value.as_object().filter(|_| field.name.as_str() == tree::section_name(form)) {
            Some(section) => {
                let servers = section.properties.iter();
                for server in servers.filter(|server| server.name.as_str() != SERVER) {
                    let (name, value) = (server.name.as_str(), flat(&server.value));
                    others.push_str(&format!("{name:?}:{value};"));
                }
            }
            None => {
                others.push_str(&format!("{:?}:{};", field.name.as_str(), flat(&field.value)));
            }
        }
    }
    others
}
