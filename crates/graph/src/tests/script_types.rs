//! Types of values in JavaScript and TypeScript that no declaration of the value states by itself.

use expect_test::expect;

use super::check;

#[test]
fn a_field_that_holds_a_function_says_what_calling_it_yields() {
    check(
        "//- a.ts\ninterface Door { open(): void }\ninterface House { doors: () => Door[]; front?: () => Door }\nclass Other { open() {} }\nfunction go(house: House) {\n  house.doors().forEach(door => door.open());\n  house.front().open();\n}\n",
        expect![[r#"
            a.ts:2 type Door -> a.ts:Door [same-file]
            a.ts:2 type Door -> a.ts:Door [same-file]
            a.ts:4 type House -> a.ts:House [same-file]
            a.ts:5 call house.doors() forEach -> ?
            a.ts:5 call house doors -> a.ts:House.doors [by-type]
            a.ts:5 call door open -> a.ts:Door.open [by-type]
            a.ts:6 call house.front() open -> a.ts:Door.open [by-type]
            a.ts:6 call house front -> a.ts:House.front [by-type]
        "#]],
    );
}

#[test]
fn a_choice_of_types_has_the_members_of_each() {
    check(
        "//- a.ts\ninterface Open { type: 'open'; wide: number }\ninterface Shut { type: 'shut'; tight: number }\ntype Move = Open | Shut | null;\ntype Named = Open & { name: string };\nclass Other { type = 1; wide = 2; name = '' }\nfunction go(move: Move, named: Named) {\n  move.type;\n  named.wide;\n  named.name;\n}\n",
        expect![[r#"
            a.ts:3 type Open -> a.ts:Open [same-file]
            a.ts:3 type Shut -> a.ts:Shut [same-file]
            a.ts:4 type Open -> a.ts:Open [same-file]
            a.ts:6 type Move -> a.ts:Move [same-file]
            a.ts:6 type Named -> a.ts:Named [same-file]
            a.ts:7 read move type -> a.ts:Open.type a.ts:Shut.type [by-type]
            a.ts:8 read named wide -> a.ts:Open.wide [by-type]
            a.ts:9 read named name -> a.ts:Named.name [by-type]
        "#]],
    );
}

#[test]
fn a_member_of_a_typed_value_is_written_and_not_defined() {
    check(
        "//- a.ts\ninterface Door { open: () => void }\nfunction hang(door: Door) {\n  door.open = () => {};\n  door.open();\n}\n",
        expect![[r#"
            a.ts:2 type Door -> a.ts:Door [same-file]
            a.ts:4 call door open -> a.ts:Door.open [by-type]
            a.ts:3 write door open -> a.ts:Door.open [by-type]
        "#]],
    );
}

#[test]
fn an_annotation_says_what_the_parameters_of_a_function_are() {
    check(
        "//- a.ts\ninterface Door { open(): void }\nclass Other { open() {} }\ntype Use = (door: Door, n: number) => void;\ninterface Call { (door: Door): void }\ninterface Plugin { hang: (door: Door) => void; lift(door: Door): void }\nconst one: Use = (door, n) => { door.open(); };\nconst two: Call = door => { door.open(); };\nconst plugin: Plugin = {\n  hang: door => { door.open(); },\n  lift(door) { door.open(); },\n};\n",
        expect![[r#"
            a.ts:3 type Door -> a.ts:Door [same-file]
            a.ts:4 type Door -> a.ts:Door [same-file]
            a.ts:5 type Door -> a.ts:Door [same-file]
            a.ts:5 type Door -> a.ts:Door [same-file]
            a.ts:6 type Use -> a.ts:Use [same-file]
            a.ts:6 call door open -> a.ts:Door.open [by-type]
            a.ts:7 type Call -> a.ts:Call [same-file]
            a.ts:7 call door open -> a.ts:Door.open [by-type]
            a.ts:8 type Plugin -> a.ts:Plugin [same-file]
            a.ts:9 call door open -> a.ts:Door.open [by-type]
            a.ts:10 call door open -> a.ts:Door.open [by-type]
        "#]],
    );
}

#[test]
fn a_function_without_a_written_type_yields_what_it_returns() {
    check(
        "//- a.js\nclass Door { open() {} }\nclass Other { open() {}\n  shut() {} }\nfunction make() { return new Door(); }\nfunction keeper() {\n  const kept = { shut() { return kept; } };\n  return kept;\n}\nmake().open();\nkeeper().shut().shut();\n",
        expect![[r#"
            a.js:4 call Door -> a.js:Door [same-file]
            a.js:9 call make() open -> a.js:Door.open [by-type]
            a.js:9 call make -> a.js:make [same-file]
            a.js:10 call keeper().shut() shut -> a.js:keeper.shut [by-type]
            a.js:10 call keeper() shut -> a.js:keeper.shut [by-type]
            a.js:10 call keeper -> a.js:keeper [same-file]
        "#]],
    );
}

#[test]
fn a_parameter_for_types_has_the_members_of_its_bound() {
    check(
        "//- a.ts\ninterface Door { open(): void }\nclass Other { open() {} }\nfunction go<T extends Door>(door: T) { door.open(); }\nclass Holder<T extends Door> {\n  held: T;\n  use() { this.held.open(); }\n}\n",
        expect![[r#"
            a.ts:3 type Door -> a.ts:Door [same-file]
            a.ts:3 call door open -> a.ts:Door.open [by-type]
            a.ts:4 type Door -> a.ts:Door [same-file]
            a.ts:6 call this.held open -> a.ts:Door.open [by-type]
            a.ts:6 read this held -> a.ts:Holder.held [same-file]
        "#]],
    );
}

#[test]
fn a_value_is_what_is_assigned_in_passing_and_what_is_added_up() {
    check(
        "//- a.ts\nclass Door { size() { return 1; } }\nclass Other { size() {} }\nclass House {\n  front?: Door;\n  go(doors: Door[]) {\n    const door = (this.front = new Door());\n    door.size();\n    doors.reduce((sum, one) => sum + one.size(), 0);\n  }\n}\n",
        expect![[r#"
            a.ts:4 type Door -> a.ts:Door [same-file]
            a.ts:5 type Door -> a.ts:Door [same-file]
            a.ts:6 call Door -> a.ts:Door [same-file]
            a.ts:7 call door size -> a.ts:Door.size [by-type]
            a.ts:8 call doors reduce -> ?
            a.ts:8 call one size -> a.ts:Door.size [by-type]
            a.ts:6 write this front -> a.ts:House.front [same-file]
        "#]],
    );
}

#[test]
fn a_result_behind_a_long_head_is_known() {
    let many: String = (0..12).map(|n| format!("parameter_number_{n}: number, ")).collect();
    check(
        &format!(
            "//- a.ts\nclass Door {{ open() {{}} }}\nclass Other {{ open() {{}} }}\nfunction make({many}): Door | null {{ return null; }}\nfunction go() {{ make(1).open(); }}\n"
        ),
        expect![[r#"
            a.ts:3 type Door -> a.ts:Door [same-file]
            a.ts:4 call make() open -> a.ts:Door.open [by-type]
            a.ts:4 call make -> a.ts:make [same-file]
        "#]],
    );
}
