//! Prints what rutter reads from a file: `facts FILE`, or its syntax tree: `facts --tree FILE`.

use std::error::Error;

use rutter_syntax::{grammar, language_of, read};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let path = args.last().ok_or("usage: facts [--tree] FILE")?;
    let text = std::fs::read_to_string(path)?;
    let language = language_of(path, &text);
    if args.len() > 1 && args[0] == "--tree" {
        let grammar = grammar(language).ok_or("a file of this language is not parsed")?;
        print_tree(&grammar, &text)?;
    } else {
        println!("{:#?}", read(language, &text));
    }
    Ok(())
}

fn print_tree(grammar: &tree_sitter::Language, text: &str) -> Result<(), Box<dyn Error>> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(grammar)?;
    let tree = parser.parse(text, None).ok_or("cannot parse")?;
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let field = cursor.field_name().map_or(String::new(), |name| format!("{name}: "));
        let indent = "  ".repeat(cursor.depth() as usize);
        let line = node.start_position().row + 1;
        let kind = if node.is_named() { node.kind().into() } else { format!("{:?}", node.kind()) };
        if node.child_count() == 0 && node.is_named() {
            println!("{line:4} {indent}{field}{kind} {:?}", &text[node.byte_range()]);
        } else {
            println!("{line:4} {indent}{field}{kind}");
        }
        if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return Ok(());
            }
        }
    }
}
