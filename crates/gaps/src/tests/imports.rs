//! Imports that lead nowhere, in many languages.

use super::{check, check_none};

const RULE: &str = "unresolved-reference";

#[test]
fn an_import_of_a_file_that_does_not_exist_is_a_gap() {
    let nowhere = "leads nowhere: there is no such file in the repository";
    let cases = [
        (
            r#"//- t/__init__.py
//- t/a.py
from .tabel import read
//- t/table.py
def read(): pass
"#,
            format!("t/a.py:1 `.tabel` {nowhere} [t/table.py]"),
        ),
        (
            r#"//- t/__init__.py
//- t/a.py
import t.gone
"#,
            format!("t/a.py:1 `t.gone` {nowhere}"),
        ),
        (
            r#"//- a.js
import x from './gone'
"#,
            format!("a.js:1 `./gone` {nowhere}"),
        ),
        (
            r#"//- a.js
const x = require('./gone')
"#,
            format!("a.js:1 `./gone` {nowhere}"),
        ),
        (
            r#"//- a.ts
import {x} from '../src/gone.js'
"#,
            String::new(),
        ),
        (
            r#"//- s/a.ts
import {x} from '../src/gone.js'
"#,
            format!("s/a.ts:1 `../src/gone.js` {nowhere}"),
        ),
        (
            r#"//- s/a.tsx
import {x} from './gone'
"#,
            format!("s/a.tsx:1 `./gone` {nowhere}"),
        ),
        (
            r#"//- src/lib.rs
mod gone;
"#,
            format!("src/lib.rs:1 `mod gone` {nowhere}"),
        ),
        (
            r#"//- src/lib.rs
use crate::gone::thing;
"#,
            format!("src/lib.rs:1 `crate::gone::thing` {nowhere}"),
        ),
        (
            r#"//- a.rb
require_relative './gone'
"#,
            format!("a.rb:1 `./gone` {nowhere}"),
        ),
        (
            r#"//- s/a.c
#include "../gone.h"
"#,
            format!("s/a.c:1 `../gone.h` {nowhere}"),
        ),
        (
            r#"//- s/a.cpp
#include "../gone.hpp"
"#,
            format!("s/a.cpp:1 `../gone.hpp` {nowhere}"),
        ),
        (
            r#"//- a.zig
const x = @import("gone.zig");
"#,
            format!("a.zig:1 `gone.zig` {nowhere}"),
        ),
        (
            r#"//- go.mod
module example.org/m
//- a/a.go
package a

import (
	"example.org/m/b"
	"example.org/m/gone"
	"example.org/m/x/b"
)
//- b/b.go
package b
"#,
            format!(
                "a/a.go:5 `example.org/m/gone` {nowhere}\na/a.go:6 `example.org/m/x/b` {nowhere} [b/b.go]"
            ),
        ),
    ];
    for (files, expected) in cases {
        check(RULE, files, &expected);
    }
}

#[test]
fn imports_that_may_lead_elsewhere_are_none() {
    for (tree, part, replacement) in [
        (
            r#"//- t/__init__.py
//- t/a.py
try:
    from .speed import fast
except ImportError:
    fast = None
"#,
            r#"try:
    from .speed import fast
except ImportError:
    fast = None
"#,
            "from .speed import fast\n",
        ),
        (
            r#"//- t/__init__.py
//- t/a.py
from ._version import version
import requests
from ._speedups import x
from .proto import api_pb2
//- t/proto/__init__.py
"#,
            "._version import",
            ".tides import",
        ),
        (
            r#"//- t/__init__.py
//- t/a.py
from . import b
from .b import c
//- t/b.py
from os import *
"#,
            "from .b import c",
            "from .gone import c",
        ),
        (
            r#"//- a.js
import './style.css'
import x from 'lodash'
import y from './b'
import z from './c.js'
//- b/index.js
//- c.ts
"#,
            "'./b'",
            "'./gone'",
        ),
        (
            r#"//- a.ts
import logo from './logo.svg'
import d from '../dist/x'
"#,
            "'./logo.svg'",
            "'./logo'",
        ),
        (
            r#"//- src/lib.rs
#[cfg(unix)]
mod gone;
mod here;
#[path = "x.rs"]
mod other;
use std::fs;
use self::here::A;
//- src/here.rs
pub struct A;
"#,
            "mod here;",
            "mod here;\nmod missing;",
        ),
        (
            r#"//- src/lib.rs
use crate::made::thing;
make!(made);
//- src/b.rs
pub mod made {}
"#,
            "crate::made::",
            "crate::lost::",
        ),
        (
            r#"//- s/a.c
#include "config.h"
#include <stdio.h>
"#,
            "\"config.h\"",
            "\"../gone.h\"",
        ),
        (
            r#"//- a.go
package a

import (
	"fmt"
	"example.org/x/y"
)
"#,
            "",
            r#"//- go.mod
module example.org/x
"#,
        ),
        // The module is not declared; a folder of that name is not that of another module.
        (
            r#"//- a/a.go
package a

import (
	"example.org/m/b"
	"example.org/m/gone"
)
//- b/b.go
package b
"#,
            "",
            r#"//- go.mod
module example.org/m
"#,
        ),
        (
            r#"//- go.mod
module example.org/m
//- a.go
package a

import (
	"example.org/other/config"
	"example.org/other/model"
	"example.org/more"
)
//- config/c.go
package config
"#,
            "example.org/other/config",
            "example.org/m/gone",
        ),
        // Generated files are not indexed, but they are there.
        (
            r#"//- go.mod
module example.org/m
//- a.go
package a

import "example.org/m/tidepb"
//- tidepb/tide.pb.go
// Code generated by protoc-gen-go. DO NOT EDIT.
package tidepb
"#,
            "example.org/m/tidepb",
            "example.org/m/gone",
        ),
        (
            r#"//- tools/go.mod
module example.org/m/tools
//- go.mod
module example.org/m
//- a.go
package a

import "example.org/m/tools/b"
//- tools/b/b.go
package b
"#,
            "example.org/m/tools/b\"",
            "example.org/m/tools/gone\"",
        ),
        (
            r#"//- s/a.c
#include "../gone.h"
//- include/gone.h
int x;
"#,
            "include/gone.h",
            "include/other.h",
        ),
        (
            r#"//- a.php
<?php
require './gone.php';
"#,
            "",
            r#"//- a.js
import x from './gone'
"#,
        ),
        (
            r#"//- a.rb
require 'json'
require_relative "./b"
//- b.rb
"#,
            "\"./b\"",
            "\"./gone\"",
        ),
    ] {
        check_none(RULE, tree, part, replacement);
    }
}

#[test]
fn a_name_that_a_module_does_not_define_is_a_gap() {
    check(
        RULE,
        r#"//- t/__init__.py
//- t/a.py
from .table import raed, merge
//- t/table.py
def read(): pass
merge = 1
"#,
        "t/a.py:1 `raed` is imported from `.table`, which does not define it [read]\n",
    );
}
