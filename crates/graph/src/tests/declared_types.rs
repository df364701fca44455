//! Receivers by type in languages that declare the types of most values.

use expect_test::expect;

use super::check_uses as check;

#[test]
fn a_value_of_java_has_its_written_type_and_a_lambda_its_element() {
    check(
        r#"//- src/x/App.java
package x;
import java.io.File;
class App {
  private final Pool pool;
  void go(Object o, java.util.List<Pool> all) {
    Pool p = new Pool();
    p.take();
    var q = p.twin();
    q.take();
    pool.take();
    this.pool.take();
    for (Pool r : all) r.take();
    all.forEach(s -> s.take());
    if (o instanceof Pool t) t.take();
    try (Pool u = new Pool()) { u.take(); } catch (Broken e) { e.take(); }
    File f = new File("x");
    f.take();
    Pool.make().twin().take();
    int take = take();
  }
  int take() { return 1; }
}
//- src/x/Pool.java
package x;
class Pool extends Basin { static Pool make() { return null; } Pool twin() { return this; } }
class Basin { void take() {} }
class Broken { void take() {} }
"#,
        expect![[r#"
            src/x/App.java:6 call Pool -> src/x/Pool.java:Pool [import]
            src/x/App.java:7 call p take -> src/x/Pool.java:Basin.take [by-type]
            src/x/App.java:8 call p twin -> src/x/Pool.java:Pool.twin [by-type]
            src/x/App.java:9 call q take -> src/x/Pool.java:Basin.take [by-type]
            src/x/App.java:10 call pool take -> src/x/Pool.java:Basin.take [by-type]
            src/x/App.java:11 call this.pool take -> src/x/Pool.java:Basin.take [by-type]
            src/x/App.java:12 call r take -> src/x/Pool.java:Basin.take [by-type]
            src/x/App.java:13 call all forEach -> ?
            src/x/App.java:13 call s take -> src/x/Pool.java:Basin.take [by-type]
            src/x/App.java:14 call t take -> src/x/Pool.java:Basin.take [by-type]
            src/x/App.java:15 call u take -> src/x/Pool.java:Basin.take [by-type]
            src/x/App.java:15 call e take -> src/x/Pool.java:Broken.take [by-type]
            src/x/App.java:16 call File -> ?
            src/x/App.java:17 call f take -> ?
            src/x/App.java:18 call Pool.make().twin() take -> src/x/Pool.java:Basin.take [by-type]
            src/x/App.java:18 call Pool.make() twin -> src/x/Pool.java:Pool.twin [by-type]
            src/x/App.java:18 call Pool make -> src/x/Pool.java:Pool.make [import]
            src/x/App.java:19 call take -> src/x/App.java:App.take [same-file]
            src/x/App.java:11 read this pool -> src/x/App.java:App.pool [same-file]
            src/x/App.java:10 read pool -> src/x/App.java:App.pool [same-file]
            src/x/App.java:18 read Pool -> src/x/Pool.java:Pool [import]
        "#]],
    );
}

#[test]
fn a_value_of_typescript_has_its_written_type_or_its_constructor() {
    check(
        r#"//- a.ts
import { Pool, open, Log } from './b';
import fs from 'fs';
export class App {
  private log = new Log();
  #hidden: Pool;
  constructor(private pool: Pool, items: Pool[]) {
    this.extra = new Pool();
    pool.take();
    items.forEach(item => item.take());
    for (const one of items) one.take();
  }
  async go(x: any) {
    this.pool.take();
    this.log.write();
    this.extra.take();
    this.#hidden.take();
    const p = await open();
    p.take();
    const q = x as Pool;
    q.take();
    let r;
    r = new Pool();
    r.take();
    fs.take();
    x.take();
    this.timings.phases.total = 1;
  }
  timings: { phases: { total: number } };
}
//- b.ts
export class Pool { take() {} }
export class Log { write() {} }
export class Tap { take() {} write() {} }
export async function open(): Promise<Pool> { return new Pool(); }
"#,
        expect![[r#"
            a.ts:4 call Log -> b.ts:Log [import]
            a.ts:7 call Pool -> b.ts:Pool [import]
            a.ts:8 call pool take -> b.ts:Pool.take [by-type]
            a.ts:9 call items forEach -> ?
            a.ts:9 call item take -> b.ts:Pool.take [by-type]
            a.ts:10 call one take -> b.ts:Pool.take [by-type]
            a.ts:13 call this.pool take -> b.ts:Pool.take [by-type]
            a.ts:14 call this.log write -> b.ts:Log.write [by-type]
            a.ts:15 call this.extra take -> b.ts:Pool.take [by-type]
            a.ts:16 call this.#hidden take -> b.ts:Pool.take [by-type]
            a.ts:17 call open -> b.ts:open [import]
            a.ts:18 call p take -> b.ts:Pool.take [by-type]
            a.ts:20 call q take -> b.ts:Pool.take [by-type]
            a.ts:22 call Pool -> b.ts:Pool [import]
            a.ts:23 call r take -> b.ts:Pool.take [by-type]
            a.ts:24 call fs take -> ?
            a.ts:25 call x take -> ?
            a.ts:7 write this extra -> ?
            a.ts:13 read this pool -> a.ts:App.pool [same-file]
            a.ts:14 read this log -> a.ts:App.log [same-file]
            a.ts:15 read this extra -> ?
            a.ts:16 read this #hidden -> a.ts:App.#hidden [same-file]
            a.ts:26 write this.timings.phases total -> a.ts:App.timings.phases.total [by-type]
            a.ts:26 read this.timings phases -> a.ts:App.timings.phases [by-type]
            a.ts:26 read this timings -> a.ts:App.timings [same-file]
            a.ts:24 read fs -> ?
            b.ts:4 call Pool -> b.ts:Pool [same-file]
        "#]],
    );
}

#[test]
fn a_value_of_cpp_has_its_declared_type() {
    check(
        r#"//- a.hpp
class Fwd;
class Pool { public: void take(); Pool* twin(); int size_; };
class Tap { public: void take(); };
enum Color { kRed };
//- fwd.hpp
class Fwd { public: void go(); };
//- a.cc
#include "a.hpp"
#include "fwd.hpp"
void Pool::take() { size_ = 1; }
void use(const Pool& a, Fwd* f, std::vector<Pool> all) {
  Pool b;
  b.take();
  a.take();
  auto c = std::make_unique<Pool>();
  c->take();
  auto* d = b.twin();
  d->take();
  for (auto& e : all) e.take();
  f->go();
  std::string s;
  s.take();
  int x = kRed;
  b.size_ = 2;
}
"#,
        expect![[r#"
            a.cc:6 call b take -> a.cc:Pool::take [by-type]
            a.cc:7 call a take -> a.cc:Pool::take [by-type]
            a.cc:8 call std make_unique -> ?
            a.cc:9 call c take -> a.cc:Pool::take [by-type]
            a.cc:10 call b twin -> a.hpp:Pool::twin [by-type]
            a.cc:11 call d take -> a.cc:Pool::take [by-type]
            a.cc:12 call e take -> a.cc:Pool::take [by-type]
            a.cc:13 call f go -> fwd.hpp:Fwd::go [by-type]
            a.cc:15 call s take -> ?
            a.cc:17 write b size_ -> a.hpp:Pool::size_ [by-type]
            a.cc:3 write size_ -> a.hpp:Pool::size_ [import]
            a.cc:16 read kRed -> a.hpp:Color::kRed [import]
        "#]],
    );
}

#[test]
fn a_value_of_csharp_and_kotlin_has_its_written_type() {
    check(
        r#"//- A.cs
class A { Pool pool; void Go(List<Pool> all) { var x = new Pool(); x.Take(); pool.Take(); foreach (var y in all) y.Take(); } }
//- Pool.cs
class Pool { public void Take() {} }
class Tap { public void Take() {} }
//- a.kt
package x
class A(private val pool: Pond) { fun go(all: List<Pond>) { val x = Pond(); x.drain(); pool.drain(); for (y in all) y.drain() } }
//- b.kt
package x
class Pond {
    fun drain() {}
}
class Sink {
    fun drain() {}
}
"#,
        expect![[r#"
            A.cs:1 call Pool -> Pool.cs:Pool [unique-name]
            A.cs:1 call x Take -> Pool.cs:Pool.Take [by-type]
            A.cs:1 call pool Take -> Pool.cs:Pool.Take [by-type]
            A.cs:1 call y Take -> Pool.cs:Pool.Take [by-type]
            A.cs:1 read pool -> A.cs:A.pool [same-file]
            a.kt:2 call Pond -> b.kt:Pond [import]
            a.kt:2 call x drain -> b.kt:Pond.drain [by-type]
            a.kt:2 call pool drain -> b.kt:Pond.drain [by-type]
            a.kt:2 call y drain -> b.kt:Pond.drain [by-type]
            a.kt:2 read pool -> a.kt:A.pool [same-file]
        "#]],
    );
}
