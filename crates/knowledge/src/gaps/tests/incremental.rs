//! What is kept of an evaluation gives the same as evaluating everything again.

use super::*;

/// All gaps of a tree, as it is kept and as a tree without an index finds them.
fn check_same(tree: &Tree, change: &str) {
    let found = |tree: &Tree| {
        let answer = knowledge(tree).gaps(&GapsRequest::default()).unwrap();
        let lines = answer.gaps.iter().map(|gap| {
            format!("{} {} {}:{} {}", gap.id, gap.priority, gap.path, gap.line, gap.message)
        });
        let lines: Vec<String> = lines.collect();
        format!("{}\n{:?}", lines.join("\n"), answer.completeness)
    };
    let kept = found(tree);
    let copy = Tree::new("");
    for path in knowledge(tree).snapshot.paths() {
        copy.write(path, tree.read(path));
    }
    assert_eq!(kept, found(&copy), "{change}");
}

fn listed_after(tree: &Tree, change: &str) -> String {
    check_same(tree, change);
    listed(tree, "missing-description")
}

const PACKAGE: &str = "\
//- package.json
{\"name\": \"tide\", \"main\": \"./source/index.js\"}
//- source/index.js
export {shown} from './parts.js'
//- source/parts.js
export function shown(a, b) { return a }
export function inner(a, b) { return a }
//- source/more.js
export function extra(a, b) { return a }
//- source/use.js
import {extra} from './more.js'
import {inner, shown} from './parts.js'
extra(inner(1, 2), shown(1, 2))
";

#[test]
fn what_a_package_exports_is_noticed_when_it_changes() {
    let tree = Tree::new(PACKAGE);
    let (shown, inner, extra) = (
        "source/parts.js:1 function `shown` has no description\n",
        "source/parts.js:2 function `inner` has no description\n",
        "source/more.js:1 function `extra` has no description\n",
    );
    assert_eq!(listed_after(&tree, "first"), shown);
    tree.write("source/index.js", "export {shown, inner} from './parts.js'\n");
    assert_eq!(listed_after(&tree, "another re-export"), format!("{shown}{inner}"));
    tree.write("source/index.js", "export * from './all.js'\n");
    assert_eq!(listed_after(&tree, "a re-export that leads nowhere"), "");
    tree.write("source/all.js", "export {extra} from './more.js'\n");
    assert_eq!(listed_after(&tree, "a new file between"), extra);
    std::fs::remove_file(tree.file("source/all.js")).unwrap();
    assert_eq!(listed_after(&tree, "the file between deleted"), "");
    tree.write("package.json", "{\"name\": \"tide\", \"main\": \"./source/more.js\"}\n");
    assert_eq!(listed_after(&tree, "another entry point"), extra);
    tree.write("package.json", "{\"name\": \"tide\", \"private\": true}\n");
    assert_eq!(listed_after(&tree, "a private package"), "");
    tree.write("source/package.json", "{\"name\": \"part\", \"main\": \"parts.js\"}\n");
    assert_eq!(listed_after(&tree, "a package inside"), format!("{shown}{inner}"));
    std::fs::remove_file(tree.file("source/package.json")).unwrap();
    assert_eq!(listed_after(&tree, "the package inside deleted"), "");
    std::fs::remove_file(tree.file("package.json")).unwrap();
    check_same(&tree, "no manifest");
}

#[test]
fn users_of_a_script_are_counted_again_when_they_change() {
    let tree = Tree::new(
        "//- a.js\nexport function merge(a, b) { return a }\n//- b.js\nimport {merge} from './a.js'\nmerge(1, 2)\n//- c.js\nfoo()\n",
    );
    assert_eq!(listed_after(&tree, "one user"), "");
    tree.write("c.js", "import {merge} from './a.js'\nmerge(1, 2)\n");
    assert_eq!(listed_after(&tree, "two users"), "a.js:1 function `merge` has no description\n");
    std::fs::remove_file(tree.file("b.js")).unwrap();
    assert_eq!(listed_after(&tree, "one user again"), "");
}

#[test]
fn comments_in_the_text_are_noticed_when_they_change() {
    let tree = Tree::new(
        "//- tide.h\nint table_merge(int rows, int size);\n//- b.h\nint table_split(int rows, int size);\n",
    );
    let split = "b.h:1 function `table_split` has no description\n";
    let merge = "function `table_merge` has no description\n";
    assert_eq!(listed_after(&tree, "first"), format!("{split}tide.h:1 {merge}"));
    tree.write(
        "tide.h",
        "/** Joins two tables. */\nTIDE_API\nint table_merge(int rows, int size);\n",
    );
    assert_eq!(listed_after(&tree, "a comment above a macro"), split);
    tree.write("tide.h", "TIDE_API\nint table_merge(int rows, int size);\n");
    assert!(listed_after(&tree, "the comment deleted").contains(merge));
}
