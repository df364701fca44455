//! C and C++.

use expect_test::expect;

use super::{check, check_imports};

#[test]
fn an_include_brings_its_header_and_the_source_beside_it() {
    check(
        r#"//- src/main.c
#include <stdio.h>
#include "list.h"
static void helper(void) {}
int main(void) { list_add(); list_first(); helper(); far(); printf(""); MAX(1, 2); other(); ops->read(); return 0; }
//- src/list.h
#include "base.h"
void list_add(void);
static inline int list_first(void) { return base(); }
//- src/list.c
#include "list.h"
void list_add(void) {}
static void other(void) {}
//- src/base.h
#define MAX(a, b) a
static inline int base(void) { return 0; }
//- lib/far.c
int far(void) { return 1; }
static void helper(void) {}
int read(void) { return 0; }
"#,
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
        r#"//- include/linux/list.h
//- tools/include/linux/list.h
//- kernel/a.c
#include <linux/list.h>
#include <asm/io.h>
#include <stdlib.h>
#include "gone.h"
//- tools/perf/b.c
#include <linux/list.h>
//- arch/arm/include/asm/io.h
//- arch/x86/include/asm/io.h
//- arch/x86/mm/c.c
#include <asm/io.h>
"#,
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
        r#"//- shape.hpp
namespace geo {
class Base { public: void given() {} };
class Shape : public Base { public: void draw(); int area() const { return side(); } private: int side() const { return 1; } };
void paint();
}
//- shape.cpp
#include "shape.hpp"
void geo::Shape::draw() { area(); this->side(); given(); geo::paint(); }
void geo::paint() {}
//- main.cpp
#include "shape.hpp"
int main() { geo::Shape s; s.draw(); geo::paint(); std::sort(); v.size(); return 0; }
//- other.cpp
class Other { void area() {} void size() {} };
void sort() {}
"#,
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
        r#"//- a.c
#include "real.h"
#ifndef LIMIT
#define LIMIT 1
#endif
#ifndef isnan
#define isnan(d) (d != d)
#endif
#ifndef OWN
#define OWN 3
#endif
int f(void) { return LIMIT + isnan(1) + OWN + LOCAL; }
struct box { int n; };
int g(void *p) { return ((struct box *)p)->n; }
//- real.h
#define LIMIT 2
//- b.c
#define LOCAL 1
"#,
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
        r#"//- reader.h
class Reader { struct Token { int start; }; void read(); };
//- reader.cpp
#include "reader.h"
class Other { struct Token { int start; }; };
void Reader::read() { Token token; token.start = 1; }
"#,
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
        r#"//- tok.c
#define PREFIX(x) normal_##x
#define MINBPC(enc) 1
static int check(int c) { return c; }
#include "impl.c"
//- impl.c
#ifndef PREFIX
#define PREFIX(x) x
#endif
static int
PREFIX(scan)(int a) { return check(MINBPC(a)); }
//- other.c
#define MINBPC(enc) 2
"#,
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
        r#"//- status.h
enum status {
  ST_ERROR = 0,
#define ST_ERROR ST_ERROR
  ST_OK
};
//- use.c
#include "status.h"
int f(void) { return ST_ERROR; }
"#,
        expect![[r#"
            use.c:2 read ST_ERROR -> status.h:status.ST_ERROR status.h:ST_ERROR [import]
        "#]],
    );
}

#[test]
fn of_overloads_in_two_files_those_that_take_the_arguments_are_meant() {
    check(
        r#"//- door.hpp
class Node {
public:
  const Node* first(const char* name) const;
  Node* first(const char* name) { return 0; }
};
class Door : public Node {
public:
  void write(const char* text, int n);
  void write(const char* text) { write(text, 1); }
  void go();
};
//- door.cpp
#include "door.hpp"
void Door::write(const char* text, int n) {}
void Door::go() { write("a"); write("a", 2); }
void f(Door* door) { door->first("x"); }
"#,
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
        r#"//- conf.h
#ifdef PREFIXED
#define deflate z_deflate
#endif
//- z.h
#include "conf.h"
int deflate(int a);
//- use.c
#include "z.h"
int f(void) { return deflate(1); }
"#,
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
        r#"//- one/src/door.h
int open_door(void);
//- one/src/door.c
#include "door.h"
int open_door(void) { return 1; }
//- one/test/test_door.c
#include "door.h"
void test(void) { open_door(); }
//- two/src/door.h
int open_door(void);
//- two/src/door.c
#include "door.h"
int open_door(void) { return 2; }
"#,
        expect![[r#"
            one/test/test_door.c:2 call open_door -> one/src/door.c:open_door [import]
        "#]],
    );
}

#[test]
fn a_macro_that_renames_a_function_under_a_condition_does_not_hide_its_prototype() {
    check(
        r#"//- conf.h
#ifdef PREFIX
#  define deflate z_deflate
#endif
#ifndef OF
#  define OF(args) args
#endif
//- lib.h
#include "conf.h"
extern int deflate OF((int level));
//- deflate.c
#include "lib.h"
int deflate(level)
    int level;
{
    return level;
}
//- use.c
#include "lib.h"
void use(void) { deflate(1); }
"#,
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
        r#"//- door.h
typedef struct door_s {
    int width;
    struct { int top; } frame;
} door_t;
//- other.h
struct other { int width; int top; };
//- use.c
#include "door.h"
int use(door_t *door) { return door->width + door->frame.top; }
"#,
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
        r#"//- a.c
#if DEBUG
#include <assert.h>
#else
#define assert(c) ((void)0)
#endif
#define snprintf _snprintf
void f(void) { assert(1); snprintf(0, 0, ""); }
//- b.c
#include <assert.h>
#include "net.h"
void g(struct in6_addr *at) { assert(1); }
//- net.h
#ifndef HAS_IN6_ADDR
struct in6_addr { char bytes[16]; };
#endif
"#,
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
        r#"//- whole.hpp
class Whole {
public:
  void stop();
};
//- torn.hpp
namespace rope {
class Torn {
public:
  void start() {
    if (a) {
    }
  void turn();
};
class Next {
public:
  void turn() { spin(); }
  void spin();
};
}
//- main.cpp
#include "torn.hpp"
#include "whole.hpp"
void run(rope::Torn t, rope::Next n, Whole w) { t.turn(); n.turn(); w.stop(); }
"#,
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
