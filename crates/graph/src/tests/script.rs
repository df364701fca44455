//! JavaScript and TypeScript.

use expect_test::expect;

use super::{check, check_imports};

#[test]
fn names_come_by_import_default_and_namespace() {
    check(
        r"//- src/a.ts
import D, { f as g, Kind } from './door';
import * as ns from './door.js';
const c = require('./c');
function go(k: Kind) { g(); new D(); D.make(); ns.f(); c.help(); ns.gone(); }
//- src/door.ts
export function f() {}
export default class Door { static make() {} }
export interface Kind {}
//- src/c.js
function help() {}
module.exports = { help };
//- src/d.ts
export function gone() {}
",
        expect![[r#"
            src/a.ts:4 type Kind -> src/door.ts:Kind [import]
            src/a.ts:4 call g -> src/door.ts:f [import]
            src/a.ts:4 call D -> src/door.ts:Door [import]
            src/a.ts:4 call D make -> src/door.ts:Door.make [import]
            src/a.ts:4 call ns f -> src/door.ts:f [import]
            src/a.ts:4 call c help -> src/c.js:help [import]
            src/a.ts:4 call ns gone -> ?
            src/a.ts:4 read D -> src/door.ts:Door [import]
            src/c.js:2 write module exports -> ?
            src/c.js:2 read help -> src/c.js:help [same-file]
        "#]],
    );
}

#[test]
fn re_exports_are_followed() {
    check(
        r"//- a.ts
import { one, two, Three } from './lib';
one(); two(); new Three();
//- lib/index.ts
export * from './one';
export { deux as two } from './two';
export { default as Three } from './three';
//- lib/one.ts
export const one = () => 1;
//- lib/two.ts
export function deux() {}
//- lib/three.tsx
export default class extends Base {}
",
        expect![[r#"
            a.ts:2 call one -> lib/one.ts:one [import]
            a.ts:2 call two -> lib/two.ts:deux [import]
            a.ts:2 call Three -> lib/three.tsx:default [import]
            lib/three.tsx:1 extends Base -> ?
        "#]],
    );
}

#[test]
fn this_means_the_class_and_its_bases() {
    check(
        r"//- a.ts
import { Base } from './b';
class A extends Base {
  go() { this.own(); this.given(); super.given(); }
  own() {}
}
//- b.ts
export class Base { given() {} }
export class Other { own() {} given() {} }
",
        expect![[r#"
            a.ts:2 extends Base -> b.ts:Base [import]
            a.ts:3 call this own -> a.ts:A.own [same-file]
            a.ts:3 call this given -> b.ts:Base.given [import]
            a.ts:3 call super given -> b.ts:Base.given [import]
        "#]],
    );
}

#[test]
fn globals_and_packages_are_outside() {
    check(
        r"//- a.js
import fs from 'fs';
import { map } from 'lodash/fp';
fs.read(); map(); console.log(1); JSON.parse(''); fetch('/'); Thing.parse(); x.parse();
//- b.js
export class P { parse() {} log() {} read() {} }
export function map() {}
export function fetch() {}
",
        expect![[r#"
            a.js:3 call fs read -> ?
            a.js:3 call map -> ?
            a.js:3 call console log -> ?
            a.js:3 call JSON parse -> ?
            a.js:3 call fetch -> ?
            a.js:3 call Thing parse -> ?
            a.js:3 call x parse -> b.js:P.parse [ambiguous(2)]
            a.js:3 read fs -> ?
        "#]],
    );
}

#[test]
fn imports_lead_to_files_of_the_workspace() {
    check_imports(
        r"//- packages/core/package.json
{}
//- packages/core/src/index.ts
//- packages/core/src/deep/x.ts
//- packages/app/src/a.tsx
import '@me/core';
import 'core/deep/x';
import 'react';
import '@/b';
import './b.js';
import '..';
import './gone';
import './style.css';
//- packages/app/src/b.ts
//- packages/app/index.js
//- packages/app/src/style.css
",
        expect![[r#"
            packages/app/src/a.tsx:1 @me/core -> packages/core/src/index.ts
            packages/app/src/a.tsx:2 core/deep/x -> packages/core/src/deep/x.ts
            packages/app/src/a.tsx:3 react -> outside
            packages/app/src/a.tsx:4 @/b -> packages/app/src/b.ts
            packages/app/src/a.tsx:5 ./b.js -> packages/app/src/b.ts
            packages/app/src/a.tsx:6 .. -> packages/app/index.js
            packages/app/src/a.tsx:7 ./gone -> missing
            packages/app/src/a.tsx:8 ./style.css -> packages/app/src/style.css
        "#]],
    );
}

#[test]
fn a_module_keeps_its_names_and_a_script_does_not() {
    check(
        r"//- a.js
run(); go();
//- b.js
export function run() {}
//- c.js
function go() {}
",
        expect![[r#"
            a.js:1 call run -> ?
            a.js:1 call go -> c.js:go [unique-name]
        "#]],
    );
}

#[test]
fn a_written_type_beside_a_value_is_its_type() {
    check(
        r"//- a.ts
import { Door } from './b';
function go(x: unknown) {
  (x as Door).open();
  (x as Door).inner.open();
  (x as any).open();
}
//- b.ts
export class Door { inner: Door; open() {} }
export class Gate { open() {} }
",
        expect![[r#"
            a.ts:3 call Door{} open -> b.ts:Door.open [by-type]
            a.ts:3 type Door -> b.ts:Door [import]
            a.ts:4 call inner open -> b.ts:Door.open b.ts:Gate.open [ambiguous(3)]
            a.ts:5 call any{} open -> ?
            a.ts:4 read Door{} inner -> b.ts:Door.inner [by-type]
            b.ts:1 type Door -> b.ts:Door [same-file]
        "#]],
    );
}

#[test]
fn an_arrow_in_an_object_has_the_object_of_its_method() {
    check(
        r"//- a.ts
class Query {
  #send() {}
  run() { start({ onFail: () => { this.#send(); }, other() { this.#send(); } }); }
}
class Other { #send() {} }
class Third { #send() {} go(socket: any, query: Query) { socket.onopen = () => { this.#send(); query.run(); }; } }
class Fourth { run() {} }
",
        expect![[r#"
            a.ts:3 call start -> ?
            a.ts:3 call this #send -> a.ts:Query.#send [same-file]
            a.ts:3 call this #send -> a.ts:Query.#send a.ts:Other.#send a.ts:Third.#send [ambiguous(3)]
            a.ts:6 type Query -> a.ts:Query [same-file]
            a.ts:6 call this #send -> a.ts:Third.#send [same-file]
            a.ts:6 call query run -> a.ts:Query.run [by-type]
            a.ts:6 write socket onopen -> ?
        "#]],
    );
}

#[test]
fn a_comment_states_types_in_javascript() {
    check(
        r"//- a.js
import { Door } from './b';
function go() {
  Door.make().open();
  new Door().next.open();
}
export { go };
//- b.js
export class Door {
  /**
   * Makes one.
   * @returns {Door}
   */
  static make() {}
  /** @type {Door} */
  get next() {}
  open() {}
}
export class Gate { open() {} }
",
        expect![[r#"
            a.js:3 call Door.make() open -> b.js:Door.open [by-type]
            a.js:3 call Door make -> b.js:Door.make [import]
            a.js:4 call next open -> b.js:Door.open b.js:Gate.open [ambiguous(3)]
            a.js:4 call Door -> b.js:Door [import]
            a.js:4 read Door() next -> b.js:Door.next [by-type]
            a.js:3 read Door -> b.js:Door [import]
            a.js:6 read go -> a.js:go [same-file]
        "#]],
    );
}

#[test]
fn a_function_assigned_to_a_declared_field_is_no_second_definition() {
    check(
        r"//- a.ts
export class Query {
  onFail: () => void;
  constructor() { this.onFail = () => { this.go(); }; }
  go() { this.onFail(); }
}
Query.prototype.stop = function () { this.go(); };
export interface Query { stop(): void; }
export class Door {
  open: () => void;
  go() { this.open(); }
}
Door.prototype.open = function () { this.go(); };
",
        expect![[r#"
            a.ts:3 call this go -> a.ts:Query.go [same-file]
            a.ts:4 call this onFail -> a.ts:Query.onFail [same-file]
            a.ts:6 call this go -> a.ts:Query.go [same-file]
            a.ts:10 call this open -> a.ts:Door.open [same-file]
            a.ts:12 call this go -> a.ts:Door.go [same-file]
            a.ts:3 write this onFail -> a.ts:Query.onFail [same-file]
            a.ts:6 read Query prototype -> ?
            a.ts:12 read Door prototype -> ?
            a.ts:6 read Query -> a.ts:Query a.ts:Query [same-file]
            a.ts:12 read Door -> a.ts:Door [same-file]
        "#]],
    );
}

#[test]
fn what_a_prototype_is_assigned_are_members_of_its_class() {
    check(
        r"//- a.js
export function Point(x) { this.x = x; }
Point.prototype = {
  clone: function () { return new Point(this.x); },
  twice() { return this.clone().clone(); },
};
",
        expect![[r#"
            a.js:3 call Point -> a.js:Point [same-file]
            a.js:4 call this.clone() clone -> a.js:Point.prototype.clone [ambiguous(2)]
            a.js:4 call this clone -> a.js:Point.prototype.clone [same-file]
            a.js:3 read this x -> a.js:Point.x [same-file]
            a.js:2 read Point -> a.js:Point [same-file]
        "#]],
    );
}

#[test]
fn exports_under_another_name_lead_to_what_is_meant() {
    check(
        r#"//- a.ts
import wall, { gate, fence as f } from "./b";
import inner from "./c";
import { default as third } from "./c";
import Made from "./made";
wall();
gate();
f();
inner();
third();
Made();
//- b.ts
function door() {}
export function fence() {}
export { door as gate };
export { door as default, wall };
export function wall() {}
function a() {}
//- c.ts
import { gate } from "./b";
export function inner() {}
export default gate;
//- made.ts
export function Made() {}
function raw() {}
export default function other() {}
"#,
        expect![[r#"
            a.ts:5 call wall -> b.ts:door [import]
            a.ts:6 call gate -> b.ts:door [import]
            a.ts:7 call f -> b.ts:fence [import]
            a.ts:8 call inner -> b.ts:door [import]
            a.ts:9 call third -> b.ts:door [import]
            a.ts:10 call Made -> made.ts:other [import]
            b.ts:3 read door -> b.ts:door [same-file]
            b.ts:4 read wall -> b.ts:wall [same-file]
            c.ts:3 read gate -> b.ts:door [import]
        "#]],
    );
}

#[test]
fn parameters_of_a_function_that_is_handed_over_have_the_types_its_taker_says() {
    check(
        r#"//- a.ts
import { operate, Stream, Listener, watch, over, keep } from './b';
operate((source, sink) => {
  source.open();
  sink.open();
});
new Stream(function (sink) { sink.open(); });
function go(stream: Stream) {
  stream.each(sink => sink.open());
  watch((event) => event.open());
  over('x', one => one.open());
  keep(one => one.open());
  gone(one => one.open());
}
class Sub extends Stream {}
new Sub(sink => sink.open());
//- b.ts
export class Stream {
  constructor(start?: (this: Stream, sink: Sink) => void) {}
  open() {}
  each: (next: (sink: Sink, at: number) => void) => void;
}
export class Sink { open() {} }
export class Other { open() {} }
export type Listener = (event: Sink) => void;
export function operate<T>(init: (source: Stream, sink: Sink) => (() => void) | void): void {}
export const watch = (listener: Listener | null) => {};
export function over(name: string, f: (one: Sink) => void): void;
export function over(name: string, f: (one: Other) => void): void;
export function keep<T>(f: (one: T) => void): void {}
"#,
        expect![[r#"
            a.ts:2 call operate -> b.ts:operate [import]
            a.ts:3 call source open -> b.ts:Stream.open [by-type]
            a.ts:4 call sink open -> b.ts:Sink.open [by-type]
            a.ts:6 call Stream -> b.ts:Stream [import]
            a.ts:6 call sink open -> b.ts:Sink.open [by-type]
            a.ts:7 type Stream -> b.ts:Stream [import]
            a.ts:8 call stream each -> b.ts:Stream.each [by-type]
            a.ts:8 call sink open -> b.ts:Sink.open [by-type]
            a.ts:9 call watch -> b.ts:watch [import]
            a.ts:9 call event open -> b.ts:Sink.open [by-type]
            a.ts:10 call over -> b.ts:over b.ts:over [import]
            a.ts:10 call one open -> b.ts:Stream.open b.ts:Sink.open b.ts:Other.open [ambiguous(4)]
            a.ts:11 call keep -> b.ts:keep [import]
            a.ts:11 call one open -> b.ts:Stream.open b.ts:Sink.open b.ts:Other.open [ambiguous(4)]
            a.ts:12 call gone -> ?
            a.ts:12 call one open -> b.ts:Stream.open b.ts:Sink.open b.ts:Other.open [ambiguous(4)]
            a.ts:14 extends Stream -> b.ts:Stream [import]
            a.ts:15 call Sub -> a.ts:Sub [same-file]
            a.ts:15 call sink open -> b.ts:Sink.open [by-type]
            b.ts:2 type Stream -> b.ts:Stream [same-file]
            b.ts:2 type Sink -> b.ts:Sink [same-file]
            b.ts:4 type Sink -> b.ts:Sink [same-file]
            b.ts:8 type Sink -> b.ts:Sink [same-file]
            b.ts:9 type Stream -> b.ts:Stream [same-file]
            b.ts:9 type Sink -> b.ts:Sink [same-file]
            b.ts:10 type Listener -> b.ts:Listener [same-file]
            b.ts:11 type Sink -> b.ts:Sink [same-file]
            b.ts:12 type Other -> b.ts:Other [same-file]
        "#]],
    );
}
