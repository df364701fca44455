//! Java, and with it Kotlin.

use expect_test::expect;

use super::check;

#[test]
fn a_class_is_known_by_import_package_or_wildcard() {
    check(
        r#"//- src/main/java/com/x/App.java
package com.x;
import com.x.util.Texts;
import com.x.model.*;
import java.util.List;
import static com.x.util.Texts.trim;
class App extends Base {
  void go(List<String> l, User u) { Texts.join(); trim(); new User(); Peer.help(); given(); own(); l.add(); u.name(); Math.max(); List.of(); }
  void own() {}
}
//- src/main/java/com/x/Peer.java
package com.x;
class Peer { static void help() {} }
//- src/main/java/com/x/Base.java
package com.x;
class Base { void given() {} }
//- src/main/java/com/x/util/Texts.java
package com.x.util;
public class Texts { public static void join() {} public static void trim() {} private void add() {} }
//- src/main/java/com/x/model/User.java
package com.x.model;
public class User { public User() {} public String name() { return this.full(); } String full() { return ""; } }
//- src/main/java/com/y/List.java
package com.y;
class List { static void of() {} }
//- src/test/java/com/x/AppTest.java
package com.x;
class AppTest { void t() { new App(); } }
"#,
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
        r#"//- a/Base.java
package a;
class Base { void put(int a, int b) {} void put(Object a) {} void log(String f, Object... v) {} void run() {} }
//- a/Own.java
package a;
class Own extends Base { void put(String a) {} void run() {} void log() {} void go(Own o) { put(1, 2); o.put(1, 2); o.run(); o.log("f"); o.log(); o.log("f", 1, 2); o.gone(1); } void gone() {} }
//- a/Use.java
package a;
class Use { void go(Own o) { o.put("a"); } }
"#,
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
        r"//- src/com/x/Door.java
package com.x;
class Door { int size, width; Bell bell, other; void open() {} static class Bell { void ring() {} } }
//- src/com/y/Door.java
package com.y;
class Door { void open() {} }
//- src/com/x/Use.java
package com.x;
class Use { int open; void go(Object o, com.y.Door d) { ((Door) o).open(); d.open(); new Door.Bell().ring(); new Door().other.ring(); open(); } }
",
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
