//! Outlines, maps and reads that say much in few lines.

use rutter_tools::Mode;
use serde_json::json;

use crate::harness::Harness;

const TIDE: &str = "\
//- go.mod
module example.com/tide
//- tide.go
package tide

// Moon pulls.
type Moon struct {
	Mass int
	Name string
}

// Tide rises. And falls.
//
// Twice a day.
type Tide struct {
	Height int
}

// Pull pulls.
func (m *Moon) Pull(t *Tide) {
	t.Rise()
}

// Rise rises.
func (t *Tide) Rise() {
	t.Height = 2
}
//- tide_test.go
package tide

func TestRise() {
	t := &Tide{}
	t.Rise()
}
//- beach/clock.ex
defmodule Clock do
  @type hour :: integer
  @doc \"\"\"
  Rings the bell.
  \"\"\"
  def ring(hour), do: hour
end
";

#[test]
fn an_outline_has_qualified_names_plain_kinds_and_folded_fields() {
    let harness = Harness::new(TIDE, Mode::Ask);
    let text = harness.text("list_symbols_in_file", json!({"file_path": "tide.go"}));
    assert_eq!(
        text,
        "7 symbols in `tide.go`\n\
         Moon (struct) 4-7\n\
         Moon.{Mass, Name} (field) 5-6\n\
         Tide (struct) 12-14\n\
         Tide.Height (field) 13-13\n\
         Moon.Pull (method) 17-19\n\
         Tide.Rise (method) 22-24"
    );
    let text = harness.text("list_symbols_in_file", json!({"file_path": "tide.go", "docs": true}));
    assert!(text.contains("Tide (struct) 12-14: Tide rises.\n"), "{text}");
    let text = harness.text("overview", json!({"path": "tide.go", "docs": "true"}));
    assert!(text.contains("Moon.Pull (method) 17-19: Pull pulls.\n"), "{text}");
    let text = harness.text("list_symbols_in_file", json!({"file_path": "beach/clock.ex"}));
    assert!(text.contains("Clock (module) 1-7") && text.contains("(function) 6-6"), "{text}");
    assert!(!text.contains("call") && !text.contains("operator"), "{text}");
}

#[test]
fn a_file_is_read_without_its_doc_comments_and_keeps_its_line_numbers() {
    let harness = Harness::new(TIDE, Mode::Ask);
    let text = harness.text(
        "read_file",
        json!({"file_path": "tide.go", "start_line": 9, "end_line": 18, "docs": false}),
    );
    assert_eq!(
        text,
        "tide.go, lines 12 to 18 of 24\n\
         4 lines of documentation are left out\n\
         12\ttype Tide struct {\n\
         13\t\tHeight int\n\
         14\t}\n\
         15\t\n\
         …\n\
         17\tfunc (m *Moon) Pull(t *Tide) {\n\
         18\t\tt.Rise()"
    );
    let text = harness
        .text("read_file", json!({"file_path": "beach/clock.ex", "start_line": 1, "docs": false}));
    assert!(!text.contains("Rings the bell"), "{text}");
}

#[test]
fn a_symbol_shows_its_documentation_once_with_line_numbers_and_callers_outside_tests_first() {
    let harness = Harness::new(TIDE, Mode::Ask);
    let text = harness.text("get_symbol_details", json!({"symbol": "Tide"}));
    assert_eq!(text.matches("Tide rises. And falls.").count(), 1, "{text}");
    assert!(text.contains("9\t// Tide rises. And falls."), "{text}");
    let text = harness.text("get_symbol_details", json!({"symbol": "Tide.Rise"}));
    let (own, test) = (text.find("tide.go:18 ").unwrap(), text.find("tide_test.go:5").unwrap());
    assert!(own < test, "{text}");
}

#[test]
fn an_overview_ranks_types_by_who_uses_them_for_sure() {
    let harness = Harness::new(
        "//- shop/store.py\nclass Store:\n    \"\"\"Keeps orders. Long.\"\"\"\n    def find(self): pass\n\
         class Small:\n    def get(self): pass\n\
         //- shop/web.py\nfrom shop.store import Store\ndef a(s: Store): s.find(); x.get()\n\
         //- shop/mail.py\nfrom shop.store import Store\ndef b(s: Store): s.find(); x.get()\n\
         //- examples/main.py\ndef main(): pass\n",
        Mode::Ask,
    );
    let text = harness.text("overview", json!({}));
    let first = text.lines().skip_while(|line| !line.starts_with("central")).nth(1).unwrap();
    assert_eq!(
        first,
        "class Store shop/store.py:1 (3 lines, used by 2 files): Keeps orders. — find"
    );
    assert!(!text.contains("examples/main.py"), "{text}");
}
