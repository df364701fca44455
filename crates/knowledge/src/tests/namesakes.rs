//! Which of several symbols of one name an entry lands on, in ten languages.

use super::*;
use rutter_domain::{EntryKind, RecordedPlace, Symbol};

/// Files with symbols that share a name: types, functions, overloads, properties, clauses.
const FILES: &[(&str, &str, &str)] = &[
    (
        "elixir",
        "lib/router.ex",
        "\
defmodule Router do
  @type plug :: module | atom

  defmacro plug(name, opts) do
    quote do
      @plugs {unquote(name), unquote(opts)}
    end
  end

  def run([]), do: :done

  def run([first | rest]) do
    first.call()
    run(rest)
  end
end
",
    ),
    (
        "rust",
        "src/lib.rs",
        "\
pub struct Size {
    pub width: u32,
}

#[allow(non_snake_case)]
pub fn Size(width: u32) -> Size {
    Size { width }
}

pub mod area {
    pub fn width() -> u32 {
        3
    }
}
",
    ),
    (
        "python",
        "app/user.py",
        "\
class User:
    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, value):
        self._name = value.strip()


def name(user):
    return user.name.upper()
",
    ),
    (
        "typescript",
        "src/shape.ts",
        "\
export interface Shape {
  area: number;
}

export function Shape(area: number): Shape {
  return { area };
}

export function area(shape: Shape): number;
export function area(shape: number): number;
export function area(shape: any): number {
  return typeof shape === 'number' ? shape : shape.area;
}
",
    ),
    (
        "java",
        "src/Box.java",
        "\
class Box {
    private int size;

    Box(int size) {
        this.size = size;
    }

    int size() {
        return size;
    }

    void size(int size) {
        this.size = size;
    }
}
",
    ),
    (
        "c++",
        "src/point.cpp",
        "\
struct point {
  int x;
};

int length(point p) {
  return p.x;
}

int length(int x) {
  if (x < 0) {
    return -x;
  }
  return x;
}
",
    ),
    (
        "c#",
        "src/Timer.cs",
        "\
class Timer {
    public int Delay { get; set; }

    public Timer(int delay) {
        Delay = delay;
    }

    public void Start() {
        Start(Delay);
    }

    public void Start(int delay) {
        Delay = delay;
    }
}
",
    ),
    (
        "kotlin",
        "src/Money.kt",
        "\
class Money(val cents: Int)

fun Money(text: String): Money {
    return Money(text.toInt())
}

fun cents(money: Money): Int {
    return money.cents
}
",
    ),
    (
        "swift",
        "Sources/Cache.swift",
        "\
struct Cache {
    var count: Int {
        return rows.count
    }

    func count(of key: String) -> Int {
        return rows.filter { $0 == key }.count
    }

    func put(_ row: String) {
        rows.append(row)
    }

    func put(_ row: String, twice: Bool) {
        put(row)
        if twice { put(row) }
    }
}
",
    ),
    (
        "haskell",
        "src/Tree.hs",
        "\
module Tree where

data Tree = Leaf | Node Tree Tree

depth :: Tree -> Int
depth Leaf = 0
depth (Node left right) =
  1 + max (depth left) (depth right)
",
    ),
    (
        "scala",
        "src/Order.scala",
        "\
case class Order(total: Int)

object Order {
  def total(order: Order): Int = {
    order.total
  }

  def total(orders: List[Order]): Int = {
    orders.map(_.total).sum
  }
}
",
    ),
];

/// Every symbol of a file whose bare name another one has.
fn namesakes(tree: &Tree, path: &str) -> Vec<Symbol> {
    let parsed = knowledge(tree).parsed_file(path).unwrap();
    let symbols = &parsed.facts.symbols;
    let is_shared = |name: &str| symbols.iter().filter(|symbol| symbol.name == name).count() > 1;
    symbols.iter().filter(|symbol| is_shared(&symbol.name)).cloned().collect()
}

fn place_of(recording: &Recording) -> Option<RecordedPlace> {
    match recording {
        Recording::Recorded { place, .. } => place.clone(),
        Recording::Refused { .. } => None,
    }
}

#[test]
fn no_entry_lands_on_a_symbol_that_its_evidence_does_not_overlap() {
    let mut n_cases = 0;
    for (language, path, text) in FILES {
        let tree = Tree::new(&format!("//- {path}\n{text}"));
        let shared = namesakes(&tree, path);
        assert!(!shared.is_empty(), "{language} has no namesakes");
        let n_lines = u32::try_from(text.lines().count()).unwrap();
        let seen = reader_of(&tree, &[path]);
        for Symbol { name, .. } in &shared {
            for start in 1..=n_lines {
                for end in [start, n_lines.min(start + 3)] {
                    let draft = EntryDraft {
                        evidence: vec![cite(path, start, end)],
                        ..draft(name, path, "Says what it is for.")
                    };
                    let recording = knowledge_of(&tree).record(draft, &seen).unwrap();
                    let Some(place) = place_of(&recording) else { continue };
                    n_cases += 1;
                    assert!(
                        place.start_line <= end && start <= place.end_line,
                        "{language}: {path}:{start}-{end} of `{name}` landed on {place}"
                    );
                }
            }
        }
        // Each symbol is reached by its own lines.
        for symbol in &shared {
            let (name, span) = (&symbol.qualified_name, symbol.span);
            let draft = EntryDraft {
                evidence: vec![cite(path, span.start_line, span.end_line)],
                ..draft(name, path, "Says what it is for.")
            };
            let recording = knowledge_of(&tree).record(draft, &seen).unwrap();
            let place = place_of(&recording).unwrap_or_else(|| panic!("{language}: {recording:?}"));
            let lines = (place.start_line, place.end_line);
            assert_eq!(lines, (span.start_line, span.end_line), "{language}: `{name}`: {place}");
        }
    }
    assert!(n_cases > 300, "{n_cases}");
}

/// The same tree again; its index is current.
fn knowledge_of(tree: &Tree) -> Knowledge {
    let engine = Engine::new(RepoLayout::exactly(tree.path(), None).unwrap());
    let snapshot = engine.snapshot(Refresh::Never, &|_| {}, &AtomicBool::new(false)).unwrap();
    Knowledge::new(Arc::new(snapshot))
}

const ELIXIR: &str = FILES[0].2;

fn elixir() -> Tree {
    Tree::new(&format!("//- lib/router.ex\n{ELIXIR}"))
}

#[test]
fn without_evidence_what_was_shown_decides_and_then_what_can_be_called() {
    let check = |first: u32, last: u32, expected: &str| {
        let tree = elixir();
        let mut seen = Seen::default();
        let content = rutter_workspace::hash(&fs::read(tree.file("lib/router.ex")).unwrap());
        seen.add("lib/router.ex", content, first, last);
        let plug = draft("plug", "lib/router.ex", "Adds to the plugs.");
        let recording = knowledge(&tree).record(plug, &seen).unwrap();
        let place = place_of(&recording).unwrap_or_else(|| panic!("{recording:?}"));
        assert_eq!(place.to_string(), expected);
    };
    check(1, 16, "the macro `Router.plug`, lib/router.ex:4-8");
    check(1, 2, "the type alias `Router.plug`, lib/router.ex:2-2");
    check(16, 16, "the macro `Router.plug`, lib/router.ex:4-8");
}

#[test]
fn evidence_of_neither_is_refused_with_both() {
    let tree = elixir();
    let wrong = EntryDraft {
        evidence: vec![cite("lib/router.ex", 10, 10)],
        ..draft("plug", "lib/router.ex", "Adds a plug.")
    };
    let seen = reader_of(&tree, &["lib/router.ex"]);
    let Recording::Refused { reason } = knowledge(&tree).record(wrong, &seen).unwrap() else {
        panic!()
    };
    assert_eq!(
        reason,
        "`plug` is the type alias `Router.plug` (2-2) and the macro `Router.plug` (4-8) of \
         `lib/router.ex`, and the evidence is of none of them; cite lines of the one you mean"
    );
}

#[test]
fn namesakes_have_entries_of_their_own() {
    let tree = elixir();
    for (lines, summary) in
        [((2, 2), "A plug is a module or an atom."), ((4, 8), "Adds to `@plugs`.")]
    {
        let cited = vec![cite("lib/router.ex", lines.0, lines.1)];
        record(&tree, EntryDraft { evidence: cited, ..draft("plug", "lib/router.ex", summary) });
    }
    let entries = knowledge(&tree).entries(&EntriesFilter::default()).unwrap().entries;
    let kinds: Vec<&str> = entries.iter().map(|entry| entry.kind.name()).collect();
    assert_eq!(kinds, ["type_alias", "macro"], "{entries:?}");
    assert!(entries.iter().all(|entry| entry.rivals.is_empty()));
}

#[test]
fn an_old_entry_on_the_wrong_namesake_is_found_and_said() {
    let tree = elixir();
    let cited = vec![cite("lib/router.ex", 4, 8)];
    let id =
        record(&tree, EntryDraft { evidence: cited, ..draft("plug", "lib/router.ex", "Adds.") });
    // As an older version bound it: to the first symbol of that name.
    let wrong = {
        let cited = vec![cite("lib/router.ex", 2, 2)];
        record(&tree, EntryDraft { evidence: cited, ..draft("plug", "lib/router.ex", "A type.") })
    };
    move_evidence(&tree, &wrong, &id);
    let knowledge = knowledge(&tree);
    let entries = knowledge.entries(&EntriesFilter::default()).unwrap().entries;
    let found = entries.iter().find(|entry| entry.id == wrong).unwrap();
    assert_eq!(found.status, EntryStatus::Unverified, "{found:?}");
    let reason = found.reason.as_deref().unwrap_or_default();
    assert!(
        reason.contains(
            "the cited lines lib/router.ex:4-8 are of the macro `Router.plug` (4-8), and the entry \
             is of the type alias `Router.plug` (2-2); record it again"
        ),
        "{reason}"
    );
    assert_eq!(found.kind, EntryKind::Symbol(rutter_domain::SymbolKind::TypeAlias));
    assert_eq!(knowledge.status().misplaced_entries, 1);
}

/// Gives an entry the evidence of another one, and no checks, as older versions stored it.
fn move_evidence(tree: &Tree, to: &str, from: &str) {
    knowledge(tree)
        .write_notebook(|notebook| {
            let source = notebook.entry(from)?.unwrap();
            let mut entry = notebook.entry(to)?.unwrap();
            notebook.forget(&[to.to_owned()])?;
            entry.entry.evidence = source.entry.evidence;
            entry.anchor.windows =
                vec![knowledge(tree).parsed_file("lib/router.ex").unwrap().window(4, 8)];
            entry.checks = 1;
            notebook.import(&[entry])?;
            Ok(())
        })
        .unwrap();
}
