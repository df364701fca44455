//! Types of values in JavaScript and TypeScript that no declaration of the value states by itself.

use expect_test::expect;

use super::check;

#[test]
fn a_field_that_holds_a_function_says_what_calling_it_yields() {
    check(
        r"//- a.ts
interface Door { open(): void }
interface House { doors: () => Door[]; front?: () => Door }
class Other { open() {} }
function go(house: House) {
  house.doors().forEach(door => door.open());
  house.front().open();
}
",
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
        r"//- a.ts
interface Open { type: 'open'; wide: number }
interface Shut { type: 'shut'; tight: number }
type Move = Open | Shut | null;
type Named = Open & { name: string };
class Other { type = 1; wide = 2; name = '' }
function go(move: Move, named: Named) {
  move.type;
  named.wide;
  named.name;
}
",
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
        r"//- a.ts
interface Door { open: () => void }
function hang(door: Door) {
  door.open = () => {};
  door.open();
}
",
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
        r"//- a.ts
interface Door { open(): void }
class Other { open() {} }
type Use = (door: Door, n: number) => void;
interface Call { (door: Door): void }
interface Plugin { hang: (door: Door) => void; lift(door: Door): void }
const one: Use = (door, n) => { door.open(); };
const two: Call = door => { door.open(); };
const plugin: Plugin = {
  hang: door => { door.open(); },
  lift(door) { door.open(); },
};
",
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
        r"//- a.js
class Door { open() {} }
class Other { open() {}
  shut() {} }
function make() { return new Door(); }
function keeper() {
  const kept = { shut() { return kept; } };
  return kept;
}
make().open();
keeper().shut().shut();
",
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
        r"//- a.ts
interface Door { open(): void }
class Other { open() {} }
function go<T extends Door>(door: T) { door.open(); }
class Holder<T extends Door> {
  held: T;
  use() { this.held.open(); }
}
",
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
        r"//- a.ts
class Door { size() { return 1; } }
class Other { size() {} }
class House {
  front?: Door;
  go(doors: Door[]) {
    const door = (this.front = new Door());
    door.size();
    doors.reduce((sum, one) => sum + one.size(), 0);
  }
}
",
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
            r"//- a.ts
class Door {{ open() {{}} }}
class Other {{ open() {{}} }}
function make({many}): Door | null {{ return null; }}
function go() {{ make(1).open(); }}
"
        ),
        expect![[r#"
            a.ts:3 type Door -> a.ts:Door [same-file]
            a.ts:4 call make() open -> a.ts:Door.open [by-type]
            a.ts:4 call make -> a.ts:make [same-file]
        "#]],
    );
}
