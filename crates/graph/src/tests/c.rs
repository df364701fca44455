//! C and C++.

use expect_test::expect;

use super::{check, check_imports};

#[test]
fn an_include_brings_its_header_and_the_source_beside_it() {
    check(
        "//- src/main.c\n#include <stdio.h>\n#include \"list.h\"\nstatic void helper(void) {}\nint main(void) { list_add(); list_first(); helper(); far(); printf(\"\"); MAX(1, 2); other(); ops->read(); return 0; }\n\
         //- src/list.h\n#include \"base.h\"\nvoid list_add(void);\nstatic inline int list_first(void) { return base(); }\n\
         //- src/list.c\n#include \"list.h\"\nvoid list_add(void) {}\nstatic void other(void) {}\n\
         //- src/base.h\n#define MAX(a, b) a\nstatic inline int base(void) { return 0; }\n\
         //- lib/far.c\nint far(void) { return 1; }\nstatic void helper(void) {}\nint read(void) { return 0; }\n",
        expect![[r#"
            src/list.h:3 call base -> src/base.h:base [import]
            src/main.c:4 call list_add -> src/list.c:list_add [import]
            src/main.c:4 call list_first -> src/list.h:list_first [import]
            src/main.c:4 call helper -> src/main.c:helper [same-file]
            src/main.c:4 call far -> lib/far.c:far [unique-name]
            src/main.c:4 call printf -> ?
            src/main.c:4 call MAX -> src/base.h:MAX [import]
            src/main.c:4 call other -> ?
            src/main.c:4 call ops read -> ?
            src/main.c:4 read ops -> ?
        "#]],
    );
}

#[test]
fn a_header_of_several_is_the_nearest() {
    check_imports(
        "//- include/linux/list.h\n//- tools/include/linux/list.h\n\
         //- kernel/a.c\n#include <linux/list.h>\n#include <asm/io.h>\n#include <stdlib.h>\n#include \"gone.h\"\n\
         //- tools/perf/b.c\n#include <linux/list.h>\n\
         //- arch/arm/include/asm/io.h\n//- arch/x86/include/asm/io.h\n\
         //- arch/x86/mm/c.c\n#include <asm/io.h>\n",
        expect![[r#"
            arch/x86/mm/c.c:1 <asm/io.h> -> arch/x86/include/asm/io.h
            kernel/a.c:1 <linux/list.h> -> include/linux/list.h
            kernel/a.c:2 <asm/io.h> -> arch/arm/include/asm/io.h arch/x86/include/asm/io.h
            kernel/a.c:3 <stdlib.h> -> outside
            kernel/a.c:4 gone.h -> missing
            tools/perf/b.c:1 <linux/list.h> -> tools/include/linux/list.h
        "#]],
    );
}

#[test]
fn a_method_is_found_through_its_class() {
    check(
        "//- shape.hpp\nnamespace geo {\nclass Base { public: void given() {} };\nclass Shape : public Base { public: void draw(); int area() const { return side(); } private: int side() const { return 1; } };\nvoid paint();\n}\n\
         //- shape.cpp\n#include \"shape.hpp\"\nvoid geo::Shape::draw() { area(); this->side(); given(); geo::paint(); }\nvoid geo::paint() {}\n\
         //- main.cpp\n#include \"shape.hpp\"\nint main() { geo::Shape s; s.draw(); geo::paint(); std::sort(); v.size(); return 0; }\n\
         //- other.cpp\nclass Other { void area() {} void size() {} };\nvoid sort() {}\n",
        expect![[r#"
            main.cpp:2 type geo Shape -> shape.hpp:geo::Shape [import]
            main.cpp:2 call s draw -> shape.cpp:geo::Shape::draw [by-type]
            main.cpp:2 call geo paint -> shape.cpp:geo::paint [import]
            main.cpp:2 call std sort -> ?
            main.cpp:2 call v size -> ?
            main.cpp:2 read geo -> ?
            main.cpp:2 read v -> ?
            shape.cpp:2 call area -> shape.hpp:geo::Shape::area [import]
            shape.cpp:2 call this side -> shape.hpp:geo::Shape::side [import]
            shape.cpp:2 call given -> shape.hpp:geo::Base::given [import]
            shape.cpp:2 call geo paint -> shape.cpp:geo::paint [same-file]
            shape.cpp:2 read geo -> ?
            shape.hpp:3 extends Base -> shape.hpp:geo::Base [same-file]
            shape.hpp:3 call side -> shape.hpp:geo::Shape::side [same-file]
        "#]],
    );
}

#[test]
fn a_macro_that_is_defined_only_if_missing_gives_way() {
    check(
        "//- a.c\n#include \"real.h\"\n#ifndef LIMIT\n#define LIMIT 1\n#endif\n#ifndef isnan\n#define isnan(d) (d != d)\n#endif\n#ifndef OWN\n#define OWN 3\n#endif\nint f(void) { return LIMIT + isnan(1) + OWN + LOCAL; }\nstruct box { int n; };\nint g(void *p) { return ((struct box *)p)->n; }\n\
         //- real.h\n#define LIMIT 2\n\
         //- b.c\n#define LOCAL 1\n",
        expect![[r#"
            a.c:11 call isnan -> a.c:isnan [ambiguous(2)]
            a.c:13 type box -> a.c:box [same-file]
            a.c:13 read box{} n -> a.c:box.n [by-type]
            a.c:2 read LIMIT -> real.h:LIMIT [import]
            a.c:5 read isnan -> a.c:isnan [ambiguous(2)]
            a.c:8 read OWN -> a.c:OWN [same-file]
            a.c:11 read LIMIT -> real.h:LIMIT [import]
            a.c:11 read OWN -> a.c:OWN [same-file]
            a.c:11 read LOCAL -> ?
        "#]],
    );
}

#[test]
fn a_nested_type_is_that_of_the_own_class() {
    check(
        "//- reader.h\nclass Reader { struct Token { int start; }; void read(); };\n\
         //- reader.cpp\n#include \"reader.h\"\nclass Other { struct Token { int start; }; };\nvoid Reader::read() { Token token; token.start = 1; }\n",
        expect![[r#"
            reader.cpp:3 type Token -> reader.cpp:Other::Token [same-file]
            reader.cpp:3 write token start -> reader.cpp:Other::Token::start [by-type]
            reader.h:1 type class -> ?
        "#]],
    );
}

#[test]
fn code_that_is_included_sees_what_includes_it() {
    check(
        "//- tok.c\n#define PREFIX(x) normal_##x\n#define MINBPC(enc) 1\nstatic int check(int c) { return c; }\n#include \"impl.c\"\n\
         //- impl.c\n#ifndef PREFIX\n#define PREFIX(x) x\n#endif\nstatic int\nPREFIX(scan)(int a) { return check(MINBPC(a)); }\n\
         //- other.c\n#define MINBPC(enc) 2\n",
        expect![[r#"
            impl.c:5 call PREFIX -> tok.c:PREFIX [import]
            impl.c:5 call check -> tok.c:check [import]
            impl.c:5 call MINBPC -> tok.c:MINBPC [import]
            impl.c:1 read PREFIX -> tok.c:PREFIX [import]
            tok.c:1 read normal_ -> ?
        "#]],
    );
}

#[test]
fn a_member_of_an_enum_may_be_a_macro_as_well() {
    check(
        "//- status.h\nenum status {\n  ST_ERROR = 0,\n#define ST_ERROR ST_ERROR\n  ST_OK\n};\n\
         //- use.c\n#include \"status.h\"\nint f(void) { return ST_ERROR; }\n",
        expect![[r#"
            use.c:2 read ST_ERROR -> status.h:status.ST_ERROR status.h:ST_ERROR [import]
        "#]],
    );
}

#[test]
fn of_overloads_in_two_files_those_that_take_the_arguments_are_meant() {
    check(
        "//- door.hpp\nclass Node {\npublic:\n  const Node* first(const char* name) const;\n  Node* first(const char* name) { return 0; }\n};\n\
         class Door : public Node {\npublic:\n  void write(const char* text, int n);\n  void write(const char* text) { write(text, 1); }\n  void go();\n};\n\
         //- door.cpp\n#include \"door.hpp\"\nvoid Door::write(const char* text, int n) {}\nvoid Door::go() { write(\"a\"); write(\"a\", 2); }\nvoid f(Door* door) { door->first(\"x\"); }\n",
        expect![[r#"
            door.cpp:3 call write -> door.hpp:Door::write [import]
            door.cpp:3 call write -> door.cpp:Door::write [same-file]
            door.cpp:4 type Door -> door.hpp:Door [import]
            door.cpp:4 call door first -> door.hpp:Node::first door.hpp:Node::first [by-type]
            door.hpp:3 type Node -> door.hpp:Node [same-file]
            door.hpp:4 type Node -> door.hpp:Node [same-file]
            door.hpp:6 extends Node -> door.hpp:Node [same-file]
            door.hpp:9 call write -> door.hpp:Door::write [same-file]
        "#]],
    );
}

#[test]
fn a_macro_that_renames_a_function_does_not_hide_it() {
    check(
        "//- conf.h\n#ifdef PREFIXED\n#define deflate z_deflate\n#endif\n\
         //- z.h\n#include \"conf.h\"\nint deflate(int a);\n\
         //- use.c\n#include \"z.h\"\nint f(void) { return deflate(1); }\n",
        expect![[r#"
            conf.h:1 read PREFIXED -> ?
            conf.h:2 read z_deflate -> ?
            use.c:2 call deflate -> z.h:deflate z.h:deflate [import]
        "#]],
    );
}

#[test]
fn a_function_is_defined_beside_the_header_that_is_included() {
    check(
        "//- one/src/door.h\nint open_door(void);\n//- one/src/door.c\n#include \"door.h\"\nint open_door(void) { return 1; }\n\
         //- one/test/test_door.c\n#include \"door.h\"\nvoid test(void) { open_door(); }\n\
         //- two/src/door.h\nint open_door(void);\n//- two/src/door.c\n#include \"door.h\"\nint open_door(void) { return 2; }\n",
        expect![[r#"
            one/test/test_door.c:2 call open_door -> one/src/door.c:open_door [import]
        "#]],
    );
}

#[test]
fn a_macro_that_renames_a_function_under_a_condition_does_not_hide_its_prototype() {
    check(
        "//- conf.h\n#ifdef PREFIX\n#  define deflate z_deflate\n#endif\n#ifndef OF\n#  define OF(args) args\n#endif\n\
         //- lib.h\n#include \"conf.h\"\nextern int deflate OF((int level));\n\
         //- deflate.c\n#include \"lib.h\"\nint deflate(level)\n    int level;\n{\n    return level;\n}\n\
         //- use.c\n#include \"lib.h\"\nvoid use(void) { deflate(1); }\n",
        expect![[r#"
            conf.h:1 read PREFIX -> ?
            conf.h:2 read z_deflate -> ?
            conf.h:4 read OF -> conf.h:OF [same-file]
            lib.h:2 call OF -> conf.h:OF [import]
            use.c:2 call deflate -> deflate.c:deflate [import]
        "#]],
    );
}

#[test]
fn a_typedef_of_a_struct_with_a_tag_has_its_fields() {
    check(
        "//- door.h\ntypedef struct door_s {\n    int width;\n    struct { int top; } frame;\n} door_t;\n\
         //- other.h\nstruct other { int width; int top; };\n\
         //- use.c\n#include \"door.h\"\nint use(door_t *door) { return door->width + door->frame.top; }\n",
        expect![[r#"
            use.c:2 type door_t -> door.h:door_t [import]
            use.c:2 read door width -> door.h:door_s.width [by-type]
            use.c:2 read door->frame top -> door.h:door_s.frame.top [by-type]
            use.c:2 read door frame -> door.h:door_s.frame [by-type]
        "#]],
    );
}

#[test]
fn a_macro_of_the_library_is_replaced_by_a_file_that_defines_it() {
    check(
        "//- a.c\n#if DEBUG\n#include <assert.h>\n#else\n#define assert(c) ((void)0)\n#endif\n#define snprintf _snprintf\nvoid f(void) { assert(1); snprintf(0, 0, \"\"); }\n\
         //- b.c\n#include <assert.h>\n#include \"net.h\"\nvoid g(struct in6_addr *at) { assert(1); }\n\
         //- net.h\n#ifndef HAS_IN6_ADDR\nstruct in6_addr { char bytes[16]; };\n#endif\n",
        expect![[r#"
            a.c:7 call assert -> a.c:assert [same-file]
            a.c:7 call snprintf -> a.c:snprintf [ambiguous(2)]
            a.c:1 read DEBUG -> ?
            a.c:6 read _snprintf -> ?
            b.c:3 type in6_addr -> net.h:in6_addr [ambiguous(2)]
            b.c:3 call assert -> ?
            net.h:1 read HAS_IN6_ADDR -> ?
        "#]],
    );
}

#[test]
fn what_depends_on_lines_without_a_known_place_is_not_sure() {
    check(
        "//- whole.hpp\nclass Whole {\npublic:\n  void stop();\n};\n\
         //- torn.hpp\nnamespace rope {\nclass Torn {\npublic:\n  void start() {\n    if (a) {\n    }\n  void turn();\n};\nclass Next {\npublic:\n  void turn() { spin(); }\n  void spin();\n};\n}\n\
         //- main.cpp\n#include \"torn.hpp\"\n#include \"whole.hpp\"\nvoid run(rope::Torn t, rope::Next n, Whole w) { t.turn(); n.turn(); w.stop(); }\n",
        expect![[r#"
            main.cpp:3 type rope Torn -> ?
            main.cpp:3 type rope Next -> ?
            main.cpp:3 type Whole -> whole.hpp:Whole [import]
            main.cpp:3 call t turn -> torn.hpp:Torn::Next::turn [same-name]
            main.cpp:3 call n turn -> torn.hpp:Torn::Next::turn [same-name]
            main.cpp:3 call w stop -> whole.hpp:Whole::stop [by-type]
            main.cpp:3 read rope -> ?
            torn.hpp:11 call spin -> torn.hpp:Torn::Next::spin [partly-read]
            torn.hpp:1 read rope -> ?
            torn.hpp:5 read a -> ?
        "#]],
    );
}
