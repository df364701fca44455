//! Lets a person write a text in the editor of their choice.

use std::fs;
use std::process::Command;

use anyhow::Context as _;
use rutter_workspace::OutputFolder;

use crate::context::Context;
use crate::settings;

/// Prefix of comment lines, which are shown to the person and are not part of the text.
pub const COMMENT: &str = "#:";

/// Opens an editor on a template and returns what was written, without the commented lines.
pub fn write(template: &str, ctx: &Context) -> anyhow::Result<String> {
    let layout = &ctx.toolbox.engine.layout;
    layout.prepare()?;
    let name = format!("answer-{}.md", std::process::id());
    let path = layout.data.join(&name);
    OutputFolder::open(&layout.data)
        .and_then(|folder| folder.write(&name, template.as_bytes()))
        .with_context(|| format!("cannot write `{}`", path.display()))?;
    let editor = settings::editor();
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or("vi");
    let status = Command::new(program).args(words).arg(&path).status();
    let text = fs::read_to_string(&path);
    // A file that is left behind does no harm: the next process uses another name.
    let _ = fs::remove_file(&path);
    let status = status.with_context(|| format!("cannot start the editor `{program}`"))?;
    anyhow::ensure!(
        status.success(),
        "the editor `{program}` ended with {status}; nothing was recorded"
    );
    Ok(without_comments(&text?))
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with(COMMENT));
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commented_lines_are_left_out() {
        assert_eq!(
            without_comments("#: the gap\n\nAdds.\n# not one\n#: end\n"),
            "Adds.\n# not one"
        );
    }
}
