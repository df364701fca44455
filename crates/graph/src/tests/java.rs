//! Java, and with it Kotlin.

use expect_test::expect;

use super::check;

#[test]
fn a_class_is_known_by_import_package_or_wildcard() {
    check(
        "//- src/main/java/com/x/App.java\npackage com.x;\nimport com.x.util.Texts;\nimport com.x.model.*;\nimport java.util.List;\nimport static com.x.util.Texts.trim;\nclass App extends Base {\n  void go(List<String> l, User u) { Texts.join(); trim(); new User(); Peer.help(); given(); own(); l.add(); u.name(); Math.max(); List.of(); }\n  void own() {}\n}\n\
         //- src/main/java/com/x/Peer.java\npackage com.x;\nclass Peer { static void help() {} }\n\
         //- src/main/java/com/x/Base.java\npackage com.x;\nclass Base { void given() {} }\n\
         //- src/main/java/com/x/util/Texts.java\npackage com.x.util;\npublic class Texts { public static void join() {} public static void trim() {} private void add() {} }\n\
         //- src/main/java/com/x/model/User.java\npackage com.x.model;\npublic class User { public User() {} public String name() { return this.full(); } String full() { return \"\"; } }\n\
         //- src/main/java/com/y/List.java\npackage com.y;\nclass List { static void of() {} }\n\
         //- src/test/java/com/x/AppTest.java\npackage com.x;\nclass AppTest { void t() { new App(); } }\n",
        expect![[r#"
            src/main/java/com/x/App.java:6 extends Base -> src/main/java/com/x/Base.java:Base [import]
            src/main/java/com/x/App.java:7 type List -> ?
            src/main/java/com/x/App.java:7 type User -> src/main/java/com/x/model/User.java:User [import]
            src/main/java/com/x/App.java:7 call Texts join -> src/main/java/com/x/util/Texts.java:Texts.join [import]
            src/main/java/com/x/App.java:7 call trim -> src/main/java/com/x/util/Texts.java:Texts.trim [import]
            src/main/java/com/x/App.java:7 call User -> src/main/java/com/x/model/User.java:User [import]
            src/main/java/com/x/App.java:7 call Peer help -> src/main/java/com/x/Peer.java:Peer.help [import]
            src/main/java/com/x/App.java:7 call given -> src/main/java/com/x/Base.java:Base.given [import]
            src/main/java/com/x/App.java:7 call own -> src/main/java/com/x/App.java:App.own [same-file]
            src/main/java/com/x/App.java:7 call l add -> ?
            src/main/java/com/x/App.java:7 call u name -> src/main/java/com/x/model/User.java:User.name [by-type]
            src/main/java/com/x/App.java:7 call Math max -> ?
            src/main/java/com/x/App.java:7 call List of -> ?
            src/main/java/com/x/App.java:7 read Texts -> src/main/java/com/x/util/Texts.java:Texts [import]
            src/main/java/com/x/App.java:7 read Peer -> src/main/java/com/x/Peer.java:Peer [import]
            src/main/java/com/x/App.java:7 read Math -> ?
            src/main/java/com/x/App.java:7 read List -> ?
            src/main/java/com/x/model/User.java:2 call this full -> src/main/java/com/x/model/User.java:User.full [same-file]
            src/test/java/com/x/AppTest.java:2 call App -> src/main/java/com/x/App.java:App [import]
        "#]],
    );
}

#[test]
fn an_overload_is_chosen_by_the_number_of_arguments() {
    check(
        "//- a/Base.java\npackage a;\nclass Base { void put(int a, int b) {} void put(Object a) {} void log(String f, Object... v) {} void run() {} }\n\
         //- a/Own.java\npackage a;\nclass Own extends Base { void put(String a) {} void run() {} void log() {} void go(Own o) { put(1, 2); o.put(1, 2); o.run(); o.log(\"f\"); o.log(); o.log(\"f\", 1, 2); o.gone(1); } void gone() {} }\n\
         //- a/Use.java\npackage a;\nclass Use { void go(Own o) { o.put(\"a\"); } }\n",
        expect![[r#"
            a/Own.java:2 extends Base -> a/Base.java:Base [import]
            a/Own.java:2 type Own -> a/Own.java:Own [same-file]
            a/Own.java:2 call put -> a/Base.java:Base.put [by-type]
            a/Own.java:2 call o put -> a/Base.java:Base.put [by-type]
            a/Own.java:2 call o run -> a/Own.java:Own.run [by-type]
            a/Own.java:2 call o log -> a/Base.java:Base.log [by-type]
            a/Own.java:2 call o log -> a/Own.java:Own.log [by-type]
            a/Own.java:2 call o log -> a/Base.java:Base.log [by-type]
            a/Own.java:2 call o gone -> ?
            a/Use.java:2 type Own -> a/Own.java:Own [import]
            a/Use.java:2 call o put -> a/Own.java:Own.put a/Base.java:Base.put [ambiguous(2)]
        "#]],
    );
}

#[test]
fn the_type_of_a_cast_or_a_whole_path_is_known() {
    check(
        "//- src/com/x/Door.java\npackage com.x;\nclass Door { int size, width; Bell bell, other; void open() {} static class Bell { void ring() {} } }\n\
         //- src/com/y/Door.java\npackage com.y;\nclass Door { void open() {} }\n\
         //- src/com/x/Use.java\npackage com.x;\nclass Use { int open; void go(Object o, com.y.Door d) { ((Door) o).open(); d.open(); new Door.Bell().ring(); new Door().other.ring(); open(); } }\n",
        expect![[r#"
            src/com/x/Door.java:2 type Bell -> src/com/x/Door.java:Door.Bell [same-file]
            src/com/x/Use.java:2 type com.y Door -> ?
            src/com/x/Use.java:2 call Door{} open -> src/com/x/Door.java:Door.open [by-type]
            src/com/x/Use.java:2 type Door -> src/com/x/Door.java:Door [import]
            src/com/x/Use.java:2 call d open -> src/com/y/Door.java:Door.open [by-type]
            src/com/x/Use.java:2 call Door.Bell() ring -> src/com/x/Door.java:Door.Bell.ring [by-type]
            src/com/x/Use.java:2 call Door Bell -> src/com/x/Door.java:Door.Bell [import]
            src/com/x/Use.java:2 call other ring -> src/com/x/Door.java:Door.Bell.ring [same-name]
            src/com/x/Use.java:2 call Door -> src/com/x/Door.java:Door [import]
            src/com/x/Use.java:2 call open -> ?
            src/com/x/Use.java:2 read Door() other -> src/com/x/Door.java:Door.other [by-type]
        "#]],
    );
}
