//! The marked block in `AGENTS.md` that tells an agent when to ask rutter.

use super::splice::{self, Edit};
use super::{Access, Removed};

const BEGIN: &str = "<!-- rutter: begin";
const BEGIN_REST: &str = "; `rutter agents remove NAME --instructions` takes this block away -->";
const END: &str = "<!-- rutter: end -->";

const ADVICE: &str = "\
## Finding your way in this code

This repository is indexed by rutter; its tools are offered over MCP.

- To find where something is done, call `search` with a question in words before you read files.
- To understand a symbol, call `symbol`: definition, callers, callees, and what was recorded of it.
- Before you change a symbol, call `impact` to see who uses it.";

const RECORDING: &str = "
- When you have understood a symbol that has no entry yet, call `record`. It is checked against the
  code, so read the code first and cite its lines.";

/// The text with our block at its end, or in its old place; nothing when it is there already.
/// There is no text where there is no file.
pub fn add_block(text: Option<&str>, access: Access) -> Option<String> {
    let recording = match access {
        Access::Full => RECORDING,
        Access::ReadOnly => "",
    };
    let block = format!("{BEGIN}{BEGIN_REST}\n{ADVICE}{recording}\n{END}");
    let Some(text) = text else { return Some(format!("{block}\n")) };
    let changed = match span(text) {
        Some(range) => {
            let block = block.replace('\n', splice::line_end(text));
            splice::apply(text, vec![Edit::replace(range, block)])
        }
        None => {
            let (mark, body) = splice::split_mark(text);
            format!("{mark}{}", splice::append(body, &block))
        }
    };
    Some(changed).filter(|changed| changed != text)
}

/// The text without our block; nothing when it has none.
pub fn remove_block(text: &str) -> Option<Removed> {
    let range = span(text)?;
    if range.start == 0 && &text[range.end..] == "\n" {
        return Some(Removed::Everything);
    }
    let (mark, _) = splice::split_mark(text);
    // The rest of the last line goes along when nothing stands there.
    let rest = &text[range.end..splice::next_line(text, range.end)];
    let end = if rest.trim().is_empty() { range.end + rest.len() } else { range.end };
    let range = splice::widen(&text[mark.len()..], range.start - mark.len()..end - mark.len());
    let range = range.start + mark.len()..range.end + mark.len();
    Some(Removed::Entry(splice::apply(text, vec![Edit::cut(range)])))
}

/// Where our block is. A beginning without an end is none.
fn span(text: &str) -> Option<std::ops::Range<usize>> {
    let first = text.find(BEGIN)?;
    let end = first + text[first..].find(END)?;
    let start = text[..end].rfind(BEGIN)?;
    Some(start..end + END.len())
}
