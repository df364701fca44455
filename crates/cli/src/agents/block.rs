//! The marked block in `AGENTS.md` that tells an agent when to ask rutter.

const BEGIN: &str = "<!-- rutter: begin; `rutter agents remove` takes this block away -->";
const END: &str = "<!-- rutter: end -->";

const ADVICE: &str = "\
## Finding your way in this code

This repository is indexed by rutter; its tools are offered over MCP.

- To find where something is done, call `search` with a question in words before you read files.
- To understand a symbol, call `symbol`: definition, callers, callees, and what was recorded of it.
- Before you change a symbol, call `impact` to see who uses it.
- When you have understood a symbol that has no entry yet, call `record`. It is checked against the
  code, so read the code first and cite its lines.";

/// The text with our block at its end, or in its old place; nothing when it is there already.
pub fn add_block(text: &str) -> Option<String> {
    let block = format!("{BEGIN}\n{ADVICE}\n{END}");
    let changed = match span(text) {
        Some((start, end)) => format!("{}{block}{}", &text[..start], &text[end..]),
        None if text.trim().is_empty() => format!("{block}\n"),
        None => format!("{}\n\n{block}\n", text.trim_end()),
    };
    Some(changed).filter(|changed| changed != text)
}

/// The text without our block; nothing when it has none.
pub fn remove_block(text: &str) -> Option<String> {
    let (start, end) = span(text)?;
    let (before, after) = (text[..start].trim_end(), text[end..].trim_start());
    Some(match (before.is_empty(), after.is_empty()) {
        (true, true) => String::new(),
        (false, true) => format!("{before}\n"),
        (true, false) => after.to_owned(),
        (false, false) => format!("{before}\n\n{after}"),
    })
}

/// From the first byte of our block to one past its last.
fn span(text: &str) -> Option<(usize, usize)> {
    let start = text.find(BEGIN)?;
    let end = start + text[start..].find(END)? + END.len();
    Some((start, end))
}
