//! Go.

use expect_test::expect;

use super::{check, check_imports};

#[test]
fn a_package_shares_its_scope_and_another_is_imported() {
    check(
        r#"//- cmd/main.go
package main
import (
 "fmt"
 u "example.com/m/internal/util"
 "example.com/m/store"
)
func main() { u.Clean(); store.Open(); fmt.Println(); helper(); x.Close() }
//- cmd/help.go
package main
func helper() {}
//- internal/util/util.go
package util
func Clean() {}
func Println() {}
//- store/store.go
package store
type Store struct{}
func Open() *Store { return &Store{} }
func (s *Store) Close() { s.flush(); s.lock(); t.flush() }
//- store/flush.go
package store
func (st *Store) flush() { st.Close() }
func helper() {}
"#,
        expect![[r#"
            cmd/main.go:7 call u Clean -> internal/util/util.go:Clean [import]
            cmd/main.go:7 call store Open -> store/store.go:Open [import]
            cmd/main.go:7 call fmt Println -> ?
            cmd/main.go:7 call helper -> cmd/help.go:helper [import]
            cmd/main.go:7 call x Close -> store/store.go:Store.Close [ambiguous(2)]
            cmd/main.go:7 read x -> ?
            store/flush.go:2 call st Close -> store/store.go:Store.Close [by-type]
            store/store.go:3 type Store -> store/store.go:Store [same-file]
            store/store.go:3 call Store -> store/store.go:Store [same-file]
            store/store.go:4 call s flush -> store/flush.go:Store.flush [by-type]
            store/store.go:4 call s lock -> ?
            store/store.go:4 call t flush -> store/flush.go:Store.flush [same-name]
            store/store.go:4 read t -> ?
        "#]],
    );
}

#[test]
fn the_path_of_a_module_is_learned_from_its_imports() {
    check_imports(
        r#"//- go.mod
//- a/a.go
package a
import (
 "github.com/me/m/b/c"
 "github.com/pkg/errors"
 "net/http"
 "github.com/me/m/gone"
)
//- b/c/c.go
package c
import "github.com/me/m/a"
//- errors/e.go
package errors
//- http/h.go
package http
"#,
        expect![[r#"
            a/a.go:3 github.com/me/m/b/c -> b/c/c.go
            a/a.go:4 github.com/pkg/errors -> outside
            a/a.go:5 net/http -> outside
            a/a.go:6 github.com/me/m/gone -> missing
            b/c/c.go:2 github.com/me/m/a -> a/a.go
        "#]],
    );
}

#[test]
fn a_struct_without_a_name_has_fields() {
    check(
        r#"//- a.go
package a
type Base struct { Level int }
type Door struct { Base; other *Base }
var table = []struct { want int }{{want: 1}}
func run(d *Door) {
 tests := []struct { name string }{{name: "a"}}
 for _, tt := range tests { print(tt.name) }
 for _, row := range table { print(row.want) }
 print(d.Base, d.Level)
 _ = Door{Base: Base{Level: 1}}
 _ = map[string][]Base{"a": {{Level: 2}}}
}
//- b.go
package a
type name struct { want int }
"#,
        expect![[r#"
            a.go:3 extends Base -> a.go:Base [same-file]
            a.go:3 type Base -> a.go:Base [same-file]
            a.go:5 type Door -> a.go:Door [same-file]
            a.go:10 call Door -> a.go:Door [same-file]
            a.go:10 call Base -> a.go:Base [same-file]
            a.go:11 type Base -> a.go:Base [same-file]
            a.go:4 write struct want -> a.go:table.want [by-type]
            a.go:6 write struct name -> a.go:run.name [by-type]
            a.go:7 read tt name -> a.go:run.name [by-type]
            a.go:8 read row want -> a.go:table.want [by-type]
            a.go:9 read d Base -> a.go:Door.Base [by-type]
            a.go:9 read d Level -> a.go:Base.Level [by-type]
            a.go:10 write Door Base -> a.go:Door.Base [same-file]
            a.go:10 write Base Level -> a.go:Base.Level [same-file]
            a.go:8 read table -> a.go:table [same-file]
        "#]],
    );
}

#[test]
fn definitions_for_several_builds_are_one() {
    check(
        r#"//- go.mod
module m
//- t/a_linux.go
package t
import "io"
type Term struct { fd int }
func (t *Term) Size() int { return t.fd }
func isTerm(w io.Writer) bool { return false }
func local() { isTerm(nil) }
//- t/a_windows.go
package t
import "io"
type Term struct { fd int }
func (t *Term) Size() int { return t.fd }
func isTerm(w io.Writer) bool { return true }
func NewTerm() *Term { return nil }
//- t/gen.go
package main
func isTerm() {}
//- t/use.go
package t
func use(t *Term) {
	isTerm(nil)
	t.Size()
	n := NewTerm()
	n.Size()
}
//- u/use.go
package u
import "m/t"
func use() { t.NewTerm().Size() }
"#,
        expect![[r#"
            t/a_linux.go:5 type io Writer -> ?
            t/a_linux.go:6 call isTerm -> t/a_linux.go:isTerm [same-file]
            t/a_linux.go:4 read t fd -> t/a_linux.go:Term.fd [by-type]
            t/a_windows.go:5 type io Writer -> ?
            t/a_windows.go:6 type Term -> t/a_windows.go:Term [same-file]
            t/a_windows.go:4 read t fd -> t/a_windows.go:Term.fd [by-type]
            t/use.go:2 type Term -> t/a_linux.go:Term t/a_windows.go:Term [import]
            t/use.go:3 call isTerm -> t/a_linux.go:isTerm t/a_windows.go:isTerm [import]
            t/use.go:4 call t Size -> t/a_linux.go:Term.Size t/a_windows.go:Term.Size [by-type]
            t/use.go:5 call NewTerm -> t/a_windows.go:NewTerm [import]
            t/use.go:6 call n Size -> t/a_windows.go:Term.Size t/a_linux.go:Term.Size [by-type]
            u/use.go:3 call t.NewTerm() Size -> t/a_windows.go:Term.Size t/a_linux.go:Term.Size [by-type]
            u/use.go:3 call t NewTerm -> t/a_windows.go:NewTerm [import]
        "#]],
    );
}

#[test]
fn a_value_whose_type_depends_on_the_build_is_of_unknown_type() {
    check(
        r#"//- go.mod
module m
//- a.go
//go:build x
package p
import "m/one"
var enc = one.Encoder{}
//- b.go
//go:build !x
package p
import "m/two"
var enc = two.Encoder{}
//- use.go
package p
func use() { enc.Write() }
//- one/e.go
package one
type Encoder struct {}
func (e Encoder) Write() {}
//- two/e.go
package two
type Encoder struct {}
func (e Encoder) Write() {}
"#,
        expect![[r#"
            a.go:4 call one Encoder -> one/e.go:Encoder [import]
            b.go:4 call two Encoder -> two/e.go:Encoder [import]
            use.go:2 call enc Write -> one/e.go:Encoder.Write two/e.go:Encoder.Write [ambiguous(3)]
            use.go:2 read enc -> a.go:enc b.go:enc [import]
        "#]],
    );
}
