//! Renders hints as commands and flags.

use rutter_domain::{Hint, Vocabulary, did_you_mean};

#[derive(Debug, Clone, Copy)]
pub struct CliVocabulary;

impl Vocabulary for CliVocabulary {
    fn render(&self, hint: &Hint) -> String {
        match hint {
            Hint::Advice(advice) => return advice.to_string(),
            Hint::DidYouMean { names } => return did_you_mean(names),
            Hint::Example { tool, arguments } => return format!("for example: {tool}({arguments})"),
            Hint::ReadLines { path, start_line, .. } => {
                return format!("it goes on in line {start_line} of `{path}`");
            }
            Hint::SwitchEmbedder { spec, endpoint, dims } => {
                let mut flags = format!("--embedder {spec}");
                if let Some(endpoint) = endpoint {
                    flags += &format!(" --embedder-endpoint {endpoint}");
                }
                if let Some(dims) = dims {
                    flags += &format!(" --embedder-dims {dims}");
                }
                return format!(
                    "run `rutter index --full {flags}` to rebuild it, or leave `--embedder` out"
                );
            }
            Hint::UpdateOrDelete { index } => {
                return format!(
                    "update rutter, use another folder with `--data-dir DIR`, or delete `{index}` to start over"
                );
            }
            Hint::MoveOddData { path } => {
                return format!(
                    "move `{path}` away, or keep the data in another folder with `--data-dir DIR`"
                );
            }
            Hint::VouchForData { path } => {
                return format!(
                    "if you made or copied it, run `rutter status --data-dir {path}` once, which keeps all that is in it; if not, delete it, or use another folder with `--data-dir DIR`"
                );
            }
            Hint::RestoreNotebook { path } => {
                return format!(
                    "it is left as it is; restore it from a copy, or move `{path}` away and bring back what was exported with `rutter entries import`"
                );
            }
            Hint::MoveForeignNotebook { path } => {
                return format!(
                    "somebody else made it; move `{path}` away, or use another folder with `--data-dir DIR`"
                );
            }
            Hint::ListRuns { newest } => {
                return format!("the newest run is `{newest}`; `rutter runs list` shows all");
            }
            Hint::AddPrice { model } => {
                return format!(
                    "give the price of `{model}` in US dollars per million tokens, such as `--price 0.30/2.50`, or `price` in \
                     your `config.toml`; or cap tokens with `--max-tokens`"
                );
            }
            Hint::DescribePath { path } => {
                return format!("`rutter overview {}` shows what is in it", shell_word(path));
            }
            Hint::FindFiles => "`rutter status --files` lists the indexed files",
            Hint::ListFolder => "name a file in it",
            Hint::ReadFile => "open the file itself",
            Hint::ReadRest => "open the file for the rest",
            Hint::LiteralPattern => "use -F to search for it as literal text",
            Hint::NamePlace => {
                "write `FILE:LINE`, such as `src/main.rs:12`, or the `chunk` of a hit, such as `src/main.rs#3`; `--text` takes code itself"
            }
            Hint::ShowRoot => "paths are relative to the root; `rutter status` shows it",
            Hint::ShowStatus => "`rutter status` says more",
            Hint::UpdateIndex => "run `rutter index`",
            Hint::ContinueIndexing => "run `rutter index` to continue",
            Hint::RepairIndex => {
                "run `rutter index` to rebuild it from your files; no entry is lost"
            }
            Hint::RebuildIndex => "run `rutter index --full` to rebuild it",
            Hint::RebuildVectors => "`rutter index` rebuilds them",
            Hint::RewriteFormat => "run `rutter index` to write it again",
            Hint::CheckIndex => {
                "is the disk full? `rutter doctor` checks the index, `rutter index --full` rebuilds it"
            }
            Hint::CheckDisk => "is the disk full? `rutter index --full` rebuilds everything",
            Hint::UseBuiltInEmbedder => {
                "`rutter index --full --embedder built-in` needs no service; the index stays as it was"
            }
            Hint::MoveData => "put the data elsewhere with `--data-dir DIR`",
            Hint::FreeDataFolder => {
                "check free disk space and write permission there, or pass `--data-dir DIR`"
            }
            Hint::UpdateProgram => "update rutter, or use another folder with `--data-dir DIR`",
            Hint::UntrackData => {
                "if it is yours, `git rm -r --cached .rutter`; else use another folder with `--data-dir DIR`"
            }
            Hint::ListGaps => "`rutter gaps list` lists them",
            Hint::ListEntries => "`rutter entries list` shows those that there are",
            Hint::GiveNote => "say what is wrong, after the id",
            Hint::RestoreOrForgetEntries => {
                "restore the file from a copy, or `rutter entries forget` them"
            }
            Hint::RestoreOrImportEntries => {
                "restore the file from a copy, or `rutter entries import` them"
            }
            Hint::ExportElsewhere => {
                "give a folder that can be written: `rutter entries export DIR`"
            }
            Hint::ImportBeforeExport => {
                "bring it in with `rutter entries import`, remove it, then export again"
            }
            Hint::ImportExported => {
                "give the folder that `rutter entries export` wrote: `rutter entries import DIR`"
            }
            Hint::Explore => "none is recorded yet; `rutter explore` makes one",
            Hint::BindElsewhere => "another program may listen there; try `--bind 127.0.0.1:0`",
            Hint::GiveToken => "give a token of your own with `--token`",
        }
        .to_owned()
    }
}

/// Quotes a path as one word of a command line, if needed.
fn shell_word(path: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+@%:,".contains(c);
    match path {
        "" => ".".to_owned(),
        _ if path.chars().all(is_plain) => path.to_owned(),
        _ => format!("'{}'", path.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_embedder_is_chosen_by_flags() {
        let hint = Hint::SwitchEmbedder {
            spec: "ollama:nomic".to_owned(),
            endpoint: Some("http://localhost:1".to_owned()),
            dims: Some(256),
        };
        assert_eq!(
            CliVocabulary.render(&hint),
            "run `rutter index --full --embedder ollama:nomic --embedder-endpoint http://localhost:1 --embedder-dims 256` to rebuild it, or leave `--embedder` out"
        );
    }
}
