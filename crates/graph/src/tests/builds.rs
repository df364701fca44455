//! What build files say about where imports lead.

use expect_test::expect;

use rutter_domain::ReferenceKind;

use super::{check, check_imports, check_kinds};

#[test]
fn cargo_toml_names_crates_and_renames_them() {
    check_imports(
        "//- Cargo.toml\n[workspace]\nmembers = [\"crates/*\"]\n[workspace.dependencies]\nshared = { path = \"crates/base\", package = \"tide-base\" }\nserde = \"1\"\n\
         //- crates/base/Cargo.toml\n[package]\nname = \"tide-base\"\n\
         //- crates/base/src/lib.rs\npub struct Base;\n\
         //- crates/net/Cargo.toml\n[package]\nname = \"tide-net\"\n[lib]\nname = \"wire\"\npath = \"code/entry.rs\"\n\
         //- crates/net/code/entry.rs\nmod deep;\npub struct Net;\n\
         //- crates/net/code/deep.rs\nuse crate::Net;\n\
         //- crates/app/Cargo.toml\n[package]\nname = \"app\"\n[dependencies]\nshared.workspace = true\nserde.workspace = true\n[target.'cfg(unix)'.dependencies]\ntide-net = { path = \"../net\" }\n[dev-dependencies]\nold = { package = \"tide-base\", path = \"../base\" }\n\
         //- crates/app/src/main.rs\nuse shared::Base;\nuse wire::Net;\nuse old::Base as Old;\nuse serde::Serialize;\nuse base::Base as Guess;\nuse tide_base::Base as Unknown;\n\
         //- crates/serde/Cargo.toml\nbroken = [\n\
         //- crates/serde/src/lib.rs\npub struct Serialize;\n",
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
        "//- go.mod\nmodule example.com/tide // the tool\n\ngo 1.22\n\nreplace (\n\texample.com/other v1.0.0 => ./third/other\n\texample.com/far => example.com/near v2.0.0\n)\n\
         //- main.go\npackage main\nimport (\n\t\"example.com/tide/net\"\n\t\"example.com/other/x\"\n\t\"example.com/far/net\"\n\t\"fmt\"\n)\n\
         //- net/net.go\npackage net\n\
         //- third/other/x/x.go\npackage x\n",
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
        "//- package.json\n{ \"name\": \"root\", \"workspaces\": [\"packages/*\"] }\n\
         //- packages/core/package.json\n{ \"name\": \"@tide/core\", \"exports\": { \".\": { \"types\": \"./dist/index.d.ts\", \"import\": \"./dist/index.mjs\" }, \"./parts/*\": \"./dist/parts/*.js\", \"./plain\": \"./plain.js\" }, \"imports\": { \"#inner/*\": \"./src/inner/*.js\" } }\n\
         //- packages/core/dist/index.d.ts\nexport declare function core(): void;\n\
         //- packages/core/src/index.ts\nimport { hidden } from '#inner/hidden';\nexport function core() {}\n\
         //- packages/core/src/parts/wave.ts\nexport function wave() {}\n\
         //- packages/core/src/inner/hidden.ts\nexport function hidden() {}\n\
         //- packages/core/plain.js\nexport function plain() {}\n\
         //- packages/old/package.json\n{ \"name\": \"old\", \"main\": \"lib/main.js\" }\n\
         //- packages/old/lib/main.js\nexports.old = 1;\n\
         //- packages/app/app.ts\nimport { core } from '@tide/core';\nimport { wave } from '@tide/core/parts/wave';\nimport { plain } from '@tide/core/plain';\nimport { old } from 'old';\nimport { gone } from 'core';\nimport x from 'app';\n",
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
        "//- tsconfig.base.json\n{\n  // shared\n  \"compilerOptions\": { \"baseUrl\": \".\", \"paths\": { \"@lib/*\": [\"packages/lib/src/*\"], \"config\": [\"settings/config.ts\"], }, },\n}\n\
         //- tsconfig.json\n{ \"extends\": \"./tsconfig.base.json\" }\n\
         //- packages/app/tsconfig.json\n{ \"compilerOptions\": { \"paths\": { \"~*\": [\"./code/*\"] } } }\n\
         //- packages/app/tsconfig.test.json\n{ broken\n\
         //- packages/app/code/a.ts\nimport { b } from '~b';\nimport { lib } from '@lib/deep/lib';\nimport { config } from 'config';\nimport { other } from 'settings/other';\nimport react from 'react';\n\
         //- packages/app/code/b.ts\nexport const b = 1;\n\
         //- packages/lib/src/deep/lib.ts\nexport const lib = 1;\n\
         //- settings/config.ts\nexport const config = 1;\n\
         //- settings/other.ts\nexport const other = 1;\n",
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
        "//- one/pyproject.toml\n[tool.setuptools.package-dir]\n\"\" = \"code\"\n\"special\" = \"odd/place\"\n\
         //- one/code/tide/__init__.py\ndef flow(): pass\n\
         //- one/odd/place/__init__.py\ndef far(): pass\n\
         //- one/tests/test_tide.py\nimport tide\nfrom special import far\nfrom ebb import low\n\
         //- two/setup.cfg\n[metadata]\nname = ebb\n[options]\npackage_dir =\n    = sources\n\
         //- two/sources/ebb.py\ndef low(): pass\n\
         //- two/check/test_ebb.py\nfrom ebb import low\n\
         //- three/pyproject.toml\nnot toml at all [\n",
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
        "//- core/pom.xml\n<project/>\n\
         //- core/src/main/java/tide/Wave.java\npackage tide;\npublic class Wave {}\n\
         //- core/src/test/java/tide/Wave.java\npackage tide;\npublic class Wave {}\n\
         //- core/src/main/java/tide/use/A.java\npackage tide.use;\nimport tide.Wave;\nclass A {}\n\
         //- web/build.gradle.kts\nplugins {}\n\
         //- web/src/main/java/tide/Wave.java\npackage tide;\npublic class Wave {}\n\
         //- web/src/main/java/tide/use/B.java\npackage tide.use;\nimport tide.Wave;\nclass B {}\n\
         //- web/src/test/java/tide/use/BTest.java\npackage tide.use;\nimport tide.Wave;\nclass BTest {}\n",
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
        "//- src/main/java/tide/A.java\npackage tide;\nclass A { void go() { new Helper(); } }\n\
         //- src/test/java/tide/Helper.java\npackage tide;\nclass Helper { void run() { new A(); } }\n",
        expect![[r#"
            src/main/java/tide/A.java:2 call Helper -> ?
            src/test/java/tide/Helper.java:2 call A -> src/main/java/tide/A.java:A [import]
        "#]],
    );
}

#[test]
fn compile_commands_say_where_headers_are() {
    check_imports(
        "//- compile_commands.json\n[{\"directory\": \"/w/tide/build\", \"file\": \"../src/a.c\", \"command\": \"cc -I../include -isystem \\\"../third party\\\" -c ../src/a.c\"},\n\
         {\"directory\": \"/w/tide\", \"file\": \"/w/tide/src/b.c\", \"arguments\": [\"cc\", \"-I\", \"other\", \"-I/usr/include\", \"src/b.c\"]}]\n\
         //- src/a.c\n#include \"tide.h\"\n#include <zip.h>\n#include <stdio.h>\n\
         //- src/b.c\n#include \"tide.h\"\n#include \"far.h\"\n\
         //- include/tide.h\n#include \"part.h\"\n\
         //- other/tide.h\n\n\
         //- other/part.h\n\n\
         //- third party/zip.h\n\n\
         //- tools/stdio.h\n\n\
         //- tools/far.h\n\n",
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
        "//- src/lib.rs\nmod real;\nmod fake;\n#[cfg(test)]\nuse crate::fake::Clock;\n#[cfg(not(test))]\nuse crate::real::Clock;\n\nfn go() { Clock::now(); }\n\
         mod tests {\n    use crate::fake::Timer;\n}\nuse crate::real::Timer;\nfn wait() { Timer::new(); }\n\
         //- src/real.rs\npub struct Clock;\nimpl Clock { pub fn now() {} }\npub struct Timer;\nimpl Timer { pub fn new() {} }\n\
         //- src/fake.rs\npub struct Clock;\nimpl Clock { pub fn now() {} }\npub struct Timer;\nimpl Timer { pub fn new() {} }\n",
        |reference| reference.kind == ReferenceKind::Call,
        expect![[r#"
            src/lib.rs:8 call Clock now -> src/real.rs:Clock::now [import]
            src/lib.rs:13 call Timer new -> src/real.rs:Timer::new [import]
        "#]],
    );
}
