//! The branches of a text and what it returns, alike for all languages.
//!
//! Grammars name the parts of a branch by fields (`condition`, `consequence`, `alternative`) or by their
//! order; [`BRANCHES`] tells which. A branch without an alternative whose consequence leaves the block
//! (`if done { return }`) has the rest of the block as its alternative. Start at [`flow`].

use std::ops::Range;

use rutter_domain::{Family, Language};
use tree_sitter::Node;

use crate::parse::{NEVER, parse};
use crate::table::{Action, Table};
use crate::work::Work;
use crate::{gate, languages};

/// What decides, and what happens then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    pub test: Test,
    /// The bytes of the condition, or of the pattern of an arm.
    pub condition: Range<usize>,
    pub consequence: Range<usize>,
    pub alternative: Option<Range<usize>>,
}

/// How the condition leads to the consequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Test {
    /// If it holds.
    If,
    /// If it does not hold.
    Unless,
    /// If the value that is matched fits the pattern.
    Arm,
}

/// The branches of a text and what it returns, in the order of the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flow {
    pub branches: Vec<Branch>,
    /// The bytes of what each `return` returns, without the keyword. Empty ranges return nothing.
    pub returns: Vec<Range<usize>>,
}

/// Deeper nodes are not looked at.
const MOST_DEPTH: usize = 400;

/// The kinds of nodes that branch, with how.
const BRANCHES: &[(&str, Test)] = &[
    ("if_statement", Test::If),
    ("if_expression", Test::If),
    ("if", Test::If),
    ("elsif", Test::If),
    ("elif_clause", Test::If),
    ("elseif_statement", Test::If),
    ("else_if_clause", Test::If),
    ("if_modifier", Test::If),
    ("conditional", Test::If),
    ("conditional_expression", Test::If),
    ("ternary_expression", Test::If),
    ("unless", Test::Unless),
    ("unless_modifier", Test::Unless),
    ("guard_statement", Test::Unless),
    ("match_arm", Test::Arm),
    ("switch_case", Test::Arm),
    ("expression_case", Test::Arm),
    ("type_case", Test::Arm),
    ("switch_rule", Test::Arm),
    ("switch_block_statement_group", Test::Arm),
    ("switch_section", Test::Arm),
    ("switch_expression_arm", Test::Arm),
    ("switch_entry", Test::Arm),
    ("case_statement", Test::Arm),
    ("case_clause", Test::Arm),
    ("case_item", Test::Arm),
    ("when", Test::Arm),
    ("when_entry", Test::Arm),
    ("stab_clause", Test::Arm),
    ("match_conditional_expression", Test::Arm),
    ("alternative", Test::Arm),
];

const CONDITIONS: &[&str] = &[
    "condition",
    "if",
    "pattern",
    "value",
    "left",
    "conditional_expressions",
    "patterns",
    "label",
];
const CONSEQUENCES: &[&str] = &[
    "consequence",
    "body",
    "then",
    "if_true",
    "value",
    "right",
    "return_expression",
    "expression",
    "match",
];
const ALTERNATIVES: &[&str] = &["alternative", "else", "if_false"];

/// The branches and returns of a text. A language that is not parsed has none.
pub fn flow(language: Language, text: &str) -> Flow {
    let mut found = Flow::default();
    let table = match language.family() {
        Family::Code => languages::table(language),
        Family::Document | Family::Data => None,
    };
    let tree = table.and_then(|table| {
        let _permit = gate::enter(text.len(), &NEVER).ok()?;
        parse(table, text, &Work::new(text.len(), &NEVER)).ok().map(|tree| (table, tree))
    });
    if let Some((table, tree)) = tree {
        visit(table, text, tree.root_node(), 0, &mut found);
    }
    found
}

fn visit(table: &Table, text: &str, node: Node<'_>, depth: usize, found: &mut Flow) {
    if depth > MOST_DEPTH || matches!(table.action(node.kind_id()), Action::Comment) {
        return;
    }
    let kind = node.kind();
    if node.is_named() {
        if let Some((_, test)) = BRANCHES.iter().find(|(name, _)| *name == kind) {
            found.branches.extend(branch(table, text, node, *test));
        } else if kind == "call" && table.rules.language == Language::Elixir {
            found.branches.extend(elixir_branch(text, node));
        } else if is_return(kind) {
            found.returns.push(returned(text, node));
        }
    }
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        visit(table, text, child, depth + 1, found);
    }
}

fn is_return(kind: &str) -> bool {
    matches!(
        kind,
        "return_statement"
            | "return_expression"
            | "return"
            | "jump_expression"
            | "control_transfer_statement"
    )
}

fn returned(text: &str, node: Node<'_>) -> Range<usize> {
    let whole = &text[node.byte_range()];
    let rest = whole.strip_prefix("return").unwrap_or(whole);
    let trimmed = rest.trim();
    let start = node.start_byte() + whole.len() - rest.trim_start().len();
    start..start + trimmed.trim_end_matches(';').trim_end().len()
}

fn branch(table: &Table, text: &str, node: Node<'_>, test: Test) -> Option<Branch> {
    let named = named_children(table, node);
    let by_field = |names: &[&str]| names.iter().find_map(|name| node.child_by_field_name(name));
    // `a if b else c` has no fields and another order than the rest.
    if node.kind() == "conditional_expression" && table.rules.language == Language::Python {
        let [consequence, condition, alternative] = named[..] else { return None };
        return Some(Branch {
            test,
            condition: condition.byte_range(),
            consequence: consequence.byte_range(),
            alternative: Some(alternative.byte_range()),
        });
    }
    let condition = by_field(CONDITIONS).or_else(|| named.first().copied())?;
    let after = |one: &&Node<'_>| one.start_byte() >= condition.end_byte();
    let consequence = by_field(CONSEQUENCES)
        .filter(|one| one.id() != condition.id())
        .or_else(|| named.iter().find(after).copied())?;
    let alternative = by_field(ALTERNATIVES).or_else(|| {
        named
            .iter()
            .find(|one| one.start_byte() >= consequence.end_byte().max(condition.end_byte()))
            .copied()
    });
    // The body of an arm may be several statements.
    let end = match test {
        Test::Arm => node.end_byte(),
        Test::If | Test::Unless => consequence.end_byte(),
    };
    let alternative = match test {
        Test::Arm => None,
        Test::If | Test::Unless => {
            let leaves = leaves_block(&text[consequence.byte_range()]);
            alternative
                .map(|one| one.byte_range())
                .or_else(|| leaves.then(|| rest_of_block(node)).flatten())
        }
    };
    Some(Branch {
        test,
        condition: condition.byte_range(),
        consequence: consequence.start_byte()..end,
        alternative,
    })
}

fn named_children<'t>(table: &Table, node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| !matches!(table.action(child.kind_id()), Action::Comment))
        .collect()
}

/// Whether control does not come out at the end of a block.
fn leaves_block(block: &str) -> bool {
    let words = [
        "return", "raise", "throw", "continue", "break", "next", "panic", "exit", "goto", "fail",
        "abort",
    ];
    let mut lines = block.lines().rev().map(|line| line.trim().trim_matches(['{', '}', ';', ' ']));
    let last = lines.find(|line| !line.is_empty() && *line != "end" && *line != "fi").unwrap_or("");
    words.iter().any(|word| {
        last.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == *word)
    })
}

/// What follows a statement in its block.
fn rest_of_block(node: Node<'_>) -> Option<Range<usize>> {
    let mut last = node;
    // An expression may be wrapped in a statement of its own.
    let mut start = node;
    while start.next_named_sibling().is_none() && start.parent()?.named_child_count() == 1 {
        start = start.parent()?;
    }
    let first = start.next_named_sibling()?;
    let mut next = Some(first);
    while let Some(sibling) = next {
        last = sibling;
        next = sibling.next_named_sibling();
    }
    Some(first.start_byte()..last.end_byte())
}

/// `if`, `unless` of Elixir are calls with a block.
fn elixir_branch(text: &str, node: Node<'_>) -> Option<Branch> {
    let target = node.child_by_field_name("target")?;
    let test = match &text[target.byte_range()] {
        "if" => Test::If,
        "unless" => Test::Unless,
        "def" | "defp" => return elixir_clause(node),
        _ => return None,
    };
    let mut cursor = node.walk();
    let mut arguments = None;
    let mut block = None;
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "arguments" => arguments = Some(child),
            "do_block" => block = Some(child),
            _ => {}
        }
    }
    let arguments = arguments?;
    let Some(block) = block else { return elixir_inline(text, arguments, test) };
    let mut cursor = block.walk();
    let other = block.named_children(&mut cursor).find(|child| child.kind() == "else_block");
    let end = other.map_or(block.end_byte(), |other| other.start_byte());
    Some(Branch {
        test,
        condition: arguments.byte_range(),
        consequence: block.start_byte()..end,
        alternative: other.map(|other| other.byte_range()),
    })
}

/// A clause of a function: the head has the pattern.
fn elixir_clause(node: Node<'_>) -> Option<Branch> {
    let mut cursor = node.walk();
    let arguments = node.named_children(&mut cursor).find(|child| child.kind() == "arguments")?;
    let head = arguments.named_child(0)?;
    Some(Branch {
        test: Test::Arm,
        condition: head.byte_range(),
        consequence: head.end_byte()..node.end_byte(),
        alternative: None,
    })
}

/// `if a, do: b, else: c`.
fn elixir_inline(text: &str, arguments: Node<'_>, test: Test) -> Option<Branch> {
    let whole = &text[arguments.byte_range()];
    let start = arguments.start_byte();
    let at_do = whole.find("do:")?;
    let at_else = whole.find("else:");
    Some(Branch {
        test,
        condition: start..start + whole[..at_do].trim_end().trim_end_matches(',').len(),
        consequence: start + at_do + 3..start + at_else.unwrap_or(whole.len()),
        alternative: at_else.map(|at| start + at + 5..arguments.end_byte()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(language: Language, text: &str, expected: &str) {
        let found = flow(language, text);
        let blank = |range: &Range<usize>| {
            text[range.clone()].split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let mut lines: Vec<String> = found
            .branches
            .iter()
            .map(|one| {
                let other = one.alternative.as_ref().map_or("-".to_owned(), blank);
                format!(
                    "{:?} {} ? {} : {other}",
                    one.test,
                    blank(&one.condition),
                    blank(&one.consequence)
                )
            })
            .collect();
        lines.extend(found.returns.iter().map(|range| format!("return {}", blank(range))));
        assert_eq!(lines.join("\n"), expected, "{language}");
    }

    #[test]
    fn branches_have_a_condition_and_two_ways() {
        check(
            Language::Python,
            "def f(a):\n    if a:\n        return 1\n    return 2\n",
            "If a ? return 1 : return 2\nreturn 1\nreturn 2",
        );
        check(Language::Python, "x = 1 if a else 2\n", "If a ? 1 : 2");
        check(
            Language::Go,
            "package a\nfunc f() int {\n\tif a == nil {\n\t\treturn 1\n\t}\n\treturn 2\n}\n",
            "If a == nil ? { return 1 } : return 2\nreturn 1\nreturn 2",
        );
        check(Language::JavaScript, "const x = a ? b : c;\n", "If a ? b : c");
        check(Language::Ruby, "return 1 unless a\nb\n", "Unless a ? return 1 : b\nreturn 1");
        check(Language::Elixir, "if a do\n  1\nelse\n  2\nend\n", "If a ? do 1 : else 2");
        check(Language::Rust, "fn f() { if a { 1 } else { 2 } }", "If a ? { 1 } : else { 2 }");
        check(Language::Kotlin, "fun f(a: Boolean) = if (a) 1 else 2\n", "If a ? 1 : 2");
        check(
            Language::Php,
            "<?php\nfunction f($a) { if ($a) { return 1; } return 2; }\n",
            "If ($a) ? { return 1; } : return 2;\nreturn 1\nreturn 2",
        );
    }

    #[test]
    fn arms_have_a_pattern() {
        check(
            Language::Rust,
            "fn f() { match a { 1 => x(), _ => y() } }",
            "Arm 1 ? x(), : -\nArm _ ? y() : -",
        );
    }
}
