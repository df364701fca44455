//! Imports that lead nowhere, in many languages.

use super::check;

const RULE: &str = "unresolved-reference";

#[test]
fn an_import_of_a_file_that_does_not_exist_is_a_gap() {
    let nowhere = "leads nowhere: there is no such file in the repository";
    let cases = [
        (
            "//- t/__init__.py\n//- t/a.py\nfrom .tabel import read\n//- t/table.py\ndef read(): pass\n",
            format!("t/a.py:1 `.tabel` {nowhere} [t/table.py]"),
        ),
        ("//- t/__init__.py\n//- t/a.py\nimport t.gone\n", format!("t/a.py:1 `t.gone` {nowhere}")),
        ("//- a.js\nimport x from './gone'\n", format!("a.js:1 `./gone` {nowhere}")),
        ("//- a.js\nconst x = require('./gone')\n", format!("a.js:1 `./gone` {nowhere}")),
        ("//- a.ts\nimport {x} from '../src/gone.js'\n", String::new()),
        (
            "//- s/a.ts\nimport {x} from '../src/gone.js'\n",
            format!("s/a.ts:1 `../src/gone.js` {nowhere}"),
        ),
        ("//- s/a.tsx\nimport {x} from './gone'\n", format!("s/a.tsx:1 `./gone` {nowhere}")),
        ("//- src/lib.rs\nmod gone;\n", format!("src/lib.rs:1 `mod gone` {nowhere}")),
        (
            "//- src/lib.rs\nuse crate::gone::thing;\n",
            format!("src/lib.rs:1 `crate::gone::thing` {nowhere}"),
        ),
        ("//- a.rb\nrequire_relative './gone'\n", format!("a.rb:1 `./gone` {nowhere}")),
        ("//- s/a.c\n#include \"../gone.h\"\n", format!("s/a.c:1 `../gone.h` {nowhere}")),
        ("//- s/a.cpp\n#include \"../gone.hpp\"\n", format!("s/a.cpp:1 `../gone.hpp` {nowhere}")),
        ("//- a.zig\nconst x = @import(\"gone.zig\");\n", format!("a.zig:1 `gone.zig` {nowhere}")),
        (
            "//- m/a/a.go\npackage a\n\nimport (\n\t\"example.org/m/b\"\n\t\"example.org/m/gone\"\n)\n//- b/b.go\npackage b\n",
            format!("m/a/a.go:5 `example.org/m/gone` {nowhere}"),
        ),
    ];
    for (files, expected) in cases {
        check(RULE, files, &expected);
    }
}

#[test]
fn imports_that_may_lead_elsewhere_are_none() {
    for files in [
        "//- t/__init__.py\n//- t/a.py\ntry:\n    from .speed import fast\nexcept ImportError:\n    fast = None\n",
        "//- t/__init__.py\n//- t/a.py\nfrom ._version import version\nimport requests\nfrom ._speedups import x\nfrom .proto import api_pb2\n//- t/proto/__init__.py\n",
        "//- t/__init__.py\n//- t/a.py\nfrom . import b\nfrom .b import c\n//- t/b.py\nfrom os import *\n",
        "//- a.js\nimport './style.css'\nimport x from 'lodash'\nimport y from './b'\nimport z from './c.js'\n//- b/index.js\n//- c.ts\n",
        "//- a.ts\nimport logo from './logo.svg'\nimport d from '../dist/x'\n",
        "//- src/lib.rs\n#[cfg(unix)]\nmod gone;\nmod here;\n#[path = \"x.rs\"]\nmod other;\nuse std::fs;\nuse self::here::A;\n//- src/here.rs\npub struct A;\n",
        "//- src/lib.rs\nuse crate::made::thing;\nmake!(made);\n//- src/b.rs\npub mod made {}\n",
        "//- a.c\n#include \"config.h\"\n#include <stdio.h>\n",
        "//- a.go\npackage a\n\nimport (\n\t\"fmt\"\n\t\"example.org/x/y\"\n)\n",
        "//- a.rb\nrequire 'json'\nrequire_relative \"./b\"\n//- b.rb\n",
    ] {
        check(RULE, files, "");
    }
}

#[test]
fn a_name_that_a_module_does_not_define_is_a_gap() {
    check(
        RULE,
        "//- t/__init__.py\n//- t/a.py\nfrom .table import raed, merge\n//- t/table.py\ndef read(): pass\nmerge = 1\n",
        "t/a.py:1 `raed` is imported from `.table`, which does not define it [read]\n",
    );
}
