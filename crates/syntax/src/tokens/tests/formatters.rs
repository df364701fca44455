//! What formatters do, language by language, and edits that look like it but are not.

use rutter_domain::Language::{
    Bash, C, CSharp, Cpp, Elixir, Go, Haskell, Java, JavaScript, Kotlin, Lua, Php, Python, Ruby,
    Rust, Scala, Swift, Tsx, TypeScript, Zig,
};

use super::*;

/// The hashes that are compared, as marks at the ends are not part of any definition.
fn trimmed(language: Language, text: &str) -> Vec<u64> {
    let all = tokens(language, text);
    let is_token = |token: &Token| !token.is_mark();
    let (Some(start), Some(end)) = (all.iter().position(is_token), all.iter().rposition(is_token))
    else {
        return Vec::new();
    };
    all[start..=end].iter().map(|token| token.hash).collect()
}

#[test]
fn a_formatter_changes_no_hash() {
    let mut wrong = Vec::new();
    for (language, before, after) in SAME {
        if trimmed(*language, before) != trimmed(*language, after) {
            wrong.push(format!("{language}:\n{before}\n{after}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), SAME.len(), wrong.join("\n---\n"));
}

#[test]
fn what_changes_the_meaning_changes_a_hash() {
    let mut wrong = Vec::new();
    for (language, before, after) in DIFFERENT {
        if trimmed(*language, before) == trimmed(*language, after) {
            wrong.push(format!("{language}:\n{before}\n{after}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), DIFFERENT.len(), wrong.join("\n---\n"));
}

const SAME: &[(Language, &str, &str)] = &[
    // black, ruff
    (Python, "f(a, b)", "f(\n    a,\n    b,\n)"),
    (Python, "x = [1, 2]", "x = [\n    1,\n    2,\n]"),
    (Python, "x = {'a': 1}", "x = {\n    \"a\": 1,\n}"),
    (Python, "def f(a, b): return a", "def f(\n    a,\n    b,\n):\n    return a"),
    (Python, "return a and b", "return (\n    a\n    and b\n)"),
    (Python, "x = (a)", "x = a"),
    (Python, "if (a): b()", "if a:\n    b()"),
    (Python, "while (a): b()", "while a:\n    b()"),
    (Python, "for (x, y) in (z): pass", "for x, y in z:\n    pass"),
    (Python, "del (a, b)", "del a, b"),
    (Python, "del (a), (b)", "del a, b"),
    (Python, "assert a, (b)", "assert (\n    a\n), b"),
    (Python, "with open(a) as b, c: pass", "with (\n    open(a) as b,\n    c,\n):\n    pass"),
    (Python, "return (a, b)", "return a, b"),
    (Python, "x = a, b", "x = (\n    a,\n    b,\n)"),
    (Python, "x = 'a' + u'b' + R'c' + B'd'", "x = \"a\" + \"b\" + R\"c\" + b\"d\""),
    (Python, "x = 'it\\'s'", "x = \"it's\""),
    (Python, "x = f'a{b[\"c\"]}d'", "x = f\"a{b['c']}d\""),
    (Python, "x = '''a'''", "x = \"\"\"a\"\"\""),
    (Python, "x = 0XABC + 1E5 + 10J", "x = 0xABC + 1e5 + 10j"),
    (Python, "x = a + \\\n    b", "x = a + b"),
    (Python, "a = 1; b = 2", "a = 1\nb = 2"),
    (Python, "class A(): pass", "class A:\n    pass"),
    (
        Python,
        "def f():\n    \"\"\" Adds. \"\"\"\n    return 1",
        "def f():\n    '''Adds.'''\n    return 1",
    ),
    (Python, "from a import (b)", "from a import b"),
    (Python, "x = 'a' 'b'", "x = \"ab\" \"\""),
    (Python, "print((a))", "print(a)"),
    (Python, "x = await (f(a))", "x = await f(a)"),
    (Python, "def f() -> (int): pass", "def f() -> int:\n    pass"),
    (Python, "f(a if b else c)", "f(\n    (\n        a\n        if b\n        else c\n    ),\n)"),
    // prettier
    (JavaScript, "const a = 'x'", "const a = \"x\";"),
    (JavaScript, "a = 'it\\'s'", "a = \"it's\";"),
    (JavaScript, "x => x", "(x) => x;"),
    (JavaScript, "f(a => { return (a) })", "f((a) => {\n  return a;\n});"),
    (JavaScript, "const a = {'b': 1, \"c\": 2}", "const a = {\n  b: 1,\n  c: 2,\n};"),
    (JavaScript, "a()\nb()", "a();\nb();"),
    (JavaScript, "x = a && b || c", "x = (a && b) || c;"),
    (JavaScript, "x = (a * b) + c", "x = a * b + c;"),
    (JavaScript, "return (a)", "return (\n  a\n);"),
    (JavaScript, "x = 0XAB + 1E5 + .5 + 1.50", "x = 0xab + 1e5 + 0.5 + 1.5;"),
    (JavaScript, "x = new Foo", "x = new Foo();"),
    (JavaScript, "class A { x = 1; y }", "class A {\n  x = 1;\n  y;\n}"),
    (JavaScript, "export { a, b }", "export {\n  a,\n  b,\n};"),
    (
        JavaScript,
        "x = <a b='c' d={'e'}>one two</a>",
        "x = (\n  <a b=\"c\" d=\"e\">\n    one\n    two\n  </a>\n);",
    ),
    (JavaScript, "x = <a>one <b /></a>", "x = (\n  <a>\n    one{\" \"}\n    <b />\n  </a>\n);"),
    (
        TypeScript,
        "interface A { a: string, b: number }",
        "interface A {\n  a: string;\n  b: number;\n}",
    ),
    (TypeScript, "type A = 'a' | 'b'", "type A =\n  | \"a\"\n  | \"b\";"),
    (TypeScript, "let f = (a: string) => a", "let f = (\n  a: string,\n) => a;"),
    (TypeScript, "enum E { A, B }", "enum E {\n  A,\n  B,\n}"),
    (TypeScript, "let x = (a as B)", "let x = a as B;"),
    (TypeScript, "export class A { private x = 'a' }", "export class A {\n  private x = \"a\";\n}"),
    (TypeScript, "type A = (string)", "type A = string;"),
    (Tsx, "const A = () => (<b>{x}</b>)", "const A = () => <b>{x}</b>;"),
    (JavaScript, "if (a) { b }\n;[c].d()", "if (a) {\n  b;\n}\n[c].d();"),
    (JavaScript, "x = <a>{/* why */}b</a>", "x = <a>b</a>;"),
    // rustfmt
    (Rust, "fn f(a: u8, b: u8) {}", "fn f(\n    a: u8,\n    b: u8,\n) {\n}"),
    (Rust, "fn f() { g(|x| { x }) }", "fn f() {\n    g(|x| x)\n}"),
    (
        Rust,
        "fn f() { match a { B => { 1 } C => 2 } }",
        "fn f() {\n    match a {\n        B => 1,\n        C => 2,\n    }\n}",
    ),
    (
        Rust,
        "fn f() { match a { | B | C => {} , D => {} } }",
        "fn f() {\n    match a {\n        B | C => {}\n        D => {}\n    }\n}",
    ),
    (
        Rust,
        "fn f() { match a { B => { match c { D => 1 } } } }",
        "fn f() {\n    match a {\n        B => match c {\n            D => 1,\n        },\n    }\n}",
    ),
    (Rust, "fn f() { return 1 }", "fn f() {\n    return 1;\n}"),
    (Rust, "fn f<T>() where T: A {}", "fn f<T>()\nwhere\n    T: A,\n{\n}"),
    (Rust, "fn f() { vec![1, 2] }", "fn f() {\n    vec![\n        1,\n        2,\n    ]\n}"),
    (Rust, "fn f() { if (a) { ((b)) } }", "fn f() {\n    if a {\n        b\n    }\n}"),
    (Rust, "struct A { a: u8, b: u8 }", "struct A {\n    a: u8,\n    b: u8,\n}"),
    (Rust, "fn f() { use a::{b}; }", "fn f() {\n    use a::b;\n}"),
    (
        Rust,
        "fn f() { m![g(a), (b, c)] }",
        "fn f() {\n    m![\n        g(\n            a,\n        ),\n        (\n            b,\n            c,\n        ),\n    ]\n}",
    ),
    (
        Rust,
        "fn f() { match a { B => return c, D => {} } }",
        "fn f() {\n    match a {\n        B => {\n            return c;\n        }\n        D => {}\n    }\n}",
    ),
    (Rust, "#[derive(A, B)]\nstruct C;", "#[derive(\n    A,\n    B,\n)]\nstruct C;"),
    // gofmt
    (
        Go,
        "package a\nfunc f() { g(a, b) }",
        "package a\n\nfunc f() {\n\tg(\n\t\ta,\n\t\tb,\n\t)\n}",
    ),
    (
        Go,
        "package a\nfunc f() { x := 0XAB; y() }",
        "package a\n\nfunc f() {\n\tx := 0xAB\n\ty()\n}",
    ),
    (
        Go,
        "package a\nfunc f() { if (a) { return (b) } }",
        "package a\n\nfunc f() {\n\tif a {\n\t\treturn b\n\t}\n}",
    ),
    (
        Go,
        "package a\ntype T struct { a int; b int }",
        "package a\n\ntype T struct {\n\ta int\n\tb int\n}",
    ),
    // ktfmt, ktlint
    (
        Kotlin,
        "fun f(a: Int, b: Int) { val x = 1; g(x) }",
        "fun f(\n  a: Int,\n  b: Int,\n) {\n  val x = 1\n  g(x)\n}",
    ),
    (Kotlin, "fun f(): Int { return (1) }", "fun f(): Int {\n  return 1\n}"),
    (Kotlin, "class A { val x = 1; val y = 2 }", "class A {\n  val x = 1\n  val y = 2\n}"),
    // swift-format
    (Swift, "func f() { if (a) { b(); c() } }", "func f() {\n  if a {\n    b()\n    c()\n  }\n}"),
    (Swift, "let a = [1, 2]", "let a = [\n  1,\n  2,\n]"),
    // scalafmt
    (
        Scala,
        "object A { def f(a: Int, b: Int) = { x; y } }",
        "object A {\n  def f(\n    a: Int,\n    b: Int,\n  ) = {\n    x\n    y\n  }\n}",
    ),
    // rubocop, standardrb
    (Ruby, "def f\n  x = 'a'\nend", "def f\n  x = \"a\"\nend"),
    (Ruby, "puts 'a', b", "puts(\"a\", b)"),
    (Ruby, "def f a, b\nend", "def f(a, b)\nend"),
    (Ruby, "x = [1, 2]; y = {a: 1}", "x = [\n  1,\n  2,\n]\ny = {\n  a: 1,\n}"),
    (Ruby, "return (a) if (b)", "return a if b"),
    (Ruby, "if a then b end", "if a\n  b\nend"),
    (Ruby, "f(:a => 1)", "f(a: 1)"),
    // php-cs-fixer, pint
    (
        Php,
        "<?php f($a, $b); $x = array('a', TRUE);",
        "<?php\nf(\n    $a,\n    $b,\n);\n$x = [\n    \"a\",\n    true,\n];",
    ),
    (Php, "<?php return ($a);", "<?php\nreturn $a;"),
    (Php, "<?php $x = new A;", "<?php\n$x = new A();"),
    // stylua
    (Lua, "local x = 'a'; f 'b'; f{1; 2}", "local x = \"a\"\nf(\"b\")\nf({\n  1,\n  2,\n})"),
    (Lua, "if (a) then return (b); end", "if a then\n  return b\nend"),
    // mix format
    (Elixir, "IO.puts \"a\"", "IO.puts(\"a\")"),
    (Elixir, "x = 1000000; y = 0xab", "x = 1_000_000\ny = 0xAB"),
    (Elixir, "def f(a) do a; b end", "def f(a) do\n  a\n  b\nend"),
    // shfmt
    (Bash, "f() { a; b; if c; then d; fi }", "f() {\n  a\n  b\n  if c; then\n    d\n  fi\n}"),
    (Bash, "x=`ls`", "x=$(ls)"),
    // ormolu
    (Haskell, "f x = g x y", "f x =\n  g\n    x\n    y"),
    (Haskell, "data A = B deriving Show", "data A = B\n  deriving (Show)"),
    // clang-format
    (C, "int a[] = {1, 2};", "int a[] = {\n    1,\n    2,\n};"),
    (C, "enum E { A, B };", "enum E {\n  A,\n  B,\n};"),
    (
        C,
        "#define F(a) do { \\\n  x; \\\n} while (0)\n",
        "#define F(a)   do {   \\\n    x;  \\\n  } while (0)\n",
    ),
    (C, "char *s = \"a b\";", "char *s = \"a \"\n          \"b\" \"\";"),
    (Cpp, "auto x = T{1, 2};", "auto x = T{\n    1,\n    2,\n};"),
    // google-java-format, csharpier
    (
        Java,
        "class A { int[] x = {1, 2}; long y = 0XFFL; }",
        "class A {\n  int[] x = {\n    1,\n    2,\n  };\n  long y = 0xFFL;\n}",
    ),
    (Java, "enum E { A, B }", "enum E {\n  A,\n  B,\n}"),
    (CSharp, "enum E { A, B }", "enum E\n{\n    A,\n    B,\n}"),
    (
        CSharp,
        "class A { int[] X = new[] { 1, 2 }; }",
        "class A\n{\n    int[] X = new[]\n    {\n        1,\n        2,\n    };\n}",
    ),
    // zig fmt
    (Zig, "const x = f(.{ 1, 2 });", "const x = f(.{\n    1,\n    2,\n});"),
];

const DIFFERENT: &[(Language, &str, &str)] = &[
    (Python, "x = (a,)", "x = (a)"),
    (Python, "x = a,", "x = a"),
    (Python, "x = (a + b) * c", "x = a + b * c"),
    (Python, "x = f((a, b))", "x = f(a, b)"),
    (Python, "x = a[1,]", "x = a[1]"),
    (Python, "x = 'a'", "x = b'a'"),
    (Python, "x = r'\\n'", "x = '\\n'"),
    (Python, "x = 'a '", "x = 'a'"),
    (Python, "x = f'a{b} '", "x = f'a{b}'"),
    (Python, "x = '\\''", "x = '\\\\\\''"),
    (Python, "x = -(a + b)", "x = -a + b"),
    (Python, "x = not (a and b)", "x = not a and b"),
    (Python, "x = 1.0", "x = 1"),
    (Python, "x = ['a' 'b']", "x = ['a', 'b']"),
    (Python, "return a, (b, c)", "return (a, b), c"),
    (Python, "if a:\n    b()\n    c()", "if a:\n    b()\nc()"),
    (JavaScript, "x = [1,,2]", "x = [1,2]"),
    (JavaScript, "x = [,]", "x = []"),
    (JavaScript, "x = [1,,]", "x = [1,]"),
    (JavaScript, "x = (a + b) * c", "x = a + b * c"),
    (JavaScript, "x = -(a ** b)", "x = (-a) ** b"),
    (JavaScript, "x = (a?.b).c", "x = a?.b.c"),
    (JavaScript, "f((a, b))", "f(a, b)"),
    (JavaScript, "f((a, b, c))", "f(a, (b, c))"),
    (JavaScript, "x = () => ({})", "x = () => {}"),
    (JavaScript, "x = `a`", "x = 'a '"),
    (JavaScript, "x = `a${b} `", "x = `a${b}`"),
    (JavaScript, "x = '\\n'", "x = 'n'"),
    (JavaScript, "x = {'a-b': 1}", "x = {'a': 1}"),
    (JavaScript, "x = {a: 1}", "x = {['a']: 1}"),
    (JavaScript, "a\n++b", "a++\nb"),
    (JavaScript, "x = a\n;(b)", "x = a\n(b)"),
    (JavaScript, "x = new (a())()", "x = new a()()"),
    (JavaScript, "x = (a, b)", "x = a, b"),
    (JavaScript, "x = a ? (b, c) : d", "x = a ? b : (c, d)"),
    (JavaScript, "if (a) { b }\nelse c", "if (a) b\nelse c"),
    (JavaScript, "x = <a>one two</a>", "x = <a>onetwo</a>"),
    (JavaScript, "x = <a>one <b /></a>", "x = <a>one<b /></a>"),
    (JavaScript, "x = 10n", "x = 10"),
    (TypeScript, "type A = (B | C)[]", "type A = B | C[]"),
    (TypeScript, "let x = (<any>a).b", "let x = <any>a.b"),
    (TypeScript, "let x = (a as B).c", "let x = a as B.c"),
    (TypeScript, "interface A { a?: string }", "interface A { a: string }"),
    (TypeScript, "interface A { a(): b; c: d }", "interface A { a(): b.c; d }"),
    (Rust, "fn f() { let x = (a,); }", "fn f() { let x = (a); }"),
    (Rust, "fn f() { g(|x| { x; }) }", "fn f() { g(|x| { x }) }"),
    (Rust, "fn f() { a; }", "fn f() { a }"),
    (Rust, "fn f() { match a { B => {} C => 2 } }", "fn f() { match a { B => C, D => 2 } }"),
    (Rust, "fn f() { 'a' }", "fn f() { \"a\" }"),
    (Rust, "fn f() { \"a \" }", "fn f() { \"a\" }"),
    (Rust, "fn f() { (x.f)() }", "fn f() { x.f() }"),
    (Rust, "fn f() { (a + b) * c }", "fn f() { a + b * c }"),
    (Rust, "fn f() -> (u8,) {}", "fn f() -> (u8) {}"),
    (Rust, "fn f() { m!(a, (b,)) }", "fn f() { m!(a, (b)) }"),
    (Go, "package a\nvar x = \"a\"", "package a\nvar x = 'a'"),
    (Go, "package a\nvar x = \"\\n\"", "package a\nvar x = `\\n`"),
    (Go, "package a\nvar x = (a + b) * c", "package a\nvar x = a + b * c"),
    (Java, "class A { Object x = \"a\"; }", "class A { Object x = 'a'; }"),
    (Java, "class A { int x = (a + b) * c; }", "class A { int x = a + b * c; }"),
    (C, "char *s = \"a\";", "char *s = 'a';"),
    (C, "char *s = \"\\x1\" \"2\";", "char *s = \"\\x12\";"),
    (C, "int x = F(a,);", "int x = F(a);"),
    (C, "#define F \"a  b\"\n", "#define F \"a b\"\n"),
    (Cpp, "auto x = 10_KM;", "auto x = 10_km;"),
    (CSharp, "class A { int[,] x; }", "class A { int[] x; }"),
    (Haskell, "f = 'a'", "f = \"a\""),
    (Haskell, "f = (,a)", "f = (a)"),
    (Haskell, "f = (a + b) * c", "f = a + b * c"),
    (Haskell, "f = do\n  a\n  b", "f = do\n  a b"),
    (Kotlin, "fun f() { foo\n(bar) }", "fun f() { foo(bar) }"),
    (Kotlin, "val x = 'a'", "val x = \"a\""),
    (Kotlin, "val x = (a + b) * c", "val x = a + b * c"),
    (Kotlin, "val x = \"a \"", "val x = \"a\""),
    (Swift, "func f() { foo()\n(bar) }", "func f() { foo()(bar) }"),
    (Swift, "let x = (a, b)", "let x = (a)"),
    (Scala, "val x = 'a'", "val x = \"a\""),
    (Ruby, "x = 'a\\n'", "x = \"a\\n\""),
    (Ruby, "x = '#{a}'", "x = \"#{a}\""),
    (Ruby, "foo", "foo()"),
    (Ruby, "g(f - a())", "g(f(-a))"),
    (Ruby, "a { |x,| x }", "a { |x| x }"),
    (Ruby, "super", "super()"),
    (Ruby, "foo\nbar", "foo bar"),
    (Php, "<?php $x = '$a';", "<?php $x = \"$a\";"),
    (Php, "<?php $x = '\\n';", "<?php $x = \"\\n\";"),
    (Php, "<?php [, $a] = $b;", "<?php [$a] = $b;"),
    (Php, "<?php $x = [1, [2]];", "<?php $x = [[1, 2]];"),
    (Lua, "return (f())", "return f()"),
    (Lua, "return (...)", "return ..."),
    (Lua, "x = [[a]]", "x = 'b'"),
    (Elixir, "x = 'a'", "x = \"a\""),
    (Elixir, "x = (a + b) * c", "x = a + b * c"),
    (Elixir, "foo a, bar(b)", "foo(a, bar, b)"),
    (Bash, "a; b", "a b"),
    (Bash, "x='$a'", "x=\"$a\""),
    (Bash, "for ((i=0;i<3;i++)); do a; done", "for ((i=0;i<3;)); do a; done"),
    (Zig, "const x = 'a';", "const x = \"a\";"),
    (Ruby, "f('a' => 1)", "f(a: 1)"),
    (JavaScript, "while (a) ;b()", "while (a) b()"),
    (Python, "x = await (a or b)", "x = await a or b"),
    (Rust, "fn f() { use a::{self}; }", "fn f() { use a::b; }"),
    (Python, "def f():\n    x = 'a'\n    'b'", "def f():\n    x = 'a'\n    'c'"),
];
