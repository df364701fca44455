//! Text in, text out: the locals of a text, each with its lines and its origin.

use expect_test::{Expect, expect};
use rutter_domain::Language;

fn check(language: Language, text: &str, expected: Expect) {
    let facts = crate::read(language, text);
    let lines = facts.locals.iter().map(|local| {
        let owner = local.owner.map(|id| facts.symbols[id as usize].name.as_str()).unwrap_or("-");
        let (name, start, end) = (&local.name, local.start_line, local.end_line);
        format!("{owner} {start}-{end} {name}: {:?}\n", local.origin)
    });
    expected.assert_eq(&lines.collect::<String>());
}

#[test]
fn a_name_of_python_holds_for_its_whole_function() {
    check(
        Language::Python,
        r#"class A:
    x: int = 1
    def __init__(self, pool: Pool, *args: Foo, k: "Bar" = None, n=3, **kw):
        self.pool = pool
        self.b: Bar = Bar(1)
        y = z = Client(1, 2)
        a, b = f()
        for i, x in enumerate(xs): pass
        for u in self.users: u.run()
        with open_it() as h, other(x) as (p, q): h.read()
        async with s.get() as r: pass
        try: pass
        except E as e: e.go()
        except (A, B) as e2: pass
        v = [m.go() for m in xs]
        w = lambda c, d=1: c.run()
        if (nn := g.take()): pass
        q = await fetch()
        t: list[User] = []
        k2 += 1
        global zz
        match p:
            case Foo(x=1) as foo: foo.run()
"#,
        expect![[r#"
            __init__ 3-23 pool: Type("Pool")
            __init__ 4-4 self.pool: Value("pool")
            __init__ 5-5 self.b: Type("Bar")
            __init__ 9-23 u: Element("self.users")
            __init__ 10-23 h: Call("open_it().__enter__")
            __init__ 13-23 e: Type("E")
            __init__ 15-23 m: Element("xs")
            __init__ 16-16 c: Unknown
        "#]],
    );
}

#[test]
fn a_name_of_go_holds_for_its_block() {
    check(
        Language::Go,
        r#"package p
func (s *Store) F(a, b *T, f func(x int) error, xs ...U) (r *R, err error) {
	x, err := New(1)
	var y Z = 1
	var q = New()
	for i, v := range s.items { v.Go() }
	for _, v := range list() { v.Go() }
	if z := get(); z != nil { z.M() }
	p := &T{a: 1}
	t := T{}
	m := make([]T, 1)
	n := new(T)
	g := func(c *Ctx) { c.Do() }
	switch u := x.(type) { case *A: u.B() }
	c, ok := x.(*A)
	d := pk.M[0]
	e := a.b.c().d
	select { case msg := <-ch: msg.X() }
}
"#,
        expect![[r#"
            - 1-1 package: Type("p")
            F 2-19 s: Type("*Store")
            F 2-19 a: Type("*T")
            F 6-6 v: Element("s.items")
            F 7-7 v: Element("list()")
            F 8-8 z: Call("get")
            F 13-13 c: Type("*Ctx")
            F 14-14 u: Type("*A")
            F 15-19 c: Type("*A")
            F 18-18 msg: Element("ch")
        "#]],
    );
}

#[test]
fn a_pattern_of_rust_takes_what_it_unwraps() {
    check(
        Language::Rust,
        r#"impl A { fn f(&mut self, mut a: &'a Foo, (b, c): (X, Y)) -> Result<Self> {
 let x = Foo::new(1)?;
 let mut y: Vec<Bar> = vec![];
 let Some(z) = self.find(1).await else { return };
 if let Ok(mut w) = self.q.get(1) { w.go(); }
 match self.e { E::A(ref i) => i.go(), E::B { name, v: vv } => vv.go(), other => other.run() }
 for u in self.items.iter() { u.go() }
 for (k, v) in &map { v.go() }
 let g = |p: &Ctx, q| p.go();
 while let Some(n) = it.next() { n.go() }
 let s = S { a: 1 };
 let t = &mut self.pool;
 let (l, m) = pair();
 let r = Box::new(Foo::new());
 let o = if a { b } else { c };
 let aa = x.b::<C>().d as Foo;
} }
"#,
        expect![[r#"
            A 1-1 <Self>: Type("A")
            f 2-17 x: Value("Foo::new()?")
            f 5-5 w: Call("self.q.get().unwrap")
            f 6-6 i: Value("E::A.0")
            f 6-6 vv: Value("E::B.v")
            f 6-6 other: Value("self.e")
            f 7-7 u: Element("self.items.iter()")
            f 8-8 v: Element("map")
            f 9-9 p: Type("&Ctx")
            f 10-10 n: Call("it.next().unwrap")
        "#]],
    );
}

#[test]
fn a_lambda_of_java_hides_outer_names() {
    check(
        Language::Java,
        r#"class T { void f(final List<String> a, Foo... b) {
 Foo x = new Foo(), y = null; var z = bar.make();
 for (User u : users) u.go();
 for (int i = 0; i < 1; i++) {}
 try (Conn c = open()) { c.go(); } catch (IOE | E e) { e.go(); }
 list.forEach(p -> p.go()); list.map((p, q) -> q.go()); list.map((Foo p2) -> p2.go());
 if (o instanceof Foo ff) ff.go();
 switch (o) { case Foo g -> g.go(); default -> {} }
 var k = (Foo) o; int[] arr = {}; Foo m = this.pool;
} }
"#,
        expect![[r#"
            f 3-3 u: Type("User")
            f 5-5 c: Type("Conn")
            f 5-5 e: Unknown
            f 6-6 p: Call("list.next")
            f 6-6 p: Call("list.next")
            f 6-6 q: Unknown
            f 6-6 p2: Type("Foo")
            f 7-10 ff: Type("Foo")
            f 8-8 g: Type("Foo")
        "#]],
    );
}

#[test]
fn a_member_that_typescript_assigns_is_kept() {
    check(
        Language::TypeScript,
        r#"function f(a: Foo, b?: Bar[], {c, d}: P, ...e: X[]) {
 const x = new Foo(), y: Bar = g(); let z = await this.pool.take();
 for (const u of users) u.go();
 for (const [k, v] of m) v.go();
 const {q, r: s} = t; const [l] = t2;
 try {} catch (e2) { e2.go(); }
 xs.map(p => p.go()); xs.map((p: Foo, i) => p.go());
 const n = o as Foo; const nn = <Foo>o; const m = this.pool!;
 x = new Baz();
 class C { constructor(private h: H) { this.w = new W(); } }
}
"#,
        expect![[r#"
            f 1-1 (0): Type("Foo")
            f 3-3 u: Element("users")
            f 4-4 v: Element("m")
            f 6-6 e2: Unknown
            f 7-7 p: Call("xs.next")
            f 7-7 p: Type("Foo")
            constructor 10-10 self.w: Call("W")
        "#]],
    );
}

#[test]
fn a_declarator_of_cpp_has_the_type_before_it() {
    check(
        Language::Cpp,
        r#"void f(const Foo& a, std::shared_ptr<Bar> b, int* c = 0) {
  Foo x(1); Foo y{2}; auto z = make(); Foo* p = new Foo(); auto& q = this->pool; std::vector<Foo> v; 
  for (auto& e : v) e.go(); for (int i = 0; i < 1; ++i) {}
  try {} catch (const E& ex) { ex.go(); }
  auto l = [&](Foo& w) { w.go(); };
  if (auto* d = dynamic_cast<Foo*>(a)) d->go();
  struct foo *s = get(), t;
}
"#,
        expect![[r#"
            f 2-8 v: Type("std::vector<Foo>")
            f 3-3 e: Element("v")
            f 4-4 ex: Type("E")
            f 5-5 w: Type("Foo")
            f 6-6 d: Type("Foo*")
        "#]],
    );
}

#[test]
fn a_pattern_of_csharp_has_its_type() {
    check(
        Language::CSharp,
        r#"class A { void F(Foo a, List<Bar> b) { var x = new Foo(); Foo y = G(); foreach (var u in b) u.Go(); foreach (Foo w in b) {} using (var c = Open()) {} using var d = Open(); try {} catch (E e) { e.Go(); } b.Select(p => p.Go()); b.Select((Foo p, q) => p.Go()); if (o is Foo f) f.Go(); if (M(out var z)) {} Foo t = new(); } }
"#,
        expect![[r#"
            F 1-1 b: Type("List<Bar>")
            F 1-1 u: Element("b")
            F 1-1 e: Type("E")
            F 1-1 p: Unknown
            F 1-1 p: Type("Foo")
            F 1-1 f: Type("Foo")
        "#]],
    );
}

#[test]
fn a_name_of_kotlin_has_its_written_type_or_its_value() {
    check(
        Language::Kotlin,
        r#"class A(private val h: H) { fun f(a: Foo, b: List<Bar>): R { val x = Foo(1); val y: Foo = g(); for (u in b) u.go(); try {} catch (e: E) { e.go() }; b.map { p -> p.go() }; b.map { p: Foo, q -> p.go() }; val (l, m) = pair(); x.use { it.go() }; val z = x as Foo } }
"#,
        expect![[r#"
            f 1-1 b: Type("List<Bar>")
            f 1-1 x: Call("Foo")
            f 1-1 u: Element("b")
            f 1-1 e: Type("E")
            f 1-1 p: Unknown
            f 1-1 p: Type("Foo")
        "#]],
    );
}

#[test]
fn a_name_that_is_neither_called_nor_before_a_member_is_left_out() {
    check(
        Language::Python,
        "def f(a, b, c):\n    d = a\n    e = b.pool\n    c()\n    return d + e.size()\n",
        expect![[r#"
            f 1-5 b: Unknown
            f 1-5 c: Unknown
            f 3-5 e: Value("b.pool")
        "#]],
    );
}

#[test]
fn a_parameter_that_stands_for_a_type_is_kept_with_its_bounds() {
    check(
        Language::Rust,
        r#"struct S<'a, T: Read + Send, const N: usize>(&'a T);
impl<T> Door for &S<'_, T, 3> where T: Read, <T as Door>::Key: Cut { type Key = u8; fn f<U>(u: U) {} }
trait Door { type Key: Cut; }
"#,
        expect![[r#"
            S 1-1 <T>: Type("Read + Send")
            S 1-1 <N>: Unknown
            S 1-1 self.0: Type("&'a T")
            S 2-2 <Self>: Type("&S<'_, T, 3>")
            S 2-2 <T>: Unknown
            S 2-2 <T>: Type("Read")
            f 2-2 <U>: Unknown
            Key 3-3 <Key>: Type("Cut")
        "#]],
    );
}

#[test]
fn what_is_handed_to_a_function_of_typescript_is_named_by_its_call() {
    check(
        Language::TypeScript,
        r#"export function f(a: Door, g: (x: Door) => void, n: number, t?: Listener | undefined, s?: string) {
  operate((source, sink: Sink) => { source.open(); sink.open(); });
  new Stream<Door>(sink => sink.open());
  this.doors.on('open', function (this: X, door) { door.open(); });
  run(...args, (one) => one.open());
  a.map(one => one.open());
}
const h = (g: (x: Door) => void) => g(1);
interface I { on(g: (x: Door) => void): void }
"#,
        expect![[r#"
            f 1-1 (0): Type("Door")
            f 1-1 (1): Type("(x: Door) => void")
            f 1-1 (3): Type("Listener | undefined")
            f 1-7 a: Type("Door")
            f 2-2 source: Handed("operate#0.0")
            f 2-2 sink: Type("Sink")
            f 3-3 sink: Handed("Stream#0.0")
            f 4-4 door: Handed("this.doors.on#1.0")
            f 5-5 one: Unknown
            f 6-6 one: Call("a.next")
            h 8-8 return: Call("g")
            h 8-8 (0): Type("(x: Door) => void")
            h 8-8 g: Type("(x: Door) => void")
            on 9-9 (0): Type("(x: Door) => void")
        "#]],
    );
}

#[test]
fn a_file_of_go_says_its_package() {
    check(
        Language::Go,
        "package door_test\n",
        expect![[r#"
        - 1-1 package: Type("door_test")
    "#]],
    );
}
