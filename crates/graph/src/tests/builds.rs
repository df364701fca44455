//! What build files say about where imports lead.

use expect_test::expect;

use rutter_domain::ReferenceKind;

use super::{check, check_imports, check_kinds};

#[test]
fn cargo_toml_names_crates_and_renames_them() {
    check_imports(
        r#"//- Cargo.toml
[workspace]
members = ["crates/*"]
[workspace.dependencies]
shared = { path = "crates/base", package = "tide-base" }
serde = "1"
//- crates/base/Cargo.toml
[package]
name = "tide-base"
//- crates/base/src/lib.rs
pub struct Base;
//- crates/net/Cargo.toml
[package]
name = "tide-net"
[lib]
name = "wire"
path = "code/entry.rs"
//- crates/net/code/entry.rs
mod deep;
pub struct Net;
//- crates/net/code/deep.rs
use crate::Net;
//- crates/app/Cargo.toml
[package]
name = "app"
[dependencies]
shared.workspace = true
serde.workspace = true
[target.'cfg(unix)'.dependencies]
tide-net = { path = "../net" }
[dev-dependencies]
old = { package = "tide-base", path = "../base" }
//- crates/app/src/main.rs
use shared::Base;
use wire::Net;
use old::Base as Old;
use serde::Serialize;
use base::Base as Guess;
use tide_base::Base as Unknown;
//- crates/serde/Cargo.toml
broken = [
//- crates/serde/src/lib.rs
pub struct Serialize;
"#,
        expect![[r#"
            crates/app/src/main.rs:1 shared Base -> crates/base/src/lib.rs
            crates/app/src/main.rs:2 wire Net -> crates/net/code/entry.rs
            crates/app/src/main.rs:3 old Base -> crates/base/src/lib.rs
            crates/app/src/main.rs:4 serde Serialize -> outside
            crates/app/src/main.rs:5 base Base -> outside
            crates/app/src/main.rs:6 tide_base Base -> outside
            crates/net/code/deep.rs:1 crate Net -> crates/net/code/entry.rs
            crates/net/code/entry.rs:1 self deep -> crates/net/code/deep.rs
        "#]],
    );
}

#[test]
fn go_mod_names_modules_and_replaces_them() {
    check_imports(
        r#"//- go.mod
module example.com/tide // the tool

go 1.22

replace (
	example.com/other v1.0.0 => ./third/other
	example.com/far => example.com/near v2.0.0
)
//- main.go
package main
import (
	"example.com/tide/net"
	"example.com/other/x"
	"example.com/far/net"
	"fmt"
)
//- net/net.go
package net
//- third/other/x/x.go
package x
"#,
        expect![[r#"
            main.go:3 example.com/tide/net -> net/net.go
            main.go:4 example.com/other/x -> third/other/x/x.go
            main.go:5 example.com/far/net -> outside
            main.go:6 fmt -> outside
        "#]],
    );
}

#[test]
fn package_json_exports_lead_to_sources() {
    check_imports(
        r##"//- package.json
{ "name": "root", "workspaces": ["packages/*"] }
//- packages/core/package.json
{ "name": "@tide/core", "exports": { ".": { "types": "./dist/index.d.ts", "import": "./dist/index.mjs" }, "./parts/*": "./dist/parts/*.js", "./plain": "./plain.js" }, "imports": { "#inner/*": "./src/inner/*.js" } }
//- packages/core/dist/index.d.ts
export declare function core(): void;
//- packages/core/src/index.ts
import { hidden } from '#inner/hidden';
export function core() {}
//- packages/core/src/parts/wave.ts
export function wave() {}
//- packages/core/src/inner/hidden.ts
export function hidden() {}
//- packages/core/plain.js
export function plain() {}
//- packages/old/package.json
{ "name": "old", "main": "lib/main.js" }
//- packages/old/lib/main.js
exports.old = 1;
//- packages/app/app.ts
import { core } from '@tide/core';
import { wave } from '@tide/core/parts/wave';
import { plain } from '@tide/core/plain';
import { old } from 'old';
import { gone } from 'core';
import x from 'app';
"##,
        expect![[r#"
            packages/app/app.ts:1 @tide/core core -> packages/core/src/index.ts
            packages/app/app.ts:2 @tide/core/parts/wave wave -> packages/core/src/parts/wave.ts
            packages/app/app.ts:3 @tide/core/plain plain -> packages/core/plain.js
            packages/app/app.ts:4 old old -> packages/old/lib/main.js
            packages/app/app.ts:5 core gone -> outside
            packages/app/app.ts:6 app default -> outside
            packages/core/src/index.ts:1 #inner/hidden hidden -> packages/core/src/inner/hidden.ts
        "#]],
    );
}

#[test]
fn tsconfig_declares_aliases_and_extends_others() {
    check_imports(
        r#"//- tsconfig.base.json
{
  // shared
  "compilerOptions": { "baseUrl": ".", "paths": { "@lib/*": ["packages/lib/src/*"], "config": ["settings/config.ts"], }, },
}
//- tsconfig.json
{ "extends": "./tsconfig.base.json" }
//- packages/app/tsconfig.json
{ "compilerOptions": { "paths": { "~*": ["./code/*"] } } }
//- packages/app/tsconfig.test.json
{ broken
//- packages/app/code/a.ts
import { b } from '~b';
import { lib } from '@lib/deep/lib';
import { config } from 'config';
import { other } from 'settings/other';
import react from 'react';
//- packages/app/code/b.ts
export const b = 1;
//- packages/lib/src/deep/lib.ts
export const lib = 1;
//- settings/config.ts
export const config = 1;
//- settings/other.ts
export const other = 1;
"#,
        expect![[r#"
            packages/app/code/a.ts:1 ~b b -> packages/app/code/b.ts
            packages/app/code/a.ts:2 @lib/deep/lib lib -> packages/lib/src/deep/lib.ts
            packages/app/code/a.ts:3 config config -> settings/config.ts
            packages/app/code/a.ts:4 settings/other other -> settings/other.ts
            packages/app/code/a.ts:5 react default -> outside
        "#]],
    );
}

#[test]
fn pyproject_and_setup_cfg_declare_source_roots() {
    check_imports(
        r#"//- one/pyproject.toml
[tool.setuptools.package-dir]
"" = "code"
"special" = "odd/place"
//- one/code/tide/__init__.py
def flow(): pass
//- one/odd/place/__init__.py
def far(): pass
//- one/tests/test_tide.py
import tide
from special import far
from ebb import low
//- two/setup.cfg
[metadata]
name = ebb
[options]
package_dir =
    = sources
//- two/sources/ebb.py
def low(): pass
//- two/check/test_ebb.py
from ebb import low
//- three/pyproject.toml
not toml at all [
"#,
        expect![[r#"
            one/tests/test_tide.py:1 tide -> one/code/tide/__init__.py
            one/tests/test_tide.py:2 special far -> one/odd/place/__init__.py
            one/tests/test_tide.py:3 ebb low -> two/sources/ebb.py
            two/check/test_ebb.py:1 ebb low -> two/sources/ebb.py
        "#]],
    );
}

#[test]
fn main_sources_come_before_tests_and_the_own_module_before_others() {
    check_imports(
        r"//- core/pom.xml
<project/>
//- core/src/main/java/tide/Wave.java
package tide;
public class Wave {}
//- core/src/test/java/tide/Wave.java
package tide;
public class Wave {}
//- core/src/main/java/tide/use/A.java
package tide.use;
import tide.Wave;
class A {}
//- web/build.gradle.kts
plugins {}
//- web/src/main/java/tide/Wave.java
package tide;
public class Wave {}
//- web/src/main/java/tide/use/B.java
package tide.use;
import tide.Wave;
class B {}
//- web/src/test/java/tide/use/BTest.java
package tide.use;
import tide.Wave;
class BTest {}
",
        expect![[r#"
            core/src/main/java/tide/use/A.java:2 tide Wave -> core/src/main/java/tide/Wave.java
            web/src/main/java/tide/use/B.java:2 tide Wave -> web/src/main/java/tide/Wave.java
            web/src/test/java/tide/use/BTest.java:2 tide Wave -> web/src/main/java/tide/Wave.java
        "#]],
    );
}

#[test]
fn a_class_of_main_does_not_see_one_of_tests() {
    check(
        r"//- src/main/java/tide/A.java
package tide;
class A { void go() { new Helper(); } }
//- src/test/java/tide/Helper.java
package tide;
class Helper { void run() { new A(); } }
",
        expect![[r#"
            src/main/java/tide/A.java:2 call Helper -> ?
            src/test/java/tide/Helper.java:2 call A -> src/main/java/tide/A.java:A [import]
        "#]],
    );
}

#[test]
fn compile_commands_say_where_headers_are() {
    check_imports(
        r#"//- compile_commands.json
[{"directory": "/w/tide/build", "file": "../src/a.c", "command": "cc -I../include -isystem \"../third party\" -c ../src/a.c"},
{"directory": "/w/tide", "file": "/w/tide/src/b.c", "arguments": ["cc", "-I", "other", "-I/usr/include", "src/b.c"]}]
//- src/a.c
#include "tide.h"
#include <zip.h>
#include <stdio.h>
//- src/b.c
#include "tide.h"
#include "far.h"
//- include/tide.h
#include "part.h"
//- other/tide.h

//- other/part.h

//- third party/zip.h

//- tools/stdio.h

//- tools/far.h

"#,
        expect![[r#"
            include/tide.h:1 part.h -> other/part.h
            src/a.c:1 tide.h -> include/tide.h
            src/a.c:2 <zip.h> -> third party/zip.h
            src/a.c:3 <stdio.h> -> outside
            src/b.c:1 tide.h -> other/tide.h
            src/b.c:2 far.h -> tools/far.h
        "#]],
    );
}

#[test]
fn what_only_tests_import_does_not_hide_the_real_one() {
    check_kinds(
        r"//- src/lib.rs
mod real;
mod fake;
#[cfg(test)]
use crate::fake::Clock;
#[cfg(not(test))]
use crate::real::Clock;

fn go() { Clock::now(); }
mod tests {
    use crate::fake::Timer;
}
use crate::real::Timer;
fn wait() { Timer::new(); }
//- src/real.rs
pub struct Clock;
impl Clock { pub fn now() {} }
pub struct Timer;
impl Timer { pub fn new() {} }
//- src/fake.rs
pub struct Clock;
impl Clock { pub fn now() {} }
pub struct Timer;
impl Timer { pub fn new() {} }
",
        |reference| reference.kind == ReferenceKind::Call,
        expect![[r#"
            src/lib.rs:8 call Clock now -> src/real.rs:Clock::now [import]
            src/lib.rs:13 call Timer new -> src/real.rs:Timer::new [import]
        "#]],
    );
}
