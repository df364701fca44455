//! Which containers there are, and who uses them.

use expect_test::{Expect, expect};

use super::Memory;
use crate::{CodeFile, FilePart, relate_containers};

fn check(text: &str, expect: Expect) {
    let memory = Memory::new(text);
    let part_of = |file: &CodeFile| match file.path.starts_with("tests/") {
        true => FilePart::Aside,
        false => FilePart::Proper,
    };
    let mut lines = String::new();
    for container in relate_containers(&memory, part_of) {
        let name = memory.spell(container.file, container.symbol);
        let members: Vec<String> = (container.members.iter())
            .map(|member| {
                let name = memory.spell(member.file, Some(member.symbol));
                format!("{} {}", name.split_once(':').unwrap().1, member.n_users)
            })
            .collect();
        lines.push_str(&format!(
            "{} {name}: users {}, aside {}, documents {}, using {}, used {} [{}]\n",
            container.kind.name(),
            container.n_users,
            container.n_users_aside,
            container.n_documents,
            container.n_using,
            container.n_used,
            members.join(", ")
        ));
    }
    expect.assert_eq(&lines);
}

#[test]
fn a_use_of_a_member_is_a_use_of_its_type_and_what_is_unsure_counts_nothing() {
    check(
        "//- store.py
class Store:
    def open(self): check()
    def get(self): pass
def check(): pass
//- web.py
from store import Store
def answer(store: Store): store.open(); unknown.get()
//- tests/test_web.py
from web import answer
from store import Store
def test_it(): answer(Store())
//- README.md
Use `Store` to keep things.
",
        expect![[r#"
            class store.py:Store: users 1, aside 1, documents 1, using 1, used 0 [Store.open 1, Store.get 0, check 0]
            file tests/test_web.py: users 0, aside 0, documents 0, using 0, used 0 [test_it 0]
            file web.py: users 0, aside 1, documents 0, using 0, used 1 [answer 0]
        "#]],
    );
}

#[test]
fn methods_belong_to_their_type_wherever_they_are_written() {
    check(
        "//- go.mod
module example.com/a
//- store/store.go
package store
type Store struct { Size int }
//- store/open.go
package store
func (s *Store) Open() {}
//- web/web.go
package web
import \"example.com/a/store\"
func Answer(s *store.Store) { s.Open() }
//- src/lib.rs
pub mod tide;
pub fn run() { tide::Tide::rise(); }
//- src/tide.rs
pub struct Tide;
impl Tide { pub fn rise() {} }
mod tests { struct Helper; }
",
        expect![[r#"
            file src/lib.rs: users 0, aside 0, documents 0, using 0, used 1 [run 0]
            struct src/tide.rs:Tide: users 1, aside 0, documents 0, using 1, used 0 [Tide::rise 1, Tide 0, tests 0, tests::Helper 0]
            struct store/store.go:Store: users 1, aside 0, documents 0, using 1, used 0 [Store.Open 1, Store.Size 0]
            file web/web.go: users 0, aside 0, documents 0, using 0, used 1 [Answer 0]
        "#]],
    );
}

#[test]
fn a_namespace_is_no_container_and_a_nested_type_counts_for_the_one_around_it() {
    check(
        "//- lib/site.rb
module Jetty
  class Site
    class Part
      def join; end
    end
    def build; Part.new; end
  end
end
//- lib/page.rb
module Jetty
  class Page
    def render; Site::Part.new; end
  end
end
",
        expect![[r#"
            class lib/page.rb:Jetty::Page: users 0, aside 0, documents 0, using 0, used 2 [Jetty 0, Jetty::Page::render 0]
            class lib/site.rb:Jetty::Site: users 1, aside 0, documents 0, using 1, used 1 [Jetty 0, Jetty::Site::build 0]
            class lib/site.rb:Jetty::Site::Part: users 1, aside 0, documents 0, using 2, used 0 [Jetty::Site::Part::join 0]
        "#]],
    );
}
