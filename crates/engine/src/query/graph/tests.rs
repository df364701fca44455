//! Build files, read from the index.

use rutter_fixture::Tree;
use rutter_workspace::RepoLayout;

use crate::query::impact::{ImpactLimits, impact_of};
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
