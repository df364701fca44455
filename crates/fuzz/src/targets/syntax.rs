//! Source text: any text is read without a panic, and all positions in the facts fit the text.

use std::fs;
use std::path::Path;

use anyhow::Context;
use rutter_domain::{Facts, Language, Span};
use rutter_syntax::{read, tokens};

use crate::mutate::inputs;
use crate::{Inputs, Target};

/// Parses texts of one language.
pub struct Syntax {
    language: Language,
    inputs: Inputs,
}

impl Syntax {
    /// Seeds are the fixtures of the language, here and in `syntax`.
    pub fn open(language: Language) -> anyhow::Result<Syntax> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut seeds = Vec::new();
        for folder in [here.join("../syntax/fixtures"), here.join("fixtures")] {
            let folder = folder.join(language.name());
            let Ok(entries) = fs::read_dir(&folder) else { continue };
            let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
            // The order of a folder differs from machine to machine, and inputs must not.
            paths.sort();
            for path in paths.iter().filter(|path| path.is_file()) {
                // Files with expected facts are beside the fixtures.
                if Language::of_path(&path.to_string_lossy()) != language
                    && language != Language::Unknown
                {
                    continue;
                }
                seeds.push(
                    fs::read(path).with_context(|| format!("cannot read {}", path.display()))?,
                );
            }
        }
        anyhow::ensure!(!seeds.is_empty(), "there is no fixture for {language}");
        Ok(Syntax { language, inputs: inputs(seeds, &[]) })
    }
}

impl Target for Syntax {
    fn inputs(&self) -> Inputs {
        self.inputs.clone()
    }

    fn check(&mut self, input: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(input);
        let facts = read(self.language, &text);
        check_facts(&facts, &text)?;
        let mut end = 0;
        for token in tokens(self.language, &text) {
            let (start, new_end) = (token.start_byte as usize, token.end_byte as usize);
            if start < end || text.get(start..new_end).is_none() {
                return Err(format!("the token {start}..{new_end} is out of place after {end}"));
            }
            end = new_end;
        }
        Ok(())
    }
}

/// Checks the invariants of [`Facts`].
fn check_facts(facts: &Facts, text: &str) -> Result<(), String> {
    for (at, symbol) in facts.symbols.iter().enumerate() {
        check_span(&symbol.span, text, "a symbol")?;
        if symbol.parent.is_some_and(|parent| parent as usize >= at) {
            return Err(format!("the parent of symbol {at} is not before it"));
        }
    }
    let n_symbols = facts.symbols.len();
    for reference in &facts.references {
        let is_placed = reference.places().all(|place| place.line > 0 && place.column > 0);
        if !is_placed || reference.from.is_some_and(|from| from as usize >= n_symbols) {
            return Err(format!("the reference {reference:?} leads nowhere"));
        }
    }
    for local in &facts.locals {
        let has_lines = local.start_line > 0 && local.start_line <= local.end_line;
        if !has_lines || local.owner.is_some_and(|owner| owner as usize >= n_symbols) {
            return Err(format!("the variable {local:?} is out of place"));
        }
    }
    let mut end = 0;
    for chunk in &facts.chunks {
        check_span(&chunk.span, text, "a chunk")?;
        let (start, new_end) = (chunk.span.start_byte as usize, chunk.span.end_byte as usize);
        match text.get(end..start) {
            Some(between) if may_be_left_out(between) => end = new_end,
            Some(_) => return Err(format!("the text between {end} and {start} is in no chunk")),
            None => return Err(format!("the chunk at {start} begins before {end}")),
        }
        let named = chunk.symbol.iter().chain(&chunk.defines);
        if let Some(symbol) = named.into_iter().find(|symbol| **symbol as usize >= n_symbols) {
            return Err(format!("a chunk names symbol {symbol} of {n_symbols}"));
        }
    }
    match text.get(end..) {
        Some(rest) if may_be_left_out(rest) => Ok(()),
        _ => Err(format!("the text after {end} is in no chunk")),
    }
}

/// Returns whether no chunk needs to have the text: blanks and encoded data.
fn may_be_left_out(text: &str) -> bool {
    text.trim().is_empty() || rutter_syntax::is_opaque(text)
}

fn check_span(span: &Span, text: &str, what: &str) -> Result<(), String> {
    if text.get(span.start_byte as usize..span.end_byte as usize).is_none() {
        return Err(format!("{what} at {span:?} does not fit a text of {} bytes", text.len()));
    }
    if span.start_line == 0 || span.end_line < span.start_line {
        return Err(format!("{what} at {span:?} has lines that cannot be"));
    }
    Ok(())
}
