//! Chunks and symbols as ranges of bytes, and the name that each chunk gets.

use rutter_domain::{ChunkKind, Visibility};

use super::*;

fn span(range: &str) -> Span {
    let (start, end) = range.split_once('-').unwrap();
    let (start_byte, end_byte) = (start.parse().unwrap(), end.parse().unwrap());
    Span { start_byte, end_byte, ..Span::default() }
}

/// Names chunks such as `0-50` after symbols such as `f:Function:10-40`; compares what each is
/// called and what it defines.
fn check(chunks: &str, symbols: &str, expected: &str) {
    let symbols: Vec<Symbol> = symbols
        .split(' ')
        .filter_map(|symbol| symbol.split_once(':'))
        .map(|(name, rest)| {
            let (kind, range) = rest.split_once(':').unwrap();
            Symbol {
                name: name.into(),
                qualified_name: name.into(),
                kind: SymbolKind::parse(kind).unwrap(),
                node_kind: "definition".into(),
                span: span(range),
                signature: String::new(),
                doc: None,
                visibility: Visibility::Public,
                parent: None,
                body_hash: 0,
            }
        })
        .collect();
    let new_chunk = |range| Chunk {
        span: span(range),
        kind: ChunkKind::Code,
        symbol: None,
        defines: Vec::new(),
    };
    let mut chunks: Vec<Chunk> = chunks.split(' ').map(new_chunk).collect();
    name_chunks(&mut chunks, &symbols);
    let name_of = |at: u32| symbols[at as usize].name.as_str();
    let found: Vec<String> = chunks
        .iter()
        .map(|chunk| {
            let defines: Vec<&str> = chunk.defines.iter().copied().map(name_of).collect();
            format!("{}[{}]", chunk.symbol.map_or("-", name_of), defines.join(" "))
        })
        .collect();
    assert_eq!(found.join(", "), expected);
}

#[test]
fn a_chunk_is_called_after_the_only_thing_it_defines() {
    check("0-100", "f:function:80-100", "f[f]");
    check("0-100", "c:class:0-200 f:method:80-100", "c[c f]");
    check("0-10 20-100", "c:class:0-200 f:method:80-100", "c[c], f[f]");
}

#[test]
fn a_chunk_is_called_after_what_it_is_mostly_about() {
    check("0-100", "f:function:0-20 g:function:21-90 h:function:91-100", "g[f g h]");
    check("0-100 101-200", "f:function:0-180 g:function:185-200", "f[f], f[g]");
}

#[test]
fn a_part_of_a_body_is_called_after_its_function() {
    check("0-100 101-200", "f:function:0-200 g:function:120-140", "f[f], f[g]");
    check("0-50 51-90", "c:class:0-90 f:method:10-90", "c[c f], f[]");
}

#[test]
fn a_group_is_called_after_its_class_but_not_after_its_module() {
    let members = "f:method:100-120 g:method:130-150 h:method:160-180";
    check("0-90 100-200", &format!("c:class:0-200 {members}"), "c[c], c[f g h]");
    check("0-90 100-200", &format!("m:module:0-200 {members}"), "m[m], f[f g h]");
}

#[test]
fn a_chunk_outside_of_everything_has_no_name() {
    check("0-10 20-30", "f:function:20-30", "-[], f[f]");
    check("0-10", "", "-[]");
}
