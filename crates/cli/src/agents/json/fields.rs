//! Putting fields into objects and taking them out, by the text alone.

use jsonc_parser::ast::Object;
use jsonc_parser::common::Ranged;

use super::super::splice::{self, Edit};
use super::super::{Form, SERVER, Server, Unreadable};
use super::tree::{Tree, flat, last_field, section_name};

/// A field of our entry, and its value as JSON.
pub type Field = (&'static str, String);

/// Fields of an entry that is reached over the network; beside a command they contradict it.
const ELSEWHERE: [&str; 4] = ["url", "httpUrl", "serverUrl", "headers"];

/// What our entry says.
pub fn wanted(form: Form, server: &Server) -> Vec<Field> {
    let quote = |text: &str| serde_json::Value::from(text).to_string();
    let list = |items: &mut dyn Iterator<Item = &String>| {
        format!("[{}]", items.map(|item| quote(item)).collect::<Vec<_>>().join(", "))
    };
    let command = ("command", quote(&server.command));
    let args = ("args", list(&mut server.args.iter()));
    match form {
        Form::McpServers => vec![command, args],
        Form::Servers => vec![("type", quote("stdio")), command, args],
        Form::ContextServers => vec![("source", quote("custom")), command, args],
        Form::Mcp | Form::Toml => {
            let mut all = std::iter::once(&server.command).chain(&server.args);
            let command = ("command", list(&mut all));
            vec![("type", quote("local")), command, ("enabled", "true".to_owned())]
        }
    }
}

/// How fields stand in an object.
#[derive(Debug, Clone, Copy)]
pub enum Layout<'a> {
    OneLine,
    Lines { indent: &'a str, unit: &'a str, newline: &'a str },
}

impl Layout<'_> {
    /// A field that holds an object of fields.
    pub fn field(self, name: &str, fields: &[Field]) -> String {
        let fields = fields.iter().map(|(name, value)| format!("\"{name}\": {value}"));
        self.object(name, &fields.collect::<Vec<_>>())
    }

    /// The field that holds the servers, with us alone.
    pub fn section(self, form: Form, fields: &[Field]) -> String {
        let ours = match self {
            Layout::OneLine => self.field(SERVER, fields),
            Layout::Lines { indent, unit, newline } => {
                let indent = &format!("{indent}{unit}");
                Layout::Lines { indent, unit, newline }.field(SERVER, fields)
            }
        };
        self.object(section_name(form), &[ours])
    }

    fn object(self, name: &str, fields: &[String]) -> String {
        match self {
            Layout::OneLine => format!("\"{name}\": {{ {} }}", fields.join(", ")),
            Layout::Lines { indent, unit, newline } => {
                let fields = fields.join(&format!(",{newline}{indent}{unit}"));
                format!("\"{name}\": {{{newline}{indent}{unit}{fields}{newline}{indent}}}")
            }
        }
    }
}

/// Adds a field at the end of an object, laid out as its neighbours are.
pub fn append(
    text: &str,
    object: &Object<'_>,
    field: impl FnOnce(Layout<'_>) -> String,
) -> Vec<Edit> {
    let Some(last) = object.properties.last() else {
        return vec![Edit::insert(object.range.start + 1, field(Layout::OneLine))];
    };
    let (start, end) = (last.range.start, last.range.end);
    let comma = comma_between(text, end, object.range.end);
    let indent = &text[splice::line_start(text, start)..start];
    let is_alone = indent.chars().all(char::is_whitespace)
        && splice::line_start(text, start) > object.range.start;
    if !is_alone {
        let field = field(Layout::OneLine);
        return vec![match comma {
            Some(comma) => Edit::insert(comma + 1, format!(" {field},")),
            None => Edit::insert(end, format!(", {field}")),
        }];
    }
    let outer = &text[splice::line_start(text, object.range.start)..];
    let outer = &outer[..outer.len() - outer.trim_start_matches([' ', '\t']).len()];
    let unit = indent.strip_prefix(outer).filter(|unit| !unit.is_empty()).unwrap_or("  ");
    let newline = splice::line_end(text);
    let field = field(Layout::Lines { indent, unit, newline });
    match comma {
        Some(comma) => {
            let at = end_of_remarks(text, comma + 1);
            vec![Edit::insert(at, format!("{newline}{indent}{field},"))]
        }
        None => {
            let at = end_of_remarks(text, end);
            vec![Edit::insert(end, ","), Edit::insert(at, format!("{newline}{indent}{field}"))]
        }
    }
}

/// The text without a field of an object, its comma and the blanks before it.
pub fn cut(text: &str, object: &Object<'_>, at: usize) -> Result<String, Unreadable> {
    let missing = || Unreadable("our entry cannot be found in it".to_owned());
    let field = object.properties.get(at).ok_or_else(missing)?;
    let (start, end) = (field.range.start, field.range.end);
    let next = object.properties.get(at + 1).map_or(object.range.end, |next| next.range.start);
    let before = at.checked_sub(1).and_then(|before| object.properties.get(before));
    let comma = comma_between(text, end, next)
        .or_else(|| comma_between(text, before?.range.end, start))
        .map(|comma| Edit::cut(comma..comma + 1));
    let blanks = text[..start].trim_end().len();
    let without = |from: usize| {
        splice::apply(text, comma.iter().cloned().chain([Edit::cut(from..end)]).collect())
    };
    let (tight, loose) = (without(blanks), without(start));
    let flat = |text: &str| Tree::parse(text).ok().and_then(|tree| tree.flat());
    // A line end before us may end a comment; then it stays.
    Ok(if flat(&tight) == flat(&loose) { tight } else { loose })
}

/// How an object was laid out that we made for one field alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Made {
    OneLine,
    Lines,
}

/// Whether an object holds a field alone, and in the way in which we make one for it.
pub fn made_for(text: &str, object: &Object<'_>, at: usize) -> Option<Made> {
    let [field] = object.properties.as_slice() else { return None };
    if at != 0 {
        return None;
    }
    let before = &text[object.range.start + 1..field.range.start];
    let after = &text[field.range.end..object.range.end - 1];
    let is_line = |blanks: &str| {
        let rest = blanks.trim_start_matches('\r').strip_prefix('\n');
        rest.is_some_and(|rest| rest.chars().all(|c| c == ' ' || c == '\t'))
    };
    match (before, after) {
        (" ", " ") => Some(Made::OneLine),
        _ if is_line(before) && is_line(after) => Some(Made::Lines),
        _ => None,
    }
}

/// Lets an entry that is there say what we want; what else it says stays.
pub fn update(form: Form, text: &str, fields: &[Field]) -> Result<String, Unreadable> {
    let mut text = text.to_owned();
    for name in ELSEWHERE {
        let tree = Tree::parse(&text)?;
        let Some(ours) = entry(&tree, form)? else { break };
        let found = ours.properties.iter().rposition(|field| field.name.as_str() == name);
        if let Some(at) = found {
            text = cut(&text, ours, at)?;
        }
    }
    for (name, value) in fields {
        let tree = Tree::parse(&text)?;
        let edits = match entry(&tree, form)? {
            None => {
                let section = tree.section(form)?;
                let Some(known) = section.and_then(|section| last_field(section, SERVER)) else {
                    break;
                };
                let start = known.name.range().end;
                let whole = Layout::OneLine.field(SERVER, fields);
                let whole = whole.trim_start_matches("\"rutter\"").to_owned();
                vec![Edit::replace(start..known.range.end, whole)]
            }
            Some(ours) => match last_field(ours, name) {
                Some(known) if is_same(&flat(&known.value), value) => continue,
                // Whoever switched us off did so on purpose.
                Some(_) if *name == "enabled" => continue,
                Some(known) => {
                    vec![Edit::replace(known.value.range().start..known.value.range().end, value)]
                }
                None => append(&text, ours, |_| format!("\"{name}\": {value}")),
            },
        };
        text = splice::apply(&text, edits);
    }
    Ok(text)
}

fn entry<'a, 'b>(tree: &'b Tree<'a>, form: Form) -> Result<Option<&'b Object<'a>>, Unreadable> {
    let field = tree.section(form)?.and_then(|section| last_field(section, SERVER));
    Ok(field.and_then(|field| field.value.as_object()))
}

fn is_same(known: &str, value: &str) -> bool {
    Tree::parse(value).ok().and_then(|tree| tree.flat()).is_some_and(|value| value == known)
}

/// Where the first comma is between two places, outside of comments.
fn comma_between(text: &str, from: usize, to: usize) -> Option<usize> {
    let mut at = from;
    while at < to {
        let rest = &text[at..to];
        match rest.chars().next()? {
            ',' => return Some(at),
            '/' => at += comment(rest)?,
            other => at += other.len_utf8(),
        }
    }
    None
}

/// One past the last comment that begins on the line of a place, else the place.
fn end_of_remarks(text: &str, from: usize) -> usize {
    let (mut at, mut end) = (from, from);
    while let Some(next) = text[at..].chars().next() {
        match next {
            ' ' | '\t' => at += 1,
            '/' => {
                let Some(n_bytes) = comment(&text[at..]) else { break };
                let is_one_line = !text[at..at + n_bytes].contains('\n');
                at += n_bytes;
                end = at;
                if !is_one_line {
                    break;
                }
            }
            _ => break,
        }
    }
    end
}

/// How long the comment is with which a text begins.
fn comment(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        let line = &text[..text.find('\n').unwrap_or(text.len())];
        return Some(line.trim_end_matches('\r').len());
    }
    text.strip_prefix("/*")?.find("*/").map(|end| end + 4)
}
