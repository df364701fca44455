//! Source in, chunks in words out; and what must hold for the chunks of any source.

use std::path::{Path, PathBuf};

use expect_test::{Expect, expect};
use rutter_domain::{Span, SymbolKind, Visibility};
use tree_sitter::{Parser, Tree};

use super::*;

fn parse(extension: &str, text: &str) -> Option<Tree> {
    let grammar = match extension {
        "rs" => tree_sitter_rust::LANGUAGE,
        "py" => tree_sitter_python::LANGUAGE,
        "js" => tree_sitter_javascript::LANGUAGE,
        "c" => tree_sitter_c::LANGUAGE,
        _ => return None,
    };
    let mut parser = Parser::new();
    parser.set_language(&grammar.into()).unwrap();
    parser.parse(text, None)
}

/// The functions and classes of a tree; all that chunks ask of symbols is their span and kind.
fn find_symbols(tree: &Tree, text: &str) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let kind = match node.kind() {
            "function_item" | "function_definition" | "function_declaration" => {
                Some(SymbolKind::Function)
            }
            "impl_item" => Some(SymbolKind::Implementation),
            "mod_item" => Some(SymbolKind::Module),
            "struct_item" | "class_definition" | "class_declaration" => Some(SymbolKind::Class),
            _ => None,
        };
        let name = ["name", "type", "declarator"]
            .iter()
            .find_map(|field| node.child_by_field_name(field))
            .map(|node| text[node.byte_range()].to_string());
        if let (Some(kind), Some(name)) = (kind, name) {
            symbols.push(Symbol {
                qualified_name: name.clone(),
                name,
                kind,
                node_kind: "definition".into(),
                span: Span {
                    start_byte: node.start_byte() as u32,
                    end_byte: node.end_byte() as u32,
                    start_line: node.start_position().row as u32 + 1,
                    end_line: node.end_position().row as u32 + 1,
                },
                signature: String::new(),
                doc: None,
                visibility: Visibility::Public,
                parent: None,
                body_hash: 0,
            });
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return symbols;
            }
        }
    }
}

/// Every line that is not blank is in a chunk, and chunks are in order and do not overlap.
pub(crate) fn assert_complete(text: &str, chunks: &[Chunk]) {
    let mut end_byte = 0;
    for chunk in chunks {
        let Span { start_byte, end_byte: chunk_end, start_line, end_line } = chunk.span;
        let between = &text[end_byte..start_byte as usize];
        assert!(between.trim().is_empty(), "lost {between:?} of {text:?}");
        assert!(start_byte < chunk_end, "an empty chunk in {text:?}");
        let n_before = text[..start_byte as usize].matches('\n').count();
        assert_eq!(start_line as usize, n_before + 1, "{text:?}");
        let n_within = chunk.span.slice(text).trim_end_matches('\n').matches('\n').count();
        assert_eq!(end_line as usize, n_before + 1 + n_within, "{text:?}");
        end_byte = chunk_end as usize;
    }
    assert!(text[end_byte..].trim().is_empty(), "lost the end of {text:?}");
}

/// Prints each chunk as its lines, what it is called after, what it defines and its first line.
fn check(extension: &str, text: &str, expected: Expect) {
    let tree = parse(extension, text).unwrap();
    let symbols = find_symbols(&tree, text);
    let chunks = cut_code(tree.clone(), text, &symbols);
    assert_complete(text, &chunks);
    let name_of = |at: u32| symbols[at as usize].name.as_str();
    let lines: Vec<String> = chunks
        .iter()
        .map(|chunk| {
            let defines: Vec<&str> = chunk.defines.iter().copied().map(name_of).collect();
            let first = chunk.span.slice(text).lines().next().unwrap_or_default().trim();
            let Span { start_line, end_line, .. } = chunk.span;
            let name = chunk.symbol.map_or("-", name_of);
            format!("{start_line}-{end_line} {name} [{}] {first:.30}\n", defines.join(" "))
        })
        .collect();
    expected.assert_eq(&lines.concat());
}

/// `n_lines` lines of plain statements.
fn statements(indent: usize, n_lines: usize) -> String {
    (0..n_lines)
        .map(|n| format!("{:indent$}call_number({n}, with_some, arguments);\n", ""))
        .collect()
}

fn function(indent: usize, name: &str, n_lines: usize) -> String {
    let blanks = " ".repeat(indent);
    format!("{blanks}fn {name}() {{\n{}{blanks}}}\n\n", statements(indent + 4, n_lines))
}

#[test]
fn a_small_file_is_one_chunk_and_an_empty_one_none() {
    check(
        "rs",
        "use a;\n\nfn f() {}\n",
        expect![[r#"
        1-3 f [f] use a;
    "#]],
    );
    check("rs", "\n  \n", expect![[r#""#]]);
}

#[test]
fn every_function_is_a_chunk() {
    let text = function(0, "large", 25)
        + &function(0, "a", 3)
        + &function(0, "b", 3)
        + &function(0, "c", 3)
        + &function(0, "big", 25);
    check(
        "rs",
        &text,
        expect![[r#"
            1-27 large [large] fn large() {
            29-33 a [a] fn a() {
            35-39 b [b] fn b() {
            41-45 c [c] fn c() {
            47-73 big [big] fn big() {
        "#]],
    );
}

#[test]
fn imports_stay_together() {
    let text = "use some::module::with::a::path;\n".repeat(20) + "\n" + &function(0, "f", 35);
    check(
        "rs",
        &text,
        expect![[r#"
            1-20 - [] use some::module::with::a::pat
            22-41 f [f] fn f() {
            42-58 f [] call_number(19, with_some, arg
        "#]],
    );
}

#[test]
fn comments_and_attributes_stay_with_what_they_belong_to() {
    let documented = |name: &str| {
        format!("/// Does it.\n///\n/// Well.\n#[must_use]\n{}", function(0, name, 24))
    };
    check(
        "rs",
        &["a", "b", "c"].map(documented).concat(),
        expect![[r#"
        1-30 a [a] /// Does it.
        32-61 b [b] /// Does it.
        63-92 c [c] /// Does it.
    "#]],
    );
}

#[test]
fn decorators_and_exports_stay_with_what_they_belong_to() {
    let body = "    call_number(1, with_some, arguments)\n".repeat(24);
    let python = format!("# First.\n@cached\n@other(1)\ndef a():\n{body}\n").repeat(3);
    check(
        "py",
        &python,
        expect![[r#"
        1-28 a [a] # First.
        30-57 a [a] # First.
        59-86 a [a] # First.
    "#]],
    );
    let script = format!("// First.\nexport function a() {{\n{body}}}\n").repeat(3);
    check(
        "js",
        &script,
        expect![[r#"
        1-27 a [a] // First.
        28-54 a [a] // First.
        55-81 a [a] // First.
    "#]],
    );
}

#[test]
fn a_class_is_cut_between_methods() {
    let class = |name: &str, n_methods: usize| {
        let methods: String = (0..n_methods).map(|n| function(4, &format!("m{n}"), 6)).collect();
        format!("impl {name} {{\n{methods}}}\n\n")
    };
    let text = class("Small", 4) + &class("Large", 10) + &function(0, "f", 20);
    check(
        "rs",
        &text,
        expect![[r#"
            1-9 Small [Small m0] impl Small {
            11-18 m1 [m1] fn m1() {
            20-27 m2 [m2] fn m2() {
            29-38 m3 [m3] fn m3() {
            40-48 Large [Large m0] impl Large {
            50-57 m1 [m1] fn m1() {
            59-66 m2 [m2] fn m2() {
            68-75 m3 [m3] fn m3() {
            77-84 m4 [m4] fn m4() {
            86-93 m5 [m5] fn m5() {
            95-102 m6 [m6] fn m6() {
            104-111 m7 [m7] fn m7() {
            113-120 m8 [m8] fn m8() {
            122-131 m9 [m9] fn m9() {
            133-154 f [f] fn f() {
        "#]],
    );
}

#[test]
fn a_long_function_is_cut_between_statements_and_keeps_its_name() {
    let block = |n: usize| format!("    if condition {{\n{}    }}\n", statements(8, n));
    let body = block(30) + &block(20) + &statements(4, 25) + &block(25);
    let text = format!("/// Long.\nfn long() {{\n{body}}}\n\n{}", function(0, "next", 2));
    check(
        "rs",
        &text,
        expect![[r#"
            1-20 long [long] /// Long.
            21-34 long [] call_number(17, with_some, arg
            35-56 long [] if condition {
            57-80 long [] call_number(0, with_some, argu
            81-109 long [] call_number(24, with_some, arg
            111-114 next [next] fn next() {
        "#]],
    );
}

#[test]
fn a_chain_of_branches_is_cut_though_its_parts_share_lines() {
    let mut text = "fn f() {\n    if a {\n".to_string();
    for _ in 0..4 {
        text += &format!("{}    }} else if b {{\n", statements(8, 35));
    }
    check(
        "rs",
        &(text + "    }\n}\n"),
        expect![[r#"
            1-31 f [f] fn f() {
            32-52 f [] call_number(29, with_some, arg
            53-72 f [] call_number(14, with_some, arg
            73-106 f [] call_number(34, with_some, arg
            107-127 f [] call_number(32, with_some, arg
            128-148 f [] call_number(17, with_some, arg
        "#]],
    );
}

#[test]
fn a_huge_table_is_cut_between_rows() {
    let text = format!("static T: &[u8] = &[\n{}];\n", "    1, 2, 3, 4, 5, 6, 7, 8,\n".repeat(200));
    check(
        "rs",
        &text,
        expect![[r#"
            1-29 - [] static T: &[u8] = &[
            30-58 - [] 1, 2, 3, 4, 5, 6, 7, 8,
            59-87 - [] 1, 2, 3, 4, 5, 6, 7, 8,
            88-116 - [] 1, 2, 3, 4, 5, 6, 7, 8,
            117-145 - [] 1, 2, 3, 4, 5, 6, 7, 8,
            146-174 - [] 1, 2, 3, 4, 5, 6, 7, 8,
            175-202 - [] 1, 2, 3, 4, 5, 6, 7, 8,
        "#]],
    );
}

#[test]
fn a_token_is_cut_only_when_it_is_endless() {
    let string =
        |n: usize| format!("TEXT = \"\"\"\n{}\"\"\"\n", "some \\n text in the line\n".repeat(n));
    check(
        "py",
        &(string(200) + &string(500)),
        expect![[r#"
            1-202 - [] TEXT = """
            203-260 - [] TEXT = """
            261-318 - [] some \n text in the line
            319-376 - [] some \n text in the line
            377-434 - [] some \n text in the line
            435-492 - [] some \n text in the line
            493-550 - [] some \n text in the line
            551-606 - [] some \n text in the line
            607-662 - [] some \n text in the line
            663-704 - [] some \n text in the line
        "#]],
    );
}

#[test]
fn a_line_longer_than_any_chunk_is_a_chunk() {
    let text = format!("int a;\nint b[] = {{{}}};\nint c;\n", "1, ".repeat(5_000));
    check(
        "c",
        &text,
        expect![[r#"
            1-1 - [] int a;
            2-2 - [] int b[] = {1, 1, 1, 1, 1, 1, 1
            3-3 - [] int c;
        "#]],
    );
}

#[test]
fn a_broken_text_is_cut_all_the_same() {
    let text = "fn a( {\n }} ]] \n".to_string() + &"} else { ) fn x\n\n".repeat(200);
    let tree = parse("rs", &text).unwrap();
    let chunks = cut_code(tree.clone(), &text, &[]);
    assert_complete(&text, &chunks);
    assert!(chunks.len() > 1);
    assert!(chunks.iter().all(|chunk| chunk.span.slice(&text).len() <= 3_000));
}

#[test]
fn wide_and_deep_trees_are_cut_like_any_other() {
    let wide = "int a;\n".repeat(100_000);
    let deep = "(\n".repeat(10_000) + &")\n".repeat(10_000);
    let row = "f(1, 2, 3); ".repeat(100_000);
    for (text, n_least) in [(wide, 1_000), (deep, 100), (row, 1)] {
        let tree = parse("c", &text).unwrap();
        let chunks = cut_code(tree.clone(), &text, &find_symbols(&tree, &text));
        assert!(chunks.len() >= n_least);
        let n_lines: u32 = chunks.iter().map(|chunk| chunk.span.n_lines()).sum();
        assert_eq!(n_lines as usize, text.lines().count());
    }
}

/// All Rust sources of this workspace.
fn own_sources() -> Vec<PathBuf> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("..")];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.push(path);
            }
        }
    }
    sources
}

#[test]
fn no_line_of_this_workspace_is_lost_and_no_chunk_is_endless() {
    let mut n_chunks = 0;
    for path in own_sources() {
        let text = std::fs::read_to_string(&path).unwrap();
        let tree = parse("rs", &text).unwrap();
        let symbols = find_symbols(&tree, &text);
        let chunks = cut_code(tree.clone(), &text, &symbols);
        assert_complete(&text, &chunks);
        n_chunks += chunks.len();
        for chunk in &chunks {
            assert!(chunk.span.slice(&text).len() <= 8_000, "{path:?} {:?}", chunk.span);
        }
        let defined: Vec<u32> = chunks.iter().flat_map(|chunk| chunk.defines.clone()).collect();
        assert_eq!(defined, (0..symbols.len() as u32).collect::<Vec<u32>>(), "{path:?}");
    }
    assert!(n_chunks > 50);
}

#[test]
fn every_prefix_of_a_text_is_cut_without_loss() {
    let text = function(0, "a", 60) + "/* c\n\n*/\r\n" + &function(0, "ü", 60) + "\t\n#[x]\n";
    for end in (0..text.len()).step_by(23) {
        let text = &text[..text.floor_char_boundary(end)];
        let tree = parse("rs", text).unwrap();
        assert_complete(text, &cut_code(tree.clone(), text, &[]));
    }
}
