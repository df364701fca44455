//! Reads every file under `fixtures/` and compares what is found with the `.expected` file beside it.
//!
//! `UPDATE_EXPECT=1` writes those files anew; read the difference before you keep it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use rutter_domain::{CallForm, Chunk, Facts, Import, Reference, Symbol};
use rutter_syntax::{language_of, read};

#[test]
fn every_fixture_gives_what_is_expected_of_it() {
    let mut differing = Vec::new();
    for path in fixtures() {
        let text = fs::read_to_string(&path).unwrap();
        let language = language_of(path.to_str().unwrap(), &text);
        let found = print_facts(&read(language, &text));
        let expected_path = path.with_added_extension("expected");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&expected_path, &found).unwrap();
        } else if fs::read_to_string(&expected_path).unwrap_or_default() != found {
            differing.push(format!("{}\n{found}", path.display()));
        }
    }
    assert!(differing.is_empty(), "not as expected:\n{}", differing.join("\n"));
}

/// Every file in a language's folder that is not an expectation, in order.
fn fixtures() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let entries = |folder: &Path| {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
    };
    let folders = entries(&root).into_iter().filter(|path| path.is_dir());
    let mut paths: Vec<_> = folders.flat_map(|folder| entries(&folder)).collect();
    paths.retain(|path| path.extension().is_none_or(|extension| extension != "expected"));
    paths.sort();
    paths
}

fn print_facts(facts: &Facts) -> String {
    let mut out = format!("language: {}\n", facts.language);
    let name_of = |id: Option<u32>| match id {
        Some(id) => facts.symbols[id as usize].qualified_name.as_str(),
        None => "-",
    };
    section(&mut out, "symbols", &facts.symbols, |symbol| print_symbol(symbol, &name_of));
    section(&mut out, "references", &facts.references, |reference| {
        let Reference { kind, name, qualifier, line, column, more, from, form } = reference;
        let form = match form {
            CallForm::Plain => String::new(),
            CallForm::Macro => "!".into(),
            CallForm::Arguments(n_arguments) => format!("/{n_arguments}"),
        };
        let qualifier = qualifier.as_ref().map_or(String::new(), |words| format!("{words} | "));
        let more: String =
            more.iter().map(|place| format!(", {}:{}", place.line, place.column)).collect();
        format!("{line}:{column}: {kind:?} {qualifier}{name}{form} from {}{more}", name_of(*from))
    });
    section(&mut out, "imports", &facts.imports, |import| {
        let Import { module, name, alias, is_passed_on, is_for_tests, line } = import;
        let name = name.as_ref().map_or(String::new(), |name| format!(" take {name}"));
        let alias = alias.as_ref().map_or(String::new(), |alias| format!(" as {alias}"));
        let passed_on = if *is_passed_on { " passed on" } else { "" };
        let for_tests = if *is_for_tests { " for tests" } else { "" };
        format!("{line}: {module}{name}{alias}{passed_on}{for_tests}")
    });
    section(&mut out, "chunks", &facts.chunks, |chunk| {
        let Chunk { span, kind, symbol, defines } = chunk;
        let defines: Vec<_> = defines.iter().map(|id| name_of(Some(*id))).collect();
        let symbol = name_of(*symbol);
        let (start, end) = (span.start_line, span.end_line);
        format!("{start}-{end}: {kind:?} of {symbol} defines [{}]", defines.join(", "))
    });
    section(&mut out, "problems", &facts.problems, String::clone);
    out
}

fn section<T>(out: &mut String, title: &str, items: &[T], print: impl Fn(&T) -> String) {
    if !items.is_empty() {
        writeln!(out, "\n# {title}").unwrap();
    }
    for item in items {
        writeln!(out, "{}", print(item)).unwrap();
    }
}

fn print_symbol<'a>(symbol: &Symbol, name_of: &impl Fn(Option<u32>) -> &'a str) -> String {
    let Symbol { qualified_name, kind, node_kind, span, visibility, parent, .. } = symbol;
    let (start, end) = (span.start_line, span.end_line);
    let parent = name_of(*parent);
    let visibility = visibility.name();
    let mut out = format!(
        "{start}-{end}: {visibility} {kind} ({node_kind}) {qualified_name} in {parent}\n    {}",
        symbol.signature
    );
    if let Some(doc) = &symbol.doc {
        let n_lines = doc.lines().count();
        write!(out, "\n    \"{}\" ({n_lines} lines)", doc.lines().next().unwrap_or("")).unwrap();
    }
    out
}
