//! Go.

use expect_test::expect;

use super::{check, check_imports};

#[test]
fn a_package_shares_its_scope_and_another_is_imported() {
    check(
        "//- cmd/main.go\npackage main\nimport (\n \"fmt\"\n u \"example.com/m/internal/util\"\n \"example.com/m/store\"\n)\nfunc main() { u.Clean(); store.Open(); fmt.Println(); helper(); x.Close() }\n\
         //- cmd/help.go\npackage main\nfunc helper() {}\n\
         //- internal/util/util.go\npackage util\nfunc Clean() {}\nfunc Println() {}\n\
         //- store/store.go\npackage store\ntype Store struct{}\nfunc Open() *Store { return &Store{} }\nfunc (s *Store) Close() { s.flush(); s.lock(); t.flush() }\n\
         //- store/flush.go\npackage store\nfunc (st *Store) flush() { st.Close() }\nfunc helper() {}\n",
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
        "//- go.mod\n//- a/a.go\npackage a\nimport (\n \"github.com/me/m/b/c\"\n \"github.com/pkg/errors\"\n \"net/http\"\n \"github.com/me/m/gone\"\n)\n\
         //- b/c/c.go\npackage c\nimport \"github.com/me/m/a\"\n\
         //- errors/e.go\npackage errors\n//- http/h.go\npackage http\n",
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
        "//- a.go\npackage a\ntype Base struct { Level int }\ntype Door struct { Base; other *Base }\nvar table = []struct { want int }{{want: 1}}\nfunc run(d *Door) {\n tests := []struct { name string }{{name: \"a\"}}\n for _, tt := range tests { print(tt.name) }\n for _, row := range table { print(row.want) }\n print(d.Base, d.Level)\n _ = Door{Base: Base{Level: 1}}\n _ = map[string][]Base{\"a\": {{Level: 2}}}\n}\n\
         //- b.go\npackage a\ntype name struct { want int }\n",
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
        "//- go.mod\nmodule m\n//- t/a_linux.go\npackage t\nimport \"io\"\ntype Term struct { fd int }\nfunc (t *Term) Size() int { return t.fd }\nfunc isTerm(w io.Writer) bool { return false }\nfunc local() { isTerm(nil) }\n\
         //- t/a_windows.go\npackage t\nimport \"io\"\ntype Term struct { fd int }\nfunc (t *Term) Size() int { return t.fd }\nfunc isTerm(w io.Writer) bool { return true }\nfunc NewTerm() *Term { return nil }\n\
         //- t/gen.go\npackage main\nfunc isTerm() {}\n\
         //- t/use.go\npackage t\nfunc use(t *Term) {\n\tisTerm(nil)\n\tt.Size()\n\tn := NewTerm()\n\tn.Size()\n}\n\
         //- u/use.go\npackage u\nimport \"m/t\"\nfunc use() { t.NewTerm().Size() }\n",
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
        "//- go.mod\nmodule m\n//- a.go\n//go:build x\npackage p\nimport \"m/one\"\nvar enc = one.Encoder{}\n\
         //- b.go\n//go:build !x\npackage p\nimport \"m/two\"\nvar enc = two.Encoder{}\n\
         //- use.go\npackage p\nfunc use() { enc.Write() }\n\
         //- one/e.go\npackage one\ntype Encoder struct {}\nfunc (e Encoder) Write() {}\n\
         //- two/e.go\npackage two\ntype Encoder struct {}\nfunc (e Encoder) Write() {}\n",
        expect![[r#"
            a.go:4 call one Encoder -> one/e.go:Encoder [import]
            b.go:4 call two Encoder -> two/e.go:Encoder [import]
            use.go:2 call enc Write -> one/e.go:Encoder.Write two/e.go:Encoder.Write [ambiguous(3)]
            use.go:2 read enc -> a.go:enc b.go:enc [import]
        "#]],
    );
}
