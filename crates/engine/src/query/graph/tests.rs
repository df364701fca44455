//! Build files and the table of definitions, read from the index.

use std::fs;
use std::time::Duration;

use rutter_fixture::Tree;
use rutter_workspace::RepoLayout;

use crate::query::impact::{ImpactLimits, impact_of};
use crate::query::references::{ReferencesRequest, find_references};
use crate::{Engine, Extent, Refresh};

const FILES: &str = "\
//- tsconfig.json
{ \"compilerOptions\": { \"paths\": { \"store\": [\"./code/first.ts\"] } } }
//- code/first.ts
export function open() {}
//- code/second.ts
export function open() {}
//- app.ts
import { open } from 'store';
export function start() { open(); }
";

#[test]
fn a_changed_build_file_changes_the_answer() {
    let tree = Tree::new(FILES);
    let engine = Engine::new(RepoLayout::exactly(tree.path(), None).unwrap());
    let users_of = |path: &str| {
        engine.index(Extent::Changed, &|_| {}, &false.into()).unwrap();
        let snapshot = engine.snapshot(Refresh::Never, &|_| {}, &false.into()).unwrap();
        let limits = ImpactLimits { max_distance: 1, max_symbols: 10 };
        let answer = impact_of(&snapshot, path, limits).unwrap();
        answer.affected.iter().map(|user| user.path.clone()).collect::<Vec<_>>()
    };
    assert!(users_of("code/first.ts").contains(&"app.ts".to_string()));
    assert!(users_of("code/second.ts").is_empty());
    tree.write("tsconfig.json", FILES.lines().nth(1).unwrap().replace("first", "second"));
    assert!(users_of("code/first.ts").is_empty());
    assert!(users_of("code/second.ts").contains(&"app.ts".to_string()));
    tree.write("tsconfig.json", "{ broken");
    assert!(users_of("code/second.ts").is_empty());
}

#[test]
fn the_kept_definitions_change_no_answer() {
    let tree = Tree::new(FILES);
    let engine = Engine::new(RepoLayout::exactly(tree.path(), None).unwrap());
    engine.index(Extent::Changed, &|_| {}, &false.into()).unwrap();
    let kept = engine.layout.index.join("definitions");
    let made = fs::read(&kept).unwrap();
    tree.write("code/first.ts", "export class Door {}\nexport function open() { new Door(); }\n");
    tree.write("code/third.ts", "export function open() {}\nexport function shut() { open(); }\n");
    fs::remove_file(tree.path().join("code/second.ts")).unwrap();
    let answer = |name: &str| {
        let refresh = Refresh::Within(Duration::from_secs(60));
        let snapshot = engine.snapshot(refresh, &|_| {}, &false.into()).unwrap();
        let request = ReferencesRequest { name, path: None, kinds: &[], skip: 0, limit: 50 };
        let answer = find_references(&snapshot, &request).unwrap();
        assert_eq!(answer.definitions_omitted, 0);
        serde_json::to_string_pretty(&answer).unwrap()
    };
    let names = ["open", "Door", "shut", "start"];
    let with_table = names.map(answer);
    assert!(with_table[0].contains("code/third.ts") && !with_table[0].contains("second"));
    assert!(with_table[1].contains("\"definitions\": [\n    {"), "{}", with_table[1]);
    // A question does not make the table again.
    assert_eq!(fs::read(&kept).unwrap(), made);
    fs::remove_file(&kept).unwrap();
    assert_eq!(names.map(answer), with_table);
    fs::write(&kept, &made[..made.len() / 2]).unwrap();
    assert_eq!(names.map(answer), with_table);
}
