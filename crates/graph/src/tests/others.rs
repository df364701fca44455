//! Languages whose modules are found by the end of a path.

use expect_test::expect;

use super::{check, check_imports};

#[test]
fn a_file_that_is_required_gives_its_names() {
    check(
        "//- a.rb\nrequire_relative 'lib/b'\nclass A < Base\n  def go\n    self.own\n    help()\n    Tool.run\n    given()\n  end\n  def own; end\nend\n\
         //- lib/b.rb\nclass Base\n  def given; end\nend\ndef help; end\nmodule Tool\n  def self.run; end\nend\n",
        expect![[r#"
            a.rb:2 extends Base -> lib/b.rb:Base [import]
            a.rb:4 call self own -> a.rb:A::own [same-file]
            a.rb:5 call help -> lib/b.rb:help [import]
            a.rb:6 call Tool run -> lib/b.rb:Tool::run [import]
            a.rb:6 type Tool -> lib/b.rb:Tool [import]
            a.rb:7 call given -> lib/b.rb:Base::given [import]
        "#]],
    );
}

#[test]
fn a_class_of_php_is_found_by_the_namespace_that_it_is_in() {
    check_imports(
        "//- src/Compiler.php\n<?php\nnamespace Shop;\nclass Compiler {}\n\
         //- src/Old/Compiler.php\n<?php\nnamespace Shop\\Old;\nclass Compiler {}\n\
         //- src/Node/Text.php\n<?php\nnamespace Shop\\Node;\nuse Shop\\Compiler;\nuse Other\\Compiler as C;\n",
        expect![[r#"
            src/Node/Text.php:3 Shop Compiler -> src/Compiler.php
            src/Node/Text.php:4 Other Compiler -> outside
        "#]],
    );
}

#[test]
fn a_class_is_found_by_the_end_of_its_name() {
    check_imports(
        "//- src/Models/User.php\n<?php class User {}\n\
         //- src/App.php\n<?php\nuse App\\Models\\User;\nuse Symfony\\Component\\Yaml;\n\
         //- lua/a.lua\nlocal b = require('util.b')\n//- lua/util/b.lua\n\
         //- hs/A.hs\nmodule A where\nimport Data.Map (insert)\nimport Foo.Bar\n//- hs/Foo/Bar.hs\nmodule Foo.Bar where\n",
        expect![[r#"
            hs/A.hs:2 Data.Map insert -> outside
            hs/A.hs:3 Foo.Bar -> hs/Foo/Bar.hs
            lua/a.lua:1 util.b -> lua/util/b.lua
            src/App.php:2 App\Models User -> src/Models/User.php
            src/App.php:3 Symfony\Component Yaml -> outside
        "#]],
    );
}
