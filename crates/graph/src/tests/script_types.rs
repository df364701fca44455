//! Types of values in JavaScript and TypeScript that no declaration of the value states by itself.

use expect_test::expect;

use super::check;

#[test]
fn a_field_that_holds_a_function_says_what_calling_it_yields() {
    check(
        "//- a.ts\ninterface Door { open(): void }\ninterface House { doors: () => Door[]; front?: () => Door }\nclass Other { open() {} }\nfunction go(house: House) {\n  house.doors().forEach(door => door.open());\n  house.front().open();\n}\n",
        expect![[r#""#]],
    );
}

#[test]
fn a_choice_of_types_has_the_members_of_each() {
    check(
        "//- a.ts\ninterface Open { type: 'open'; wide: number }\ninterface Shut { type: 'shut'; tight: number }\ntype Move = Open | Shut | null;\ntype Named = Open & { name: string };\nclass Other { type = 1; wide = 2; name = '' }\nfunction go(move: Move, named: Named) {\n  move.type;\n  named.wide;\n  named.name;\n}\n",
        expect![[r#""#]],
    );
}

#[test]
fn a_member_of_a_typed_value_is_written_and_not_defined() {
    check(
        "//- a.ts\ninterface Door { open: () => void }\nfunction hang(door: Door) {\n  door.open = () => {};\n  door.open();\n}\n",
        expect![[r#""#]],
    );
}

#[test]
fn an_annotation_says_what_the_parameters_of_a_function_are() {
    check(
        "//- a.ts\ninterface Door { open(): void }\nclass Other { open() {} }\ntype Use = (door: Door, n: number) => void;\ninterface Call { (door: Door): void }\ninterface Plugin { hang: (door: Door) => void; lift(door: Door): void }\nconst one: Use = (door, n) => { door.open(); };\nconst two: Call = door => { door.open(); };\nconst plugin: Plugin = {\n  hang: door => { door.open(); },\n  lift(door) { door.open(); },\n};\n",
        expect![[r#""#]],
    );
}

#[test]
fn a_function_without_a_written_type_yields_what_it_returns() {
    check(
        "//- a.js\nclass Door { open() {} }\nclass Other { open() {}\n  shut() {} }\nfunction make() { return new Door(); }\nfunction keeper() {\n  const kept = { shut() { return kept; } };\n  return kept;\n}\nmake().open();\nkeeper().shut().shut();\n",
        expect![[r#""#]],
    );
}

#[test]
fn a_parameter_for_types_has_the_members_of_its_bound() {
    check(
        "//- a.ts\ninterface Door { open(): void }\nclass Other { open() {} }\nfunction go<T extends Door>(door: T) { door.open(); }\nclass Holder<T extends Door> {\n  held: T;\n  use() { this.held.open(); }\n}\n",
        expect![[r#""#]],
    );
}

#[test]
fn a_value_is_what_is_assigned_in_passing_and_what_is_added_up() {
    check(
        "//- a.ts\nclass Door { size() { return 1; } }\nclass Other { size() {} }\nclass House {\n  front?: Door;\n  go(doors: Door[]) {\n    const door = (this.front = new Door());\n    door.size();\n    doors.reduce((sum, one) => sum + one.size(), 0);\n  }\n}\n",
        expect![[r#""#]],
    );
}

#[test]
fn a_result_behind_a_long_head_is_known() {
    let many: String = (0..12).map(|n| format!("parameter_number_{n}: number, ")).collect();
    check(
        &format!(
            "//- a.ts\nclass Door {{ open() {{}} }}\nclass Other {{ open() {{}} }}\nfunction make({many}): Door | null {{ return null; }}\nfunction go() {{ make(1).open(); }}\n"
        ),
        expect![[r#""#]],
    );
}
