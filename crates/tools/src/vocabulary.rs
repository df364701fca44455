//! Renders hints with the names of a model's tools.
//!
//! A hint for what only a person can do says so, so that a model reports it instead of trying it.

use rutter_domain::{Hint, Vocabulary, did_you_mean};

/// The vocabulary of a model that calls the tools by their own names.
#[derive(Debug, Clone, Copy)]
pub struct ModelVocabulary;

impl Vocabulary for ModelVocabulary {
    fn render(&self, hint: &Hint) -> String {
        render_for_model(self, hint)
    }
}

/// Renders a hint for a reader that calls tools, by the names of this vocabulary.
pub fn render_for_model(vocabulary: &dyn Vocabulary, hint: &Hint) -> String {
    let tool = |name: &'static str| vocabulary.tool_name(name);
    let text = match hint {
        Hint::Advice(advice) => return advice.to_string(),
        Hint::DidYouMean { names } => return did_you_mean(names),
        Hint::Example { tool: name, arguments } => {
            return format!("for example: {}({arguments})", tool(name));
        }
        Hint::DescribePath { path } => {
            return format!("see what is in it with {}({{\"path\":\"{path}\"}})", tool("overview"));
        }
        Hint::FindFiles => {
            return format!("find files by name with {}, such as `**/*.rs`", tool("list_files"));
        }
        Hint::ListFolder => return format!("list it with {}", tool("list_filesystem")),
        Hint::ReadFile => return format!("read it with {}", tool("read_file")),
        Hint::ReadRest => return format!("read the rest with {}", tool("read_file")),
        Hint::ReadLines { path, start_line, end_line } => {
            let end = end_line.map_or_else(String::new, |line| format!(",\"end_line\":{line}"));
            return format!(
                "go on with {}({{\"file_path\":\"{path}\",\"start_line\":{start_line}{end}}})",
                tool("read_file")
            );
        }
        Hint::LiteralPattern => "give `fixed_strings` as true to search for it as literal text",
        Hint::NamePlace => {
            "write `FILE:LINE`, such as `src/main.rs:12`, or the `chunk` of a hit, such as `src/main.rs#3`"
        }
        Hint::ShowRoot => "paths are relative to the root of the repository",
        Hint::ShowStatus => "`rutter status` tells the user more",
        Hint::UpdateIndex => "the user can run `rutter index`",
        Hint::ContinueIndexing => "the user can run `rutter index` to go on where it stopped",
        Hint::RepairIndex => "the user can run `rutter index` to rebuild it",
        Hint::RebuildIndex => "the user can run `rutter index --full` to rebuild it",
        Hint::RebuildVectors => "the user can rebuild them with `rutter index`",
        Hint::RewriteFormat => "the user can run `rutter index` to write it again",
        Hint::CheckIndex | Hint::CheckDisk => {
            "the disk may be full; the user can check with `rutter doctor`"
        }
        Hint::SwitchEmbedder { .. } | Hint::UseBuiltInEmbedder => {
            "the user can choose an embedder with `rutter index --full --embedder`"
        }
        Hint::MoveData | Hint::MoveOddData { .. } | Hint::UntrackData => {
            "the user can put the data elsewhere with `--data-dir`"
        }
        Hint::VouchForData { path } => {
            return format!(
                "if the user made it, they can run `rutter status --data-dir {path}` once"
            );
        }
        Hint::FreeDataFolder => {
            "the user should check free disk space and write permission of the data folder"
        }
        Hint::UpdateProgram | Hint::UpdateOrDelete { .. } => "the user should update rutter",
        Hint::RestoreNotebook { path } => {
            return format!("the user should restore `{path}` from a copy");
        }
        Hint::MoveForeignNotebook { path } => {
            return format!("somebody else made it; the user should move `{path}` away");
        }
        Hint::ListGaps => "`list_gaps` lists them",
        Hint::ListEntries => "search with `entries` finds what is recorded",
        Hint::GiveNote => "say what is wrong",
        Hint::RestoreOrForgetEntries | Hint::RestoreOrImportEntries => {
            "the user should restore the file from a copy"
        }
        Hint::ExportElsewhere => "name a folder that can be written",
        Hint::ImportBeforeExport => "the user should import it and remove it first",
        Hint::ImportExported => "name the folder that was exported to",
        Hint::ListRuns { newest } => return format!("the newest run is `{newest}`"),
        Hint::Explore => "none is recorded yet",
        Hint::AddPrice { model } => {
            return format!("the user can give the price of `{model}` with `--price`");
        }
        Hint::BindElsewhere => "the user can choose another address",
        Hint::GiveToken => "the user can give a token",
    };
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_told_which_call_goes_on() {
        let hint =
            Hint::ReadLines { path: "src/a.rs".to_owned(), start_line: 7, end_line: Some(9) };
        assert_eq!(
            ModelVocabulary.render(&hint),
            r#"go on with read_file({"file_path":"src/a.rs","start_line":7,"end_line":9})"#
        );
    }
}
